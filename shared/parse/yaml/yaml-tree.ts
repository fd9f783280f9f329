import { EVENT_ID, type Event, getScalarValue, parseEvents } from "js-yaml";
import { deepestNesting } from "../measure-json.ts";
import { type OffsetFault, readYaml } from "./read-yaml.ts";

/**
 * A piece of a YAML document with its offset. Plain scalars are the text as written: `a: 1` is a mapping with one entry,
 * whose key is the text `a` at offset 0 and whose value is the text `1` at offset 3.
 */
export type YamlNode =
  | { readonly is: "text"; readonly at: number; readonly text: string }
  | { readonly is: "list"; readonly at: number; readonly items: readonly YamlNode[] }
  | { readonly is: "mapping"; readonly at: number; readonly entries: readonly YamlEntry[] }
  | { readonly is: "alias"; readonly at: number };

/** A key with its value, in the order of the text. */
interface YamlEntry {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

/** The documents of a text with places, which error messages need; or where reading ended and why. */
export function yamlTrees(text: string): { readonly trees: readonly YamlNode[] } | { readonly fault: OffsetFault } {
  const { fault } = readYaml(text);
  if (fault !== undefined) return { fault };
  return { trees: treesFrom(parseEvents(text, { maxDepth: deepestNesting }), text) };
}

/**
 * A node that was opened and is not yet closed. It is a list, a mapping (perhaps with a key that waits for its value),
 * or the document.
 */
interface Open {
  readonly is: "list" | "mapping" | "document";
  readonly at: number;
  readonly nodes: YamlNode[];
}

function treesFrom(events: readonly Event[], source: string): readonly YamlNode[] {
  const open: Open[] = [];
  const documents: YamlNode[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) open.push({ is: "document", at: 0, nodes: [] });
    else if (event.type === EVENT_ID.SEQUENCE) open.push({ is: "list", at: event.start, nodes: [] });
    else if (event.type === EVENT_ID.MAPPING) open.push({ is: "mapping", at: event.start, nodes: [] });
    else if (event.type === EVENT_ID.SCALAR) {
      const at = Math.max(0, event.valueStart);
      open.at(-1)?.nodes.push({ is: "text", at, text: getScalarValue(source, event) });
    } else if (event.type === EVENT_ID.ALIAS) {
      open.at(-1)?.nodes.push({ is: "alias", at: event.anchorStart - 1 });
    } else {
      const closed = open.pop();
      if (closed?.is === "document") documents.push(...closed.nodes);
      else if (closed !== undefined) open.at(-1)?.nodes.push(closedNode(closed));
    }
  }
  return documents;
}

function closedNode({ is, at, nodes }: Open): YamlNode {
  if (is !== "mapping") return { is: "list", at, items: nodes };
  const entries = nodes.flatMap((key, index): readonly YamlEntry[] => {
    const value = nodes[index + 1];
    return index % 2 === 0 && value !== undefined ? [{ key, value }] : [];
  });
  return { is, at, entries };
}
