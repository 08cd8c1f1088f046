// Types of the pages' own data: sheets, pictures, and what the parts of a table's page share. For the type checker only.

import type { Action, Choosable, Question, Snapshot } from "./types.js";

export type Point = [number, number];
export type Words = Record<string, string>;
export type Colour = { letter: string; symbol: string; paint: string };
export type Palette = Record<string, Colour>;
export type Box = { left: number; top: number; right: number; bottom: number };

/** A sheet's file; see sheets/schema.json. */
export type Sheet = {
  id: string;
  game: string;
  size: Point;
  ground?: "board";
  /** Whether of every throw one die is set apart. */
  well?: { key: string };
  dice: Die[];
  labels: Label[];
  texts?: Text[];
  areas?: Area[];
  ladders?: Ladder[];
  totals?: Total[];
  name_lines?: NameLine[];
  bands: Band[];
  /** Where the other sheet of a player is shown. */
  other?: Extent;
  cells: Cell[];
  scores: Record<string, number[]>;
  stretch?: number;
  stretch_until?: number;
  fold?: Fold;
  arrangements?: Arrangement[];
  /** How kinds of cells look that are not plain. */
  kinds?: Record<string, Look>;
  /** The spoken names of cells, in the page's language. */
  names: Record<string, string>;
  /** Short labels of cells. */
  short: Record<string, string>;
  /** What is printed, by key. */
  words: Words;
  /** An example from the middle of a game; `view` is the part of it for a small picture: left, top, width, height. */
  sample?: View & { view?: number[] };
};
/** `summed`: it counts in the sum that every player may use. */
export type Die = { id: string; colour: string; faces?: string[]; summed?: boolean };
/** A text, or the key of a word. */
export type Label = { at: Point; text?: string; key?: string; score?: string; scale?: number; on?: "terminal" };
export type Text = Omit<Label, "on"> & { scale: number; tint?: string; anchor?: "start" | "end"; on?: "paper" };
/** A place on a sheet: its middle, its width and height. */
export type Extent = { at: Point; size: Point };
export type Area = Extent & { edged?: boolean };
export type Ladder = { score: string; key: string; about?: { key: string }; kind?: string; at: Point; size: Point; columns?: number; on?: "paper" };
export type Total = { row?: string; kind?: string; key?: string; part?: string; colour?: string; at: Point; size: Point; live?: boolean; pencilled?: boolean; on?: "paper" };
export type NameLine = { at: Point; size: Point; colour?: string; on?: "paper" };
export type Band = { id: string; at: Point; size: Point; colour?: string; label?: string; points?: number; head?: Extent; open?: "left" | "right" };
export type Placed = { at: Point; size?: Point; shape?: string; head?: Extent };
export type Arrangement = Pick<Sheet, "size"> &
  Partial<Pick<Sheet, "labels" | "texts" | "areas" | "ladders" | "totals" | "name_lines" | "bands" | "other" | "stretch" | "stretch_until">> & {
    fold?: Fold;
    places?: Record<string, Point>;
    sizes?: Record<string, Point>;
    numbers?: boolean;
    on?: "screen";
  };
/** What is right of `at` lies `down` lower, from the left edge on; rows are `close` times as far from each other. */
export type Fold = { at: number; down: number; close: number };
/** The room for a picture; in pixels on a screen. */
export type Room = { width: number; height: number };
/** How much of a sheet is drawn: cells and labels, also points, names and totals, also what is only for paper. */
export type Detail = "bare" | "screen" | "paper";
export type Cell = {
  id: string;
  kind: string;
  at: Point;
  size: Point;
  shape: string;
  row?: string;
  column?: string;
  number?: number;
  /** What its row is worth when it is the last cell marked. */
  points?: number;
  colour?: string;
  bonus?: boolean;
  next?: string[];
  /** How cells of its kind look. */
  look?: Look;
};
export type Look = { style?: string; sign?: string; tint?: string; text?: string; print?: string; key?: string; word?: string };

/** What is on a sheet now. */
export type View = {
  /** By row with a lock: the names of the others who have closed it. */
  closed?: Record<string, string>;
  /** Written in ink, by cell. */
  marks?: Record<string, string>;
  /** Not confirmed yet, by cell. */
  pencil?: Record<string, string>;
  /** Cells that can be chosen now. */
  legal?: string[];
  /** Those of them that belong to a later question about the same throw, where others belong to the first; and those others. */
  later?: string[];
  /** The cell about which something is asked. */
  asked?: string;
  sooner?: string[];
  /** Cells marked since the last update. */
  fresh?: string[];
  /** The newest marks of whoever owns the sheet. */
  newest?: string[];
  /** Letters on cells, of the groups of dice that would mark them. */
  letters?: Record<string, string>;
  /** Cells that can no longer be used. */
  lost?: string[];
  /** The cells of a winning line. */
  line?: string[];
  /** The score tables that are not as printed. */
  scoreTables?: Record<string, number[]>;
  /** Points as they stand, by band or cell. */
  counted?: Record<string, number>;
  /** The points on the other sheets of whoever owns this one, if there are marks on them. */
  elsewhere?: number;
  /** Whether the points as they stand are final. */
  settled?: boolean;
  /** Whether the points are told beside the picture, so that none is written on cells. */
  beside?: boolean;
  /** Points to write at the end. */
  points?: Record<string, number>;
  /** Whose sheet it is. */
  name?: string;
};

export type SheetOptions = {
  /** The spoken names of cells. */
  names?: Record<string, string>;
  /** See WORDS in sheet.js. */
  words?: Words;
  /** The prefix of the ids of the cells' elements; by default the sheet's id. */
  id?: string;
  /** The name of the whole picture. */
  label?: string;
  /** A picture only, without buttons. */
  small?: boolean;
  detail?: Detail;
};

/** A cell in a picture, with what it shows. */
export type Place = { cell: Cell; element: SVGGElement; marks: SVGGElement; state: string; drawn: string };
export type Stop = { cell: Cell; element: SVGGElement };
export type Picture = {
  sheet: Sheet;
  palette: Palette;
  words: Words;
  names: Record<string, string>;
  small: boolean;
  svg: SVGSVGElement;
  /** The prefix of its elements' ids. */
  id: string;
  places: Map<string, Place>;
  layers: Record<string, SVGGElement>;
  /** The points that are written. */
  drawn: string;
};

/** By die: 1 to 6, 0 when it is out of the game, nothing when it was not thrown. */
export type Faces = Record<string, number>;
/** How dice are shown: which roll, can be pressed, are picked, are used, lie in the well; whether a throw is due. */
export type Shown = { rolling?: string[]; live?: string[]; lifted?: string[]; spent?: string[]; left?: string[]; well?: string[]; due?: boolean; aside?: string[] };
export type Lying = { die: Die; element: HTMLElement; state: string };

/** What is picked on this page before it becomes a draft: dice to throw, or a die whose cells are lit; and which dice stand for which. */
export type Picked = { moment: string; lifted: string[]; die: string; twins: Twins };
/** Dice that look alike and were exchanged, so that the pressed one is the one meant: by each die the other one. */
export type Twins = Record<string, string>;

/** What the parts of the table's page share. */
export type Table = {
  code: string;
  palette: Palette;
  snapshot: Snapshot;
  picked: Picked;
  /** The cell to whose options the list is limited. */
  narrowed: string;
  /** The letters of options of a hint, by the cell that they mark. */
  lettered: Record<string, string>;
  /** Why the last pressed cell cannot be chosen, or what the server refused. */
  why: string;
  /** Whether a request is in progress. */
  busy: boolean;
  presses: (() => void)[];
  /** Whether the running scores are shown. */
  scores: boolean;
  /** The hand-over that has been confirmed: "seat/window". */
  handed: string;
  /** Whether the player is looking for a wrong mark on a pad, or corrects real dice. */
  correcting: boolean;
  draw: () => void;
  /** Brings the pad of one of my seats to the front. */
  front: (seat: number) => void;
  act: (action: Action) => Promise<boolean>;
  /** Whether something that happened is still to be shown. */
  isBehind: () => boolean;
  /** Shows the newest state at once. */
  skip: () => void;
};
export type Part = { element: HTMLElement; show: (snapshot: Snapshot) => void };
export type Drawn = { svg: SVGSVGElement; update: (view: View) => void; arrange: (room: Room, keeps?: boolean) => void; other: () => Box | null };
