import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeAll, hover, inlays, isSome, lenses, openDump, pause, problems, set, show, until } from "../documents.ts";
import { type Instance, startInstance } from "../instance.ts";
import { hyperConverged, ref } from "../manifests.ts";

const extension = vscode.extensions.getExtension("hco-status.hco-status") as vscode.Extension<unknown>;
const folder = mkdtempSync(join(tmpdir(), "hco-status-translated-"));
const switches = ["endOfLine", "codeLens", "diagnostics", "explorerBadges", "statusBar"];

/** Words between brackets come from the translation of nobody, in which no letter is of ASCII. */
const isTranslated = /⟦/;

describe("in another language", () => {
  let instance: Instance;
  let document: vscode.TextDocument;
  const asked: unknown[] = [];
  const ask = (...words: unknown[]): Promise<undefined> => {
    asked.push(...words);
    return Promise.resolve(undefined);
  };

  before(async () => {
    // VS Code reads an extension's translations when it activates it.
    await extension.activate();
    for (const name of switches) await set(`${name}.enabled`, true);
    instance = startInstance({
      "window.showInformationMessage": ask,
      "window.showErrorMessage": ask,
      "window.showQuickPick": ask,
      "window.showInputBox": ask,
      "window.showOpenDialog": ask,
      "window.setStatusBarMessage": ask,
    });
    await vscode.commands.executeCommand("hcoStatus.roots.focus");
    await vscode.commands.executeCommand("hcoStatus.openSample");
    document = await show(`${hyperConverged}status:\n  conditions:\n  - type: Available\n    status: "True"\n`);
    await until(() => inlays(document), isSome);
  });

  after(async () => {
    instance.dispose();
    for (const name of switches) await set(`${name}.enabled`, undefined);
    await closeAll();
    rmSync(folder, { recursive: true, force: true });
  });

  it("VS Code speaks it", () => {
    assert.equal(vscode.env.language, "de");
  });

  it("everything beside a manifest does", async () => {
    const texts = [
      ...(await Promise.all(["kind", "infra", "alignCPUs", "Available"].map((word) => hover(document, word)))),
      ...(await inlays(document)),
      ...(await lenses(document)),
      ...(await until(() => problems(document), isSome)).map(({ message }) => message),
    ];
    assertTranslated(texts);
  });

  it("the rows of the tree do, and what is said of them", async () => {
    const options = instance.calls.findLast(({ name }) => name === "window.createTreeView")
      ?.words[1] as vscode.TreeViewOptions<unknown>;
    const provider = options.treeDataProvider as unknown as {
      getChildren(element?: unknown): unknown[] | Promise<unknown[]>;
      getTreeItem(element: unknown): vscode.TreeItem;
      resolveTreeItem(item: vscode.TreeItem, element: unknown): Promise<vscode.TreeItem>;
    };
    await until(() => provider.getChildren(), isSome);
    const texts: string[] = [];
    const spoken: string[] = [];
    const walk = async (above: unknown, depth: number): Promise<void> => {
      for (const one of await provider.getChildren(above)) {
        const item = await provider.resolveTreeItem(provider.getTreeItem(one), one);
        const { label, description, accessibilityInformation, tooltip } = item;
        spoken.push(`${accessibilityInformation?.label}`);
        texts.push(String(label), String(description ?? ""), textOf(tooltip));
        if (depth > 0) await walk(one, depth - 1);
      }
    };
    await walk(undefined, 6);
    assert.ok(spoken.length > 100, `${spoken.length}`);
    // What is said about the cluster are the words of the outline; groups and actions are the extension's own.
    assert.ok(spoken.filter((text) => isTranslated.test(text)).length > 10, spoken.join("\n"));
    assertNoEnglish(texts);
  });

  it("what the view, the status bar and the language status say does", async () => {
    const made = /createTreeView|createStatusBarItem|createLanguageStatusItem/;
    await until(
      () => instance.calls.filter(({ name }) => made.test(name)).length,
      (count) => count >= 3,
    );
    const texts = instance.calls
      .filter(({ name }) => made.test(name))
      .flatMap(({ result }) => {
        const { name, text, detail, tooltip, description, message, badge } = result as Record<string, unknown>;
        const said = [
          name,
          text,
          detail,
          textOf(tooltip),
          description,
          message,
          (badge as { tooltip?: string })?.tooltip,
        ];
        return said.filter((one): one is string => typeof one === "string" && one !== "");
      });
    assertTranslated(texts);
  });

  it("what commands ask and say does", async () => {
    for (const name of [
      "openGather",
      "pickContext",
      "pinContext",
      "showUnwell",
      "copyReport",
      "copyLogsCommand",
      "copyCommand",
    ])
      await vscode.commands.executeCommand(`hcoStatus.${name}`);
    for (const name of ["openManifest", "waitUntilHealthy", "diffWithLive", "openLive"])
      await vscode.commands.executeCommand(`hcoStatus.${name}`, { ref: { ...ref, name: "other" } });
    await vscode.commands.executeCommand("hcoStatus.openLive", "nonsense");
    const texts = wordsIn(asked);
    assertNoEnglish(texts);
    // What a list offers is named and told of by a Report.
    const { length } = texts.filter((text) => isTranslated.test(text));
    assert.ok(length >= 15, JSON.stringify(texts));
  });

  it("the live YAML and the timeline do", async () => {
    await vscode.commands.executeCommand("hcoStatus.openLive", { ref });
    const live = await until(
      () =>
        vscode.workspace.textDocuments
          .find(({ uri }) => uri.scheme === "hco-status-live" && !uri.path.includes("other"))
          ?.getText() ?? "",
      (text) => text.includes("status:"),
    );
    await vscode.commands.executeCommand("hcoStatus.showTimeline", { ref });
    const panel = await until(
      () =>
        instance.calls.find(({ name }) => name === "window.createWebviewPanel")?.result as
          | vscode.WebviewPanel
          | undefined,
      (found) => (found?.webview.html ?? "") !== "",
    );
    const comments = live
      .split("\n")
      .filter((line) => line.startsWith("#"))
      .map((line) => line.slice(1));
    const page = `${panel?.webview.html}`.replace(/<(style|script)[\s\S]*?<\/\1>/g, "").match(/>[^<]+</g) ?? [];
    assertTranslated([comments.join(" "), `${panel?.title}`]);
    assertNoEnglish(page);
  });

  it("what cannot be read does", async () => {
    writeFileSync(join(folder, "none.yaml"), "a: [");
    await openDump(join(folder, "none.yaml"));
    await pause(500);
    await vscode.commands.executeCommand("hcoStatus.closeGather");
    await until(
      () => hover(document, "kind"),
      (text) => text !== "",
    );
    assertTranslated([await hover(document, "kind"), ...(await inlays(document))]);
  });
});

/** Each of these says something of ours, and nothing of it in English. */
function assertTranslated(texts: readonly string[]): void {
  const all = texts.filter((text) => text.trim() !== "");
  assert.deepEqual(
    all.filter((text) => !isTranslated.test(text)),
    [],
  );
  assertNoEnglish(all);
}

/** What the bundle has in English and somebody shows without asking it. */
function assertNoEnglish(texts: readonly string[]): void {
  const own = texts.map((text) => text.replace(/\]\(command:[^)]*\)/g, "]"));
  const leaks = phrases.filter((phrase) => own.some((text) => text.includes(phrase)));
  assert.deepEqual(leaks, []);
}

/** A Report says this of components, too, and what a Report says is shown as it is. */
const reported: readonly string[] = ["no reason given"];

/** The literal parts of our texts of three words and more: two may stand in any message of a cluster. */
const phrases: readonly string[] = Object.keys(bundle())
  .flatMap((text) => text.split(/\{\d+\}/))
  .map((part) => part.trim())
  .filter(
    (part) => part.split(/\s+/).filter((word) => /^[a-z]{2,}/i.test(word)).length >= 3 && !reported.includes(part),
  );

function bundle(): Readonly<Record<string, string>> {
  const file = vscode.Uri.joinPath(extension.extensionUri, "extension", "l10n", "bundle.l10n.json");
  return JSON.parse(readFileSync(file.fsPath, "utf8"));
}

function textOf(value: unknown): string {
  if (typeof value === "object" && value !== null && "value" in value) return String(value.value);
  return typeof value === "string" ? value : "";
}

function wordsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    ["label", "detail", "description", "title", "prompt", "openLabel"].includes(key) ? wordsIn(one) : [],
  );
}
