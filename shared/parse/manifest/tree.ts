import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE } from "js-yaml";
import { deepestNesting } from "../measure-json.ts";
import { isBreak, lineStart, skipWhitespace, trimmedEnd } from "./characters.ts";
import type { EntryNode, ItemNode, ManifestNode, TextNode } from "./node.ts";

/** Nodes by their anchors, up to the current position. */
export type AnchorMap = Map<string, ManifestNode>;

/**
 * The first document of `readable` with its places; null if it is empty, and undefined if it is not YAML. `written` is
 * the user's text of the same length, from which scalars take their texts. With `from`, only the text from there to
 * `to` is read, as if only spaces preceded it on its line.
 */
export function yamlTree(
  readable: string,
  written: string,
  anchors: AnchorMap,
  from = 0,
  to: number = readable.length,
): ManifestNode | null | undefined {
  const shift = lineStart(readable, from);
  const padding = " ".repeat(from - shift);
  try {
    const events = parseEvents(padding + readable.slice(from, to), { maxDepth: deepestNesting });
    return nodesOf(events, { readable, written: padding + written.slice(from, to), shift }, anchors);
  } catch {
    // The parser may throw anything, even a stack overflow for very deep text. The text is then treated as not YAML.
    return undefined;
  }
}

/** The texts of the events; `written` begins `shift` after the start of `readable`. */
interface Source {
  readonly readable: string;
  readonly written: string;
  readonly shift: number;
}

/** A node that was opened and is not yet closed. */
interface Open {
  readonly is: "list" | "mapping" | "document";
  readonly start: number;
  readonly anchor: string;
  readonly isFlow: boolean;
  readonly items: ItemNode[];
  readonly entries: EntryNode[];
  key?: ManifestNode | undefined;
  end: number;
}

function nodesOf(events: readonly Event[], source: Source, anchors: AnchorMap): ManifestNode | null {
  const { readable: text, written, shift } = source;
  const open: Open[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) {
      open.push({ is: "document", start: 0, anchor: "", isFlow: false, items: [], entries: [], end: 0 });
    } else if (event.type === EVENT_ID.POP) {
      const closed = open.pop();
      if (closed === undefined) continue;
      if (closed.is === "document") return closed.items[0]?.value ?? null;
      add(closedNode(closed, text), closed.anchor);
    } else if (event.type === EVENT_ID.ALIAS) {
      const target = anchors.get(written.slice(event.anchorStart, event.anchorEnd));
      const span = { start: event.anchorStart - 1 + shift, end: event.anchorEnd + shift };
      add({ is: "alias", ...span, ...(target !== undefined && { target }) }, "");
    } else {
      const anchor = event.anchorStart < 0 ? "" : written.slice(event.anchorStart, event.anchorEnd);
      if (event.type === EVENT_ID.SCALAR) add(textNode(event, source, open.at(-1)), anchor);
      else {
        const start = event.start + shift;
        const isFlow = event.style === COLLECTION_STYLE.FLOW;
        const is = event.type === EVENT_ID.MAPPING ? "mapping" : "list";
        open.push({ is, start, anchor, isFlow, items: [], entries: [], end: start });
        // Until the node is closed, an alias of that name would be inside its own target.
        if (anchor !== "") anchors.delete(anchor);
      }
    }
  }
  return null;

  function add(node: ManifestNode, anchor: string): void {
    if (anchor !== "") anchors.set(anchor, node);
    const parent = open.at(-1);
    if (parent === undefined) return;
    if (parent.is !== "mapping") {
      const at = parent.is === "list" && !parent.isFlow ? dashAfter(text, parent.end, node.start) : node.start;
      parent.items.push({ at, value: node });
    } else if (parent.key === undefined) {
      parent.key = node;
    } else {
      const { key } = parent;
      const name = key.is === "text" ? key.text : written.slice(key.start - shift, key.end - shift);
      parent.entries.push({ key: { start: key.start, end: key.end }, name, value: node });
      parent.key = undefined;
    }
    parent.end = Math.max(parent.end, node.end);
  }
}

function closedNode({ is, start, end, isFlow, items, entries }: Open, text: string): ManifestNode {
  const place = { start, end: isFlow ? bracketAfter(text, start, end) : end, isFlow };
  return is === "mapping" ? { is, ...place, entries } : { is: "list", ...place, items };
}

/** The offset of an absent value: after the colon of its key, or after its dash. */
function absentValueOffset(parent: Open | undefined, text: string): number {
  if (parent === undefined) return 0;
  if (parent.is === "mapping" && parent.key !== undefined) {
    const { end } = parent.key;
    const colon = skipWhitespace(text, end);
    return text.charAt(colon) === ":" ? colon + 1 : end;
  }
  return parent.is === "list" && !parent.isFlow ? dashAfter(text, parent.end, text.length) + 1 : parent.end;
}

function dashAfter(text: string, from: number, otherwise: number): number {
  const dash = skipWhitespace(text, from);
  return text.charAt(dash) === "-" ? dash : Math.min(otherwise, dash);
}

// A pair in a list, `[a: b]`, is a mapping without brackets.
function bracketAfter(text: string, start: number, end: number): number {
  if (!"{[".includes(text.charAt(start))) return end;
  let close = skipWhitespace(text, Math.max(end, start + 1));
  while (text.charAt(close) === ",") close = skipWhitespace(text, close + 1);
  return "}]".includes(text.charAt(close)) ? close + 1 : end;
}

type ScalarEvent = Extract<Event, { readonly type: typeof EVENT_ID.SCALAR }>;

function textNode(event: ScalarEvent, { readable, written, shift }: Source, parent: Open | undefined): TextNode {
  const { style } = event;
  const isPlain = style === SCALAR_STYLE.PLAIN && event.tagStart < 0;
  if (event.valueStart < 0) {
    const end = Math.max(absentValueOffset(parent, readable), event.tagEnd + shift, event.anchorEnd + shift);
    return { is: "text", start: end, end, text: "", isPlain };
  }
  const text = getScalarValue(written, event);
  const start = event.valueStart + shift;
  const end = event.valueEnd + shift;
  if (style === SCALAR_STYLE.PLAIN) return { is: "text", start, end, text, isPlain };
  if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) {
    return { is: "text", start: start - 1, end: end + 1, text, isPlain };
  }
  const header = headerBefore(readable, start);
  return { is: "text", start: header, end: Math.max(header + 1, trimmedEnd(readable, header, end)), text, isPlain };
}

// The `|` or `>` of a block scalar is on the line before its text. If there is no text, it is on the same line.
function headerBefore(text: string, valueStart: number): number {
  let end = valueStart;
  while (end > 0 && isBreak(text.charCodeAt(end - 1)) && valueStart - end < 2) end--;
  const start = lineStart(text, end);
  const header = /[|>][-+\d]*[ \t]*(?:[ \t]#.*)?$/.exec(text.slice(start, end));
  return header === null ? valueStart : start + header.index;
}
