import { sanitizeLine } from "../characters/sanitize.ts";
import { nodeSince } from "../model/condition-age.ts";
import { definedFields } from "../model/defined-fields.ts";
import { families } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import { isSameObject } from "../model/object.ts";
import type { Mark, Text } from "../model/outline.ts";
import type { ReportNode, RootNode } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";
import { type AgeClock, ageSpan, durationPhrase } from "./ages.ts";
import { beingDeleted } from "./cause.ts";
import { verdictMark } from "./marks.ts";
import { spaced, words } from "./text.ts";
import { joinNames } from "./words/names.ts";
import { missingText, outcomeTexts } from "./words/read-outcomes.ts";

/** The state of an object: its verdict, or what overrides it. */
export interface ObjectState {
  readonly mark: Mark;
  readonly verdict: Verdict;
  /** What overrides the verdict, without its age: `being deleted`, `no status yet`; else the verdict: `unavailable`. */
  readonly label: string;
  /** Whether the label is the verdict. */
  readonly isVerdict: boolean;
  /** The moment from which its age counts. */
  readonly since?: string | undefined;
  /** A further text, such as the operator's own message, for where there is room. */
  readonly detail?: string;
}

/** The detail of a root that is being deleted and whose operator then writes no conditions. */
const frozenDetail = "conditions are not updated during deletion";

/**
 * The detail of a root that is suspended: Greenhouse computes no Ready while the annotation greenhouse.sap/suspend is
 * present (https://github.com/cloudoperators/greenhouse).
 */
const suspendedDetail = "Ready is not updated until the annotation is removed";

/**
 * The state of a root. `findings` are those of the root. The first that applies:
 * 1. the root was not found: how it was read (`forbidden`);
 * 2. the first finding about the root that overrides its verdict: it is being deleted, rejected, not yet reconciled, or
 *    being installed;
 * 3. the state of its node, and where that is unknown, which parts could not be read.
 */
export function rootState(root: RootNode, findings: readonly Finding[]): ObjectState {
  if (root.outcome !== "found") {
    const { mark, verdict, isVerdict } = overriding(root);
    return { mark, verdict, isVerdict, label: outcomeTexts[root.outcome] };
  }
  // A list of several roots has findings about a root's parts too, which may be roots of their own.
  const ownFindings = findings.filter(({ about }) => isSameObject(about, root.ref));
  for (const finding of ownFindings) {
    const override = overrideByFinding(finding, root, findings);
    if (override !== undefined) return override;
  }
  const state = partState(root);
  if (root.verdict !== "unknown" || !state.isVerdict) return state;
  return { ...state, ...definedFields({ detail: unreadDetail(root, findings) }) };
}

/** The state of any object, by what stands in its node. */
export function partState(node: ReportNode): ObjectState {
  const { verdict, deleting, frozen: isFrozen, facts } = node;
  const override = overriding(node);
  if (deleting && node.outcome === "found") return { ...override, label: beingDeleted, since: facts["deletedAt"] };
  if (isFrozen && verdict === "progressing")
    return { ...override, label: "suspended", since: undefined, detail: suspendedDetail };
  return { ...override, label: `${verdictText(verdict)}${pauseNote(node)}`, isVerdict: true };
}

/** What all states have that override the verdict of a node, with the age of that verdict. */
function overriding(node: ReportNode): Omit<ObjectState, "label"> {
  const { verdict } = node;
  return { mark: verdictMark(verdict), verdict, isVerdict: false, since: nodeSince(node) };
}

/** The state that a finding about a root gives it. Undefined where the verdict says it better. */
function overrideByFinding(finding: Finding, root: RootNode, findings: readonly Finding[]): ObjectState | undefined {
  const override = overriding(root);
  const family = families[root.profile];
  switch (finding.code) {
    case "deleting": {
      const label = root.verdict === "degraded" ? stuckDeletionText(findings) : beingDeleted;
      const detail = family.isFrozenInDeletion ? frozenDetail : undefined;
      return { ...override, label, since: finding.since, ...definedFields({ detail }) };
    }
    case "invalid-request":
      return { ...override, mark: "bad", label: "rejected by its operator", detail: finding.message };
    case "not-yet-seen": {
      // Where the parts decide, the verdict is known before the controller has written a status.
      const isVerdictKnown = family.verdictFrom === "parts" && root.verdict !== "unknown";
      if (isVerdictKnown) return undefined;
      return { ...override, label: "no status yet", since: undefined, detail: "not reconciled by an operator" };
    }
    case "installing":
      return { ...override, label: "installing" };
    default:
      return undefined;
  }
}

/** `unavailable for 14m`; `status unknown` where the verdict is unknown. */
export function stateText(verdict: string, since: string | undefined, clock: AgeClock): string {
  return withAge(verdictText(verdict), since, clock);
}

function verdictText(verdict: string): string {
  return verdict === "unknown" ? "status unknown" : verdict;
}

/** The verdict, what overrides it, and its age: `unavailable for 14m`, `progressing, being deleted for 12m`. */
export function stateWithAge(state: Omit<ObjectState, "mark">, clock: AgeClock): string {
  return withAge(withVerdict(state), state.since, clock);
}

/** What overrides a verdict, with its age, for where the verdict stands beside it: `being deleted for 12m`. */
export function withAge(label: string, since: string | undefined, clock: AgeClock): string {
  const age = durationPhrase(since, clock);
  return age === "" ? label : `${label} ${age}`;
}

/** `HyperConverged x is unavailable for 14 minutes`, `HyperConverged x has status unknown`. */
export function stateSentence(name: string, state: Omit<ObjectState, "mark">, clock: AgeClock): string {
  const verb = state.isVerdict && state.verdict === "unknown" ? "has" : "is";
  return `${name} ${verb} ${stateWithAge(state, clock)}`;
}

/** The same as {@link stateWithAge}, as a text whose age a screen keeps counting. */
export function stateSpans(state: Omit<ObjectState, "mark">, clock: AgeClock): Text {
  const { since } = state;
  return spaced(words(withVerdict(state)), ageSpan(durationPhrase(since, clock), since));
}

/** `progressing, being deleted`; `unavailable` where nothing overrides the verdict. */
function withVerdict({ verdict, label, isVerdict }: Omit<ObjectState, "mark">): string {
  return isVerdict ? label : `${verdict}, ${label}`;
}

/** `being deleted, held up by KubeVirt`: by the components that refuse to be deleted. */
function stuckDeletionText(findings: readonly Finding[]): string {
  const refusing = new Set<string>();
  for (const finding of findings) if (finding.code === "deletion-blocked") refusing.add(finding.component);
  if (refusing.size > 0) return `being deleted, held up by ${joinNames([...refusing])}`;
  return findings.some(isWaitingForUser) ? "deletion stuck" : beingDeleted;
}

/** Whether a deletion waits for something that does not happen by itself. */
function isWaitingForUser({ effects }: Finding): boolean {
  return effects.deletion === "blocks";
}

/** ` (stopped)`: the status of a healthy object that a user has paused, ` (paused)` where its kind has no status for it. */
function pauseNote({ verdict, facts }: ReportNode): string {
  if (verdict !== "healthy" || facts["paused"] !== "true") return "";
  return ` (${sanitizeLine(facts["status"] ?? "paused").toLowerCase()})`;
}

/**
 * Which required parts were not read: `KubeVirt and CDI cannot be read (forbidden)`. Undefined where all of them were.
 */
function unreadDetail(root: RootNode, findings: readonly Finding[]): string | undefined {
  const clauses: string[] = [];
  for (const outcome of ["forbidden", "unread"] as const) {
    const parts = root.children.filter((node) => node.required && node.outcome === outcome);
    const names = [...parts.map((node) => node.label), ...unreadKinds(outcome, findings)];
    if (names.length === 0) continue;
    clauses.push(`${joinNames(names)} ${missingText(parts[0]?.notIn ?? outcome, names.length)}`);
  }
  return clauses.length === 0 ? undefined : clauses.join(", ");
}

/** `components of kind Deployment`, for each kind of components that was read with that outcome. */
function unreadKinds(outcome: "forbidden" | "unread", findings: readonly Finding[]): readonly string[] {
  const names: string[] = [];
  for (const finding of findings) {
    if (finding.code === "component-kind-unread" && finding.outcome === outcome)
      names.push(`components of kind ${finding.kind}`);
  }
  return names;
}
