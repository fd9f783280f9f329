import type { KubeObject } from "../../model/object.ts";
import { type Fields, listAt, textAt, toText } from "../../parse/json-value.ts";
import { failedReason, faultMessage } from "../../tables/reasons.ts";
import { errorField, failureFields, lastErrorField, noErrorText } from "../../tables/status-words.ts";
import { isAboutThePast } from "./status-parts.ts";
import { isEmptyWord, makeFaultWord, type StatusWord } from "./word-verdict.ts";

/** The texts about a failure in the fields that have a text only after a failure: `failureMessage`. */
export function listGeneralFailures({ status }: Pick<KubeObject, "status">): readonly StatusWord[] {
  return failureFields.flatMap((name) => listFailures(textAt(status, name)));
}

/** A text about a failure as a word. Empty if the text is empty or says that there is no failure. */
export function listFailures(message: string): readonly StatusWord[] {
  if (message === "" || isEmptyWord(message) || noErrorText.test(message)) return [];
  return [makeFaultWord("", message)];
}

/**
 * The errors that a status reports: those in its error fields, then the first of each list of errors in a field.
 * `{ lastError: "timeout", sync: { errors: ["refused"] } }` -> `timeout` (lastError), `refused` (error).
 */
export function listReportedErrors(fields: Fields): readonly StatusWord[] {
  const errorsOfFields: StatusWord[] = [];
  const errorsOfLists: StatusWord[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (errorField.test(name)) {
      const text = readErrorText(Array.isArray(value) ? value[0] : value);
      const origin = lastErrorField.test(name) ? "lastError" : "error";
      errorsOfFields.push(...listFailures(text).map((word): StatusWord => ({ ...word, origin })));
    }
    if (!isAboutThePast(name)) {
      const text = readErrorText(listAt(value, "errors")[0]);
      errorsOfLists.push(...listFailures(text).map((word): StatusWord => ({ ...word, origin: "error" })));
    }
  }
  return [...errorsOfFields, ...errorsOfLists];
}

/** The text of an error, which may be an object with a message. Empty for a number, which is a measure: `meanError: "0.2"`. */
function readErrorText(value: unknown): string {
  if (typeof value === "string") return /^[\d.]+%?$/.test(value) ? "" : value;
  const texts = ["message", "description", "errorMessage", "reason"].map((name) => textAt(value, name));
  return texts.find((text) => text !== "") ?? "";
}

/** A fault that the reason or message of a status reports although its words and flags are good: `Active`, `SyncFailed`. */
export function findContradiction(fields: Fields, words: readonly StatusWord[]): readonly StatusWord[] {
  const areAllGood = words.every(
    ({ verdict, isResting }) => verdict !== "degraded" && verdict !== "unknown" && !isResting,
  );
  if (words.length === 0 || !areAllGood) return [];
  const reason = toText(fields["reason"]);
  const message = toText(fields["message"]);
  if (!failedReason.test(reason) && !faultMessage.test(message)) return [];
  return [makeFaultWord(reason, message, "error")];
}
