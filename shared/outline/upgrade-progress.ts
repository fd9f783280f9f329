import { lastConditionOfType } from "../model/condition.ts";
import type { Text } from "../model/outline.ts";
import type { Cause, ReportNode, RootNode } from "../model/report.ts";
import { isUnread } from "../model/snapshot.ts";
import { unsetReason } from "../tables/reasons.ts";
import { type AgeClock, durationPhrase, momentPhrase } from "./ages.ts";
import { withAge } from "./root-state.ts";
import { change, joined, phrase, words } from "./text.ts";
import { countText, joinNames } from "./words/names.ts";

/** What the texts about a running upgrade are made of. */
interface UpgradeState {
  /** The cause that every reconcile of the upgrade fails; undefined where none does. */
  readonly failure: Cause | undefined;
  /** Since when the root reports the upgrade, or has reported nothing since it began. */
  readonly since: string | undefined;
  /** `for 5m`, the time since a component last moved; empty while the upgrade moves, and where it fails. */
  readonly stall: string;
  /** The upgrade is stalled since it began. */
  readonly hasNeverMoved: boolean;
  readonly isNotEvaluated: boolean;
}

/**
 * How far a running upgrade is: `1.19.0 -> 1.20.0, running for 14m: 4 of 6 components done`. Where all components are
 * done, the operator has not completed the upgrade: it reports the new version only after a whole reconcile
 * (kubevirt/hyperconverged-cluster-operator, hyperconverged_controller.go, completeReconciliation). `named`: the
 * components that the causes name already.
 */
export function upgradeProgressText(root: RootNode, named: readonly string[], clock: AgeClock): Text {
  const state = readUpgradeState(root, clock);
  const head = joined(", ", [versionsText(root), words(stateTextOf(state, root, clock))]);
  return joined(": ", [head, words(listProgress(state, root, named).join(", "))]);
}

function readUpgradeState(root: RootNode, clock: AgeClock): UpgradeState {
  const failure = root.causes.find(({ evidence }) => evidence.some(({ is }) => is === "failing-upgrade"));
  const since = findUpgradeStart(root);
  const stall = failure === undefined ? durationPhrase(root.facts["stalledSince"], clock) : "";
  return {
    failure,
    since,
    stall,
    hasNeverMoved: stall !== "" && stall === durationPhrase(since, clock),
    isNotEvaluated: failure === undefined && stall === "" && reportsNoEvaluation(root),
  };
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
function stateTextOf(state: UpgradeState, root: RootNode, clock: AgeClock): string {
  const { failure, since } = state;
  if (failure !== undefined) return withAge("stuck", failure.since, clock);
  if (state.hasNeverMoved) return withAge("stalled", since, clock);
  if (!state.isNotEvaluated) return withAge("running", since, clock);
  const hasReconcileFailed = lastConditionOfType(root.conditions, "ReconcileComplete")?.status === "False";
  const begun = `begun ${momentPhrase(since, clock)}`.trimEnd();
  return `${hasReconcileFailed ? withAge("running", since, clock) : begun}, not evaluated yet`;
}

/** What is done and what is not: `4 of 6 components done`, `stalled for 5m`, `waiting for CDI`. */
function listProgress(state: UpgradeState, root: RootNode, named: readonly string[]): readonly string[] {
  const { failure, stall, hasNeverMoved, isNotEvaluated } = state;
  const { waitingFor, notCreated = [] } = root.gates.upgrade;
  const counts = countUpgradedComponents(root);
  const isComplete = counts.all > 0 && counts.done === counts.all && waitingFor.length === 0;
  const awaited = waitingFor.filter((component) => !named.includes(component));
  const progress: string[] = [];
  if (!isNotEvaluated || !isComplete) progress.push(...doneTexts(counts));
  if (stall !== "" && !hasNeverMoved) progress.push(`stalled ${stall}`);
  if (awaited.length > 0) progress.push(`waiting for ${joinNames(awaited)}`);
  if (notCreated.length > 0) progress.push(`${joinNames(notCreated)} not created yet`);
  if (isComplete && !isNotEvaluated && failure === undefined) progress.push("not yet completed by the operator");
  return progress;
}

/**
 * Whether the operator reports that it has evaluated no component: at the start of an upgrade, and where a reconcile fails
 * at the first one (kubevirt/hyperconverged-cluster-operator, hyperconverged_controller.go, handleUpgrade and
 * updateConditions).
 */
function reportsNoEvaluation({ conditions }: RootNode): boolean {
  const available = lastConditionOfType(conditions, "Available");
  return available?.status === "Unknown" && unsetReason.test(available.reason);
}

/** Since when the root reports the upgrade, or has reported nothing since it began. */
function findUpgradeStart({ conditions }: RootNode): string | undefined {
  const progressing = conditions.find(({ type }) => type === "Progressing");
  return progressing?.status === "False" ? undefined : progressing?.since;
}

/** `4 of 6 components done`, `1 unknown`; nothing where no component has a version to reach. */
function doneTexts({ all, done, unknown }: UpgradedCounts): readonly string[] {
  if (all === 0) return [];
  const doneText = `${done} of ${countText(all, "component")} done`;
  return unknown === 0 ? [doneText] : [doneText, `${unknown} unknown`];
}

interface UpgradedCounts {
  readonly all: number;
  readonly done: number;
  readonly unknown: number;
}

/**
 * How many components an upgrade is about (the required ones, and those that the running operator has not created yet), how
 * many of them have reached its version, and how many could not be read.
 */
export function countUpgradedComponents({ children, gates }: RootNode): UpgradedCounts {
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
