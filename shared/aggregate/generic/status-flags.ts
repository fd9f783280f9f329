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
import { evaluateWord, type StatusWord } from "./word-verdict.ts";

/**
 * The flags of a status: `healthy: false`, `degraded: true`. What it is not yet is a fault where an error stands beside
 * it. What has not succeeded may still do so while a word names work, or where nothing else is known of what runs to an
 * end.
 */
export function flaggedWords(fields: Fields, message: string, kind: string): readonly StatusWord[] {
  const error = toText(fields["error"]) || textAt(fields, "error", "message");
  const states = statusFlags.flatMap(([name, whenFalse]): readonly StatusWord[] => {
    const flag = toFlag(fields[name]);
    if (flag === undefined || (flag && acceptanceFlags.has(name))) return [];
    // What is up to date has nothing newer that is available.
    if (name === "available" && wordsIn(fields).some((word) => /^up-?to-?date$/i.test(word))) return [];
    const reason = `${name}: ${flag}`;
    if (flag) return [{ verdict: "healthy", isResting: false, trouble: { reason, message: "" } }];
    const notYet = name === "succeeded" && mayStillSucceed(fields, message, kind) ? "progressing" : whenFalse;
    const verdict = error === "" ? notYet : "degraded";
    return [{ verdict, isResting: false, trouble: { reason, message: error || message } }];
  });
  const faults = faultFlags
    .filter((name) => toFlag(fields[name]) === true)
    .map(
      (name): StatusWord => ({ verdict: "degraded", isResting: false, trouble: { reason: `${name}: true`, message } }),
    );
  return [...states, ...faults];
}

/** A flag, also where it is written as text: `"False"`, `"no"`. */
function toFlag(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  if (/^(true|yes)$/i.test(value)) return true;
  return /^(false|no)$/i.test(value) ? false : undefined;
}

function mayStillSucceed(fields: Fields, message: string, kind: string): boolean {
  const words = wordsIn(fields).map((word) => word.replace(/^STATE_/, ""));
  const isAtWork = words.some((word) => /^running$/i.test(word) || evaluateWord(word, kind) === "progressing");
  if (isAtWork || busyMessage.test(message)) return true;
  return taskKinds.test(kind) && message === "" && words.every((word) => evaluateWord(word, kind) === "unknown");
}

/** The words of the fields that hold one. */
export function wordsIn(fields: Fields): readonly string[] {
  return statusWordFields.map((name) => toText(fields[name])).filter((word) => word !== "");
}

/**
 * Whether the spec asks the object to rest: `spec.paused`, `spec.suspend`, `spec.runPolicy.suspend` (Kubeflow). Or an
 * annotation does: `cluster.x-k8s.io/paused: ""`, `crossplane.io/paused: "true"`.
 */
export function isPausedBySpec({ raw }: KubeObject): boolean {
  const names = ["paused", "pause", "suspend", "suspended", "disabled", "stopped", "stop", "hibernate", "hibernated"];
  const paths = [...names.map((name) => [name]), ["runPolicy", "suspend"]];
  const annotations = Object.entries(recordAt(raw, "metadata", "annotations") ?? {});
  return (
    paths.some((path) => valueAt(raw, "spec", ...path) === true) ||
    annotations.some(([name, value]) => pausingAnnotation.test(`${name}=${toText(value)}`))
  );
}
