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
