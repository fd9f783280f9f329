import type { Ref } from "../model/object.ts";
import type { Gate, RootNode } from "../model/report.ts";
import type { GateFact, ReportedUpgradeable } from "../model/upgrade-gate.ts";
import { componentOf } from "../profiles/hco/upgradeable.ts";
import type { AgeClock } from "./ages.ts";
import { joined, list, phrase, words } from "./text.ts";
import { allWorkloads, type UnknownUpgrade, unknownUpgrade } from "./unknown-upgrade.ts";

/** What the line about the upgrade of one object is made of. */
export interface UpgradeSubject {
  /** The object; absent where only the names of what blocks it are known. */
  readonly root?: Pick<RootNode, "ref" | "verdict">;
  readonly gate: Gate;
  readonly facts: readonly GateFact[];
  readonly reported?: ReportedUpgradeable;
  /** The moment from which ages count. Without it the line has no age. */
  readonly clock?: AgeClock;
  /** The objects that commands beside the line print already. */
  readonly printed?: readonly Ref[];
}

/** The name of a gate while an upgrade runs. */
export const runningUpgrade = "AlreadyPerformingUpgrade";

/** The texts of the names in a gate that are states, and neither components nor objects. */
export const gateStateTexts: ReadonlyMap<string, string> = new Map([
  [runningUpgrade, "an upgrade is in progress"],
  ["Deleting", "being deleted"],
  ["ConversionWebhook", "the conversion webhook does not respond"],
  ["ConversionFailed", "the conversion webhook returns an error"],
  ["Init", "the installation is not complete"],
  ["NoHyperConverged", "no HyperConverged was found"],
  ["Stale", "the status is out of date"],
  ["OperatorDown", "the operator is down"],
  ["OperatorRollout", "the operator's rollout is not complete"],
  ["OperatorUnknown", "the operator could not be checked"],
  ["UpgradeRunning", "whether an upgrade is in progress is not known"],
  ["OperatorDeployments", `${allWorkloads} are not in the file`],
  ["UncollectedDeployments", `${allWorkloads} were not collected`],
  ["InvalidRequest", "CR rejected"],
  ["ReconcileFailed", "the last reconcile failed"],
  ["StatusUnknown", "components not evaluated yet"],
  ["Suspended", "suspended"],
  ["TaintedConfiguration", "an unsupported annotation is in effect"],
]);

/** Whether a name of a gate is the component whose upgrade the line is about. */
export function isOwnComponent(gateName: string, { root }: UpgradeSubject): boolean {
  return root !== undefined && componentOf(root.ref) === gateName;
}

/**
 * What is not known about an upgrade, by its facts. Without facts by the names of its gate: `an upgrade is in progress; the
 * state of CDI is not known`.
 */
export function describeUnknown({ gate: { because }, facts, reported }: UpgradeSubject): UnknownUpgrade {
  const unknown = unknownUpgrade(facts, because, reported);
  if (unknown.text.length > 0) return unknown;
  const components = because.filter((gateName) => !gateStateTexts.has(gateName));
  const states = because.flatMap((gateName) => gateStateTexts.get(gateName) ?? []);
  const clauses = states.map((text) => words(text));
  if (components.length > 0) clauses.unshift(phrase`the state of ${list(components)} is not known`);
  return { text: joined("; ", clauses), objects: [], lacking: [] };
}
