/** A stretch of a text: offsets in UTF-16 units, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a field stands in an object: names of fields, and positions in lists from 0. */
export type FieldPath = readonly (string | number)[];

/**
 * How far a text names an object of a cluster: wholly, by `generateName` only, without a name, not without a template
 * engine, or as a patch does, which leaves apiVersion to what it patches.
 */
export type ManifestState = "named" | "generateName" | "unnamed" | "template" | "patch";

/** Who an object of a manifest is and where that is written. Texts are as written: a name `007` is "007". */
interface ManifestIdentity {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly state: ManifestState;
  /** There are `{{ }}` in it, wherever; a name and kind without them make it "named" all the same. */
  readonly hasTemplate: boolean;
  /** Its document is too large or too broken to be looked into as a whole: fields can be missing. */
  readonly isPartial: boolean;
  /** From its first key to its last character, without comments before and blank lines after. */
  readonly whole: Span;
  /** The values, with their quotes. An item without a kind in a list of one kind has an empty span at its start. */
  readonly spans: {
    readonly apiVersion?: Span;
    readonly kind: Span;
    readonly name?: Span;
    readonly namespace?: Span;
  };
}

/** One object in a manifest; its spans count from the start of the whole text. */
export interface ManifestObject extends ManifestIdentity {
  /** The piece it stands in, where that starts in the text, which part of it, and the path in the part: `["items", 2]`. */
  readonly piece: ManifestPiece;
  readonly at: number;
  readonly part: number;
  readonly path: FieldPath;
}

/** What stands between two document markers, by its text alone: the same text is the same piece, wherever it moves. */
export interface ManifestPiece {
  readonly text: string;
  /** One for YAML, one for each value where JSON values follow each other; spans count from the start of the piece. */
  readonly parts: readonly ManifestPart[];
  /** Template blocks (`{{ if }}`) opened and not closed in it, less those closed and not opened. */
  readonly opens: number;
}

/** One YAML document or JSON value of a piece, with the objects in it. */
export interface ManifestPart extends Span {
  readonly objects: readonly ManifestFound[];
  readonly isPartial: boolean;
}

/** An object as its piece knows it: spans count from the start of the piece. */
export interface ManifestFound extends ManifestIdentity {
  readonly path: FieldPath;
}

/** A piece where it stands; `isUnder`: a template block is open at its start. */
export interface PlacedPiece extends Span {
  readonly piece: ManifestPiece;
  readonly isUnder: boolean;
  readonly objects: readonly ManifestObject[];
}

/** What a text of YAML or JSON documents holds, in the order of the text. */
export interface Manifest {
  readonly text: string;
  readonly objects: readonly ManifestObject[];
  readonly pieces: readonly PlacedPiece[];
  /** Documents of which not all could be looked into, as they are too large or too broken. */
  readonly partial: readonly Span[];
}

/** What stands at an offset: a field of an object by its path, and whether the offset is on its key or its value. */
export interface ManifestPlace {
  readonly object: ManifestObject;
  readonly path: FieldPath;
  readonly on: "key" | "value";
  readonly span: Span;
}
