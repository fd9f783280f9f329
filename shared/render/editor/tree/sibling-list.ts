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

/** The most names in the tooltip of a page. */
const maxNamesInTooltip = 10;

/** The most names in the row that stands for hidden items. */
const maxHiddenNames = 4;

/**
 * A row for each item below the row `id`. Many items are split into pages, so that a list of thousands makes a hundred
 * rows. Where only unhealthy items are wanted, a last row names what was omitted.
 */
export function siblingRows<Item>(id: string, listing: SiblingList<Item>, wording: RowWording): readonly OutlineRow[] {
  const { items, mark, name } = listing;
  const isHidden = (item: Item): boolean => wording.isUnhealthyOnly && isAsExpected(mark(item));
  const shown = items.filter((item) => !isHidden(item));
  const hiddenNames = items.filter(isHidden).map(name);
  const rows = shown.length <= pageSize ? itemRows(id, shown, listing) : pageRows(id, shown, listing);
  return [...rows, ...hiddenRows(id, hiddenNames)];
}

/** The rows without those that are as expected, if only unhealthy items are wanted, and a last row that names these. */
export function hideExpectedRows(id: string, rows: readonly OutlineRow[], wording: RowWording): readonly OutlineRow[] {
  if (!wording.isUnhealthyOnly) return rows;
  const shown = rows.filter(({ mark }) => !isAsExpected(mark));
  const hiddenNames = rows.filter(({ mark }) => isAsExpected(mark)).map(({ label }) => label);
  return [...shown, ...hiddenRows(id, hiddenNames)];
}

/** A row for each item. The second item with a key has the id `…/key%2`. */
function itemRows<Item>(id: string, items: readonly Item[], { key, row }: SiblingList<Item>): readonly OutlineRow[] {
  const countsByStep = new Map<string, number>();
  return items.map((item) => {
    const step = idStep(key(item));
    const count = (countsByStep.get(step) ?? 0) + 1;
    countsByStep.set(step, count);
    return row(item, count === 1 ? `${id}/${step}` : `${id}/${step}%${count}`);
  });
}

/**
 * The rows of the pages. An item on another page has another id. VS Code refuses one id in two places while both are
 * redrawn.
 */
function pageRows<Item>(id: string, items: readonly Item[], listing: SiblingList<Item>): readonly OutlineRow[] {
  return Array.from({ length: Math.ceil(items.length / pageSize) }, (_, index) => {
    const first = index * pageSize;
    const pageItems = items.slice(first, first + pageSize);
    const marks = pageItems.map(listing.mark);
    const unexpectedCount = marks.filter((mark) => !isAsExpected(mark)).length;
    const pageId = `${id}/%page${index}`;
    const label = `from ${first + 1}`;
    const description = attentionSummary(unexpectedCount, pageItems.length);
    const spoken = readAloud([label, "page", description]);
    return treeRow(
      { id: pageId, mark: worstRowMark(marks), label, description, spoken, context: ["page"] },
      () => itemRows(pageId, pageItems, listing),
      () => [{ as: "list", items: pageItems.slice(0, maxNamesInTooltip).map(listing.name) }],
    );
  });
}

/** The row that names hidden items. A click shows all items. None where nothing is hidden. */
function hiddenRows(id: string, names: readonly string[]): readonly OutlineRow[] {
  if (names.length === 0) return [];
  return [
    treeRow({
      id: `${id}/%hidden`,
      mark: "none",
      label: "Hidden",
      description: hiddenText(names),
      context: ["hidden"],
      action: { is: "run", command: "showAll" },
    }),
  ];
}

/** `4 of 5 not as expected`, `5 as expected`. */
export function attentionSummary(unexpectedCount: number, count: number): string {
  if (count === 0) return "none";
  if (unexpectedCount === 0) return `${count} as expected`;
  return `${unexpectedCount} of ${count} not as expected`;
}

/** `3 as expected: Created, NetworkAddonsConfig, MigController`. */
function hiddenText(names: readonly string[]): string {
  const shown = names.slice(0, maxHiddenNames);
  if (names.length > maxHiddenNames) shown.push("…");
  return `${names.length} as expected: ${shown.join(", ")}`;
}
