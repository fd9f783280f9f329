import type { Query } from "../../model/snapshot.ts";
import { customResourceDefinitions } from "../../profiles/core-kinds.ts";
import { coreKinds } from "../../tables/core-kinds.ts";

/**
 * The query for the metadata of the CustomResourceDefinition that defines the kind of a query. A definition is named by
 * resource and group. Undefined for a built-in kind, and where the resource is not known.
 */
export function queryDefinition({ group, plural }: Pick<Query, "group" | "plural">): Query | undefined {
  const isBuiltIn = group === "" || coreKinds.some((kind) => kind.group === group && kind.plural === plural);
  if (isBuiltIn || plural === "") return undefined;
  const { shortNames: _shortNames, singular: _singular, ...kind } = customResourceDefinitions;
  return { ...kind, verb: "get", name: `${plural}.${group}`, metadataOnly: true };
}
