/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { patience } from "./patience.ts";

/** The windows that are open now. */
const windows = new Set<Page>();

/** Remembers a window until it closes, for `expectNoBlankView`. */
export function rememberWindow(page: Page): void {
  windows.add(page);
  page.once("close", () => windows.delete(page));
}

/** Fails where a view of the side bar stays without rows, without a message and without a text in their place. */
export async function expectNoBlankView(): Promise<void> {
  for (const page of windows) await expect.poll(() => blankViews(page), patience).toEqual([]);
}

/** The names of the trees that show, have no rows and say nothing. */
async function blankViews(page: Page): Promise<readonly string[]> {
  if (page.isClosed()) return [];
  return page.locator(".part.sidebar .tree-explorer-viewlet-tree-view").evaluateAll((views) => {
    const isShown = (element: Element): boolean => element.getClientRects().length > 0;
    const hasWords = (view: Element, selector: string): boolean =>
      [...view.querySelectorAll<HTMLElement>(selector)].some((one) => isShown(one) && one.innerText.trim() !== "");
    return views
      .filter((view) => isShown(view))
      .filter((view) => {
        const body = view.closest(".pane-body") ?? view;
        return (
          !hasWords(view, "[role=treeitem]") &&
          !hasWords(view, ".message") &&
          !hasWords(body, ".welcome-view-content") &&
          !hasWords(view, ".welcome-view-content")
        );
      })
      .map((view) => view.querySelector("[role=tree]")?.getAttribute("aria-label") ?? "a view without a tree");
  });
}
