import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { isSameKind, type Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { apiServices, customResourceDefinitions, persistentVolumeClaims, podKind } from "../../profiles/core-kinds.ts";
import { gracePeriodSeconds, hasLasted } from "../core/object-health.ts";
import { compareTexts } from "../evaluation/compare.ts";
import { kindKey, type ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

// What the deletion of a CustomResourceDefinition, a Namespace or a PersistentVolumeClaim waits for
// (https://github.com/kubernetes/apiextensions-apiserver, pkg/controller/finalizer/crd_finalizer.go;
// https://github.com/kubernetes/kubernetes, pkg/controller/namespace/deletion/namespaced_resources_deleter.go and
// pkg/controller/volume/pvcprotection/pvc_protection_controller.go).

/**
 * The requests that show what is left of a definition, which API does not respond, or which pods use a claim. None where
 * nothing is being deleted.
 */
export function planRemainingReads(root: KubeObject): readonly Query[] {
  if (root.deletedAt === undefined) return [];
  const defined = readDefinedKind(root);
  if (defined !== undefined) return [{ ...listQuery(defined), metadataOnly: true }];
  if (isProtectedClaim(root)) return [listQuery(podKind, root.ref.namespace)];
  return findTrueCondition(root, "NamespaceDeletionDiscoveryFailure") === undefined ? [] : [listQuery(apiServices)];
}

/** The findings about what the deletion of an object has waited for, for longer than it takes. */
export function listRemainingFindings(root: KubeObject, index: ObjectIndex, takenAt: string): readonly Finding[] {
  const { deletedAt } = root;
  if (deletedAt === undefined || !hasLasted(deletedAt, takenAt, gracePeriodSeconds.deleting)) return [];
  const defined = readDefinedKind(root);
  if (defined !== undefined) return listHeldInstances(root, defined, index);
  if (isProtectedClaim(root)) return usersOf(root, index);
  return isNamespace(root) ? [...listUnavailableApis(root, index), ...listRemainingContent(root)] : [];
}

/** The kind that a CustomResourceDefinition defines; undefined for another object. */
function readDefinedKind({ ref, spec }: KubeObject): Kind | undefined {
  if (ref.group !== customResourceDefinitions.group || ref.kind !== customResourceDefinitions.kind) return undefined;
  const [group, kind, plural] = [["group"], ["names", "kind"], ["names", "plural"]].map((path) =>
    textAt(spec, ...path),
  );
  const versions = listAt(spec, "versions")
    .filter((version) => valueAt(version, "served") !== false)
    .map((version) => textAt(version, "name"));
  if (!group || !kind || !plural || versions.length === 0) return undefined;
  return { group, kind, plural, versions, namespaced: valueAt(spec, "scope") !== "Cluster" };
}

function isNamespace({ ref }: KubeObject): boolean {
  return ref.group === "" && ref.kind === "Namespace";
}

/** The finding about the instances of a definition that finalizers hold. The others are deleted with it. */
function listHeldInstances(root: KubeObject, kind: Kind, index: ObjectIndex): readonly Finding[] {
  const held = index
    .everything()
    .filter(({ ref, finalizers }) => kindKey(ref) === kindKey(kind) && finalizers.length > 0)
    .toSorted((a, b) => compareTexts(a.key, b.key));
  if (held.length === 0) return [];
  const objects = held
    .slice(0, maxNamed)
    .map(({ ref }) => `${ref.kind} ${ref.namespace ?? ""}/${ref.name}`.replace(" /", " "));
  const finalizers = [...new Set(held.flatMap((each) => each.finalizers))].slice(0, maxNamed);
  const resources = [`${kind.plural}.${kind.group}`];
  return [
    markBlocking(
      makeFinding(root.ref, { code: "deletion-waits-for", count: held.length, objects, finalizers, resources }),
    ),
  ];
}

/** Whether a claim stays until no pod uses it. */
function isProtectedClaim({ ref, finalizers }: KubeObject): boolean {
  return isSameKind(ref, persistentVolumeClaims) && finalizers.includes("kubernetes.io/pvc-protection");
}

/** The finding about the pods that use a claim: those that have a node, also where they have ended (podUsesPVC). */
function usersOf(claim: KubeObject, index: ObjectIndex): readonly Finding[] {
  const { name, namespace } = claim.ref;
  const users = index
    .all(podKind, namespace)
    .filter(({ spec }) => textAt(spec, "nodeName") !== "" && claimsOfPod(spec).includes(name))
    .toSorted((a, b) => compareTexts(a.key, b.key));
  if (users.length === 0) return [];
  const objects = users.slice(0, maxNamed).map(({ ref }) => `Pod ${ref.name}`);
  const evidence = { count: users.length, objects, finalizers: [], resources: [podKind.plural] };
  return [markBlocking(makeFinding(claim.ref, { code: "deletion-waits-for", ...evidence }))];
}

function claimsOfPod(spec: unknown): readonly string[] {
  return listAt(spec, "volumes").map((volume) => textAt(volume, "persistentVolumeClaim", "claimName"));
}

/** How many objects, finalizers or resources a finding names. */
const maxNamed = 5;

/** The finding about what a namespace still holds, by the two conditions of its controller. */
function listRemainingContent(root: KubeObject): readonly Finding[] {
  const content = findTrueCondition(root, "NamespaceContentRemaining")?.message ?? "";
  const held = findTrueCondition(root, "NamespaceFinalizersRemaining")?.message ?? "";
  // `Some resources are remaining: kubevirts.kubevirt.io has 1 resource instances`
  const kinds = [...content.matchAll(/([a-z0-9][a-z0-9.-]*) has (\d{1,9}) resource instances/g)];
  // `Some content in the namespace has finalizers remaining: foregroundDeleteKubeVirt in 1 resource instances`
  const finalizers = [...held.matchAll(/([A-Za-z0-9][\w./-]*) in \d+ resource instances/g)].map(
    ([, name = ""]) => name,
  );
  if (kinds.length === 0 || finalizers.length === 0) return [];
  const resources = kinds.slice(0, maxNamed).map(([, resource = ""]) => resource.replace(/\.$/, ""));
  const objects = kinds
    .slice(0, maxNamed)
    .map(([, resource = "", count = ""]) => `${resource.replace(/\.$/, "")} (${count})`);
  const count = kinds.reduce((sum, [, , many]) => sum + Number(many), 0);
  const evidence = { count, objects, finalizers: finalizers.slice(0, maxNamed), resources };
  return [markBlocking(makeFinding(root.ref, { code: "deletion-waits-for", ...evidence }))];
}

/** The findings about the APIs that keep the controller from finding out what a namespace holds. */
function listUnavailableApis(root: KubeObject, index: ObjectIndex): readonly Finding[] {
  const failure = findTrueCondition(root, "NamespaceDeletionDiscoveryFailure");
  if (failure === undefined) return [];
  return index.all(apiServices).flatMap((api): readonly Finding[] => {
    const available = conditionsAt(api).conditions.find(({ type }) => type === "Available");
    // The message names each API as `subresources.kubevirt.io/v1`.
    const name = `${textAt(api.spec, "group")}/${textAt(api.spec, "version")}`;
    if (available === undefined || available.status === "True" || !failure.message.includes(name)) return [];
    const { reason, message } = available;
    return [
      markBlocking(makeFinding(api.ref, { code: "deletion-waits-for-api", namespace: root.ref.name, reason, message })),
    ];
  });
}

function findTrueCondition(object: KubeObject, type: string) {
  return conditionsAt(object).conditions.find((each) => each.type === type && each.status === "True");
}

function markBlocking(finding: Finding): Finding {
  return { ...finding, effects: { deletion: "blocks" } };
}
