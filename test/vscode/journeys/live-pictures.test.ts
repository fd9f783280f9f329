import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scenarios } from "../../cluster/scenarios.ts";
import { describeJourney } from "../describe-editor.ts";
import * as see from "../page.ts";
import { letAaqBe } from "./live-acts.ts";
import { type Desk, openDesk, picturesFolder, showManifest, told, view } from "./live-desk.ts";
import { faintest, shownYaml, timelineIn } from "./live-panes.ts";

const root = "kubevirt-hyperconverged";
const patience = { timeout: 45_000 };

/** Where README's pictures are made anew, `media` of the repository, where somebody asks for it; else nowhere. */
const media = process.env["HCO_STATUS_README_PICTURES"];

const themes: readonly (readonly [name: string, theme: string, page: string, contrast: number])[] = [
  ["dark", "Default Dark Modern", "vscode-dark", 4.5],
  ["light", "Default Light Modern", "vscode-light", 4.5],
  ["dark-contrast", "Default High Contrast", "vscode-high-contrast", 7],
  ["light-contrast", "Default High Contrast Light", "vscode-high-contrast-light", 7],
];

describeJourney("what it looks like, for somebody to look at", (cluster, packed) => {
  const folder = picturesFolder();
  let desk: Desk;

  beforeAll(async () => {
    await scenarios.crashAndPull(cluster, new Date());
    desk = await openDesk(cluster, packed);
  });
  afterAll(() => desk?.stop());

  describe.for(themes)("in %s", ([name, theme, pageClass, contrast]) => {
    beforeAll(async () => {
      await desk.editor.ask(
        (vscode, wanted) => vscode.workspace.getConfiguration("workbench").update("colorTheme", wanted, true),
        theme,
      );
      await desk.page.locator(`.monaco-workbench.${themeClass(name)}`).waitFor();
      await showManifest(desk);
    });

    test("the tree, and beside the manifest", async () => {
      const { page } = desk;
      await see.expand(page, view, "Cause");
      await see.expand(page, view, "Conditions");
      await see.expand(page, view, "Components");
      await see.expand(page, view, "CDI");
      await see.expand(page, view, /Deployment cdi-deployment/);
      await see.expand(page, view, /ReplicaSet cdi-deployment/);
      await see.expand(page, view, /Pod cdi-deployment/);
      await expect.poll(() => see.inlays(page), patience).toEqual([expect.stringContaining("unavailable")]);
      await expect.poll(() => see.codeLenses(page), patience).toHaveLength(3);
      expect(statSync(await see.screenshot(page, `${name}-tree`, folder)).size).toBeGreaterThan(20_000);
      if (name === "dark" && media !== undefined) await cut(page, "sidebar-dark", { x: 0, width: 562 });
    });

    test("a hover", async () => {
      const { page } = desk;
      await see.hover(page, "HyperConverged", "Condition");
      await see.screenshot(page, `${name}-hover`, folder, "stays");
      if (name === "light" && media !== undefined) await cut(page, "beside-light", { x: 548, width: 732 });
      await page.mouse.move(900, 740);
      await page.locator(".monaco-hover:not(.hidden) .hover-contents").first().waitFor({ state: "hidden" });
    });

    test("a comparison", async () => {
      const { page } = desk;
      await page.locator(".codelens-decoration a", { hasText: "Diff with live" }).click();
      await expect.poll(() => shownYaml(page, "modified"), patience).toContain("batchEvictionSize: 10");
      await see.screenshot(page, `${name}-diff`, folder);
    });

    test("the timeline, with every word readable", async () => {
      const { page } = desk;
      await see.runCommand(page, "HCO Status: Show Timeline");
      const frame = await timelineIn(page);
      expect(await frame.locator("body").getAttribute("class")).toContain(pageClass);
      await see.screenshot(page, `${name}-timeline`, folder);
      const { ratio, text } = await faintest(frame);
      expect(ratio, text).toBeGreaterThanOrEqual(contrast);
    });
  });

  test.runIf(media !== undefined)("README's timeline", async () => {
    const { page } = desk;
    await desk.editor.ask((vscode) =>
      vscode.workspace.getConfiguration("workbench").update("colorTheme", "Default Light Modern", true),
    );
    await scenarios.healthy(cluster, new Date());
    for (const how of ["deploying", "deployed", "deploying"] as const) {
      await sleep(4_000);
      await letAaqBe(cluster, how);
    }
    await expect.poll(() => told(page, root), patience).toContain("unavailable");
    await see.runCommand(page, "View: Close Primary Side Bar");
    await sleep(3_000);
    await cut(page, "timeline", { x: 48, width: 1232 });
  });
});

/** A picture of README, of what lies between these pixels, from under the title bar to above the status bar. */
async function cut(
  page: Page,
  name: string,
  { x, width }: { readonly x: number; readonly width: number },
): Promise<void> {
  const path = join(media ?? picturesFolder(), `${name}.png`);
  await page.screenshot({ path, animations: "disabled", clip: { x, y: 36, width, height: 732 } });
  expect(statSync(path).size).toBeLessThan(250_000);
}

/** As the workbench calls the kinds of themes. */
function themeClass(name: string): string {
  const classes: Readonly<Record<string, string>> = { dark: "vs-dark", light: "vs", "dark-contrast": "hc-black" };
  return classes[name] ?? "hc-light";
}
