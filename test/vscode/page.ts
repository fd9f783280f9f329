import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { longest, retry } from "./patience.ts";

// What a person does with the workbench and sees in it. Everything waits for what it needs, up to three minutes.

/** Brings a view container's views into the side bar, by the title of its icon in the activity bar. */
export async function openContainer(page: Page, title: string): Promise<void> {
  const opened = page.locator(`.activitybar .action-item.checked:has(> .action-label[aria-label^="${title}"])`);
  // While extensions register their containers the editor redraws the icons, and a click may be lost.
  await retry(5_000, async (timeout) => {
    if ((await opened.count()) > 0) return;
    // Over the icon may lie its number, which takes the click as well.
    await icon(page, title).click({ force: true });
    await opened.waitFor({ timeout });
  });
}

/** The number on a container's icon; undefined where it bears none. */
export async function badge(page: Page, title: string): Promise<string | undefined> {
  const content = page.locator(`.activitybar .action-item:has(> .action-label[aria-label^="${title}"]) .badge-content`);
  return (await content.allInnerTexts())[0] || undefined;
}

function icon(page: Page, title: string): Locator {
  return page.locator(`.activitybar .action-label[aria-label^="${title}"]`);
}

/** One visible row of a tree view. */
export interface Row {
  readonly label: string;
  /** The dimmed text behind the label. */
  readonly description: string;
  /** What a screen reader says. */
  readonly spoken: string;
  /** The name of its codicon, `error`; empty where it has none. */
  readonly icon: string;
  /** 1 is a root. */
  readonly level: number;
  /** Undefined where there is nothing below. */
  readonly expanded: boolean | undefined;
}

/** The rows of a tree view that are on the screen, from the top. */
export async function rows(page: Page, view: string): Promise<readonly Row[]> {
  const all = await treeItems(page, view).evaluateAll((items) =>
    items.map((item) => ({
      label: item.querySelector(".label-name")?.textContent ?? "",
      description: item.querySelector(".label-description")?.textContent ?? "",
      spoken: item.getAttribute("aria-label") ?? "",
      icon: /codicon-([\w-]+)/.exec(item.querySelector(".custom-view-tree-node-item-icon")?.className ?? "")?.[1] ?? "",
      level: Number(item.getAttribute("aria-level")),
      expanded: item.hasAttribute("aria-expanded") ? item.getAttribute("aria-expanded") === "true" : undefined,
      top: item.getBoundingClientRect().top,
    })),
  );
  return all.sort((one, other) => one.top - other.top).map(({ top: _, ...row }) => row);
}

/** The first row whose label, or the name behind the context in its description, is this: to click, hover or wait for. */
export function row(page: Page, view: string, label: string | RegExp): Locator {
  const exact = typeof label === "string" ? exactly(label) : label;
  const named =
    typeof label === "string" ? page.locator(".label-description", { hasText: beginning(label) }) : undefined;
  const called = page.locator(".label-name", { hasText: exact });
  return treeItems(page, view)
    .filter({ has: named === undefined ? called : called.or(named) })
    .first();
}

/** Shows what is below a row; does nothing where it shows already. */
export async function expand(page: Page, view: string, label: string | RegExp): Promise<void> {
  const item = row(page, view, label);
  await item.waitFor();
  const closed = row(page, view, label).and(page.locator("[aria-expanded=false]"));
  // While rows above move, the click may hit the row and not the arrow.
  await retry(1_500, async (timeout) => {
    if ((await closed.count()) === 0) return;
    await item.locator(".monaco-tl-twistie").click();
    await closed.waitFor({ state: "detached", timeout });
  });
}

/** The tree of a view that an extension fills is called as its title says now. Only one shows in the side bar. */
function treeItems(page: Page, view: string): Locator {
  const named = page.getByRole("tree", { name: view, exact: true });
  return named.or(page.locator(`${sidebarTree} [role=tree]`)).getByRole("treeitem");
}

/** The tree of the view that shows in the side bar, where an extension fills it. */
export const sidebarTree = ".part.sidebar .customview-tree";

/** The message above a view's rows, such as how old they are; empty where there is none. */
export async function viewMessage(page: Page, view: string): Promise<string> {
  const [message = ""] = await pane(page, view).locator(".message:not(.hide)").allInnerTexts();
  return message.trim();
}

/** The title of the side bar: that of the container, and of its only view. */
export async function sideBarTitle(page: Page): Promise<string> {
  return (await page.locator(".part.sidebar > .title .title-label").first().textContent()) ?? "";
}

/** What a view says in place of rows: paragraphs and the labels of its buttons, from the top. */
export function welcome(page: Page, view: string): Promise<readonly string[]> {
  return pane(page, view).locator(".welcome-view-content").locator("p, .monaco-button").allInnerTexts();
}

/** Presses a button beside a view's title, by what a screen reader says. */
export async function pressTitleButton(page: Page, view: string, label: string): Promise<void> {
  await pane(page, view).hover();
  await page.locator(`.part.sidebar a.action-label[aria-label="${label}"]:visible`).first().click();
}

function pane(page: Page, view: string): Locator {
  const named = page.locator(`.pane:has(> .pane-header[aria-label^="${view}"])`);
  return named.or(page.locator(".part.sidebar .pane:has(.tree-explorer-viewlet-tree-view)"));
}

/** The hover over the last place in the open editor where exactly this text is coloured as one word, once it contains `expected`. */
export async function hover(page: Page, text: string, expected: string | RegExp = ""): Promise<string> {
  const content = page.locator(".monaco-hover:not(.hidden) .hover-contents", { hasText: expected });
  return retry(6_000, async (timeout) => {
    try {
      // Another hover may lie over the word until the mouse has left it.
      await word(page, text).hover({ timeout });
      // A person's mouse comes in many small moves; a single one may be lost while lines are redrawn.
      const { x, y, width, height } = (await word(page, text).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.move(x + width / 4, y + height / 2);
      await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
      return await textOf(content, timeout);
    } catch (cause) {
      // Where lines move under a mouse that stands still nothing shows.
      await page.mouse.move(0, 0);
      const byKeyboard = await textByKeyboard(page, word(page, text), content);
      if (byKeyboard === undefined) throw cause;
      return byKeyboard;
    }
  });
}

/** Leaves the hover that shows: with the mouse, and by Escape, since one that keys opened stays when the mouse goes. */
export async function leaveHover(page: Page): Promise<void> {
  const shown = page.locator(".monaco-hover:not(.hidden) .hover-contents").first();
  await retry(3_000, async (timeout) => {
    await page.mouse.move(900, 730);
    await page.mouse.move(900, 740, { steps: 5 });
    try {
      await shown.waitFor({ state: "hidden", timeout });
    } catch (cause) {
      await page.keyboard.press("Escape");
      throw cause;
    }
  });
}

/** Types into the open quick pick until the row with this label is the one that Enter takes, and takes it. */
export async function pickByKeyboard(page: Page, words: string, label: string): Promise<void> {
  await quickPick(page, label).waitFor();
  await page.keyboard.type(words);
  const name = page.locator(".label-name", { hasText: exactlyBehindMark(label) });
  await page.locator(".quick-input-list .monaco-list-row.focused").filter({ has: name }).waitFor({ timeout: longest });
  await page.keyboard.press("Enter");
}

/** The texts of what shows, read at once. Throws where the editor takes them away, or redraws them, in between. */
export async function textOf(content: Locator, timeout: number): Promise<string> {
  await content.first().waitFor({ timeout });
  const texts = await content.allInnerTexts();
  if (texts.length === 0) throw new Error("The hover went away while it was read.");
  return texts.join("\n");
}

/** Shows the hover of a word by the keys of the editor (editor.action.showHover), as a person without a mouse does. */
async function textByKeyboard(page: Page, place: Locator, content: Locator): Promise<string | undefined> {
  try {
    await place.click({ timeout: 3_000 });
    await page.keyboard.press("Control+K");
    await page.keyboard.press("Control+I");
    return await textOf(content, 3_000);
  } catch {
    return undefined;
  }
}

/** That word in the text of the open editor. */
export function word(page: Page, text: string): Locator {
  return page.locator(".view-lines span:not(:has(span))", { hasText: exactly(text) }).last();
}

/**
 * Follows a link or hint in the text of the open editor. VS Code redraws a link as soon as the mouse is over it with Ctrl,
 * so `locator.click` with a modifier would look for an element that is gone, and leave Ctrl pressed where it gives up.
 */
export async function clickWithControl(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox({ timeout: 5_000 });
  if (box === null) throw new Error("The link to follow is not in the drawn lines of the editor.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.down("ControlOrMeta");
  try {
    await page.mouse.down();
    await page.mouse.up();
  } finally {
    await page.keyboard.up("ControlOrMeta");
  }
}

/** What extensions have put into the text of the open editor: inlay hints and the text at the ends of lines. */
export async function inlays(page: Page): Promise<readonly string[]> {
  const texts = await page
    .locator('.view-lines span[class*="dyn-rule"], .view-lines span[class*="ced-"]')
    .allTextContents();
  return texts.map((text) => text.replaceAll("\u00a0", " ").trim()).filter((text) => text !== "");
}

/** The links above lines of the open editor. */
export function codeLenses(page: Page): Promise<readonly string[]> {
  return page.locator(".codelens-decoration a").allInnerTexts();
}

/** Runs a command by its title, `HCO Status: Refresh`, from the palette. Commands register late and the list lags, so never blindly. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await retry(1_500, async (timeout) => {
    await page.keyboard.press("F1");
    try {
      await page.locator(".quick-input-widget input[type=text]").fill(`>${title}`, { timeout });
      await quickPick(page, title).click({ timeout });
    } catch (cause) {
      await page.keyboard.press("Escape");
      throw cause;
    }
  });
}

/** The rows of the open quick pick, without their descriptions and details. */
export function choices(page: Page): Promise<readonly string[]> {
  const names = page.locator(".quick-input-list .monaco-list-row .label-name:not(.quick-input-list-label-meta *)");
  return names.allInnerTexts();
}

/** The row of the open quick pick with this label. A context may have the mark of the settings before its name. */
export function quickPick(page: Page, label: string): Locator {
  const name = page.locator(".label-name", { hasText: exactlyBehindMark(label) });
  return page.locator(".quick-input-list .monaco-list-row").filter({ has: name }).first();
}

/** The texts of the notifications that show. */
export function toasts(page: Page): Promise<readonly string[]> {
  return page.locator(".notifications-toasts .notification-list-item-message").allInnerTexts();
}

/** The texts of the status bar, as a screen reader says them. */
export async function statusBar(page: Page): Promise<readonly string[]> {
  const items = page.locator(".statusbar-item:not(.hide) .statusbar-item-label");
  return (await items.evaluateAll((all) => all.map((item) => item.getAttribute("aria-label") ?? ""))).filter(Boolean);
}

/** The text of the open dialog that waits for an answer; a button of it is `dialog(page).getByRole("button", { name })`. */
export function dialog(page: Page): Locator {
  return page.locator(".monaco-dialog-box");
}

/** Moves the mouse into a corner until no tool tip shows. One that was drawn while the mouse went stays until the next move. */
async function leaveTooltips(page: Page): Promise<void> {
  const shown = page.locator(".workbench-hover-container").first();
  await retry(2_000, async (timeout) => {
    await page.mouse.move(0, 0);
    try {
      await shown.waitFor({ state: "hidden", timeout });
    } catch (cause) {
      await page.mouse.move(900, 730, { steps: 4 });
      await page.keyboard.press("Escape");
      throw cause;
    }
  });
}

/** Takes a picture, `<name>.png` in `folder`, without tool tips; with `mouse: "stays"` a hover stays in it. */
export async function screenshot(page: Page, name: string, folder: string, mouse?: "stays"): Promise<string> {
  mkdirSync(folder, { recursive: true });
  if (mouse === undefined) await leaveTooltips(page);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: "disabled" });
  return path;
}

/** Text that is this, or begins with it as the first of several pieces. */
function beginning(text: string): RegExp {
  return new RegExp(`^\\s*(?:[^·]+ · )?(?:[A-Z]\\w+ )?${escapePattern(text)}\\s*(?:·|$)`);
}

/** Text that is this and nothing else but space around it. */
function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${escapePattern(text)}\\s*$`);
}

/** The same with an optional sign before it: `admin@prod`, `🔴 admin@prod`. */
function exactlyBehindMark(text: string): RegExp {
  return new RegExp(`^\\s*(?:[^\\w\\s]+ )?${escapePattern(text)}\\s*$`);
}

/** The pattern that matches this text alone. */
function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
