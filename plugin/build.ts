import { writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { argv } from "node:process";
import { build, type Plugin } from "esbuild";
import { withoutTheRest } from "./bundling.ts";

// The shell in files that are loaded when they are needed, and the library for other programs.

/** Where the files go: the first argument, else `dist`. */
const outdir = argv[2] ?? "dist";

const shared = { bundle: true, minify: true, target: "node24", platform: "node", logLevel: "warning" } as const;
// A dynamic import of Node's would start its loader of ES modules (2 ms); require() is what CommonJS has already.
const commonJs = { ...shared, format: "cjs", supported: { "dynamic-import": false } } as const;

/** The sources that need a file of their own, by the file's name; grows while they are bundled. */
const files = new Map([["kubectl-hco_status.cjs", "plugin/main.ts"]]);

/** Each `import()` of ours becomes a file beside the others, so that nobody parses what he does not need. */
const besides: Plugin = {
  name: "a-file-for-each-import",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ kind, path, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const source = resolve(resolveDir, path);
      const file = `${basename(path, ".ts")}.cjs`;
      const other = files.get(file);
      if (other !== undefined && other !== source) throw new Error(`${source} and ${other} would both be ${file}`);
      files.set(file, source);
      return { path: `./${file}`, external: true };
    });
  },
};

function bundle(file: string, source: string): Promise<unknown> {
  return build({ ...commonJs, entryPoints: [source], outfile: join(outdir, file), plugins: [besides, withoutTheRest] });
}

const library = build({
  ...shared,
  minify: false,
  entryPoints: ["shared/index.ts"],
  outfile: join(outdir, "index.js"),
  format: "esm",
});

const built = new Set<string>();
// Bundling one round finds the files of the next.
for (let round = [...files]; round.length > 0; round = [...files].filter(([file]) => !built.has(file))) {
  for (const [file] of round) built.add(file);
  await Promise.all(round.map(([file, source]) => bundle(file, source)));
}
await library;
// What kubectl looks for to complete our words (plugin/completion-reply.ts): the entry under another name, and no link to
// it, because Windows has none and npm's shims there name the file.
await writeFile(
  join(outdir, "kubectl_complete-hco_status.cjs"),
  '#!/usr/bin/env node\nrequire("./kubectl-hco_status.cjs");\n',
  { mode: 0o755 },
);
