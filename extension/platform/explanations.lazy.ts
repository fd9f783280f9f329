import { findExplanations } from "../../shared/explain/explain-reason.ts";
import { findExplanationForKind } from "../../shared/explain/find-explanation.ts";
import type { Ref } from "../../shared/model/object.ts";

/** Returns the meaning of a condition or a reason for this kind of object, or of a finding. */
export function explainInBrief(word: string, ref: Ref): string | undefined {
  const said = findExplanationForKind(word, "condition", ref) ?? findExplanationForKind(word, "reason", ref);
  return (said ?? findExplanations(word).find(({ code, kind }) => code === word && kind === "finding"))?.meaning;
}
