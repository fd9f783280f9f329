import type { MalformedField } from "../../../model/object.ts";
import type { FindingSentences } from "../finding/sentences.ts";

/** The sentences about fields that break the API's promises, and how such fields are read. */
export const odditySentences: FindingSentences<MalformedField["code"]> = {
  "conditions-not-a-list": (_, about) => `the conditions of ${about} are no list and were not read`,
  "condition-not-an-object": (_, about) => `an entry in the conditions of ${about} is no condition and was left out`,
  "condition-without-type": (_, about) => `a condition of ${about} has no type and was left out`,
  "duplicate-condition": (oddity, about) => `${about} lists ${typeOf(oddity)} more than once; the last one counts`,
  "odd-status": (oddity, about) =>
    `${typeOf(oddity)} of ${about} has status${quotedValue(oddity)}, neither True, False nor Unknown; it counts as Unknown`,
  "odd-time": (oddity, about) =>
    `${typeOf(oddity)} of ${about} has a time that is none${quotedAside(oddity)}; its age is not known`,
  "odd-text": (oddity, about) =>
    `${typeOf(oddity)} of ${about} has a reason or message that is no text${quotedAside(oddity)}`,
  "odd-generation": (oddity, about) =>
    `the generation of ${about}, or the one its status is about, is no number${quotedAside(oddity)}; whether the status is older than the spec is not known`,
};

function typeOf({ type }: MalformedField): string {
  return type ?? "a condition";
}

/** ` "soon"`, where there is a value to quote. */
function quotedValue({ value }: MalformedField): string {
  return value === undefined ? "" : ` "${value}"`;
}

function quotedAside(oddity: MalformedField): string {
  const value = quotedValue(oddity);
  return value === "" ? "" : `,${value}`;
}
