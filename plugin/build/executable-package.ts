import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, execPath, platform, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { withoutTheRest } from "./esbuild-plugins.ts";

// Builds one executable for the platform of this machine, which needs no Node beside it. Krew and Windows want a real
// program. It is a copy of Node with a snapshot of the heap after plugin/executable.ts has run.

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../..", import.meta.url));
/** Where the executable goes: the first argument, else `dist/package`. */
const outdir = argv[2] ?? join(root, "dist/package");
const program = join(outdir, platform === "win32" ? "kubectl-hco_status.exe" : "kubectl-hco_status");
const work = mkdtempSync(join(tmpdir(), "hco-status-package-"));

/**
 * An esbuild plugin that loads modules of Node when they are used. Modules that hold sockets or keys cannot be in a
 * snapshot.
 */
const whenUsed: Plugin = {
  name: "modules-of-node-when-used",
  setup({ onResolve, onLoad }) {
    onResolve(
      { filter: /^(node:)?(tls|net|http|https|zlib|child_process|dns|crypto|util|url|tty|(fs|timers)\/promises)$/ },
      ({ path }) => ({
        path: path.replace(/^(node:)?/, "node:"),
        namespace: "when-used",
      }),
    );
    onLoad({ filter: /.*/, namespace: "when-used" }, ({ path }) => ({ contents: getters(path) }));
  },
};

function getters(path: string): string {
  const module: object = require(path);
  const names = Object.keys(module).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name));
  const lines = names.map(
    (name) => `Object.defineProperty(exports, "${name}", { enumerable: true, get: () => askNode("${path}").${name} });`,
  );
  return lines.join("\n");
}

try {
  const main = join(work, "executable.cjs");
  await build({
    entryPoints: [join(root, "plugin/executable.ts")],
    outfile: main,
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    target: "node24",
    supported: { "dynamic-import": false },
    banner: { js: "const askNode = require;" },
    logLevel: "warning",
    plugins: [withoutTheRest, whenUsed],
  });
  const [config, output] = [join(work, "executable.json"), join(work, "executable.blob")];
  // NODE_OPTIONS is meant for other programs, and could load code into this one.
  const settings = { main, output, disableExperimentalSEAWarning: true, useSnapshot: true, execArgvExtension: "none" };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(execPath, ["--experimental-sea-config", config], { cwd: root, stdio: "pipe" });
  mkdirSync(outdir, { recursive: true });
  copyFileSync(execPath, program);
  const fuse = ["--sentinel-fuse", "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"];
  const segment = platform === "darwin" ? ["--macho-segment-name", "NODE_SEA"] : [];
  const inject = [require.resolve("postject/dist/cli.js"), program, "NODE_SEA_BLOB", output, ...fuse, ...segment];
  const isSigned = platform === "darwin";
  if (isSigned) execFileSync("codesign", ["--remove-signature", program]);
  execFileSync(execPath, inject, { stdio: "pipe" });
  if (isSigned) execFileSync("codesign", ["--sign", "-", program]);
  copyFileSync(join(root, "LICENSE"), join(outdir, "LICENSE"));
  stdout.write(`${program}: ${Math.round(statSync(program).size / 2 ** 20)} MiB\n`);
} finally {
  rmSync(work, { recursive: true });
}
