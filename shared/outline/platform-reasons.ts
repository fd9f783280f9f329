import { hasMessage, type ReportedWords } from "../model/cause/trouble.ts";
import type { PlatformCondition } from "../model/finding/row.ts";
import { platformConditionTypes, type RowEvidence } from "../model/finding/row-evidence.ts";
import type { GateReasonOf } from "../model/upgrade-gate.ts";
import { evidenceInBrief } from "./cause.ts";
import { countText, joinFilled, joinNames, qualifiedName, withOthers } from "./words/names.ts";

// What an upgrade stands on beside HyperConverged: the version of the cluster, its pools of nodes, its nodes and what runs on
// them.

/** The type of the condition that a fact of the platform is; undefined where it is none. */
export function platformConditionType({ code }: Pick<RowEvidence, "code">): string | undefined {
  return Object.hasOwn(platformConditionTypes, code) ? platformConditionTypes[code as PlatformCondition] : undefined;
}

/** The text of a condition of the ClusterVersion, of a MachineConfigPool or of a Node, after its code. */
export function platformConditionText(reason: GateReasonOf<PlatformCondition>): string {
  const who = qualifiedName(reason.about);
  const { code, status, missing } = reason;
  const type = platformConditionTypes[code];
  if (missing === true) return `${who} has no condition ${type}`;
  const progress = machinesText(reason);
  if (status === "True" && progress !== "") return `${who} is updating: ${progress}`;
  const isOfMinor = code === "ClusterVersionUpgradeable" && status === "False";
  return `${who}: ${statusWithWords(type, status, reason)}${isOfMinor ? "; updates within its minor version are permitted" : ""}`;
}

/** ` is paused with an update pending: 2 of 5 machines updated`, behind the name of the pool. */
export function pausedPoolText(reason: GateReasonOf<"MachineConfigPoolPaused">): string {
  if (reason.pending !== true) return "is paused, and no update of the cluster ends while it is";
  return joinFilled(": ", ["is paused with an update pending", machinesText(reason)]);
}

/** `2 of 5 virtual machines cannot leave Node worker-1: shop/db (DisksNotLiveMigratable)`. */
export function heldDrainText(reason: GateReasonOf<"DrainHeld">): string {
  const of = countText(reason.total, "virtual machine");
  return `${reason.held} of ${of} cannot leave ${qualifiedName(reason.about)}: ${machineNames(reason)}`;
}

/** `2 of 5 machines updated`; empty where the counts are not known. */
function machinesText({
  updated,
  machines,
}: {
  readonly updated?: number | undefined;
  readonly machines?: number | undefined;
}): string {
  return updated === undefined || machines === undefined
    ? ""
    : `${updated} of ${countText(machines, "machine")} updated`;
}

/** `shop/db (DisksNotLiveMigratable), shop/web (MigrationFailed) and 3 more`. */
function machineNames({ instances, held }: GateReasonOf<"DrainHeld">): string {
  const named = instances.map(({ namespace, name, reason, strategy }) => {
    const why = reason === "" && strategy !== undefined ? `evictionStrategy ${strategy}` : reason;
    return `${namespace}/${name}${why === "" ? "" : ` (${reportedWords({ reason: why, message: "" })})`}`;
  });
  return joinNames(withOthers(named, held));
}

/** What a ClusterServiceVersion supports and the cluster is updated to, behind its name. */
export function maximumText({ maximum, target }: GateReasonOf<"MaxOpenShiftVersion">): string {
  if (maximum === undefined) return "has an olm.maxOpenShiftVersion that is no version";
  const supported = `supports OpenShift up to ${maximum}`;
  return target === undefined
    ? `${supported}, and the version that the cluster is updated to is not known`
    : `${supported}, and the cluster is updated to ${target}`;
}

/** `Upgradeable=False, NotNow: not on a Friday`. */
export function statusWithWords(type: string, status: string, reason: ReportedWords): string {
  return joinFilled(", ", [`${type}=${status}`, reportedWords(reason)]);
}

/** The reason and the message of an object; empty where it gives neither. */
export function reportedWords(reported: ReportedWords): string {
  return reported.reason.trim() === "" && !hasMessage(reported) ? "" : evidenceInBrief(reported);
}
