import { type GroupKind, isSameKind } from "../model/kind.ts";
import { groupVersion, type Ref } from "../model/object.ts";
import type { Resource } from "../model/resource.ts";
import { textAt } from "../parse/json-value.ts";
import { coreKinds } from "../tables/core-kinds.ts";

/** The path of a field in an object. */
type Path = readonly (string | number)[];

/** Fields whose value is the name of an object, wherever they stand (Kubernetes API reference; KubeVirt, CDI). */
const namingFields: ReadonlyMap<string, GroupKind> = new Map([
  ["claimName", { group: "", kind: "PersistentVolumeClaim" }],
  ["volumeName", { group: "", kind: "PersistentVolume" }],
  ["nodeName", { group: "", kind: "Node" }],
  ["secretName", { group: "", kind: "Secret" }],
  ["serviceName", { group: "", kind: "Service" }],
  ["serviceAccountName", { group: "", kind: "ServiceAccount" }],
  ["namespace", { group: "", kind: "Namespace" }],
  ["storageClassName", { group: "storage.k8s.io", kind: "StorageClass" }],
  ["priorityClassName", { group: "scheduling.k8s.io", kind: "PriorityClass" }],
]);

/** Mappings whose `name` is the name of an object. */
const namingMappings: ReadonlyMap<string, GroupKind> = new Map([
  ["dataVolume", { group: "cdi.kubevirt.io", kind: "DataVolume" }],
  ["configMap", { group: "", kind: "ConfigMap" }],
  ["configMapRef", { group: "", kind: "ConfigMap" }],
  ["configMapKeyRef", { group: "", kind: "ConfigMap" }],
  ["secretRef", { group: "", kind: "Secret" }],
  ["secretKeyRef", { group: "", kind: "Secret" }],
  ["imagePullSecrets", { group: "", kind: "Secret" }],
]);

/**
 * Returns the object that a field of another object names; undefined where it names none.
 *
 * @param object the other object as plain data.
 * @param path of the field, from the top of that object.
 * @param namespace of that object, in which the named one is unless a `namespace` beside the field names another.
 */
export function findReference(object: unknown, path: Path, namespace: string | undefined): Ref | undefined {
  const name = textAt(object, ...path);
  const field = path.at(-1);
  if (name === "" || typeof field !== "string") return undefined;
  const kind = namingFields.get(field) ?? (field === "name" ? readKind(object, path.slice(0, -1)) : undefined);
  if (kind === undefined) return undefined;
  const namespaceField = field === "namespace" ? "" : textAt(object, ...path.slice(0, -1), "namespace");
  const namedNamespace = namespaceField === "" ? namespace : namespaceField;
  return {
    ...kind,
    name,
    ...(namedNamespace !== undefined && !isClusterScoped(kind) && { namespace: namedNamespace }),
  };
}

/** The kind that a mapping with a name says, as owner references and `relatedObjects` do, or that its own name means. */
function readKind(object: unknown, path: Path): GroupKind | undefined {
  // The object itself is no reference.
  if (path.length === 0) return undefined;
  const kind = textAt(object, ...path, "kind");
  if (kind !== "") {
    const { group } = groupVersion(textAt(object, ...path, "apiVersion"));
    return { kind, group: textAt(object, ...path, "apiGroup") || group };
  }
  const above = path.findLast((step) => typeof step === "string");
  return above === undefined ? undefined : namingMappings.get(String(above));
}

function isClusterScoped(kind: GroupKind): boolean {
  const known: readonly Resource[] = coreKinds;
  return known.some((resource) => isSameKind(resource, kind) && !resource.namespaced);
}
