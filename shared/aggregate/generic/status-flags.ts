import type { KubeObject } from "../../model/object.ts";
import { type Fields, recordAt, textAt, toText, valueAt } from "../../parse/json-value.ts";
import { busyMessage } from "../../tables/reasons.ts";
import {
  acceptanceFlags,
  faultFlags,
  pausingAnnotation,
  statusFlags,
  statusWordFields,
  taskKinds,
} from "../../tables/status-words.ts";
import { evaluateWord, makeFaultWord, makeGoodWord, type StatusWord } from "./word-verdict.ts";

/** The fields of a spec that ask the object to rest. `runPolicy.suspend` is Kubeflow's. */
const pausingPaths: readonly (readonly string[])[] = [
  ["paused"],
  ["pause"],
  ["suspend"],
  ["suspended"],
  ["disabled"],
  ["stopped"],
  ["stop"],
  ["hibernate"],
  ["hibernated"],
  ["runPolicy", "suspend"],
];

/**
 * The flags of a status as words: `healthy: true` -> healthy, `degraded: true` -> degraded. A good flag that is false is
 * - degraded, if the status has an error,
 * - progressing, if it is `succeeded` and may still become true,
 * - otherwise what the table says of the flag.
 */
export function listFlagWords(fields: Fields, message: string, kind: string): readonly StatusWord[] {
  const error = toText(fields["error"]) || textAt(fields, "error", "message");
  const words: StatusWord[] = [];
  for (const [name, verdictWhenFalse] of statusFlags) {
    const flag = readFlag(fields[name]);
    if (flag === undefined || isMeaninglessFlag(name, flag, fields)) continue;
    const reason = `${name}: ${flag}`;
    if (flag) {
      words.push(makeGoodWord(reason));
    } else if (error !== "") {
      words.push(makeFaultWord(reason, error));
    } else {
      const isUnfinished = name === "succeeded" && mayStillSucceed(fields, message, kind);
      const verdict = isUnfinished ? "progressing" : verdictWhenFalse;
      words.push({ verdict, isResting: false, trouble: { reason, message } });
    }
  }
  const faults = faultFlags.filter((name) => readFlag(fields[name]) === true);
  return [...words, ...faults.map((name) => makeFaultWord(`${name}: true`, message))];
}

/** Whether a flag says nothing: that a spec is accepted, or that nothing newer is `available` than what is up to date. */
function isMeaninglessFlag(name: string, flag: boolean, fields: Fields): boolean {
  if (flag && acceptanceFlags.has(name)) return true;
  return name === "available" && listWordTexts(fields).some((text) => /^up-?to-?date$/i.test(text));
}

/** The value of a flag, also if it is written as text: `"False"`, `"no"`. Undefined for another value. */
function readFlag(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  if (/^(true|yes)$/i.test(value)) return true;
  return /^(false|no)$/i.test(value) ? false : undefined;
}

/**
 * Whether `succeeded: false` may still become true: a word or the message names work, or the status of a task has no message
 * and no word that is known.
 */
function mayStillSucceed(fields: Fields, message: string, kind: string): boolean {
  const words = listWordTexts(fields).map((text) => text.replace(/^STATE_/, ""));
  const isAtWork = words.some((word) => /^running$/i.test(word) || evaluateWord(word, kind) === "progressing");
  if (isAtWork || busyMessage.test(message)) return true;
  return taskKinds.test(kind) && message === "" && words.every((word) => evaluateWord(word, kind) === "unknown");
}

/** The texts of the fields that hold a word: `{ phase: "Ready", replicas: 3 }` -> `["Ready"]`. */
export function listWordTexts(fields: Fields): readonly string[] {
  return statusWordFields.map((name) => toText(fields[name])).filter((text) => text !== "");
}

/**
 * Whether a user asks the object to rest, by its spec (`paused: true`) or by an annotation (`cluster.x-k8s.io/paused: ""`,
 * `crossplane.io/paused: "true"`).
 */
export function isPausedBySpec({ raw }: KubeObject): boolean {
  if (pausingPaths.some((path) => valueAt(raw, "spec", ...path) === true)) return true;
  const annotations = Object.entries(recordAt(raw, "metadata", "annotations") ?? {});
  return annotations.some(([name, value]) => pausingAnnotation.test(`${name}=${toText(value)}`));
}
