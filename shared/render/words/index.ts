// All English texts of the product, one file per subject. Other directories import their texts from here.
export { formatAge } from "../../aggregate/core/words/ages.ts";
export { causeText, evidenceText } from "../../aggregate/core/words/cause.ts";
export { guessPlural } from "../../model/resource-name.ts";
export { readyGateWords, upgradeGateWords } from "./commands/gate.ts";
export { describeFinding } from "./finding/describe.ts";
