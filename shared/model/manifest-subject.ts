import type { Driven } from "./driven.ts";
import type { Explanation } from "./explanation.ts";
import type { JudgedCondition } from "./report.ts";

/** What a place in a manifest is about, as far as the document itself tells. */
export type ManifestSubject =
  /** The object as a whole: its apiVersion, kind, name or namespace. */
  { readonly about: "object" } | SaidCondition | { readonly about: "field"; readonly driven: Driven };

/** A condition that stands in a document, judged as the document's kind has it. */
export interface SaidCondition {
  readonly about: "condition";
  readonly condition: JudgedCondition;
  /** One of the object's own list, and not of something in its status. */
  readonly isOwn: boolean;
  /** What Available, Progressing and Degraded of the same list mean together, where it is one of them. */
  readonly meaning?: string;
  /** What its type and its reason mean where this kind says them. */
  readonly type?: Explanation;
  readonly reason?: Explanation;
}
