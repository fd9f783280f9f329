import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { writeContexts } from "../../cluster/many-contexts.ts";
import type { Cluster } from "../../cluster/server.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { retry } from "../patience.ts";
import type { Packed } from "../setup.ts";

/** The only view's title. */
export const view = "Operators";

/** A person's editor with a manifest open, the side bar wide enough to read, and two contexts of one cluster to choose from. */
export interface Desk {
  readonly editor: Editor;
  readonly page: Page;
  /** The manifest, in the folder that is open. */
  readonly file: string;
  readonly stop: () => Promise<void>;
}

/** The manifest of what the scenarios install, with a status that was pasted long ago. */
export const manifest = `apiVersion: hco.kubevirt.io/v1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: kubevirt-hyperconverged
spec:
  deployment:
    uninstallStrategy: BlockUninstallIfWorkloadsExist
    applicationAwareConfig:
      enable: true
  virtualization:
    workloadUpdateStrategy:
      batchEvictionSize: 12
status:
  conditions:
    - type: Available
      status: "True"
      reason: ReconcileCompleted
`;

/** All lines of the manifest where they are, whatever is clicked, and nothing over them. */
const plain = { "editor.folding": false, "editor.stickyScroll.enabled": false, "editor.minimap.enabled": false };

/** Opens the view and waits until the root shows. */
export async function openDesk(cluster: Cluster, { installed }: Packed, settings: object = {}): Promise<Desk> {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-live-"));
  const file = join(folder, "hco.yaml");
  writeFileSync(file, manifest);
  const contexts = [{ name: "admin@test" }, { name: "deputy@test" }];
  const KUBECONFIG = writeContexts(join(folder, ".kubeconfig"), cluster.kubeconfig, contexts);
  const editor = await startEditor({
    folder,
    unpacked: [installed],
    env: { KUBECONFIG },
    settings: { ...plain, "hcoStatus.codeLens.enabled": true, "hcoStatus.endOfLine.enabled": true, ...settings },
  });
  const stop = async (): Promise<void> => {
    await editor.stop();
    rmSync(folder, { recursive: true });
  };
  try {
    const page = await editor.open({ file });
    await see.openContainer(page, "HCO Status");
    await see.row(page, view, "kubevirt-hyperconverged").waitFor();
    await widen(page, 560);
    return { editor, page, file, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** The themes, as pages and the workbench call their kinds, and the least contrast of text in them (WCAG 2). */
export const themes: readonly (readonly [
  name: string,
  theme: string,
  page: string,
  contrast: number,
  workbench: string,
])[] = [
  ["dark", "Default Dark Modern", "vscode-dark", 4.5, "vs-dark"],
  ["light", "Default Light Modern", "vscode-light", 4.5, "vs"],
  ["dark-contrast", "Default High Contrast", "vscode-high-contrast", 7, "hc-black"],
  ["light-contrast", "Default High Contrast Light", "vscode-high-contrast-light", 7, "hc-light"],
];

/** The folder of the pictures, which a person looks at. */
export function picturesFolder(): string {
  return process.env["HCO_STATUS_PICTURES"] ?? join(tmpdir(), "hco-status-pictures");
}

/** Drags the edge of the side bar. A busy VS Code may not have seen the mouse at the edge: then it is dragged again. */
export async function widen(page: Page, to: number): Promise<void> {
  await retry(0, async () => {
    await page.mouse.move((await sideBarEdge(page)) + 1, 600);
    await page.mouse.down();
    await page.mouse.move(to, 600, { steps: 4 });
    await page.mouse.up();
    const edge = await sideBarEdge(page);
    if (Math.abs(edge - to) > 10) throw new Error(`The edge of the side bar is at ${edge} px, not at ${to} px.`);
  });
}

/** The distance in pixels of the side bar's right edge from the left of the window. */
async function sideBarEdge(page: Page): Promise<number> {
  const { x, width } = (await page.locator(".part.sidebar").boundingBox()) ?? { x: 0, width: 0 };
  return x + width;
}

/** Closes all editors and shows the manifest again; no text may be unsaved, or VS Code would ask what to do with it. */
export async function showManifest({ editor, page, file }: Desk): Promise<void> {
  await editor.ask(async (vscode, path) => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
    // The editor remembers where the text was scrolled to.
    await vscode.commands.executeCommand("cursorTop");
  }, file);
  await see.word(page, "HyperConverged").waitFor();
}

/**
 * What a row says, as it is drawn: label and description; undefined where it is not on the screen. `name`: its label, or
 * the name that its description begins with.
 */
export async function reported(page: Page, name: string): Promise<string | undefined> {
  const all = await see.rows(page, view);
  const found = all.find(
    ({ label, description }) => label === name || description.split(" · ").slice(0, 2).includes(name),
  );
  return found && `${found.label} | ${found.description}`;
}

/** Opens the walkthrough of the extension. */
export async function openWalkthrough(editor: Editor): Promise<void> {
  await editor.ask((vscode) =>
    vscode.commands.executeCommand("workbench.action.openWalkthrough", "hco-status.hco-status#start", false),
  );
}

/** Opens a file or folder of the Explorer from its menu, until the side bar shows another view than the Explorer. */
export async function openFromExplorer(page: Page, name: string): Promise<void> {
  await openFromExplorerUntil(page, name, () => see.sideBarTitle(page), /^(?!Explorer)/);
}

/** Opens a file or folder of the Explorer from its menu until `readResult` returns the expected text. */
export async function openFromExplorerUntil(
  page: Page,
  name: string,
  readResult: () => Promise<string>,
  expected: RegExp,
): Promise<void> {
  await see.openContainer(page, "Explorer");
  const row = page.locator(`.explorer-folders-view .monaco-list-row[aria-label="${name}"]`).first();
  await repeatUntil(20_000, () => chooseFromMenuOf(page, row, "Open in HCO Status"), readResult, expected);
}

/** Chooses from the menu of the first row with this label. */
export async function chooseFromMenu(page: Page, label: string | RegExp, action: string): Promise<void> {
  await chooseFromMenuOf(page, see.row(page, view, label), action);
}

/**
 * Chooses from the menu that a right click opens. VS Code closes a menu when the focus moves, as it does while a page is
 * still being opened: then the menu is opened again.
 */
export async function chooseFromMenuOf(page: Page, owner: Locator, action: string): Promise<void> {
  const title = page.locator(".action-label", { hasText: new RegExp(`^${action}$`) });
  const item = page.locator(".monaco-menu .action-item", { has: title });
  // A menu takes no mouse in the first moment, so that the click that opened it does not count.
  await retry(4_800, async (timeout) => {
    if (!(await item.isVisible())) {
      // A tool tip below the mouse would cover the row. Where neither it nor a menu is open, Escape would close a page.
      await page.mouse.move(1, 1);
      if (await page.locator(".monaco-menu, .monaco-hover").filter({ visible: true }).first().isVisible())
        await page.keyboard.press("Escape");
      await owner.click({ button: "right", timeout });
    }
    await page.mouse.move(1, 1);
    await item.hover({ timeout });
    expect(await item.getAttribute("class", { timeout })).toContain("focused");
  });
  await page.keyboard.press("Enter");
}

/**
 * Chooses from the menu of a row until `readResult` returns the expected text. VS Code forgets a row for a moment while it
 * reads the row again: then it asks to choose again.
 */
export async function chooseFromMenuUntil(
  page: Page,
  label: string | RegExp,
  action: string,
  readResult: () => Promise<string>,
  expected: RegExp,
): Promise<void> {
  await repeatUntil(10_000, () => chooseFromMenu(page, label, action), readResult, expected);
}

/** Opens the log of a row by its menu until the expected first line shows. */
export async function openLogFromMenu(
  { page, editor }: Pick<Desk, "page" | "editor">,
  label: RegExp,
  expectedHeading: RegExp,
): Promise<void> {
  await chooseFromMenuUntil(page, label, "Open Log", () => readHeading(editor), expectedHeading);
}

/**
 * Follows a link in the first line of the open log until a log with the expected first line is open. A log that was just
 * opened still scrolls to the line that explains it, which takes the link away from the mouse: then it is clicked again.
 */
export async function followLogLink({ page, editor }: Desk, title: string, expectedHeading: RegExp): Promise<void> {
  const link = page.locator(".view-lines .detected-link", { hasText: title }).last();
  const click = async (): Promise<void> => {
    await editor.ask((vscode) => vscode.commands.executeCommand("cursorTop"));
    await see.clickWithControl(page, link);
  };
  // Clicks in a row would count as a double click, which follows no link.
  await repeatUntil(5_000, click, () => readHeading(editor), expectedHeading);
}

/** Repeats an act until `readResult` returns the expected text. The act is repeated after `pauseMs` at the earliest. */
async function repeatUntil(
  pauseMs: number,
  act: () => Promise<void>,
  readResult: () => Promise<string>,
  expected: RegExp,
): Promise<void> {
  await retry(pauseMs, async (timeout) => {
    if (expected.test(await readResult())) return;
    await act();
    await expect.poll(readResult, { timeout }).toMatch(expected);
  });
}

/** The first line of the active document; empty where no editor is active. */
export function readHeading(editor: Editor): Promise<string> {
  return editor.ask((vscode) => vscode.window.activeTextEditor?.document.lineAt(0).text ?? "");
}

/** The titles in the menu of the first row with this label, from the top. */
export async function menuOf(page: Page, label: string | RegExp): Promise<readonly string[]> {
  await see.row(page, view, label).click({ button: "right" });
  const menu = page.locator(".monaco-menu");
  await menu.waitFor();
  const titles = await menu.locator(".action-label").allInnerTexts();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  return titles.filter((title) => title !== "");
}
