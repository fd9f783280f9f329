import { lastConditionOfType } from "../../../model/condition.ts";
import { isReplaced } from "../../../model/finding/pod-causes.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { OperatorStanding, ReportNode, Trouble } from "../../../model/report.ts";
import type { Lookup } from "../../../model/snapshot.ts";
import { conditionsAt } from "../../../parse/conditions.ts";
import { valueAt } from "../../../parse/json-value.ts";
import { evidenceText } from "../../core/words/cause.ts";
import { troubleEvidence } from "../../core/words/evidence.ts";
import {
  completeRolloutText,
  pausedRolloutText,
  stuckRolloutText,
  underwayRolloutText,
} from "../../core/words/operator-rollout.ts";
import { coreObjectNode } from "../../core/workload-tree.ts";
import { deepestNode, isSerious, longestTrail } from "../../root-cause/cause-trails.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { countReplicas, isReplacedByTemplate, isRolledOut } from "./deployment.ts";
import { isReady, type Leader, podsBelow, replicaSetOf } from "./leader.ts";
import { templateVersion } from "./variables.ts";

/** How far the operator's Deployment is with its template, and the trouble that holds it. */
export interface OperatorRollout extends NonNullable<OperatorStanding["rollout"]> {
  readonly trouble?: Trouble;
  /** The version of the template. Empty where it is not known. */
  readonly to: string;
}

/** The operator as far as its roll-out depends on it. */
interface RollingOperator {
  readonly lookup: Lookup;
  readonly leader?: Leader;
  readonly version?: string;
}

/**
 * The roll-out of the operator's Deployment. It is paused where Pods of an older template run on, and stuck where the new
 * ones cannot be made or fail. Undefined where nothing is to run, or the Deployment or its status was not read.
 */
export function findRollout(
  operator: RollingOperator,
  index: ObjectIndex,
  takenAt: string,
): OperatorRollout | undefined {
  const { lookup, leader, version: from = "" } = operator;
  if (lookup.outcome !== "found" || lookup.object.status === undefined) return undefined;
  const { object } = lookup;
  const { ready, wanted } = countReplicas(object);
  if (wanted === 0) return undefined;
  const to = templateVersion(object);
  const { name } = object.ref;
  const words = { deployment: name, from, to };
  const waiting = waitingPod(object, leader?.pod, index);
  if (waiting === undefined && isOver(object)) {
    return { state: "complete", text: completeRolloutText(name, `${ready}/${wanted}`), to };
  }
  if (isHeld(object)) return { state: "paused", text: pausedRolloutText(words), to };
  const stuck = troubleOf(object, leader?.pod, index, takenAt);
  if (stuck === undefined) return { state: "underway", text: underwayRolloutText(words, waiting), to };
  return { state: "stuck", text: stuckRolloutText(words, stuck.evidence), trouble: stuck.trouble, to };
}

/**
 * Whether the roll-out has ended. Pods that failed after it leave the reason as it was (deployment/progress.go).
 */
function isOver(object: KubeObject): boolean {
  const progress = lastConditionOfType(conditionsAt(object).conditions, "Progressing");
  return isRolledOut(object) || (progress?.reason === "NewReplicaSetAvailable" && isReplacedByTemplate(object));
}

/** Whether the Deployment is paused before all its Pods have its template. */
function isHeld(object: KubeObject): boolean {
  const { total, updated } = countReplicas(object);
  return valueAt(object.spec, ["paused"]) === true && (total === 0 || total > updated);
}

/** A ready Pod of the Deployment's newest template while a Pod of an older one leads. */
function waitingPod(object: KubeObject, leader: KubeObject | undefined, index: ObjectIndex): string | undefined {
  const pods = podsBelow(object, index);
  if (leader === undefined || !pods.some(({ ref }) => ref.name === leader.ref.name)) return undefined;
  const other = pods.find((pod) => isReady(pod) && replicaSetOf(pod).name !== replicaSetOf(leader).name);
  return other === undefined || !isOlder(leader, other) ? undefined : other.ref.name;
}

function isOlder(one: KubeObject, other: KubeObject): boolean {
  return (one.createdAt ?? "") <= (other.createdAt ?? "");
}

interface StuckRollout {
  readonly trouble: Trouble;
  readonly evidence: string;
}

/**
 * What keeps the new Pods from running, the deepest object first: a container or Pod of the newest ReplicaSet, what the
 * ReplicaSet could not create, and what the Deployment's controller says of both (deployment_util.go).
 */
function troubleOf(
  object: KubeObject,
  leader: KubeObject | undefined,
  index: ObjectIndex,
  takenAt: string,
): StuckRollout | undefined {
  const { children } = coreObjectNode(object, index, takenAt);
  const [newest] = children;
  const isNew = ({ ref }: ReportNode): boolean => ref.name !== leader?.ref.name;
  const candidates = newest?.role === "replicaset" ? [newest] : children.filter(isNew);
  const failing = candidates.filter((node) => node.role !== "replicaset" || isFailing(node, isNew));
  const ends = failing.map((node) => deepestNode(longestTrail(node)));
  const end = ends.find(({ verdict, trouble }) => trouble !== undefined && isSerious(verdict));
  if (end?.trouble !== undefined) return { trouble: end.trouble, evidence: troubleEvidence(end) };
  const { conditions } = conditionsAt(object);
  const failure = lastConditionOfType(conditions, "ReplicaFailure");
  const progress = lastConditionOfType(conditions, "Progressing");
  const said = failure?.status === "True" ? failure : progress?.status === "False" ? progress : undefined;
  if (said === undefined) return undefined;
  const { reason, message, since } = said;
  return { trouble: { reason, message, ...(since !== undefined && { since }) }, evidence: evidenceText(said) };
}

/** Whether a ReplicaSet could not create its Pods, or one of them fails. */
function isFailing({ children, trouble }: ReportNode, isNew: (pod: ReportNode) => boolean): boolean {
  const pods = children.filter((pod) => isNew(pod) && isSerious(pod.verdict) && !isReplaced(pod));
  return pods.length > 0 || trouble?.reason === "FailedCreate";
}
