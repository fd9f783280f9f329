import { explanations } from "../shared/aggregate/explanations.ts";
import { acceptableCodes } from "../shared/model/gate.ts";
import { anyComponent } from "../shared/render/words-explain-patterns.ts";
import type { Known } from "./completion-choices.ts";

/** Lists of ours, each word once, sorted. */
export function known(what: Known): readonly string[] {
  const all = { "gate code": acceptableCodes, explanation: explained }[what];
  return [...new Set(all)].toSorted();
}

/** `CDIDegraded` and its like one by one; what the list shows in their place is no word that anybody reads anywhere. */
const explained: readonly string[] = explanations
  .map(({ explanation }) => explanation.code)
  .filter((code) => !code.startsWith(anyComponent));
