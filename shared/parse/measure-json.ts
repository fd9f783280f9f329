import {
  backslash,
  closeBrace,
  closeBracket,
  comma,
  openBrace,
  openBracket,
  quotationMark,
} from "./character-codes.ts";

/** The deepest nesting of any input; a CustomResourceDefinition's schema stays well below 100. */
export const deepestNesting = 500;

/** What a text of JSON becomes when it is parsed, as far as its braces, brackets and commas show it. */
export interface JsonMeasure {
  /** How deep its objects and lists are nested: 1 for `{}`. */
  readonly depth: number;
  /** Its objects, lists and commas, which are about as many as its fields and items. */
  readonly values: number;
  /** Objects and lists in a list in an object, which are the items of a Kubernetes list, and some more. */
  readonly items: number;
  /** The most `values` of one of these items. */
  readonly largestItem: number;
}

/** The depth of an item in `{"items":[{}]}`. */
const itemDepth = 3;

/** Measures a text without parsing it. Of text that is no JSON the result is any measure. */
export function measureJson(text: string): JsonMeasure {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  let items = 0;
  let valuesBeforeItem = 0;
  let largestItem = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === quotationMark) {
      index = endOfString(text, index);
    } else if (unit === comma) {
      values++;
    } else if (unit === openBrace || unit === openBracket) {
      depth++;
      values++;
      if (depth > deepest) deepest = depth;
      if (depth === itemDepth) {
        items++;
        valuesBeforeItem = values;
      }
    } else if (unit === closeBrace || unit === closeBracket) {
      if (depth === itemDepth) largestItem = Math.max(largestItem, values - valuesBeforeItem);
      depth--;
    }
  }
  if (depth >= itemDepth) largestItem = Math.max(largestItem, values - valuesBeforeItem);
  return { depth: deepest, values, items, largestItem };
}

/** The index of the quote that ends the string that begins with a quote at `open`; the end of the text without one. */
export function endOfString(text: string, open: number): number {
  for (let index = open + 1; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === backslash) index++;
    else if (unit === quotationMark) return index;
  }
  return text.length;
}

/** The index of the first character from `start` on that is no white space of JSON; the end of the text without one. */
export function skipJsonWhitespace(text: string, start: number): number {
  let index = start;
  while (index < text.length && " \t\r\n".includes(text.charAt(index))) index++;
  return index;
}
