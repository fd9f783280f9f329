import type { CauseClause, RolloutProgress } from "../cause/cause-evidence.ts";
import type { ReportedWords } from "../cause/trouble.ts";
import { keyOf, type Ref } from "../object.ts";
import type { Cause } from "../report.ts";
import type { Outcome } from "../snapshot.ts";
import type { Effect, Effects, GoalName } from "./effect.ts";
import type { Finding, FindingHeader } from "./finding.ts";

/** A component that an upgrade waits for. */
export interface UpgradeLag {
  readonly label: string;
  readonly observedVersion?: string;
  readonly expectedVersion?: string;
  /** Since when it has been progressing; if the upgrade is stalled, since when. RFC 3339 UTC. */
  readonly since?: string;
  /** The upgrade stands still. */
  readonly stalled: boolean;
}

/**
 * What keeps a cluster from a goal and is no fact of a Report: what the user requested, what existed before, and states
 * that are no fault but do not end a wait. The sentences are in outline/findings/wait.ts.
 */
export type GoalEvidence =
  /** No object of the kind of `about`, or none of its name; `wasFound`: it existed before. */
  | { readonly code: "missing-object"; readonly wasFound?: true }
  /** It should be deleted, and its deletion was not requested. */
  | { readonly code: "not-deleted" }
  /** The root or one of its parts is not healthy. `cause`: the Report's first cause of it. */
  | {
      readonly code: "unhealthy";
      readonly outcome: Outcome;
      /** The cluster's own reason, or empty. */
      readonly reason: string;
      readonly cause?: Cause;
    }
  /**
   * What the object reports is no evidence. `settling`: its components changed seconds ago, and its operator may not have
   * written that yet. The others where the Report has no finding about it.
   */
  | { readonly code: "outdated-status"; readonly because: "deleting" | "stale" | "settling" | "operator-down" }
  /** Its operator is being replaced, or cannot be. Without `rollout` its Deployment could not be read. */
  | { readonly code: "operator-replaced"; readonly rollout?: RolloutProgress }
  /** It is not at the version. `running`: null where it is unknown whether an upgrade runs. */
  | {
      readonly code: "not-upgraded";
      readonly running: boolean | null;
      readonly observedVersion?: string;
      readonly expectedVersion?: string;
      /** The version that the user requested, if it is neither of both. */
      readonly requestedVersion?: string;
      readonly waitingFor: readonly string[];
      /** What is known about the versions of those components. */
      readonly lags: readonly UpgradeLag[];
    }
  /** Such an object has no upgrades. */
  | { readonly code: "no-versions" }
  | {
      readonly code: "other-condition";
      readonly type: string;
      readonly expected: string;
      /** Null if there is no such condition. */
      readonly status: string | null;
      readonly reason: string;
      /** It belongs to an older generation. */
      readonly outdated: boolean;
    }
  /**
   * A state that rarely resolves itself, a pause, or an upgrade that makes no progress. `part`: what people call the part
   * of the root that it concerns. `about` is the part, an object below it, or the Pod of `container`.
   */
  | (ReportedWords & {
      readonly code: "stuck";
      readonly part: string;
      readonly isBelow?: true;
      readonly container?: string;
      /** What the Report's cause has about the same object. */
      readonly clause?: CauseClause;
    });

export type GoalFinding = GoalEvidence & FindingHeader;
export type GoalFindingCode = GoalEvidence["code"];

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

/** Makes a finding that a wait adds about an object. */
export function makeGoalFinding<E extends GoalEvidence>(
  about: Ref,
  evidence: E,
  header: Partial<Pick<FindingHeader, "root" | "component" | "verdict">> = {},
): E & FindingHeader {
  return { severity: "warning", about, verdict: "healthy", effects: {}, rows: [], next: [], ...header, ...evidence };
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
