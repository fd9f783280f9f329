import type { Source } from "../../../model/snapshot.ts";
import { onTheCluster, paragraphLabels } from "../report/labels.ts";

/** The labels of the lines below the headline; the longest decides their column. */
export const fieldLabels = {
  upgrade: "Upgrade",
  cluster: "Cluster",
  source: "Source",
  waits: "Waiting",
  meaning: "Meaning",
} as const;

/** The label of the line that says where a Report was read. */
export function placeLabel({ kind }: Source): string {
  return kind === "cluster" ? fieldLabels.cluster : fieldLabels.source;
}

/** The note on commands below a title, where the Report was not read from the cluster. */
export const offlineCommandsWords = "run the commands on the cluster";

/**
 * The title above the culprits, in the order of preference. Offline it says that the commands below it need the cluster,
 * by fewer words and a shorter name of the root before it says it no longer. `roots`: names of one root, the longest
 * first; none where it is the only one.
 */
export function culpritsTitles(isRunnable: boolean, roots: readonly string[]): readonly string[] {
  const names = roots.length === 0 ? ["CULPRITS"] : roots.map((root) => `CULPRITS of ${root}`);
  if (isRunnable) return names;
  return [...names.flatMap((name) => [`${name} (${offlineCommandsWords})`, `${name} (${onTheCluster})`]), ...names];
}

/** A root as the command line takes it: `hyperconverged/x -n virtualization`; without a namespace that all share. */
export function rootRowName({ name, namespace }: { readonly name: string; readonly namespace: string }): string {
  return namespace === "" ? name : `${name} -n ${namespace}`;
}

/** `and 2 more: AAQ, MigController`, then with one name less, and so on. */
export function moreCulpritsTexts(names: readonly string[]): readonly string[] {
  return namedTexts(`and ${names.length} more`, names);
}

/** The same with at most 20 names. */
export function moreCulpritsText(names: readonly string[]): string {
  const texts = moreCulpritsTexts(names);
  const withoutNames = texts.length - 1;
  return texts[Math.max(0, withoutNames - mostInText)] ?? "";
}

const mostInText = 20;

/** The state of the conditions beside their types, for the title above them. */
export interface ConditionsNote {
  /** The kind of the object that reports them. */
  readonly kind: string;
  /** The age that all of them share, or empty. */
  readonly since: string;
  /** Why they are out of date, if they are. */
  readonly outdated?: "operator-down" | "deleting";
}

/** `CONDITIONS (HyperConverged reports, all for 14m)`. */
export function conditionsTitle({ kind, since, outdated }: ConditionsNote): string {
  const state = {
    "operator-down": "out of date while the operator is down",
    deleting: "not updated during deletion",
  } as const;
  const notes = [
    `${kind} reports`,
    ...(since === "" ? [] : [`all ${since}`]),
    ...(outdated === undefined ? [] : [state[outdated]]),
  ];
  return `CONDITIONS (${notes.join(", ")})`;
}

/** The row in place of conditions that have no room. */
export function moreConditionsText(count: number): string {
  return `and ${count} more`;
}

/** What prints the full report of objects that were read from standard input. */
export const sameCommandInFull = "the same command with -o wide";

/** The command that prints the full report; `selection`: the arguments that read the same objects, quoted. */
export function fullReportCommand(selection: string = ""): string {
  return ["kubectl hco-status", ...(selection === "" ? [] : [selection]), "-o wide"].join(" ");
}

/** The command that prints one cluster of an inventory; `selection`: the arguments that choose it, quoted. */
export function inventoryReportCommand(selection: string): string {
  return `kubectl hco-status ${selection}`;
}

/** The command that prints every reason against an upgrade; `selection` as of {@link fullReportCommand}. */
export function upgradeGateCommand(selection: string = ""): string {
  return ["kubectl hco-status gate upgrade", ...(selection === "" ? [] : [selection])].join(" ");
}

/** `Next: kubectl …`, offline `Next, on the cluster: kubectl …`. Undefined without a command. */
export function nextText(command: string | undefined, isLive: boolean): string | undefined {
  if (command === undefined) return undefined;
  return `${paragraphLabels.next}${isLive ? "" : `, ${onTheCluster}`}: ${command}`;
}

/** The last line: the command that prints everything, and what only it prints: the number of notes, the upgrade. */
export function detailsLabel(left: number, upgrade: "blocked" | "unknown" | undefined): string {
  const more = [
    ...(upgrade === undefined ? [] : [`upgrade ${upgrade}`]),
    ...(left === 0 ? [] : [`${left} more ${left === 1 ? "note" : "notes"}`]),
  ];
  return more.length === 0 ? "Details:" : `Details (${more.join(", ")}):`;
}

/**
 * A sentence with all of its names, with one name less, and so on: `4 of 6 healthy: CDI, AAQ and 2 more`. The last has
 * the number of the names only. No screen has room for more than a hundred.
 */
export function namedTexts(text: string, names: readonly string[], separator = ": "): readonly string[] {
  const hidden = Math.max(0, names.length - mostNames);
  return Array.from({ length: names.length + 1 - hidden }, (_, index) => {
    const left = hidden + index;
    const shown = names.slice(0, names.length - left).join(", ");
    const more = left === 0 ? "" : `${left} more`;
    const list = shown === "" || more === "" ? shown || more : `${shown} and ${more}`;
    return list === "" || list === `${names.length} more` ? text : `${text}${separator}${list}`;
  });
}

/** The most names of a sentence. */
const mostNames = 100;
