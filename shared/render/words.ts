/** All English of the product; one file per subject, and every other room takes its words from here. */
export { causeText, evidenceText, noReason, verdictWord } from "./words-cause.ts";
