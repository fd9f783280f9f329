import type { Ref } from "../object.ts";
import type { Effect } from "./effect.ts";
import type { FindingCode } from "./evidence.ts";
import { gateCodeTable, type platformConditionTypes, type RowEvidence } from "./row-evidence.ts";

/**
 * The codes of what blocks an upgrade, or leaves it unknown; spelt like condition types. If a condition is the reason,
 * its type is the code. `--accept` takes them. The row of a code in explanations/gate-codes.yaml has its evidence, and the
 * findings about the same fault: a FindingRow of that code joins the one that is about its object. If there is none, it is
 * a row of the finding `state` of that object.
 */
export type GateCode = keyof typeof gateCodeTable;

/** The findings that take a row of each code. */
export const findingsByGateCode: Readonly<Record<GateCode, readonly FindingCode[]>> = gateCodeTable;

export const gateCodes = Object.keys(gateCodeTable) as readonly GateCode[];

const mainCodes: readonly GateCode[] = [
  "Deleting",
  "ReconcileComplete",
  "UpgradeRunning",
  "Upgradeable",
  "Available",
  "Degraded",
  "Progressing",
];

/** What stops the operator stands before what its conditions report, and these before single objects. */
export const gateCodesInOrder: readonly GateCode[] = [
  ...mainCodes,
  ...gateCodes.filter((code) => !mainCodes.includes(code)),
];

/** The codes that the user can accept: without anything to upgrade there is no risk to accept. */
export const acceptableCodes: readonly GateCode[] = gateCodes.filter((code) => code !== "NoHyperConverged");

/**
 * One condition, or another single fact, through which a finding shows. `--accept` takes its code and removes this row
 * alone: a finding blocks as long as a row is left.
 */
export type FindingRow = RowEvidence & {
  readonly effect: Effect;
  /** The object that shows it, where the finding is about another. */
  readonly about?: Ref;
  /** RFC 3339 UTC. */
  readonly since?: string;
};

/** The codes that are conditions of the ClusterVersion, of a MachineConfigPool and of a Node. */
export type PlatformCondition = keyof typeof platformConditionTypes;
