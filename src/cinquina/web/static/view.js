// The main part of a table's page: the question, the dice, my sheet, and my actions.

import { asked, asksForDie, canUndo, differByDie, handover, hintDice, ink, inkAndThrow, isCorrecting, isHandedOver, isWhole, laterCells, litOptions, nextThrow, offersThrows, onlyPass, optionsAt, pass, pencilled, pressCell, soonerCells, throwDice, undo } from "./choose.js";
import { tellFacts } from "./facts.js";
import { isGuided } from "./guide.js";
import { makeLessonEnd } from "./lesson.js";
import { makeOptions } from "./options.js";
import { arrange, placeOther, roomOf, shape } from "./layout.js";
import { areBeside, litCells, makePadActions, makeTabs, padOf, whichNumber } from "./pad.js";
import { button, el, switchOff, sync, setText } from "./page.js";
import { countedOn, isLoaded, loadSheets, mainSeat, pictureOf, signed, sumOf, viewOf } from "./pictures.js";
import { isTelling, lessonText } from "./steps.js";
import { letterOf, lettersOf, tilesOf } from "./tiles.js";
import { makeTray } from "./tray.js";
import { applyRemedy, remedyOf, toldOf } from "./waiting.js";
import { translate } from "./words.js";

/** @import {Table} from "./drawing.js" */
/** @import {Choosable, PassView, Question, SheetView, Snapshot} from "./types.js" */

/**
 * @param {Table} table
 * @param {HTMLElement} results what is shown when the game is over
 * @param {HTMLElement} legend what the board reminds of
 */
export function makePlay(table, results, legend) {
  const lead = makeLead(table);
  const tray = makeTray(table, () => mainStep(table, tray));
  const box = el("div", "sheet-box");
  const curtain = makeCurtain();
  const options = makeOptions(table, box);
  const tabs = makeTabs(table);
  const withDice = makeActions(table, tray);
  const onPad = makePadActions(table, () => void undo(table), () => void ink(table));
  const afterLesson = makeLessonEnd(table);
  let actions = withDice;
  const owner = el("p", "owner");
  const element = el("section", "card play", tabs.element, lead.element, tray.element, owner, box, curtain.element, options.element, legend, results);
  let main = 0;
  /** @type {Snapshot | null} */
  let before = null;
  /** @type {Snapshot | null} */
  let last = null;

  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    if (snapshot !== last) [before, last] = [last, snapshot];
    const open = isHandedOver(table);
    main = mainSeat(snapshot, main);
    actions = snapshot.lesson && snapshot.phase === "ended" ? afterLesson : snapshot.dice_mode === "none" ? onPad : withDice;
    if (!actions.element.isConnected) {
      element.querySelector(":scope > .actions")?.remove();
      element.append(actions.element);
    }
    tabs.show(snapshot);
    actions.show(snapshot);
    lead.show(snapshot);
    tray.show(snapshot);
    tray.element.hidden = !open || snapshot.phase === "over" || snapshot.phase === "ended" || !tray.element.firstElementChild;
    box.hidden = !open || snapshot.over !== null;
    box.classList.toggle("die-first", asksForDie(table));
    setText(owner, ownerOf(table) && translate("play.sheet-of", { name: snapshot.seats[main]?.name ?? "" }));
    owner.hidden = box.hidden || !owner.textContent;
    const [sheet] = snapshot.seats[main]?.sheets ?? [];
    if (sheet) shape(box, sheet.id);
    const free = box.hidden ? null : showSheets(table, box, main, before);
    const changed = arrange(snapshot, box) && !box.hidden;
    placeOther(box, changed ? showSheets(table, box, main, before) : free);
    if (changed) arrange(snapshot, box);
    curtain.show(open ? "" : (snapshot.seats[snapshot.seat]?.name ?? ""));
    options.show();
    return main;
  };
  const wait = () => actions.show(table.snapshot); // its buttons rest until the answer comes
  return { element, show, wait, fallbackFocus: () => actions.main, sentence: lead.sentence, nudge: () => nudge(lead.sentence) };
}

/** What hides the sheets while the screen is handed over: a curtain with the name of who comes next. */
function makeCurtain() {
  const text = el("span");
  const element = el("div", "curtain", text);
  element.setAttribute("aria-hidden", "true"); // the question says it
  /** @param {string} name "" for no curtain */
  const show = (name) => {
    setText(text, name);
    element.hidden = !name;
  };
  return { element, show };
}

/** Draws attention to the question. @param {HTMLElement} sentence */
function nudge(sentence) {
  sentence.classList.remove("nudged");
  sentence.getBoundingClientRect(); // restarts the animation
  sentence.classList.add("nudged");
}

/** A question of more letters than this is printed smaller on a phone: beside nothing else, and above another line; and on a desk. */
const [LONG, LINE, LONGEST] = [56, 30, 58];

/** What is asked after a press that is not a part of the draft yet: where a die goes, or which one goes there. @param {Table} table */
function nextQuestion(table) {
  const { die } = table.picked;
  if (padOf(table)) return table.narrowed && areBeside() ? whichNumber(table, table.narrowed) : "";
  if (table.narrowed && differByDie(optionsAt(table, table.narrowed))) return translate("play.which-die");
  const picked = table.picked.lifted.length && offersThrows(table) && !table.snapshot.lesson ? nextThrow(table) : undefined;
  if (picked) return translate("play.throw-picked", { throw: mainText(table) });
  const lit = die ? litOptions(table) : [];
  if (lit.length === 0) return "";
  const together = lit.every((one) => one.dice.flat().length > 1);
  if (together && asked(table)?.options.every((one) => !one.cell || lit.includes(one))) return ""; // the die tells nothing apart
  return together ? translate("play.uses-die") : translate("play.where", { face: table.snapshot.dice.faces[die] });
}

/** @param {Table} table */
function makeLead(table) {
  const sentence = el("h1", "sentence");
  sentence.tabIndex = -1;
  const around = el("p", "around");
  const why = el("p", "why bad");
  why.setAttribute("role", "status");
  const hint = el("p", "hint");
  const tags = el("div", "row tags");
  const at = el("p", "lesson-at");
  const element = el("div", "lead", at, sentence, around, why, hint, tags);
  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    const open = isHandedOver(table);
    const name = snapshot.seats[snapshot.seat]?.name ?? "";
    const { lesson } = snapshot;
    element.classList.toggle("lesson", lesson !== null);
    element.classList.toggle("correcting", table.correcting);
    element.classList.toggle("telling", isTelling(snapshot)); // what others did is no remark
    if (lesson) {
      setText(at, translate("lesson.at", { step: lesson.step, steps: lesson.steps }));
      element.style.setProperty("--done", String(lesson.step / lesson.steps));
    }
    setText(sentence, lesson ? lessonText(table, lesson) : table.correcting ? translate(isCorrecting(table) ? "play.correct-title" : "pad.correct-title") : open ? nextQuestion(table) || snapshot.sentence : translate("handover.title", { name }));
    setText(around, lesson ? nextQuestion(table) : table.correcting ? translate(isCorrecting(table) ? "play.correct-text" : "pad.correct-text") : open ? (snapshot.over?.reasons.join(" ") ?? (asked(table)?.draft.ends || toldOf(snapshot) || snapshot.around)) : translate("handover.text"));
    setText(why, table.why || (open ? snapshot.notice : ""));
    why.classList.toggle("bad", table.why !== ""); // what became of a draft is no mistake
    around.hidden = why.textContent !== "" || around.textContent === "" || (sentence.textContent ?? "").includes(around.textContent ?? "");
    setText(hint, open && !table.correcting && isGuided(snapshot.game) ? snapshot.guide : "");
    hint.hidden = hint.textContent === "" || why.textContent !== "";
    const both = !hint.hidden && !around.hidden;
    element.classList.toggle("both", both);
    const length = sentence.textContent?.length ?? 0;
    const page = /** @type {HTMLElement | null} */ (element.closest(".table-page"));
    if (page) tellFacts(page);
    element.classList.toggle("long", !lesson && length > (around.hidden && hint.hidden ? LONG : LINE));
    element.classList.toggle("longest", !lesson && length > LONGEST);
    element.classList.toggle("single", sentence.offsetHeight < 1.5 * parseFloat(getComputedStyle(sentence).lineHeight));
    showTags(table, tags, snapshot);
    fitSentences(hint, () => hint.scrollHeight <= hint.clientHeight + 1);
    if (!hint.hidden && hint.scrollHeight > hint.clientHeight + 1) hint.hidden = true; // not even its first sentence fits
    element.classList.remove("why-alone");
    if (lesson && why.textContent) fitSentences(sentence, () => isInSight(why, element), 0); // what is to be done comes last
    if (lesson && why.textContent) element.classList.toggle("why-alone", !isInSight(why, element)); // then the lesson waits for a moment
    if (!both || [around, hint].every((line) => isInSight(line, element))) return;
    hint.hidden = true; // what happens around the question comes first
    element.classList.remove("both");
  };
  return { element, show, sentence };
}

/** Whether a line is in sight, and nothing of it is cut. @param {HTMLElement} line @param {HTMLElement} room */
function isInSight(line, room) {
  const [inner, outer] = [line.getBoundingClientRect(), room.getBoundingClientRect()];
  return inner.height > 0 && inner.bottom <= outer.bottom + 1 && inner.right <= outer.right + 1 && line.scrollHeight <= line.clientHeight + 1;
}

/** Leaves out sentences of a text as long as it does not fit. @param {HTMLElement} text @param {() => boolean} fits @param {number} [place] which goes: the first, 0, or the last, -1 */
function fitSentences(text, fits, place = -1) {
  const sentences = text.hidden ? [] : (text.textContent ?? "").split(/(?<=[.!?]) /);
  while (sentences.length > 1 && !fits() && sentences.splice(place, 1)) setText(text, sentences.join(" "));
}

/** Whose sheet this is if it is not obvious. @param {Table} table @param {HTMLElement} tags @param {Snapshot} snapshot */
function showTags(table, tags, snapshot) {
  const seat = snapshot.seats[mainSeat(snapshot, 0)];
  const labels = [];
  if (isHandedOver(table) && ownerOf(table) && !snapshot.sentence.includes(ownerOf(table))) labels.push(seat.name);
  if (seat?.corrections) labels.push(translate("pad.corrections", { n: seat.corrections }));
  sync(tags, labels, (text) => text, (text) => el("span", "tag", text));
  tags.hidden = labels.length === 0;
}

/** Whose sheet lies large; "" where that is obvious. @param {Table} table */
function ownerOf({ snapshot }) {
  const obvious = snapshot.seats.filter((seat) => seat.mine).length === 1 || snapshot.shared_board || snapshot.pads.length > 1;
  return obvious ? "" : (snapshot.seats[mainSeat(snapshot, 0)]?.name ?? "");
}

/** Draws the sheets; returns the place that the large one leaves free for the other. @param {Table} table @param {HTMLElement} box @param {number} main @param {Snapshot | null} before */
function showSheets(table, box, main, before) {
  const { snapshot } = table;
  const seat = snapshot.seats[main];
  const pages = previewed(table, seat?.sheets ?? []);
  const ask = asked(table);
  const pictures = pages.map((page, i) => {
    const label = labelOf(snapshot, main, i);
    const small = i > 0;
    const picture = pictureOf(`main-${main}${small ? "-small" : ""}`, page.id, table.palette, { label, small });
    const view = viewOf(snapshot, before, main, page);
    const pad = padOf(table);
    const tiled = pad || small ? {} : lettersOf(table);
    const letters = pad || small ? {} : { ...table.lettered, ...tiled };
    const lit = () => (pad ? litCells(table, pad) : [...litOptions(table).map((one) => one.cell), ...Object.keys(tiled)]);
    const here = !small && ask ? { legal: lit(), later: pad ? [] : laterCells(table), sooner: pad ? [] : soonerCells(table), asked: pad && table.narrowed, pencil: pencilled(table), letters } : {};
    if (!small) {
      shape(box, page.id);
      picture.arrange(roomOf(box), box.closest(".answered") !== null); // what was solved on one arrangement is answered on it
    }
    picture.update({ ...view, ...here });
    return { picture, id: page.id, small, caption: smallCaption(snapshot, main, page) };
  });
  sync(box, pictures, ({ id, small }) => `${main}/${id}/${small}`, ({ picture, small }) => pageOf(table, picture.svg, small), (page, { small, caption: text }) => {
    const caption = page.querySelector("figcaption");
    if (small && caption) setText(caption, text);
  });
  return pictures[0]?.picture.other() ?? null;
}

/** What the other sheet is: the next one, or the first one with its points. @param {Snapshot} snapshot @param {number} seat @param {SheetView} page */
function smallCaption(snapshot, seat, page) {
  if (Object.keys(page.marks).length === 0) return translate("play.next-grid");
  return translate("play.first-grid", { points: signed(sumOf(countedOn(snapshot, seat, page))) });
}

/** The sheets after the selected option. @param {Table} table @param {SheetView[]} pages @returns {SheetView[]} */
function previewed(table, pages) {
  const wanted = asked(table)?.draft.sheets ?? [];
  if (wanted.length === 0) return pages;
  const ids = wanted.slice(0, Math.max(pages.length, 1));
  if (!ids.every(isLoaded)) {
    void loadSheets(ids).then(table.draw);
    return pages;
  }
  return ids.map((id) => pages.find((page) => page.id === id) ?? { id, number: 0, marks: {}, lost: [], newest: [], closed: [] });
}

/** @param {Table} table @param {SVGSVGElement} svg @param {boolean} small */
function pageOf(table, svg, small) {
  const page = small ? el("figure", "page-small", el("figcaption"), svg) : el("figure", "page-large", svg);
  if (!small && !svg.dataset.wired) {
    svg.dataset.wired = "yes";
    for (const kind of ["pointerover", "focusin"]) svg.addEventListener(kind, (event) => hintDice(table, cellAt(event)));
    for (const kind of ["pointerleave", "focusout"]) svg.addEventListener(kind, () => hintDice(table, ""));
    if (table.snapshot.dice_mode === "none") void import("./lens.js").then(({ watchFinger }) => watchFinger(svg, () => padOf(table) !== undefined));
    svg.addEventListener("cell", (event) => {
      const { cell, confirms } = /** @type {CustomEvent} */ (event).detail;
      if (confirms && isWhole(table, cell)) void ink(table);
      else pressCell(table, cell, svg);
    });
  }
  return page;
}

/** The cell of an event on a sheet. @param {Event} event */
function cellAt(event) {
  return event.target instanceof Element ? (event.target.closest("[data-cell]")?.getAttribute("data-cell") ?? "") : "";
}

/** @param {Snapshot} snapshot @param {number} main @param {number} place */
function labelOf(snapshot, main, place) {
  if (snapshot.shared_board) return translate("play.board");
  const seat = snapshot.seats[main];
  if (place > 0) return translate("play.other-side", { name: seat.name });
  return seat.mine ? translate("play.my-sheet") : translate("play.sheet-of", { name: seat.name });
}

/** @param {Table} table @param {ReturnType<typeof makeTray>} tray */
function makeActions(table, tray) {
  const back = button("↶", "icon", () => void undo(table));
  back.setAttribute("aria-label", translate("play.undo"));
  back.title = translate("play.undo");
  const passing = button(translate("play.pass"), "", () => pass(table));
  const main = button("", "main", () => mainStep(table, tray));
  const element = el("div", "actions", back, passing, main);
  /** @param {Snapshot} snapshot */
  const show = (snapshot) => {
    const open = isHandedOver(table);
    const mine = snapshot.seats.some((seat) => seat.mine);
    const playing = snapshot.phase === "roll" || snapshot.phase === "choose";
    element.hidden = !mine || !playing;
    switchOff(back, !canUndo(table));
    back.hidden = !open;
    passing.hidden = !open || !snapshot.passes;
    const ask = asked(table);
    const drafted = Boolean(ask?.draft.taps.length);
    const only = ask && !nextThrow(table) && onlyPass(ask); // the main button passes
    setLabel(passing, ask?.enough?.text ?? withPoints(only ? null : (ask?.passing ?? null)), ask?.enough?.then);
    switchOff(passing, !ask?.passing || Boolean(only) || table.busy || (drafted && !ask.enough));
    const ready = mainReady(table, tray);
    const entering = open && !table.isBehind() ? tray.entering() : null;
    const text = entering?.text() ?? mainText(table);
    setLabel(main, text, text === ask?.draft.text ? priceForNow(ask) || ask.draft.then : "");
    nameInFull(main, nextThrow(table));
    switchOff(main, !ready);
    main.classList.toggle("missing", !ready && open && (snapshot.seat >= 0 || entering !== null));
    main.classList.toggle("costs", ready && Boolean(ask?.draft.ends && !nextThrow(table)));
    passing.classList.toggle("costs", Boolean(ask?.passing?.costs && !ask.enough && !only));
    main.classList.toggle("quiet-main", table.isBehind() || remedyOf(table) !== null);
  };
  return { element, show, main };
}

/** Writes on a button what it does and, in small letters, what comes then. @param {HTMLElement} element @param {string} text @param {string} [then] */
function setLabel(element, text, then = "") {
  const parts = then ? [text, " ", el("small", "then", then)] : [text];
  if (element.textContent !== parts.map((part) => (typeof part === "string" ? part : part.textContent)).join("")) element.replaceChildren(...parts);
}

/** @param {Table} table */
function mainText(table) {
  const { snapshot } = table;
  if (table.isBehind()) return translate("play.skip");
  if (!isHandedOver(table)) return translate("handover.here", { name: snapshot.seats[snapshot.seat]?.name ?? "" });
  if (snapshot.can.roll) return translate("play.throw");
  const ask = asked(table);
  if (!ask) return remedyOf(table)?.text ?? translate("play.wait");
  const thrown = nextThrow(table);
  if (thrown) return thrown.brief || thrown.text;
  if (ask.draft.ink.length) return ask.draft.points < 0 && ask.draft.ends ? withPoints(ask.draft) : ask.draft.text;
  if (onlyPass(ask)) return withPoints(onlyPass(ask));
  return whatIsMissing(table, ask);
}

/** Says which dice are thrown to those who do not see them. @param {HTMLElement} main @param {Choosable} [thrown] */
function nameInFull(main, thrown) {
  if (thrown?.brief && main.textContent === thrown.brief) main.setAttribute("aria-label", thrown.text);
  else main.removeAttribute("aria-label");
}

/** What has to be pressed next: a tile, whatever the game calls it, a cell, dice. @param {Table} table @param {Question} ask */
function whatIsMissing(table, ask) {
  const letters = tilesOf(table).map((_, i) => letterOf(i));
  if (letters.length > 1) {
    const last = letters.pop() ?? "";
    return translate("play.tap-tile", { letters: translate("play.or", { letters: letters.join(", "), last }) });
  }
  if (table.narrowed) return translate("play.pick-die");
  const tapCell = translate(table.snapshot.shared_board ? "play.tap-space" : "play.tap-cell");
  if (table.picked.die && litOptions(table).length) return ask.place || tapCell;
  return ask.missing || (ask.options.some((one) => one.cell) ? tapCell : translate("play.tap-dice"));
}

/** How many points a draft loses that later marks can win back; "" if it loses none, or they are final. @param {Question} ask */
function priceForNow({ draft: { points, ends } }) {
  return points < 0 && !ends ? translate("play.for-now", { points: signed(points) }) : "";
}

/** What passing or inking is called, with its price. @param {Pick<PassView, "text" | "points"> | null} passing */
function withPoints(passing) {
  if (!passing) return translate("play.pass");
  return passing.points ? `${passing.text}: ${signed(passing.points)}` : passing.text;
}

/** @param {Table} table @param {ReturnType<typeof makeTray>} tray */
function mainReady(table, tray) {
  if (table.isBehind()) return true;
  if (table.busy) return false;
  if (!isHandedOver(table)) return true;
  const entering = tray.entering();
  if (entering) return entering.faces() !== null;
  if (table.snapshot.can.roll) return true;
  const ask = asked(table);
  return Boolean(nextThrow(table) || ask?.draft.ink.length || (ask ? onlyPass(ask) : remedyOf(table)));
}

/** The main button: the next sensible step. @param {Table} table @param {ReturnType<typeof makeTray>} tray */
function mainStep(table, tray) {
  if (!mainReady(table, tray)) return;
  if (table.isBehind()) return table.skip();
  const { snapshot } = table;
  if (!isHandedOver(table)) {
    table.handed = handover(snapshot);
    return table.draw();
  }
  const faces = tray.entering()?.faces();
  if (isCorrecting(table)) return void throwDice(table, { do: "correct", throw: snapshot.dice.count, faces: faces ?? [] });
  const thrown = nextThrow(table);
  if (thrown) return void inkAndThrow(table, thrown);
  const ask = asked(table);
  const remedy = ask || snapshot.can.roll ? null : remedyOf(table);
  if (remedy) return void applyRemedy(table, remedy);
  if (ask && onlyPass(ask)) return pass(table);
  if (!snapshot.can.roll) return void ink(table);
  void throwDice(table, { do: "roll", throw: snapshot.dice.count, ...(faces ? { faces } : {}) });
}

/** A table at which nothing has been tapped, before its first snapshot. */
export function untouched() {
  return {
    snapshot: /** @type {Snapshot} */ (/** @type {unknown} */ (null)),
    picked: { moment: "", lifted: [], die: "", twins: {} },
    narrowed: "",
    lettered: {},
    why: "",
    busy: false,
    presses: [],
    scores: false,
    handed: "",
    correcting: false,
  };
}
