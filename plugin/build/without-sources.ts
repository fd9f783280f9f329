import type { Plugin } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";

/**
 * Omits the `source` of each row of the tables in `shared/profiles/` and of the table of kinds: the document that defines it. People who change
 * the tables read it, and tests do. No surface of the editor shows it.
 */
export const withoutSources: Plugin = {
  name: "without-sources",
  transform: {
    filter: { id: /[/\\]shared[/\\](profiles[/\\].*|tables[/\\]kinds)\.ts$/ },
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
        if (each.type === "Property" && !each.computed && nameOf(each.key) === "source") spans.push(each);
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

/** The name of a property, with or without quotes. */
function nameOf(key: { readonly type: string; readonly name?: unknown; readonly value?: unknown }): unknown {
  return key.type === "Identifier" ? key.name : key.value;
}
