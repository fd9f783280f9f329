import type { ConditionStatus } from "./condition.ts";
import type { Effect } from "./finding/effect.ts";
import type { GateCode } from "./finding/row.ts";
import type { RowEvidence } from "./finding/row-evidence.ts";
import type { Ref } from "./object.ts";
import type { Completeness, Lifecycle } from "./report.ts";
import type { Source } from "./snapshot.ts";
import type { Verdict } from "./verdict.ts";

/** The answers of the gate, worst first. */
export const gateAnswers = ["BLOCK", "UNKNOWN", "ALLOW"] as const;

export type GateAnswer = (typeof gateAnswers)[number];

/** The worst of several answers. Without any, nothing is known. */
export function worstAnswer(answers: readonly GateAnswer[]): GateAnswer {
  return gateAnswers.find((answer) => answers.includes(answer)) ?? "UNKNOWN";
}

/** The output of `gate upgrade -o json`: whether an upgrade is safe, and every reason against it. */
export interface GateReport {
  readonly apiVersion: "hco-status/v1";
  readonly kind: "UpgradeGate";
  readonly takenAt: string;
  readonly source: Source;
  /** The worst of the roots: BLOCK, then UNKNOWN, then ALLOW. */
  readonly answer: GateAnswer;
  readonly roots: readonly GateRoot[];
  /** Blocking reasons first, then unknown, then accepted ones. */
  readonly reasons: readonly GateReason[];
  /** The codes that the user accepted, and those of them that no reason has. */
  readonly accepted: readonly GateCode[];
  readonly unneeded: readonly GateCode[];
  readonly completeness: Completeness;
}

/** One object that the gate checks. */
export interface GateRoot {
  readonly ref: Ref;
  readonly verdict: Verdict;
  readonly version?: string;
  readonly operatorVersion?: string;
  readonly answer: GateAnswer;
  /** What blocks it, or leaves it unknown: components, objects and states, as in `gates.upgradeable` of a Report. */
  readonly because: readonly string[];
  /** OLM or the operator itself refuses the upgrade. Without it a BLOCK is advice, which neither of them follows. */
  readonly refused?: true;
  /** What the cluster reports about it, which the answer of the gate does not follow alone. */
  readonly upgradeable: ReportedUpgradeable;
}

/** The two Upgradeables of a HyperConverged. They can differ, and OLM reads only its own. */
export interface ReportedUpgradeable {
  /** The status of the HyperConverged's condition. */
  readonly own?: ConditionStatus;
  readonly operatorCondition?: Lifecycle["operatorCondition"] & {};
}

/** One fact against an upgrade, or one that is not known: a row of a finding with its object. */
export type GateFact = RowEvidence & {
  readonly effect: Effect;
  readonly about: Ref;
  /** The component that it comes from, by the operator's name. */
  readonly component?: string;
  /** RFC 3339 UTC. */
  readonly since?: string;
};

/** One row of a finding, as the gate prints it; the sentence for each code is in outline/gate-reasons.ts. */
export type GateReason = RowEvidence & {
  readonly state: Effect | "accepted";
  /** For an accepted reason: its state before. */
  readonly was?: Effect;
  readonly about: Ref;
  /** The root that it concerns; absent if it concerns all. */
  readonly root?: Ref;
  /** The component that it comes from, by the operator's name. */
  readonly component?: string;
  /** The Report's first cause of it, on the first reason of each component. Absent where it says no more. */
  readonly rootCause?: string;
  /** RFC 3339 UTC. */
  readonly since?: string;
};

/** The reason with this code. */
export type GateReasonOf<Code extends GateCode> = GateReason & { readonly code: Code };
