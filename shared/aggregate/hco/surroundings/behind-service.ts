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
 * The unhealthy workload behind a Service, among nodes and what is below them. The Pods that the Service's
 * `endpoints` name show it, else its name does. Services are not read.
 */
export function workloadBehind(
  service: Ref,
  nodes: readonly ReportNode[],
  endpoints: readonly unknown[],
): ReportNode | undefined {
  const workloads = nodes
    .flatMap((node) => [node, ...node.children])
    .filter(({ role, ref, verdict }) => {
      return role === "workload" && ref.namespace === service.namespace && verdict !== "healthy";
    });
  const pods = podsOfEndpoints(endpoints);
  return workloads.find((node) => hasPod(node, pods)) ?? workloads.find(({ ref }) => isNamedAlike(ref.name, service));
}

/** The Deployment of the product's webhooks behind a Service that lacks replicas, by the name of the Service. */
export function shortWorkloadBehind(service: Ref, index: ObjectIndex): ShortWorkload | undefined {
  return shortWorkload(index, service.namespace, ({ ref }) => isNamedAlike(ref.name, service));
}

/** The Deployment that serves the conversion webhook of HyperConverged, where it lacks replicas. */
export function shortConversionWebhook(index: ObjectIndex): ShortWorkload | undefined {
  return shortWorkload(index, undefined, ({ ref }) => webhookDeployments.includes(ref.name));
}

function shortWorkload(
  index: ObjectIndex,
  namespace: string | undefined,
  isMeant: (object: KubeObject) => boolean,
): ShortWorkload | undefined {
  const object = index.all(deploymentKind, namespace).find((each) => isMeant(each) && lacksReplicas(each));
  const replicas = object && readWorkloadReplicas(object);
  if (object === undefined || replicas === undefined) return undefined;
  const { kind, name } = object.ref;
  const available = conditionOf(object, "Available");
  const since = available?.status === "False" ? available.since : undefined;
  return { kind, name, ready: `${replicas.ready}/${replicas.wanted}`, ...definedFields({ since }) };
}

/** The names of the Pods of endpoints (discovery/v1, Endpoint.targetRef). */
function podsOfEndpoints(endpoints: readonly unknown[]): ReadonlySet<string> {
  const targets = endpoints.map((endpoint) => valueAt(endpoint, "targetRef"));
  return new Set(targets.filter((target) => textAt(target, "kind") === "Pod").map((target) => textAt(target, "name")));
}

function hasPod({ role, ref, children }: ReportNode, pods: ReadonlySet<string>): boolean {
  return role === "pod" ? pods.has(ref.name) : children.some((child) => hasPod(child, pods));
}

/**
 * Whether a Service of this name belongs to a workload. OLM names the Service of a webhook after its Deployment
 * (operator-lifecycle-manager, pkg/controller/install/certresources.go, ServiceName).
 */
function isNamedAlike(workload: string, { name }: Ref): boolean {
  return name === workload || name === `${workload}-service` || workloadOfService(name) === workload;
}
