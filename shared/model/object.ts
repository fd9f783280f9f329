/** A JSON value as it came: nobody has promised anything about its shape. */
type Json = unknown;

/** Names an object; the core group is `""`. Identity is group, kind, namespace and name, never the version. */
export interface Ref {
  readonly group: string;
  readonly version?: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
}

/** Something about an object's text that was not as the API promises; see model/finding.ts for the words. */
export interface Oddity {
  readonly code:
    | "conditions-not-a-list"
    | "condition-not-an-object"
    | "condition-without-type"
    | "duplicate-condition"
    | "odd-status"
    | "odd-time"
    | "odd-text"
    | "odd-generation";
  readonly type?: string;
  readonly value?: string;
}

/** One Kubernetes object, its metadata made total; `spec` and `status` stay as they came. Secrets keep metadata only. */
export interface KubeObject {
  readonly ref: Ref;
  readonly apiVersion: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly createdAt?: string;
  readonly deletedAt?: string;
  readonly finalizers: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, string>;
  readonly spec: Json;
  readonly status: Json;
  /** The whole object as it came (for a Secret: metadata without annotations); other top-level fields are read from here. */
  readonly raw: Readonly<Record<string, Json>>;
}

/** One string per object, whatever the API version it was read in. */
export function keyOf(ref: Pick<Ref, "group" | "kind" | "namespace" | "name">): string {
  return `${ref.group}/${ref.kind}/${ref.namespace ?? ""}/${ref.name}`;
}

/** `{group, version}` of an apiVersion; the core group has no slash. */
export function groupVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf("/");
  return slash < 0
    ? { group: "", version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}
