import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dump } from "js-yaml";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hyperConverged } from "../../cluster/hyperconverged.ts";
import { writeContexts } from "../../cluster/many-contexts.ts";
import { scenarios } from "../../cluster/scenarios.ts";
import { startTcpProxy, type TcpProxy } from "../../cluster/tcp-proxy.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import { picturesFolder } from "./live-desk.ts";
import { timersOfOurs, watchTimers } from "./states-timers.ts";
import { container, press, showsLive, view, welcomes } from "./states-view.ts";

const openFiles = "Open Must-Gather or Dump…";
const sample = "Open the Bundled Sample";

describeJourney(
  "no cluster is contacted before the user wants it, and none while no surface is visible",
  (cluster, packed) => {
    const folder = mkdtempSync(join(tmpdir(), "hco-status-trust-"));
    const workspace = join(folder, "workspace");
    const proof = join(folder, "the-program-ran");
    let editor: Editor;
    let page: Page;
    let proxy: TcpProxy;

    beforeAll(async () => {
      await scenarios.healthy(cluster, new Date());
      proxy = await startTcpProxy(cluster);
      const server = `https://127.0.0.1:${proxy.port}`;
      const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "touch", args: [proof] };
      const own = writeContexts(join(folder, "own"), cluster.kubeconfig, [
        { name: "own", server },
        { name: "logging-in", server, user: { exec } },
      ]);
      mkdirSync(join(workspace, ".vscode"), { recursive: true });
      const theirs = writeContexts(join(workspace, "kubeconfig"), cluster.kubeconfig, [{ name: "theirs", server }]);
      const settings = { "hcoStatus.kubeconfig": theirs };
      writeFileSync(join(workspace, ".vscode", "settings.json"), JSON.stringify(settings));
      writeFileSync(join(workspace, "hco.yaml"), dump(hyperConverged()));
      editor = await startEditor({
        folder: workspace,
        unpacked: [packed.installed],
        trusted: false,
        env: { KUBECONFIG: own },
      });
      page = await editor.open({ file: join(workspace, "hco.yaml") });
      await editor.ask(watchTimers, "hco-status.hco-status");
      await see.openContainer(page, container);
    });
    afterAll(async () => {
      await editor?.stop();
      await proxy?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    test("without trust nothing is requested or run, and the kubeconfig of the workspace is ignored", async () => {
      await welcomes(page, /^This workspace is not trusted/, "Manage Workspace Trust", openFiles, sample);
      await see.runCommand(page, "HCO Status: Select Context…");
      await see.quickPick(page, "logging-in").click();
      await welcomes(page, /^This workspace is not trusted/, "Manage Workspace Trust", openFiles, sample);
      await see.screenshot(page, "trust-restricted", picturesFolder());
      await see.runCommand(page, "HCO Status: Connect");
      // It brings the view to the front, which would close what is opened before that.
      await page.locator(".part.sidebar :focus").waitFor();
      await see.runCommand(page, "HCO Status: Select Context…");
      await see.quickPick(page, "Current context").waitFor();
      expect(await see.choices(page)).not.toContain("theirs");
      await see.quickPick(page, "Current context").click();
      expect(proxy.countAllConnections()).toBe(0);
      expect(existsSync(proof)).toBe(false);
    });

    test("without trust the sample is shown as a whole", async () => {
      await press(page, sample);
      await see.row(page, view, /^panic: no matches|^Pod cdi-deployment/).waitFor();
      await expect.poll(() => see.sideBarTitle(page), patience).toBe("HCO Status: sample.tar.zst · must-gather");
      await see.screenshot(page, "trust-sample", picturesFolder());
      await see.pressTitleButton(page, view, "Back to the Cluster");
      await welcomes(page, /^This workspace is not trusted/, "Manage Workspace Trust", openFiles, sample);
      expect(proxy.countAllConnections()).toBe(0);
    });

    test("with trust it goes on by itself", async () => {
      await press(page, "Manage Workspace Trust");
      await page.locator(".workspace-trust-editor").getByRole("button", { name: "Trust", exact: true }).click();
      // Its button is gone then and the focus with it, so no key closes it.
      await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeModalEditor"));
      await page.locator(".workspace-trust-editor").waitFor({ state: "hidden" });
      // What the workspace says of a kubeconfig counts now, too.
      await showsLive(page, "theirs");
      await see.screenshot(page, "trust-given", picturesFolder());
      expect(existsSync(proof)).toBe(false);
    });

    test("with auto-connect off it waits for a button", async () => {
      await editor.ask(async (vscode) => {
        const settings = vscode.workspace.getConfiguration("hcoStatus");
        await settings.update("autoConnect", false, vscode.ConfigurationTarget.Global);
        // In this order what counts in between is no place that was connected to.
        await settings.update("context", "own", vscode.ConfigurationTarget.Workspace);
        await settings.update("kubeconfig", undefined, vscode.ConfigurationTarget.Workspace);
      });
      await welcomes(page, /^Not connected\. No cluster is contacted/, "Connect", "Select Context…", openFiles, sample);
      await expect.poll(() => proxy.countOpenConnections(), patience).toBe(0);
      const countBefore = proxy.countAllConnections();
      await press(page, "Connect");
      await showsLive(page, "own");
      // A connection whose first response comes late, as on a busy machine, is opened once more.
      expect([1, 2]).toContain(proxy.countAllConnections() - countBefore);
    });

    // That it is half a minute is tried with a clock of its own in test/extension/places/shared-place.test.ts.
    test("some time after the last surface closed no connection is open and no timer of the extension runs", async () => {
      await see.word(page, "HyperConverged").waitFor();
      await see.runCommand(page, "View: Close Editor");
      await see.word(page, "HyperConverged").waitFor({ state: "detached" });
      expect(await editor.ask(timersOfOurs)).not.toEqual([]);
      await see.openContainer(page, "Explorer");
      await expect.poll(() => proxy.countOpenConnections(), patience).toBe(0);
      await expect.poll(() => editor.ask(timersOfOurs), patience).toEqual([]);
      const countBefore = proxy.countAllConnections();
      await see.openContainer(page, container);
      await showsLive(page, "own");
      // What was known before is shown until the server responds.
      await expect.poll(() => proxy.countAllConnections() - countBefore, patience).toBeGreaterThan(0);
      expect(proxy.countAllConnections() - countBefore).toBeLessThanOrEqual(2);
    });
  },
);
