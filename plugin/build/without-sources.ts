import type { Plugin } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";

/**
 * Omits the `source` of each row of the tables in `shared/profiles/`: the document that defines it. People who change
 * the tables read it, and tests do. No surface of the editor shows it.
 */
export const withoutSources: Plugin = {
  name: "without-sources",
  transform: {
    filter: { id: /[/\\]shared[/\\]profiles[/\\].*\.ts$/ },
    handler: (code, id) => omitSources(code, id),
  },
};

/** The module `code` without the properties `source` of its objects. */
export function omitSources(code: string, file: string): string {
  const { program } = parseSync(file, code);
  const spans: { readonly start: number; readonly end: number }[] = [];
  new Visitor({
    ObjectExpression({ properties }) {
      for (const each of properties)
        if (each.type === "Property" && !each.computed && each.key.type === "Identifier" && each.key.name === "source")
          spans.push(each);
    },
  }).visit(program);
  let kept = "";
  let from = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    kept += code.slice(from, start);
    from = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0);
  }
  return kept + code.slice(from);
}
