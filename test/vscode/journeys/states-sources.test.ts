import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { create } from "tar";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scenarios } from "../../cluster/scenarios.ts";
import { mustGatherOfPods } from "../../hostile/tar-entries.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import { openWalkthrough } from "./live-desk.ts";
import { container, offers, places, showsLive, view } from "./states-view.ts";

const ways = ["Try again", "Select another context…", "Open a must-gather or dump…", "Show the output"];

type Holds = "must-gather" | "dump";

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
      join(packed.folder, "test/golden", "a-file-with-only-a-healthy-cr-is-unknown", "input.yaml"),
      file("dump.yaml"),
    );
    mkdirSync(file("dumps/below"), { recursive: true });
    cpSync(file("dump.yaml"), file("dumps/below/dump.yaml"));
    mkdirSync(file("workspace"));
    writeFileSync(file("broken.tar.gz"), "no archive");
    writeFileSync(file("many.tar.gz"), gzipSync(mustGatherOfPods(200_000), { level: 1 }));
    editor = await startEditor({
      folder: file("workspace"),
      unpacked: [packed.installed],
      env: { KUBECONFIG: cluster.kubeconfig },
    });
    page = await editor.open();
  });
  afterAll(async () => {
    await editor?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("the walkthrough leads to the first verdict without a cluster", async () => {
    await openWalkthrough(editor);
    await page.locator(".gettingStartedContainer").getByText("Get Started with HCO Status").first().waitFor();
    await page.locator(".gettingStartedContainer .monaco-button", { hasText: "Open the Bundled Sample" }).click();
    await see.openContainer(page, container);
    await isShown("sample.tar.zst", "must-gather", /^unavailable for /);
  });

  // What is in it besides the object itself is not known of a file that holds nothing else.
  const rows: readonly (readonly [what: string, name: string, holds: Holds, kind: string, verdict: RegExp])[] = [
    ["a must-gather in a folder", "gathered", "must-gather", "must-gather", /^unavailable for /],
    ["a must-gather in an archive", "gathered.tar.gz", "must-gather", "must-gather", /^unavailable for /],
    ["a dump in a file", "dump.yaml", "dump", "files", /unknown$/],
    ["a folder of dumps", "dumps", "dump", "files", /unknown$/],
  ];

  test.for(rows)("%s", async ([, name, holds, kind, verdict]) => {
    await open(name, holds);
    await isShown(name, kind, verdict);
    await expect.poll(() => see.sideBarTitle(page), patience).toBe(`HCO Status: ${name} · ${kind}`);
  });

  test("one that is none says so", async () => {
    await open("broken.tar.gz", "must-gather");
    await offers(page, /^cannot use .*broken\.tar\.gz: not a must-gather/, ...ways);
  });

  test("one that holds more than can be read says so", async () => {
    await open("many.tar.gz", "must-gather");
    await offers(page, /^cannot use .*pods\.yaml: more than 120000 objects/, ...ways);
  });

  test("what can be opened is chosen by keyboard", async () => {
    await see.runCommand(page, "HCO Status: Open Must-Gather or Dump…");
    await see.pickByKeyboard(page, "sample", "The bundled sample");
    await isShown("sample.tar.zst", "must-gather", /^unavailable for /);
  });

  test("the workspace remembers it, and from there it goes back to the cluster", async () => {
    await page.reload({ waitUntil: "commit" });
    await isShown("sample.tar.zst", "must-gather", /^unavailable for /);
    await see.pressTitleButton(page, view, "Back to the Cluster");
    await showsLive(page, "admin@test");
  });

  async function open(name: string, holds: Holds): Promise<void> {
    const command = "hcoStatus.openMustGather";
    await editor.ask(
      (vscode, ...words) => vscode.commands.executeCommand(words[0], ...words.slice(1)),
      command,
      file(name),
      holds,
    );
  }

  async function isShown(name: string, kind: string, verdict: RegExp): Promise<void> {
    await expect
      .poll(() => places(page), patience)
      .toContainEqual([expect.stringMatching(verdict), `${name} · kubevirt-hyperconverged`]);
    await expect.poll(() => see.viewMessage(page, view), patience).toMatch(/^as of /);
    await expect.poll(() => see.sideBarTitle(page), patience).toContain(kind);
  }
});
