import { explained } from "../shared/aggregate/explain.ts";
import { explanationBy } from "../shared/aggregate/explanation-by.ts";
import type { Ref } from "../shared/model/object.ts";

/** What a condition or a reason means where this kind of object says it, or what a finding is. */
export function meaningOf(word: string, ref: Ref): string | undefined {
  const said = explanationBy(word, "condition", ref) ?? explanationBy(word, "reason", ref);
  return (said ?? explained(word).find(({ code, kind }) => code === word && kind === "finding"))?.meaning;
}
