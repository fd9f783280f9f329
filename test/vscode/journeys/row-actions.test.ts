import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { scenarios } from "../../cluster/scenarios.ts";
import { describeJourney } from "../describe-editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import * as acts from "./first-try-acts.ts";
import { recreateHyperConverged } from "./live-acts.ts";
import { chooseFromMenu, type Desk, menuOf, openDesk, picturesFolder, reported, view } from "./live-desk.ts";
import { shownYaml } from "./live-panes.ts";

const root = "kubevirt-hyperconverged";

describeJourney("each row that looks like an action acts on a click and on Enter", (cluster, packed) => {
  let desk: Desk;
  const shownTerminal = () => acts.terminalText(desk.page);
  const terminals = () => acts.terminalNames(desk.editor);
  const tabs = () => acts.tabs(desk.page);
  const picture = (name: string): Promise<string> => see.screenshot(desk.page, name, picturesFolder());
  const focused = () => desk.page.locator(".part.sidebar [role=treeitem].focused").getAttribute("aria-label");

  beforeAll(async () => {
    await scenarios.crashAndPull(cluster, new Date());
    desk = await openDesk(cluster, packed, { "terminal.integrated.gpuAcceleration": "off" });
  });
  beforeEach(() => {
    onTestFailed(async () => void (await see.screenshot(desk.page, "rows-failed", picturesFolder(), "stays")));
  });
  afterAll(() => desk?.stop());

  test("a step writes its command into a terminal and does not run it; the next one takes its place there", async () => {
    const { page } = desk;
    await see.row(page, view, "Show the log of the container's last run").dblclick();
    await expect
      .poll(shownTerminal, patience)
      .toMatch(/kubectl --context admin@test logs -n \S+ cdi-deployment-\S+ -c/);
    await see.row(page, view, "Show its conditions and events").click();
    await expect.poll(shownTerminal, patience).toMatch(/kubectl --context admin@test describe pod cdi-deployment-/);
    await expect.poll(shownTerminal, patience).not.toContain("logs -n");
    await expect.poll(terminals, patience).toEqual(["admin@test · HCO Status"]);
    await picture("rows-step-in-terminal");
  });

  test("by keyboard: Enter on a cause writes its next command, and what Enter does stands in the row's name", async () => {
    const { page } = desk;
    await see.row(page, view, "Show its conditions and events").click();
    await see.runCommand(page, "HCO Status: Focus on Operators View");
    await page.locator(".part.sidebar [role=tree]:focus").waitFor();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused, patience).toMatch(/^CDI, bad, .*Enter: write the command into a terminal$/);
    await page.keyboard.press("Enter");
    await expect.poll(shownTerminal, patience).toMatch(/logs -n \S+ cdi-deployment-\S+ -c cdi-controller --previous/);
    await expect.poll(shownTerminal, patience).not.toContain("describe pod");
    await expect.poll(terminals, patience).toHaveLength(1);
  });

  test("Enter on a Pod opens its live YAML", async () => {
    const { page } = desk;
    // A click leaves the focus in the tree, Enter moves it into the document.
    await see.row(page, view, /^Pod cdi-deployment/).click();
    await expect.poll(tabs, patience).toContainEqual(expect.stringMatching(/^cdi-deployment-\S+ \(live, admin@test\)/));
    await expect.poll(() => shownYaml(page), patience).toContain("kind: Pod");
    await page.locator(".part.sidebar [role=tree]:focus").waitFor();
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused, patience).toMatch(/^container cdi-controller, bad, .*Enter: open the log$/);
    await page.keyboard.press("Enter");
    await page.locator(".editor-container .monaco-editor.focused").first().waitFor();
    await picture("rows-pod-yaml");
  });

  test("a reason against an upgrade shows what its code means", async () => {
    const { page } = desk;
    await see.expand(page, view, "Upgrade");
    const reason = page.locator(".part.sidebar [role=treeitem]", { hasText: /Available$/ }).last();
    await reason.click();
    await expect.poll(() => shownYaml(page), patience).toContain("Available · upgrade gate code");
    await picture("rows-explained");
  });

  test("the menu of a row has nothing that cannot work there", async () => {
    const { page } = desk;
    const dead = ["Open Web Console of OpenShift", "Open Manifest in the Workspace", "Compare Manifest with Object"];
    expect((await menuOf(page, "CDI")).filter((title) => dead.includes(title))).toEqual([]);
    const ofRoot = await menuOf(page, root);
    expect(ofRoot).toEqual(expect.arrayContaining(["Open Manifest in the Workspace", "Compare Manifest with Object"]));
    expect(ofRoot).not.toContain("Open Web Console of OpenShift");
  });

  test("Compare Manifest with Object finds the manifest of a row in the workspace, although it is not open", async () => {
    const { page } = desk;
    await desk.editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    await chooseFromMenu(page, root, "Compare Manifest with Object");
    await expect.poll(tabs, patience).toEqual([expect.stringContaining(`${root}: live on admin@test ↔ file`)]);
  });

  test("a name that is a command of the shell is written into no terminal, and a sentence says so", async () => {
    const { page, editor } = desk;
    await editor.ask((vscode) => {
      const pod = {
        group: "",
        version: "v1",
        kind: "Pod",
        namespace: "kubevirt-hyperconverged",
        name: "$(touch acted)",
      };
      // It ends when the sentence is closed.
      void vscode.commands.executeCommand("hcoStatus.describe", pod);
    });
    const sentence = "kubectl has no such command for this object.";
    await expect.poll(() => see.toasts(page), patience).toEqual([sentence]);
    expect(await shownTerminal()).not.toContain("touch");
    await editor.ask((vscode) => vscode.commands.executeCommand("notifications.clearAll"));
  });

  test("a command for a row that is gone acts on no other object", async () => {
    const { page, editor, file } = desk;
    await editor.ask(async (vscode, path) => {
      await vscode.window.showTextDocument(vscode.Uri.file(path));
      // As VS Code passes a row that was there when its menu was opened.
      void vscode.commands.executeCommand("hcoStatus.describe", undefined, undefined);
    }, file);
    const sentence = "The row has just changed. Choose again.";
    await expect.poll(() => see.toasts(page), patience).toEqual([sentence]);
    expect(await shownTerminal()).not.toContain("describe hyperconverged");
    await editor.ask((vscode) => vscode.commands.executeCommand("notifications.clearAll"));
  });

  test("Enter on an event opens the object that it is about", async () => {
    const { page, editor } = desk;
    const dump = join(packed.folder, "test/golden/a-node-is-lost-and-virt-api-is-down/input.yaml");
    await editor.ask((vscode, path) => vscode.commands.executeCommand("hcoStatus.openMustGather", path, "dump"), dump);
    const event = see.row(page, view, "event");
    await event.waitFor();
    expect(await event.getAttribute("aria-label")).toMatch(
      /^event, NodeNotReady: .*Enter: open the object it is about$/,
    );
    await event.click();
    await page.locator(".part.sidebar [role=tree]:focus").waitFor();
    await page.keyboard.press("Enter");
    const pod = "virt-api-584f312f7a-551f1";
    await expect.poll(tabs, patience).toContainEqual(expect.stringContaining(`${pod} (collected, input.yaml).yaml`));
    await expect.poll(() => shownYaml(page), patience).toContain(`# Pod ${root}/${pod} in input.yaml: as collected`);
    await picture("rows-event");
    expect(await menuOf(page, root)).toEqual(expect.arrayContaining(["Open YAML", "Compare Manifest with Object"]));
    await editor.ask((vscode) => vscode.commands.executeCommand("hcoStatus.closeMustGather"));
    await expect.poll(() => reported(page, root), patience).toMatch(/\| admin@test · /);
  });

  test("of a must-gather a step is copied, and nothing is called live", async () => {
    const { page } = desk;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await desk.editor.ask((vscode) => vscode.commands.executeCommand("hcoStatus.openSample"));
    await expect.poll(() => reported(page, root), patience).toMatch(/\| sample\.tar\.zst · /);
    const step = see.row(page, view, /^Show the .*log/);
    expect(await step.getAttribute("aria-label")).toMatch(/Enter: copy the command$/);
    // The mouse is still over the root, whose tool tip covers the rows below it.
    await acts.leaveTooltip(page);
    await step.click();
    await expect.poll(() => acts.clipboard(desk.editor), patience).toMatch(/^kubectl logs /);
    await see.row(page, view, root).click();
    await expect
      .poll(tabs, patience)
      .toContainEqual(expect.stringContaining(`${root} (collected, sample.tar.zst).yaml`));
    await picture("rows-must-gather");
    await desk.editor.ask((vscode) => vscode.commands.executeCommand("hcoStatus.closeMustGather"));
    await expect.poll(() => reported(page, root), patience).toMatch(/\| admin@test · /);
  });

  test("a HyperConverged that is deleted and created again leaves no component behind as deleted", async () => {
    const { page } = desk;
    await scenarios.healthy(cluster, new Date());
    await expect.poll(() => reported(page, root), patience).toMatch(/^healthy/);
    await recreateHyperConverged(cluster, async () => {
      await expect.poll(() => reported(page, `HyperConverged ${root}`), patience).toMatch(/^deleted/);
    });
    await expect.poll(() => reported(page, root), patience).toMatch(/^healthy/);
    const rows = await see.rows(page, view);
    expect(rows.filter(({ label }) => label.startsWith("deleted"))).toEqual([]);
    await picture("rows-recreated");
  });
});
