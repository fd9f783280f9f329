import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { minutesBefore } from "../../cluster/clock.ts";
import { startLogKubelet } from "../../cluster/kubelet.ts";
import { type RecordedServer, startRecordedServer } from "../../cluster/recorded-server.ts";
import { scenarios } from "../../cluster/scenarios.ts";
import { startTcpProxy, type TcpProxy } from "../../cluster/tcp-proxy.ts";
import { viewerNoPods, viewerWithoutLogs } from "../../cluster/users.ts";
import { loginProgram } from "../../extension/login-program.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import * as acts from "./first-try-acts.ts";
import { chooseFromMenu, manifest, menuOf, openLogFromMenu, widen } from "./live-desk.ts";
import { timelineIn } from "./live-panes.ts";
import { languageStatus, userOf } from "./states-folders.ts";
import { type ChangingKubeconfig, changingKubeconfig } from "./states-kubeconfig.ts";
import { container, places, seen, view } from "./states-view.ts";

const root = "kubevirt-hyperconverged";
const long = `stage-${"x".repeat(294)}`;

describeJourney("several clusters are never mixed up, at first try", (cluster, packed) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-contexts-"));
  const workspace = join(folder, "workspace");
  const file = join(workspace, "hco.yaml");
  const login = loginProgram(folder);
  let editor: Editor;
  let page: Page;
  let config: ChangingKubeconfig;
  let healthy: RecordedServer;
  let proxy: TcpProxy;
  let contexts: readonly { readonly name: string; readonly server?: string; readonly user?: object }[];
  const silent = createServer(() => {});

  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    healthy = await startRecordedServer(cluster);
    proxy = await startTcpProxy(cluster);
    const noLogs = userOf((await viewerWithoutLogs(cluster)).kubeconfig);
    const noPods = userOf((await viewerNoPods(cluster)).kubeconfig);
    await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
    const { port } = silent.address() as { readonly port: number };
    contexts = [
      { name: "admin@test", server: healthy.url },
      { name: "admin@prod" },
      { name: "no-logs", user: noLogs },
      { name: "no-pods", user: noPods },
      { name: "through", server: `https://127.0.0.1:${proxy.port}` },
      { name: "away", server: "https://127.0.0.1:1" },
      { name: "asks", user: login.user },
      { name: "slow", server: `https://127.0.0.1:${port}` },
      { name: "Prod-EU" },
      { name: "prod-eu", server: healthy.url },
      { name: long },
    ];
    config = changingKubeconfig(join(folder, "config"), cluster.kubeconfig);
    config.write(contexts);
    mkdirSync(workspace);
    writeFileSync(file, manifest);
    const settings = { "hcoStatus.contextMarks": { "*prod": "red", "*test": "⚠" } };
    const env = { KUBECONFIG: config.path };
    editor = await startEditor({ folder: workspace, unpacked: [packed.installed], settings, env });
    page = await editor.open({ file });
    await see.openContainer(page, container);
    await see.row(page, view, root).waitFor();
  });
  beforeEach(({ task }) => {
    onTestFailed(async () => {
      const name = `contexts-failed-${task.name.slice(0, 40).replaceAll(/\W+/g, "-")}`;
      await acts.picture(page, name, "stays");
    });
  });
  afterAll(async () => {
    await editor?.stop();
    await healthy?.close();
    await proxy?.stop();
    silent.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("the view follows the current context of the kubeconfig to another cluster", async () => {
    await shows("⚠ admin@test", /^healthy/);
    // What is opened below a healthy object is recorded, too.
    for (const label of ["Conditions", "Components"]) await see.expand(page, view, label);
    await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · ⚠ admin@test"]);
    healthy.replay();
    await scenarios.crashAndPull(cluster, new Date());
    config.write(contexts, "admin@prod");
    await shows("🔴 admin@prod", /^unavailable/);
    await acts.picture(page, "contexts-followed");
    await widen(page, 560);
  });

  async function select(context: string, window = page): Promise<void> {
    await see.pressTitleButton(window, view, "Select Context…");
    await window.locator(".quick-input-widget input[type=text]").fill(context);
    await see.quickPick(window, context).click();
  }

  async function shows(context: string, verdict: RegExp, window = page): Promise<void> {
    await expect
      .poll(() => places(window), patience)
      .toContainEqual([expect.stringMatching(verdict), `${context} · ${root}`]);
    await expect.poll(() => see.sideBarTitle(window), patience).toBe(`HCO Status: ${context}`);
  }

  test("a context of production has its mark everywhere; another colour counts at once", async () => {
    const inBar = () => page.locator(".statusbar-item", { hasText: "admin@" }).first();
    await expect
      .poll(() => see.inlays(page), patience)
      .toEqual([expect.stringMatching(/^✗ unavailable.* · 🔴 admin@prod$/)]);
    await expect.poll(() => see.statusBar(page), patience).toContainEqual(expect.stringContaining("🔴 admin@prod"));
    await expect.poll(() => inBar().getAttribute("class"), patience).toMatch(/error-kind|has-background-color/);
    await acts.picture(page, "contexts-production");
    await select("admin@test");
    await shows("⚠ admin@test", /^healthy/);
    await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · ⚠ admin@test"]);
    await acts.picture(page, "contexts-test");
    await select("admin@prod");
    await shows("🔴 admin@prod", /^unavailable/);
    await editor.ask((vscode) =>
      vscode.workspace
        .getConfiguration("hcoStatus")
        .update("contextMarks", { "*prod": "green" }, vscode.ConfigurationTarget.Global),
    );
    await shows("🟢 admin@prod", /^unavailable/);
    await expect.poll(() => inBar().getAttribute("class"), patience).not.toMatch(/error-kind/);
    await editor.ask((vscode) =>
      vscode.workspace.getConfiguration("hcoStatus").update("contextMarks", {}, vscode.ConfigurationTarget.Global),
    );
    await shows("admin@prod", /^unavailable/);
  });

  test("after a switch nothing of the former context stands under the new name", async () => {
    await chooseFromMenu(page, root, "Show Timeline");
    const frame = await timelineIn(page);
    await expect.poll(() => frame.locator("#said").innerText(), patience).toMatch(/^Verdict: /);
    await acts.openFile(editor, file);
    await select("admin@test");
    await shows("admin@test", /^healthy/);
    await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · admin@test"]);
    await expect.poll(() => languageStatus(page), patience).toMatch(/healthy, admin@test/);
    await expect.poll(async () => (await see.statusBar(page)).join(), patience).not.toContain("admin@prod");
    await page.locator(".tab", { hasText: /[Tt]imeline/ }).click();
    const lead = async (): Promise<string> => (await timelineIn(page)).locator("#lead").innerText();
    await expect.poll(lead, patience).not.toContain("connection was lost");
    await acts.picture(page, "contexts-switched");
    await select("admin@prod");
    await shows("admin@prod", /^unavailable/);
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  });

  test("names that differ in their letters are two contexts, and a long one leaves the window in shape", async () => {
    await select("Prod-EU");
    await shows("Prod-EU", /^unavailable/);
    await select("prod-eu");
    await shows("prod-eu", /^healthy/);
    await see.pressTitleButton(page, view, "Select Context…");
    await page.locator(".quick-input-widget input[type=text]").fill("stage-x");
    await acts.picture(page, "contexts-picker", "stays");
    await page.keyboard.press("Enter");
    await expect.poll(() => see.sideBarTitle(page), patience).toContain(long);
    await see.row(page, view, "CDI").waitFor();
    await acts.tooltipOf(page, /^unavailable/, long.slice(0, 200));
    await acts.picture(page, "contexts-long", "stays");
    await acts.leaveTooltip(page);
  });

  test("a context whose server is exchanged while it is shown shows the new server only", async () => {
    config.write([...contexts, { name: "moves" }], "admin@prod");
    await select("moves");
    await shows("moves", /^unavailable/);
    await see.row(page, view, /^Pod cdi-deployment/).click();
    await expect.poll(() => acts.activeText(editor), patience).toContain("kind: Pod");
    config.write([...contexts, { name: "moves", server: healthy.url }], "admin@prod");
    await shows("moves", /^healthy/);
    await expect.poll(async () => (await acts.labels(page)).join(), patience).not.toMatch(/deleted|panic/);
    // What was read of the former server is no object of the new one.
    await expect.poll(() => acts.activeText(editor), patience).toMatch(/^# Pod .* on moves: (?![\s\S]*kind: Pod)/);
    await acts.picture(page, "contexts-moved");
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    await chooseFromMenu(page, root, "Show Timeline");
    const lead = async (): Promise<string> => (await timelineIn(page)).locator("#lead").innerText();
    await expect.poll(lead, patience).toMatch(/^Observed since /);
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    config.write(contexts, "admin@prod");
  });

  test("all contexts, worst first, each with what can be done about it", async () => {
    await select("admin@prod");
    await shows("admin@prod", /^unavailable/);
    config.write(
      contexts.filter(({ name }) => ["admin@prod", "admin@test", "away", "asks"].includes(name)),
      "admin@prod",
    );
    await see.runCommand(page, "HCO Status: Show All Contexts");
    const shown = async (): Promise<readonly string[]> => {
      const all = (await see.rows(page, view)).filter(({ level }) => level === 1);
      return all.map(({ label, description }) => `${description.split(" · ")[0]}: ${label.replace(/ for .*/, "")}`);
    };
    const expected = ["admin@prod: unavailable", "away: unreachable", "asks: login required", "admin@test: healthy"];
    await expect.poll(shown, patience).toEqual(expected);
    await expect.poll(async () => (await acts.lines(page))[0], patience).toMatch(/admin@prod · CDI: /);
    expect(await menuOf(page, "away")).toContain("Refresh");
    expect(await menuOf(page, "asks")).toEqual(expect.arrayContaining(["Connect", "Log In in Terminal"]));
    expect(login.runs()).toBe(0);
    expect(await see.toasts(page)).toEqual([]);
    await see.expand(page, view, "admin@prod");
    await see.row(page, view, root).waitFor();
    await acts.picture(page, "contexts-all");
    await see.pressTitleButton(page, view, "Show One Context");
    await shows("admin@prod", /^unavailable/);
    config.write(contexts, "admin@prod");
  });

  test("without the permission for logs the tree is the same but for the log line, and the log says what is missing", async () => {
    const kubelet = await startLogKubelet(cluster, "node01", minutesBefore(new Date(), 90));
    try {
      await select("no-logs");
      await shows("no-logs", /^unavailable/);
      expect((await acts.lines(page)).join("\n")).not.toMatch(/panic:/);
      expect(await see.toasts(page)).toEqual([]);
      await openLogFromMenu({ page, editor }, /^container cdi-controller/, /^# no-logs · /);
      const text = () => acts.activeText(editor);
      await expect.poll(text, patience).toMatch(/forbidden[\s\S]*pods\/log|pods\/log[\s\S]*forbidden|permission/i);
      await acts.picture(page, "contexts-no-logs");
      await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    } finally {
      await kubelet.close();
    }
  });

  test("forbidden, down, slow and expired are four different states, each with a way out", async () => {
    await select("no-pods");
    await expect.poll(() => see.sideBarTitle(page), patience).toBe("HCO Status: no-pods");
    await expect
      .poll(async () => (await acts.lines(page)).join("\n"), patience)
      .toMatch(/list pods|pods.*forbidden|forbidden.*pods/i);
    expect((await acts.labels(page)).join()).not.toMatch(/^healthy/);
    await acts.picture(page, "contexts-forbidden");
    await select("slow");
    await expect.poll(async () => (await seen(page)).welcome.join(" "), patience).toMatch(/^Connecting… Show Output$/);
    await acts.picture(page, "contexts-slow");
    proxy.rejectNewConnections();
    await select("through");
    await expect.poll(async () => (await seen(page)).message, patience).toMatch(/through|127\.0\.0\.1/);
    expect((await seen(page)).rows).toContain("Try again");
    await acts.picture(page, "contexts-down");
    proxy.acceptNewConnections();
    await shows("through", /^unavailable/);
    proxy.rejectNewConnections();
    proxy.closeConnections();
    await expect.poll(async () => (await seen(page)).message, patience).toMatch(/as of|last|lost|reconnect|\d\d:\d\d/i);
    await acts.picture(page, "contexts-lost");
    proxy.acceptNewConnections();
    await select("asks");
    await expect
      .poll(async () => (await seen(page)).rows, patience)
      .toEqual(expect.arrayContaining(["Connect", "Log in in a terminal"]));
    await acts.picture(page, "contexts-login");
    // To choose a context is to connect to it: its program runs once, however often the view is drawn.
    await expect.poll(() => login.runs(), patience).toBe(1);
  });

  /** The window that was opened last. */
  let second: Page;

  test("a pin of the folder counts beside its manifests, in the next window too", async () => {
    await select("admin@prod");
    await shows("admin@prod", /^unavailable/);
    await acts.openFile(editor, file);
    await see.runCommand(page, "HCO Status: Pin a Context for This Folder…");
    await see.pickByKeyboard(page, "admin@test", "admin@test");
    const settings = join(workspace, ".vscode", "settings.json");
    const pinned = () => JSON.parse(readFileSync(settings, "utf8"))["hcoStatus.context"];
    await expect.poll(() => acts.activeText(editor).then(pinned, pinned), patience).toBe("admin@test");
    await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · admin@test"]);
    second = await editor.open({ file });
    await see.openContainer(second, container);
    await expect.poll(() => see.inlays(second), patience).toEqual(["healthy · admin@test"]);
    config.write(contexts, "prod-eu");
    await shows("admin@test", /^healthy/, second);
    await acts.picture(second, "contexts-pinned");
    config.write(contexts, "admin@prod");
    rmSync(settings);
  });

  test("two windows show two clusters, and neither moves the other", async () => {
    await shows("admin@prod", /^unavailable/, second);
    await select("admin@test", second);
    await shows("admin@test", /^healthy/, second);
    await acts.picture(second, "contexts-window-of-test");
    await shows("admin@prod", /^unavailable/);
    await acts.picture(page, "contexts-window-of-prod");
    expect(JSON.parse(readFileSync(config.path, "utf8"))["current-context"]).toBe("admin@prod");
  });
});
