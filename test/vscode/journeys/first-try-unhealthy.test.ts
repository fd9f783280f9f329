import { writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { minutesBefore } from "../../cluster/clock.ts";
import { type LogKubelet, startLogKubelet } from "../../cluster/kubelet.ts";
import { scenarios } from "../../cluster/scenarios.ts";
import { describeJourney } from "../describe-editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import * as acts from "./first-try-acts.ts";
import {
  chooseFromMenuUntil,
  type Desk,
  followLogLink,
  manifest,
  menuOf,
  openDesk,
  openLogFromMenu,
  readHeading,
  showManifest,
  themes,
  view,
  widen,
} from "./live-desk.ts";
import { endsOfLines } from "./live-panes.ts";
import { languageStatus } from "./states-folders.ts";

const root = "kubevirt-hyperconverged";
const pod = "cdi-deployment-ff221a4411-53124";
const panic = 'panic: no matches for kind "Ingress" in version "networking.k8s.io/v1beta1"';
/** The label of the row that shows it. */
const logLine = /^panic: no matches/;
const coloured = [
  "\u001b[31mERROR\u001b[0m cannot start",
  "\u001b[33mWARN\u001b[0m password=hunter2hunter2",
  "Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30.abcdefghijklmnop",
  "\u001b[2J\u001b[H\u001b[31mERROR\u001b[0m again",
];

/** A desk without what a setting adds beside the manifest. */
const plainSettings = {
  "hcoStatus.codeLens.enabled": false,
  "hcoStatus.endOfLine.enabled": false,
  // The page has the text of a terminal only where it is not drawn by the graphics card.
  "terminal.integrated.gpuAcceleration": "off",
};

describeJourney("an unhealthy HyperConverged is understood, at first try", (cluster, packed) => {
  let kubelet: LogKubelet;
  let desk: Desk;
  const following = new Set<ServerResponse>();
  /** Bytes of the log of a gigabyte that the server took. */
  let sent = 0;

  beforeAll(async () => {
    const now = new Date();
    await scenarios.crashAndPull(cluster, now);
    kubelet = await startLogKubelet(cluster, "node01", minutesBefore(now, 90));
    const steps = Array.from({ length: 400 }, (_, index) => `I1128 10:00:00.100000       1 main.go:60] step ${index}`);
    const previous = `${[...steps, ...coloured, panic, "", "goroutine 1 [running]:"].join("\n")}\n`;
    kubelet.answer((response, query) => {
      response.writeHead(200, { "content-type": "text/plain" });
      if (query.get("previous") === "true") response.end(previous);
      else if (query.get("follow") === "true") {
        response.write("I1128 10:05:00.100000       1 main.go:60] starting again\n");
        following.add(response);
        response.once("close", () => following.delete(response));
      } else response.end(`${panic}\n`);
    });
    desk = await openDesk(cluster, packed, plainSettings);
  });
  beforeEach(({ task }) => {
    onTestFailed(async () => {
      const name = `unhealthy-failed-${task.name.slice(0, 40).replaceAll(/\W+/g, "-")}`;
      await acts.picture(desk.page, name, "stays");
    });
  });
  afterAll(async () => {
    await desk?.stop();
    await kubelet?.close();
  });

  const activeName = () => acts.activeName(desk.editor);
  const terminals = () => acts.terminalNames(desk.editor);

  /** Moves the focus into the tree, to its first row. */
  async function focusTree(): Promise<void> {
    await see.runCommand(desk.page, "HCO Status: Focus on Operators View");
    await desk.page.locator(".part.sidebar [role=tree]:focus").waitFor();
    await desk.page.keyboard.press("Home");
  }

  async function select(context: string): Promise<void> {
    await see.pressTitleButton(desk.page, view, "Select Context…");
    await see.quickPick(desk.page, context).click();
    await expect.poll(() => see.sideBarTitle(desk.page), patience).toBe(`HCO Status: ${context}`);
    await see.row(desk.page, view, "CDI").waitFor();
  }

  const cursorLine = async (): Promise<string> => {
    const line = await desk.editor.ask((vscode) => vscode.window.activeTextEditor?.selection.active.line ?? 0);
    return (await acts.activeText(desk.editor)).split("\n")[line] ?? "";
  };

  test("the sidebar tells verdict, context, cause, log line and blocked upgrade at its usual width", async () => {
    const { page } = desk;
    await widen(page, 348);
    await see.row(page, view, logLine).waitFor();
    await expect.poll(() => see.sideBarTitle(page), patience).toBe("HCO Status: admin@test");
    const verdict = {
      icon: "error",
      label: expect.stringMatching(/^unavailable for \d+m(?:\d+s)?$/),
      description: `admin@test · ${root}`,
    };
    const firstCause = {
      label: "CDI",
      description: expect.stringMatching(/container cdi-controller.*CrashLoopBackOff.*exit 1, 7 restarts/),
    };
    await expect
      .poll(async () => (await see.rows(page, view)).slice(0, 2), patience)
      .toMatchObject([verdict, firstCause]);
    const others = [/^AAQ \| /, /^Components \| 2 of \d unhealthy/, /^Upgrade \| .*blocked/];
    await expect
      .poll(() => acts.lines(page), patience)
      .toEqual(expect.arrayContaining(others.map((line) => expect.stringMatching(line))));
    await expect.poll(() => see.badge(page, "HCO Status"), patience).toBe("1");
    expect(await see.toasts(page)).toEqual([]);
    await acts.picture(page, "unhealthy-usual-width");
    expect(await acts.tooltipOf(page, root, "no disk can be imported")).toContain("CDI");
    await acts.picture(page, "unhealthy-tooltip", "stays");
    await acts.leaveTooltip(page);
    await widen(page, 560);
  });

  test("beside the manifest stand verdict and context, in the text, the status bar and the language status", async () => {
    const { page } = desk;
    await showManifest(desk);
    const inlay = expect.stringMatching(/^✗ unavailable(?: for [\dms]+)?: CDI(?:, AAQ| \+1) · admin@test$/);
    await expect.poll(() => see.inlays(page), patience).toEqual([inlay]);
    const inBar = expect.stringMatching(/^HyperConverged unavailable · admin@test/);
    await expect.poll(() => see.statusBar(page), patience).toContainEqual(inBar);
    await expect
      .poll(() => languageStatus(page), patience)
      .toMatch(/HyperConverged · unavailable for \d+m.*, admin@test/);
    expect(await see.codeLenses(page)).toEqual([]);
    expect(await endsOfLines(page)).toEqual([]);
    await acts.picture(page, "unhealthy-beside");
    const hint = page.locator(".view-lines span[class*=dyn-rule]", { hasText: "unavailable" }).first();
    const selected = page.locator(".part.sidebar [role=treeitem].selected .label-description");
    // VS Code ignores a click while it draws the hint again.
    const clickHint = async (): Promise<readonly string[]> => {
      await see.clickWithControl(page, hint);
      return await selected.allTextContents();
    };
    await expect.poll(clickHint, { ...patience, interval: 2_000 }).toEqual([`admin@test · ${root}`]);
  });

  test("from the hover of the manifest to the culprit, and back", async () => {
    const { page } = desk;
    await showManifest(desk);
    await expect.poll(() => see.inlays(page), patience).toEqual([expect.stringMatching(/^✗ unavailable/)]);
    const text = await see.hover(page, "HyperConverged", "CrashLoopBackOff");
    expect(text.slice(0, text.indexOf("CDI"))).toMatch(/unavailable[\s\S]*no disk can be imported/);
    await acts.picture(page, "unhealthy-hover", "stays");
    // A container is shown in its Pod.
    const link = page.locator(".monaco-hover:not(.hidden) a", { hasText: /^cdi-controller$/ }).first();
    // The hover may close before the click.
    const followLink = async (): Promise<string> => {
      if ((await activeName()) !== desk.file) return activeName();
      if ((await link.count()) === 0) await see.hover(page, "HyperConverged", "CrashLoopBackOff");
      await link.click({ timeout: 10_000 });
      await expect.poll(activeName, { timeout: 5_000 }).not.toBe(desk.file);
      return activeName();
    };
    await expect.poll(followLink, patience).toBe(`/${pod} (live, admin@test).yaml`);
    await expect.poll(() => acts.activeText(desk.editor), patience).toContain("kind: Pod");
    await acts.picture(page, "unhealthy-culprit");
    await page.locator('.command-center [aria-label^="Go Back"]').first().click();
    await expect.poll(activeName, patience).toBe(desk.file);
  });

  async function writeFromMenu(action: string, command: RegExp): Promise<void> {
    const readTerminal = (): Promise<string> => acts.terminalText(desk.page);
    await chooseFromMenuUntil(desk.page, /^Pod cdi-deployment/, action, readTerminal, command);
  }

  test("Enter on the cause writes its command, and each context has one terminal", async () => {
    const { page, editor } = desk;
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    await focusTree();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const logs = `kubectl --context admin@test logs -n ${root} ${pod} -c cdi-controller --previous`;
    await expect.poll(() => acts.terminalText(page), patience).toContain(logs);
    const describePod = new RegExp(`kubectl --context admin@test describe .*${pod}`);
    await writeFromMenu("Describe in Terminal", describePod);
    await writeFromMenu("Show Events in Terminal", new RegExp(`kubectl --context admin@test .*events? .*${pod}`));
    // What was written and not run is replaced.
    expect(await acts.terminalText(page)).not.toMatch(describePod);
    expect(await terminals()).toEqual(["admin@test · HCO Status"]);
    await acts.picture(page, "unhealthy-terminal");
    await select("deputy@test");
    await see.row(page, view, "CDI").click();
    await expect.poll(() => acts.terminalText(page), patience).toMatch(/kubectl --context deputy@test logs/);
    expect(await terminals()).toEqual(["admin@test · HCO Status", "deputy@test · HCO Status"]);
    await acts.picture(page, "unhealthy-terminals-of-two");
    await select("admin@test");
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closePanel"));
  });

  test("a reason against the upgrade is explained by Enter and by a click in the same way", async () => {
    const { page, editor } = desk;
    await see.expand(page, view, "Upgrade");
    await see.row(page, view, /^CDI: Degraded=True/).click();
    await expect.poll(() => acts.activeText(editor), patience).toContain("Degraded · upgrade gate code");
    const byMouse = await acts.activeText(editor);
    await acts.picture(page, "unhealthy-explained");
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeActiveEditor"));
    await expect.poll(() => acts.activeText(editor), patience).not.toBe(byMouse);
    await see.runCommand(page, "HCO Status: Focus on Operators View");
    await page.locator(".part.sidebar [role=tree]:focus").waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => acts.activeText(editor), patience).toBe(byMouse);
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  });

  test("F12 in live YAML leads from the Pod to its owners", async () => {
    const { page, editor } = desk;
    await see.row(page, view, /^Pod cdi-deployment/).click();
    await expect.poll(activeName, patience).toBe(`/${pod} (live, admin@test).yaml`);
    await expect.poll(() => acts.activeText(editor), patience).toContain("ownerReferences");
    for (const [kind, name] of [
      ["ReplicaSet", "cdi-deployment-ff221a4411"],
      ["Deployment", "cdi-deployment"],
    ] as const) {
      await expect
        .poll(() => acts.activeText(editor), patience)
        .toMatch(new RegExp(`kind: ${kind}\\n +name: ${name}\\n`));
      await acts.goTo(editor, `name: ${name}\n`, "name: c".length);
      await page.keyboard.press("F12");
      await expect.poll(activeName, patience).toBe(`/${name} (live, admin@test).yaml`);
      await expect.poll(() => acts.activeText(editor), patience).toMatch(new RegExp(`^kind: ${kind}$`, "m"));
    }
    await acts.picture(page, "unhealthy-owner");
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  });

  test("each row offers what works on it", async () => {
    const { page } = desk;
    for (const label of ["Conditions", "Components"]) await see.expand(page, view, label);
    const ofRoot = await menuOf(page, root);
    const ofPod = await menuOf(page, /^Pod cdi-deployment/);
    const onRoot = ["Open Manifest in the Workspace", "Compare Manifest with Object", "Show Timeline", "Copy Link"];
    expect(ofRoot).toEqual(expect.arrayContaining([...onRoot, "Copy Report as Markdown", "Wait until Healthy"]));
    for (const title of onRoot) expect(ofPod).not.toContain(title);
    expect(ofPod).toEqual(
      expect.arrayContaining([
        ...["Open YAML", "Open Log", "Copy as kubectl Command", "Copy Logs Command"],
        ...["Show Logs in Terminal", "Describe in Terminal", "Show Events in Terminal"],
      ]),
    );
    await see.row(page, view, logLine).waitFor();
    for (const label of [/^Available$/, "CDI", /^Deployment cdi-deployment/, /^container cdi-controller/, logLine]) {
      const menu = await menuOf(page, label);
      expect(menu).toContain("Copy");
      expect(menu).not.toContain("Open Web Console of OpenShift");
      expect(menu).not.toContain("Open Manifest in the Workspace");
    }
    await see.row(page, view, /^Pod cdi-deployment/).click({ button: "right" });
    await page.locator(".monaco-menu").waitFor();
    await acts.picture(page, "unhealthy-menu", "stays");
    await page.keyboard.press("Escape");
  });

  test("the log of the crashed run opens at the panic, with colours, without credentials, and can be searched", async () => {
    const { page, editor } = desk;
    await see.row(page, view, /^container cdi-controller/).click();
    await expect.poll(() => readHeading(desk.editor), patience).toMatch(/^# admin@test · previous run, ended/);
    await expect.poll(cursorLine, patience).toBe(panic);
    const text = await acts.activeText(editor);
    expect(text).not.toMatch(/\u001b|hunter2|eyJhbG/);
    expect(text).toMatch(/ERROR cannot start[\s\S]*ERROR again/);
    await acts.picture(page, "unhealthy-log");
    await page.locator(".monaco-editor .view-lines").first().click();
    await page.keyboard.press("Control+F");
    await page.keyboard.type("ERROR");
    await expect.poll(() => page.locator(".find-widget .matchesCount").innerText(), patience).toMatch(/of 2$/);
    await page.keyboard.press("Escape");
    const error = page.locator(".view-lines span[class*=ced-]", { hasText: /^ERROR$/ }).first();
    const colours = new Set<string>();
    for (const [, theme, , , workbenchClass] of themes.slice(0, 3)) {
      await editor.ask(
        (vscode, wanted) => vscode.workspace.getConfiguration("workbench").update("colorTheme", wanted, true),
        theme,
      );
      await page.locator(`.monaco-workbench.${workbenchClass}`).waitFor();
      colours.add(await error.evaluate((span) => getComputedStyle(span).color));
    }
    await acts.picture(page, "unhealthy-log-high-contrast");
    expect(colours.size).toBeGreaterThan(1);
    await editor.ask((vscode) => vscode.workspace.getConfiguration("workbench").update("colorTheme", undefined, true));
  });

  test("the current run is followed while it is visible, and goes on after another tab", async () => {
    const { page, editor, file } = desk;
    await widen(page, 330);
    await followLogLink(desk, "current run", /current run, live/);
    // Another file would take the place of a tab in preview.
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.keepEditor"));
    await expect.poll(() => following.size, patience).toBe(1);
    for (const response of following) response.write("one line more\n");
    await expect.poll(() => acts.activeText(editor), patience).toContain("one line more");
    await acts.openFile(editor, file);
    await expect.poll(() => following.size, patience).toBe(0);
    await page.locator(".tab", { hasText: "cdi-controller (admin@test)" }).click();
    await expect.poll(() => following.size, patience).toBe(1);
    const text = await acts.activeText(editor);
    expect(text.split("starting again")).toHaveLength(2);
    await acts.picture(page, "unhealthy-log-followed");
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    await expect.poll(() => following.size, patience).toBe(0);
    await widen(page, 560);
  });

  test("a server that sends a gigabyte of log stops no other work, and not all of it is taken", async () => {
    const { page, editor } = desk;
    const line = `${"x".repeat(1_000)}\n`.repeat(1_000);
    kubelet.answer((response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const more = (): void => {
        while (sent < 1_000_000_000 && !response.destroyed) {
          sent += line.length;
          if (!response.write(line)) return void response.once("drain", more);
        }
        if (!response.destroyed) response.end(`${panic}\n`);
      };
      more();
    });
    await openLogFromMenu(desk, /^container cdi-controller/, /^# admin@test · /);
    // The log of the run that ended is known: only the one of the current run is read again.
    await widen(page, 330);
    await followLogLink(desk, "current run", /current run, live/);
    await expect.poll(() => sent, patience).toBeGreaterThan(1_000_000);
    await see.row(page, view, "AAQ").click();
    await acts.picture(page, "unhealthy-log-gigabyte");
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    await expect.poll(() => see.row(page, view, "AAQ").isVisible(), patience).toBe(true);
    expect(sent).toBeLessThan(1_000_000_000);
    await widen(page, 560);
  });

  test("settings add links, ends of lines and Problems; a comment takes all of them away", async () => {
    const { page, editor, file } = desk;
    await showManifest(desk);
    await editor.ask(async (vscode) => {
      const settings = vscode.workspace.getConfiguration("hcoStatus");
      for (const name of ["codeLens", "endOfLine", "diagnostics", "explorerBadges"])
        await settings.update(`${name}.enabled`, true, vscode.ConfigurationTarget.Global);
    });
    const links = ["Show in tree", "Open live", "Compare with live", "What would change"];
    await expect.poll(() => see.codeLenses(page), patience).toEqual(links);
    await expect
      .poll(() => endsOfLines(page), patience)
      .toContainEqual(expect.stringMatching(/^✗ AAQ unavailable for/));
    await acts.picture(page, "unhealthy-all-beside");
    const problems = (): Promise<number> =>
      editor.ask((vscode, path) => vscode.languages.getDiagnostics(vscode.Uri.file(path)).length, file);
    await expect.poll(problems, patience).toBeGreaterThan(0);
    writeFileSync(file, `# hco-status: ignore\n${manifest}`);
    await expect.poll(() => see.codeLenses(page), patience).toEqual([]);
    await expect.poll(() => see.inlays(page), patience).toEqual([]);
    await expect.poll(() => endsOfLines(page), patience).toEqual([]);
    await expect.poll(problems, patience).toBe(0);
    await acts.picture(page, "unhealthy-ignored");
    writeFileSync(file, manifest);
    await expect.poll(() => see.codeLenses(page), patience).toEqual(links);
  });

  test("a file of 500 documents has the verdict at the one that is known, and takes letters at once", async () => {
    const { page, editor, file } = desk;
    const other = (index: number): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c${index}\ndata:\n  a: b\n`;
    const all = Array.from({ length: 500 }, (_, index) => (index === 249 ? manifest : other(index)));
    const path = join(file, "..", "all.yaml");
    writeFileSync(path, all.join("---\n"));
    await acts.openFile(editor, path);
    await acts.goTo(editor, "kind: HyperConverged");
    await expect.poll(() => see.inlays(page), patience).toContainEqual(expect.stringMatching(/^✗ unavailable/));
    await acts.goTo(editor, "uninstallStrategy: B", "uninstallStrategy: B".length);
    await page.keyboard.type("abcdefghij");
    await page.locator(".view-line", { hasText: "Babcdefghij" }).waitFor();
    await acts.picture(page, "unhealthy-500-documents");
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.files.revert"));
    writeFileSync(path, "");
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  });
});
