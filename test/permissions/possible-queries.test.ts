import { describe, expect, test } from "vitest";
import { planReads, type ReadScope } from "../../shared/aggregate/read-plan.ts";
import type { Kind } from "../../shared/model/kind.ts";
import type { Query } from "../../shared/model/snapshot.ts";
import { type AccessGrant, type AccessRole, makeAccessRoles } from "../../shared/permissions/access-roles.ts";
import type { PolicyRule } from "../../shared/permissions/policy-rules.ts";
import type { PermissionScope } from "../../shared/permissions/possible-queries.ts";
import { nodeKind, podKind } from "../../shared/profiles/core-kinds.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { machineConfigPools } from "../../shared/profiles/openshift.ts";
import { knownRoots } from "../../shared/profiles/root-kinds.ts";
import { keepingKinds } from "../../shared/profiles/virtual-machines.ts";
import { coreKinds } from "../../shared/tables/core-kinds.ts";
import { objectsIn } from "../aggregate/random-events.ts";
import { watchedCluster } from "../aggregate/watched-cluster.ts";
import { readGoldenCase, sentences } from "../golden/recorded.ts";

/** Every query that a plan names for the objects of a golden case, as for a cluster that has no others. */
function queriesOf(sentence: string, scope: ReadScope): readonly Query[] {
  const snapshot = readGoldenCase(sentence);
  const cluster = watchedCluster(objectsIn(snapshot));
  const named: Query[] = [];
  cluster.settled((soFar) => {
    const queries = planReads(soFar, scope);
    named.push(...queries);
    return queries;
  }, snapshot.takenAt);
  return [...new Map(named.map((query) => [JSON.stringify(query), query])).values()];
}

/** Whether RBAC permits what a reader and a watch do with the query (plugin/pkg/auth/authorizer/rbac, RuleAllows). */
function isPermitted(query: Query, rules: readonly PolicyRule[]): boolean {
  const verbs = query.verb === "get" ? ["get", "list", "watch"] : ["list", "watch"];
  return verbs.every((verb) =>
    rules.some(
      ({ apiGroups, resources, resourceNames, verbs: permitted }) =>
        apiGroups[0] === query.group &&
        resources.includes(query.plural) &&
        permitted.includes(verb) &&
        (resourceNames === undefined || resourceNames.includes(query.name ?? "")),
    ),
  );
}

/** Which virtual machines keep a component that refuses its deletion: no role has them for that, and the refusal stands without. */
function isOfVirtualMachines({ group, kind, metadataOnly }: Query): boolean {
  const all = Object.values(keepingKinds).flat();
  return metadataOnly === true && all.some((each) => each.group === group && each.kind === kind);
}

/** The queries that no role permits. Without a plural only the cluster knows the kind, and the comment says so. */
function listUnpermitted(queries: readonly Query[], roles: readonly AccessRole[]): readonly string[] {
  return queries
    .filter((query) => query.plural !== "" && !isOfVirtualMachines(query))
    .filter((query) => {
      const rules = roles
        .filter(({ kind, metadata }) => kind === "ClusterRole" || metadata.namespace === query.namespace)
        .flatMap((role) => role.rules);
      return !isPermitted(query, rules);
    })
    .map(({ verb, group, plural, namespace = "" }) => `${verb} ${group}/${plural} ${namespace}`);
}

const grants = new Map<string, AccessGrant>();

/** The roles for a scope, computed once. */
function grantOf(scope: PermissionScope): AccessGrant {
  const key = JSON.stringify(scope);
  const grant = grants.get(key) ?? makeAccessRoles(scope, "x");
  grants.set(key, grant);
  return grant;
}

/** The plurals of what the roles for these kinds permit to read. */
function listResources(kinds: readonly Kind[]): readonly string[] {
  const { roles } = grantOf({ kinds });
  return roles.flatMap((role) => role.rules.flatMap((rule) => rule.resources));
}

const roots: readonly Kind[] = [hcoProfile.root, ...hcoProfile.components, ...knownRoots];
const namespaces = (sentence: string): readonly string[] => [
  ...new Set(objectsIn(readGoldenCase(sentence)).flatMap(({ ref }) => ref.namespace ?? [])),
];

describe.for(sentences)("the printed rules permit every query of the plan: %s", (sentence) => {
  test("without a type, in all namespaces", () => {
    const { roles } = grantOf({ kinds: [] });
    expect(listUnpermitted(queriesOf(sentence, {}), roles)).toEqual([]);
    expect(listUnpermitted(queriesOf(sentence, { deep: true }), roles)).toEqual([]);
    const { roles: ofPlatform } = grantOf({ kinds: [], platform: true });
    expect(listUnpermitted(queriesOf(sentence, { platform: true }), ofPlatform)).toEqual([]);
  });

  test("without a type, in each namespace", () => {
    for (const namespace of namespaces(sentence)) {
      const { roles, gaps } = grantOf({ kinds: [], namespace });
      const elsewhere = gaps.some(({ code }) => code === "other-namespaces");
      const queries = queriesOf(sentence, { namespace }).filter(
        (query) => !elsewhere || !query.namespaced || query.namespace === namespace,
      );
      expect(listUnpermitted(queries, roles)).toEqual([]);
    }
  });

  test("with the related objects of a HyperConverged", () => {
    const { roles } = grantOf({ kinds: [], related: true });
    const isGeneric = !objectsIn(readGoldenCase(sentence)).some(({ ref }) => ref.kind === hcoProfile.root.kind);
    if (!isGeneric) expect(listUnpermitted(queriesOf(sentence, { related: true }), roles)).toEqual([]);
  });

  test("with each type of a root that it has", () => {
    const objects = objectsIn(readGoldenCase(sentence));
    for (const kind of roots) {
      const own = objects.filter(({ ref }) => ref.kind === kind.kind && ref.group === kind.group);
      if (own.length === 0) continue;
      const { roles } = grantOf({ kinds: [kind] });
      expect(listUnpermitted(queriesOf(sentence, { wanted: [{ kind }] }), roles)).toEqual([]);
      const { name, namespace } = own[0]?.ref ?? { name: "" };
      const scope = { wanted: [{ kind, name }], ...(namespace !== undefined && { namespace }) };
      expect(listUnpermitted(queriesOf(sentence, scope), roles)).toEqual([]);
    }
  });
});

test("no rule permits to read a Secret, whatever is requested", () => {
  const kinds = [...coreKinds, ...roots];
  const { roles } = grantOf({ kinds, related: true, deep: true });
  const rules = roles.flatMap((role) => role.rules);
  expect(rules.filter(({ resources }) => resources.includes("secrets") || resources.includes("*"))).toEqual([]);
  expect(rules.flatMap(({ verbs }) => verbs).filter((verb) => !["get", "list", "watch"].includes(verb))).toEqual([]);
});

test("a workload's rules have what lies below it, and the webhooks that may refuse its pods", () => {
  const kinds = coreKinds.filter(({ kind }) => kind === "Deployment" || kind === "CronJob");
  expect(listResources(kinds).toSorted()).toEqual([
    "cronjobs",
    "deployments",
    "jobs",
    "mutatingwebhookconfigurations",
    "nodes",
    "persistentvolumeclaims",
    "pods",
    "replicasets",
    "storageclasses",
    "validatingwebhookconfigurations",
  ]);
});

test("the rules of a Pod have the instance of a virtual machine, which says who paused its guest", () => {
  expect(listResources([podKind])).toContain("virtualmachineinstances");
});

test.for([
  { kind: nodeKind, rule: "the rules of a Node have what holds its drain" },
  { kind: machineConfigPools, rule: "the rules of a MachineConfigPool have what holds the drain of its nodes" },
])("$rule", ({ kind }) => {
  expect(listResources([kind])).toEqual(
    expect.arrayContaining(["nodes", "virtualmachineinstances", "virtualmachineinstancemigrations", "kubevirts"]),
  );
});

test("a Certificate's rules have what explains it, down to the Challenge", () => {
  const kinds = [
    { group: "cert-manager.io", kind: "Certificate", plural: "certificates", versions: ["v1"], namespaced: true },
  ];
  expect(listResources(kinds)).toEqual(
    expect.arrayContaining(["certificates", "certificaterequests", "orders", "challenges"]),
  );
});

test("the rules of a VirtualMachine have what explains it, down to its node, the fencing of the node and its disks", () => {
  const kinds = [
    { group: "kubevirt.io", kind: "VirtualMachine", plural: "virtualmachines", versions: ["v1"], namespaced: true },
  ];
  const explaining = ["virtualmachineinstances", "datavolumes", "persistentvolumeclaims", "pods", "nodes"];
  const ofMigrations = ["virtualmachineinstancemigrations"];
  const ofDisks = ["storageclasses", "persistentvolumes", "csinodes", "volumeattachments"];
  const ofFencing = ["nodehealthchecks", "machinehealthchecks"];
  expect(listResources(kinds)).toEqual(
    expect.arrayContaining([...explaining, ...ofMigrations, ...ofDisks, ...ofFencing]),
  );
});
