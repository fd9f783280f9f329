import type { Kind } from "../../model/kind.ts";
import { olmKinds } from "../../tables/olm-kinds.ts";
import { webhookDeployments } from "../../tables/operator.ts";
import { workloadRows, workloadsOfServices } from "../../tables/workloads.ts";
import { builtInKind } from "../core-kinds.ts";
import { hcoProfile } from "./profile.ts";

// Kinds around a HyperConverged that no condition of it reports. A user may lack the permission to read them, and a
// must-gather may not hold them: then nothing is said of them.

/** Whether a group is one of KubeVirt's own API groups, which hold every component of the operator: `cdi.kubevirt.io`. */
export function isProductGroup(group: string): boolean {
  return /(^|\.)kubevirt\.io$/.test(group);
}

/** The kinds that name the Services of admission webhooks. */
export const webhookConfigurations: readonly Kind[] = [
  builtInKind("admissionregistration.k8s.io", "ValidatingWebhookConfiguration"),
  builtInKind("admissionregistration.k8s.io", "MutatingWebhookConfiguration"),
];

export const endpointSlices: Kind = builtInKind("discovery.k8s.io", "EndpointSlice");

/** The workloads of Services whose names differ from those of their workloads. */
const workloadByService: ReadonlyMap<string, string> = new Map(Object.entries(workloadsOfServices));

/** The workload behind a Service. OLM names the Service of a webhook after its Deployment: `ssp-operator-service`. */
export function workloadOfService(service: string): string {
  return workloadByService.get(service) ?? service.replace(/-service$/, "");
}

/** The component behind a Service by the name of its workload, or `HyperConverged`: `virt-api` -> `KubeVirt`. */
export function ownerOfService(service: string): string | undefined {
  const workload = workloadOfService(service);
  if (webhookDeployments.includes(workload)) return hcoProfile.root.kind;
  const row = workloadRows.find(({ names, operator }) => operator === workload || names.includes(workload));
  return row?.component;
}

/**
 * The selector of the Pods behind a Service of the product. Undefined for any other Service. The Pods of the operators and of
 * HyperConverged's webhook have the label `name` (hyperconverged-cluster-operator, deploy/operator.yaml).
 */
export function podSelectorOfService(service: string): string | undefined {
  const workload = workloadOfService(service);
  if (webhookDeployments.includes(workload)) return "name=hyperconverged-cluster-webhook";
  if (workloadRows.some(({ operator }) => operator === workload)) return `name=${workload}`;
  const row = workloadRows.find(({ names }) => names.includes(workload));
  return row?.nameLabel === undefined ? row?.podSelector : `${row.nameLabel}=${workload}`;
}

/** What the lifecycle manager works from: which version is wanted, and the plan to install it. */
export const subscriptions: Kind = olmKinds.Subscription;
export const installPlans: Kind = olmKinds.InstallPlan;
