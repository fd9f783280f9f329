import { setTimeout as sleep } from "node:timers/promises";
import { apply } from "./apply.ts";
import { call } from "./http.ts";
import { servedName } from "./hyperconverged.ts";
import type { Manifest } from "./manifest.ts";
import type { Cluster } from "./server.ts";
import { createUser, type User } from "./user.ts";

const rbac = "rbac.authorization.k8s.io";
const read = ["get", "list", "watch"];

/** A user without any permission. */
export async function weakUser(cluster: Cluster): Promise<User> {
  return await createUser(cluster, "nobody-much");
}

/** May read hyperconvergeds everywhere, and nothing else. */
export async function viewerNoComponents(cluster: Cluster): Promise<User> {
  const user = await createUser(cluster, "viewer-no-components");
  const rules = [{ apiGroups: ["hco.kubevirt.io"], resources: ["hyperconvergeds"], verbs: read }];
  await apply(cluster, clusterWide(user.name, rules, { kind: "User", name: user.name }));
  await untilAllowed(cluster, user, { group: "hco.kubevirt.io", resource: "hyperconvergeds" });
  return user;
}

/** May read everything in the operator's namespace, which must be there, and nothing cluster-wide. */
export async function namespaceViewer(cluster: Cluster): Promise<User> {
  const user = await createUser(cluster, "namespace-viewer");
  const { namespace } = servedName;
  const metadata = { name: user.name, namespace };
  await apply(cluster, [
    {
      apiVersion: `${rbac}/v1`,
      kind: "Role",
      metadata,
      rules: [{ apiGroups: ["*"], resources: ["*"], verbs: read }],
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: "RoleBinding",
      metadata,
      roleRef: { apiGroup: rbac, kind: "Role", name: user.name },
      subjects: [{ apiGroup: rbac, kind: "User", name: user.name }],
    },
  ]);
  await untilAllowed(cluster, user, { group: "apps", resource: "deployments", namespace });
  return user;
}

/** May read everything that a report needs, everywhere, but no log. */
export async function viewerWithoutLogs(cluster: Cluster): Promise<User> {
  const user = await createUser(cluster, "viewer-without-logs");
  const rules = [
    { apiGroups: [...customGroups, "apps", "batch", "coordination.k8s.io"], resources: ["*"], verbs: read },
    { apiGroups: ["apiregistration.k8s.io", "admissionregistration.k8s.io"], resources: ["*"], verbs: read },
    { apiGroups: ["apiextensions.k8s.io", "discovery.k8s.io", "operators.coreos.com"], resources: ["*"], verbs: read },
    { apiGroups: [""], resources: ["pods", "nodes", "events", "services"], verbs: read },
  ];
  await apply(cluster, clusterWide(user.name, rules, { kind: "User", name: user.name }));
  await untilAllowed(cluster, user, { group: "", resource: "nodes" });
  return user;
}

/** May read the CRs of an HCO everywhere and workloads in its namespace, which must be there, but no Pods and no Nodes. */
export async function viewerNoPods(cluster: Cluster): Promise<User> {
  const user = await createUser(cluster, "viewer-no-pods");
  const rules = [
    { apiGroups: customGroups, resources: ["*"], verbs: read },
    { apiGroups: ["apps"], resources: ["deployments", "daemonsets", "replicasets"], verbs: read },
    { apiGroups: [""], resources: ["events"], verbs: read },
  ];
  await apply(cluster, clusterWide(user.name, rules, { kind: "User", name: user.name }));
  await untilAllowed(cluster, user, { group: "apps", resource: "deployments" });
  return user;
}

/** May read the CRs of an HCO everywhere, OLM's objects and events, and no workload: not operator status unknown. */
export async function viewerNoDeployments(cluster: Cluster): Promise<User> {
  const user = await createUser(cluster, "viewer-no-deployments");
  const rules = [
    { apiGroups: customGroups, resources: ["*"], verbs: read },
    { apiGroups: [""], resources: ["events"], verbs: read },
  ];
  await apply(cluster, clusterWide(user.name, rules, { kind: "User", name: user.name }));
  await untilAllowed(cluster, user, { group: "cdi.kubevirt.io", resource: "cdis" });
  return user;
}

/** The groups of HCO, its components and OLM. */
const customGroups = [
  "hco.kubevirt.io",
  "kubevirt.io",
  "cdi.kubevirt.io",
  "networkaddonsoperator.network.kubevirt.io",
  "operators.coreos.com",
  "aaq.kubevirt.io",
  "migrations.kubevirt.io",
  "filerestore.kubevirt.io",
  "ssp.kubevirt.io",
];

/** May read an Application and most of its parts in this namespace, which must be there, but no Secrets and no Jobs. */
export async function shopViewer(cluster: Cluster, namespace: string): Promise<User> {
  const user = await createUser(cluster, "shop-viewer");
  const metadata = { name: user.name, namespace };
  const rules = [
    { apiGroups: ["app.k8s.io", "apps", "policy"], resources: ["*"], verbs: read },
    { apiGroups: [""], resources: ["services", "pods"], verbs: read },
  ];
  const roleRef = { apiGroup: rbac, kind: "Role", name: user.name };
  const subjects = [{ apiGroup: rbac, kind: "User", name: user.name }];
  await apply(cluster, [
    { apiVersion: `${rbac}/v1`, kind: "Role", metadata, rules },
    { apiVersion: `${rbac}/v1`, kind: "RoleBinding", metadata, roleRef, subjects },
  ]);
  await untilAllowed(cluster, user, { group: "app.k8s.io", resource: "applications", namespace });
  return user;
}

/** Lets every authenticated user read kubevirts, as KubeVirt itself does (its ClusterRole kubevirt.io:default). */
export async function showKubeVirtsToAllUsers(cluster: Cluster): Promise<void> {
  const rules = [{ apiGroups: ["kubevirt.io"], resources: ["kubevirts"], verbs: ["get", "list"] }];
  await apply(cluster, clusterWide("kubevirt.io:default", rules, { kind: "Group", name: "system:authenticated" }));
  await untilAllowed(cluster, await weakUser(cluster), { group: "kubevirt.io", resource: "kubevirts" });
}

/** Takes it back. */
export async function hideKubeVirts(cluster: Cluster): Promise<void> {
  for (const plural of ["clusterrolebindings", "clusterroles"]) {
    await call(cluster, "DELETE", `/apis/${rbac}/v1/${plural}/kubevirt.io:default`);
  }
}

function clusterWide(name: string, rules: readonly object[], subject: { kind: string; name: string }): Manifest[] {
  return [
    { apiVersion: `${rbac}/v1`, kind: "ClusterRole", metadata: { name }, rules },
    {
      apiVersion: `${rbac}/v1`,
      kind: "ClusterRoleBinding",
      metadata: { name },
      roleRef: { apiGroup: rbac, kind: "ClusterRole", name },
      subjects: [{ apiGroup: rbac, ...subject }],
    },
  ];
}

/** Waits until the server lists for a user, or does not any more: it learns of roles a moment after it has stored them. */
export async function untilAllowed(
  cluster: Cluster,
  user: User,
  attributes: { group: string; resource: string; namespace?: string },
  isAllowed = true,
): Promise<void> {
  const review = {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: {
      user: user.name,
      groups: [...user.groups, "system:authenticated"],
      resourceAttributes: { verb: "list", ...attributes },
    },
  };
  const path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
  for (let attempt = 0; attempt < 6_000; attempt++) {
    const { status } = await call<{ status: { allowed: boolean } }>(cluster, "POST", path, review);
    if (status.allowed === isAllowed) return;
    await sleep(20);
  }
  throw new Error(`${user.name} is ${isAllowed ? "not let in to" : "still let in to"} ${attributes.resource}`);
}
