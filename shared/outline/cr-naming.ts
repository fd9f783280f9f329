import { nodesOnPath } from "../model/cause/cause-path.ts";
import type { Cause, Contribution, ReportNode, RootNode } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";

// How the conditions of a HyperConverged CR name the components that are to blame, where they name another one.

/** The condition of a root in which a component of that verdict should be named; undefined: in none. */
export const namingType: Readonly<Record<Verdict, string | undefined>> = {
  unavailable: "Available",
  degraded: "Degraded",
  progressing: "Progressing",
  healthy: undefined,
  unknown: undefined,
};

/** The condition of the CR in which a component should be named, and the component that it names. */
interface Naming {
  readonly type: string;
  readonly component: string;
}

/** Where the CR names another component for this one: `the CR's Available names AAQ instead`; or empty. */
export function namingNote(root: RootNode, part: ReportNode): string {
  const naming = findOtherNaming(root, part);
  return naming === undefined ? "" : `${namingText(naming)} instead`;
}

/**
 * The note beside causes of one entry. The first that applies:
 * 1. the CR names another component for one of theirs: `the CR's Available names AAQ instead`, and `… names AAQ alone` where
 *    AAQ is one of theirs;
 * 2. only a reason of the CR names their components: `by the CR's reasons alone`;
 * 3. empty.
 */
export function namingNoteOfGroup(root: RootNode, causes: readonly Cause[]): string {
  const parts = causes.flatMap((cause) => nodesOnPath(root, cause).slice(0, 1));
  const naming = parts.map((part) => findOtherNaming(root, part)).find((found) => found !== undefined);
  if (naming === undefined)
    return causes.every((cause) => isFromReasons(root, cause)) ? "by the CR's reasons alone" : "";
  const isOneOfThem = parts.some(({ label }) => label === naming.component);
  return `${namingText(naming)} ${isOneOfThem ? "alone" : "instead"}`;
}

function namingText({ type, component }: Naming): string {
  return `the CR's ${type} names ${component}`;
}

/**
 * Whether only a reason of the CR names the component of a cause: the component itself was not read. An object below it
 * that was read is better evidence.
 */
export function isFromReasons(root: RootNode, { component, verdict, path }: Cause): boolean {
  if (verdict === "unknown" || path.length !== 2) return false;
  const contributions = Object.values(root.offenders).flat();
  return contributions.some((row) => row.component === component && row.rule === "reported-reason");
}

/**
 * The other component that the CR names for this one. Undefined where:
 * - no condition names components of this verdict;
 * - an installation runs: the CR then names the last component that the operator read;
 * - the component does not contribute to the condition, or the condition names it;
 * - the condition names no component.
 */
function findOtherNaming(root: RootNode, { label, verdict }: ReportNode): Naming | undefined {
  const type = namingType[verdict];
  if (type === undefined || root.isInstalling) return undefined;
  const contributions = contributionsTo(root, type);
  const ofComponent = contributions.filter(({ component }) => component === label);
  if (ofComponent.length === 0 || ofComponent.some(({ shown }) => shown)) return undefined;
  const named = contributions.find(({ shown }) => shown);
  return named && { type, component: named.component };
}

/** The components that contribute to a condition of a root. */
export function contributionsTo({ offenders }: RootNode, type: string): readonly Contribution[] {
  return Object.hasOwn(offenders, type) ? (offenders[type] ?? []) : [];
}
