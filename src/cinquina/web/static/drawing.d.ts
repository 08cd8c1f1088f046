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
  dice: Die[];
  labels: Label[];
  bands: Band[];
  cells: Cell[];
  /** How kinds of cells look that are not plain. */
  kinds?: Record<string, Look>;
  /** The spoken names of cells, in the page's language. */
  names: Record<string, string>;
  /** Short labels of cells. */
  short: Record<string, string>;
  /** An example from the middle of a game. */
  sample?: View;
};
export type Die = { id: string; colour: string; faces?: string[] };
/** `wordy`: a word of the page's language, not a sign of the sheet. */
export type Label = { at: Point; text: string; wordy: boolean };
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
  /** How cells of its kind look. */
  look?: Look;
};
export type Look = { style?: string; sign?: string; tint?: string; text?: string };

/** What is on a sheet now. */
export type View = {
  /** Written in ink, by cell. */
  marks?: Record<string, string>;
  /** Not confirmed yet, by cell. */
  pencil?: Record<string, string>;
  /** Cells that can be chosen now. */
  legal?: string[];
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
  /** Points counted at the end, by band or cell. */
  points?: Record<string, string>;
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
  places: Map<string, Place>;
  layers: Record<string, SVGGElement>;
  counted: string;
};

/** By die: 1 to 6, 0 when it is out of the game, nothing when it was not thrown. */
export type Faces = Record<string, number>;
/** How dice are shown: which roll, can be pressed, are picked, are used, lie in the well; whether a throw is due. */
export type Shown = { rolling?: string[]; live?: string[]; lifted?: string[]; spent?: string[]; well?: string[]; due?: boolean };
export type Lying = { die: Die; element: HTMLElement; state: string };

/** What is picked on this page before it becomes a draft: dice to throw, or a die whose cells are lit. */
export type Picked = { moment: string; lifted: string[]; die: string };

/** What the parts of the table's page share. */
export type Table = {
  code: string;
  palette: Palette;
  snapshot: Snapshot;
  picked: Picked;
  /** The cell to whose options the list is limited. */
  narrowed: string;
  /** Why the last pressed cell cannot be chosen, or what the server refused. */
  why: string;
  /** Whether a request is in progress. */
  busy: boolean;
  /** Whether the running scores are shown. */
  scores: boolean;
  /** The hand-over that has been confirmed: "seat/window". */
  handed: string;
  /** Whether the player is looking for a wrong mark on a pad. */
  correcting: boolean;
  draw: () => void;
  /** Brings the pad of one of my seats to the front. */
  front: (seat: number) => void;
  act: (action: Action) => Promise<boolean>;
};
export type Part = { element: HTMLElement; show: (snapshot: Snapshot) => void };
export type Drawn = { svg: SVGSVGElement; update: (view: View) => void };
