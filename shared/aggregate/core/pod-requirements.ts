import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import { isCertain, type Lookup } from "../../model/snapshot.ts";
import { sortWorstFirst, type Verdict } from "../../model/verdict.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { nodeKind } from "../../profiles/core-kinds.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { evaluateNode } from "./cluster-kinds.ts";
import { listContainers } from "./containers.ts";
import { hasPodEnded } from "./pods.ts";

/** The most unhealthy nodes that stand below a pod that no node takes. */
const maxUnhealthyNodes = 5;

/** Whether a pod may wait for the claims of its volumes: it has claims and has not started. */
export function waitsForClaims(pod: KubeObject): boolean {
  return textAt(pod.status, "phase") === "Pending" && listClaimNames(pod).length > 0;
}

/** Whether a pod may wait for a node: it cannot be scheduled, its node does not report, or its deletion does not end. */
export function waitsForNode(pod: KubeObject): boolean {
  const phase = textAt(pod.status, "phase");
  if (hasPodEnded(pod)) return false;
  if (phase === "Unknown" || pod.deletedAt !== undefined) return true;
  if (conditionOf(pod, "PodScheduled")?.reason === "Unschedulable") return true;
  if (conditionOf(pod, "DisruptionTarget")?.status === "True") return true;
  // Of a silent node the node controller sets Ready to False. The containers still are as the kubelet last reported them.
  const isReady = conditionOf(pod, "Ready")?.status === "True";
  const areContainersReady = listContainers(pod).every(({ status }) => valueAt(status, "ready") === true);
  return phase === "Running" && !isReady && areContainersReady;
}

/** The claims that a pod needs to start: those that were found, and those that certainly do not exist. */
export function findNeededClaims(pod: KubeObject, index: ObjectIndex): readonly Lookup[] {
  if (!waitsForClaims(pod)) return [];
  const { namespace } = pod.ref;
  const refs = listClaimNames(pod).map(
    (name): Ref => ({ group: "", kind: "PersistentVolumeClaim", ...definedFields({ namespace }), name }),
  );
  return refs.map((ref) => index.find(ref)).filter(isCertain);
}

/** The node of an unhealthy pod. For a pod that cannot be scheduled: the worst of the unhealthy nodes, at most five. */
export function findNeededNodes(pod: KubeObject, verdict: Verdict, index: ObjectIndex): readonly Lookup[] {
  if (verdict === "healthy") return [];
  const name = textAt(pod.spec, "nodeName");
  if (name !== "") return [index.find({ group: "", kind: "Node", name })].filter(isCertain);
  if (!waitsForNode(pod)) return [];
  return listUnhealthyNodes(index);
}

/** The worst unhealthy nodes. Computed once, because a thousand pods may be unschedulable. */
const listUnhealthyNodes = memoizeByIndex((index: ObjectIndex): readonly Lookup[] => {
  const nodes = index.all(nodeKind).map((object) => ({ object, verdict: evaluateNode(object).verdict }));
  const unhealthyNodes = nodes.filter(({ verdict }) => verdict !== "healthy");
  const worstNodes = sortWorstFirst(unhealthyNodes).slice(0, maxUnhealthyNodes);
  return worstNodes.map(({ object }) => ({ ref: object.ref, outcome: "found", object }));
});

/**
 * The names of the claims of a pod. Kubernetes makes the claim of an ephemeral volume, and names it after the pod and the
 * volume: `web-0-cache` (core/v1 types.go).
 */
function listClaimNames({ ref, spec }: KubeObject): readonly string[] {
  const names = listAt(spec, "volumes").map((volume) => {
    if (valueAt(volume, "ephemeral") !== undefined) return `${ref.name}-${textAt(volume, "name")}`;
    return textAt(volume, "persistentVolumeClaim", "claimName");
  });
  return [...new Set(names)].filter((name) => name !== "");
}
