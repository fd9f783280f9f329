import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { repeat, virtualMachineInstance } from "./large-lists.ts";
import { mustGatherOfPods, tarHeader } from "./tar-entries.ts";
import { maxMegabytes, runtimes, runWatched } from "./watched-run.ts";

const folder = temporaryFolder();

/** A List of bare Pods as JSON text. */
function listOfPods(count: number): string {
  const items = repeat(count, (number) => `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p${number}"}}`);
  return `{"apiVersion":"v1","kind":"List","items":[${items.join()}]}`;
}

/** A tar of empty folders. */
function tarOfFolders(count: number, nameOf: (number: number) => string): Buffer {
  return Buffer.concat([...repeat(count, (number) => tarHeader(nameOf(number), 0, "5")), Buffer.alloc(1024)]);
}

const hyperConverged = { apiVersion: "hco.kubevirt.io/v1beta1", kind: "HyperConverged", metadata: { name: "a" } };
const yamlHead = "apiVersion: hco.kubevirt.io/v1beta1\nkind: HyperConverged\nmetadata:\n  name: a\n";

/** More than one object of a server has. Each can be a condition, a related object or the status of a container. */
const items150000 = repeat(150_000, (number) => ({ type: `T${number}`, name: `n${number}`, status: "False" }));

/** As for other runs, and what 10,000 objects take that are reported, or 100,000 that are read. */
const maxMegabytesOfObjects = maxMegabytes + 100;

interface SmallInput {
  readonly title: string;
  /** The content of the input, which is compressed. It is a function, so that only one is in memory. */
  readonly build: () => string | Buffer;
  readonly reason: RegExp;
  /** Absent: {@link maxMegabytes}. */
  readonly limit?: number;
}

describe.for(runtimes)(
  "a small input that becomes large when it is read is refused by %s in one sentence:",
  (runtime) => {
    async function expectRefusal(flag: string, file: string, { build, reason, limit = maxMegabytes }: SmallInput) {
      writeFileSync(file, gzipSync(build(), { level: 1 }));
      const run = await runWatched(runtime, [flag, file]);
      expect(run.stderr).toMatch(reason);
      expect(run.stderr).toMatch(/^error: [^\n]+\n$/);
      expect(run).toMatchObject({ status: 1, stdout: "" });
      expect(run.megabytes).toBeLessThan(limit);
    }

    test.for<SmallInput>([
      { title: "a List of 400,000 Pods", build: () => listOfPods(400_000), reason: /more than 120000 objects/ },
      {
        title: "a List of 100,000 Pods",
        build: () => listOfPods(100_000),
        reason: /more than 12000 objects to report on/,
        limit: maxMegabytesOfObjects,
      },
      {
        title: "75 MB of document markers",
        build: () => "---\n".repeat(18_000_000),
        reason: /more than 120000 documents/,
      },
      {
        title: "2,000,000 documents of one word",
        build: () => "--- a\n".repeat(2_000_000),
        reason: /more than 120000 documents/,
      },
      {
        title: "NDJSON of 2,000,000 lines",
        build: () => "{}\n".repeat(2_000_000),
        reason: /more than 120000 documents/,
      },
      {
        title: "30 MB of objects in objects",
        build: () => '{"a":'.repeat(6_000_000),
        reason: /fields and items|nested more than 500 deep/,
      },
      {
        title: "20,000,000 empty objects in JSON",
        build: () => `[${"{},".repeat(20_000_000)}{}]`,
        reason: /fields and items/,
      },
      {
        title: "9,000,000 empty objects in YAML",
        build: () => `a: [${"{},".repeat(9_000_000)}{}]`,
        reason: /fields and items/,
      },
      {
        title: "3,000,000 short lines of YAML",
        build: () => "a: b\n".repeat(3_000_000),
        reason: /fields and items/,
      },
      {
        title: "12 MB of quotes in quotes",
        build: () => "> > > > a: b\n".repeat(920_000),
        reason: /one object with more than 150000 fields and items/,
      },
      {
        title: "1,000,000 labels in JSON",
        build: () => {
          const labels = Object.fromEntries(repeat(1_000_000, (number) => [`l${number}`, "v"]));
          return JSON.stringify({ ...hyperConverged, metadata: { name: "a", labels } });
        },
        reason: /one object with more than 150000 fields and items/,
      },
      {
        title: "1,000,000 labels in YAML",
        build: () => `${yamlHead}  labels:\n${repeat(1_000_000, (number) => `    l${number}: v\n`).join("")}`,
        reason: /one object with more than 150000 fields and items/,
      },
      {
        title: "150,000 conditions in JSON",
        build: () => JSON.stringify({ ...hyperConverged, status: { conditions: items150000 } }),
        reason: /one object with more than 150000 fields and items/,
      },
      {
        title: "150,000 related objects in JSON",
        build: () => JSON.stringify({ ...hyperConverged, status: { relatedObjects: items150000 } }),
        reason: /one object with more than 150000 fields and items/,
      },
      {
        title: "150,000 conditions in YAML",
        build: () => {
          const conditions = repeat(150_000, (number) => `  - type: n${number}\n    status: x\n`);
          return `${yamlHead}status:\n  conditions:\n${conditions.join("")}`;
        },
        reason: /one object with more than 150000 fields and items/,
      },
      {
        title: "150,000 containers of a Pod",
        build: () =>
          JSON.stringify({
            ...hyperConverged,
            apiVersion: "v1",
            kind: "Pod",
            status: { containerStatuses: items150000 },
          }),
        reason: /one object with more than 150000 fields and items/,
      },
    ])("$title in a file", (input) => expectRefusal("-f", join(folder, "input.yaml.gz"), input));

    const deepPath = repeat(25, (depth) => `d${depth}`).join("/");

    test.for<SmallInput>([
      {
        title: "60,000 deep folders",
        build: () => tarOfFolders(60_000, (number) => `mg/namespaces/n${number}/${deepPath}/`),
        reason: /more than 250000 entries/,
      },
      {
        title: "249,000 folders with long names",
        build: () => tarOfFolders(249_000, (number) => `${"x".repeat(150)}/${number}${"x".repeat(80)}/`),
        reason: /more than \d+ (?:entries|characters in the names)/,
      },
      {
        title: "200,000 Pods of a namespace",
        build: () => mustGatherOfPods(200_000),
        reason: /more than 120000 objects/,
      },
    ])("$title in a must-gather", (input) => expectRefusal("--must-gather", join(folder, "input.tar.gz"), input));
  },
);

describe.for(runtimes)("read by %s, a folder", (runtime) => {
  test.for(["-f", "--must-gather"])("with more files than are kept is refused in one sentence (%s)", async (flag) => {
    const run = await runWatched(runtime, [flag, makeCrowdedFolder()]);
    expect(run.stderr).toMatch(/^error: [^\n]+more than 25000000 characters in the names of its entries[^\n]+\n$/);
    expect(run).toMatchObject({ status: 1, stdout: "" });
    expect(run.megabytes).toBeLessThan(maxMegabytes);
  });

  test.for(["-f", "--must-gather"])("with 16 links to files without end is read without them (%s)", async (flag) => {
    const run = await runWatched(runtime, [flag, makeLinkedFolder()]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toMatch(/link that leaves|could not be used/);
    expect(run.megabytes).toBeLessThan(maxMegabytes);
  });
});

test.for(runtimes)("100,000 Pods of a must-gather are refused before they are read, by %s", async (runtime) => {
  const file = join(folder, "all-pods.tar.gz");
  writeFileSync(file, gzipSync(mustGatherOfPods(100_000), { level: 1 }));
  const run = await runWatched(runtime, ["pods", "-A", "--must-gather", file]);
  expect(run.stderr).toMatch(/more than 12000 objects to report on/);
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
    for (const target of ["/dev/zero", "large", "pipe"])
      for (let count = 0; count < 16; count++) symlinkSync(target, join(place, `${basename(target)}-${count}.yaml`));
  }
  return home;
}

test.for(runtimes)("10,000 Pods of one file are reported, by %s", async (runtime) => {
  const file = join(folder, "pods.json");
  writeFileSync(file, listOfPods(10_000));
  const run = await runWatched(runtime, ["-f", file]);
  expect(run.stderr).toBe("");
  expect(run.stdout).toMatch(/10000/);
  expect(run.megabytes).toBeLessThan(maxMegabytesOfObjects);
});

test.for(runtimes)("10,000 virtual machine instances of 40 MB in one file are reported, by %s", async (runtime) => {
  const file = join(folder, "instances.json");
  const items = repeat(10_000, virtualMachineInstance);
  const type = { apiVersion: "kubevirt.io/v1", kind: "VirtualMachineInstanceList" };
  writeFileSync(file, JSON.stringify({ ...type, items }));
  const run = await runWatched(runtime, ["vmi", "-A", "-f", file]);
  expect(run.stderr).toBe("");
  expect(run.stdout).toContain("PausedIOError: VMI was paused, low-level IO error");
  expect(run.stdout).toContain("✓ 9999 of 10000 healthy: ");
  expect(run.megabytes).toBeLessThan(maxMegabytes);
});
