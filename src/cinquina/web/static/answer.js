// What is shown beside a position that is solved: what it is, and after the answer what every option is worth, and why.

import { diaryHere, ratingIn } from "./diary.js";
import { button, el, setText } from "./page.js";
import { watchMore } from "./more.js";
import { FIRST, streak } from "./rating.js";
import { amount, cost } from "./review-figures.js";
import { reasonsOf, showOptions } from "./review-choice.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Exercise} from "./exercises.js" */
/** @import {PracticeOption} from "./types.js" */

/** @param {Table} table @param {() => void} next */
export function makeAnswer(table, next) {
  const title = el("h2", "");
  const about = el("p", "quiet");
  const list = el("ol", "worths");
  const more = el("div", "");
  const reasons = el("div", "answer-reasons");
  const source = el("p", "quiet small");
  const heading = el("p", "worth-heading");
  const explained = el("p", "quiet small", translate("practice.rating-explained", { n: FIRST }));
  const body = el("div", "answer-body", heading, list, more, reasons, source);
  watchMore(body);
  body.tabIndex = 0;
  body.setAttribute("role", "group");
  body.setAttribute("aria-label", translate("practice.values"));
  const main = button(translate("practice.next"), "main", () => (onward ? location.assign(onward) : next()));
  const element = el("section", "answer-panel", el("div", "answer-head", title, about), body, el("div", "answer-foot", main));
  let onward = "";

  /** What is to be solved. @param {Exercise} exercise */
  const ask = (exercise) => {
    setText(title, exercise.title);
    setText(about, [exercise.about, ...standing(exercise)].filter(Boolean).join(" · "));
    about.after(explained);
    explained.hidden = !isFirstRating(exercise);
    body.hidden = true;
    main.hidden = true;
  };

  /** What everything is worth. @param {Exercise} exercise @param {PracticeOption} made @param {number} change of the rating @param {string} to where the button leads, "" for the next position */
  const show = (exercise, made, change, to) => {
    const { practice } = exercise;
    onward = to;
    setText(main, translate(to ? "practice.all" : "practice.next"));
    setText(about, [change ? translate("practice.rating-now", { n: ratingIn(practice.game).rating, change: change > 0 ? `+${change}` : `−${-change}` }) : "", ...standing(exercise, !change)].filter(Boolean).join(" · "));
    const place = practice.options.indexOf(made);
    const tags = { played: translate("practice.yours"), best: translate("practice.yours-best"), better: translate("practice.best"), also: (/** @type {number} */ i) => beside(practice.options[i], i === practice.played) };
    const shown = showOptions(list, { options: practice.options, made: place }, practice.unit, table.palette, tags);
    more.replaceChildren(...shown.more);
    const told = place ? [practice.options[0], made] : [made];
    reasons.replaceChildren(...reasonsOf(told));
    setText(heading, translate(`practice.heading-${practice.unit}`));
    setText(source, practice.source);
    source.before(explained);
    explained.hidden = !isFirstRating(exercise);
    body.hidden = main.hidden = false;
    body.scrollTop = 0;
  };
  return { element, main, ask, show, verdict };
}

/** Who else chooses an option. @param {PracticeOption} option @param {boolean} then whether it was chosen in the game */
function beside({ chosen }, then) {
  const also = chosen.length ? [translate("practice.also", { names: chosen.join(", ") })] : [];
  return [...(then ? [translate("practice.then")] : []), ...also].join(", ");
}

/** Which one it is, and the days in a row. @param {Exercise} exercise */
export function aboutOf(exercise) {
  return [exercise.about, ...standing(exercise, false)].filter(Boolean).join(" · ");
}

/** Whether the own rating is shown for the first time. @param {Exercise} exercise */
function isFirstRating({ practice }) {
  return Boolean(practice.rating) && ratingIn(practice.game).answered <= 1;
}

/** The own rating and the days in a row, as far as they matter. @param {Exercise} exercise @param {boolean} [rating] whether to tell the rating */
function standing({ practice, ofToday }, rating = true) {
  const days = streak(Object.keys(diaryHere().days));
  return [
    ...(practice.rating && rating ? [translate("practice.rating", { n: ratingIn(practice.game).rating })] : []),
    ...(ofToday && days ? [translate("practice.streak", { n: days })] : []),
  ];
}

/** What an answer was, in a sentence and another one. @param {PracticeOption} made @param {PracticeOption[]} options @param {"chance" | "points"} unit */
function verdict(made, options, unit) {
  const [best] = options;
  if (made === best) return { sentence: translate("practice.right"), around: translate(`practice.worth-${unit}`, { worth: amount(unit, best.worth), n: amount(unit, best.worth) }) };
  return { sentence: translate(made.grade === "fine" ? "practice.nearly" : "practice.other"), around: translate(`practice.lost-${unit}`, { loss: cost(unit, made.loss) }) };
}
