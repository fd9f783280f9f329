/** A list as kubectl and oc write it in YAML, cut into the texts of its items. */
export interface ListText {
  /** Each item as a list of one item, with the offset at which it begins. */
  readonly items: readonly { readonly text: string; readonly start: number }[];
  /** The text before and after the items: apiVersion, kind and metadata of the list. */
  readonly frame: string;
}

/**
 * Cuts a YAML list into its items, so that each can be parsed alone: a large list then takes the memory of one item, and
 * a broken item does not affect the others. Undefined where the text has another shape.
 *
 * An item begins with a dash, and all dashes stand at one depth: at the start of a line (sigs.k8s.io/yaml: kubectl, oc),
 * or indented (other programs). The rest of an item stands deeper.
 */
export function cutList(text: string): ListText | undefined {
  const list = findItems(text);
  if (list === undefined) return undefined;
  const items: { text: string; start: number }[] = [];
  let itemStart = list.firstItem;
  let lineStart = nextLineStart(text, itemStart);
  while (lineStart < text.length && isOfItems(text, lineStart, list.indent)) {
    if (isItemStart(text, lineStart, list.indent)) {
      items.push({ text: text.slice(itemStart, lineStart), start: itemStart });
      itemStart = lineStart;
    }
    lineStart = nextLineStart(text, lineStart);
  }
  items.push({ text: text.slice(itemStart, lineStart), start: itemStart });
  const textAfterItems = text.slice(lineStart);
  if (!mayFollowItems(textAfterItems)) return undefined;
  return { items, frame: `${list.textBefore}${textAfterItems}` };
}

/** The longest text, in characters, that may stand before or after the items of a list. */
const maxFrameCharacters = 10_000;

/** Where the items of a list begin, how many blanks stand before their dashes, and the keys of the list before them. */
interface ItemsPlace {
  readonly textBefore: string;
  readonly firstItem: number;
  readonly indent: number;
}

/** Finds the line `items:`, before which only other keys may stand, and a dash below it. */
function findItems(text: string): ItemsPlace | undefined {
  const listStart = /^---[ \t]*\r?\n/.exec(text)?.[0].length ?? 0;
  let lineStart = listStart;
  while (lineStart < text.length && lineStart < maxFrameCharacters) {
    const nextLine = nextLineStart(text, lineStart);
    const line = text.slice(lineStart, Math.min(nextLine, lineStart + maxFrameCharacters));
    if (/^items:[ \t]*\r?\n$/.test(line)) {
      const indent = countBlanks(text, nextLine);
      if (!isItemStart(text, nextLine, indent)) return undefined;
      return { textBefore: text.slice(listStart, lineStart), firstItem: nextLine, indent };
    }
    const isKeyOrValue = /^(?:[A-Za-z]+:|[ ]+\S)/.test(line);
    if (!isKeyOrValue) return undefined;
    lineStart = nextLine;
  }
  return undefined;
}

/** Whether a line belongs to the items: it is empty, begins an item, or stands deeper than the dashes. */
function isOfItems(text: string, lineStart: number, indent: number): boolean {
  const blanks = countBlanks(text, lineStart);
  const firstCharacter = text[lineStart + blanks];
  if (firstCharacter === "\n" || firstCharacter === "\r") return true;
  return blanks > indent || isItemStart(text, lineStart, indent);
}

function isItemStart(text: string, lineStart: number, indent: number): boolean {
  return text.startsWith("- ", lineStart + indent) && countBlanks(text, lineStart) === indent;
}

/** The number of blanks with which a line begins. */
function countBlanks(text: string, lineStart: number): number {
  let blanks = 0;
  while (text[lineStart + blanks] === " ") blanks += 1;
  return blanks;
}

function nextLineStart(text: string, offset: number): number {
  const lineEnd = text.indexOf("\n", offset);
  return lineEnd < 0 ? text.length : lineEnd + 1;
}

/** Whether a text may follow the items of a list: it has other keys of the list, and begins no other document. */
function mayFollowItems(text: string): boolean {
  return text.length < maxFrameCharacters && !/^(---|\.\.\.|- |[ ])/.test(text) && !/^(---|\.\.\.|- )/m.test(text);
}
