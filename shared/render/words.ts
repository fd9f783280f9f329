// All English of the product: one file per subject, and other rooms take their words from here.
export { age } from "./words-age.ts";
export { causeText, evidenceText } from "./words-cause.ts";
export { describe } from "./words-finding.ts";
export { readyGateWords, upgradeGateWords } from "./words-gate.ts";
export { pluralOf } from "./words-names.ts";
export { heldWords } from "./words-outcome.ts";
