import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject } from "../../model/object.ts";
import type { OperatorStatus } from "../../model/report.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { operatorConditions, operatorVersionVariable } from "../../profiles/hco/profile.ts";
import { operatorDeployments } from "../../tables/operator.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { countReplicas, hasNoOlderPods, isRolledOut, makeDeploymentRef } from "./operator/deployment.ts";
import { findLeader, type Leader, listOperatorPods, readPodVariables } from "./operator/leader.ts";
import type { OperatorRollout } from "./operator/rollout.ts";
import { findNewestPods } from "./operator/rollout-trouble.ts";
import {
  findRunningServiceVersion,
  listServiceVersions,
  readServiceVersion,
  readServiceVersionVariables,
} from "./operator/service-version.ts";
import {
  readOperatorVersion,
  readTemplateVariables,
  readTemplateVersion,
  type Variables,
} from "./operator/variables.ts";

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
  /** Whether `ready` and `wanted` count Pods, because the Deployment could not be read. */
  readonly isCountedByPods?: true;
  /** Another Deployment of the operator that has ready replicas. */
  readonly secondDeployment?: KubeObject;
  readonly rollout?: OperatorRollout;
  /** The operator does not run, and its new Pod is starting normally. */
  readonly isRestarting?: true;
}

/**
 * The operator in the CR's namespace, and the version of the Pod that leads. `recordedVersion` is the version in the CR's
 * status, or "". The operator's Deployment has one of two names. If both exist, the first of these counts:
 * 1. one with ready replicas,
 * 2. one without a status, which may run, so that nothing shows that the operator is down,
 * 3. the first by its name.
 */
export function findOperator(index: ObjectIndex, namespace: string, recordedVersion: string): OperatorState {
  const lookups = operatorDeployments.map((name) => index.find(makeDeploymentRef(namespace, name)));
  const found = lookups.filter((lookup) => lookup.outcome === "found");
  const running = found.filter(({ object }) => countReplicas(object).ready > 0);
  const lookup = running[0] ?? found.find(({ object }) => object.status === undefined) ?? found[0];
  const deployments = found.map(({ object }) => object);
  const leader = findLeader(index, namespace, listOperatorPods(index, namespace, deployments));
  const versions = readVersions(lookup?.object, leader, recordedVersion, index, namespace);
  const secondDeployment = running.find((other) => other !== lookup)?.object;
  return {
    ...(lookup === undefined ? describeUnfoundOperator(lookups, index, namespace) : describeFoundOperator(lookup)),
    ...versions,
    ...definedFields({ leader, secondDeployment }),
  };
}

type FoundLookup = Extract<Lookup, { readonly outcome: "found" }>;
type DeploymentState = Pick<OperatorState, "lookup" | "ready" | "wanted" | "running">;

function describeFoundOperator(lookup: FoundLookup): DeploymentState {
  const { ready, wanted } = countReplicas(lookup.object);
  const running = lookup.object.status === undefined ? null : ready > 0;
  return { lookup, ready, wanted, running };
}

/**
 * The operator of which no Deployment was found. A name that could not be read counts more than one that is absent. Where
 * neither name could be read, the operator's Pods show which one it has.
 */
function describeUnfoundOperator(lookups: readonly Lookup[], index: ObjectIndex, namespace: string): DeploymentState {
  const unread = lookups.filter(({ outcome }) => outcome !== "absent");
  const nameByPods = unread.length < 2 ? undefined : findNewestPods(index, namespace)?.deployment;
  const lookup =
    unread.find(({ ref }) => ref.name === nameByPods) ?? unread[0] ?? guessAbsentDeployment(index, namespace);
  return { lookup, ready: 0, wanted: 1, running: unread.length === 0 ? false : null };
}

/** The lookup of the missing Deployment under the name that it would have: OLM gives it another one than kubectl does. */
function guessAbsentDeployment(index: ObjectIndex, namespace: string): Lookup {
  const [nameByOlm, nameByKubectl] = operatorDeployments;
  const isByOlm =
    listServiceVersions(index, namespace).length > 0 || index.all(operatorConditions, namespace).length > 0;
  const name = (isByOlm ? nameByOlm : nameByKubectl) ?? "";
  return { ref: makeDeploymentRef(namespace, name), outcome: "absent" };
}

/** The operator of a CR whose operator runs in another, unknown namespace. */
export function makeUnknownOperator(namespace: string): OperatorState {
  const lookup = { ref: makeDeploymentRef(namespace, ""), outcome: "unread" as const };
  return { lookup, ready: 0, wanted: 0, running: null, from: "deployment", variables: noVariables };
}

type OperatorVersions = Pick<OperatorState, "from" | "variables" | "version">;

/**
 * The version and the variables of the operator, from the first of these that has a version:
 * 1. the Pod that leads,
 * 2. the Deployment's template, if it is certain that an operator with it has led,
 * 3. the ClusterServiceVersion that runs. Its variables count only where 1 and 2 have none.
 */
function readVersions(
  deployment: KubeObject | undefined,
  leader: Leader | undefined,
  recordedVersion: string,
  index: ObjectIndex,
  namespace: string,
): OperatorVersions {
  const leaderVariables = leader === undefined ? noVariables : readPodVariables(leader.pod, index);
  if (leader !== undefined && leaderVariables.has(operatorVersionVariable)) {
    return makeVersions(leader.from, leaderVariables);
  }
  const hasTemplateLed = deployment !== undefined && hasOperatorLed(deployment, recordedVersion);
  const templateVariables = hasTemplateLed ? readTemplateVariables(deployment) : noVariables;
  if (templateVariables.has(operatorVersionVariable)) return makeVersions("deployment", templateVariables);
  const variables = leaderVariables.size > 0 ? leaderVariables : templateVariables;
  const service = findRunningServiceVersion(index, namespace, hasTemplateLed || deployment === undefined);
  if (service === undefined) return makeVersions(leader?.from ?? "deployment", variables);
  if (variables.size === 0) return makeVersions("csv", readServiceVersionVariables(service));
  return makeVersions("csv", new Map([...variables, [operatorVersionVariable, readServiceVersion(service)]]));
}

const noVariables: Variables = new Map();

/**
 * Whether an operator with the template of the Deployment leads, or led before its Pods failed: all Pods have the template
 * and are ready, or all have it and the CR records its version.
 */
function hasOperatorLed(deployment: KubeObject, recordedVersion: string): boolean {
  const isRecorded = hasNoOlderPods(deployment) && readTemplateVersion(deployment) === recordedVersion;
  return isRolledOut(deployment) || isRecorded;
}

function makeVersions(from: OperatorState["from"], variables: Variables): OperatorVersions {
  const version = readOperatorVersion(variables);
  return version === "" ? { from, variables } : { from, variables, version };
}
