import { readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { defineCommit } from "./commit.ts";
import { withoutTheRest } from "./esbuild-plugins.ts";
import { compileExplanations, tableFile } from "./explanation-table.ts";
import { bundleExtension } from "./extension-bundles.ts";
import { bundleLibraryTypes } from "./library-types.ts";

// Builds the plugin and the extension as files that are loaded when needed, and the library for other programs.

/** Where the files go: the first argument, else `dist`. */
const outdir = argv[2] ?? "dist";

const define = defineCommit(fileURLToPath(new URL("../..", import.meta.url)));
const shared = { bundle: true, minify: true, target: "node24", platform: "node", logLevel: "warning" } as const;
// A dynamic import of Node's would start its loader of ES modules (2 ms). CommonJS has require() already.
const commonJs = { ...shared, format: "cjs", supported: { "dynamic-import": false } } as const;

/**
 * Bundles `source` as `file` into `folder`. Each of the repository's own `import()`s becomes a file beside it, so that
 * Node parses only what a run needs.
 */
async function bundle(folder: string, file: string, source: string): Promise<void> {
  /** The sources that need a file of their own, by the file's name; grows while they are bundled. */
  const files = new Map([[file, source]]);
  const besides: Plugin = {
    name: "a-file-for-each-import",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ kind, path, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const other = resolve(resolveDir, path);
        const beside = `${basename(path, ".ts")}.cjs`;
        const taken = files.get(beside);
        if (taken !== undefined && taken !== other) throw new Error(`${other} and ${taken} would both be ${beside}`);
        files.set(beside, other);
        return { path: `./${beside}`, external: true };
      });
    },
  };
  const plugins = [besides, withoutTheRest];
  const built = new Set<string>();
  // Bundling the files of one pass finds the files of the next.
  for (let round = [...files]; round.length > 0; round = [...files].filter(([name]) => !built.has(name))) {
    for (const [name] of round) built.add(name);
    await Promise.all(
      round.map(([name, entry]) =>
        build({ ...commonJs, define, entryPoints: [entry], outfile: join(folder, name), plugins }),
      ),
    );
  }
}

if ((await readFile(tableFile, "utf8")) !== (await compileExplanations()))
  throw new Error("shared/explanations/table.ts is not what its topics say: npm run explanations");

const library = build({
  ...shared,
  minify: false,
  entryPoints: ["shared/index.ts"],
  outfile: join(outdir, "index.js"),
  format: "esm",
});

await bundleLibraryTypes("shared/index.ts", outdir);
await bundle(outdir, "kubectl-hco_status.cjs", "plugin/main.ts");
await bundleExtension("extension/extension.ts", join(outdir, "extension"));
await build({
  ...shared,
  entryPoints: ["extension/webview/timeline-page.ts"],
  outfile: join(outdir, "extension", "timeline-page.js"),
  platform: "browser",
  target: "es2024",
  format: "iife",
});
await library;
// The program that kubectl looks for to complete the plugin's words (plugin/completion/reply.ts). It is the plugin's
// entry under another name. It is no link, because Windows has none and npm's shims there name the file.
await writeFile(
  join(outdir, "kubectl_complete-hco_status.cjs"),
  '#!/usr/bin/env node\nrequire("./kubectl-hco_status.cjs");\n',
  { mode: 0o755 },
);
