import type { Completeness, DriftHeld, Gap, Gate, Related } from "../model/report.ts";
import type { Outcome, Source } from "../model/snapshot.ts";
import { count, listOf, pluralOf, resourceOf } from "./words-names.ts";

/** How an attempt to read ended, behind the name of what was read. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  found: "found",
  absent: "does not exist",
  noSuchKind: "is not installed",
  forbidden: "may not be read",
  unread: "was not read",
};

/** Why a difference between the CR and its rules is no fault now. */
export const heldWords: Readonly<Record<DriftHeld, string>> = {
  deleting: "the CR is being deleted",
  "operator-down": "the operator is down",
  "reconcile-error": "the operator did not finish its last round",
  stale: "the status is older than the spec",
  upgrading: "an upgrade is running",
  incomplete: "not every component was read",
};

/** What a gate calls an obstacle that is no component. */
const obstacles: Readonly<Record<string, string>> = {
  AlreadyPerformingUpgrade: "the running upgrade",
  Deleting: "the deletion",
  Init: "the installation",
  InvalidRequest: "the invalid request",
  ReconcileFailed: "the operator's failed round",
  StatusUnknown: "components not judged yet",
};

/** The answer of the readiness gate: `yes`, `no: CDI`, `not known: KubeVirt`. */
export function readyGateWords(gate: Gate): string {
  return `${{ yes: "yes", no: "no", unknown: "not known" }[gate.answer]}${after(": ", gate.because)}`;
}

/** The answer of the upgrade gate: `allowed`, `blocked by KubeVirt, CDI`, `not known: AAQ`. */
export function upgradeGateWords(gate: Gate): string {
  if (gate.answer === "yes") return "allowed";
  return gate.answer === "no" ? `blocked${after(" by ", gate.because)}` : `not known${after(": ", gate.because)}`;
}

/** One question that brought nothing, as a person would ask it: `list pods in openshift-cnv`. */
export function gapWords(gap: Gap): string {
  const place = gap.namespace === undefined ? "" : ` in ${gap.namespace}`;
  // A piece of a file that could not be used has no kind.
  const what =
    gap.kind === "" ? (gap.name ?? "") : gap.name === undefined ? pluralOf(gap.kind) : `${gap.kind} ${gap.name}`;
  const cause = gap.outcome !== "unread" || gap.cause === undefined || gap.cause === "" ? "" : `: ${gap.cause}`;
  return `${gap.verb} ${what}${place}${cause}`;
}

/** No object to report on: what was asked, what came back, what to try. */
export function emptyWords(gap: Gap): string {
  const resource = resourceOf(gap);
  const named = gap.name === undefined ? gap.kind : `${gap.kind} ${gap.name}`;
  const isEverywhere = gap.namespace === undefined;
  const place = isEverywhere ? "in all namespaces" : `in namespace ${gap.namespace}`;
  const cause = gap.cause === undefined || gap.cause === "" ? "" : ` (${gap.cause})`;
  switch (gap.outcome) {
    case "absent":
      if (gap.name !== undefined)
        return `${named} does not exist${isEverywhere ? "" : ` ${place}`}; try -A to see what does`;
      return `no ${gap.kind} found ${place}; ${isEverywhere ? "is this the right cluster?" : "try -A for all namespaces"}`;
    case "noSuchKind":
      return `no ${gap.kind} here: the cluster does not know ${resource}; is its operator installed, and is this the right cluster?`;
    case "forbidden":
      return `not allowed to ${gap.verb} ${resource} ${place}${cause}; ask for it, or name a namespace you may read with -n`;
    case "unread":
      return `cannot ${gap.verb} ${resource} ${place}${cause}; see whether the server answers, or read from files with -f`;
  }
}

/** No question failed, and yet there is nothing. */
export function nothingFound({ kind, name }: Source): string {
  const advice: Readonly<Record<Source["kind"], string>> = {
    cluster: "try -A for all namespaces",
    "must-gather": "is this a gather of OpenShift Virtualization?",
    files: "name the file or folder that has it with -f",
    buffer: "it has no object of a kind we know",
  };
  return `no HyperConverged found in ${kind === "cluster" ? `context ${name}` : name}; ${advice[kind]}`;
}

function after(separator: string, because: readonly string[]): string {
  const names = because.map((name) => (Object.hasOwn(obstacles, name) ? (obstacles[name] ?? name) : name));
  return names.length === 0 ? "" : `${separator}${names.join(", ")}`;
}

/** `40 objects: 38 same, 1 changed, 1 gone`. */
export function relatedWords(states: ReadonlyMap<Related["state"], number>): string {
  const words: Readonly<Record<Related["state"], string>> = {
    same: "same",
    changed: "changed since recorded",
    replaced: "replaced",
    gone: "gone",
    forbidden: "forbidden",
    noSuchKind: "of a kind that is not installed",
    unread: "not read",
  };
  const total = [...states.values()].reduce((sum, one) => sum + one, 0);
  const parts = Array.from(states, ([state, number]) => `${number} ${words[state]}`);
  return `${count(total, "object")}: ${parts.join(", ")}`;
}

/** What was read and what was not: `Read 41 of 44 objects; 2 forbidden (list pods in openshift-cnv); AAQ is not installed`. */
export function completenessWords(completeness: Completeness, most: number): string {
  const { asked, found, gaps } = completeness;
  const kinds = [...new Set(gaps.filter((gap) => gap.outcome === "noSuchKind").map((gap) => gap.kind))];
  return [
    `Read ${found} of ${count(asked, "object")}`,
    ...pieces("forbidden", completeness.forbidden, gaps, most),
    ...pieces("unread", completeness.unread, gaps, most),
    ...pieces("absent", completeness.absent, gaps, most),
    ...(kinds.length === 0 ? [] : [`${listOf(kinds)} ${kinds.length === 1 ? "is" : "are"} not installed`]),
  ].join("; ");
}

function pieces(outcome: Gap["outcome"], number: number, gaps: readonly Gap[], most: number): readonly string[] {
  if (number === 0) return [];
  const word = { forbidden: "forbidden", unread: "not read", absent: "not there", noSuchKind: "not installed" }[
    outcome
  ];
  const asked = gaps.filter((gap) => gap.outcome === outcome).map(gapWords);
  const left = asked.length - most;
  const list = [...asked.slice(0, most), ...(left > 0 ? [`and ${left} more`] : [])].join(", ");
  return [`${number} ${word}${list === "" ? "" : ` (${list})`}`];
}

/** Where and when a Report was read: `context admin@prod · read at …`, `must-gather …, taken at …`. */
export function sourceWords(source: Source, takenAt: string): string {
  const names: Readonly<Record<Source["kind"], string>> = {
    cluster: `context ${source.name}`,
    "must-gather": `must-gather ${source.name}`,
    files: source.name,
    buffer: source.name,
  };
  return `${names[source.kind]}, as of ${takenAt}`;
}
