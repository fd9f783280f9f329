/** A stretch of a text: offsets in UTF-16 units, the end exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** The path of a field in an object: names of fields, and positions in lists from 0. */
export type FieldPath = readonly (string | number)[];

/**
 * How completely a text names an object of a cluster. It names it fully, by `generateName` only, without a name, or
 * with a template engine's placeholders. A patch leaves apiVersion to the object that it patches.
 */
export type ManifestState = "named" | "generateName" | "unnamed" | "template" | "patch";

/** The identity of an object in a manifest, and where it is written. Texts are as written: a name `007` is "007". */
interface ManifestIdentity {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly state: ManifestState;
  /** It contains `{{ }}` anywhere; if its name and kind do not, it is "named" nevertheless. */
  readonly hasTemplate: boolean;
  /** Its document is too large or too broken to be read completely: fields can be missing. */
  readonly isPartial: boolean;
  /** From its first key to its last character, without comments before and blank lines after. */
  readonly whole: TextSpan;
  /** The values, with their quotes. An item without a kind in a list of one kind has an empty span at its start. */
  readonly spans: {
    readonly apiVersion?: TextSpan;
    readonly kind: TextSpan;
    readonly name?: TextSpan;
    readonly namespace?: TextSpan;
  };
}

/** One object in a manifest; its spans count from the start of the whole text. */
export interface ManifestObject extends ManifestIdentity {
  readonly piece: ManifestPiece;
  /** The offset of the piece in the whole text. */
  readonly pieceStart: number;
  /** The index of the part in the piece. */
  readonly partIndex: number;
  /** The path of the object in the part: `["items", 2]`. */
  readonly path: FieldPath;
}

/**
 * The text between two document markers. It depends on its text alone: the same text is the same piece, wherever it
 * moves.
 */
export interface ManifestPiece {
  readonly text: string;
  /** One part for YAML; for JSON one for each value in sequence. Spans count from the start of the piece. */
  readonly parts: readonly ManifestPart[];
  /** The fields and items that its size does not explain: `countDenseValues` of its text. */
  readonly values: number;
  /** Template blocks (`{{ if }}`) that it opens and does not close, minus those that it closes and did not open. */
  readonly openedBlocks: number;
}

/** One YAML document or JSON value of a piece, with the objects in it. */
export interface ManifestPart extends TextSpan {
  readonly objects: readonly ManifestFound[];
  readonly isPartial: boolean;
}

/** An object in its piece: spans count from the start of the piece. */
export interface ManifestFound extends ManifestIdentity {
  readonly path: FieldPath;
}

/** A piece at its position in the text. */
export interface PlacedPiece extends TextSpan {
  readonly piece: ManifestPiece;
  /** Whether a template block (`{{ if }}`) is open at its start. */
  readonly isInTemplateBlock: boolean;
  readonly objects: readonly ManifestObject[];
}

/** The YAML or JSON documents of a text, in the order of the text. */
export interface Manifest {
  readonly text: string;
  readonly objects: readonly ManifestObject[];
  readonly pieces: readonly PlacedPiece[];
  /** Documents that could not be read completely, because they are too large or too broken. */
  readonly partial: readonly TextSpan[];
  /** Why nothing of the text was read, such as `more than 120000 documents`. It has no objects then. */
  readonly refusal?: string;
}

/** The field at an offset: its object, its path, and whether the offset is on its key or its value. */
export interface FieldPosition {
  readonly object: ManifestObject;
  readonly path: FieldPath;
  readonly on: "key" | "value";
  readonly span: TextSpan;
}
