import type { KubeObject } from "../../model/object.ts";
import type { ComponentRow } from "../../model/profile.ts";
import type { Node } from "../../model/report.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { at, wholeNumber } from "../../parse/value.ts";
import { deployments, operatorDeployments, webhookDeployments } from "../../profiles/hco.ts";
import { unrelated } from "../../profiles/hco-workloads.ts";
import { coreNode } from "../core/tree.ts";
import type { Index } from "../lookup.ts";
import { missingNode } from "../missing-node.ts";

/** Deployments of the product that belong to no component: what the operator makes itself, and its webhook. */
export function ownWorkloads(rows: readonly ComponentRow[], index: Index, namespace: string): readonly KubeObject[] {
  const labels = new Set(rows.map((row) => row.workloadLabel));
  const isOfComponent = ({ ref, labels: own }: KubeObject): boolean =>
    labels.has(own.get("app.kubernetes.io/component") ?? "") && !unrelated.test(ref.name);
  return index
    .all(deployments, namespace)
    .filter((object) => !operatorDeployments.includes(object.ref.name))
    .filter((object) => isOfTheProduct(object) && !isOfComponent(object));
}

function isOfTheProduct({ ref, labels }: KubeObject): boolean {
  return labels.get("app.kubernetes.io/part-of") === "hyperconverged-cluster" || webhookDeployments.includes(ref.name);
}

/** How many replicas a Deployment or StatefulSet has and wants, or a DaemonSet on how many nodes. */
export interface Replicas {
  readonly ready: number;
  readonly wanted: number;
}

/** Undefined where it has no status yet: a manifest that nobody applied. */
export function replicasOf({ ref, spec, status }: KubeObject): Replicas | undefined {
  if (status === undefined) return undefined;
  const number = (value: unknown): number | undefined => wholeNumber(value);
  return ref.kind === "DaemonSet"
    ? {
        ready: number(at(status, ["numberReady"])) ?? 0,
        wanted: number(at(status, ["desiredNumberScheduled"])) ?? 0,
      }
    : { ready: number(at(status, ["readyReplicas"])) ?? 0, wanted: number(at(spec, ["replicas"])) ?? 1 };
}

/** Fewer ready than it wants, or made to want none: either way nobody does the work. */
export function isShort(object: KubeObject): boolean {
  const replicas = replicasOf(object);
  return replicas !== undefined && (replicas.ready < replicas.wanted || isScaledAway(object));
}

function isScaledAway({ ref, spec }: KubeObject): boolean {
  return ref.kind !== "DaemonSet" && wholeNumber(at(spec, ["replicas"])) === 0;
}

/**
 * A workload as a node, with all that was read below it; nobody requires it: a component answers for itself. Scaled to
 * nothing it is down, although its condition Available stays True (facts hco 14.13).
 */
export function workloadNode(object: KubeObject, index: Index, takenAt: string, facts: Node["facts"] = {}): Node {
  const node = coreNode(object, index, takenAt);
  const all = { ...node, facts: { ...node.facts, ...facts } };
  if (!isScaledAway(object) || object.status === undefined) return all;
  const trouble = { reason: "ScaledToZero", message: "" };
  return { ...all, verdict: "unavailable", ownVerdict: "unavailable", trouble: all.trouble ?? trouble };
}

/** A workload that somebody names and the cluster does not have. */
export function absentNode(lookup: Lookup): Node {
  return missingNode(lookup, "workload", "unavailable");
}
