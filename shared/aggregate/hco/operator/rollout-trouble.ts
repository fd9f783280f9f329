import type { CauseClause } from "../../../model/cause/cause-evidence.ts";
import type { Trouble } from "../../../model/cause/trouble.ts";
import { type Condition, lastConditionOfType } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import { isReplaced } from "../../../model/finding/pod-causes.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import { isSerious } from "../../../model/verdict.ts";
import { conditionsAt } from "../../../parse/conditions.ts";
import { replicaSets } from "../../../profiles/core-kinds.ts";
import { sortByRevision } from "../../core/owner-lookup.ts";
import { makeCoreObjectNode } from "../../core/workload-tree.ts";
import { compareNewestFirst } from "../../evaluation/compare.ts";
import { makeClauseOfNode, quoteReport } from "../../root-cause/cause-evidence.ts";
import { deepestNode, findBestTrail } from "../../root-cause/cause-trails.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { isOfOperator, listOperatorPods, readPodVariables, readReplicaSetRef } from "./leader.ts";
import { readOperatorVersion, readTemplateVersion } from "./variables.ts";

/** What keeps the new Pods of the operator from running. */
interface StuckRollout {
  readonly trouble: Trouble;
  readonly evidence: CauseClause;
  readonly culprit?: ReportNode;
}

/**
 * What keeps the new Pods from running, the deepest object first: a container or Pod of the newest ReplicaSet, what the
 * ReplicaSet could not create, and what the Deployment's controller says of both (deployment_util.go).
 */
export function findDeploymentTrouble(
  object: KubeObject,
  leader: KubeObject | undefined,
  index: ObjectIndex,
  takenAt: string,
): StuckRollout | undefined {
  const { children } = makeCoreObjectNode(object, index, takenAt);
  const [newest] = children;
  const nodesOfTemplate = newest?.role === "replicaset" ? [newest] : children;
  const troubleBelow = findDeepestTrouble(nodesOfTemplate, leader, () => true);
  if (troubleBelow !== undefined) return troubleBelow;
  const failing = findFailingCondition(object);
  if (failing === undefined) return undefined;
  const { reason, message, since } = failing;
  return { trouble: { reason, message, ...definedFields({ since }) }, evidence: quoteReport(failing) };
}

/** The Deployment's ReplicaFailure if it is True, otherwise its Progressing if it is False. */
function findFailingCondition(object: KubeObject): Condition | undefined {
  const { conditions } = conditionsAt(object);
  const replicaFailure = lastConditionOfType(conditions, "ReplicaFailure");
  if (replicaFailure?.status === "True") return replicaFailure;
  const progressing = lastConditionOfType(conditions, "Progressing");
  return progressing?.status === "False" ? progressing : undefined;
}

/** The newest Pods of the operator, and the ReplicaSet that makes them, where it was read. */
interface NewestPods {
  readonly objects: readonly KubeObject[];
  /** The name of their Deployment. */
  readonly deployment: string;
  /** Empty where it is not known. */
  readonly version: string;
}

/** The newest ReplicaSet with the operator's label. Where none was read, the newest Pod and the others of its ReplicaSet. */
export function findNewestPods(index: ObjectIndex, namespace: string): NewestPods | undefined {
  const [replicaSet] = sortByRevision(index.all(replicaSets, namespace).filter(isOfOperator));
  if (replicaSet !== undefined) {
    const deployment = stripHash(replicaSet.ref.name);
    return { objects: [replicaSet], deployment, version: readTemplateVersion(replicaSet) };
  }
  const pods = listOperatorPods(index, namespace, []);
  const [newest] = pods.toSorted(compareNewestFirst);
  if (newest === undefined) return undefined;
  const owner = readReplicaSetRef(newest).name;
  const objects = pods.filter((pod) => readReplicaSetRef(pod).name === owner);
  return { objects, deployment: stripHash(owner), version: readOperatorVersion(readPodVariables(newest, index)) };
}

/** The name of a Deployment from that of its ReplicaSet: `a-7d9f` -> `a` (kubernetes, deployment/sync.go). */
function stripHash(name: string): string {
  return name.replace(/-[^-]*$/, "");
}

/**
 * What keeps these Pods from running, where their Deployment was not read. A Pod that runs and is not ready does not count,
 * because others may be ready, and it may be starting.
 */
export function findPodTrouble(
  { objects }: NewestPods,
  leader: KubeObject | undefined,
  index: ObjectIndex,
  takenAt: string,
): StuckRollout | undefined {
  const nodes = objects.map((object) => makeCoreObjectNode(object, index, takenAt));
  const cannotRun = ({ role, facts }: ReportNode): boolean => role !== "pod" || facts["phase"] !== "Running";
  return findDeepestTrouble(nodes, leader, cannotRun);
}

/**
 * The deepest trouble of ReplicaSets or Pods. The Pod that leads is omitted, because it is none of the new ones.
 *
 * @param isProof whether the deepest object with a trouble shows that a Pod cannot run
 */
function findDeepestTrouble(
  nodes: readonly ReportNode[],
  leader: KubeObject | undefined,
  isProof: (deepest: ReportNode) => boolean,
): StuckRollout | undefined {
  const isNew = ({ ref }: ReportNode): boolean => ref.name !== leader?.ref.name;
  const failing = nodes.filter((node) => (node.role === "replicaset" ? isReplicaSetFailing(node, isNew) : isNew(node)));
  for (const culprit of failing) {
    const deepest = deepestNode(findBestTrail(culprit));
    const { trouble, verdict } = deepest;
    // A refused creation counts at once, as the Deployment's controller also reports ReplicaFailure at once.
    const isFault = isSerious(verdict) || trouble?.reason === "FailedCreate";
    if (trouble !== undefined && isFault && isProof(deepest)) {
      return { trouble, evidence: makeClauseOfNode(deepest), culprit };
    }
  }
  return undefined;
}

/** Whether a ReplicaSet could not create its Pods, or one of them fails. */
function isReplicaSetFailing({ children, trouble }: ReportNode, isNew: (pod: ReportNode) => boolean): boolean {
  const pods = children.filter((pod) => isNew(pod) && isSerious(pod.verdict) && !isReplaced(pod));
  return pods.length > 0 || trouble?.reason === "FailedCreate";
}
