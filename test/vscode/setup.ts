import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createVSIX } from "@vscode/vsce";
import type { TestProject } from "vitest/node";
import { buildBundles } from "../shared-build.ts";
import { installExtension } from "./editor.ts";
import { howToInstall, installedEditor } from "./installed.ts";

/** The extension as people get it. */
export interface Packed {
  /** The repository with its bundles made, for `unpacked`. */
  readonly folder: string;
  /** The packaged extension. */
  readonly vsix: string;
  /** The folder that VS Code has installed it into, for `unpacked`: no editor needs to install it again. */
  readonly installed: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** Undefined where there is no VS Code to run it in. */
    packed: Packed | undefined;
  }
}

let made: string | undefined;

/** Vitest calls this once, before the first test file of this folder and only if there is one to run. */
export async function setup(project: TestProject): Promise<void> {
  const folder = fileURLToPath(new URL("../..", import.meta.url));
  // The tests run what people run: the bundles, made from the sources as they are now.
  const dist = join(folder, "dist");
  // The names of its files change with their contents.
  rmSync(join(dist, "extension"), { recursive: true, force: true });
  cpSync(buildBundles(), dist, { recursive: true });
  const editor = installedEditor();
  if (editor === undefined) {
    console.warn(`\n  No VS Code to run test/vscode in: ${howToInstall}\n`);
    return;
  }
  made = mkdtempSync(join(tmpdir(), "hco-status-vsix-"));
  const vsix = join(made, "hco-status.vsix");
  await createVSIX({ cwd: folder, packagePath: vsix, dependencies: false });
  await installExtension(vsix, made, editor);
  const extensions = join(made, "extensions");
  const [name = ""] = readdirSync(extensions).filter((each) => each.startsWith("hco-status."));
  project.provide("packed", { folder, vsix, installed: join(extensions, name) });
}

/** Vitest calls this when all is done. */
export function teardown(): void {
  if (made !== undefined) rmSync(made, { recursive: true, force: true });
}
