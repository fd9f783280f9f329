import type { MalformedEvidence } from "../../model/finding/evidence.ts";
import type { Text } from "../../model/outline.ts";
import { phrase, quote } from "../text.ts";
import type { FindingSentences } from "./sentences.ts";

/** The sentences about fields that break the API's promises, and how such fields are read. */
export const malformedSentences: FindingSentences<MalformedEvidence["code"]> = {
  "conditions-not-a-list": (_, { about }) => phrase`the conditions of ${about} are not a list and were not read`,
  "condition-not-an-object": (_, { about }) =>
    phrase`an entry in the conditions of ${about} is not a condition and was ignored`,
  "condition-without-type": (_, { about }) => phrase`a condition of ${about} has no type: what it reports is unknown`,
  "duplicate-condition": (finding, { about }) =>
    phrase`${about} lists ${typeOf(finding)} more than once; the last one is used`,
  "odd-status": (finding, { about }) =>
    finding.value === undefined
      ? phrase`${typeOf(finding)} of ${about} has no status; it is read as Unknown`
      : phrase`${typeOf(finding)} of ${about} has status${quotedValue(finding)}, which is not True, False or Unknown; it is read as Unknown`,
  "odd-time": (finding, { about }) =>
    phrase`${typeOf(finding)} of ${about} has an invalid time${quotedAside(finding)}; its age is unknown`,
  "odd-text": (finding, { about }) =>
    phrase`${typeOf(finding)} of ${about} has a reason or message that is not text${quotedAside(finding)}`,
  "odd-generation": (finding, { about }) =>
    phrase`the generation or observedGeneration of ${about} is not a number${quotedAside(finding)}; unknown whether the status is stale`,
};

function typeOf({ type }: MalformedEvidence): string {
  return type ?? "a condition";
}

/** ` "soon"`, where there is a value to quote. */
function quotedValue({ value }: MalformedEvidence): Text {
  return value === undefined ? [] : phrase` ${quote(`"${value}"`)}`;
}

function quotedAside(finding: MalformedEvidence): Text {
  const value = quotedValue(finding);
  return value.length === 0 ? [] : phrase`,${value}`;
}
