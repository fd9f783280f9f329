import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { writeContexts } from "../../cluster/many-contexts.ts";
import { scenarios } from "../../cluster/scenarios.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { patience, retry } from "../patience.ts";
import { manifest, openFromExplorer, openWalkthrough, picturesFolder } from "./live-desk.ts";
import { container, places, view } from "./states-view.ts";

const long = `prod-${"x".repeat(295)}`;

describeJourney("a user always reads which cluster is shown", (cluster, packed) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-which-"));
  const workspace = join(folder, "workspace");
  let editor: Editor;
  let page: Page;

  beforeAll(async () => {
    await scenarios.crashAndPull(cluster, new Date());
    const names = Array.from({ length: 298 }, (_, index) => `stage-${298 - index}`);
    const contexts = ["first-cluster-prod-eu", ...names, long].map((name) => ({ name }));
    const KUBECONFIG = writeContexts(join(folder, "config"), cluster.kubeconfig, contexts);
    mkdirSync(join(workspace, "many"), { recursive: true });
    for (let index = 0; index < 2_000; index += 1)
      writeFileSync(join(workspace, "many", `${index}.yaml`), manifest.replaceAll("kubevirt-hyper", `n${index}-hyper`));
    writeFileSync(join(workspace, "hco.yaml"), manifest);
    cpSync(join(packed.folder, "media", "sample"), join(workspace, "gathered"), { recursive: true });
    const settings = { "hcoStatus.contextMarks": { "*prod*": "red" } };
    editor = await startEditor({ folder: workspace, unpacked: [packed.installed], settings, env: { KUBECONFIG } });
    page = await editor.open({ file: join(workspace, "hco.yaml") });
    await see.openContainer(page, container);
    await see.row(page, view, "kubevirt-hyperconverged").waitFor();
  });
  beforeEach(() => {
    onTestFailed(async () => {
      await see.screenshot(page, "failed-which", picturesFolder(), "stays");
    });
  });
  afterAll(async () => {
    await editor?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("the context has its mark in the title, the row, beside the manifest and in the status bar", async () => {
    const marked = "🔴 first-cluster-prod-eu";
    await expect.poll(() => see.sideBarTitle(page), patience).toBe(`HCO Status: ${marked}`);
    await expect
      .poll(() => places(page), patience)
      .toContainEqual([expect.stringMatching(/^unavailable/), `${marked} · kubevirt-hyperconverged`]);
    await expect.poll(() => see.inlays(page), patience).toContainEqual(expect.stringMatching(/ · 🔴 first-.*prod-eu$/));
    const inBar = `HyperConverged unavailable · ${marked}`;
    await expect.poll(() => see.statusBar(page), patience).toContainEqual(expect.stringContaining(inBar));
    await see.screenshot(page, "which-cluster", picturesFolder());
  });

  test("the title has at most three icons", async () => {
    await page.locator(".part.sidebar").hover();
    const icons = page.locator(".part.sidebar > .title .title-actions .action-item:not(:has(.toolbar-toggle-more)) a");
    const labels = await icons.evaluateAll((all) => all.map((icon) => icon.getAttribute("aria-label") ?? ""));
    expect(labels.filter((label) => label !== "" && !/More Actions/.test(label)).length).toBeLessThanOrEqual(3);
  });

  test("300 contexts are sorted by name, also the one of 300 characters, which can be shown", async () => {
    await see.pressTitleButton(page, view, "Select Context…");
    await see.quickPick(page, "Current context").waitFor();
    // Each item has a second line.
    const shown = (await see.choices(page)).filter((text) => !/^(?:https:|now )/.test(text));
    expect(shown.slice(0, 2)).toEqual(["Current context", "🔴 first-cluster-prod-eu"]);
    expect(shown[2]).toMatch(/^🔴 prod-x+…$/);
    expect(shown.slice(3, 6)).toEqual(["stage-1", "stage-2", "stage-3"]);
    await see.screenshot(page, "which-picker", picturesFolder());
    // VS Code closes a list when an editor that is still being opened takes the focus: then it is opened again.
    const input = page.locator(".quick-input-widget input[type=text]");
    const chosen = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: "prod-x" });
    await retry(10_000, async (timeout) => {
      if (!(await input.isVisible())) await see.pressTitleButton(page, view, "Select Context…");
      await input.fill("prod-x", { timeout });
      await chosen.waitFor({ timeout });
      await input.press("Enter", { timeout });
    });
    await expect.poll(() => see.sideBarTitle(page), patience).toContain(long);
    await expect
      .poll(() => see.inlays(page), patience)
      .toContainEqual(expect.stringMatching(/^✗ unavailable.* · 🔴 .*…/));
    const texts = await see.inlays(page);
    expect(Math.max(...texts.map((text) => [...text].length))).toBeLessThanOrEqual(43);
    await see.screenshot(page, "which-long", picturesFolder());
  });

  test("a folder is opened from the Explorer, which completes the first step of the walkthrough", async () => {
    await page.setViewportSize({ width: 1680, height: 900 });
    await openWalkthrough(editor);
    await page.locator(".gettingStartedContainer .step-title").first().waitFor();
    await openFromExplorer(page, "gathered");
    await expect.poll(() => see.sideBarTitle(page), patience).toBe("HCO Status: gathered · must-gather");
    const done = page.locator(".gettingStartedContainer [role=checkbox][aria-checked=true][data-done-step-id]");
    await expect.poll(() => done.count(), patience).toBeGreaterThanOrEqual(1);
    await see.screenshot(page, "walkthrough", picturesFolder());
  });

  test("the manifest of an object is found among 2,000 in the workspace", async () => {
    await see.openContainer(page, container);
    const about = {
      group: "hco.kubevirt.io",
      kind: "HyperConverged",
      name: "n7-hyperconverged",
      namespace: "n7-hyperconverged",
    };
    const name = await editor.ask(async (vscode, ref) => {
      await vscode.commands.executeCommand("hcoStatus.openManifest", ref);
      return vscode.window.activeTextEditor?.document.fileName.split("/").at(-1);
    }, about);
    expect(name).toBe("7.yaml");
  });
});
