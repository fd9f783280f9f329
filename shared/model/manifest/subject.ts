import type { DrivenField } from "../field-driver.ts";
import type { Explanation } from "../finding/explanation.ts";
import type { EvaluatedCondition } from "../report.ts";

/** What a place in a manifest is about, as far as the document itself shows. */
export type ManifestSubject =
  /** The object as a whole: its apiVersion, kind, name or namespace. */
  { readonly about: "object" } | ConditionSubject | { readonly about: "field"; readonly driven: DrivenField };

/** A condition in a document, evaluated by the rules of the document's kind. */
export interface ConditionSubject {
  readonly about: "condition";
  readonly condition: EvaluatedCondition;
  /** It is in the object's own list, and not in another part of its status. */
  readonly isOwn: boolean;
  /** What Available, Progressing and Degraded of the same list mean together, if it is one of them. */
  readonly meaning?: string;
  /** The explanations of its type and of its reason for this kind. */
  readonly type?: Explanation;
  readonly reason?: Explanation;
}
