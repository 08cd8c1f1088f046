// What only the pages know: sheets as data, pictures, and what the parts of a table's page share. Read by the type checker only.

import type { Action, Choosable, Question, Snapshot } from "./types.js";

export type Point = [number, number];
export type Words = Record<string, string>;
export type Colour = { letter: string; symbol: string; paint: string };
export type Palette = Record<string, Colour>;
export type Box = { left: number; top: number; right: number; bottom: number };

/** A sheet's file, as sheets/schema.json says. */
export type Sheet = {
  id: string;
  game: string;
  size: Point;
  dice: Die[];
  labels: Label[];
  bands: Band[];
  cells: Cell[];
  /** How the kinds of cells look that are not plain. */
  kinds?: Record<string, Look>;
  /** How cells are called aloud, in the page's language. */
  names: Record<string, string>;
  /** What stands for a cell where there is little room. */
  short: Record<string, string>;
  /** How it looks in the middle of a game. */
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
export type Lying = { die: Die; element: HTMLElement; state: string };

/** An option somebody has taken in hand but not confirmed. */
export type Held = { seat: number; window: number; option: number; cell: string };

/** What the parts of the table's page share. */
export type Table = {
  code: string;
  palette: Palette;
  snapshot: Snapshot;
  pencil: Held | null;
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
export type Part = { element: HTMLElement; show: (snapshot: Snapshot) => void };
export type Drawn = { svg: SVGSVGElement; update: (view: View) => void };
