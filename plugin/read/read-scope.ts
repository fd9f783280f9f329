import type { ReadScope } from "../../shared/aggregate/snapshot/queries.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Resource } from "../../shared/model/resource.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";

/**
 * Returns where to read and how deep, as the command line says.
 * @param listTypes all types of the source, which only `--tree` needs: what an object owns may be of any kind.
 */
export async function readScope(
  { namespace, profile, deep, related, tree, platform }: CommandLineOptions,
  listTypes: () => Promise<readonly Resource[]>,
): Promise<ReadScope> {
  const kinds = tree ? (await listTypes()).filter(({ namespaced }) => namespaced) : undefined;
  return { ...definedFields({ namespace, profile, kinds }), deep, related, tree, ...(platform && { platform }) };
}
