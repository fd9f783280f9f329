import type { Polarity } from "../condition.ts";
import type { PolarityRow } from "../profile.ts";
import type { InputFault } from "./input.ts";

/** What stands where something else is expected: a word, or a piece of another shape. */
export type FoundPiece = { readonly word: string } | "nothing" | "list" | "mapping" | "alias";

/** A mistake in a polarity file. */
export type PolarityFault =
  | { readonly code: "binary" | "empty" | "second-document" | "no-polarities" | "no-type" | "no-kind" }
  | { readonly code: "no-yaml"; readonly cause: InputFault }
  | { readonly code: "no-mapping" | "no-type-row" | "no-kind-row" | "no-key"; readonly found: FoundPiece }
  | { readonly code: "no-field"; readonly key: string }
  | { readonly code: "odd-path"; readonly path: string }
  | {
      readonly code: "no-word" | "no-list" | "no-items" | "no-entries";
      readonly key: string;
      readonly found: FoundPiece;
    }
  | { readonly code: "no-polarity"; readonly type: string; readonly allowed: readonly Polarity[] }
  | UnknownWord
  | { readonly code: "odd-kind"; readonly kind: string }
  | { readonly code: "odd-group"; readonly group: string }
  | { readonly code: "kind-twice"; readonly kind: string; readonly group: string; readonly before: string }
  /** `before` is the place of the first row. */
  | { readonly code: "twice"; readonly row: PolarityRow; readonly before: string };

/** A word that is none of the allowed ones; `guess` is a similar one of them. */
export interface UnknownWord {
  readonly code: "unknown-key" | "unknown-row-key" | "unknown-polarity" | "unknown-verdict" | "unknown-choice";
  readonly found: string;
  readonly guess: string | undefined;
  readonly allowed: readonly string[];
}
