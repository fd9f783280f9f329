import { closeBrace, closeBracket, comma, openBrace, openBracket, quotationMark } from "../character-codes.ts";
import { type Fields, listAt, toRecord } from "../json-value.ts";
import { endOfString, skipJsonWhitespace } from "../measure-json.ts";

/**
 * Returns what is kept of an item of a list, or of an object that is in no list. `list` has the other fields of the list, such
 * as its kind, and is empty for an object that is in none.
 */
export type ReduceItem = (item: Fields, list: Fields) => Fields;

/** What is kept of the value of a document. A value that is no object is returned as it is. */
export function reduceValue(value: unknown, reduceItem: ReduceItem): unknown {
  const object = toRecord(value);
  return object === undefined ? value : reduceItem(object, {});
}

/**
 * Parses `{"kind": "List", "items": […]}` item by item and reduces each item before the next one is parsed. A list of
 * 10,000 objects then takes the memory of what is kept of them. Undefined where the text is no such list or where an item
 * is no object: then the whole text has to be parsed.
 * @throws SyntaxError where an item or the rest of the list is no JSON.
 */
export function parseListByItems(text: string, reduceItem: ReduceItem): Fields | undefined {
  const cut = cutIntoItems(text);
  if (cut === undefined) return undefined;
  const list = toRecord(JSON.parse(cut.frame));
  // A second field of that name would count in place of the first.
  if (list === undefined || listAt(list, "items").length > 0) return undefined;
  const items = cut.items.map(({ start, end }) => reduceItem(JSON.parse(text.slice(start, end)) as Fields, list));
  return { ...list, items };
}

/** A stretch of a text, by offsets. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The items of a list, and the list without them: `{"kind":"List","items":[]}`. */
interface CutList {
  readonly items: readonly Stretch[];
  readonly frame: string;
}

/** Undefined where the text has no list in `items`, or where one of its items is no object. */
function cutIntoItems(text: string): CutList | undefined {
  const start = findStartOfItems(text);
  if (start === undefined) return undefined;
  const items: Stretch[] = [];
  let at = skipJsonWhitespace(text, start);
  while (text.charCodeAt(at) === openBrace) {
    const end = endOfBraces(text, at);
    items.push({ start: at, end });
    at = skipJsonWhitespace(text, end);
    if (text.charCodeAt(at) === closeBracket) return { items, frame: text.slice(0, start) + text.slice(at) };
    if (text.charCodeAt(at) !== comma) return undefined;
    at = skipJsonWhitespace(text, at + 1);
  }
  return undefined;
}

/** The offset after the bracket that opens the list in the field `items` of the outermost object. */
function findStartOfItems(text: string): number | undefined {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === quotationMark) {
      const end = endOfString(text, index);
      const isField = depth === 1 && text.slice(index, end + 1) === '"items"';
      const [opening] = isField ? (/^\s*:\s*\[/.exec(text.slice(end + 1, end + maxOpening)) ?? []) : [];
      if (opening !== undefined) return end + 1 + opening.length;
      index = end;
    } else if (unit === openBrace || unit === openBracket) {
      depth++;
    } else if (unit === closeBrace || unit === closeBracket) {
      depth--;
    }
  }
  return undefined;
}

/** The most characters between the name of a field and the bracket of its list. */
const maxOpening = 100;

/** The offset after the brace that closes the one at `open`; the end of the text without one. */
function endOfBraces(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === quotationMark) {
      index = endOfString(text, index);
    } else if (unit === openBrace) {
      depth++;
    } else if (unit === closeBrace) {
      depth--;
      if (depth === 0) return index + 1;
    }
  }
  return text.length;
}
