import { compareTexts } from "../../model/compare-texts.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { isSameKind, type Kind, typeName } from "../../model/kind.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { customResourceDefinitions, persistentVolumeClaims, podKind } from "../../profiles/core-kinds.ts";
import { gracePeriodSeconds, hasLasted } from "../core/object-health.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";
import {
  isNamespace,
  listNamespaceFindings,
  listRefusedContent,
  markBlocking,
  maxNamed,
  planNamespaceReads,
} from "./namespace-content.ts";

// What the deletion of a CustomResourceDefinition, a Namespace or a PersistentVolumeClaim waits for
// (https://github.com/kubernetes/apiextensions-apiserver, pkg/controller/finalizer/crd_finalizer.go;
// https://github.com/kubernetes/kubernetes, pkg/controller/namespace/deletion/namespaced_resources_deleter.go and
// pkg/controller/volume/pvcprotection/pvc_protection_controller.go).

/**
 * The requests that show which instances of a definition are left, which pods use a claim, or what a Namespace waits for.
 * Empty for an object that is not being deleted.
 */
export function planRemainingReads(root: KubeObject): readonly Query[] {
  if (root.deletedAt === undefined) return [];
  const defined = readDefinedKind(root);
  if (defined !== undefined) return [{ ...listQuery(defined), metadataOnly: true }];
  if (isProtectedClaim(root)) return [listQuery(podKind, root.ref.namespace)];
  return isNamespace(root) ? planNamespaceReads(root) : [];
}

/** The findings about what a deletion waits for that has taken too long. Refusals by a webhook are reported at once. */
export function listRemainingFindings(root: KubeObject, index: ObjectIndex, takenAt: string): readonly Finding[] {
  const { deletedAt } = root;
  if (deletedAt === undefined) return [];
  const isLate = hasLasted(deletedAt, takenAt, gracePeriodSeconds.deleting);
  const refusals = isNamespace(root) ? listRefusedContent(root, index, isLate) : [];
  if (!isLate) return refusals;
  const defined = readDefinedKind(root);
  if (defined !== undefined) return listHeldInstances(root, defined, index);
  if (isProtectedClaim(root)) return listPodsUsingClaim(root, index);
  return isNamespace(root) ? [...refusals, ...listNamespaceFindings(root, index)] : [];
}

/** The kind that a CustomResourceDefinition defines. Undefined for another object, and if it lacks a name or version. */
function readDefinedKind({ ref, spec }: KubeObject): Kind | undefined {
  if (ref.group !== customResourceDefinitions.group || ref.kind !== customResourceDefinitions.kind) return undefined;
  const group = textAt(spec, "group");
  const kind = textAt(spec, "names", "kind");
  const plural = textAt(spec, "names", "plural");
  const servedVersions = listAt(spec, "versions").filter((version) => valueAt(version, "served") !== false);
  const versions = servedVersions.map((version) => textAt(version, "name"));
  if (group === "" || kind === "" || plural === "" || versions.length === 0) return undefined;
  return { group, kind, plural, versions, namespaced: valueAt(spec, "scope") !== "Cluster" };
}

/** The finding about the instances of a definition that finalizers hold. The others are deleted with it. */
function listHeldInstances(root: KubeObject, kind: Kind, index: ObjectIndex): readonly Finding[] {
  const heldInstances = index
    .everything()
    .filter(({ ref, finalizers }) => isSameKind(ref, kind) && finalizers.length > 0)
    .toSorted((a, b) => compareTexts(a.key, b.key));
  if (heldInstances.length === 0) return [];
  const finalizers = new Set(heldInstances.flatMap((instance) => instance.finalizers));
  const evidence = {
    count: heldInstances.length,
    objects: heldInstances.slice(0, maxNamed).map(({ ref }) => formatInstance(ref)),
    finalizers: [...finalizers].slice(0, maxNamed),
    resources: [typeName(kind)],
  };
  return [markBlocking(makeFinding(root.ref, { code: "deletion-waits-for", ...evidence }))];
}

/** `Widget namespace/name`, or `Widget name` if the object is cluster-scoped. */
function formatInstance({ kind, namespace, name }: Ref): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

/** Whether a claim stays until no pod uses it. */
function isProtectedClaim({ ref, finalizers }: KubeObject): boolean {
  return isSameKind(ref, persistentVolumeClaims) && finalizers.includes("kubernetes.io/pvc-protection");
}

/**
 * The finding about the pods that use a claim: those that were scheduled to a node, even if they have ended
 * (pvc_protection_controller.go, podUsesPVC).
 */
function listPodsUsingClaim(claim: KubeObject, index: ObjectIndex): readonly Finding[] {
  const { name, namespace } = claim.ref;
  const pods = index
    .all(podKind, namespace)
    .filter(({ spec }) => textAt(spec, "nodeName") !== "" && listClaimNames(spec).includes(name))
    .toSorted((a, b) => compareTexts(a.key, b.key));
  if (pods.length === 0) return [];
  const objects = pods.slice(0, maxNamed).map(({ ref }) => `Pod ${ref.name}`);
  const evidence = { count: pods.length, objects, finalizers: [], resources: [podKind.plural] };
  return [markBlocking(makeFinding(claim.ref, { code: "deletion-waits-for", ...evidence }))];
}

/** The names of the claims in the volumes of a Pod's spec. */
function listClaimNames(spec: unknown): readonly string[] {
  return listAt(spec, "volumes").map((volume) => textAt(volume, "persistentVolumeClaim", "claimName"));
}
