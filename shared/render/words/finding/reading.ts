import type { ReadingEvidence } from "../../../model/finding/reading.ts";
import type { FindingSentences } from "./sentences.ts";
import { notRead } from "./shared-sentences.ts";

/** The sentences about what was read, and about how well it could be evaluated. */
export const readingSentences: FindingSentences<ReadingEvidence["code"]> = {
  "guessed-sense": ({ type }, about) => `what ${type} of ${about} means was guessed from its name`,
  "clock-ahead": ({ type, since }, about) =>
    `${type} of ${about} changed at ${since}, after it was read: a clock is wrong, its age counts as 0`,
  "damaged-input": ({ where, cause }) => `${where} could not be used: ${cause}`,
  "reading-refused": notRead,
};
