import type { Kind } from "../../model/kind.ts";
import { coreKinds } from "../../tables/core-kinds.ts";
import { relatedKinds } from "../../tables/related-kinds.ts";

// Sources: HCO controllers/handlers at 03da3cff and 0761cbbf (files of aie, netresinjector,
// observabilitycontroller and passt; kubevirtConsolePlugin.go); relatedObjects of a run of the real operator.

/** The built-in kinds of the objects that HyperConverged creates, without Secret. */
const createdCoreKinds: ReadonlySet<string> = new Set([
  "/ConfigMap",
  "/Service",
  "/ServiceAccount",
  "admissionregistration.k8s.io/MutatingWebhookConfiguration",
  "apps/DaemonSet",
  "apps/Deployment",
  "policy/PodDisruptionBudget",
  "rbac.authorization.k8s.io/ClusterRole",
  "rbac.authorization.k8s.io/ClusterRoleBinding",
  "rbac.authorization.k8s.io/Role",
  "rbac.authorization.k8s.io/RoleBinding",
  "scheduling.k8s.io/PriorityClass",
]);

/** Every kind that relatedObjects of HyperConverged is known to have, besides the components. */
export const operatorCreatedKinds: readonly Kind[] = [
  ...relatedKinds,
  ...coreKinds.filter(({ group, kind }) => createdCoreKinds.has(`${group}/${kind}`)),
];
