import type { RowMark } from "../../terminal/verdict-marks.ts";
import { idStep, isAsExpected, type OutlineRow, type RowWording, treeRow, worstRowMark } from "./row.ts";
import { readAloud } from "./spoken-row.ts";

/** Items that become rows, in the order to be shown. */
export interface SiblingList<Item> {
  readonly items: readonly Item[];
  /** A key that stays the same for the same item in the next Report. */
  readonly key: (item: Item) => string;
  readonly mark: (item: Item) => RowMark;
  /** The item's name in the list of items that are omitted. */
  readonly name: (item: Item) => string;
  readonly row: (item: Item, id: string) => OutlineRow;
}

/** The most rows below one row; more are split into pages of this size. */
const pageSize = 100;

/**
 * A row for each item below the row `id`. Many items are split into pages, so that a list of thousands makes a hundred
 * rows. Where only unhealthy items are wanted, a last row names what was omitted.
 */
export function siblingRows<Item>(id: string, listing: SiblingList<Item>, wording: RowWording): readonly OutlineRow[] {
  const { items, mark, name } = listing;
  const isShown = (item: Item): boolean => !wording.isUnhealthyOnly || !isAsExpected(mark(item));
  const shown = items.filter(isShown);
  const hidden = shown.length === items.length ? [] : items.filter((item) => !isShown(item)).map(name);
  const rows = shown.length <= pageSize ? rowsOf(id, shown, listing) : pages(id, shown, listing);
  return [...rows, ...hiddenRows(id, hidden)];
}

/** The same for rows that exist already. */
export function hideExpectedRows(id: string, rows: readonly OutlineRow[], wording: RowWording): readonly OutlineRow[] {
  if (!wording.isUnhealthyOnly) return rows;
  const hidden = rows.filter(({ mark }) => isAsExpected(mark)).map(({ label }) => label);
  return [...rows.filter(({ mark }) => !isAsExpected(mark)), ...hiddenRows(id, hidden)];
}

/** Items of the same name are distinguished by their order. */
function rowsOf<Item>(id: string, items: readonly Item[], { key, row }: SiblingList<Item>): readonly OutlineRow[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const own = idStep(key(item));
    const times = (seen.get(own) ?? 0) + 1;
    seen.set(own, times);
    return row(item, times === 1 ? `${id}/${own}` : `${id}/${own}%${times}`);
  });
}

/**
 * The rows of the pages. An item on another page has another id. VS Code refuses one id in two places while both are
 * redrawn.
 */
function pages<Item>(id: string, items: readonly Item[], listing: SiblingList<Item>): readonly OutlineRow[] {
  return Array.from({ length: Math.ceil(items.length / pageSize) }, (_, index) => {
    const first = index * pageSize;
    const pageItems = items.slice(first, first + pageSize);
    const marks = pageItems.map(listing.mark);
    const label = `from ${first + 1}`;
    const description = attentionSummary(marks.filter((mark) => !isAsExpected(mark)).length, pageItems.length);
    const page = `${id}/%page${index}`;
    const spoken = readAloud([label, "page", description]);
    return treeRow(
      { id: page, mark: worstRowMark(marks), label, description, spoken, context: ["page"] },
      () => rowsOf(page, pageItems, listing),
      () => [{ as: "list", items: pageItems.slice(0, maxHinted).map(listing.name) }],
    );
  });
}

const maxHinted = 10;

function hiddenRows(id: string, names: readonly string[]): readonly OutlineRow[] {
  if (names.length === 0) return [];
  const label = "Hidden";
  const description = hiddenWords(names);
  const own = { id: `${id}/%hidden`, mark: "none", label, description, context: ["hidden"] } as const;
  const action = { is: "run", command: "showAll" } as const;
  return [treeRow({ ...own, action, spoken: readAloud([label, description]) })];
}

/** `4 of 5 not as expected`, `5 as expected`. */
export function attentionSummary(number: number, all: number): string {
  if (all === 0) return "none";
  if (number === 0) return `${all} as expected`;
  return `${number} of ${all} not as expected`;
}

/** `3 as expected: Created, NetworkAddonsConfig, MigController`. */
function hiddenWords(names: readonly string[]): string {
  const pageItems = [...names.slice(0, maxNamed), ...(names.length > maxNamed ? ["…"] : [])].join(", ");
  return names.length === 1 ? `1 as expected: ${pageItems}` : `${names.length} as expected: ${pageItems}`;
}

const maxNamed = 4;
