// Generated from cinquina/web/protocol.py by tools/page_types.py: change that file, not this one.
// Read by the type checker only, never by a browser.

/** A sheet before somebody: its file, what is written on it by cell, and the cells that are lost for good. */
export type SheetView = {
  id: string;
  marks: Record<string, string>;
  lost: string[];
};

/** A player: who, whether they are here (`away`: seconds since last seen), what they do, their sheets and points. */
export type SeatView = {
  name: string;
  kind: "bot" | "open" | "person";
  level: string;
  mine: boolean;
  here: boolean;
  away: number;
  substitute: boolean;
  state: "" | "chooses" | "chosen" | "finished" | "throws";
  colour: string;
  score: number;
  sheets: SheetView[];
  corrections: number;
};

/** Which game of how many is being played, and the points of all so far by seat. */
export type SeriesView = {
  game: number;
  games: number;
  totals: number[];
};

/** The dice as they lie, which of them fell last and how, and how many throws there have been. */
export type DiceView = {
  sheet: string;
  faces: Record<string, number>;
  thrown: string[];
  fallen: number[];
  count: number;
};

/** One option: the cell it is tapped on (or none), in words, and all it writes on the sheet in use. `marks` maps cells to marks; an empty mark is one that is taken off. `sheets` are the sheets that would lie before the player, where the option changes them. `group` is the same for options of one kind; `passes` is doing nothing. */
export type Choosable = {
  option: number;
  cell: string;
  text: string;
  short: string;
  colour: string;
  group: string;
  passes: boolean;
  marks: Record<string, string>;
  sheets: string[];
};

/** What is asked of a seat: its options, and why other cells will not do (by cell). `window` is to be sent back with the answer; `dice` are the dice that the question is about. */
export type Question = {
  seat: number;
  window: number;
  options: Choosable[];
  why: Record<string, string>;
  dice: string[];
};

/** What can be taken back: whose newest choice, and the window to send with it. */
export type UndoView = {
  seat: number;
  window: number;
};

/** One of my own sheets where nobody enters dice: what can be marked, what stands in pencil, what can be erased. `marks` lists for each cell what can be written in it next; "" is the sheet that is turned over. */
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

/** What the viewer may do beside choosing; `bot` and `back` list seats. */
export type Abilities = {
  roll: boolean;
  undo: boolean;
  begin: boolean;
  next: boolean;
  end: boolean;
  chat: boolean;
  bot: number[];
  back: number[];
  sit: boolean;
  count: boolean;
  resume: boolean;
};

/** A real die whose face is to be entered; `faces` are the colours beside its numbers, where it has such. */
export type WantedDie = {
  id: string;
  colour: string;
  faces: string[];
};

/** Something that has happened, in words. */
export type LogLine = {
  n: number;
  text: string;
};

/** Something somebody has said. */
export type ChatLine = {
  n: number;
  name: string;
  text: string;
};

/** Who has come in at which place. */
export type StandingView = {
  place: number;
  names: string[];
  score: number;
};

/** Something a score is made of. */
export type ScorePart = {
  name: string;
  points: number;
};

/** How a game ended: why, who stands where, what every score is made of, and the records. On pads there is a record for every sheet; the newest ones are those of the seats in `sheets`. */
export type Ending = {
  reasons: string[];
  ranking: StandingView[];
  parts: ScorePart[][];
  records: string[];
  sheets: number[];
};

/** What can be told of virtual dice; the seed is empty until no dice will be thrown any more. `promise` and `next` are the hashes of the seeds of this series and the next; `game` is its number at the table. */
export type DiceProof = {
  version: number;
  promise: string;
  next: string;
  salts: string[];
  next_salts: string[];
  seed: string;
  game: number;
};

/** A table as one viewer may see it, whole. Fields that do not apply have their defaults. `seat` is the viewer's seat that is to act, -1 for none; `line` the cells of a line that has won; `counted` the points written at the end, by seat, sheet, and band or cell. */
export type Snapshot = {
  number: number;
  code: string;
  game: string;
  title: string;
  phase: "choose" | "ended" | "lobby" | "mark" | "over" | "roll";
  dice_mode: "none" | "real" | "virtual";
  seats: SeatView[];
  series: SeriesView;
  house: string[];
  passes: boolean;
  shared_board: boolean;
  active: number;
  dice: DiceView;
  seat: number;
  handover: boolean;
  sentence: string;
  around: string;
  guide: string;
  undo: UndoView | null;
  ask: Question | null;
  pads: PadView[];
  can: Abilities;
  wanted: WantedDie[];
  host: boolean;
  watching: number;
  log: LogLine[];
  chat: ChatLine[];
  over: Ending | null;
  line: string[];
  counted: Record<string, number>[][];
  proof: DiceProof | null;
};

/** What somebody is told who may not watch. */
export type TurnedAway = {
  number: number;
  refused: string;
};

/** A new table: its code, the host's key, and the promise of its dice. */
export type MadeTable = {
  code: string;
  key: string;
  promise: string;
};

/** A seat that somebody has got, and its key. */
export type TakenSeat = {
  seat: number;
  key: string;
};

/** What somebody wanted has happened; the number of it. */
export type Done = {
  number: number;
};

/** What somebody wanted has not happened: a sentence, and its key. */
export type Refused = {
  error: string;
  reason: string;
};

/** The games of a table as text. */
export type Records = {
  records: string[];
};

/** A record at one of its steps: the position, how many steps there are, and what happened, in words. */
export type ReplayStep = {
  snapshot: Snapshot;
  steps: number;
  to: number;
  text: string;
};

/** One thing that was checked about dice. */
export type VerdictLine = {
  state: "right" | "unknown" | "wrong";
  text: string;
};

/** Whether nothing is wrong with the dice of a record. */
export type DiceVerdict = {
  ok: boolean;
  text: string;
  lines: VerdictLine[];
};

/** What a page says of itself over its socket, and with a request for records. */
export type Hello = {
  keys?: string[];
  lang?: string;
};

/** A seat as the page of a new table describes it. */
export type NewSeat = {
  kind: "bot" | "me" | "open" | "screen";
  name?: string;
  level?: string;
};

/** A table as its page describes it; with `salt` null it waits for the host's salt before the first game. */
export type NewTable = {
  game: string;
  seats: NewSeat[];
  options?: Record<string, string>;
  dice?: "none" | "real" | "virtual";
  spectators?: boolean;
  series?: number;
  salt?: string | null;
};

/** Somebody wants a seat. */
export type Sit = {
  name: string;
  salt?: string;
};

/** A record to look at, up to a step. */
export type ReplayRequest = {
  record: string;
  to?: number;
};

/** A record whose dice are to be checked, with what somebody kept from its table. */
export type VerifyRequest = {
  record: string;
  promised?: string;
  salts?: Record<string, string>;
};

/** A seat chooses an option. */
export type Choose = {
  do: "choose";
  seat: number;
  window: number;
  option: number;
};

/** A seat takes its newest choice back. */
export type Undo = {
  do: "undo";
  seat: number;
  window: number;
};

/** The dice are thrown; with real ones, what they show. */
export type Throw = {
  do: "roll";
  throw: number;
  faces?: number[] | null;
};

/** The host begins; seats still open become bots. */
export type Begin = {
  do: "begin";
};

/** The next game of the series, or a rematch. */
export type Next = {
  do: "next";
};

/** The host ends the table. */
export type End = {
  do: "end";
};

/** Somebody says something. */
export type Chat = {
  do: "chat";
  text: string;
};

/** A bot is to play for somebody who is away. */
export type LetBotPlay = {
  do: "bot";
  seat: number;
};

/** Somebody plays again themselves. */
export type ComeBack = {
  do: "back";
  seat: number;
};

/** A salt for the dice whose promise has been seen. */
export type AddSalt = {
  do: "salt";
  salt: string;
};

/** On a pad: one more mark of a turn. */
export type Pencil = {
  do: "pencil";
  seat: number;
  window: number;
  cell: string;
  mark: string;
};

/** On a pad: a pencil mark goes, with all since. */
export type Rub = {
  do: "rub";
  seat: number;
  window: number;
  cell: string;
};

/** On a pad: what stands in pencil is the turn. */
export type Finish = {
  do: "finish";
  seat: number;
  window: number;
};

/** On a pad: a mark of an earlier turn was wrong. */
export type Erase = {
  do: "erase";
  seat: number;
  window: number;
  cell: string;
};

/** On pads: the game is over. */
export type Count = {
  do: "count";
};

/** On pads: it is not. */
export type Resume = {
  do: "resume";
};

/** Anything that somebody can want at a table; the page adds the key and the id. */
export type Action = Choose | Undo | Throw | Begin | Next | End | Chat | LetBotPlay | ComeBack | AddSalt | Pencil | Rub | Finish | Erase | Count | Resume;
