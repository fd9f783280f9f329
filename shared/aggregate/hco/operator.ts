import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import type { OperatorStatus } from "../../model/report.ts";
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
  readonly from: OperatorStatus["from"];
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
 * The operator in the CR's namespace, and the version of the Pod that leads. `recorded` is the version in the CR's status.
 * The operator has one of two names. Of two Deployments that were found, the first of these counts:
 * 1. one with ready replicas,
 * 2. one without a status, which may run, so that nothing shows that the operator is down,
 * 3. the first by its name.
 */
export function findOperator(index: ObjectIndex, namespace: string, recorded = ""): OperatorState {
  const lookups = operatorDeployments.map((name) => index.find(makeDeploymentRef(namespace, name)));
  const found = lookups.flatMap((lookup) => (lookup.outcome === "found" ? [lookup] : []));
  const hasNoStatus = ({ object }: (typeof found)[number]): boolean => object.status === undefined;
  const chosen = found.find(({ object }) => countReadyReplicas(object) > 0) ?? found.find(hasNoStatus) ?? found[0];
  const deployments = found.map(({ object }) => object);
  const leader = findLeader(index, namespace, listOperatorPods(index, namespace, deployments));
  const versions = readVersions(chosen?.object, leader, recorded, index, namespace);
  const leading = { ...versions, ...definedFields({ leader }) };
  if (chosen === undefined) return { ...describeUnfoundOperator(lookups, index, namespace), ...leading };
  const { ready, wanted } = countReplicas(chosen.object);
  const beside = deployments.find((object) => object !== chosen.object && countReadyReplicas(object) > 0);
  const running = chosen.object.status === undefined ? null : ready > 0;
  return { lookup: chosen, ready, wanted, running, ...leading, ...definedFields({ beside }) };
}

/**
 * The operator of which no Deployment was found. A name that could not be read counts more than one that is absent. Where
 * neither name could be read, the operator's Pods show which one it has.
 */
function describeUnfoundOperator(
  lookups: readonly Lookup[],
  index: ObjectIndex,
  namespace: string,
): Pick<OperatorState, "lookup" | "ready" | "wanted" | "running"> {
  const unread = lookups.filter(({ outcome }) => outcome !== "absent");
  const nameByPods = unread.length < 2 ? undefined : findNewestPods(index, namespace)?.deployment;
  const lookup =
    unread.find(({ ref }) => ref.name === nameByPods) ?? unread[0] ?? guessAbsentDeployment(index, namespace);
  return { lookup, ready: 0, wanted: 1, running: unread.length === 0 ? false : null };
}

/** The operator of a CR whose operator runs in another, unknown namespace. */
export function makeUnknownOperator(namespace: string): OperatorState {
  const lookup = { ref: makeDeploymentRef(namespace, ""), outcome: "unread" as const };
  return { lookup, ready: 0, wanted: 0, running: null, from: "deployment", variables: new Map() };
}

/**
 * The version and the variables of the operator, from the first of these that has a version:
 * 1. the Pod that leads,
 * 2. the Deployment's template, if all its Pods have it and are ready, or if none is ready and the CR records its version,
 *    which shows that such an operator has led,
 * 3. the ClusterServiceVersion that runs, whose variables count only where 1 and 2 have none.
 */
function readVersions(
  deployment: KubeObject | undefined,
  leader: Leader | undefined,
  recorded: string,
  index: ObjectIndex,
  namespace: string,
): Pick<OperatorState, "from" | "variables" | "version"> {
  const leaderVariables = leader === undefined ? new Map<string, string>() : readPodVariables(leader.pod, index);
  if (leader !== undefined && leaderVariables.has(operatorVersionVariable)) {
    return addVersion(leader.from, leaderVariables);
  }
  const isTemplateLeading = deployment !== undefined && mayLeadByTemplate(deployment, recorded);
  const templateVariables = isTemplateLeading ? readTemplateVariables(deployment) : new Map<string, string>();
  if (templateVariables.has(operatorVersionVariable)) return addVersion("deployment", templateVariables);
  const variables = leaderVariables.size > 0 ? leaderVariables : templateVariables;
  const service = findRunningServiceVersion(index, namespace, isTemplateLeading || deployment === undefined);
  if (service === undefined) return addVersion(leader?.from ?? "deployment", variables);
  if (variables.size === 0) return addVersion("csv", readServiceVersionVariables(service));
  return addVersion("csv", new Map([...variables, [operatorVersionVariable, readServiceVersion(service)]]));
}

function mayLeadByTemplate(deployment: KubeObject, recorded: string): boolean {
  const hasLed = hasNoOlderPods(deployment) && readTemplateVersion(deployment) === recorded;
  return isRolledOut(deployment) || hasLed;
}

function addVersion(
  from: OperatorState["from"],
  variables: Variables,
): Pick<OperatorState, "from" | "variables" | "version"> {
  const version = variables.get(operatorVersionVariable) ?? "";
  return version === "" ? { from, variables } : { from, variables, version };
}

/** The lookup of the missing Deployment under the name that it would have: OLM gives it another one than kubectl does. */
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
