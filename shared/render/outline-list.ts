import type { RowMark } from "./marks.ts";
import { isWell, type OutlineRow, row, step, type Voice, worstRowMark } from "./outline-row.ts";
import { groupLabel, hiddenWords, lookWords, pageLabel } from "./words-tree.ts";
import { aloud, rowWord } from "./words-tree-aloud.ts";

/** Things that become rows, in the order to be shown. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  /** The same for the same thing in the next Report. */
  readonly key: (item: Item) => string;
  readonly mark: (item: Item) => RowMark;
  /** What it is called where it is left out. */
  readonly name: (item: Item) => string;
  readonly row: (item: Item, id: string) => OutlineRow;
}

/** More rows than these in one place are parted into pages of so many. */
const pageSize = 100;

/**
 * A row for each below the row `id`; with pages between where there are many, so that opening a list of thousands makes
 * a hundred rows. Where only what is unwell is wanted, a last row says what was left out.
 */
export function listed<Item>(id: string, listing: Listing<Item>, voice: Voice): readonly OutlineRow[] {
  const { items, mark, name } = listing;
  const isShown = (item: Item): boolean => !voice.isUnwellOnly || !isWell(mark(item));
  const shown = items.filter(isShown);
  const hidden = shown.length === items.length ? [] : items.filter((item) => !isShown(item)).map(name);
  const rows = shown.length <= pageSize ? rowsOf(id, shown, listing) : pages(id, shown, listing, voice);
  return [...rows, ...hiddenRows(id, hidden, voice)];
}

/** The same for rows that are there already. */
export function withoutWell(id: string, rows: readonly OutlineRow[], voice: Voice): readonly OutlineRow[] {
  if (!voice.isUnwellOnly) return rows;
  const hidden = rows.filter(({ mark }) => isWell(mark)).map(({ label }) => label);
  return [...rows.filter(({ mark }) => !isWell(mark)), ...hiddenRows(id, hidden, voice)];
}

/** Two things of the same name are told apart by their order. */
function rowsOf<Item>(id: string, items: readonly Item[], { key, row }: Listing<Item>): readonly OutlineRow[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const own = step(key(item));
    const times = (seen.get(own) ?? 0) + 1;
    seen.set(own, times);
    return row(item, times === 1 ? `${id}/${own}` : `${id}/${own}%${times}`);
  });
}

/** What moves to another page has another id there: VS Code refuses one id in two places while both are drawn anew. */
function pages<Item>(
  id: string,
  items: readonly Item[],
  listing: Listing<Item>,
  { say }: Voice,
): readonly OutlineRow[] {
  return Array.from({ length: Math.ceil(items.length / pageSize) }, (_, index) => {
    const first = index * pageSize;
    const some = items.slice(first, first + pageSize);
    const marks = some.map(listing.mark);
    const label = pageLabel(say, first + 1);
    const description = lookWords(say, marks.filter((mark) => !isWell(mark)).length, some.length);
    const page = `${id}/%page${index}`;
    const spoken = aloud([label, rowWord(say, "page"), description]);
    return row(
      { id: page, mark: worstRowMark(marks), label, description, spoken, context: ["page"] },
      () => rowsOf(page, some, listing),
      () => [{ as: "list", items: some.slice(0, mostHinted).map(listing.name) }],
    );
  });
}

const mostHinted = 10;

function hiddenRows(id: string, names: readonly string[], { say }: Voice): readonly OutlineRow[] {
  if (names.length === 0) return [];
  const label = groupLabel(say, "hidden");
  const description = hiddenWords(say, names);
  const own = { id: `${id}/%hidden`, mark: "none", label, description, context: ["hidden"] } as const;
  return [row({ ...own, spoken: aloud([label, description]) })];
}
