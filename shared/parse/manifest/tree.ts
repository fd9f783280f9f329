import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE } from "js-yaml";
import { definedFields } from "../../model/defined-fields.ts";
import { deepestNesting } from "../measure-json.ts";
import { findLineStart, findTrimmedEnd, isLineBreak, skipWhitespace } from "./characters.ts";
import type { EntryNode, ItemNode, ManifestNode, TextNode } from "./node.ts";

/** The nodes by their anchors, up to the current position. */
export type AnchorMap = Map<string, ManifestNode>;

/**
 * Parses the first document of a text. Null if the document is empty, undefined if the text is not YAML.
 * @param readable the text to parse, perhaps with masked templates
 * @param written the user's text of the same length, from which scalars take their texts
 * @param start with `end`, the span that is parsed, as if only spaces preceded it on its line
 */
export function parseYamlTree(
  readable: string,
  written: string,
  anchors: AnchorMap,
  start = 0,
  end: number = readable.length,
): ManifestNode | null | undefined {
  const shift = findLineStart(readable, start);
  const padding = " ".repeat(start - shift);
  try {
    const events = parseEvents(padding + readable.slice(start, end), { maxDepth: deepestNesting });
    return buildTree(events, { readable, written: padding + written.slice(start, end), shift }, anchors);
  } catch {
    // The parser may throw anything, even a stack overflow for very deep text. The text is then treated as not YAML.
    return undefined;
  }
}

/** The texts of the events. `written` and the offsets of events begin `shift` after the start of `readable`. */
interface Source {
  readonly readable: string;
  readonly written: string;
  readonly shift: number;
}

/** A list, mapping or document whose end was not reached. */
interface OpenNode {
  readonly is: "list" | "mapping" | "document";
  readonly start: number;
  readonly anchor: string;
  readonly isFlow: boolean;
  readonly items: ItemNode[];
  readonly entries: EntryNode[];
  /** The key whose value was not reached. */
  key?: ManifestNode | undefined;
  /** The end of the last child. */
  end: number;
}

function openNode(is: OpenNode["is"], start: number, anchor: string, isFlow: boolean): OpenNode {
  return { is, start, anchor, isFlow, items: [], entries: [], end: start };
}

/** Builds the tree of the first document, in the order of the events: a node is added to its parent when it ends. */
function buildTree(events: readonly Event[], source: Source, anchors: AnchorMap): ManifestNode | null {
  const { readable, written, shift } = source;
  const openNodes: OpenNode[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) {
      openNodes.push(openNode("document", 0, "", false));
    } else if (event.type === EVENT_ID.POP) {
      const closed = openNodes.pop();
      if (closed === undefined) continue;
      if (closed.is === "document") return closed.items[0]?.value ?? null;
      addNode(closeNode(closed, readable), closed.anchor);
    } else if (event.type === EVENT_ID.ALIAS) {
      const target = anchors.get(written.slice(event.anchorStart, event.anchorEnd));
      const span = { start: event.anchorStart - 1 + shift, end: event.anchorEnd + shift };
      addNode({ is: "alias", ...span, ...definedFields({ target }) }, "");
    } else {
      const anchor = event.anchorStart < 0 ? "" : written.slice(event.anchorStart, event.anchorEnd);
      if (event.type === EVENT_ID.SCALAR) {
        addNode(makeTextNode(event, source, openNodes.at(-1)), anchor);
        continue;
      }
      const isFlow = event.style === COLLECTION_STYLE.FLOW;
      openNodes.push(
        openNode(event.type === EVENT_ID.MAPPING ? "mapping" : "list", event.start + shift, anchor, isFlow),
      );
      // Until the node is closed, an alias of that name would be inside of its own target.
      if (anchor !== "") anchors.delete(anchor);
    }
  }
  return null;

  /** Adds a node to the innermost open one, in a mapping as the next key or as the value of that key. */
  function addNode(node: ManifestNode, anchor: string): void {
    if (anchor !== "") anchors.set(anchor, node);
    const parent = openNodes.at(-1);
    if (parent === undefined) return;
    if (parent.is !== "mapping") {
      const hasDash = parent.is === "list" && !parent.isFlow;
      const start = hasDash ? findDash(readable, parent.end, node.start) : node.start;
      parent.items.push({ start, value: node });
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

function closeNode({ is, start, end, isFlow, items, entries }: OpenNode, text: string): ManifestNode {
  const span = { start, end: isFlow ? findFlowEnd(text, start, end) : end, isFlow };
  return is === "mapping" ? { is, ...span, entries } : { is: "list", ...span, items };
}

/** The offset of an absent value: after the colon of its key, or after its dash. */
function findAbsentValueOffset(parent: OpenNode | undefined, text: string): number {
  if (parent === undefined) return 0;
  if (parent.is === "mapping" && parent.key !== undefined) {
    const { end } = parent.key;
    const colon = skipWhitespace(text, end);
    return text.charAt(colon) === ":" ? colon + 1 : end;
  }
  return parent.is === "list" && !parent.isFlow ? findDash(text, parent.end, text.length) + 1 : parent.end;
}

/** The offset of the dash after `from`. If there is none, the next character, at most `valueStart`. */
function findDash(text: string, from: number, valueStart: number): number {
  const dash = skipWhitespace(text, from);
  return text.charAt(dash) === "-" ? dash : Math.min(valueStart, dash);
}

/** The end of the bracket that closes a flow collection. A pair in a list, `[a: b]`, is a mapping without brackets. */
function findFlowEnd(text: string, start: number, childrenEnd: number): number {
  if (!"{[".includes(text.charAt(start))) return childrenEnd;
  let offset = skipWhitespace(text, Math.max(childrenEnd, start + 1));
  while (text.charAt(offset) === ",") offset = skipWhitespace(text, offset + 1);
  return "}]".includes(text.charAt(offset)) ? offset + 1 : childrenEnd;
}

type ScalarEvent = Extract<Event, { readonly type: typeof EVENT_ID.SCALAR }>;

/** The text node of a scalar. Its span includes the quotes, or the `|` of a block scalar. */
function makeTextNode(
  event: ScalarEvent,
  { readable, written, shift }: Source,
  parent: OpenNode | undefined,
): TextNode {
  const { style } = event;
  const isPlain = style === SCALAR_STYLE.PLAIN && event.tagStart < 0;
  if (event.valueStart < 0) {
    const offset = Math.max(findAbsentValueOffset(parent, readable), event.tagEnd + shift, event.anchorEnd + shift);
    return { is: "text", start: offset, end: offset, text: "", isPlain };
  }
  const text = getScalarValue(written, event);
  const start = event.valueStart + shift;
  const end = event.valueEnd + shift;
  if (style === SCALAR_STYLE.PLAIN) return { is: "text", start, end, text, isPlain };
  if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) {
    return { is: "text", start: start - 1, end: end + 1, text, isPlain };
  }
  const header = findBlockScalarHeader(readable, start);
  const trimmedEnd = Math.max(header + 1, findTrimmedEnd(readable, header, end));
  return { is: "text", start: header, end: trimmedEnd, text, isPlain };
}

/** The offset of the `|` or `>` of a block scalar: on the line before its text, or on the same line if it has no text. */
function findBlockScalarHeader(text: string, valueStart: number): number {
  let lineEnd = valueStart;
  while (lineEnd > 0 && isLineBreak(text.charCodeAt(lineEnd - 1)) && valueStart - lineEnd < 2) lineEnd--;
  const start = findLineStart(text, lineEnd);
  const header = /[|>][-+\d]*[ \t]*(?:[ \t]#.*)?$/.exec(text.slice(start, lineEnd));
  return header === null ? valueStart : start + header.index;
}
