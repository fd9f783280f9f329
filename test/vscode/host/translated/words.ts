import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeAll, hover, inlays, isSome, lenses, set, show, until } from "../documents.ts";
import { type Instance, startInstance } from "../instance.ts";
import { hyperConverged, ref } from "../manifests.ts";

const extension = vscode.extensions.getExtension("hco-status.hco-status") as vscode.Extension<unknown>;
const switches = ["codeLens", "statusBar"];

/** Words between brackets come from an invented translation, in which no letter is of ASCII. */
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
  });

  it("VS Code speaks it", () => {
    assert.equal(vscode.env.language, "de");
  });

  it("the lenses above a manifest do, and what is said about the cluster stays as every front says it", async () => {
    assertTranslated(await lenses(document));
    const state = [await hover(document, "kind"), ...(await inlays(document))];
    assert.deepEqual(
      state.filter((text) => isTranslated.test(text)),
      [],
    );
  });

  it("the names of the status bar and of the language status do", async () => {
    const items = await until(
      () => instance.calls.filter(({ name }) => /createStatusBarItem|createLanguageStatusItem/.test(name)),
      ({ length }) => length >= 2,
    );
    assertTranslated(items.map(({ result }) => String((result as Record<string, unknown>)["name"])));
  });

  it("what commands ask and say does", async () => {
    for (const name of [
      "openMustGather",
      "pickContext",
      "pinContext",
      "showUnhealthy",
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

/** Asserts that no text has an English phrase of the bundle, which a surface shows where it asks for no translation. */
function assertNoEnglish(texts: readonly string[]): void {
  const own = texts.map((text) => text.replace(/\]\(command:[^)]*\)/g, "]"));
  const leaks = phrases.filter((phrase) => own.some((text) => text.includes(phrase)));
  assert.deepEqual(leaks, []);
}

/** The literal parts of our texts of three words and more: two may stand in any message of a cluster. */
const phrases: readonly string[] = Object.keys(bundle())
  .flatMap((text) => text.split(/\{\d+\}/))
  .map((part) => part.trim())
  .filter((part) => part.split(/\s+/).filter((word) => /^[a-z]{2,}/i.test(word)).length >= 3);

function bundle(): Readonly<Record<string, string>> {
  const file = vscode.Uri.joinPath(extension.extensionUri, "extension", "l10n", "bundle.l10n.json");
  return JSON.parse(readFileSync(file.fsPath, "utf8"));
}

function wordsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    ["label", "detail", "description", "title", "prompt", "openLabel"].includes(key) ? wordsIn(one) : [],
  );
}
