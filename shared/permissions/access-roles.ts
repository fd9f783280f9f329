import { definedFields } from "../model/defined-fields.ts";
import { applicationRoot } from "../model/family-roots.ts";
import { isSameKind, typeName } from "../model/kind.ts";
import type { Query } from "../model/snapshot.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { rootResources } from "../profiles/resource-names.ts";
import { machineInstances } from "../profiles/virtual-machines.ts";
import { coreKinds } from "../tables/core-kinds.ts";
import { makeListRules, makePolicyRules, type PolicyRule } from "./policy-rules.ts";
import { listPossibleQueries, type PermissionScope } from "./possible-queries.ts";

/** A ClusterRole or a Role (rbac/v1). */
export interface AccessRole {
  readonly apiVersion: "rbac.authorization.k8s.io/v1";
  readonly kind: "ClusterRole" | "Role";
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules: readonly PolicyRule[];
}

/** What the roles do not permit, because only a cluster knows it. */
type PermissionGap =
  | { readonly code: "application-kinds" | "newer-components" | "related-kinds" }
  | { readonly code: "other-namespaces"; readonly resources: readonly string[] };

/** The roles for a scope, and what they lack. */
export interface AccessGrant {
  readonly roles: readonly AccessRole[];
  readonly gaps: readonly PermissionGap[];
}

/**
 * The roles that permit every query of a scope. Without a namespace it is one ClusterRole. With one it is a Role there
 * and a ClusterRole for cluster-scoped kinds. The ClusterRole has a name of its own, because applying it must not narrow
 * a ClusterRole for all namespaces. `extras`: what the roles permit beside the queries.
 */
export function makeAccessRoles(scope: PermissionScope, name: string, extras: AccessExtras = {}): AccessGrant {
  const queries = listPossibleQueries(scope);
  const { namespace } = scope;
  const logs = extras.logs === true ? [logRule] : [];
  const machines = extras.machines === true ? [machineRule] : [];
  if (namespace === undefined) {
    const roles = makeRoles("ClusterRole", { name }, queries, [...logs, ...machines]);
    return { roles, gaps: listGaps(scope, queries, []) };
  }
  const inNamespace = queries.filter((query) => query.namespaced && query.namespace === namespace);
  const clusterScoped = queries.filter(({ namespaced }) => !namespaced);
  const inOtherNamespaces = queries.filter((query) => query.namespaced && query.namespace !== namespace);
  return {
    roles: [
      ...makeRoles("Role", { name, namespace }, inNamespace, logs),
      ...makeRoles("ClusterRole", { name: `${name}-cluster` }, clusterScoped, machines),
    ],
    gaps: listGaps(scope, queries, inOtherNamespaces),
  };
}

/**
 * The role that permits lists which are read once: a Role where all of them are of one namespace, else a ClusterRole. It
 * has a name of its own, because applying it must not narrow the role for what a report reads.
 */
export function makeInventoryRole(queries: readonly Query[], name: string): AccessRole {
  const [namespace, ...others] = new Set(queries.map((query) => query.namespace));
  const isOneNamespace = namespace !== undefined && others.length === 0;
  return {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: isOneNamespace ? "Role" : "ClusterRole",
    metadata: { name: `${name}-inventory`, ...definedFields({ namespace: isOneNamespace ? namespace : undefined }) },
    rules: makeListRules(queries),
  };
}

/** What a role permits only on request. */
export interface AccessExtras {
  /** The logs of containers. */
  readonly logs?: boolean;
  /** The number of virtual machines of the whole cluster. */
  readonly machines?: boolean;
}

/** The rule for reading the logs of containers. They may hold credentials, so a role has it only on request. */
const logRule: PolicyRule = { apiGroups: [""], resources: ["pods/log"], verbs: ["get"] };

/** The rule for counting virtual machines. RBAC has no permission for tables alone, so it permits whole instances. */
const machineRule: PolicyRule = {
  apiGroups: [machineInstances.group],
  resources: [machineInstances.plural],
  verbs: ["list"],
};

function makeRoles(
  kind: AccessRole["kind"],
  metadata: AccessRole["metadata"],
  queries: readonly Query[],
  others: readonly PolicyRule[] = [],
): readonly AccessRole[] {
  const rules = [...makePolicyRules(queries), ...others];
  return rules.length === 0 ? [] : [{ apiVersion: "rbac.authorization.k8s.io/v1", kind, metadata, rules }];
}

/** What the roles cannot permit, because the queries for it are known only once the cluster was read. */
function listGaps(
  { related, kinds }: PermissionScope,
  queries: readonly Query[],
  inOtherNamespaces: readonly Query[],
): readonly PermissionGap[] {
  const reads = ({ group, plural }: Pick<Query, "group" | "plural">): boolean =>
    queries.some((query) => query.group === group && query.plural === plural);
  const resources = inOtherNamespaces.map(typeName);
  // A custom resource of no family may record any kind.
  const knownKinds = [...rootResources, ...coreKinds];
  const isCustom = kinds.some((kind) => !knownKinds.some((known) => isSameKind(known, kind)));
  const gaps: PermissionGap[] = [];
  if (reads(applicationRoot)) gaps.push({ code: "application-kinds" });
  if (reads(hcoProfile.root)) gaps.push({ code: "newer-components" });
  if (related === true || isCustom) gaps.push({ code: "related-kinds" });
  if (resources.length > 0) gaps.push({ code: "other-namespaces", resources: [...new Set(resources)].toSorted() });
  return gaps;
}
