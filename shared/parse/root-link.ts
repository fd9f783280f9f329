import type { Ref } from "../model/object.ts";
import { isPathSegment } from "../model/resource-name.ts";

/** The target of a link into the editor: an object of a context. */
export interface RootLink {
  readonly context: string;
  readonly ref: Pick<Ref, "group" | "kind" | "namespace" | "name">;
}

/** The only path of a link. */
export const linkPath = "/open";

/** The longest query, in characters. A link comes from anywhere, such as a chat or a web page. */
const maxQueryLength = 2_000;

/**
 * Returns the target of a link: `/open` and `context=prod&kind=Pod&namespace=a&name=b`. Undefined for any other path, and for
 * names that no API server or kubeconfig has.
 */
export function readRootLink(path: string, query: string): RootLink | undefined {
  if (path !== linkPath || query.length > maxQueryLength) return undefined;
  const fields = readFields(query);
  const readField = (name: string): string => fields?.get(name) ?? "";
  const context = readField("context");
  const group = readField("group");
  const kind = readField("kind");
  const namespace = readField("namespace");
  const name = readField("name");
  if (context === "" || hiddenCharacter.test(context)) return undefined;
  if (!isPathSegment(kind) || !isPathSegment(name)) return undefined;
  // The core group is empty, and a cluster-scoped object has no namespace.
  if (group !== "" && !isPathSegment(group)) return undefined;
  if (namespace !== "" && !isPathSegment(namespace)) return undefined;
  return { context, ref: { group, kind, name, ...(namespace !== "" && { namespace }) } };
}

/** Returns the query of a link. */
export function writeRootLink({ context, ref: { group, kind, namespace, name } }: RootLink): string {
  const fields = { context, group, kind, namespace, name };
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([field, value]) => `${field}=${encodeURIComponent(value ?? "")}`)
    .join("&");
}

/** Characters that act or hide where a text is shown. */
const hiddenCharacter = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Returns the fields of a query. Undefined if a field occurs twice or is not encoded as in an address. */
function readFields(query: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const part of query.split("&")) {
    const [field = "", value = ""] = part.split(/=(.*)/s);
    if (fields.has(field)) return undefined;
    try {
      fields.set(field, decodeURIComponent(value));
    } catch {
      return undefined;
    }
  }
  return fields;
}

/** An object as the web console of OpenShift names it. `namespace` absent: its kind has none. */
type ConsoleObject = Pick<Ref, "group" | "kind" | "namespace" | "name"> & { readonly version: string };

/**
 * Returns the address of an object in OpenShift's web console, or undefined for an address that is no plain https one:
 * it comes from the cluster. The form is `/k8s/ns/NAMESPACE/GROUP~VERSION~KIND/NAME` (openshift/console, the
 * references of its dynamic-plugin-sdk).
 */
export function consoleAddress(base: string, object: ConsoleObject): string | undefined {
  const { group, version, kind, namespace, name } = object;
  if (
    base.length > maxQueryLength ||
    !/^https:\/\/[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::\d{1,5})?(?:\/[\w./-]*)?$/.test(base)
  )
    return undefined;
  if (![version, kind, name, namespace ?? "x"].every(isPathSegment)) return undefined;
  const place = namespace === undefined ? "cluster" : `ns/${namespace}`;
  return `${base.replace(/\/+$/, "")}/k8s/${place}/${group === "" ? "core" : group}~${version}~${kind}/${name}`;
}
