import type { DeletionEvidence } from "../../model/finding/deletion.ts";
import { abandonedText } from "../cause-clauses.ts";
import { list, phrase } from "../text.ts";
import { countText, formFor } from "../words/names.ts";
import type { FindingSentences } from "./sentences.ts";
import { quoteEvidence } from "./shared-sentences.ts";

/** The sentences about deletions that do not end by waiting. */
export const deletionSentences: FindingSentences<DeletionEvidence["code"]> = {
  "deletion-abandoned": (finding, { about }) => phrase`${about} is being deleted, but ${abandonedText(finding)}`,
  "deletion-waits-for": ({ count, objects, finalizers }, { about }) => {
    const held = phrase`${formFor(finalizers.length, "finalizer", "finalizers")} ${list(finalizers)}`;
    return phrase`the deletion of ${about} waits for ${countText(count, "object")}: ${list(objects)}; ${held} must be removed by ${formFor(count, "its", "their")} operator`;
  },
  "deletion-waits-for-api": (finding, { about }) =>
    phrase`Namespace ${finding.namespace} is not deleted while ${about} does not respond: ${quoteEvidence(finding)}`,
};
