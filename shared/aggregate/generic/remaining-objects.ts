import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { isSameKind, type Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { customResourceDefinitions, persistentVolumeClaims, podKind } from "../../profiles/core-kinds.ts";
import { gracePeriodSeconds, hasLasted } from "../core/object-health.ts";
import { compareTexts } from "../evaluation/compare.ts";
import { kindKey, type ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";
import {
  isNamespace,
  listNamespaceFindings,
  listRefusedContent,
  markBlocking,
  planNamespaceReads,
} from "./namespace-content.ts";

// What the deletion of a CustomResourceDefinition, a Namespace or a PersistentVolumeClaim waits for
// (https://github.com/kubernetes/apiextensions-apiserver, pkg/controller/finalizer/crd_finalizer.go;
// https://github.com/kubernetes/kubernetes, pkg/controller/namespace/deletion/namespaced_resources_deleter.go and
// pkg/controller/volume/pvcprotection/pvc_protection_controller.go).

/** How many objects, finalizers or resources a finding names. */
const maxNamed = 5;

/**
 * The requests that show what is left of a definition, which pods use a claim, or what a Namespace waits for. None where
 * nothing is being deleted.
 */
export function planRemainingReads(root: KubeObject): readonly Query[] {
  if (root.deletedAt === undefined) return [];
  const defined = readDefinedKind(root);
  if (defined !== undefined) return [{ ...listQuery(defined), metadataOnly: true }];
  if (isProtectedClaim(root)) return [listQuery(podKind, root.ref.namespace)];
  return isNamespace(root) ? planNamespaceReads(root) : [];
}

/** The findings about what the deletion of an object has waited for, for longer than it takes. */
export function listRemainingFindings(root: KubeObject, index: ObjectIndex, takenAt: string): readonly Finding[] {
  const { deletedAt } = root;
  if (deletedAt === undefined) return [];
  const refusals = isNamespace(root) ? listRefusedContent(root, index, takenAt) : [];
  if (!hasLasted(deletedAt, takenAt, gracePeriodSeconds.deleting)) return refusals;
  const defined = readDefinedKind(root);
  if (defined !== undefined) return listHeldInstances(root, defined, index);
  if (isProtectedClaim(root)) return usersOf(root, index);
  return isNamespace(root) ? [...refusals, ...listNamespaceFindings(root, index)] : [];
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
