import type { ConditionSense } from "../condition.ts";
import type { SenseRow } from "../profile.ts";
import type { InputFault } from "./input.ts";

/** What stands where something else is expected: a word, or a piece of another shape. */
export type FoundPiece = { readonly word: string } | "nothing" | "list" | "mapping" | "alias";

/** A mistake in a senses file. */
export type SensesFault =
  | { readonly code: "binary" | "empty" | "second-document" | "no-senses" | "no-type" }
  | { readonly code: "no-yaml"; readonly cause: InputFault }
  | { readonly code: "no-mapping" | "no-list" | "no-row" | "no-key"; readonly found: FoundPiece }
  | { readonly code: "no-word"; readonly key: string; readonly found: FoundPiece }
  | { readonly code: "no-sense"; readonly type: string; readonly allowed: readonly ConditionSense[] }
  | UnknownWord
  | { readonly code: "odd-kind"; readonly kind: string }
  | { readonly code: "odd-group"; readonly group: string }
  /** `before` is the place of the first row. */
  | { readonly code: "twice"; readonly row: SenseRow; readonly before: string };

/** A word that is none of the allowed ones; `guess` is a similar one of them. */
export interface UnknownWord {
  readonly code: "unknown-key" | "unknown-row-key" | "unknown-sense";
  readonly found: string;
  readonly guess: string | undefined;
  readonly allowed: readonly string[];
}
