import { sanitizeLine } from "../characters/sanitize.ts";
import { lastConditionOfType } from "../model/condition.ts";
import { nodeSince } from "../model/condition-age.ts";
import { definedFields } from "../model/defined-fields.ts";
import { families } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import { isSameObject } from "../model/object.ts";
import type { Mark, Text } from "../model/outline.ts";
import type { ReportNode, RootNode } from "../model/report.ts";
import { isUnread } from "../model/snapshot.ts";
import type { Verdict } from "../model/verdict.ts";
import { unsetReason } from "../tables/reasons.ts";
import { type AgeClock, durationPhrase, momentPhrase } from "./ages.ts";
import { beingDeleted } from "./cause.ts";
import { verdictMark } from "./marks.ts";
import { change, joined, phrase, spaced, words } from "./text.ts";
import { countText, joinNames } from "./words/names.ts";
import { missingText, outcomeTexts } from "./words/read-outcomes.ts";

/** The state of an object: its verdict, or what overrides it. */
export interface ObjectState {
  readonly mark: Mark;
  readonly verdict: Verdict;
  /** What overrides the verdict, without its age: `being deleted`, `no status yet`; else the verdict: `unavailable`. */
  readonly words: string;
  /** Whether the words are those of the verdict. */
  readonly isVerdict: boolean;
  /** The moment from which its age counts. */
  readonly since?: string | undefined;
  /** A further text, such as the operator's own message, for where there is room. */
  readonly detail?: string;
}

/** The state of a root, by its findings. */
export function rootState(root: RootNode, findings: readonly Finding[]): ObjectState {
  const { verdict } = root;
  const since = nodeSince(root);
  const override = { mark: verdictMark(verdict), verdict, since, isVerdict: false };
  if (root.outcome !== "found") return { ...override, since: undefined, words: outcomeTexts[root.outcome] };
  // A list of several roots has findings about a root's parts too, which may be roots of their own.
  for (const finding of findings.filter(({ about }) => isSameObject(about, root.ref))) {
    switch (finding.code) {
      case "deleting": {
        const detail = families[root.profile].isFrozenInDeletion ? frozen : undefined;
        const state = verdict === "degraded" ? heldDeletion(findings) : beingDeleted;
        return { ...override, words: state, since: finding.since, ...definedFields({ detail }) };
      }
      case "invalid-request":
        return { ...override, mark: "bad", words: "rejected by its operator", detail: finding.message };
      case "not-yet-seen":
        // Where the parts decide, the verdict is known before the controller has written a status.
        if (families[root.profile].verdictFrom === "parts" && verdict !== "unknown") break;
        return { ...override, words: "no status yet", since: undefined, detail: "not reconciled by an operator" };
      case "installing":
        return { ...override, words: "installing" };
      default:
    }
  }
  const state = partState(root);
  return verdict === "unknown" && state.isVerdict ? { ...state, ...unreadDetail(root, findings) } : state;
}

/** The state of any object, by what stands in its node. */
export function partState(node: ReportNode): ObjectState {
  const { verdict, deleting, frozen: isFrozen, facts } = node;
  const override = { mark: verdictMark(verdict), verdict, isVerdict: false };
  if (deleting && node.outcome === "found") return { ...override, words: beingDeleted, since: facts["deletedAt"] };
  if (isFrozen && verdict === "progressing") return { ...override, words: "suspended", detail: suspended };
  const state = verdict === "unknown" ? "status unknown" : verdict;
  return { ...override, words: `${state}${restWords(node)}`, isVerdict: true, since: nodeSince(node) };
}

/** `unavailable for 14m`; `status unknown` where the verdict is unknown. */
export function stateText(verdict: string, since: string | undefined, clock: AgeClock): string {
  return withAge(verdict === "unknown" ? "status unknown" : verdict, since, clock);
}

/** The verdict, what overrides it, and its age: `unavailable for 14m`, `progressing, being deleted for 12m`. */
export function stateWithAge(state: Omit<ObjectState, "mark">, clock: AgeClock): string {
  return withAge(stateWords(state), state.since, clock);
}

/** What overrides a verdict, with its age, for where the verdict stands beside it: `being deleted for 12m`. */
export function withAge(state: string, since: string | undefined, clock: AgeClock): string {
  const age = durationPhrase(since, clock);
  return age === "" ? state : `${state} ${age}`;
}

/** `HyperConverged x is unavailable for 14 minutes`, `HyperConverged x has status unknown`. */
export function stateSentence(name: string, state: Omit<ObjectState, "mark">, clock: AgeClock): string {
  const verb = state.isVerdict && state.verdict === "unknown" ? "has" : "is";
  return `${name} ${verb} ${stateWithAge(state, clock)}`;
}

/** The same as {@link stateWithAge}, as a text whose age goes on. */
export function stateSpans(state: Omit<ObjectState, "mark">, clock: AgeClock): Text {
  const { since } = state;
  const age = durationPhrase(since, clock);
  return spaced(words(stateWords(state)), age === "" || since === undefined ? [] : [{ is: "age", text: age, since }]);
}

function stateWords({ verdict, words: state, isVerdict }: Omit<ObjectState, "mark">): string {
  return isVerdict ? state : `${verdict}, ${state}`;
}

/** `being deleted, held up by KubeVirt`: by what refuses to go. */
function heldDeletion(findings: readonly Finding[]): string {
  const holders = findings.flatMap((finding) => (finding.code === "deletion-blocked" ? [finding.component] : []));
  if (holders.length === 0) return findings.some(isWaiting) ? "deletion stuck" : beingDeleted;
  return `being deleted, held up by ${joinNames([...new Set(holders)])}`;
}

/** Whether a deletion waits for something that does not happen by itself. */
function isWaiting({ effects }: Finding): boolean {
  return effects.deletion === "blocks";
}

const frozen = "conditions are not updated during deletion";

/**
 * Greenhouse computes no Ready while the annotation greenhouse.sap/suspend is present
 * (https://github.com/cloudoperators/greenhouse).
 */
const suspended = "Ready is not updated until the annotation is removed";

/** That a healthy object rests because a user wants it so, in the word of its kind where it has one: `(stopped)`. */
function restWords({ verdict, facts }: ReportNode): string {
  if (verdict !== "healthy" || facts["paused"] !== "true") return "";
  return ` (${sanitizeLine(facts["status"] ?? "paused").toLowerCase()})`;
}

/** `KubeVirt and CDI cannot be read (forbidden)`. */
function unreadDetail(root: RootNode, findings: readonly Finding[]): { readonly detail?: string } {
  const parts = (["forbidden", "unread"] as const).flatMap((outcome) => {
    const names = [
      ...root.children.filter((node) => node.required && node.outcome === outcome).map((node) => node.label),
      ...findings.flatMap((finding) =>
        finding.code === "component-kind-unread" && finding.outcome === outcome
          ? [`components of kind ${finding.kind}`]
          : [],
      ),
    ];
    if (names.length === 0) return [];
    const { notIn } = root.children.find((node) => node.required && node.outcome === outcome) ?? {};
    const state = missingText(notIn ?? outcome, names.length);
    return [`${joinNames(names)} ${state}`];
  });
  return parts.length === 0 ? {} : { detail: parts.join(", ") };
}

/**
 * `1.19.0 -> 1.20.0, running for 14m: 4 of 6 components done`. Where all of them are, the operator has not completed it:
 * it reports the new version only after a whole reconcile (kubevirt/hyperconverged-cluster-operator,
 * hyperconverged_controller.go, completeReconciliation). Before the first one, versions that did not change would read
 * as work that is done: `1.19.0 -> 1.20.0, begun 18s ago, not evaluated yet`.
 */
export function upgradeText(root: RootNode, named: readonly string[], clock: AgeClock): Text {
  const { from, to, waitingFor, notCreated = [] } = root.gates.upgrade;
  const target = to === undefined ? [] : phrase`to ${to}`;
  const versions = from !== undefined && to !== undefined ? change(from, to) : target;
  const failing = root.causes.find(({ evidence }) => evidence.some(({ is }) => is === "failing-upgrade"));
  const stalledFor = failing === undefined ? durationPhrase(root.facts["stalledSince"], clock) : "";
  const begunAt = failing === undefined ? upgradingSince(root) : failing.since;
  const begunFor = durationPhrase(begunAt, clock);
  // An upgrade that has never moved is not said to run.
  const isStalledOnly = stalledFor !== "" && stalledFor === begunFor;
  const isNew = stalledFor === "" && failing === undefined && isUnevaluated(root);
  const moving = failing === undefined ? "running" : "stuck";
  const state = isStalledOnly ? "stalled" : moving;
  // A reconcile that failed may be a later one: then nothing says when the upgrade began.
  const isFirst = isNew && lastConditionOfType(root.conditions, "ReconcileComplete")?.status !== "False";
  const age = isFirst ? ["begun", momentPhrase(begunAt, clock)] : [state, begunFor];
  const since = `${age.filter((word) => word !== "").join(" ")}${isNew ? ", not evaluated yet" : ""}`;
  const others = waitingFor.filter((name) => !named.includes(name));
  const steps = [
    ...(isNew && isAllDone(root) ? [] : doneText(root)),
    ...(stalledFor === "" || isStalledOnly ? [] : [`stalled ${stalledFor}`]),
    ...(others.length === 0 ? [] : [`waiting for ${joinNames(others)}`]),
    ...(notCreated.length === 0 ? [] : [`${joinNames(notCreated)} not created yet`]),
    ...(failing === undefined && !isNew && isAllDone(root) ? ["not yet completed by the operator"] : []),
  ];
  const head = joined(", ", [versions, words(since)]);
  return joined(": ", [head, words(steps.join(", "))]);
}

/**
 * Whether the operator reports that it has evaluated no component: at the start of an upgrade, and where a reconcile fails
 * at the first one (kubevirt/hyperconverged-cluster-operator, hyperconverged_controller.go, handleUpgrade and
 * updateConditions).
 */
function isUnevaluated({ conditions }: RootNode): boolean {
  const available = lastConditionOfType(conditions, "Available");
  return available?.status === "Unknown" && unsetReason.test(available.reason);
}

/** Since when the root reports the upgrade, or has reported nothing since it began. */
function upgradingSince({ conditions }: RootNode): string | undefined {
  const progressing = conditions.find(({ type }) => type === "Progressing");
  return progressing?.status === "False" ? undefined : progressing?.since;
}

function isAllDone(root: RootNode): boolean {
  const { all, done } = countUpgradedComponents(root);
  return all > 0 && done === all && root.gates.upgrade.waitingFor.length === 0;
}

/** `4 of 6 components done, 1 unknown`; nothing where no component has a version to reach. */
function doneText(root: RootNode): readonly string[] {
  const { all, done, unknown } = countUpgradedComponents(root);
  if (all === 0) return [];
  return [`${done} of ${countText(all, "component")} done`, ...(unknown === 0 ? [] : [`${unknown} unknown`])];
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
  const parts = children.filter(({ role, required }) => role === "component" && required);
  const done = parts.filter(
    (part) => !isUnread(part) && isUpgraded(part) && !gates.upgrade.waitingFor.includes(part.label),
  );
  const all = parts.length + (gates.upgrade.notCreated ?? []).length;
  return { all, done: done.length, unknown: parts.filter(isUnread).length };
}

function isUpgraded({ outcome, facts }: ReportNode): boolean {
  const { observedVersion, expectedVersion } = facts;
  return outcome === "found" && (expectedVersion === undefined || observedVersion === expectedVersion);
}
