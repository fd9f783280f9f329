// All English texts of the product, one file per subject. Other directories import their texts from here.

export { guessPlural } from "../../model/resource-name.ts";
export { formatAge } from "../../outline/ages.ts";
export { evidenceText } from "../../outline/cause.ts";
export { causeText } from "../../outline/cause-clauses.ts";
export { describeFinding } from "../../outline/findings/describe.ts";
export { upgradeGateWords } from "../../outline/gate-words.ts";
