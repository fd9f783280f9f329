/// <reference lib="dom" />
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { scenarios } from "../../cluster/scenarios.ts";
import { describeJourney } from "../describe-editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import { activeText, tabs } from "./first-try-acts.ts";
import { letAaqBe, sayOfAaq } from "./live-acts.ts";
import { type Desk, openDesk, picturesFolder, readHeading, reported, showManifest, view } from "./live-desk.ts";
import { frameWith, timelineIn } from "./live-panes.ts";
import { timersOfOurs, watchTimers } from "./states-timers.ts";

const root = "kubevirt-hyperconverged";

describeJourney("nothing of a former time or place is shown as now", (cluster, packed) => {
  let desk: Desk;
  const toasts = () => see.toasts(desk.page);
  const kubeconfig = (): string => join(dirname(desk.file), ".kubeconfig");
  const picture = (name: string): Promise<string> => see.screenshot(desk.page, name, picturesFolder());

  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    desk = await openDesk(cluster, packed, { "hcoStatus.notifications": "unhealthy" });
    // Timers count from when they are watched. Those of all watches do once the context was changed and changed back.
    await desk.editor.ask(watchTimers, "hco-status");
  });
  beforeEach(() => {
    onTestFailed(async () => void (await see.screenshot(desk.page, "changes-failed", picturesFolder(), "stays")));
  });
  afterAll(() => desk?.stop());

  test("a turn for the worse is notified once for a cause, and Show leads to its row", async () => {
    const { page } = desk;
    await letAaqBe(cluster, "deploying");
    const notice = /^HyperConverged kubevirt-hyperconverged is unavailable on admin@test: AAQ/;
    await expect.poll(toasts, patience).toEqual([expect.stringMatching(notice)]);
    await picture("changes-notice");
    await page.locator(".notifications-toasts .monaco-button", { hasText: /^Show$/ }).click();
    const selected = page.locator(".part.sidebar [role=treeitem].selected .label-description");
    await expect.poll(() => selected.allTextContents(), patience).toEqual([`admin@test · ${root}`]);
    for (const how of ["deployed", "deploying"] as const) {
      await letAaqBe(cluster, how);
      const verdict = how === "deployed" ? /^healthy/ : /^unavailable/;
      await expect.poll(() => reported(page, root), patience).toMatch(verdict);
    }
    expect(await toasts()).toEqual([]);
  });

  test("the timeline of another cluster is its own, and that of before comes back as it was", async () => {
    const { page } = desk;
    await desk.editor.ask((vscode, name) => {
      const about = { group: "hco.kubevirt.io", version: "v1", kind: "HyperConverged", namespace: name, name };
      return vscode.commands.executeCommand("hcoStatus.showTimeline", about);
    }, root);
    // VS Code creates the page again where another editor took its place for a moment, so none is kept.
    const lead = async () => (await frameWith(page, "#lead")).locator("#lead").innerText();
    const said = async () => (await frameWith(page, "#said")).locator("#said").innerText();
    await expect.poll(said, patience).toMatch(/^Verdict: /);
    const text = readFileSync(kubeconfig(), "utf8");
    writeFileSync(kubeconfig(), text.replace('"current-context":"admin@test"', '"current-context":"deputy@test"'));
    await expect.poll(lead, patience).toContain("The current context is now another cluster, deputy@test");
    await expect.poll(said, patience).not.toContain("healthy");
    await picture("changes-timeline-elsewhere");
    writeFileSync(kubeconfig(), text);
    await expect.poll(lead, patience).toMatch(/^Observed since .*Dotted: not observed/);
    await picture("changes-timeline-back");
  });

  test("a timeline that was hidden for an hour of events has not grown, and shows what is so now", async () => {
    const { page, editor } = desk;
    await editor.ask((vscode, path) => vscode.window.showTextDocument(vscode.Uri.file(path)), desk.file);
    await see.word(page, "HyperConverged").waitFor();
    // VS Code drops the page, and nothing is sent to it.
    await expect.poll(() => page.locator("iframe.webview").count(), patience).toBe(0);
    const timers = async (): Promise<number> => (await editor.ask(timersOfOurs)).length;
    const memory = (): Promise<number> => editor.ask(() => process.memoryUsage().rss);
    await expect.poll(timers, patience).toBeGreaterThan(0);
    const [timersBefore, before] = [await timers(), await memory()];
    for (let minute = 0; minute < 60; minute += 1)
      for (const part of ["first", "second", "third", "fourth"]) await sayOfAaq(cluster, `Minute${minute}${part}`);
    await letAaqBe(cluster, "deployed");
    await expect.poll(() => reported(page, root), patience).toMatch(/^healthy/);
    await expect.poll(timers, patience).toBeLessThanOrEqual(timersBefore);
    expect((await memory()) - before).toBeLessThan(200 * 2 ** 20);
    await page.locator(".tab", { hasText: "timeline" }).click();
    const frame = await timelineIn(page);
    const state = () => frame.locator(".lane", { hasText: "Verdict" }).locator(".now").innerText();
    await expect.poll(state, patience).toContain("healthy");
    const segments = await frame
      .locator(".lane")
      .evaluateAll((lanes) => lanes.map((lane) => lane.querySelectorAll(".segment").length));
    expect(Math.max(...segments)).toBeLessThanOrEqual(200);
    await picture("changes-timeline-hour");
  });

  test("the live YAML of a context that is no longer the current one shows nothing of another, and goes on later", async () => {
    const { page, editor } = desk;
    await editor.ask((vscode, name) => {
      const about = { group: "hco.kubevirt.io", version: "v1", kind: "HyperConverged", namespace: name, name };
      return vscode.commands.executeCommand("hcoStatus.openLive", about);
    }, root);
    const heading = () => readHeading(editor);
    await expect.poll(heading, patience).toBe(`# HyperConverged ${root}/${root} on admin@test: live`);
    expect(await tabs(page)).toContainEqual(expect.stringContaining(`${root} (live, admin@test).yaml`));
    const text = readFileSync(kubeconfig(), "utf8");
    writeFileSync(kubeconfig(), text.replace('"current-context":"admin@test"', '"current-context":"deputy@test"'));
    const isOver = `# HyperConverged ${root}/${root} on admin@test: not connected (it is no longer the current context)`;
    await expect.poll(heading, patience).toBe(isOver);
    expect(await activeText(editor)).toContain("kind: HyperConverged");
    await picture("changes-live-elsewhere");
    writeFileSync(kubeconfig(), text);
    await expect.poll(heading, patience).toBe(`# HyperConverged ${root}/${root} on admin@test: live`);
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeActiveEditor"));
  });

  test("a context that leads to another server while it is shown shows nothing of the one before", async () => {
    const { page } = desk;
    await showManifest(desk);
    await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · admin@test"]);
    const text = readFileSync(kubeconfig(), "utf8");
    writeFileSync(kubeconfig(), text.replaceAll(/https:\/\/127\.0\.0\.1:\d+/g, "https://127.0.0.1:1"));
    await expect.poll(() => see.viewMessage(page, view), patience).toMatch(/127\.0\.0\.1:1\b.*refused|refused/);
    expect(await reported(page, root)).toBeUndefined();
    await expect.poll(() => see.inlays(page), patience).toEqual([expect.stringMatching(/^cluster unreachable/)]);
    await picture("changes-other-server");
    writeFileSync(kubeconfig(), text);
    await expect.poll(() => reported(page, root), patience).toMatch(/^healthy/);
  });
});
