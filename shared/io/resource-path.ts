import type { Query } from "../model/snapshot.ts";

/** Objects per page of a list; what kubectl asks for. */
const pageSize = 500;

/** What may be a segment of a path (apimachinery, path.IsValidPathSegmentName) and is not empty. */
const segment = /^(?!\.{1,2}$)[^/%\s]+$/;

/** The resource that a query asks for, in one version, without parameters; undefined where a name cannot be a name. */
export function pathOf(query: Query, version: string): string | undefined {
  const parts = [
    ...(query.group === "" ? ["api"] : ["apis", query.group]),
    version,
    ...(query.namespaced && query.namespace !== undefined ? ["namespaces", query.namespace] : []),
    query.plural,
    ...(query.verb === "get" ? [query.name ?? ""] : []),
  ];
  // Names come from other objects too: none of them may lead to another path.
  return parts.every((part) => segment.test(part)) ? `/${parts.map(encodeURIComponent).join("/")}` : undefined;
}

/** A place in a list that the server gave for going on, `""` and nothing for the beginning, or the list in one piece. */
export type Place = { readonly after?: string } | "whole";

/** The parameters of one page of a list, with the question mark; empty where there are none. */
export function listParameters(query: Query, place: Place): string {
  const parameters = new URLSearchParams({
    ...(place !== "whole" && { limit: String(pageSize) }),
    ...(query.fieldSelector !== undefined && { fieldSelector: query.fieldSelector }),
    ...(query.labelSelector !== undefined && { labelSelector: query.labelSelector }),
    ...(place !== "whole" && place.after && { continue: place.after }),
  });
  return parameters.size === 0 ? "" : `?${parameters}`;
}
