import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scenarios } from "../../cluster/scenarios.ts";
import { describeJourney } from "../describe-editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import { clipboard } from "./first-try-acts.ts";
import { letAaqBe, sayOfAaq } from "./live-acts.ts";
import { type Desk, openDesk, picturesFolder, reported, showManifest, view } from "./live-desk.ts";
import { painted, untilDrawn } from "./live-watching.ts";

const root = "kubevirt-hyperconverged";

describeJourney("a user opens the tree of a cluster", (cluster, packed) => {
  let desk: Desk;
  const tell = (label: string) => reported(desk.page, label);
  const labels = async (): Promise<readonly string[]> => (await see.rows(desk.page, view)).map(({ label }) => label);

  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    desk = await openDesk(cluster, packed, { "hcoStatus.statusBar.enabled": true });
  });
  afterAll(() => desk?.stop());

  test("the place, the root, and what is below it, from the top", async () => {
    const { page } = desk;
    await expect.poll(() => tell(root), patience).toMatch(/^healthy for \d+m \| admin@test · /);
    await expect.poll(() => see.sideBarTitle(page), patience).toBe("HCO Status: admin@test");
    const verdict = expect.stringMatching(/^healthy for/);
    await expect.poll(labels, patience).toEqual([verdict, "Conditions", "Components", "Upgrade", "Related objects"]);
    await expect.poll(() => see.badge(page, "HCO Status"), patience).toBeUndefined();
    await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · admin@test"]);
  });

  test("a component breaks and heals: all of it follows, and what was open or selected stays so", async () => {
    const { page } = desk;
    await see.expand(page, view, "Conditions");
    await see.expand(page, view, "Components");
    await see.expand(page, view, "CDI");
    // The click also opens its YAML.
    await see.row(page, view, "CDI").click();
    await showManifest(desk);
    const opened = ["Available", "AAQ", "Deployment cdi-deployment", "Deployment cdi-operator"];
    await expect.poll(labels, patience).toEqual(expect.arrayContaining(opened));
    const before = await labels();

    const breaking = await painted(page, async () => {
      await letAaqBe(cluster, "deploying");
      await expect.poll(() => tell(root), patience).toMatch(/^unavailable for \d+s \| /);
      await expect.poll(() => tell("AAQ"), patience).toMatch(/^AAQ \| .*unavailable/);
      await expect.poll(() => see.badge(page, "HCO Status"), patience).toBe("1");
      await expect
        .poll(() => see.inlays(page), patience)
        .toContainEqual(expect.stringMatching(/^✗ unavailable for \d+s: AAQ · /));
      await expect
        .poll(() => see.statusBar(page), patience)
        .toContainEqual(expect.stringMatching(/^HyperConverged unavailable/));
      const linked = /Language Status: .*unavailable for/;
      await expect.poll(() => see.statusBar(page), patience).toContainEqual(expect.stringMatching(linked));
    });
    expect(breaking.selected).toEqual(["CDI"]);
    expect(breaking.open).toEqual(expect.arrayContaining(["Conditions", "Components"]));
    expect(breaking.fewest).toBeGreaterThanOrEqual(before.length);

    const healing = await painted(page, async () => {
      await letAaqBe(cluster, "deployed");
      await expect.poll(() => tell(root), patience).toMatch(/^healthy for \d+s \| /);
      await expect.poll(() => tell("AAQ"), patience).toMatch(/^AAQ \| healthy/);
      await expect.poll(() => see.badge(page, "HCO Status"), patience).toBeUndefined();
      await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · admin@test"]);
      await expect.poll(() => see.statusBar(page), patience).not.toContainEqual(expect.stringContaining("unavailable"));
    });
    expect(healing.selected).toEqual(["CDI"]);
    expect(healing.open).toEqual(expect.arrayContaining(["Conditions", "Components"]));
    expect(healing.fewest).toBeGreaterThanOrEqual(before.length);
    const more = async () => (await labels()).filter((label) => !before.includes(label));
    await expect.poll(more, patience).toEqual([expect.stringMatching(/^healthy for/), "Timeline"]);
  });

  // How soon is measured by test/bench/editor.ts.
  test("each change on the server is drawn, whatever the pause since the one before", async () => {
    await letAaqBe(cluster, "deploying");
    await expect.poll(() => tell("AAQ"), patience).toMatch(/^AAQ \| .*unavailable/);
    for (let repetition = 0; repetition < 10; repetition += 1) {
      // The pauses between two changes vary, so that they do not coincide with the pauses between two drawings.
      await sleep(160 + 37 * (repetition % 7));
      const word = `Round${repetition}x`;
      await untilDrawn(desk.page, "AAQ", word, () => sayOfAaq(cluster, word));
    }
  });

  test("only unhealthy rows, and all of them again", async () => {
    const { page } = desk;
    await see.pressTitleButton(page, view, "Hide Healthy");
    await expect.poll(labels, patience).toEqual(expect.arrayContaining(["AAQ", "Hidden"]));
    await expect.poll(labels, patience).not.toContain("CDI");
    await see.pressTitleButton(page, view, "Show Healthy Too");
    await expect.poll(labels, patience).toContain("CDI");
  });

  test("unhealthy objects, from the status bar to their rows", async () => {
    const { page } = desk;
    await page.locator(".statusbar-item a", { hasText: "HyperConverged unavailable" }).click();
    await see.quickPick(page, `HyperConverged ${root}`).click();
    const selected = page.locator(".part.sidebar [role=treeitem].selected .label-description");
    await expect.poll(() => selected.allTextContents(), patience).toEqual([`admin@test · ${root}`]);
  });

  test("by keyboard alone: to the view, through it, to what can be done with a row, and back", async () => {
    const { page } = desk;
    const focused = page.locator(".part.sidebar [role=treeitem].focused .label-name");
    await see.runCommand(page, "HCO Status: Focus on Operators View");
    await page.locator(".part.sidebar [role=tree]:focus").waitFor();
    const step = async (key: string, label: RegExp): Promise<void> => {
      await page.keyboard.press(key);
      await expect.poll(() => focused.allTextContents(), patience).toEqual([expect.stringMatching(label)]);
    };
    const verdict = /^unavailable for/;
    await step("Home", verdict);
    await step("ArrowLeft", verdict);
    await expect.poll(async () => (await labels()).length, patience).toBe(1);
    await step("ArrowRight", verdict);
    await expect.poll(labels, patience).toContain("AAQ");
    await step("ArrowRight", /^AAQ$/);
    await step("ArrowLeft", /^AAQ$/);
    await step("ArrowLeft", verdict);
    await page.keyboard.press("Shift+F10");
    const menu = page.locator(".monaco-menu");
    await menu.waitFor();
    await see.screenshot(page, "tree-by-keyboard", picturesFolder(), "stays");
    const actions = (await menu.locator(".action-label").allInnerTexts()).filter((text) => text !== "");
    // A menu that stays open would cover what the next tests press.
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    await page.locator(".part.sidebar [role=tree]:focus").waitFor();
    expect(actions).toEqual([
      ...["Open YAML", "Open Manifest in the Workspace", "Compare Manifest with Object", "Show Timeline"],
      ...["Copy", "Copy as kubectl Command", "Copy Report as Markdown"],
      ...["Copy Link", "Wait until Healthy", "Describe in Terminal", "Show Events in Terminal"],
    ]);
    await step("ArrowLeft", verdict);
    await expect.poll(async () => (await labels()).length, patience).toBe(1);
    await step("ArrowRight", verdict);
    await expect.poll(labels, patience).toContain("AAQ");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.keyboard.press("Control+c");
    await expect
      .poll(() => clipboard(desk.editor), patience)
      .toMatch(/^HyperConverged kubevirt-hyperconverged: unavailable for .* · admin@test$/);
  });

  test("a screen reader gets every row in words, without marks", async () => {
    // The rows that were opened last may not be drawn yet.
    await expect.poll(async () => (await see.rows(desk.page, view)).length, patience).toBeGreaterThan(10);
    const all = await see.rows(desk.page, view);
    for (const { label, spoken } of all) {
      expect(spoken).toContain(label.replace(/ for .*/, ""));
      expect(spoken).not.toMatch(/[✗✓~!?·→…$]|->/u);
      expect(spoken.length).toBeGreaterThan(label.length);
    }
  });

  test("asks again at once", async () => {
    const { page } = desk;
    const asked = (): number =>
      readFileSync(cluster.audit, "utf8")
        .split("\n")
        .filter((line) => line.includes("/hyperconvergeds?")).length;
    const before = asked();
    await see.pressTitleButton(page, view, "Refresh");
    await expect.poll(asked, patience).toBeGreaterThan(before);
    await expect.poll(() => tell(root), patience).toMatch(/unavailable/);
  });

  test("other namespaces, and all again", async () => {
    const { page } = desk;
    await see.runCommand(page, "HCO Status: Select Namespaces…");
    await see.quickPick(page, "kubevirt-hyperconverged").waitFor();
    await expect.poll(() => see.choices(page), patience).toEqual(expect.arrayContaining(["default", "kube-system"]));
    await see.quickPick(page, "default").click();
    await page.keyboard.press("Enter");
    await expect.poll(() => tell(root), patience).toBeUndefined();
    await see.runCommand(page, "HCO Status: Select Namespaces…");
    await see.quickPick(page, "default").click();
    await page.keyboard.press("Enter");
    await expect.poll(() => tell(root), patience).toBeDefined();
  });

  test("another context of the kubeconfig, and back", async () => {
    const { page } = desk;
    await showManifest(desk);
    for (const name of ["deputy@test", "admin@test"]) {
      await see.pressTitleButton(page, view, "Select Context…");
      await see.quickPick(page, name).click();
      await expect.poll(() => tell(root), patience).toMatch(new RegExp(` \\| ${name} · `));
      await expect.poll(() => see.sideBarTitle(page), patience).toBe(`HCO Status: ${name}`);
      const message = name === "admin@test" ? "" : "the current context is admin@test";
      await expect.poll(() => see.viewMessage(page, view), patience).toBe(message);
      await expect.poll(() => see.inlays(page), patience).toContainEqual(expect.stringContaining(`· ${name}`));
    }
  });
});
