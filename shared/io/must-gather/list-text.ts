/** A list as kubectl and oc write it in YAML, cut into the texts of its items. */
export interface ListText {
  /** Each item as a list of one item, with the offset at which it begins. */
  readonly items: readonly { readonly text: string; readonly start: number }[];
  /** The text before and after the items: apiVersion, kind and metadata of the list. */
  readonly frame: string;
}

/**
 * Cuts a YAML list into its items. The largest list then takes the memory of one of them, and a broken item does not
 * affect the others. Undefined where the text has another shape. Items begin with a dash, all at one depth. The dash
 * stands at the start of a line (sigs.k8s.io/yaml: kubectl, oc) or indented (other programs). The rest of an item
 * stands deeper.
 */
export function listText(text: string): ListText | undefined {
  const begin = beginOfItems(text);
  if (begin === undefined) return undefined;
  const { frame, start: first, indent } = begin;
  const items: { text: string; start: number }[] = [];
  let start = first;
  let at = afterLine(text, first);
  while (at < text.length && isInside(text, at, indent)) {
    if (text.startsWith("- ", at + indent) && depthAt(text, at) === indent) {
      items.push({ text: text.slice(start, at), start });
      start = at;
    }
    at = afterLine(text, at);
  }
  items.push({ text: text.slice(start, at), start });
  const rest = text.slice(at);
  return isRest(rest) ? { items, frame: `${frame}${rest}` } : undefined;
}

/** The longest text, in characters, that may stand before or after the items of a list. */
const longestFrame = 10_000;

function beginOfItems(text: string): { frame: string; start: number; indent: number } | undefined {
  const head = /^---[ \t]*\r?\n/.exec(text)?.[0].length ?? 0;
  for (let at = head; at < text.length && at < longestFrame; at = afterLine(text, at)) {
    const line = text.slice(at, Math.min(afterLine(text, at), at + longestFrame));
    if (/^items:[ \t]*\r?\n$/.test(line)) {
      const start = at + line.length;
      const indent = depthAt(text, start);
      return text.startsWith("- ", start + indent) ? { frame: text.slice(head, at), start, indent } : undefined;
    }
    if (!/^(?:[A-Za-z]+:|[ ]+\S)/.test(line)) return undefined;
  }
  return undefined;
}

/** Whether a line belongs to the items: it is empty, begins an item, or stands deeper than the dashes. */
function isInside(text: string, at: number, indent: number): boolean {
  const depth = depthAt(text, at);
  const unit = text.charCodeAt(at + depth);
  if (unit === lineFeed || unit === carriageReturn) return true;
  return depth > indent || (depth === indent && text.startsWith("- ", at + indent));
}

const [lineFeed, carriageReturn, blank] = [10, 13, 32];

function depthAt(text: string, at: number): number {
  let depth = 0;
  while (text.charCodeAt(at + depth) === blank) depth += 1;
  return depth;
}

function afterLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/** Whether `rest` may follow the items: it has other keys of the list, and begins no other document. */
function isRest(rest: string): boolean {
  return rest.length < longestFrame && !/^(---|\.\.\.|- |[ ])/.test(rest) && !/^(---|\.\.\.|- )/m.test(rest);
}
