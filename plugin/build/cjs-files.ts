import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { InputOptions, OutputChunk, OutputOptions } from "rolldown";

// What the plugin's and the extension's CommonJS files for Node have in common.

export const cjsInput: InputOptions = {
  platform: "node",
  tsconfig: false,
  preserveEntrySignatures: "allow-extension",
  // Where a file is shared, an import() of a module in it may load it earlier than it is needed.
  checks: { ineffectiveDynamicImport: false },
  optimization: { inlineConst: { mode: "all" } },
};

export const cjsOutput: OutputOptions = {
  format: "cjs",
  minify: true,
  comments: false,
  exports: "named",
  esModule: false,
  dynamicImportInCjs: false,
  entryFileNames: "[name].cjs",
};

/**
 * Builds into `folder`, and then removes the files of an older build that are not built any more. They go last, because
 * they may be running. `build` returns the paths of its files.
 */
export async function replaceFiles(folder: string, build: () => Promise<readonly string[]>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const before = await readdir(folder);
  const now = new Set((await build()).map((path) => basename(path)));
  const old = before.filter((name) => /\.cjs$/.test(name) && !now.has(name));
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
}

/**
 * Refuses files that need each other to load. Which of their exports are missing would depend on the file that is loaded
 * first. The remedy is an `import()` of the module that only one of them needs.
 */
export function refuseCycles(chunks: readonly OutputChunk[]): void {
  const needs = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const done = new Set<string>();
  const visit = (file: string, above: readonly string[]): void => {
    if (above.includes(file)) throw new Error(`these files need each other: ${[...above, file].join(" -> ")}`);
    if (done.has(file)) return;
    for (const next of needs.get(file) ?? []) visit(next, [...above, file]);
    done.add(file);
  };
  for (const { fileName } of chunks) visit(fileName, []);
}
