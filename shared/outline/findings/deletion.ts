import type { DeletionEvidence } from "../../model/finding/deletion.ts";
import { abandonedText } from "../cause-clauses.ts";
import { phrase } from "../text.ts";
import type { FindingSentences } from "./sentences.ts";

/** The sentences about deletions that do not end by waiting. */
export const deletionSentences: FindingSentences<DeletionEvidence["code"]> = {
  "deletion-abandoned": (finding, { about }) => phrase`${about} is being deleted, but ${abandonedText(finding)}`,
};
