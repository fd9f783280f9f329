import type { EntryNode, ItemNode, ManifestNode, TextNode } from "./manifest-node.ts";
import { skipped } from "./manifest-text.ts";
import { deepest } from "./yaml.ts";

/**
 * Reads what stands in brackets from `from` on, JSON or YAML, however broken: what is not closed ends with the text, a
 * text without its quote ends with its line, and what makes no sense is left out. `readable` and `written` are as in
 * `yamlTree`.
 */
export function flowTree(readable: string, written: string, from: number, to: number): ManifestNode {
  let index = from;
  return value(0);

  function value(depth: number): ManifestNode {
    const first = ink();
    // Whoever nests so deep writes nothing that is read.
    if (depth >= deepest) index = to;
    else if (first === "{" || first === "[") return first === "{" ? mapping(depth) : list(depth);
    return text();
  }

  function mapping(depth: number): ManifestNode {
    const start = index++;
    const entries: EntryNode[] = [];
    let end = index;
    for (let char = ink(); char !== "" && !"}]".includes(char); char = ink()) {
      if (isStray(char)) {
        index++;
        continue;
      }
      const key = text();
      let found: ManifestNode = { is: "text", start: key.end, end: key.end, text: "", isPlain: true };
      if (ink() === ":") {
        found = { is: "text", start: ++index, end: index, text: "", isPlain: true };
        if (!isEmptyAhead()) found = value(depth + 1);
      }
      entries.push({ key: { start: key.start, end: key.end }, name: key.text, value: found });
      end = Math.max(key.end, found.end);
    }
    return { is: "mapping", start, end: closed("}") ?? end, isFlow: true, entries };
  }

  function list(depth: number): ManifestNode {
    const start = index++;
    const items: ItemNode[] = [];
    let end = index;
    for (let char = ink(); char !== "" && !"}]".includes(char); char = ink()) {
      if (isStray(char)) {
        index++;
        continue;
      }
      const found = value(depth + 1);
      items.push({ at: found.start, value: found });
      end = found.end;
    }
    return { is: "list", start, end: closed("]") ?? end, isFlow: true, items };
  }

  /** The end of a bracket that closes what is open; another's bracket is left to the other. */
  function closed(bracket: string): number | undefined {
    return ink() === bracket ? ++index : undefined;
  }

  function ink(): string {
    index = Math.min(skipped(readable, index), to);
    return index < to ? readable.charAt(index) : "";
  }

  // Half-typed `"a":` before the next line's `"b": 1` has no value, rather than the value "b".
  function isEmptyAhead(): boolean {
    const line = index;
    const char = ink();
    if (char === "" || ",}]".includes(char)) return true;
    if (!/[\r\n]/.test(readable.slice(line, index))) return false;
    const before = index;
    if (char === "{" || char === "[") return false;
    text();
    const isKey = ink() === ":";
    index = before;
    return isKey;
  }

  function text(): TextNode {
    const start = index;
    const pattern = /"(?:[^"\\\r\n]+|\\[^\r\n])*"?|'(?:[^'\r\n]+|'')*'?|(?:[^,:[\]{}\r\n]+|:(?![\s,[\]{}"]))+|[\s\S]/y;
    pattern.lastIndex = start;
    index = Math.min(to, start + Math.max(1, pattern.exec(readable)?.[0].trimEnd().length ?? 1));
    const quote = readable.charAt(start);
    if (quote !== '"' && quote !== "'") {
      return { is: "text", start, end: index, text: written.slice(start, index), isPlain: true };
    }
    const isClosed = index > start + 1 && readable.charAt(index - 1) === quote;
    // The comma behind a text that lacks its quote is no part of it.
    if (!isClosed && readable.charAt(index - 1) === ",") index--;
    return { is: "text", start, end: index, text: unquoted(written.slice(start, index), isClosed), isPlain: false };
  }
}

function isStray(char: string): boolean {
  return ",:".includes(char);
}

/** What a text in quotes says; without the quote at its end where that is missing. */
export function unquoted(raw: string, isClosed: boolean): string {
  const content = raw.slice(1, isClosed ? -1 : undefined);
  if (raw.startsWith("'")) return content.replaceAll("''", "'");
  try {
    return String(JSON.parse(`"${content}"`));
  } catch {
    return content;
  }
}
