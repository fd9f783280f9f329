import type { Frame } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { scenarios } from "../../cluster/scenarios.ts";
import { describeJourney } from "../describe-editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import * as acts from "./first-try-acts.ts";
import { letAaqBe, patchSpec } from "./live-acts.ts";
import {
  chooseFromMenu,
  chooseFromMenuUntil,
  type Desk,
  openDesk,
  picturesFolder,
  reported,
  showManifest,
  view,
} from "./live-desk.ts";
import { endsOfLines, shownYaml, timelineIn } from "./live-panes.ts";

const root = "kubevirt-hyperconverged";

describeJourney("a user edits the manifest of a live object", (cluster, packed) => {
  let desk: Desk;
  const clipboard = () => acts.clipboard(desk.editor);
  const lens = (title: string) => desk.page.locator(".codelens-decoration a", { hasText: title });
  const tabs = () => acts.tabs(desk.page);

  const choose = (label: string | RegExp, action: string): Promise<void> => chooseFromMenu(desk.page, label, action);

  beforeAll(async () => {
    await scenarios.crashAndPull(cluster, new Date());
    desk = await openDesk(cluster, packed);
    await desk.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  });
  beforeEach(async () => {
    onTestFailed(async () => {
      await see.screenshot(desk.page, "failed", picturesFolder(), "stays");
    });
    await showManifest(desk);
  });
  afterAll(() => desk?.stop());

  test("beside the text: links over the kind, and behind fields what they drive where that is unhealthy", async () => {
    const { page } = desk;
    await expect
      .poll(() => see.codeLenses(page), patience)
      .toEqual(["Show in tree", "Open live", "Compare with live", "What would change"]);
    await expect
      .poll(() => see.inlays(page), patience)
      .toEqual([expect.stringMatching(/^✗ unavailable(?: for \d+m)?: CDI \+1 · admin@test$/)]);
    const behind = [
      expect.stringMatching(/^✗ AAQ unavailable for \d+m/),
      expect.stringMatching(/^False \(AAQNotAvailable\) for \d+m.* on admin@test$/),
    ];
    await expect.poll(() => endsOfLines(page), patience).toEqual(expect.arrayContaining(behind));
    await lens("Show in tree").click();
    await expect
      .poll(() => page.locator(".part.sidebar [role=treeitem].selected .label-description").allInnerTexts(), patience)
      .toEqual([`admin@test · ${root}`]);
  });

  const hovers: readonly (readonly [what: string, word: string, parts: readonly (string | RegExp)[]])[] = [
    [
      "the kind",
      "HyperConverged",
      [/is unavailable for \d+ minutes/, "kubectl --context admin@test logs", "Condition\tStatus", "Show in tree"],
    ],
    ["the name", root, [/is unavailable for \d+ minutes/]],
    ["a condition of a pasted status", "Available", ["In the file: Available=True", "Contributing components", "AAQ"]],
    ["a field of the spec", "applicationAwareConfig", [/AAQ unavailable for \d+m/, "Compare with live"]],
  ];
  test.for(hovers)("a hover over %s", async ([, word, parts]) => {
    const { page } = desk;
    const text = await see.hover(page, word, parts[0]);
    for (const part of parts) expect(text).toMatch(part);
    await see.screenshot(page, `documents-hover-${word}`, picturesFolder(), "stays");
    // Else the next one is read where this one still shows.
    await see.leaveHover(page);
  });

  test("the file beside what is live: both sides follow", async () => {
    const { page } = desk;
    await lens("Compare with live").click();
    await expect.poll(tabs, patience).toContainEqual(expect.stringContaining(`${root}: live on admin@test ↔ file`));
    await expect.poll(() => shownYaml(page, "original"), patience).toContain("batchEvictionSize: 10");
    await expect.poll(() => shownYaml(page, "modified"), patience).toContain("batchEvictionSize: 12");
    for (const side of ["original", "modified"] as const)
      expect(await shownYaml(page, side)).not.toMatch(/^\s*(?:uid|managedFields|vmiCalcConfigName|resourceVersion):/m);
    await patchSpec(cluster, { virtualization: { workloadUpdateStrategy: { batchEvictionSize: 11 } } });
    await expect.poll(() => shownYaml(page, "original"), patience).toContain("batchEvictionSize: 11");
    await desk.editor.ask(async (vscode, path) => {
      const document = await vscode.workspace.openTextDocument(path);
      const edit = new vscode.WorkspaceEdit();
      const at = document.getText().indexOf("12");
      edit.replace(document.uri, new vscode.Range(document.positionAt(at), document.positionAt(at + 2)), "13");
      return vscode.workspace.applyEdit(edit);
    }, desk.file);
    await expect.poll(() => shownYaml(page, "modified"), patience).toContain("batchEvictionSize: 13");
    await desk.editor.ask(async (vscode, path) => {
      await vscode.window.showTextDocument(vscode.Uri.file(path));
      await vscode.commands.executeCommand("workbench.action.files.revert");
    }, desk.file);
  });

  test("what is live as YAML: read-only, in place", async () => {
    const { page } = desk;
    await lens("Open live").click();
    await expect.poll(tabs, patience).toContainEqual(expect.stringContaining(`${root} (live, admin@test).yaml`));
    await expect.poll(() => shownYaml(page), patience).toContain("on admin@test: live");
    await patchSpec(cluster, { virtualization: { workloadUpdateStrategy: { batchEvictionSize: 9 } } });
    await expect.poll(() => shownYaml(page), patience).toContain("batchEvictionSize: 9");
    const text = await shownYaml(page);
    await page.locator(".monaco-editor .view-lines").first().click();
    await page.keyboard.type("x");
    await page.locator(".monaco-editor-overlaymessage").waitFor();
    expect(await shownYaml(page)).toBe(text);
  });

  test("the manifest of a row", async () => {
    await desk.editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    await choose(root, "Open Manifest in the Workspace");
    await expect.poll(tabs, patience).toEqual([expect.stringMatching(/^hco\.yaml/)]);
  });

  test("what can be copied: a command, the report, the command for a log", async () => {
    const { page } = desk;
    const copy = (label: string | RegExp, action: string, expected: RegExp): Promise<void> =>
      chooseFromMenuUntil(page, label, action, clipboard, expected);
    await copy(root, "Copy as kubectl Command", /^kubectl hco-status .*--context admin@test/);
    await copy(root, "Copy Report as Markdown", /^#[\s\S]*CrashLoopBackOff/);
    await see.expand(page, view, "CDI");
    const logsCommand = /^kubectl .*\blogs .*cdi-deployment-\S+ .*cdi-controller/;
    await copy(/container cdi-controller|^\s*cdi-controller/, "Copy Logs Command", logsCommand);
  });

  test("waits until it is healthy, with what it waits for, until the user cancels or it is", async () => {
    const { page } = desk;
    const toasts = () => see.toasts(page);
    await choose(root, "Wait until Healthy");
    await expect.poll(toasts, patience).toContainEqual(expect.stringMatching(/^Waiting until .*CDI/));
    await page.locator(".notifications-toasts .monaco-button", { hasText: "Cancel" }).click();
    await expect.poll(toasts, patience).not.toContainEqual(expect.stringContaining("Waiting until"));
  });

  test("the timeline: lanes, a transition while it is seen, keys and a table", async () => {
    const { page } = desk;
    await scenarios.healthy(cluster, new Date());
    await expect.poll(() => reported(page, root), patience).toContain("healthy");
    await choose(root, "Show Timeline");
    const frame: Frame = await timelineIn(page);
    const names = () => frame.locator(".lane .name b").allInnerTexts();
    await expect.poll(names, patience).toEqual(expect.arrayContaining(["Verdict", "Available", "AAQ"]));
    const segments = frame.locator('.track[aria-label="AAQ"] .segment');
    const before = await segments.count();
    await letAaqBe(cluster, "deploying", 2);
    await expect
      .poll(() => segments.last().getAttribute("aria-label", { timeout: 2_000 }), patience)
      .toMatch(/^AAQ: unavailable.*, since /);
    expect(await segments.count()).toBeGreaterThan(before);

    await frame.locator(".segment[tabindex='0']").focus();
    const focused = () => frame.locator(".segment:focus").getAttribute("aria-label", { timeout: 2_000 });
    await page.keyboard.press("Home");
    await expect.poll(focused, patience).toMatch(/^Verdict: /);
    // HCO gives its reason a moment after the component: a later segment takes the place of the last.
    const last = async () => {
      await page.keyboard.press("End");
      return focused();
    };
    await expect.poll(last, patience).toMatch(/^Verdict: unavailable.*, since /);
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused, patience).toMatch(/^(?!Verdict)\w+: /);
    await expect.poll(() => frame.locator("#said").innerText(), patience).toBe(await focused());

    await frame.locator("#table summary").click();
    const cells = async () => (await frame.locator("#rows tr", { hasText: "AAQ" }).allInnerTexts()).join("\n");
    await expect.poll(cells, patience).toMatch(/AAQ[\s\S]*unavailable/);
  });
});
