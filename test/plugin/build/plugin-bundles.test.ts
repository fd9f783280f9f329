import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { bundleModules } from "../../../plugin/build/plugin-bundles.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder();
const root = fileURLToPath(new URL("../../..", import.meta.url));
await bundleModules(join(root, "plugin/executable.ts"), folder, {});

interface Load {
  /** The modules of Node that it names besides, and may load where a run needs them. */
  readonly onDemand: ReadonlySet<string>;
  /** The bytes of all files. */
  readonly bytes: number;
  /** The modules of Node. */
  readonly builtins: ReadonlySet<string>;
}

/** The bytes and modules that loading these files takes, without the files that they may import later. */
function measureLoad(entries: readonly string[]): Load {
  const files = new Set<string>();
  const builtins = new Set<string>();
  const named = new Set<string>();
  let bytes = 0;
  const load = (name: string): void => {
    if (files.has(name)) return;
    files.add(name);
    const text = readFileSync(join(folder, name), "utf8");
    bytes += Buffer.byteLength(text);
    for (const [, found = ""] of text.matchAll(/["`](node:[a-z0-9/]+)["`]/g)) named.add(found);
    for (const [, from = ""] of text.matchAll(/(?:^|[;}])(?:import|export)(?:[^;"()]* ?from)? ?"([^"]+)"/gm)) {
      if (from.startsWith("./")) load(from.slice(2));
      else builtins.add(from);
    }
  };
  for (const entry of entries) load(`${entry}.mjs`);
  return { bytes, builtins, onDemand: new Set([...named].filter((name) => !builtins.has(name))) };
}

const start = "kubectl-hco_status";

test("the start loads only the command line and two modules of Node", () => {
  const { bytes, builtins, onDemand } = measureLoad([start]);
  expect([...builtins].toSorted()).toEqual(["node:fs", "node:path"]);
  expect([...onDemand].toSorted()).toEqual(["node:os", "node:tty"]);
  expect(bytes).toBeLessThan(60_000);
});

test("a status of a cluster loads no slow module of Node, such as tls, net, util, os or url", () => {
  const command = readFileSync(join(folder, "status-command.mjs"), "utf8");
  const later = [...command.matchAll(/import\(["`]\.\/([^"`]+)\.mjs["`]\)/g)].map(([, name = ""]) => name);
  expect(later).toHaveLength(1);
  const { bytes, builtins, onDemand } = measureLoad([start, "status-command", ...later]);
  expect([...builtins].toSorted()).toEqual(["node:fs", "node:module", "node:path"]);
  expect([...onDemand].toSorted()).toEqual(["node:os", "node:timers/promises", "node:tty", "node:zlib"]);
  expect(bytes).toBeGreaterThan(300_000);
  expect(bytes).toBeLessThan(940_000);
});

test("a connection of Node loads less than 10,000 bytes beside the status command", () => {
  const [file = "", ...others] = readdirSync(folder).filter((name) => {
    return readFileSync(join(folder, name), "utf8").includes('"node:tls"');
  });
  expect(others).toEqual([]);
  const status = measureLoad([start, "status-command"]);
  const all = measureLoad([start, "status-command", basename(file, ".mjs")]);
  expect([...all.builtins].toSorted()).toEqual([
    "node:crypto",
    "node:fs",
    "node:module",
    "node:net",
    "node:path",
    "node:tls",
  ]);
  expect(all.bytes - status.bytes).toBeLessThan(10_000);
});
