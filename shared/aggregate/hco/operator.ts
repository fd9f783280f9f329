import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import type { OperatorStanding } from "../../model/report.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { operatorConditions, operatorVersionVariable } from "../../profiles/hco/profile.ts";
import { operatorDeployments } from "../../tables/operator.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { countReplicas, hasNoOlderPods, isRolledOut } from "./operator/deployment.ts";
import { findLeader, type Leader, listOperatorPods, readPodVariables } from "./operator/leader.ts";
import type { OperatorRollout } from "./operator/rollout.ts";
import { findNewestPods } from "./operator/rollout-trouble.ts";
import {
  findRunningServiceVersion,
  listServiceVersions,
  readServiceVersion,
  readServiceVersionVariables,
} from "./operator/service-version.ts";
import { readTemplateVariables, readTemplateVersion, type Variables } from "./operator/variables.ts";

/** The operator as the snapshot shows it. */
export interface OperatorState {
  readonly lookup: Lookup;
  readonly ready: number;
  readonly wanted: number;
  /**
   * Computed from replicas, not from its Available condition, which stays True at 0 replicas (kubernetes/kubernetes
   * pkg/controller/deployment/sync.go, calculateStatus). Null: unknown.
   */
  readonly running: boolean | null;
  readonly version?: string;
  /** What the version and the variables are taken from. */
  readonly from: OperatorStanding["from"];
  /** The variables that name the version every component should run. Empty where none is known. */
  readonly variables: Variables;
  /** The Pod that leads, where Pods were read. */
  readonly leader?: Leader;
  /** `ready` and `wanted` count Pods, because the Deployment could not be read. */
  readonly areItsPods?: true;
  /** Another Deployment of the operator that has ready replicas. */
  readonly beside?: KubeObject;
  readonly rollout?: OperatorRollout;
  /** It does not run, and its new Pod is starting normally. */
  readonly isRestarting?: true;
}

/**
 * The operator's Deployment in the CR's namespace, of two the one with ready replicas, and the version of the Pod that
 * leads. `recorded`: the version in the CR's status.
 */
export function findOperator(index: ObjectIndex, namespace: string, recorded = ""): OperatorState {
  const lookups = operatorDeployments.map((name) => index.find(makeDeploymentRef(namespace, name)));
  const found = lookups.flatMap((lookup) => (lookup.outcome === "found" ? [lookup] : []));
  // Where none is ready, one without status may be: the other is no evidence that the operator is down.
  const isSilent = ({ object }: (typeof found)[number]): boolean => object.status === undefined;
  const chosen = found.find((lookup) => countReadyReplicas(lookup.object) > 0) ?? found.find(isSilent) ?? found[0];
  const pods = listOperatorPods(
    index,
    namespace,
    found.map(({ object }) => object),
  );
  const leader = findLeader(index, namespace, pods);
  const versions = readVersions(chosen?.object, leader, recorded, index, namespace);
  const led = { ...versions, ...definedFields({ leader }) };
  if (chosen !== undefined) {
    const { ready, wanted } = countReplicas(chosen.object);
    const beside = found.find((lookup) => lookup !== chosen && countReadyReplicas(lookup.object) > 0);
    return {
      lookup: chosen,
      ready,
      wanted,
      running: chosen.object.status === undefined ? null : ready > 0,
      ...led,
      ...(beside !== undefined && { beside: beside.object }),
    };
  }
  // An unknown outcome is more important than the absence of one of the two names. The operator's Pods show which it
  // is.
  const unknown = lookups.filter(({ outcome }) => outcome !== "absent");
  const named = unknown.length < 2 ? undefined : findNewestPods(index, namespace)?.deployment;
  const lookup = unknown.find(({ ref }) => ref.name === named) ?? unknown[0] ?? guessAbsentDeployment(index, namespace);
  const isAbsent = lookups.every((each) => each.outcome === "absent");
  return { lookup, ready: 0, wanted: 1, running: isAbsent ? false : null, ...led };
}

/** The operator where none was looked for in this namespace. */
export function makeUnknownOperator(namespace: string): OperatorState {
  const lookup = { ref: makeDeploymentRef(namespace, ""), outcome: "unread" as const };
  return { lookup, ready: 0, wanted: 0, running: null, from: "deployment", variables: new Map() };
}

/**
 * The version and the variables of the Pod that leads. Where no Pod was read, or its environment is not known, the
 * Deployment's template counts if all its Pods have it and are ready, else the ClusterServiceVersion that runs. Where
 * no Pod is ready, the template counts if the CR records its version: such an operator has led.
 */
function readVersions(
  found: KubeObject | undefined,
  leader: Leader | undefined,
  recorded: string,
  index: ObjectIndex,
  namespace: string,
): Pick<OperatorState, "from" | "variables" | "version"> {
  const own = leader === undefined ? new Map<string, string>() : readPodVariables(leader.pod, index);
  if (leader !== undefined && own.has(operatorVersionVariable)) return addVersion(leader.from, own);
  const hasLed = found !== undefined && hasNoOlderPods(found) && readTemplateVersion(found) === recorded;
  const isWhole = found !== undefined && (isRolledOut(found) || hasLed);
  const template = isWhole ? readTemplateVariables(found) : new Map<string, string>();
  if (template.has(operatorVersionVariable)) return addVersion("deployment", template);
  const known = own.size > 0 ? own : template;
  const service = findRunningServiceVersion(index, namespace, isWhole || found === undefined);
  if (service === undefined) return addVersion(leader?.from ?? "deployment", known);
  if (known.size === 0) return addVersion("csv", readServiceVersionVariables(service));
  return addVersion("csv", new Map([...known, [operatorVersionVariable, readServiceVersion(service)]]));
}

function addVersion(
  from: OperatorState["from"],
  variables: Variables,
): Pick<OperatorState, "from" | "variables" | "version"> {
  const version = variables.get(operatorVersionVariable) ?? "";
  return version === "" ? { from, variables } : { from, variables, version };
}

/** The name that the missing Deployment would have: OLM gives it another name than a plain installation. */
function guessAbsentDeployment(index: ObjectIndex, namespace: string): Lookup {
  const isByOlm =
    listServiceVersions(index, namespace).length > 0 || index.all(operatorConditions, namespace).length > 0;
  const name = operatorDeployments[isByOlm ? 0 : 1] ?? "";
  return { ref: makeDeploymentRef(namespace, name), outcome: "absent" };
}

function makeDeploymentRef(namespace: string, name: string): Ref {
  return { group: "apps", kind: "Deployment", namespace, name };
}

function countReadyReplicas(object: KubeObject): number {
  return countReplicas(object).ready;
}
