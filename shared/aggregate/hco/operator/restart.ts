import { lastConditionOfType } from "../../../model/condition.ts";
import type { KubeObject } from "../../../model/object.ts";
import { secondsBetween } from "../../../model/time.ts";
import { conditionsAt } from "../../../parse/conditions.ts";
import { toText, valueAt, wholeNumber } from "../../../parse/json-value.ts";
import { gracePeriodSeconds } from "../../core/object-health.ts";
import { listPodsOfWorkload } from "../../core/pod-lists.ts";
import { coreObjectNode } from "../../core/workload-tree.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { countReplicas } from "./deployment.ts";
import { podsBelow } from "./leader.ts";

/**
 * Whether an operator without a ready Pod is only restarting: its one replica was replaced, as by a drained node
 * (report.md, "Verdict of a root"). Every Pod of it must be new and start normally, within the progress deadline of its
 * Deployment. Where its Pods could not be read, or anything else says that it failed, it is down.
 */
export function isRestarting(deployment: KubeObject, index: ObjectIndex, takenAt: string): boolean {
  if (countReplicas(deployment).wanted === 0 || deployment.deletedAt !== undefined) return false;
  if (listPodsOfWorkload(deployment, index).outcome !== "found" || saysFailure(deployment, takenAt)) return false;
  const pods = podsBelow(deployment, index).filter((pod) => pod.deletedAt === undefined && !hasEnded(pod));
  return pods.length > 0 && pods.every((pod) => startsNormally(pod, deployment, index, takenAt));
}

/** Whether a Pod has ended for good, as one that was evicted: it is kept for hours (kubernetes, pkg/controller/podgc). */
function hasEnded({ status }: KubeObject): boolean {
  return ["Succeeded", "Failed"].includes(toText(valueAt(status, ["phase"])));
}

/** Whether the Deployment's conditions tell of more than a Pod that was replaced lately. */
function saysFailure(deployment: KubeObject, takenAt: string): boolean {
  const { conditions } = conditionsAt(deployment);
  const [available, progressing, failure] = ["Available", "Progressing", "ReplicaFailure"].map((type) =>
    lastConditionOfType(conditions, type),
  );
  const isLong = available?.status === "False" && !isYoung(available.since, deployment, takenAt);
  return isLong || progressing?.status === "False" || failure?.status === "True";
}

/** Whether a Pod was created lately, has a node, has never restarted, and nothing keeps it from getting ready. */
function startsNormally(pod: KubeObject, deployment: KubeObject, index: ObjectIndex, takenAt: string): boolean {
  const { verdict, facts } = coreObjectNode(pod, index, takenAt);
  const isCalm = (verdict === "progressing" || verdict === "healthy") && facts["restarts"] === "0";
  const phase = toText(valueAt(pod.status, ["phase"]));
  const isBegun = (phase === "Pending" || phase === "Running") && toText(valueAt(pod.spec, ["nodeName"])) !== "";
  return isCalm && isBegun && isYoung(pod.createdAt, deployment, takenAt);
}

/** Whether a known time is no longer ago than the Deployment's progress deadline (apps/v1, defaults.go). */
function isYoung(time: string | undefined, { spec }: KubeObject, takenAt: string): boolean {
  const seconds = secondsBetween(time, takenAt);
  const deadline = wholeNumber(valueAt(spec, ["progressDeadlineSeconds"])) ?? gracePeriodSeconds.rollout;
  return seconds !== undefined && seconds <= deadline;
}
