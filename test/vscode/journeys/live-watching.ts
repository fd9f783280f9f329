/// <reference lib="dom" />
import type { Page } from "playwright-core";
import * as see from "../page.ts";

/** What the page painted of the tree while something happened. */
export interface Painted {
  /** The fewest rows that a frame had. */
  readonly fewest: number;
  /** The labels that were selected in any frame; `""`: none was. */
  readonly selected: readonly string[];
  /** The labels of the rows that were open in every frame. */
  readonly open: readonly string[];
}

/** Looks at every frame of the tree while `act` runs. */
export async function painted(page: Page, act: () => Promise<void>): Promise<Painted> {
  const watching = await page.evaluateHandle((name) => {
    const tree = document.querySelector(`${name} [role=tree]`);
    const labelOf = (item: Element): string => item.querySelector(".label-name")?.textContent ?? "";
    const selected = new Set<string>();
    let open: readonly string[] | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    let isOver = false;
    const look = (): void => {
      const items = [...(tree?.querySelectorAll("[role=treeitem]") ?? [])];
      const labels = (of: string): string[] => items.filter((item) => item.matches(of)).map(labelOf);
      fewest = Math.min(fewest, items.length);
      selected.add(labels(".selected").join());
      const now = labels("[aria-expanded=true]");
      open = open?.filter((label) => now.includes(label)) ?? now;
      if (!isOver) requestAnimationFrame(look);
    };
    look();
    return {
      end: () => {
        isOver = true;
        return { fewest, selected: [...selected], open: open ?? [] };
      },
    };
  }, see.sidebarTree);
  await act();
  return watching.evaluate(({ end }) => end());
}

/** Milliseconds from before `write` until the text is in the row of this label, by the clock of the machine. */
export async function untilDrawn(page: Page, label: string, text: string, write: () => Promise<void>): Promise<number> {
  const watching = await page.evaluateHandle(
    ([name, start, words]) => {
      const tree = document.querySelector(`${name} [role=tree]`);
      const isThere = (): boolean =>
        [...(tree?.querySelectorAll("[role=treeitem]") ?? [])].some(
          ({ textContent }) => textContent?.startsWith(start ?? "") && textContent.includes(words ?? ""),
        );
      const drawn = new Promise<number>((seen) => {
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          seen(Date.now());
        });
        if (tree !== null) observer.observe(tree, { subtree: true, childList: true, characterData: true });
      });
      return { drawn };
    },
    [see.sidebarTree, label, text] as const,
  );
  const begun = Date.now();
  await write();
  return (await watching.evaluate(({ drawn }) => drawn)) - begun;
}

/** The value that this share of all is not above. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}
