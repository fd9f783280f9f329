/** A JSON value as it was read, of unknown shape. */
type Json = unknown;

/** The name of an object; the core group is `""`. Identity is group, kind, namespace and name, never the version. */
export interface Ref {
  readonly group: string;
  readonly version?: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
}

/**
 * One Kubernetes object with complete metadata; `spec` and `status` stay as they were read. Secrets keep metadata only.
 */
export interface KubeObject {
  readonly ref: Ref;
  /** The {@link keyOf} of `ref`, kept because each index of thousands of objects needs it. */
  readonly key: string;
  readonly apiVersion: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly createdAt?: string;
  /** RFC 3339 UTC: when the deletion was requested. */
  readonly deletedAt?: string;
  readonly finalizers: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, string>;
  readonly spec: Json;
  readonly status: Json;
  /**
   * The whole object as it was read (for a Secret: metadata without annotations); the source of other top-level fields.
   */
  readonly raw: Readonly<Record<string, Json>>;
  /** Set where the object was read from a text that is visibly cut: what is missing may report a fault. */
  readonly cut?: true;
}

/** The key of an object, the same in every API version. */
export function keyOf(ref: Pick<Ref, "group" | "kind" | "namespace" | "name">): string {
  return `${ref.group}/${ref.kind}/${ref.namespace ?? ""}/${ref.name}`;
}

/** `cnv/vm-1`: the name of an object among all of its kind. `/worker-1` without a namespace. */
export function namespacedName({ namespace = "", name }: Pick<Ref, "namespace" | "name">): string {
  return `${namespace}/${name}`;
}

/** Whether two references name the same object, in whatever API version. */
export function isSameObject(a: Ref, b: Ref): boolean {
  return keyOf(a) === keyOf(b);
}

/** The object under another name or in another namespace. */
export function withRef(object: KubeObject, ref: Ref): KubeObject {
  return { ...object, ref, key: keyOf(ref) };
}

/** The `{group, version}` of an apiVersion; the core group has no slash. */
export function groupVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf("/");
  return slash < 0
    ? { group: "", version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** The group of what a text has without an object, such as a status alone. No API has it. */
export const pastedGroup = "pasted.status";

/** What an object is called that has no name in a text. */
export const unnamed = "unnamed";
