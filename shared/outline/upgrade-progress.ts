import { lastConditionOfType } from "../model/condition.ts";
import type { Text } from "../model/outline.ts";
import type { Cause, ReportNode, RootNode } from "../model/report.ts";
import { isUnread } from "../model/snapshot.ts";
import { unsetReason } from "../tables/reasons.ts";
import { type AgeClock, durationPhrase, momentPhrase } from "./ages.ts";
import { change, joined, phrase, words } from "./text.ts";
import { countText, joinNames } from "./words/names.ts";

/**
 * How far a running upgrade is: `1.19.0 -> 1.20.0, running for 14m: 4 of 6 components done`. Where all components are
 * done, the operator has not completed the upgrade: it reports the new version only after a whole reconcile
 * (kubevirt/hyperconverged-cluster-operator, hyperconverged_controller.go, completeReconciliation). `named`: the
 * components that the causes name already.
 */
export function upgradeProgressText(root: RootNode, named: readonly string[], clock: AgeClock): Text {
  const head = joined(", ", [versionsText(root), words(stateOfUpgrade(root, clock))]);
  return joined(": ", [head, words(listProgress(root, named, clock).join(", "))]);
}

/** `1.19.0 -> 1.20.0`, or `to 1.20.0` where the version before is not known. */
function versionsText({ gates }: RootNode): Text {
  const { from, to } = gates.upgrade;
  if (to === undefined) return [];
  return from === undefined ? phrase`to ${to}` : change(from, to);
}

/**
 * The state of the upgrade and its age. The first that applies:
 * 1. `stuck for 14m`: every reconcile of the upgrade fails;
 * 2. `stalled for 14m`: no component has moved since the upgrade began;
 * 3. `begun 18s ago, not evaluated yet`: the operator reports no component before its first reconcile, so that versions
 *    that did not change would read as work that is done;
 * 4. `running for 18s, not evaluated yet`: the last reconcile failed. It may be a later one, so that nothing says when the
 *    upgrade began;
 * 5. `running for 14m`.
 */
function stateOfUpgrade(root: RootNode, clock: AgeClock): string {
  const failure = findFailure(root);
  if (failure !== undefined) return withDurationOf("stuck", failure.since, clock);
  const since = findUpgradeStart(root);
  if (hasNeverMoved(root, clock)) return withDurationOf("stalled", since, clock);
  if (!isNotEvaluated(root, clock)) return withDurationOf("running", since, clock);
  const hasReconcileFailed = lastConditionOfType(root.conditions, "ReconcileComplete")?.status === "False";
  const begun = `begun ${momentPhrase(since, clock)}`.trimEnd();
  return `${hasReconcileFailed ? withDurationOf("running", since, clock) : begun}, not evaluated yet`;
}

function withDurationOf(state: string, since: string | undefined, clock: AgeClock): string {
  return `${state} ${durationPhrase(since, clock)}`.trimEnd();
}

/** What is done and what is not: `4 of 6 components done`, `stalled for 5m`, `waiting for CDI`. */
function listProgress(root: RootNode, named: readonly string[], clock: AgeClock): readonly string[] {
  const { waitingFor, notCreated = [] } = root.gates.upgrade;
  const isNew = isNotEvaluated(root, clock);
  const isComplete = areAllDone(root);
  const stall = stallDuration(root, clock);
  const awaited = waitingFor.filter((component) => !named.includes(component));
  const progress: string[] = [];
  if (!isNew || !isComplete) progress.push(...doneTexts(root));
  if (stall !== "" && !hasNeverMoved(root, clock)) progress.push(`stalled ${stall}`);
  if (awaited.length > 0) progress.push(`waiting for ${joinNames(awaited)}`);
  if (notCreated.length > 0) progress.push(`${joinNames(notCreated)} not created yet`);
  if (isComplete && !isNew && findFailure(root) === undefined) progress.push("not yet completed by the operator");
  return progress;
}

/** The cause that every reconcile of the upgrade fails; undefined where none does. */
function findFailure({ causes }: RootNode): Cause | undefined {
  return causes.find(({ evidence }) => evidence.some(({ is }) => is === "failing-upgrade"));
}

/** `for 5m`, the time since a component last moved; empty while the upgrade moves, and where it fails. */
function stallDuration(root: RootNode, clock: AgeClock): string {
  return findFailure(root) === undefined ? durationPhrase(root.facts["stalledSince"], clock) : "";
}

/** Whether the upgrade is stalled since it began. */
function hasNeverMoved(root: RootNode, clock: AgeClock): boolean {
  const stall = stallDuration(root, clock);
  return stall !== "" && stall === durationPhrase(findUpgradeStart(root), clock);
}

/**
 * Whether the operator reports that it has evaluated no component: at the start of an upgrade, and where a reconcile fails
 * at the first one (kubevirt/hyperconverged-cluster-operator, hyperconverged_controller.go, handleUpgrade and
 * updateConditions). False for an upgrade that is stalled or fails.
 */
function isNotEvaluated(root: RootNode, clock: AgeClock): boolean {
  if (findFailure(root) !== undefined || stallDuration(root, clock) !== "") return false;
  const available = lastConditionOfType(root.conditions, "Available");
  return available?.status === "Unknown" && unsetReason.test(available.reason);
}

/** Since when the root reports the upgrade, or has reported nothing since it began. */
function findUpgradeStart({ conditions }: RootNode): string | undefined {
  const progressing = conditions.find(({ type }) => type === "Progressing");
  return progressing?.status === "False" ? undefined : progressing?.since;
}

function areAllDone(root: RootNode): boolean {
  const { all, done } = countUpgradedComponents(root);
  return all > 0 && done === all && root.gates.upgrade.waitingFor.length === 0;
}

/** `4 of 6 components done`, `1 unknown`; nothing where no component has a version to reach. */
function doneTexts(root: RootNode): readonly string[] {
  const { all, done, unknown } = countUpgradedComponents(root);
  if (all === 0) return [];
  const doneText = `${done} of ${countText(all, "component")} done`;
  return unknown === 0 ? [doneText] : [doneText, `${unknown} unknown`];
}

/**
 * How many components an upgrade is about (the required ones, and those that the running operator has not created yet), how
 * many of them have reached its version, and how many could not be read.
 */
export function countUpgradedComponents({ children, gates }: RootNode): {
  readonly all: number;
  readonly done: number;
  readonly unknown: number;
} {
  const { waitingFor, notCreated = [] } = gates.upgrade;
  const components = children.filter(({ role, required }) => role === "component" && required);
  const done = components.filter((part) => isUpgraded(part) && !waitingFor.includes(part.label));
  return {
    all: components.length + notCreated.length,
    done: done.length,
    unknown: components.filter(isUnread).length,
  };
}

/** Whether a component was found and reports the version that the upgrade expects of it, if it expects one. */
function isUpgraded({ outcome, facts }: ReportNode): boolean {
  const { observedVersion, expectedVersion } = facts;
  return outcome === "found" && (expectedVersion === undefined || observedVersion === expectedVersion);
}
