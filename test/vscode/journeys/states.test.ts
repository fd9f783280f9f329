import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scenarios } from "../../cluster/scenarios.ts";
import { startTcpProxy, type TcpProxy } from "../../cluster/tcp-proxy.ts";
import { weakUser } from "../../cluster/users.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import { type ChangingKubeconfig, changingKubeconfig } from "./states-kubeconfig.ts";
import { container, offers, places, press, seen, showsLive, view, welcomes } from "./states-view.ts";

const openFiles = "Open Must-Gather or Dump…";
const pick = "Select Context…";
const choose = "Choose a Kubeconfig…";
const sample = "Open the Bundled Sample";

describeJourney("the sidebar says what is in the way, and what to do", (cluster, packed) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-states-"));
  const kube = join(folder, "kube");
  const second = join(folder, "workspace", "second");
  let editor: Editor;
  let page: Page;
  let config: ChangingKubeconfig;
  let proxy: TcpProxy;
  let silent: Server;

  beforeAll(async () => {
    mkdirSync(join(folder, "workspace"));
    [proxy, silent] = await Promise.all([startTcpProxy(cluster), silence()]);
    config = changingKubeconfig(join(kube, "config"), cluster.kubeconfig);
    const env = { KUBECONFIG: `${config.path}:${second}` };
    editor = await startEditor({ folder: join(folder, "workspace"), unpacked: [packed.installed], env });
    page = await editor.open();
    await see.openContainer(page, container);
  });
  afterAll(async () => {
    await editor?.stop();
    await proxy?.stop();
    silent?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("no kubeconfig", async () => {
    await welcomes(page, /^No kubeconfig with a context was found/, choose, openFiles, sample);
    await press(page, choose);
    await page.locator(".quick-input-widget", { hasText: "Select a kubeconfig" }).waitFor();
    await page.keyboard.press("Escape");
  });

  test("one that appears in a folder that was not there, without a current context", async () => {
    mkdirSync(kube);
    config.write([{ name: "prod" }, { name: "dev" }], "");
    await welcomes(page, /^The kubeconfig has no current-context/, pick, openFiles, sample);
    await press(page, pick);
    await see.quickPick(page, "prod").waitFor();
    const contexts = ["Current context", "prod", "dev"];
    await expect.poll(() => see.choices(page), patience).toEqual(expect.arrayContaining(contexts));
    await page.keyboard.press("Escape");
  });

  test("one that cannot be read", async () => {
    config.scribble("contexts: [");
    await offers(
      page,
      /config/,
      "Try again",
      "Select another context…",
      "Open a must-gather or dump…",
      "Show the output",
    );
  });

  test("a server that does not answer", async () => {
    const { port: its } = silent.address() as { port: number };
    config.write([{ name: "silent", server: `https://127.0.0.1:${its}` }]);
    await welcomes(page, "Connecting…", "Show Output");
  });

  test("a server that is not there, which comes by itself", async () => {
    await scenarios.healthy(cluster, new Date());
    proxy.rejectNewConnections();
    config.write([{ name: "late", server: `https://127.0.0.1:${proxy.port}` }]);
    await offers(page, /127\.0\.0\.1/, "Try again", "Select another context…", "Show the output");
    proxy.acceptNewConnections();
    await showsLive(page, "late");
  });

  test("a token that the server does not know, and one that it knows", async () => {
    config.replace([{ name: "renewed", user: { token: "old" } }]);
    await offers(page, /401|log in/, "Connect", "Log in in a terminal", "Select another context…", "Show the output");
    expect((await seen(page)).message).not.toContain("old");
    config.replace([{ name: "renewed" }]);
    await showsLive(page, "renewed");
  });

  test("one who may not read", async () => {
    const { kubeconfig } = await weakUser(cluster);
    const other = changingKubeconfig(config.path, kubeconfig);
    other.write([{ name: "barred" }]);
    const ways = ["Select namespaces to read…", "Select another context…", "Try again"];
    await offers(page, /^No permission to list hyperconvergeds/, ...ways);
  });

  test("a cluster without any of the kinds, and one without an object", async () => {
    await scenarios.noCRD(cluster, new Date());
    config.write([{ name: "bare" }]);
    await welcomes(page, /^Connected, but none of the kinds/, "Try Again", pick, openFiles, sample);
    await scenarios.noCR(cluster, new Date());
    await see.pressTitleButton(page, view, "Refresh");
    await welcomes(page, /^Connected, but there are no objects/, pick, "Select Namespaces…", openFiles, sample);
    await scenarios.healthy(cluster, new Date());
    await showsLive(page, "bare");
  });

  test("all is healthy, and only unhealthy rows are shown", async () => {
    await see.pressTitleButton(page, view, "Hide Healthy");
    await expect.poll(() => places(page), patience).toEqual([["Hidden", "1 as expected: kubevirt-hyperconverged"]]);
    await see.pressTitleButton(page, view, "Show Healthy Too");
    await showsLive(page, "bare");
  });

  test("what breaks while it is in use: what is shown stays, with a sentence above, until the file is whole again", async () => {
    config.scribble("clusters: {");
    await expect.poll(async () => (await seen(page)).message, patience).toMatch(/kube\/config:1/);
    expect(await places(page)).toContainEqual([expect.stringMatching(/^healthy/), "bare · kubevirt-hyperconverged"]);
    config.write([{ name: "whole" }]);
    await showsLive(page, "whole");
  });

  test("a context that vanishes, a server that moves, and a file that is removed", async () => {
    config.replace([{ name: "other" }], "whole");
    await welcomes(page, /^The kubeconfig has no current-context/, pick, openFiles, sample);
    const countBefore = proxy.countAllConnections();
    config.replace([{ name: "whole", server: `https://127.0.0.1:${proxy.port}` }]);
    await showsLive(page, "whole");
    // A connection whose first response comes late, as on a busy machine, is opened once more.
    expect([1, 2]).toContain(proxy.countAllConnections() - countBefore);
    config.remove();
    await welcomes(page, /^No kubeconfig/, choose, openFiles, sample);
    await expect.poll(() => proxy.countOpenConnections(), patience).toBe(0);
  });

  test("a link, and a link to a folder, that lead elsewhere", async () => {
    for (const name of ["first", "second", "third"]) {
      mkdirSync(join(kube, name));
      changingKubeconfig(join(kube, name, "config"), cluster.kubeconfig).write([{ name }]);
    }
    leadTo("first", join(kube, "..data"));
    leadTo("..data/config", config.path);
    await showsLive(page, "first");
    leadTo("second", join(kube, "..data"));
    await showsLive(page, "second");
    leadTo("third/config", config.path);
    await showsLive(page, "third");
  });

  test("the second of two files, and a setting in place of both", async () => {
    rmSync(config.path);
    changingKubeconfig(second, cluster.kubeconfig).write([{ name: "of-the-second" }]);
    await showsLive(page, "of-the-second");
    config.write([{ name: "of-the-first" }]);
    await showsLive(page, "of-the-first");
    await kubeconfigSetting(join(kube, "second", "config"));
    await showsLive(page, "second");
    await kubeconfigSetting(undefined);
    await showsLive(page, "of-the-first");
  });

  function kubeconfigSetting(path: string | undefined): Promise<void> {
    return editor.ask(async (vscode, value) => {
      const settings = vscode.workspace.getConfiguration("hcoStatus");
      await settings.update("kubeconfig", value, vscode.ConfigurationTarget.Global);
    }, path);
  }
});

/** In one step, as a mounted Secret is renewed. */
function leadTo(target: string, path: string): void {
  symlinkSync(target, `${path}.next`);
  renameSync(`${path}.next`, path);
}

/** A server that accepts connections and sends nothing. */
async function silence(): Promise<Server> {
  const server = createServer(() => {});
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}
