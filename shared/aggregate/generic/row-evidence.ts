import type { KubeObject } from "../../model/object.ts";
import type { CountRow, FieldValues, KindRow, WordRow } from "../../model/profile.ts";
import type { Verdict } from "../../model/verdict.ts";
import { generationNumber, toText } from "../../parse/json-value.ts";
import { valuesAtPath } from "../../parse/value-paths.ts";
import type { ReplicaCounts } from "./replica-counts.ts";
import { listFailures, listGeneralFailures } from "./reported-errors.ts";
import { evaluateWord, type StatusWord } from "./word-verdict.ts";

/** The words of a status by the row of its kind, in the order of the row, then its texts about a failure. */
export function listWordsByRow(object: KubeObject, { words: rows = [], failures }: KindRow): readonly StatusWord[] {
  const words = rows.flatMap((row) => listWordsAt(object, row));
  if (failures === undefined) return [...words, ...listGeneralFailures(object)];
  const failureTexts = failures.flatMap((path) => valuesAtPath(object.raw, path)).map((value) => toText(value));
  return [...words, ...failureTexts.flatMap(listFailures)];
}

/** The words at the path of one row, each with its message. */
function listWordsAt({ raw }: KubeObject, { at, is, otherwise, where = [] }: WordRow): readonly StatusWord[] {
  if (!where.every((fieldValues) => hasOneOf(raw, fieldValues))) return [];
  const messagesByPath = listMessagePaths(at).map((path) => valuesAtPath(raw, path));
  return valuesAtPath(raw, at).flatMap((value, index): readonly StatusWord[] => {
    const text = toText(value);
    if (text === "" && !Object.hasOwn(is, "")) return [];
    const message = messagesByPath.map((texts) => toText(texts[index] ?? texts[0])).find((each) => each !== "") ?? "";
    const meaning = (Object.hasOwn(is, text) ? is[text] : undefined) ?? otherwise ?? evaluateOtherWord(text);
    // A bare `false` or `1` says nothing without the name of its field.
    const needsName = typeof value !== "string" || Object.keys(is).length === 0;
    const reason = needsName ? `${readLastName(at)}: ${text}` : text;
    const trouble = { reason, message: message === text ? "" : message };
    const isResting = meaning === "paused";
    return [{ verdict: isResting ? "healthy" : meaning, isResting, trouble }];
  });
}

/** Whether a field of an object has one of the values. Of a path to several fields one is enough. An absent field is empty. */
function hasOneOf(raw: unknown, { at, is }: FieldValues): boolean {
  const values = valuesAtPath(raw, at);
  return values.length === 0 ? is.includes("") : values.some((value) => is.includes(toText(value)));
}

/**
 * Where the message of a word may stand: beside the word, or in the status. In status.reason a Challenge has its sentence
 * (cert-manager, pkg/apis/acme/v1/types_challenge.go).
 */
function listMessagePaths(wordPath: string): readonly string[] {
  const besideWord = wordPath.replace(/\.[^.]+$/, ".message");
  return [besideWord, "status.message", "status.reason"].filter((path) => path.startsWith("status."));
}

/** The last field that a path names: `ready` of `status.nodes.*.ready`. */
function readLastName(path: string): string {
  return path.match(/(?<=\[)[^\]]+(?=\])|[^.*[\]]+/g)?.at(-1) ?? path;
}

/** The counts of an object. */
export interface EvaluatedCounts {
  readonly counts: ReplicaCounts;
  /** The verdict if fewer are ready than wanted. */
  readonly verdictIfShort: Verdict;
  /** The counts with the names of their fields, where no row names the fields: `readyMembers: 1, members: 3`. */
  readonly names?: string;
}

/** The counts of a row that an object has, in the order of the row. */
export function listCountsByRow(object: KubeObject, rows: readonly CountRow[]): readonly EvaluatedCounts[] {
  return rows.flatMap(({ wanted, ready, short = "progressing" }) => {
    const wantedCount = sumAtPath(object, wanted);
    if (wantedCount === undefined || wantedCount === 0) return [];
    const readyCount = sumAtPath(object, ready) ?? 0;
    return [{ counts: { ready: readyCount, wanted: wantedCount, areUpdated: true }, verdictIfShort: short }];
  });
}

/** The sum of the numbers at a path. A text counts as 1, so that texts are counted: `spec.addresses.*`. Undefined without any. */
function sumAtPath({ raw }: KubeObject, path: string): number | undefined {
  const numbers = valuesAtPath(raw, path).flatMap(
    (value) => generationNumber(value) ?? (toText(value) === "" ? [] : 1),
  );
  return numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0);
}

/** The required condition types of a row that an object lacks. */
export function listMissingTypes(types: readonly string[], { required = [] }: KindRow): readonly string[] {
  return required.filter((type) => !types.includes(type));
}

/**
 * The verdict of a word that the row of a kind lacks, because a newer release may have added the word. It is the verdict of
 * the general table, but unknown in place of healthy. A text with two counts, `1/3`, is evaluated by them
 * (OpenTelemetryCollector).
 */
function evaluateOtherWord(text: string): Verdict {
  const [, ready, wanted] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (ready === undefined) {
    const verdict = evaluateWord(text) ?? "unknown";
    return verdict === "healthy" ? "unknown" : verdict;
  }
  return Number(ready) >= Number(wanted) ? "healthy" : "progressing";
}
