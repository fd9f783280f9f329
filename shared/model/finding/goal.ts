import { keyOf, type Ref } from "../object.ts";
import type { Effect, Effects, GoalName } from "./effect.ts";
import type { Finding, FindingHeader } from "./finding.ts";
import { type WaitEvidence, waitSeverities } from "./wait-evidence.ts";

/**
 * What keeps a cluster from a goal and is no fact of a Report: what the user requested, what existed before, and states
 * that are no fault but do not end a wait.
 */
export type GoalFinding = WaitEvidence & FindingHeader;
export type GoalFindingCode = WaitEvidence["code"];

/** The finding of a wait with this code. */
export type GoalFindingOf<Code extends GoalFindingCode> = GoalFinding & { readonly code: Code };

/** What keeps a cluster from a goal, or leaves it unknown whether it has reached it. */
export type BlockingFinding = Finding | GoalFinding;

/** A finding that only a person can remove. `--fail-fast` ends a wait with it once it has lasted for `graceSeconds`. */
export type PermanentFinding = BlockingFinding & {
  readonly graceSeconds: number;
  /** RFC 3339 UTC. Absent: only continued observation shows it. */
  readonly since?: string;
};

/** The finding with what it does to a goal. */
export function withEffect<F extends BlockingFinding>(finding: F, goal: GoalName, effect: Effect): F {
  const effects: Effects = { ...finding.effects, [goal]: effect };
  return { ...finding, effects };
}

/** Makes a finding that a wait adds about an object, with the severity of its code. */
export function makeGoalFinding(
  about: Ref,
  evidence: WaitEvidence,
  header: Partial<Pick<FindingHeader, "root" | "component" | "verdict">> = {},
): GoalFinding {
  const severity = waitSeverities[evidence.code];
  return { severity, about, verdict: "healthy", effects: {}, rows: [], next: [], ...header, ...evidence };
}

/**
 * The key that separates two findings of one code about one object. It never holds a number, a time or a text of the
 * cluster.
 */
export function keyOfFinding(finding: BlockingFinding): string {
  const fields: Readonly<Record<string, unknown>> = { ...finding };
  return [finding.code, keyOf(finding.about), ...keyFields.map((name) => fields[name] ?? "")].join(" ");
}

const keyFields = ["component", "type", "annotation", "container", "name", "kind", "state", "verb"];
