import type { KubeObject } from "../../model/object.ts";
import { type Fields, listAt, textAt, toText } from "../../parse/json-value.ts";
import { failedReason, faultMessage } from "../../tables/reasons.ts";
import { errorField, failureFields, lastErrorField, noErrorText } from "../../tables/status-words.ts";
import { isAboutThePast } from "./status-parts.ts";
import { type StatusWord, tellsNothing } from "./word-verdict.ts";

/** The texts about a failure in the fields that hold one only then. */
export function listGeneralFailures({ status }: Pick<KubeObject, "status">): readonly StatusWord[] {
  return failureFields.flatMap((name) => listFailures(textAt(status, name)));
}

/** The evidence that a text about a failure is; none where it is empty. */
export function listFailures(message: string): readonly StatusWord[] {
  return message === "" || tellsNothing(message) || noErrorText.test(message)
    ? []
    : [{ verdict: "degraded", isResting: false, trouble: { reason: "", message } }];
}

/** The errors that a status or one of its fields reports; the first of a list. */
export function listReportedErrors(fields: Fields): readonly StatusWord[] {
  const present = Object.entries(fields).filter(([name]) => !isAboutThePast(name));
  const listed = present.flatMap(([, value]) => listFailures(readErrorText(listAt(value, "errors")[0])));
  const named = Object.entries(fields)
    .filter(([name]) => errorField.test(name))
    .flatMap(([name, value]) =>
      listFailures(readErrorText(Array.isArray(value) ? value[0] : value)).map(
        (word) => ({ ...word, of: lastErrorField.test(name) ? "lastError" : "error" }) as const,
      ),
    );
  return [...named, ...listed.map((word) => ({ ...word, of: "error" as const }))];
}

function readErrorText(value: unknown): string {
  // A number is a measure: `meanError: "0.2"`.
  const text = typeof value === "string" && !/^[\d.]+%?$/.test(value) ? value : "";
  return ["message", "description", "errorMessage", "reason"].reduce(
    (found, name) => found || textAt(value, name),
    text,
  );
}

/** What the reason or the message of a status tells about a fault although its words or flags are good: `Active`, `SyncFailed`. */
export function findContradiction(fields: Fields, words: readonly StatusWord[]): readonly StatusWord[] {
  const [reason, message] = ["reason", "message"].map((name) => toText(fields[name]));
  if (words.length === 0 || words.some(({ verdict, isResting }) => /^(degraded|unknown)$/.test(verdict) || isResting))
    return [];
  if (!failedReason.test(reason ?? "") && !faultMessage.test(message ?? "")) return [];
  return [
    { verdict: "degraded", isResting: false, of: "error", trouble: { reason: reason ?? "", message: message ?? "" } },
  ];
}
