import { join } from "node:path";
import { argv } from "node:process";
import { build, type Plugin } from "esbuild";

// Two bundles for the shell, so that help and version load only the first, and the library for other programs.

/** Where the files go: the first argument, else `dist`. */
const outdir = argv[2] ?? "dist";

/** `import("./run.ts")` in the entry becomes a file beside it. */
const besides: Plugin = {
  name: "run-in-a-file-of-its-own",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/run\.ts$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./hco-status.cjs", external: true } : undefined,
    );
  },
};

const shared = { bundle: true, minify: true, target: "node24", platform: "node", logLevel: "warning" } as const;
// A dynamic import of Node's would start its loader of ES modules (2 ms); require() is what CommonJS has already.
const commonJs = { ...shared, format: "cjs", supported: { "dynamic-import": false } } as const;

await Promise.all([
  build({
    ...commonJs,
    entryPoints: { "kubectl-hco_status": "plugin/main.ts" },
    outdir,
    outExtension: { ".js": ".cjs" },
    plugins: [besides],
  }),
  build({ ...commonJs, entryPoints: ["plugin/run.ts"], outfile: join(outdir, "hco-status.cjs") }),
  build({
    ...shared,
    minify: false,
    entryPoints: ["shared/index.ts"],
    outfile: join(outdir, "index.js"),
    format: "esm",
  }),
]);
