import type { DriftHeld } from "../../model/drift.ts";
import type { ReadGap, ReportNode } from "../../model/report.ts";
import type { Outcome, Source } from "../../model/snapshot.ts";
import { formFor } from "./names.ts";

/** The outcome of a reading, behind the name of what was read: `KubeVirt kubevirt does not exist`. */
export const outcomeTexts: Readonly<Record<Outcome, string>> = {
  found: "found",
  absent: "does not exist",
  noSuchKind: "is not installed",
  forbidden: "cannot be read (forbidden)",
  unread: "was not read",
};

/** The result of a request that brought nothing, in one word. */
export const gapOutcomeTexts: Readonly<Record<Exclude<Outcome, "found">, string>> = {
  forbidden: "forbidden",
  unread: "not read",
  absent: "not found",
  noSuchKind: "not installed",
};

/** Returns the outcome of reading an object of the tree. */
export function nodeOutcomeText({ outcome, notIn }: Pick<ReportNode, "outcome" | "notIn">): string {
  return notIn === undefined ? outcomeTexts[outcome] : missingText(notIn, 1);
}

/** Returns the outcome of reading `count` objects, or what a source lacks: `is not in the file`, `were not collected`. */
export function missingText(outcome: Exclude<Outcome, "found"> | Source["kind"], count: number): string {
  switch (outcome) {
    case "files":
    case "buffer":
      return `${formFor(count, "is", "are")} not in the file`;
    case "must-gather":
      return `${formFor(count, "was", "were")} not collected`;
    case "forbidden":
      return "cannot be read (forbidden)";
    case "absent":
      return `${formFor(count, "does", "do")} not exist`;
    case "noSuchKind":
      return `${formFor(count, "is", "are")} not installed`;
    default:
      return `${formFor(count, "was", "were")} not read`;
  }
}

/** `generation 2, observed 1`: of an object, and of the status that is out of date. */
export function generationPair(stale: { readonly observedGeneration: number; readonly generation: number }): string {
  return `generation ${stale.generation}, observed ${stale.observedGeneration}`;
}

/** ` (generation 2, observed 1)`: of an object and of its status, where both are known. */
export function generationsText(stale: {
  readonly observedGeneration?: number | undefined;
  readonly generation?: number | undefined;
}): string {
  const { observedGeneration, generation } = stale;
  if (observedGeneration === undefined || generation === undefined) return "";
  return ` (${generationPair({ observedGeneration, generation })})`;
}

/**
 * The result of a request that brought nothing, in words: a file does not have what was not given, a must-gather what was
 * not collected. An unusable piece of either has no kind, and was not read.
 */
export function gapOutcomeText({ outcome, kind }: Pick<ReadGap, "outcome" | "kind">, source: Source["kind"]): string {
  return outcome === "unread" && kind !== "" ? missingInSource(source) : gapOutcomeTexts[outcome];
}

/** What is said of an object that a source lacks: `not collected`. */
export function missingInSource(source: Source["kind"]): string {
  return unreadTexts[source];
}

const unreadTexts: Readonly<Record<Source["kind"], string>> = {
  cluster: gapOutcomeTexts.unread,
  "must-gather": "not collected",
  files: "not in the file",
  buffer: "not in the file",
};

/** Why a difference between the CR and its rules is no fault now. */
const toleratedDriftText: Readonly<Record<DriftHeld, string>> = {
  deleting: "the CR is being deleted",
  "operator-down": "the operator is down",
  "reconcile-error": "the operator did not complete its last reconcile",
  stale: "the status is out of date",
  upgrading: "an upgrade is in progress",
  incomplete: "not every component was read",
  settling: "the operator may not have updated the CR yet",
};

/** The note on conditions of the `types` whose drift is no fault for the time being. */
export function heldDriftText(types: string, held: DriftHeld): string {
  return `${types}: tolerated because ${toleratedDriftText[held]}`;
}
