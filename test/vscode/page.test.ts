import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scenarios } from "../cluster/scenarios.ts";
import { describeJourney } from "./describe-editor.ts";
import { type Editor, startEditor } from "./editor.ts";
import * as see from "./page.ts";
import { patience } from "./patience.ts";

const manifest = `apiVersion: hco.kubevirt.io/v1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: kubevirt-hyperconverged
`;

describeJourney("what page.ts reads of the workbench and does in it", (cluster, packed) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-page-"));
  const file = join(folder, "hco.yaml");
  let editor: Editor;
  let page: Page;

  beforeAll(async () => {
    writeFileSync(file, manifest);
    await scenarios.twoUnhealthyComponents(cluster, new Date());
    const settings = { "hcoStatus.codeLens.enabled": true };
    editor = await startEditor({
      folder,
      unpacked: [packed.folder],
      settings,
      env: { KUBECONFIG: cluster.kubeconfig },
    });
    page = await editor.open({ file });
    await see.openContainer(page, "HCO Status");
    await see.row(page, "Operators", "kubevirt-hyperconverged").waitFor();
  });
  afterAll(async () => {
    await editor?.stop();
    rmSync(folder, { recursive: true });
  });

  test("the rows of a tree, and what is below one of them", async () => {
    const root = (await see.rows(page, "Operators")).find(({ level }) => level === 1);
    expect(root).toMatchObject({ icon: "error", expanded: true, label: expect.stringMatching(/^unavailable for/) });
    expect(root?.description).toBe("admin@test · kubevirt-hyperconverged");
    await see.expand(page, "Operators", "Conditions");
    await see.row(page, "Operators", "Available").waitFor();
    const all = await see.rows(page, "Operators");
    const at = all.findIndex(({ label }) => label === "Conditions");
    expect(all.slice(at).map(({ label }) => label)).toContain("Available");
    expect(all[at]).toMatchObject({ level: (root?.level ?? 0) + 1, expanded: true });
  });

  test("the badge of a container", async () => {
    await expect.poll(() => see.badge(page, "HCO Status"), patience).toBe("1");
    expect(await see.badge(page, "Search")).toBeUndefined();
  });

  test("what is beside the text of a manifest, and over it", async () => {
    await expect.poll(() => see.inlays(page), patience).toEqual([expect.stringContaining("unavailable")]);
    await expect.poll(() => see.codeLenses(page), patience).not.toEqual([]);
    expect(await see.hover(page, "HyperConverged", "Available")).toContain("MigController");
    await see.word(page, "HyperConverged").click();
    await expect.poll(() => see.statusBar(page), patience).toContainEqual(expect.stringMatching(/^Ln 2, /));
  });

  test("a picture", async () => {
    expect(statSync(await see.screenshot(page, "workbench", folder)).size).toBeGreaterThan(20_000);
  });

  test("a command of the palette, and the choices it gives", async () => {
    await see.runCommand(page, "HCO Status: Select Context…");
    await see.quickPick(page, "admin@test").waitFor();
    expect(await see.choices(page)).toContain("admin@test");
    await page.keyboard.press("Escape");
  });

  test("a notification, the status bar and a dialog", async () => {
    await editor.ask((vscode) => {
      vscode.window.showInformationMessage("all is told");
      vscode.window.setStatusBarMessage("all is shown");
    });
    await expect.poll(() => see.toasts(page), patience).toEqual(["all is told"]);
    await expect.poll(() => see.statusBar(page), patience).toContain("all is shown");
    const answer = editor.ask((vscode) => vscode.window.showWarningMessage("Go on?", { modal: true }, "Go On"));
    await see.dialog(page).getByRole("button", { name: "Go On" }).click();
    expect(await answer).toBe("Go On");
  });

  test("what stands above a tree", async () => {
    expect(await see.viewMessage(page, "Operators")).toBe("");
    expect(await see.sideBarTitle(page)).toBe("HCO Status: admin@test");
    await see.pressTitleButton(page, "Operators", "Hide Healthy");
    await expect
      .poll(async () => (await see.rows(page, "Operators")).map(({ label }) => label), patience)
      .not.toContain("KubeVirt");
  });
});
