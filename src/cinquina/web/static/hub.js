// The page that leads to everything that can be practised: puzzles of the day, puzzles by game, one's own mistakes.

import "./top.js";
import { diaryHere, ratingIn } from "./diary.js";
import { waitingMistakes } from "./mistakes.js";
import { address } from "./net.js";
import { linkButton, setText } from "./page.js";
import { dayOf, streak } from "./rating.js";
import { translate } from "./words.js";

const diary = diaryHere();
const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".practice-game")]);
const today = diary.days[dayOf()] ?? {};

for (const card of cards) {
  const { game = "" } = card.dataset;
  const { rating, answered, right } = ratingIn(game);
  const [told, state] = [card.querySelector("[data-rating]"), card.querySelector("[data-today]")];
  if (told) setText(told, answered ? translate("practice.so-far", { rating, n: right, all: answered }) : translate("practice.not-yet"));
  if (state) setText(state, translate(game in today ? (today[game] ? "practice.today-right" : "practice.today-answered") : "practice.today-open"));
  card.classList.toggle("done", game in today);
}

const days = streak(Object.keys(diary.days));
const row = document.getElementById("streak");
if (row && days) {
  row.hidden = false;
  setText(row, translate("practice.streak", { n: days }));
}

const waiting = waitingMistakes();
const [own, text] = [document.getElementById("own"), document.getElementById("own-text")];
if (own && text && waiting.length) {
  setText(text, translate("practice.waiting", { n: waiting.length }));
  const kinds = cards.map(({ dataset: { game = "", title = "" } }) => ({ game, title, n: waitingMistakes(game).length })).filter(({ n }) => n);
  const each = kinds.length > 1 ? kinds.map(({ game, title, n }) => linkButton(`${title} · ${n}`, address(`/practice/mistakes?game=${game}`), "")) : [];
  own.append(linkButton(translate("practice.begin"), address("/practice/mistakes"), "main"), ...each);
}
document.body.dataset.ready = "yes";
