import { build, type Plugin } from "esbuild";

// Two bundles for the shell, so that help and version load only the first, and the library for other programs.

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

await Promise.all([
  build({
    ...shared,
    entryPoints: { "kubectl-hco_status": "plugin/main.ts" },
    outdir: "dist",
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    plugins: [besides],
  }),
  build({ ...shared, entryPoints: ["plugin/run.ts"], outfile: "dist/hco-status.cjs", format: "cjs" }),
  build({ ...shared, minify: false, entryPoints: ["shared/index.ts"], outfile: "dist/index.js", format: "esm" }),
]);
