import { normalizeUtc } from "../../model/time.ts";
import { allVerdicts } from "../../model/verdict.ts";
import {
  checkEntries,
  checkOneOf,
  checkOptional,
  checkSection,
  checkString,
  unexpectedValue,
} from "../checked-fields.ts";
import type { Fields } from "../json-value.ts";

// Checks of what a Report says of causes. Lists that an older release did not write may be absent.

/** Checks a root cause: the way to it, its text, since when, and its events. @throws DocumentError, as all of these do. */
export function checkRootCause(value: unknown, place: string): Fields {
  const cause = checkSection(value, place);
  checkTexts(cause, "path", place);
  checkString(cause["text"], `${place}.text`);
  checkTime(cause, "since", place);
  for (const [event, where] of entriesIfPresent(cause, "events", place)) checkEvent(checkSection(event, where), where);
  return cause;
}

/** Checks one entry of `causes`: a root cause with the part that it concerns and what to do next. */
export function checkCause(value: unknown, place: string): void {
  const cause = checkRootCause(value, place);
  checkString(cause["component"], `${place}.component`);
  checkOneOf(cause["verdict"], allVerdicts, `${place}.verdict`);
  checkRef(cause["about"], `${place}.about`);
  for (const key of ["sharedBy", "alerts"]) if (cause[key] !== undefined) checkTexts(cause, key, place);
  checkSteps(cause, place);
}

/** Checks the commands of `next`, where there are any. */
export function checkSteps(fields: Fields, place = ""): void {
  for (const [step, where] of entriesIfPresent(fields, "next", place)) {
    const { command, why } = checkSection(step, where);
    checkString(command, `${where}.command`);
    checkString(why, `${where}.why`);
  }
}

/** Checks the reference to an object. */
export function checkRef(value: unknown, place: string): void {
  const ref = checkSection(value, place);
  for (const key of ["group", "kind", "name"]) checkString(ref[key], `${place}.${key}`);
  for (const key of ["namespace", "uid", "version"]) checkOptional(ref, key, place);
}

/** Checks a list of texts. */
export function checkTexts(fields: Fields, key: string, place: string): void {
  for (const [each, where] of checkEntries(fields, key, place)) checkString(each, where);
}

function checkEvent(event: Fields, place: string): void {
  checkRef(event["about"], `${place}.about`);
  for (const key of ["reason", "message"]) checkString(event[key], `${place}.${key}`);
  const { count } = event;
  if (!Number.isSafeInteger(count) || Number(count) < 1) throw unexpectedValue(`${place}.count`, "count", count);
  checkTime(event, "last", place);
}

function checkTime(fields: Fields, key: string, place: string): void {
  const value = fields[key];
  if (value !== undefined && normalizeUtc(value) === undefined) throw unexpectedValue(`${place}.${key}`, "time", value);
}

function entriesIfPresent(fields: Fields, key: string, place: string): readonly (readonly [unknown, string])[] {
  return fields[key] === undefined ? [] : checkEntries(fields, key, place);
}
