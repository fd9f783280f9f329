import type { KubeObject } from "../../model/object.ts";
import type { ComponentRow } from "../../model/profile.ts";
import type { Node } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, wholeNumber } from "../../parse/value.ts";
import { generic } from "../../profiles/generic.ts";
import { deployments, operatorDeployments } from "../../profiles/hco.ts";
import type { Index } from "../lookup.ts";
import { judge } from "../sense.ts";

/** The Deployments that carry a component's label, its operator's too, in the snapshot's order (facts hco 7, way 3). */
export function workloadsOf(row: ComponentRow, index: Index, namespace: string): readonly KubeObject[] {
  return index
    .all(deployments, namespace)
    .filter(({ labels }) => labels.get("app.kubernetes.io/component") === row.workloadLabel);
}

/** Deployments of the product that belong to no component: what the operator makes itself, and its webhook. */
export function ownWorkloads(rows: readonly ComponentRow[], index: Index, namespace: string): readonly KubeObject[] {
  const labels = new Set(rows.map((row) => row.workloadLabel));
  return index
    .all(deployments, namespace)
    .filter((object) => !operatorDeployments.includes(object.ref.name))
    .filter((object) => isOfTheProduct(object) && !labels.has(object.labels.get("app.kubernetes.io/component") ?? ""));
}

function isOfTheProduct({ ref, labels }: KubeObject): boolean {
  return (
    labels.get("app.kubernetes.io/part-of") === "hyperconverged-cluster" ||
    ["hco-webhook", "hyperconverged-cluster-webhook"].includes(ref.name)
  );
}

/** How many replicas a Deployment has and wants. */
export interface Replicas {
  readonly ready: number;
  readonly wanted: number;
}

/** Undefined where it has no status yet: a manifest that nobody applied. */
export function replicasOf({ spec, status }: KubeObject): Replicas | undefined {
  if (status === undefined) return undefined;
  return { ready: wholeNumber(at(status, ["readyReplicas"])) ?? 0, wanted: wholeNumber(at(spec, ["replicas"])) ?? 1 };
}

/**
 * A Deployment as a node; nobody requires it: a component answers for itself. By its replicas, because its condition
 * Available stays True at 0 of them (facts hco 14.13).
 */
export function workloadNode(object: KubeObject, facts: Node["facts"] = {}): Node {
  const replicas = replicasOf(object);
  const verdict = replicas === undefined ? "unknown" : verdictOf(replicas);
  return {
    role: "workload",
    label: object.ref.name,
    ref: object.ref,
    outcome: "found",
    required: false,
    verdict,
    ownVerdict: verdict,
    conditions: judge(generic, object, conditionsAt(object).conditions, true),
    stale: false,
    deleting: object.deletedAt !== undefined,
    frozen: false,
    facts: { ...(replicas === undefined ? {} : { ready: `${replicas.ready}/${replicas.wanted}` }), ...facts },
    children: [],
  };
}

function verdictOf({ ready, wanted }: Replicas): Verdict {
  if (ready >= wanted) return "healthy";
  return ready === 0 ? "unavailable" : "degraded";
}
