/// <reference lib="dom" />
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../../cluster/http.ts";
import { scenarios } from "../../cluster/scenarios.ts";
import { startTcpProxy, type TcpProxy } from "../../cluster/tcp-proxy.ts";
import { loginProgram } from "../../extension/login-program.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import { letAaqBe } from "./live-acts.ts";
import { menuOf, picturesFolder, themes, widen } from "./live-desk.ts";
import { type ChangingKubeconfig, changingKubeconfig } from "./states-kubeconfig.ts";
import { container, showsLive, view } from "./states-view.ts";

const root = "kubevirt-hyperconverged";

describeJourney("all contexts are shown as first rows", (cluster, packed) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-contexts-"));
  const program = loginProgram(folder);
  let editor: Editor;
  let page: Page;
  let config: ChangingKubeconfig;
  let proxy: TcpProxy;
  const contexts = () => [
    { name: "prod" },
    { name: "through", server: `https://127.0.0.1:${proxy.port}` },
    { name: "away", server: "https://127.0.0.1:1" },
    { name: "asks", user: program.user },
  ];
  const rows = async (): Promise<readonly (readonly [string, string])[]> =>
    (await see.rows(page, view)).map(({ label, description }) => [label, description]);
  /** The rows of contexts: the state, and the name that the description begins with. */
  const shown = async (): Promise<readonly string[]> => {
    const all = (await see.rows(page, view)).filter(({ level }) => level === 1);
    return all.map(({ label, description }) => `${description.split(" · ")[0]}: ${label.replace(/ for .*/, "")}`);
  };

  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    proxy = await startTcpProxy(cluster);
    config = changingKubeconfig(join(folder, "config"), cluster.kubeconfig);
    config.write(contexts());
    editor = await startEditor({ folder, unpacked: [packed.installed], env: { KUBECONFIG: config.path } });
    page = await editor.open();
    await see.openContainer(page, container);
    await see.row(page, view, root).waitFor();
    await widen(page, 560);
  });
  afterAll(async () => {
    await editor?.stop();
    await proxy?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("by one button: worst first, each with its verdict; no program runs for that", async () => {
    await see.runCommand(page, "HCO Status: Show All Contexts");
    const expected = ["away: unreachable", "asks: login required", "prod: healthy", "through: healthy"];
    await expect.poll(shown, patience).toEqual(expected);
    await expect.poll(() => see.sideBarTitle(page), patience).toBe("HCO Status: All contexts");
    expect(program.runs()).toBe(0);
  });

  test("the menu of a row acts on its context, and connects only where that is needed", async () => {
    const ofWaiting = ["Connect", "Refresh", "Copy", "Log In in Terminal"];
    expect(await menuOf(page, "asks")).toEqual(ofWaiting);
    expect(await menuOf(page, "prod")).toEqual(["Refresh", "Copy"]);
  });

  test("a row opens on the roots of its context, and on what the user can do", async () => {
    await see.expand(page, view, "prod");
    await expect.poll(rows, patience).toContainEqual([expect.stringMatching(/^healthy/), `prod · ${root}`]);
    await see.expand(page, view, "asks");
    await expect.poll(async () => (await rows()).map(([label]) => label), patience).toContain("Log in in a terminal");
    program.answers("no such token");
    await see.row(page, view, "Connect").click();
    await expect.poll(program.runs, patience).toBeGreaterThan(0);
    await expect.poll(shown, patience).toContain("prod: healthy");
  });

  test("a change is drawn in every row that it concerns, and its cause stands behind the name", async () => {
    await letAaqBe(cluster, "deploying");
    await expect
      .poll(shown, patience)
      .toEqual(["prod: unavailable", "through: unavailable", "away: unreachable", "asks: login required"]);
    await expect.poll(async () => (await rows())[0]?.[1], patience).toMatch(/^prod · AAQ: /);
    await expect.poll(() => see.badge(page, container), patience).toBe("2");
    await letAaqBe(cluster, "deployed");
    await expect.poll(shown, patience).toContain("prod: healthy");
  });

  test("a row whose data is old fades, and is not called healthy; the others stay", async () => {
    await expect.poll(shown, patience).toContain("through: healthy");
    await expect.poll(async () => (await colourOf("through")) === (await colourOf("prod")), patience).toBe(true);
    const fresh = await colourOf("prod");
    proxy.rejectNewConnections();
    proxy.closeConnections();
    await expect.poll(shown, patience).not.toContain("through: healthy");
    await expect.poll(() => colourOf("through"), patience).not.toBe(fresh);
    expect(await colourOf("prod")).toBe(fresh);
    proxy.acceptNewConnections();
    await expect.poll(shown, patience).toContain("through: healthy");
    await expect.poll(() => colourOf("through"), patience).toBe(fresh);
  });

  test("a context that vanishes from the kubeconfig loses its row", async () => {
    config.write(contexts().filter(({ name }) => name !== "away"));
    await expect.poll(shown, patience).toEqual(["asks: login required", "prod: healthy", "through: healthy"]);
  });

  test("a context that the kubeconfig leaves broken says what is wrong with it, and the others stay", async () => {
    config.write([
      ...contexts(),
      { name: "lost", cluster: null },
      { name: "unread", cluster: { "certificate-authority": "/nowhere/ca.crt" } },
    ]);
    await expect.poll(shown, patience).toContain("lost: unusable");
    await expect.poll(shown, patience).toContain("unread: unusable");
    const described = async () => (await rows()).map(([, description]) => description);
    for (const fault of [
      /^lost · context "lost" names cluster "lost", which does not exist in /,
      /^unread · cannot read \/nowhere\/ca\.crt, the certificate-authority of cluster "unread": /,
    ])
      await expect.poll(described, patience).toContainEqual(expect.stringMatching(fault));
    await expect.poll(shown, patience).toContain("prod: healthy");
    await takePictures();
    config.write(contexts().filter(({ name }) => name !== "away"));
    await expect.poll(shown, patience).toHaveLength(3);
  });

  test("the button again shows the one context as before", async () => {
    await see.pressTitleButton(page, view, "Show One Context");
    await showsLive(page, "prod");
  });

  test("a root that is deleted while it is shown leaves a row that says so", async () => {
    const path = `/apis/hco.kubevirt.io/v1/namespaces/${root}/hyperconvergeds/${root}`;
    await call(cluster, "DELETE", path);
    await expect
      .poll(rows, patience)
      .toContainEqual([expect.stringMatching(/^progressing, being deleted/), `prod · ${root}`]);
    await call(cluster, "PATCH", path, { metadata: { finalizers: null } });
    await expect
      .poll(rows, patience)
      .toContainEqual([expect.stringMatching(/^deleted/), `prod · HyperConverged ${root}`]);
  });

  /** For a person who asks for the pictures, in each theme and size. */
  async function takePictures(): Promise<void> {
    if (process.env["HCO_STATUS_PICTURES"] === undefined) return;
    for (const [name, theme, , , className] of themes) {
      await editor.ask(
        (vscode, wanted) => vscode.workspace.getConfiguration("workbench").update("colorTheme", wanted, true),
        theme,
      );
      await page.locator(`.monaco-workbench.${className}`).waitFor();
      for (const [width, height, part] of [
        [1280, 800, 560],
        [1024, 700, 348],
      ] as const) {
        await page.setViewportSize({ width, height });
        await widen(page, part);
        await see.screenshot(page, `${name}-contexts-${width}`, picturesFolder());
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await widen(page, 560);
    }
  }

  function colourOf(name: string): Promise<string> {
    const icon = see.row(page, view, name).locator(".custom-view-tree-node-item-icon");
    return icon.evaluate((element) => getComputedStyle(element).color);
  }
});
