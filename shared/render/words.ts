// All English of the product: one file per subject, and every other room takes its words from here.
export { age, ageOf } from "./words-age.ts";
export { causeAlone, causeText, evidenceInBrief, evidenceInFull, evidenceText, noReason } from "./words-cause.ts";
export { describe } from "./words-finding.ts";
export { stallWords } from "./words-finding-parts.ts";
export { count, listOf, nameOf, pluralOf, resourceOf } from "./words-names.ts";
export {
  emptyWords,
  gapWords,
  heldWords,
  nothingFound,
  outcomeWords,
  readyGateWords,
  upgradeGateWords,
} from "./words-state.ts";
