/** A list as kubectl and oc write it in YAML, cut into the texts of its items. */
export interface ListText {
  /** Each one a list of one item, with the offset at which it begins. */
  readonly items: readonly { readonly text: string; readonly start: number }[];
  /** What stands before and after the items: apiVersion, kind and metadata of the list. */
  readonly frame: string;
}

/**
 * Cuts a YAML list into its items, so that the largest list takes the memory of one of them, and one that is broken does
 * not take the others with it. Undefined where the text has another shape. kubectl and oc sort keys and begin each item
 * at the start of a line (sigs.k8s.io/yaml); what belongs to an item is indented, so the cuts are exact.
 */
export function listText(text: string): ListText | undefined {
  const head = /^(?:---[ \t]*\r?\n)?((?:[A-Za-z]+:[^\r\n]*\r?\n)*?)items:[ \t]*\r?\n(?=- )/.exec(text);
  if (head === null) return undefined;
  const items: { text: string; start: number }[] = [];
  let start = head[0].length;
  // The line break belongs to the match: looking back for it takes four times as long.
  const breaks = /\n[^ \r\n]/g;
  breaks.lastIndex = start;
  for (;;) {
    const next = breaks.exec(text);
    const end = next === null ? text.length : next.index + 1;
    items.push({ text: text.slice(start, end), start });
    if (next === null) return { items, frame: head[1] ?? "" };
    if (!text.startsWith("- ", end))
      return isRest(text, end) ? { items, frame: `${head[1]}${text.slice(end)}` } : undefined;
    start = end;
  }
}

/** Behind the items come other keys of the list, and nothing that begins another document. */
function isRest(text: string, from: number): boolean {
  const rest = text.slice(from);
  return rest.length < 10_000 && !/^(---|\.\.\.|- )/m.test(rest);
}
