import assert from "node:assert/strict";
import * as vscode from "vscode";

// What VS Code shows beside a document, asked for as VS Code itself asks for it.

/**
 * Opens a text that no file holds, and shows it. VS Code names it as one that was closed, and gives it the text of that
 * one while the backup of it is still being removed, whatever `content` says; such a document is closed, and opened
 * again.
 */
export async function show(content: string, language = "yaml"): Promise<vscode.TextDocument> {
  const document = await until(
    async () => {
      const opened = await vscode.workspace.openTextDocument({ language, content });
      await vscode.window.showTextDocument(opened);
      if (withoutReturns(opened.getText()) === withoutReturns(content)) return opened;
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      return undefined;
    },
    (opened) => opened !== undefined,
  );
  assert.ok(document !== undefined);
  return document;
}

/** VS Code makes all line breaks of a document the same. */
function withoutReturns(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  for (const document of vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === "untitled")) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

/** The Markdown of ours at the first place of `word`, or at an offset. */
export async function hovers(
  document: vscode.TextDocument,
  at: string | number,
): Promise<readonly vscode.MarkdownString[]> {
  const offset = typeof at === "number" ? at : document.getText().indexOf(at) + 1;
  const found = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    document.uri,
    document.positionAt(offset),
  );
  return found.flatMap(({ contents }) => contents).filter((one) => one instanceof vscode.MarkdownString);
}

export async function hover(document: vscode.TextDocument, at: string | number): Promise<string> {
  return (await hovers(document, at)).map(({ value }) => value).join("\n\n");
}

/** The same as soon as it matches. */
export async function untilHover(document: vscode.TextDocument, at: string | number, wanted: RegExp): Promise<string> {
  return until(
    () => hover(document, at),
    (text) => wanted.test(text),
  );
}

/** The texts of all inlay hints, in their order. */
export async function inlays(document: vscode.TextDocument): Promise<readonly string[]> {
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  const found = await vscode.commands.executeCommand<vscode.InlayHint[]>(
    "vscode.executeInlayHintProvider",
    document.uri,
    all,
  );
  return found.map(({ label }) => (typeof label === "string" ? label : label.map(({ value }) => value).join("")));
}

export async function lenses(document: vscode.TextDocument): Promise<readonly string[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    "vscode.executeCodeLensProvider",
    document.uri,
    100,
  );
  return found.flatMap(({ command }) => command?.title ?? []);
}

/** Those in the list of problems that are ours. */
export function problems(document: vscode.TextDocument): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === "hco-status");
}

/** What `look` brings as soon as that is as wanted; the last of it is in the error where it never is. */
export async function until<T>(
  look: () => T | Thenable<T>,
  isWanted: (seen: T) => boolean,
  patience = 120_000,
): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (isWanted(seen)) return seen;
    if (Date.now() > end) throw new Error(`after ${patience} ms still: ${String(JSON.stringify(seen)).slice(0, 2000)}`);
    await pause(50);
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export function isSome(seen: string | readonly unknown[]): boolean {
  return seen.length > 0;
}

export function isNone(seen: string | readonly unknown[]): boolean {
  return seen.length === 0;
}

/** Writes a setting of ours for the person, or takes it back. */
export async function set(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration("hcoStatus").update(name, value, vscode.ConfigurationTarget.Global);
}

export async function openDump(path: string): Promise<void> {
  await vscode.commands.executeCommand("hcoStatus.openMustGather", path, "dump");
}
