import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { Ref } from "../../../model/object.ts";
import type { LinkState } from "../../../model/report-change.ts";
import type { WaitGoal } from "../../../model/wait.ts";
import { joinNames, shortenNames } from "../../../outline/words/names.ts";
import { refreshCause } from "./watch.ts";

const creationHint = "Use --for create to wait until one exists.";

/** The objects in one line. */
const maxObjects = 8;

const refreshing = "refreshing";

/** The texts of connections that are not live. */
const lostConnectionTexts: Readonly<Record<LinkState, string>> = {
  idle: "connecting",
  connecting: "connecting",
  authRequired: "log in again",
  unreachable: "the server is unreachable",
  // In these states the plugin reads from the server again.
  live: refreshing,
  stale: refreshing,
  forbidden: refreshing,
  gone: refreshing,
};

/** Returns the state to reach: `healthy`, `upgraded to 1.20.0`, `deleted`, `Available=True`. */
export function formatGoal(goal: WaitGoal): string {
  switch (goal.is) {
    case "create":
      return "created";
    case "condition":
      return sanitizeLine(`${goal.type}=${goal.status}`);
    case "upgraded":
      return sanitizeLine(`upgraded${goal.version === undefined ? "" : ` to ${goal.version}`}`);
    default:
      return goal.is;
  }
}

/** Returns what is waited for: `healthy`, `deletion`, `Available=True`. */
function formatAwaited(goal: WaitGoal): string {
  if (goal.is === "deleted") return "deletion";
  return goal.is === "create" ? "creation" : formatGoal(goal);
}

/** `timed out after 2s waiting for healthy`, `interrupted waiting for deletion`. */
export function formatWaitEnding(ending: string, goal: WaitGoal): string {
  return `${ending} waiting for ${formatAwaited(goal)}`;
}

/** The error where the CRD of the awaited objects is not installed: `crd` is its name. */
export function missingKindText(goal: WaitGoal, crd: string): string {
  return `error: cannot wait for ${formatAwaited(goal)}: CRD ${crd} is not installed. ${creationHint}`;
}

/** The error where there is no object of the kind to wait for. `selector` is the one that none matches. */
export function nothingToWaitForText(
  goal: WaitGoal,
  kind: string,
  namespace: string | undefined,
  selector: string | undefined,
): string {
  const missing = selector === undefined ? `no ${kind} found` : `no ${kind} matches ${selector}`;
  const place = namespace === undefined ? "in any namespace" : `in namespace "${namespace}"`;
  const wider = namespace === undefined ? "" : "Use -A to look in all namespaces. ";
  return `error: cannot wait for ${formatAwaited(goal)}: ${missing} ${place}. ${wider}${creationHint}`;
}

/**
 * The sentence that every object has reached the goal: `is healthy`, `are deleted`, `has Available=True`. `versions`: the
 * versions after an upgrade.
 */
export function formatReached(goal: WaitGoal, isOne: boolean, versions: readonly string[] = []): string {
  if (goal.is === "condition") return `${isOne ? "has" : "have"} ${formatGoal(goal)}`;
  const hasVersions = goal.is === "upgraded" && versions.length > 0;
  const state = hasVersions ? `upgraded to ${joinNames(versions)}` : formatGoal(goal);
  return sanitizeLine(`${isOne ? "is" : "are"} ${state}`);
}

/** The objects of a wait: `HyperConverged kubevirt-hyperconverged`; the first of many. */
export function waitedObjectsText(refs: readonly Ref[]): string {
  if (refs.length === 0) return "all objects";
  const names = refs.map(({ kind, name }) => `${kind} ${name}`);
  return sanitizeLine(joinNames(shortenNames(names, maxObjects)));
}

/** The sentence for objects whose deletion was awaited but which did not exist: `no HyperConverged exists`. */
export function formatNeverExisted(missed: readonly { readonly kind: string; readonly name?: string }[]): string {
  const names = missed.map(({ kind, name }) => (name === undefined ? kind : `${kind} ${name}`));
  return sanitizeLine(`no ${[...new Set(names)].join(" or ")} exists`);
}

/** The state of a connection that is not live. */
export function formatLostConnection(state: LinkState, cause: string): string {
  const text = lostConnectionTexts[state];
  return sanitizeLine(isCause(cause) ? `${text}: ${cause}` : text);
}

/** Whether the cause says more than that the plugin reads the state again. */
export function isCause(cause: string): boolean {
  return cause !== "" && cause !== refreshCause;
}
