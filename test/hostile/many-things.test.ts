import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { virtualMachineInstance } from "./hostile-servers.ts";
import { mustGatherOfPods, tarHeader } from "./tar-entries.ts";
import { maxMegabytes, runtimes, runWatched } from "./watched-run.ts";

const folder = temporaryFolder();

function list(kind: string, count: number): string {
  const items = Array.from(
    { length: count },
    (_, place) => `{"apiVersion":"v1","kind":"${kind}","metadata":{"name":"p${place}"}}`,
  );
  return `{"apiVersion":"v1","kind":"List","items":[${items.join()}]}`;
}

function folders(count: number, nameOf: (place: number) => string): Buffer {
  return Buffer.concat([
    ...Array.from({ length: count }, (_, place) => tarHeader(nameOf(place), 0, "5")),
    Buffer.alloc(1024),
  ]);
}

const many = Array.from({ length: 150_000 }, (_, place) => ({ type: `T${place}`, name: `n${place}`, status: "False" }));

const hyperConverged = { apiVersion: "hco.kubevirt.io/v1beta1", kind: "HyperConverged", metadata: { name: "a" } };

const yamlHead = "apiVersion: hco.kubevirt.io/v1beta1\nkind: HyperConverged\nmetadata:\n  name: a\n";

/** Objects with more fields than a server stores. */
const wide: readonly (readonly [what: string, content: () => string])[] = [
  [
    "1,000,000 labels in JSON",
    () => {
      const labels = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, place) => [`l${place}`, "v"]));
      return JSON.stringify({ ...hyperConverged, metadata: { name: "a", labels } });
    },
  ],
  [
    "1,000,000 labels in YAML",
    () => `${yamlHead}  labels:\n${Array.from({ length: 1_000_000 }, (_, place) => `    l${place}: v\n`).join("")}`,
  ],
  ...["conditions", "relatedObjects"].map(
    (field) =>
      [`150,000 ${field} in JSON`, () => JSON.stringify({ ...hyperConverged, status: { [field]: many } })] as const,
  ),
  [
    "150,000 conditions in YAML",
    () => `${yamlHead}status:\n  conditions:\n${many.map(({ name }) => `  - type: ${name}\n    status: x\n`).join("")}`,
  ],
  [
    "150,000 containers of a Pod",
    () => JSON.stringify({ ...hyperConverged, apiVersion: "v1", kind: "Pod", status: { containerStatuses: many } }),
  ],
];

const tooWide = /one object with more than 150000 fields and items/;

const deep = Array.from({ length: 25 }, (_, depth) => `d${depth}`).join("/");

const tooManyRoots = /more than 12000 objects to report on/;

const small: readonly (readonly [what: string, flag: string, content: () => string | Buffer, reason: RegExp])[] = [
  ["a List of 400,000 Pods", "-f", () => list("Pod", 400_000), /more than 120000 objects/],
  ["a List of 100,000 Pods", "-f", () => list("Pod", 100_000), tooManyRoots],
  ["75 MB of document markers", "-f", () => "---\n".repeat(18_000_000), /more than 120000 documents/],
  ["2,000,000 documents of one word", "-f", () => "--- a\n".repeat(2_000_000), /more than 120000 documents/],
  ["NDJSON of 2,000,000 lines", "-f", () => "{}\n".repeat(2_000_000), /more than 120000 documents/],
  ["30 MB of objects in objects", "-f", () => '{"a":'.repeat(6_000_000), /fields and items|nested more than 500 deep/],
  ["20,000,000 empty objects in JSON", "-f", () => `[${"{},".repeat(20_000_000)}{}]`, /fields and items/],
  ["9,000,000 empty objects in YAML", "-f", () => `a: [${"{},".repeat(9_000_000)}{}]`, /fields and items/],
  ["3,000,000 short lines of YAML", "-f", () => "a: b\n".repeat(3_000_000), /fields and items/],
  ["12 MB of quotes in quotes", "-f", () => "> > > > a: b\n".repeat(920_000), tooWide],
  [
    "60,000 deep folders",
    "--must-gather",
    () => folders(60_000, (place) => `mg/namespaces/n${place}/${deep}/`),
    /more than 250000 entries/,
  ],
  [
    "250,000 folders with long names",
    "--must-gather",
    () => folders(249_000, (place) => `${"x".repeat(150)}/${place}${"x".repeat(80)}/`),
    /more than \d+ (?:entries|characters in the names)/,
  ],
  ["200,000 Pods in a namespace", "--must-gather", () => mustGatherOfPods(200_000), /more than 120000 objects/],
];

describe("what becomes large only when it is read is refused in one sentence:", () => {
  const objects = wide.map(([what, content]) => [what, "-f", content, tooWide] as const);
  const rows = [...small, ...objects].flatMap((row) => runtimes.map((runtime) => [row[0], runtime, row] as const));
  test.for(rows)("%s, by %s", async ([, runtime, [, flag, content, reason]]) => {
    const file = join(folder, flag === "-f" ? "input.yaml.gz" : "input.tar.gz");
    writeFileSync(file, gzipSync(content(), { level: 1 }));
    const run = await runWatched(runtime, [flag, file]);
    expect(run.stderr).toMatch(reason);
    expect(run.stderr).toMatch(/^error: [^\n]+\n$/);
    expect(run).toMatchObject({ status: 1, stdout: "" });
    const areAllRead = reason === tooManyRoots;
    expect(run.megabytes).toBeLessThan(areAllRead ? mostOfObjects : maxMegabytes);
  });
});

describe("a folder", () => {
  const rows = runtimes.flatMap((runtime) => ["-f", "--must-gather"].map((flag) => [flag, runtime] as const));
  test.for(rows)("with more files than are kept is refused in one sentence, by %s, by %s", async ([flag, runtime]) => {
    const run = await runWatched(runtime, [flag, makeCrowdedFolder()]);
    expect(run.stderr).toMatch(/^error: [^\n]+more than 25000000 characters in the names of its entries[^\n]+\n$/);
    expect(run).toMatchObject({ status: 1, stdout: "" });
    expect(run.megabytes).toBeLessThan(maxMegabytes);
  });

  test.for(rows)("with 16 links to files without end is read without them, by %s, by %s", async ([flag, runtime]) => {
    const run = await runWatched(runtime, [flag, makeLinkedFolder()]);
    expect(run.stderr).toBe("");
    expect(run).toMatchObject({ status: 0 });
    expect(run.stdout).toMatch(/link that leaves|could not be used/);
    expect(run.megabytes).toBeLessThan(maxMegabytes);
  });
});

test.for(runtimes)("100,000 Pods of a must-gather are refused before they are read, by %s", async (runtime) => {
  const file = join(folder, "all-pods.tar.gz");
  writeFileSync(file, gzipSync(mustGatherOfPods(100_000), { level: 1 }));
  const run = await runWatched(runtime, ["pods", "-A", "--must-gather", file]);
  expect(run.stderr).toMatch(tooManyRoots);
  expect(run).toMatchObject({ status: 1, stdout: "" });
  expect(run.megabytes).toBeLessThan(maxMegabytes);
});

test.for(runtimes)("four calls of an assistant at once get one sentence each, by %s", async (runtime) => {
  const file = join(folder, "pods.tar.gz");
  writeFileSync(file, gzipSync(mustGatherOfPods(200_000), { level: 1 }));
  const clientInfo = { name: "test", version: "1" };
  const begin = { method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } };
  const call = { method: "tools/call", params: { name: "status", arguments: {} } };
  const text = [begin, call, call, call, call].map((message, id) => JSON.stringify({ jsonrpc: "2.0", id, ...message }));
  const run = await runWatched(runtime, ["mcp", "--must-gather", file], {
    input: { text: `${text.join("\n")}\n`, replies: text.length },
  });
  expect(run.stderr).toBe("");
  expect(run.stdout.match(/"isError":true/g)).toHaveLength(4);
  expect(run.stdout.match(/more than 120000 objects/g)).toHaveLength(4);
  expect(run).toMatchObject({ status: 0 });
  expect(run.megabytes).toBeLessThan(maxMegabytes);
});

let crowdedFolder: string | undefined;

/** A folder of 110,000 empty files. It is made once, because that takes seconds. */
function makeCrowdedFolder(): string {
  if (crowdedFolder !== undefined) return crowdedFolder;
  crowdedFolder = join(folder, "crowded");
  mkdirSync(crowdedFolder);
  for (let place = 0; place < 110_000; place++)
    writeFileSync(join(crowdedFolder, `${"x".repeat(235)}${place}.yaml`), "");
  return crowdedFolder;
}

/**
 * A must-gather, or folder of manifests, with a HyperConverged beside links to a device, a named pipe and a file of a
 * terabyte.
 */
function makeLinkedFolder(): string {
  const home = mkdtempSync(join(folder, "linked-"));
  const collected = join(home, "namespaces/a/hco.kubevirt.io/hyperconvergeds");
  mkdirSync(collected, { recursive: true });
  for (const place of [home, collected]) {
    writeFileSync(
      join(place, "a.yaml"),
      JSON.stringify({ ...hyperConverged, metadata: { name: "a", namespace: "a" } }),
    );
    writeFileSync(join(place, "large"), "");
    truncateSync(join(place, "large"), 2 ** 40);
    execFileSync("sh", ["-c", `mkfifo "$0"`, join(place, "pipe")]);
    for (const [name, target] of endless)
      for (let count = 0; count < 16; count++) symlinkSync(target, join(place, `${name}${count}.yaml`));
  }
  return home;
}

const endless = [
  ["device", "/dev/zero"],
  ["terabyte", "large"],
  ["pipe", "pipe"],
] as const;

test.for(runtimes)("10,000 Pods of one file are reported, by %s", async (runtime) => {
  const file = join(folder, "pods.json");
  writeFileSync(file, list("Pod", 10_000));
  const run = await runWatched(runtime, ["-f", file]);
  expect(run.stderr).toBe("");
  expect(run.stdout).toMatch(/10000/);
  expect(run.megabytes).toBeLessThan(mostOfObjects);
});

test.for(runtimes)("10,000 virtual machine instances of 40 MB in one file are reported, by %s", async (runtime) => {
  const file = join(folder, "instances.json");
  const items = Array.from({ length: 10_000 }, (_, place) => virtualMachineInstance(place));
  const type = { apiVersion: "kubevirt.io/v1", kind: "VirtualMachineInstanceList" };
  writeFileSync(file, JSON.stringify({ ...type, items }));
  const run = await runWatched(runtime, ["vmi", "-A", "-f", file]);
  expect(run.stderr).toBe("");
  expect(run.stdout).toContain("PausedIOError: VMI was paused, low-level IO error");
  expect(run.stdout).toContain("✓ 9999 of 10000 healthy: ");
  expect(run.megabytes).toBeLessThan(maxMegabytes);
});

/** As for other runs, and what 10,000 objects take that are reported, or 100,000 that are read. */
const mostOfObjects = maxMegabytes + 100;
