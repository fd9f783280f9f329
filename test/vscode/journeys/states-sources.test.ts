import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { create } from "tar";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scenarios } from "../../cluster/scenarios.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { container, patience, places, showsLive, view } from "./states-view.ts";

type Holds = "gather" | "dump";

describeJourney("a must-gather or a dump is shown as a cluster that can only be read", (cluster, packed) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-sources-"));
  const file = (name: string): string => join(folder, name);
  let editor: Editor;
  let page: Page;

  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    const sample = join(packed.folder, "media", "sample");
    cpSync(sample, file("gathered"), { recursive: true });
    await create({ gzip: true, cwd: folder, file: file("gathered.tar.gz") }, ["gathered"]);
    cpSync(
      join(packed.folder, "test/golden", "a-file-with-the-cr-alone-and-all-well-is-not-called-healthy", "input.yaml"),
      file("dump.yaml"),
    );
    mkdirSync(file("dumps/below"), { recursive: true });
    cpSync(file("dump.yaml"), file("dumps/below/dump.yaml"));
    mkdirSync(file("workspace"));
    writeFileSync(file("broken.tar.gz"), "no archive");
    editor = await startEditor({
      folder: file("workspace"),
      vsix: packed.vsix,
      env: { KUBECONFIG: cluster.kubeconfig },
    });
    page = await editor.open();
  });
  afterAll(async () => {
    await editor?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("the walkthrough leads to the first verdict without a cluster", async () => {
    await editor.ask((vscode) =>
      vscode.commands.executeCommand("workbench.action.openWalkthrough", "hco-status.hco-status#start", false),
    );
    await page.locator(".gettingStartedContainer").getByText("Get Started with HCO Status").first().waitFor();
    await page
      .locator(".gettingStartedContainer")
      .getByRole("button", { name: "Open the Bundled Sample" })
      .first()
      .click();
    await see.openContainer(page, container);
    await isShown("sample", /unavailable|upgrading/);
  });

  const rows: readonly (readonly [what: string, name: string, holds: Holds])[] = [
    ["a must-gather in a folder", "gathered", "gather"],
    ["a must-gather in an archive", "gathered.tar.gz", "gather"],
    ["a dump in a file", "dump.yaml", "dump"],
    ["a folder of dumps", "dumps", "dump"],
  ];

  test.for(rows)("%s", async ([, name, holds]) => {
    await open(name, holds);
    await isShown(name, /./);
    expect(await see.viewMessage(page, view)).toBe("");
    expect(await see.viewDescription(page, view)).toContain(name);
  });

  test("one that is none says so", async () => {
    await open("broken.tar.gz", "gather");
    await expect.poll(() => see.viewMessage(page, view), patience).toMatch(/broken\.tar\.gz/);
  });

  test("what can be opened is chosen by keyboard", async () => {
    await see.runCommand(page, "HCO Status: Open Must-Gather or Dump…");
    await see.quickPick(page, "The bundled sample").waitFor();
    await page.keyboard.type("sample");
    await page.keyboard.press("Enter");
    await isShown("sample", /unavailable|upgrading/);
  });

  test("the workspace remembers it, and from there it goes back to the cluster", async () => {
    await page.reload({ waitUntil: "commit" });
    await see.row(page, view, "sample").waitFor();
    await isShown("sample", /unavailable|upgrading/);
    await see.pressTitleButton(page, view, "Back to the Cluster");
    await showsLive(page, "admin@test");
  });

  async function open(name: string, holds: Holds): Promise<void> {
    const command = "hcoStatus.openGather";
    await editor.ask(
      (vscode, ...words) => vscode.commands.executeCommand(words[0], ...words.slice(1)),
      command,
      file(name),
      holds,
    );
  }

  async function isShown(name: string, verdict: RegExp): Promise<void> {
    await expect.poll(() => places(page), patience).toContainEqual([name, expect.stringMatching(/^as of /)]);
    await expect
      .poll(() => places(page), patience)
      .toContainEqual(["kubevirt-hyperconverged", expect.stringMatching(verdict)]);
  }
});
