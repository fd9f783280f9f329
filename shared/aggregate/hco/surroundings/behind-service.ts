import { definedFields } from "../../../model/defined-fields.ts";
import type { ShortWorkload } from "../../../model/finding/evidence-parts.ts";
import type { KubeObject, Ref } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import { conditionOf } from "../../../parse/conditions.ts";
import { textAt, valueAt } from "../../../parse/json-value.ts";
import { deploymentKind } from "../../../profiles/hco/profile.ts";
import { workloadOfService } from "../../../profiles/hco/surroundings.ts";
import { webhookDeployments } from "../../../tables/operator.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { lacksReplicas, readWorkloadReplicas } from "../workloads/workload-nodes.ts";

/**
 * The unhealthy workload behind a Service, among nodes and what is directly below them: one with a Pod that the Service's
 * `endpoints` name, otherwise one whose name fits that of the Service. Services themselves are not read.
 */
export function findUnhealthyWorkload(
  service: Ref,
  nodes: readonly ReportNode[],
  endpoints: readonly unknown[],
): ReportNode | undefined {
  const workloads = nodes
    .flatMap((node) => [node, ...node.children])
    .filter(({ role, ref }) => role === "workload" && ref.namespace === service.namespace);
  const unhealthy = workloads.filter(({ verdict }) => verdict !== "healthy");
  const podNames = listPodNames(endpoints);
  return (
    unhealthy.find((node) => hasPod(node, podNames)) ?? unhealthy.find(({ ref }) => isNamedAlike(ref.name, service))
  );
}

/** The Deployment of the product's webhooks behind a Service that lacks replicas, by the name of the Service. */
export function findShortWorkloadBehind(service: Ref, index: ObjectIndex): ShortWorkload | undefined {
  const deployments = index.all(deploymentKind, service.namespace);
  return describeShort(deployments.filter(({ ref }) => isNamedAlike(ref.name, service)));
}

/** The Deployment that serves the conversion webhook of HyperConverged, where it lacks replicas. */
export function findShortConversionWebhook(index: ObjectIndex): ShortWorkload | undefined {
  return describeShort(index.all(deploymentKind).filter(({ ref }) => webhookDeployments.includes(ref.name)));
}

/** The first of these Deployments that lacks replicas. */
function describeShort(deployments: readonly KubeObject[]): ShortWorkload | undefined {
  const short = deployments.find(lacksReplicas);
  const replicas = short && readWorkloadReplicas(short);
  if (short === undefined || replicas === undefined) return undefined;
  const { kind, name } = short.ref;
  const available = conditionOf(short, "Available");
  const since = available?.status === "False" ? available.since : undefined;
  return { kind, name, ready: `${replicas.ready}/${replicas.wanted}`, ...definedFields({ since }) };
}

/** The names of the Pods of endpoints (discovery/v1, Endpoint.targetRef). */
function listPodNames(endpoints: readonly unknown[]): ReadonlySet<string> {
  const targets = endpoints.map((endpoint) => valueAt(endpoint, "targetRef"));
  const pods = targets.filter((target) => textAt(target, "kind") === "Pod");
  return new Set(pods.map((pod) => textAt(pod, "name")));
}

function hasPod({ role, ref, children }: ReportNode, podNames: ReadonlySet<string>): boolean {
  return role === "pod" ? podNames.has(ref.name) : children.some((child) => hasPod(child, podNames));
}

/**
 * Whether a Service of this name belongs to a workload. OLM names the Service of a webhook after its Deployment
 * (operator-lifecycle-manager, pkg/controller/install/certresources.go, ServiceName).
 */
function isNamedAlike(workload: string, { name }: Ref): boolean {
  return name === workload || name === `${workload}-service` || workloadOfService(name) === workload;
}
