import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Editor } from "../editor.ts";
import * as see from "../page.ts";
import { patience, retry } from "../patience.ts";
import { picturesFolder, view } from "./live-desk.ts";

// What the journeys at first try have in common: each step is done once, and each journey ends with a picture.

/** Takes the picture of a journey; a hover stays in it where it is what the journey is about. */
export function picture(page: Page, name: string, mouse?: "stays"): Promise<string> {
  return see.screenshot(page, `first-try-${name}`, picturesFolder(), mouse);
}

/** The text of the active editor; empty where none is active. */
export function activeText(editor: Editor): Promise<string> {
  return editor.ask((vscode) => vscode.window.activeTextEditor?.document.getText() ?? "");
}

/** The file name of the active editor; empty where none is active. */
export function activeName(editor: Editor): Promise<string> {
  return editor.ask((vscode) => vscode.window.activeTextEditor?.document.fileName ?? "");
}

/** The names of the open tabs, from the left, as a screen reader says them. */
export function tabs(page: Page): Promise<readonly string[]> {
  return page.locator(".tab").evaluateAll((all) => all.map((tab) => tab.getAttribute("aria-label") ?? ""));
}

/** The text of the terminal that shows, as one line: it wraps long commands. */
export async function terminalText(page: Page): Promise<string> {
  const lines = await page.locator(".xterm-rows > div").allTextContents();
  return lines.join("").replaceAll("\u00a0", " ");
}

/** The names of the open terminals. */
export function terminalNames(editor: Editor): Promise<readonly string[]> {
  return editor.ask((vscode) => vscode.window.terminals.map(({ name }) => name));
}

export function clipboard(editor: Editor): Promise<string> {
  return editor.ask((vscode) => vscode.env.clipboard.readText());
}

/** Opens a file as a tab that stays. */
export async function openFile(editor: Editor, path: string): Promise<void> {
  await editor.ask(async (vscode, file) => {
    await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
  }, path);
}

/** Puts the cursor of the active editor into the first occurrence of `text`, so many characters behind its start. */
export async function goTo(editor: Editor, text: string, beyond = 1): Promise<void> {
  await editor.ask(
    async (vscode, word, offset) => {
      const active = vscode.window.activeTextEditor;
      if (active === undefined) throw new Error("no editor is active");
      const at = active.document.getText().indexOf(word);
      if (at < 0) throw new Error(`no ${word} in ${active.document.fileName}`);
      const place = active.document.positionAt(at + offset);
      active.selection = new vscode.Selection(place, place);
      active.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenter);
      await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
    },
    text,
    beyond,
  );
}

/** The labels of the rows on the screen, from the top. */
export async function labels(page: Page): Promise<readonly string[]> {
  return (await see.rows(page, view)).map(({ label }) => label);
}

/** The rows on the screen, from the top, as `label | description`. */
export async function lines(page: Page): Promise<readonly string[]> {
  return (await see.rows(page, view)).map(({ label, description }) => `${label} | ${description}`);
}

/**
 * The text of the tool tip of a row, once it has the `expected` text. Where rows move under the mouse VS Code shows none,
 * so the mouse comes again.
 */
export async function tooltipOf(page: Page, label: string | RegExp, expected: string | RegExp): Promise<string> {
  // VS Code asks for the text when the tool tip opens, and shows "Loading..." until it has come.
  const shown = page.locator(".workbench-hover-container .monaco-hover", { hasText: expected });
  return retry(3_000, async (timeout) => {
    // The tool tip of what was clicked before goes first.
    await leaveTooltip(page);
    await see.row(page, view, label).locator(".label-name").hover();
    return see.textOf(shown, timeout);
  });
}

/** Moves the mouse off a row, and waits until its tool tip no longer covers other rows. */
export async function leaveTooltip(page: Page): Promise<void> {
  await page.mouse.move(900, 600);
  await page.mouse.move(900, 610, { steps: 4 });
  await page.locator(".workbench-hover-container .monaco-hover").first().waitFor({ state: "hidden" });
}

/**
 * The titles of the palette's entries that begin with `HCO Status: `, without that beginning. Only the rows on the screen
 * are drawn, so each entry is reached by the arrow key.
 */
export async function paletteTitles(page: Page): Promise<readonly string[]> {
  await page.keyboard.press("Escape");
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input[type=text]").fill(">HCO Status: ");
  const focused = page.locator(".quick-input-list .monaco-list-row.focused");
  await focused.filter({ hasText: /HCO Status: / }).waitFor();
  const titles: string[] = [];
  for (;;) {
    const { title, index, isLast } = await focused.evaluate((row) => ({
      title: row.querySelector(".label-name")?.textContent ?? "",
      index: row.getAttribute("data-index"),
      isLast: row.getAttribute("data-last-element") === "true",
    }));
    if (title.startsWith("HCO Status: ")) titles.push(title.slice("HCO Status: ".length));
    if (isLast) return titles;
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused.getAttribute("data-index"), patience).not.toBe(index);
  }
}
