import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minutesBefore } from "../../cluster/clock.ts";
import { startLogKubelet } from "../../cluster/kubelet.ts";
import { scenarios } from "../../cluster/scenarios.ts";
import { isLongRun } from "../../size.ts";
import { describeJourney } from "../describe-editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import { letAaqBe } from "./live-acts.ts";
import { type Desk, openDesk, picturesFolder, reported, showManifest, themes, view, widen } from "./live-desk.ts";
import { cutNames, endsOfLines, faintest, shownYaml, timelineIn } from "./live-panes.ts";

const root = "kubevirt-hyperconverged";

/** The folder of README's pictures, if they are to be made. */
const media = process.env["HCO_STATUS_README_PICTURES"];

/** Nothing in a picture that it is not about, and no hover over what it is about. */
const calm = {
  "breadcrumbs.enabled": false,
  "editor.hover.above": false,
  "editor.scrollbar.horizontal": "hidden",
  "editor.scrollbar.vertical": "hidden",
};

describeJourney("what it looks like, for a person to look at", (cluster, packed) => {
  const folder = picturesFolder();
  let desk: Desk;

  beforeAll(async () => {
    await scenarios.crashAndPull(cluster, new Date());
    desk = await openDesk(cluster, packed, calm);
  });
  afterAll(() => desk?.stop());

  describe.for(themes)("in %s", ([name, theme, pageClass, contrast, workbenchClass]) => {
    beforeAll(async () => {
      await desk.editor.ask(
        (vscode, wanted) => vscode.workspace.getConfiguration("workbench").update("colorTheme", wanted, true),
        theme,
      );
      await desk.page.locator(`.monaco-workbench.${workbenchClass}`).waitFor();
      await showManifest(desk);
    });

    test("the timeline, with every word readable", async () => {
      const { page } = desk;
      await see.runCommand(page, "HCO Status: Show Timeline");
      const frame = await timelineIn(page);
      expect(await frame.locator("body").getAttribute("class")).toContain(pageClass);
      await see.screenshot(page, `${name}-timeline`, folder);
      const { ratio, text } = await faintest(frame);
      expect(ratio, text).toBeGreaterThanOrEqual(contrast);
      expect(await cutNames(frame)).toEqual([]);
      await page.setViewportSize({ width: 1024, height: 700 });
      await see.screenshot(page, `${name}-timeline-small`, folder);
      expect(await cutNames(frame)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await showManifest(desk);
    });

    // What follows tries the same in each theme. The others are drawn for a person who asks for the pictures.
    if (name !== "dark" && process.env["HCO_STATUS_PICTURES"] === undefined && !isLongRun) return;

    test("the tree, and beside the manifest", async () => {
      const { page } = desk;
      await see.expand(page, view, "AAQ");
      await see.expand(page, view, "Conditions");
      await see.expand(page, view, "Components");
      await expect.poll(() => see.inlays(page), patience).toEqual([expect.stringContaining("unavailable")]);
      await expect.poll(() => see.codeLenses(page), patience).toHaveLength(4);
      expect(statSync(await see.screenshot(page, `${name}-tree`, folder)).size).toBeGreaterThan(20_000);
    });

    test("the same in a small window, with a side bar of the usual width", async () => {
      const { page } = desk;
      await page.setViewportSize({ width: 1024, height: 700 });
      await widen(page, 348);
      // The verdict is what is seen first, however narrow the view is.
      const [root] = await see.rows(page, view);
      expect(root?.label).toMatch(/^unavailable for/);
      await see.screenshot(page, `${name}-small`, folder);
      await page.setViewportSize({ width: 1280, height: 800 });
      await widen(page, 560);
    });

    test("a hover", async () => {
      const { page } = desk;
      await see.hover(page, "HyperConverged", "Condition");
      await see.screenshot(page, `${name}-hover`, folder, "stays");
      await see.leaveHover(page);
      // Where keys opened the hover the caret is in the middle of a line, and the line may have moved.
      await showManifest(desk);
    });

    test("a comparison", async () => {
      const { page } = desk;
      await page.locator(".codelens-decoration a", { hasText: "Compare with live" }).click();
      await expect.poll(() => shownYaml(page, "original"), patience).toContain("batchEvictionSize: 10");
      await see.screenshot(page, `${name}-diff`, folder);
    });
  });

  // Without the variable there is no test at all: nothing is skipped.
  if (media !== undefined)
    describe("README's", () => {
      /** Another window of the same editor, with no cluster state yet. */
      async function another(
        theme: string,
        viewport: { readonly width: number; readonly height: number },
      ): Promise<Page> {
        await desk.editor.ask(
          (vscode, wanted) => vscode.workspace.getConfiguration("workbench").update("colorTheme", wanted, true),
          theme,
        );
        for (const context of desk.page.context().browser()?.contexts() ?? []) await context.close();
        const page = await desk.editor.open({ file: desk.file, viewport });
        await see.openContainer(page, "HCO Status");
        await see.row(page, view, root).waitFor();
        return page;
      }

      test("sidebar", async () => {
        const now = new Date();
        await scenarios.crashAndPull(cluster, now);
        const kubelet = await startLogKubelet(cluster, "node01", minutesBefore(now, 90));
        kubelet.answer((response) => {
          response.writeHead(200, { "content-type": "text/plain" });
          response.end('panic: no matches for kind "Ingress" in version "networking.k8s.io/v1beta1"\n');
        });
        const page = await another("Default Dark Modern", { width: 900, height: 906 });
        await widen(page, 520);
        for (const label of ["AAQ", "Conditions", "Components"]) await see.expand(page, view, label);
        await see.row(page, view, /^panic: no matches/).waitFor();
        await cut(page, "sidebar-dark", { x: 48, width: 472, height: 837 });
        await kubelet.close();
      });

      test("manifest", async () => {
        const page = await another("Default Light Modern", { width: 1024, height: 780 });
        await see.runCommand(page, "View: Close Primary Side Bar");
        await expect.poll(() => see.codeLenses(page), patience).toHaveLength(4);
        await expect
          .poll(() => endsOfLines(page), patience)
          .toContainEqual(expect.stringMatching(/^✗ AAQ unavailable for /));
        await see.hover(page, "Available", "Contributing components");
        await cut(page, "beside-light", { x: 48, width: 976, height: 620 });
      });

      test("timeline", async () => {
        await scenarios.healthy(cluster, new Date());
        const page = await another("Default Light Modern", { width: 1000, height: 720 });
        await expect.poll(() => reported(page, root), patience).toContain("healthy");
        await see.runCommand(page, "HCO Status: Show Timeline");
        const frame = await timelineIn(page);
        const segments = frame.locator('.track[aria-label="AAQ"] .segment');
        await see.runCommand(page, "View: Close Primary Side Bar");
        await page.mouse.move(500, 690);
        for (const [index, how] of (["deploying", "deployed", "deploying"] as const).entries()) {
          await sleep(35_000);
          await letAaqBe(cluster, how);
          await expect.poll(() => segments.count(), patience).toBe(index + 2);
        }
        await sleep(25_000);
        await cut(page, "timeline", { x: 48, width: 952, height: 634 });
      });
    });
});

/** A picture of README: what lies between these pixels, from under the title bar. */
async function cut(page: Page, name: string, { x, width, height }: Cut): Promise<void> {
  const path = join(media ?? picturesFolder(), `${name}.png`);
  await page.screenshot({ path, animations: "disabled", clip: { x, y: 36, width, height } });
  expect(statSync(path).size).toBeLessThan(120 * 1024);
}

interface Cut {
  readonly x: number;
  readonly width: number;
  readonly height: number;
}
