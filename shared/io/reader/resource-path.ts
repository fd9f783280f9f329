import { definedFields } from "../../model/defined-fields.ts";
import { isSecret } from "../../model/kind.ts";
import type { Query } from "../../model/snapshot.ts";

/** Objects per page of a list, as kubectl requests them. */
const usualPageSize = 500;

/**
 * Pods per page. One request of the first size has those of nearly every namespace, and takes no more memory (5,000 of
 * 6 KB: 270 MB in one page, 283 MB in ten, by Node). The next pages are smaller, because their objects are kept beside
 * those of the first.
 */
const podPageSizes = { first: 5_000, next: 1_000 } as const;

/** A valid segment of a path (apimachinery, path.IsValidPathSegmentName) that is not empty. */
const segment = /^(?!\.{1,2}$)[^/%\s]+$/;

function readPageSize({ group, kind }: Query, page: keyof typeof podPageSizes): number {
  return group === "" && kind === "Pod" ? podPageSizes[page] : usualPageSize;
}

/** Whether a page that was too large can be requested again as a smaller one, after so many `pages`. */
export function hasSmallerPages(query: Query, pages: number): boolean {
  return pages === 0 && readPageSize(query, "next") < readPageSize(query, "first");
}

/**
 * The path of the resource of a query, in one version, without parameters, such as
 * `/apis/hco.kubevirt.io/v1/namespaces/kubevirt-hyperconverged/hyperconvergeds`. Undefined where a name is invalid.
 */
export function resourcePath(query: Query, version: string): string | undefined {
  const { group, namespaced, namespace, plural, verb, name = "" } = query;
  const parts = group === "" ? ["api", version] : ["apis", group, version];
  if (namespaced && namespace !== undefined) parts.push("namespaces", namespace);
  parts.push(plural);
  if (verb === "get") parts.push(name);
  // Names also come from other objects. None of them may lead to another path.
  return parts.every((part) => segment.test(part)) ? `/${parts.map(encodeURIComponent).join("/")}` : undefined;
}

/**
 * The page after a continue token (empty or absent: the first), or the `whole` list without pages. `isLong`: pages came
 * before.
 */
export type ListCursor = { readonly after?: string; readonly isLong?: boolean } | "whole";

/** The query string of one page of a list: `?limit=500&labelSelector=a%3Db`. Empty where there are no parameters. */
export function listParameters(query: Query, cursor: ListCursor): string {
  const parameters = new URLSearchParams();
  if (cursor !== "whole") parameters.set("limit", String(readPageSize(query, cursor.isLong ? "next" : "first")));
  for (const [name, value] of Object.entries(selectorParameters(query))) parameters.set(name, value);
  if (cursor !== "whole" && cursor.after) parameters.set("continue", cursor.after);
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/** The parameters by which a list, and a watch of it, selects objects. */
export function selectorParameters({ fieldSelector, labelSelector }: Query): Readonly<Record<string, string>> {
  return definedFields({ fieldSelector, labelSelector });
}

/** The header Accept, which names `metadataType` where only metadata is read. Of a Secret nothing else ever is. */
export function acceptedType(
  { group, kind, metadataOnly }: Query,
  metadataType: "PartialObjectMetadata" | "PartialObjectMetadataList",
): string {
  if (metadataOnly === undefined && !isSecret({ group, kind })) return "application/json";
  return `application/json;as=${metadataType};g=meta.k8s.io;v=v1`;
}

/** The reason for a query whose names no path can hold. */
export function impossibleNameText(name: string): string {
  return `${name} is not a valid resource name`;
}
