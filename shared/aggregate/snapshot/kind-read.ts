import { guessPlural } from "../../model/resource-name.ts";
import { textAt } from "../../parse/json-value.ts";
import { computedOnce } from "./computed-once.ts";
import type { ObjectIndex } from "./object-index.ts";

/**
 * The kind behind a resource that no table has, from the objects that were read. A CRD names it. Else it is a kind of
 * this group whose plural by the usual rule matches (apimachinery, UnsafeGuessKindToResource).
 */
export function kindRead(group: string, plural: string, index: ObjectIndex): string | undefined {
  return kindsRead(index).get(groupKey(group, plural));
}

/** One table for each index, because thousands of entries may need it. */
const kindsRead = computedOnce((index: ObjectIndex): ReadonlyMap<string, string> => {
  const definitions = index.all({ group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" });
  const named = definitions.map(
    ({ spec }) =>
      [groupKey(textAt(spec, "group"), textAt(spec, "names", "plural")), textAt(spec, "names", "kind")] as const,
  );
  const guessed = index.kinds.map(({ group, kind }) => [groupKey(group, guessPlural(kind)), kind] as const);
  return new Map([...guessed, ...named]);
});
