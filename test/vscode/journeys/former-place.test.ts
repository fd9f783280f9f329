/// <reference lib="dom" />
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { writeContexts } from "../../cluster/many-contexts.ts";
import { scenarios } from "../../cluster/scenarios.ts";
import { mustGatherOfPods } from "../../hostile/tar-entries.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import { manifest, openFromExplorer, picturesFolder } from "./live-desk.ts";
import { timelineIn } from "./live-panes.ts";
import { container, view } from "./states-view.ts";

const root = "kubevirt-hyperconverged";

describeJourney("nothing of a former place stands below the name of another", (cluster, packed) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-former-"));
  const workspace = join(folder, "workspace");
  const file = join(workspace, "hco.yaml");
  let silent: Server;
  let editor: Editor;
  let page: Page;

  beforeAll(async () => {
    await scenarios.crashAndPull(cluster, new Date());
    silent = createServer(() => {});
    await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
    const { port } = silent.address() as { port: number };
    const contexts = [{ name: "first" }, { name: "silent", server: `https://127.0.0.1:${port}` }];
    const KUBECONFIG = writeContexts(join(folder, "config"), cluster.kubeconfig, contexts);
    mkdirSync(workspace);
    writeFileSync(file, manifest);
    // Its objects keep the extension host busy for seconds, in which VS Code gets no rows from it.
    writeFileSync(join(workspace, "large.tar.gz"), gzipSync(mustGatherOfPods(60_000), { level: 1 }));
    cpSync(join(packed.folder, "media", "sample"), join(workspace, "gathered"), { recursive: true });
    const settings = { "hcoStatus.codeLens.enabled": true, "hcoStatus.explorerBadges.enabled": true };
    editor = await startEditor({ folder: workspace, unpacked: [packed.installed], settings, env: { KUBECONFIG } });
    page = await editor.open({ file });
    await see.openContainer(page, container);
    await see.row(page, view, root).waitFor();
  });
  beforeEach(() => {
    onTestFailed(async () => void (await see.screenshot(page, "failed-former", picturesFolder(), "stays")));
  });
  afterAll(async () => {
    await editor?.stop();
    silent?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const names = async (): Promise<readonly string[]> =>
    (await see.rows(page, view)).map(({ description }) => description);
  const inEditor = async (): Promise<readonly string[]> => see.inlays(page);
  const show = (path: string): Promise<unknown> =>
    editor.ask((vscode, name) => vscode.window.showTextDocument(vscode.Uri.file(name), { viewColumn: 1 }), path);

  test("below the name of a large archive stand its own rows, or that it is being read", async () => {
    await see.openContainer(page, "Explorer");
    await watchFrames(page);
    await openFromExplorer(page, "large.tar.gz");
    await expect.poll(names, patience).toContainEqual(expect.stringMatching(/^large\.tar\.gz · /));
    const frames = (await framesOf(page)).filter(({ title }) => title.includes("large"));
    expect(frames.map(({ rows }) => rows)).not.toContainEqual(expect.stringContaining("first"));
    // Where VS Code is slow to ask for rows, those of the archive come at once.
    const texts = new Set(frames.map(({ welcome }) => welcome));
    expect([...texts].filter((text) => text !== "" && text !== "Reading the files…")).toEqual([]);
    await see.screenshot(page, "former-archive", picturesFolder());
  });

  test("another context whose server does not answer shows nothing of the first one", async () => {
    await see.pressTitleButton(page, view, "Back to the Cluster");
    await show(file);
    await expect.poll(inEditor, patience).toContainEqual(expect.stringMatching(/^✗ unavailable.* · first$/));
    await expect.poll(() => see.badge(page, container), patience).toBe("1");
    await editor.ask((vscode, name) => {
      const about = { group: "hco.kubevirt.io", version: "v1", kind: "HyperConverged", namespace: name, name };
      return vscode.commands.executeCommand("hcoStatus.showTimeline", about);
    }, root);
    await timelineIn(page);
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.moveEditorToRightGroup"));
    await show(file);
    await watchFrames(page);
    await selectContext("silent");
    await expect.poll(inEditor, patience).toEqual([expect.stringMatching(/^cluster unreachable · silent/)]);
    await expect.poll(() => see.statusBar(page), patience).toContain("silent");
    await expect.poll(() => see.statusBar(page), patience).not.toContainEqual(expect.stringMatching(/\bfirst\b/));
    await expect.poll(() => see.badge(page, container), patience).toBeUndefined();
    const frames = (await framesOf(page)).filter(({ title }) => title.includes("silent"));
    expect(frames.map(({ rows }) => rows)).not.toContainEqual(expect.stringContaining("first"));
    // The timeline names the place that it is about, which goes on being read.
    const timeline = await timelineIn(page);
    await expect.poll(() => timeline.locator("#title").innerText(), patience).toContain("first");
    await expect.poll(() => timeline.locator("#lead").innerText(), patience).toMatch(/^Observed since/);
    await see.screenshot(page, "former-silent", picturesFolder());
  });

  test("a must-gather takes over all that stands beside a manifest", async () => {
    await editor.ask((vscode, path) => vscode.commands.executeCommand("hcoStatus.openMustGather", path), gathered());
    await expect.poll(inEditor, patience).toContainEqual(expect.stringMatching(/^✗ unavailable.* · gathered/));
    await expect
      .poll(() => see.codeLenses(page), patience)
      .toEqual(["Show in tree", "Open collected", "Compare with collected"]);
    expect(await see.inlays(page)).not.toContainEqual(expect.stringContaining("silent"));
    await see.screenshot(page, "former-gathered", picturesFolder());
  });

  test("a manifest of the must-gather that is no root has the state that was collected", async () => {
    const pod = join(workspace, "pod.yaml");
    const name = "aaq-operator-efac46c888-50113";
    writeFileSync(pod, `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\n  namespace: ${root}\n`);
    await show(pod);
    await expect.poll(inEditor, patience).toContainEqual("healthy · gathered");
    await see.screenshot(page, "former-pod", picturesFolder());
  });

  function gathered(): string {
    return join(workspace, "gathered");
  }

  async function selectContext(name: string): Promise<void> {
    await see.pressTitleButton(page, view, "Select Context…");
    await see.quickPick(page, name).click();
  }
});

/** What the sidebar showed at one moment. */
interface Frame {
  readonly title: string;
  /** The texts of all rows. */
  readonly rows: string;
  /** The text in their place. */
  readonly welcome: string;
}

/** From now on each frame that the sidebar draws is noted. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames: Frame[] = [];
    Object.assign(window, { frames_: frames });
    const look = (): void => {
      const title = document.querySelector(".part.sidebar > .title .title-label")?.textContent ?? "";
      const rows = [...document.querySelectorAll(".part.sidebar .customview-tree [role=treeitem]")]
        .filter((row) => row.getClientRects().length > 0)
        .map((row) => row.textContent)
        .join("\n");
      const welcome = [...document.querySelectorAll<HTMLElement>(".part.sidebar .welcome-view-content p")]
        .filter((text) => text.getClientRects().length > 0)
        .map(({ innerText }) => innerText)
        .join("\n");
      const last = frames.at(-1);
      if (last?.title !== title || last.rows !== rows || last.welcome !== welcome)
        frames.push({ title, rows, welcome });
      requestAnimationFrame(look);
    };
    look();
  });
}

function framesOf(page: Page): Promise<readonly Frame[]> {
  return page.evaluate(() => (window as unknown as { frames_: readonly Frame[] }).frames_);
}
