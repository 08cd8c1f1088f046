// Generated from protocol.py, record_protocol.py and actions.py by tools/page_types.py: change those, not this file.
// Read by the type checker only, never by a browser.

/** A sheet of a player: its file, its place in the order of play if there is one, marks by cell, newest marks. `lost` are the cells that can no longer be used. */
export type SheetView = {
  id: string;
  number: number;
  marks: Record<string, string>;
  lost: string[];
  newest: string[];
};

/** A player: name, level (a bot's, in words), presence (`away`: seconds since last seen), state, sheets, points. `chips` are those of a shared board, and how many are left. `free`: somebody may sit down here during the game. */
export type SeatView = {
  name: string;
  kind: "bot" | "open" | "person";
  level: string;
  mine: boolean;
  here: boolean;
  away: number;
  substitute: boolean;
  free: boolean;
  state: "" | "chooses" | "chosen" | "finished" | "throws";
  colour: string;
  score: number;
  sheets: SheetView[];
  corrections: number;
  chips_left: number;
  chips: number;
};

/** The number of the current game, how many there are, and the total points by seat. */
export type SeriesView = {
  game: number;
  games: number;
  totals: number[];
};

/** The dice on the table, which were thrown last and how they fell, and the number of throws. */
export type DiceView = {
  sheet: string;
  faces: Record<string, number>;
  thrown: string[];
  fallen: number[];
  count: number;
};

/** One option in words: the cell to tap (if any), and everything it writes on the sheet in use. `marks` maps cells to marks; an empty mark is removed. `sheets` are the player's sheets after the option, if it changes them. `group` is equal for options of one kind. `tap` is sent to draft it; `dice` are the dice it uses, in groups whose faces are added, or `either` those that could be, where a further option says which. `brief` is short for `text`, where the game has words for it; `throws` is true if dice are thrown next, `last` if nothing else can be marked with it, `instead` if it takes the place of something in the draft. */
export type Choosable = {
  tap: number;
  cell: string;
  text: string;
  short: string;
  colour: string;
  group: string;
  marks: Record<string, string>;
  sheets: string[];
  dice: string[][];
  either: string[];
  brief: string;
  throws: boolean;
  last: boolean;
  instead: boolean;
};

/** What the viewer has pencilled, and what inking it would do. `ink` are the taps to send, empty if something is missing; `text` says what inking does, `ends` what ends the answer with it, `points` how it changes the score at once. `options` are what was tapped, `marks` are in pencil, `dice` are used; `sheets` are the player's sheets after it, if they change. */
export type DraftView = {
  taps: number[];
  options: Choosable[];
  marks: Record<string, string>;
  dice: string[];
  sheets: string[];
  ink: number[];
  text: string;
  ends: string;
  points: number;
};

/** How to do nothing: the taps to ink, what it is called, how it changes the score at once, whether it is a loss. */
export type PassView = {
  ink: number[];
  text: string;
  points: number;
  costs: boolean;
};

/** A question to a seat: its options, and why other cells cannot be chosen (by cell). `window` is sent back with the answer; `dice` are the dice the question is about; `missing` says what to do next, `then` what comes after it, and `aside` why a die is of no use, if the game has its own words for it. */
export type Question = {
  seat: number;
  window: number;
  options: Choosable[];
  why: Record<string, string>;
  dice: string[];
  draft: DraftView;
  passing: PassView | null;
  missing: string;
  aside: string;
  then: string;
};

/** What an option is worth: its tap (-1 for passing), its text, its worth with the interval, the points to expect. `share` is how long its bar is, from 0 to 1; `mark` says that it is the best, or may be as good. `reason` is what it does, `spoken` all of it in one sentence. */
export type AdviceView = {
  tap: number;
  text: string;
  worth: string;
  interval: string;
  points: string;
  share: number;
  best: boolean;
  mark: string;
  reason: string;
  spoken: string;
};

/** A hint to the viewer: the taps it is for, all options, the best first, and where the numbers come from. Without `advice` it is being looked for; `coming` means that better numbers will follow. */
export type HintView = {
  seat: number;
  window: number;
  taps: number[];
  advice: AdviceView[];
  source: string;
  coming: boolean;
};

/** What can be undone: the newest choice of `seat`; `window` is sent back with the request. */
export type UndoView = {
  seat: number;
  window: number;
};

/** One of the viewer's own pads: what can be marked, the pencil marks, what can be erased. `marks` lists by cell what can be written next; the cell "" turns the sheet over. */
export type PadView = {
  seat: number;
  window: number;
  sentence: string;
  ask: Question | null;
  marks: Record<string, string[]>;
  pencil: Record<string, string>;
  ready: boolean;
  undo: boolean;
  erasable: string[];
  why: Record<string, string>;
};

/** What the viewer may do besides choosing; `bot`, `back` and `leave` list seats, `correct` is about the last dice. `sit` is to take a seat now, `queue` to be in for the next game, `again` to open a table like this closed one. */
export type Abilities = {
  roll: boolean;
  correct: boolean;
  undo: boolean;
  begin: boolean;
  next: boolean;
  end: boolean;
  chat: boolean;
  bot: number[];
  back: number[];
  leave: number[];
  sit: boolean;
  queue: boolean;
  again: boolean;
  count: boolean;
  resume: boolean;
};

/** A die that is thrown next; a real one has to be entered. `faces` are the colours of its faces, if they differ. */
export type WantedDie = {
  id: string;
  colour: string;
  faces: string[];
};

/** What a player did with a throw, or what the rules did to them, and the points it cost (at most 0). `kind` is "nothing" if nothing was marked, "nowhere" if the throw could not be used. `text` stands after the player's name, unless it is a `whole` sentence. `forced`: the throw left no choice. */
export type Deed = {
  seat: number;
  text: string;
  cost: number;
  kind: "marks" | "nothing" | "nowhere";
  whole: boolean;
  forced: boolean;
};

/** A part of the log: a throw (`dice` by name, and in words; `kept` lay still) and what everybody did with it. Without dice it is what happened before the first throw, or a sentence about a pad; `seat` is -1 then. `again` says that whoever threw goes on because of the throw, where that is so. */
export type LogTurn = {
  n: number;
  seat: number;
  text: string;
  dice: Record<string, number>;
  deeds: Deed[];
  kept: Record<string, number>;
  again: string;
};

/** A chat message. */
export type ChatLine = {
  n: number;
  name: string;
  text: string;
};

/** What a board reminds of: its key in the game, a sign, such as a sum, and what it does. `now` is true if it is so with the dice on the table. */
export type LegendLine = {
  kind: string;
  sign: string;
  text: string;
  now: boolean;
};

/** A place in the ranking. */
export type StandingView = {
  place: number;
  names: string[];
  score: number;
};

/** A part of a score; `colour` is its colour on the sheet, if it has one. */
export type ScorePart = {
  name: string;
  points: number;
  colour: string;
};

/** How a game ended: reasons, ranking, the parts of every score, and the records. On pads there is one record per sheet; the newest ones belong to the seats in `sheets`. `hints` says who got hints. */
export type Ending = {
  reasons: string[];
  ranking: StandingView[];
  parts: ScorePart[][];
  records: string[];
  sheets: number[];
  hints: string;
};

/** What is public about virtual dice; the seed is empty until it is no longer in use. `promise` and `next` are the hashes of the seeds of this series and the next; `game` is its number at the table. */
export type DiceProof = {
  version: number;
  promise: string;
  next: string;
  salts: string[];
  next_salts: string[];
  seed: string;
  game: number;
};

/** Who is awaited for the next game, and in how many seconds it begins without them; `ready`: the viewer is. */
export type NextView = {
  awaited: string[];
  seconds: number;
  ready: boolean;
};

/** Somebody asks the viewer to go on; `n` counts how often. */
export type NudgeView = {
  n: number;
  name: string;
};

/** Where a lesson stands: the number of its step, how many it has, and what is told now. `opponent` is the level of the bot for a first game after it. */
export type LessonView = {
  step: number;
  steps: number;
  text: string;
  opponent: string;
};

/** Something about a table before its first game: what it is about, and what is so. */
export type Fact = {
  title: string;
  text: string;
};

/** A whole table as one viewer may see it. Fields that do not apply have their defaults. `seat` is the viewer's seat that has to act, -1 for none; `passes` is whether the game has an option to do nothing, `tiles` whether it has other options that are neither cells nor throws; `notice` says what became of a draft; `line` is the winning line; `counted` are the points so far, by seat, sheet, and the band or cell where they are written at the end. `queue` are the names of those who are in for the next game, `queued` whether the viewer is; `patience` is after how many seconds a bot may play for somebody who is away; `successor` is the code of a table opened after this one was closed. `hints` is whether everybody gets hints here, `hint` the viewer's own. */
export type Snapshot = {
  number: number;
  code: string;
  game: string;
  title: string;
  phase: "choose" | "ended" | "lobby" | "mark" | "over" | "roll";
  dice_mode: "none" | "real" | "virtual";
  seats: SeatView[];
  series: SeriesView;
  facts: Fact[];
  passes: boolean;
  tiles: boolean;
  shared_board: boolean;
  legend: LegendLine[];
  active: number;
  dice: DiceView;
  seat: number;
  handover: boolean;
  sentence: string;
  around: string;
  notice: string;
  guide: string;
  hints: boolean;
  hint: HintView | null;
  undo: UndoView | null;
  ask: Question | null;
  pads: PadView[];
  can: Abilities;
  wanted: WantedDie[];
  host: boolean;
  watching: number;
  log: LogTurn[];
  chat: ChatLine[];
  over: Ending | null;
  line: string[];
  counted: Record<string, number>[][];
  proof: DiceProof | null;
  queue: string[];
  queued: boolean;
  next: NextView | null;
  nudge: NudgeView | null;
  patience: number;
  successor: string;
  lesson: LessonView | null;
};

/** The answer to a viewer who may not watch; `sit`: they may take a seat. */
export type TurnedAway = {
  number: number;
  refused: string;
  sit: boolean;
};

/** A new table: its code, the host's key, and the promise of its dice. */
export type MadeTable = {
  code: string;
  key: string;
  promise: string;
};

/** A seat that was taken, or -1 for one in the next game, and its key. */
export type TakenSeat = {
  seat: number;
  key: string;
};

/** The request succeeded; `number` is that of its happening. */
export type Done = {
  number: number;
};

/** The request was refused: a sentence, and its key. */
export type Refused = {
  error: string;
  reason: string;
};

/** The answer to an action sent over the socket, by its `id`, with the status that a request would have had. `number` is that of its happening; `error` and `reason` are those of a refusal. */
export type Answered = {
  id: string;
  status: number;
  number: number;
  error: string;
  reason: string;
};

/** The table that somebody has typed a code for. */
export type FoundTable = {
  code: string;
};

/** The games of a table as text. */
export type Records = {
  records: string[];
};

/** What a step of a game changed on a sheet of a seat, at its place among the seat's sheets. `marks` by cell, an empty one is gone; `turned` are cells that were lost, or found again; another `id` than before is an empty sheet to begin with. */
export type SheetChange = {
  seat: number;
  place: number;
  id: string;
  number: number;
  marks: Record<string, string>;
  turned: string[];
  newest: string[];
  counted: Record<string, number>;
};

/** How a game ended: who won in a sentence, why it was over, the ranking, and the winning line. */
export type ReplayEnd = {
  text: string;
  reasons: string[];
  ranking: StandingView[];
  line: string[];
};

/** A throw or a choice: who did it (-1: nobody), in words, the dice thrown, and how the game stands after it. `also` is what the rules did then; `faces` are the dice on the table; `sheets` only what has changed. A shared board is told as that of the first seat. */
export type ReplayStep = {
  seat: number;
  text: string;
  also: string;
  thrown: Record<string, number>;
  faces: Record<string, number>;
  active: number;
  sheets: SheetChange[];
  scores: number[];
  chips_left: number[];
  over: ReplayEnd | null;
};

/** A whole game from its record: the beginning, and its steps. */
export type Replay = {
  start: Snapshot;
  steps: ReplayStep[];
};

/** One check of the dice. */
export type VerdictLine = {
  state: "right" | "unknown" | "wrong";
  text: string;
};

/** The result of checking the dice of a record. */
export type DiceVerdict = {
  ok: boolean;
  text: string;
  lines: VerdictLine[];
};

/** The keys and the language of a page, sent over its socket and with a request for records. */
export type Hello = {
  keys?: string[];
  lang?: string;
};

/** A seat of a new table. */
export type NewSeat = {
  kind: "bot" | "me" | "open" | "screen";
  name?: string;
  level?: string;
};

/** A new table; with `salt` null the first game waits for the host's salt. Without `curtain` a screen that several people share is not handed over: everybody may look on. Without `hints` everybody gets them where one person plays with bots, else nobody. */
export type NewTable = {
  game: string;
  seats: NewSeat[];
  options?: Record<string, string>;
  dice?: "none" | "real" | "virtual";
  spectators?: boolean;
  series?: number;
  salt?: string | null;
  curtain?: boolean;
  hints?: "everybody" | "nobody" | null;
};

/** A table for the lesson of a game. */
export type NewLesson = {
  game: string;
  name: string;
};

/** Take a seat, or be in for the next game; whoever is already in for it sends their key. */
export type Sit = {
  name: string;
  salt?: string;
  key?: string;
};

/** Open a table like this one, which is closed. */
export type Again = {
  key: string;
};

/** Find the table with a code, as somebody has typed it. */
export type FindRequest = {
  code: string;
};

/** Show a record step by step. */
export type ReplayRequest = {
  record: string;
};

/** Check the dice of a record, with what somebody saved at its table. */
export type VerifyRequest = {
  record: string;
  promised?: string;
  salts?: Record<string, string>;
};

/** Add an option to the draft of a seat. */
export type Tap = {
  do: "tap";
  seat: number;
  window: number;
  tap: number;
};

/** Rub out what the draft of a seat writes in a cell; "" rubs out the last tap. */
export type Untap = {
  do: "untap";
  seat: number;
  window: number;
  cell: string;
};

/** Choose the options of a draft for a seat. */
export type Ink = {
  do: "ink";
  seat: number;
  window: number;
  taps: number[];
};

/** Ask what everything that a seat can tap next is worth; its snapshots have the answer. */
export type AskHint = {
  do: "hint";
  seat: number;
  window: number;
};

/** Take back a seat's newest choice. */
export type Undo = {
  do: "undo";
  seat: number;
  window: number;
};

/** Throw the dice, or enter real ones. */
export type Throw = {
  do: "roll";
  throw: number;
  faces?: number[] | null;
};

/** Correct real dice that were entered wrongly, until somebody has inked; `throw` is the number of throws. */
export type Correct = {
  do: "correct";
  throw: number;
  faces: number[];
};

/** Begin as the host; open seats become bots. */
export type Begin = {
  do: "begin";
};

/** Begin the next game of the series, or a rematch; be ready for it while others are not. */
export type Next = {
  do: "next";
};

/** End the table as the host. */
export type End = {
  do: "end";
};

/** Send a chat message. */
export type Chat = {
  do: "chat";
  text: string;
};

/** Let a bot play for somebody who is away. */
export type LetBotPlay = {
  do: "bot";
  seat: number;
};

/** Play again instead of the bot. */
export type ComeBack = {
  do: "back";
  seat: number;
};

/** Leave a seat, or the queue for the next game. */
export type Leave = {
  do: "leave";
  seat: number;
};

/** Ask a player who keeps the others waiting to go on. */
export type Nudge = {
  do: "nudge";
  seat: number;
};

/** Send a salt for dice whose promise has been shown. */
export type AddSalt = {
  do: "salt";
  salt: string;
};

/** On a pad: add a pencil mark. */
export type Pencil = {
  do: "pencil";
  seat: number;
  window: number;
  cell: string;
  mark: string;
};

/** On a pad: remove a pencil mark and all later ones. */
export type Rub = {
  do: "rub";
  seat: number;
  window: number;
  cell: string;
};

/** On a pad: turn the pencil marks into a finished turn. */
export type Finish = {
  do: "finish";
  seat: number;
  window: number;
};

/** On a pad: erase a wrong mark of an earlier turn. */
export type Erase = {
  do: "erase";
  seat: number;
  window: number;
  cell: string;
};

/** On pads: declare the game over. */
export type Count = {
  do: "count";
};

/** On pads: continue the game. */
export type Resume = {
  do: "resume";
};

/** What a page sends over its socket: its keys and language, or one of the others, which is then all that counts. */
export type SocketMessage = {
  keys?: string[];
  lang?: string;
  act?: Tap | Untap | AskHint | Nudge | Ink | Undo | Throw | Correct | Begin | Next | End | Chat | LetBotPlay | ComeBack | Leave | AddSalt | Pencil | Rub | Finish | Erase | Count | Resume | null;
  ping?: string;
};

/** Anything that somebody can want at a table; the page adds the key and the id. */
export type Action = Tap | Untap | Ink | AskHint | Undo | Throw | Correct | Begin | Next | End | Chat | LetBotPlay | ComeBack | Leave | Nudge | AddSalt | Pencil | Rub | Finish | Erase | Count | Resume;
