import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import type { Page } from "playwright-core";
import type { Editor } from "../editor.ts";
import * as see from "../page.ts";

/** A folder of a workspace: the context that its settings pin, if they pin one, and its files by name. */
export interface PinnedFolder {
  readonly context?: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Writes folders with these names below `path`, and the .code-workspace of all of them, whose path it answers. */
export function writeWorkspace(path: string, folders: Readonly<Record<string, PinnedFolder>>): string {
  for (const [name, { context, files }] of Object.entries(folders)) {
    mkdirSync(join(path, name, ".vscode"), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(path, name, file), text);
    if (context !== undefined)
      writeFileSync(settingsFile(path, name), JSON.stringify({ "hcoStatus.context": context }));
  }
  const file = join(path, "all.code-workspace");
  writeFileSync(file, JSON.stringify({ folders: Object.keys(folders).map((name) => ({ path: name })) }));
  return file;
}

/** Where a folder below `path` keeps its settings. */
export function settingsFile(path: string, name: string): string {
  return join(path, name, ".vscode", "settings.json");
}

/** How the only user of a kubeconfig proves itself. */
export function userOf(kubeconfig: string): object {
  const { users } = load(readFileSync(kubeconfig, "utf8")) as { readonly users: readonly { readonly user: object }[] };
  return users[0]?.user ?? {};
}

/** Shows a file in this column, in place of what is there. */
export async function showFile(editor: Editor, path: string, column = 1): Promise<void> {
  await editor.ask(
    async (vscode, file, viewColumn) => {
      await vscode.window.showTextDocument(vscode.Uri.file(file), { viewColumn, preview: true });
    },
    path,
    column,
  );
}

/** What stands beside the language of the open file, as a screen reader says it. */
export async function languageStatus(page: Page): Promise<string> {
  return (await see.statusBar(page)).find((text) => text.includes("Language Status")) ?? "";
}
