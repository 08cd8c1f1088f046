// The values the drawing modules speak of; read by the type checker only, never by a browser.

export type Point = [number, number];
export type Words = Record<string, string>;
export type Colour = { letter: string; symbol: string; paint: string };
export type Palette = Record<string, Colour>;
export type Box = { left: number; top: number; right: number; bottom: number };

/** A sheet's file, as sheets/schema.json says. */
export type Sheet = { id: string; game: string; size: Point; dice: Die[]; labels: Label[]; bands: Band[]; cells: Cell[] };
export type Die = { id: string; colour: string; faces?: string[] };
export type Label = { at: Point; text?: string; key?: string };
export type Band = { id: string; at: Point; size: Point; colour?: string; label?: string; points?: number };
export type Cell = {
  id: string;
  kind: string;
  at: Point;
  size: Point;
  shape: string;
  row?: string;
  column?: string;
  number?: number;
  colour?: string;
  bonus?: boolean;
  next?: string[];
};

/** What is on a sheet now. */
export type View = {
  /** Written in ink, by cell. */
  marks?: Record<string, string>;
  /** Not yet decided, by cell. */
  pencil?: Record<string, string>;
  /** Cells that can be chosen now. */
  legal?: string[];
  /** Cells marked since the last time. */
  fresh?: string[];
  /** Cells that cannot be used any more. */
  lost?: string[];
  /** The cells of a winning line. */
  line?: string[];
  /** What is counted at the end, by band or cell. */
  points?: Record<string, string>;
};

export type SheetOptions = {
  /** How a cell is called aloud, by cell. */
  names?: Record<string, string>;
  /** See WORDS in sheet.js. */
  words?: Words;
  /** Put before the ids of the cells' elements; the sheet's id if there is none. */
  id?: string;
  /** What the whole picture is called. */
  label?: string;
  /** A picture only, without buttons. */
  small?: boolean;
};

/** A cell in a picture, with what it shows. */
export type Place = { cell: Cell; element: SVGGElement; marks: SVGGElement; told: string; drawn: string };
export type Stop = { cell: Cell; element: SVGGElement };
export type Picture = {
  sheet: Sheet;
  palette: Palette;
  words: Words;
  names: Record<string, string>;
  small: boolean;
  svg: SVGSVGElement;
  places: Map<string, Place>;
  layers: Record<string, SVGGElement>;
  counted: string;
};

/** By die: 1 to 6, 0 when it is out of the game, nothing when it was not thrown. */
export type Faces = Record<string, number>;
export type Lying = { die: Die; element: HTMLElement; told: string };

/** What the server tells of a table, as docs/web-protocol.md says. */
export type Snapshot = {
  number: number;
  code: string;
  game: string;
  title: string;
  house: string[];
  phase: "lobby" | "roll" | "choose" | "mark" | "over" | "ended";
  /** Games in which one can pass keep the button where it is. */
  passes: boolean;
  dice_mode: "virtual" | "real" | "none";
  series: { game: number; games: number; totals: number[] };
  shared_board: boolean;
  seats: Seat[];
  active: number;
  /** `fallen`: the faces of `thrown` as they fell, which a game may lay in another order. */
  dice: { sheet: string; faces: Faces; thrown: string[]; fallen: number[]; count: number };
  seat: number;
  handover: boolean;
  sentence: string;
  around: string;
  guide: string;
  undo: { seat: number; window: number } | null;
  ask: Ask | null;
  /** In a replay: what an ended game has in `over`. */
  line?: string[];
  counted?: Record<string, number>[][];
  pads: Pad[];
  can: Can;
  wanted: Wanted[];
  host: boolean;
  watching: number;
  log: { n: number; text: string }[];
  chat: { n: number; name: string; text: string }[];
  over: Over | null;
  /** Virtual dice: what was promised, what they are made of; the seed is empty until no dice will be thrown any more. */
  proof: { version: number; promise: string; next: string; salts: string[]; next_salts: string[]; seed: string; game: number } | null;
};
export type Seat = {
  name: string;
  kind: "person" | "bot" | "open";
  level: string;
  mine: boolean;
  here: boolean;
  away: number;
  substitute: boolean;
  score: number;
  state: "throws" | "chooses" | "chosen" | "waits" | "out" | "finished" | "";
  colour: string;
  sheets: SeatSheet[];
  /** On a pad: how many marks have been erased. */
  corrections?: number;
};
export type SeatSheet = { id: string; marks: Record<string, string>; lost: string[] };
export type Ask = { seat: number; window: number; options: Choosable[]; why: Record<string, string> };
export type Choosable = { option: number; cell: string; text: string; colour: string; kind?: string; mark?: string; marks?: Record<string, string> };

/** One of my own sheets where nobody enters dice: what can be marked on it, and what stands on it in pencil. */
export type Pad = {
  seat: number;
  window: number;
  sentence: string;
  /** What is to be settled before the first throw. */
  ask: Ask | null;
  marks: Record<string, string[]>;
  pencil: Record<string, string>;
  ready: boolean;
  undo: boolean;
  erasable: string[];
  why: Record<string, string>;
};
export type Can = {
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
export type Wanted = { id: string; colour: string; faces?: string[] };
export type Over = {
  reasons: string[];
  ranking: { place: number; names: string[]; score: number }[];
  parts: { name: string; points: number }[][];
  line: string[];
  counted: Record<string, number>[][];
  records: string[];
  /** On pads: whose sheets the newest records are of. */
  sheets?: number[];
};

/** An option somebody has taken in hand but not confirmed. */
export type Pencil = { seat: number; window: number; option: number; cell: string };

/** What the parts of the table's page share. */
export type Table = {
  code: string;
  palette: Palette;
  snapshot: Snapshot;
  pencil: Pencil | null;
  /** The cell whose options alone are listed, where several mark the same one. */
  narrowed: string;
  /** Why the cell pressed last cannot be chosen, or what the server refused. */
  why: string;
  /** Whether an answer of the server is being waited for. */
  busy: boolean;
  /** Whether the running scores are shown. */
  scores: boolean;
  /** The hand-over that has been confirmed: "seat/window". */
  handed: string;
  /** Whether a wrong mark on a pad is being looked for. */
  correcting: boolean;
  draw: () => void;
  /** Brings the pad of one of my seats to the front. */
  front: (seat: number) => void;
  act: (action: Action) => Promise<boolean>;
};
export type Action = { do: string; seat?: number; window?: number; option?: number; throw?: number; faces?: number[]; text?: string; salt?: string; cell?: string; mark?: string };
export type Part = { element: HTMLElement; show: (snapshot: Snapshot) => void };
export type Drawn = { svg: SVGSVGElement; update: (view: View) => void };
