import { type Condition, conditionOf } from "../../model/condition.ts";
import type { KubeObject, Oddity, Ref } from "../../model/object.ts";
import type { Release } from "../../model/profile.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, list, record, text } from "../../parse/value.ts";
import { taintAnnotations } from "../../profiles/hco.ts";
import { isOlderThanSpec } from "../freshness.ts";
import type { Index } from "../lookup.ts";
import { namedObjects, type Recorded, type RecordedObject, recordedIn, recordedKinds } from "../recorded.ts";
import { releaseOf } from "../release.ts";
import { nobody, type Operator, operatorOf } from "./operator.ts";

/** Everything about one HyperConverged that the rules, the gates and the findings ask for; read once. */
export interface HyperConvergedState {
  readonly object: KubeObject;
  readonly conditions: readonly Condition[];
  readonly oddities: readonly Oddity[];
  /** status.versions[name=operator].version. */
  readonly version?: string;
  /** The version the upgrade goes to: the operator's own, else what Progressing says. */
  readonly ownVersion: string;
  readonly release?: Release;
  readonly operator: Operator;
  readonly upgradeMode: boolean | null;
  readonly systemHealthStatus?: string;
  readonly taints: readonly Taint[];
  readonly related: readonly RecordedObject[];
  /** The same with what in it is odd. */
  readonly recorded: Recorded;
  readonly platform: "openshift" | "plain" | "unknown";
  readonly isDeleting: boolean;
  readonly isStale: boolean;
  /** None of the operator's own five conditions is there: it has not looked, whoever else wrote one (facts hco 4.4). */
  readonly isUnseen: boolean;
  /** Conditions carry lastHeartbeatTime, as releases below 1.5 wrote it. */
  readonly hasHeartbeats: boolean;
  /** The operator refuses this object: it lies in another namespace (hyperconverged_controller.go:595-611). */
  readonly isRefused: boolean;
}

/** An annotation that patches a component behind the operator's back. */
interface Taint {
  readonly annotation: string;
  readonly component: string;
  readonly operations: number;
}

/** hcoConditions.go:9-17. */
const ownTypes: readonly string[] = ["ReconcileComplete", "Available", "Progressing", "Degraded", "Upgradeable"];

/** Reads one HyperConverged and what stands around it. */
export function stateOf(object: KubeObject, index: Index): HyperConvergedState {
  const { conditions, oddities } = conditionsAt(object);
  const version = text(
    at(
      list(at(object.status, ["versions"])).findLast((each) => text(at(each, ["name"])) === "operator"),
      ["version"],
    ),
  );
  const progressing = conditionOf(conditions, "Progressing");
  const saysUpgrading = progressing?.status === "True" && progressing.reason === "HCOUpgrading";
  const isRefused = isRefusal(conditions);
  // Whoever refused it runs in another namespace.
  const operator = isRefused ? nobody(object.ref.namespace ?? "") : operatorOf(index, object.ref.namespace ?? "");
  const recorded = recordedIn(object);
  const related = namedObjects(recorded);
  const release = releaseOf(version) ?? releaseOf(operator.version);
  const health = text(at(object.status, ["systemHealthStatus"]));
  return {
    object,
    conditions,
    oddities,
    ...(version === "" ? {} : { version }),
    ownVersion: operator.version ?? (saysUpgrading ? (/version (\S+)$/.exec(progressing.message)?.[1] ?? "") : ""),
    ...(release === undefined ? {} : { release }),
    operator,
    upgradeMode: upgradeMode(version, operator.version, saysUpgrading, conditions.length > 0 && !isRefused),
    ...(health === "" ? {} : { systemHealthStatus: health }),
    taints: taintsOf(object),
    related,
    recorded,
    platform: platformOf(related, index, version),
    isDeleting: object.deletedAt !== undefined,
    isStale: isOlderThanSpec(object, conditions),
    isUnseen: !ownTypes.some((type) => conditionOf(conditions, type) !== undefined),
    hasHeartbeats: list(at(object.status, ["conditions"])).some(
      (each) => at(each, ["lastHeartbeatTime"]) !== undefined,
    ),
    isRefused,
  };
}

/** The operator refuses the object: it says so in ReconcileComplete, and in no other condition. */
export function isRefusal(conditions: readonly Condition[]): boolean {
  const said = conditionOf(conditions, "ReconcileComplete");
  return said !== undefined && said.status !== "True" && said.reason === "InvalidRequest";
}

/**
 * The operator's memory flag, derived (hyperconverged_controller.go:415-424): its own version is not the recorded one, or
 * it says so. A CR without status is being installed, a refused one is never upgraded. Null: neither version is known.
 */
function upgradeMode(
  version: string,
  ownVersion: string | undefined,
  saysUpgrading: boolean,
  isServed: boolean,
): boolean | null {
  if (saysUpgrading) return true;
  if (version === "" && ownVersion === undefined) return null;
  return isServed && ownVersion !== undefined && version !== ownVersion;
}

/** "[]" and broken JSON do not taint (facts hco 4.3, run). */
function taintsOf(object: KubeObject): readonly Taint[] {
  return taintAnnotations.flatMap(({ annotation, component }) => {
    const operations = operationsOf(object.annotations.get(annotation));
    return operations > 0 ? [{ annotation, component, operations }] : [];
  });
}

function operationsOf(patch: string | undefined): number {
  if (patch === undefined) return 0;
  try {
    const operations: unknown = JSON.parse(patch);
    return Array.isArray(operations) && operations.every((each) => record(each) !== undefined) ? operations.length : 0;
  } catch {
    return 0;
  }
}

/** OpenShift shows in what the operator made there: its own API groups, and SSP, which exists only there (facts hco 4.1). */
function platformOf(
  related: readonly RecordedObject[],
  index: Index,
  version: string,
): HyperConvergedState["platform"] {
  // Red Hat numbers the operator after OpenShift, and ships it nowhere else.
  if (/^v?4\./.test(version)) return "openshift";
  const isOpenShift = (ref: Ref): boolean => ref.group.endsWith(".openshift.io") || ref.group === "ssp.kubevirt.io";
  const [...kinds] = recordedKinds(related).values();
  if (kinds.some(([first]) => first !== undefined && isOpenShift(first.ref))) return "openshift";
  if (index.kinds.some(({ group }) => group.endsWith(".openshift.io"))) return "openshift";
  return related.length > 0 ? "plain" : "unknown";
}
