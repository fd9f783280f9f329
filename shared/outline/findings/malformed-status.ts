import type { MalformedField } from "../../model/object.ts";
import type { Text } from "../../model/outline.ts";
import { phrase, quote } from "../text.ts";
import type { FindingSentences } from "./sentences.ts";

/** The sentences about fields that break the API's promises, and how such fields are read. */
export const odditySentences: FindingSentences<MalformedField["code"]> = {
  "conditions-not-a-list": (_, { about }) => phrase`the conditions of ${about} are not a list and were not read`,
  "condition-not-an-object": (_, { about }) =>
    phrase`an entry in the conditions of ${about} is not a condition and was ignored`,
  "condition-without-type": (_, { about }) => phrase`a condition of ${about} has no type: what it reports is unknown`,
  "duplicate-condition": (oddity, { about }) =>
    phrase`${about} lists ${typeOf(oddity)} more than once; the last one is used`,
  "odd-status": (oddity, { about }) =>
    oddity.value === undefined
      ? phrase`${typeOf(oddity)} of ${about} has no status; it is read as Unknown`
      : phrase`${typeOf(oddity)} of ${about} has status${quotedValue(oddity)}, which is not True, False or Unknown; it is read as Unknown`,
  "odd-time": (oddity, { about }) =>
    phrase`${typeOf(oddity)} of ${about} has an invalid time${quotedAside(oddity)}; its age is unknown`,
  "odd-text": (oddity, { about }) =>
    phrase`${typeOf(oddity)} of ${about} has a reason or message that is not text${quotedAside(oddity)}`,
  "odd-generation": (oddity, { about }) =>
    phrase`the generation or observedGeneration of ${about} is not a number${quotedAside(oddity)}; unknown whether the status is stale`,
};

function typeOf({ type }: MalformedField): string {
  return type ?? "a condition";
}

/** ` "soon"`, where there is a value to quote. */
function quotedValue({ value }: MalformedField): Text {
  return value === undefined ? [] : phrase` ${quote(`"${value}"`)}`;
}

function quotedAside(oddity: MalformedField): Text {
  const value = quotedValue(oddity);
  return value.length === 0 ? [] : phrase`,${value}`;
}
