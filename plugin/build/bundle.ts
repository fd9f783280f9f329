import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { defineCommit } from "./commit.ts";
import { bundleExtension } from "./extension-bundles.ts";
import { packSample, writeExtensionChangelog } from "./extension-files.ts";
import { bundlePlugin } from "./plugin-bundles.ts";
import { compileTables } from "./tables/topics.ts";

// Builds the plugin and the extension as files that are loaded when needed, and the library for other programs.

/** Where the files go: the first argument, else `dist`. */
const outdir = argv[2] ?? "dist";

const define = defineCommit(fileURLToPath(new URL("../..", import.meta.url)));
const commonOptions = { bundle: true, minify: true, target: "node24", platform: "node", logLevel: "warning" } as const;

for (const { file, text } of compileTables())
  if ((await readFile(file, "utf8")) !== text) throw new Error(`${file} is not what its YAML says: npm run tables`);

const library = build({
  ...commonOptions,
  minify: false,
  entryPoints: ["shared/index.ts"],
  outfile: join(outdir, "index.js"),
  format: "esm",
});

await bundleLibraryTypes("shared/index.ts", outdir);
await bundlePlugin("plugin/main.ts", outdir, define);
await bundleExtension("extension/extension.ts", join(outdir, "extension"));
await packSample("media/sample", join(outdir, "extension"));
await writeExtensionChangelog("CHANGELOG.md", join(outdir, "extension"));
await build({
  ...commonOptions,
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

/**
 * Writes the types of the library, `source` with all that it imports, into one file of `folder`, named as the source.
 * Every export states its type (isolatedDeclarations), so no compiler needs to run.
 */
async function bundleLibraryTypes(source: string, folder: string): Promise<void> {
  const plugins = [dts({ generator: "oxc", emitDtsOnly: true, tsconfig: false })];
  const bundle = await rolldown({ input: source, plugins });
  await bundle.write({ dir: folder, format: "es" });
  await bundle.close();
}
