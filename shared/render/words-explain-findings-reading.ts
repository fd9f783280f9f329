import type { ReadingFindingCode, WordsTable } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** Findings about what was read, and how. */
export const findingsReadingWords: {
  readonly readingFindings: WordsTable<ReadingFindingCode>;
} = {
  readingFindings: {
    of: "any object",
    next: [ask.yaml],
    says: {
      "judged-by-file": {
        meaning: "Conditions were judged by what a file for --senses says, and not by our own tables.",
        causes: ["you gave such a file"],
        next: ["kubectl hco-status --senses FILE -o wide"],
      },
      "guessed-sense": {
        meaning: "Nobody has told us what a condition's type means, so it was guessed from its name.",
        causes: ["a kind that we do not know"],
        next: ["kubectl hco-status --senses FILE"],
      },
      "clock-ahead": {
        meaning: "Something changed after the moment at which it was read: a clock is wrong.",
        causes: ["this machine's clock", "the API server's clock", "an --at that is too early"],
        next: ["date -u"],
      },
      "damaged-input": {
        meaning: "A file or a part of it could not be used.",
        causes: ["cut off while it was collected", "no YAML or JSON"],
        next: ["kubectl hco-status -f FILE"],
      },
      "reading-refused": {
        meaning: "Something beside the components could not be read.",
        causes: ["your account may not", "the kind is not installed", "no answer"],
        next: [ask.canI],
      },
      "not-judged": {
        meaning: "No rule says what the object's conditions mean, so nobody can tell how it is.",
        causes: ["a kind that we do not know"],
        next: ["kubectl hco-status TYPE/NAME --senses FILE"],
      },
      "odd-related": {
        meaning: "Entries of status.relatedObjects name no object and were left out.",
        causes: ["a controller that writes another form"],
      },
      "owner-cycle": {
        meaning: "Objects own each other in a circle, so the garbage collector never takes them.",
        causes: ["ownerReferences that were edited"],
      },
      "owned-cut": {
        meaning: "Not everything that the object owns is shown: it goes on too deep, or is too much.",
        causes: ["a very large tree"],
        next: ["kubectl hco-status KIND/NAME --tree"],
      },
      "conditions-not-a-list": {
        meaning: "The conditions are no list and were not read.",
        causes: ["a foreign controller", "an edited dump"],
      },
      "condition-not-an-object": {
        meaning: "An entry among the conditions is none and was left out.",
        causes: ["a foreign controller", "an edited file"],
      },
      "condition-without-type": {
        meaning: "A condition has no type and was left out.",
        causes: ["a foreign controller"],
      },
      "duplicate-condition": {
        meaning: "A type stands more than once; the last one counts.",
        causes: ["two controllers that write the same object"],
      },
      "odd-status": {
        meaning: "A condition's status is neither True, False nor Unknown; it counts as Unknown.",
        causes: ["true without quotes", "a foreign controller"],
      },
      "odd-time": { meaning: "A condition's time is none, so its age is not known.", causes: ["a foreign controller"] },
      "odd-text": { meaning: "A condition's reason or message is no text.", causes: ["a number without quotes"] },
      "odd-generation": {
        meaning: "A generation is no number, so nobody can tell whether the status is of the newest spec.",
        causes: ["a foreign controller"],
      },
    },
  },
};
