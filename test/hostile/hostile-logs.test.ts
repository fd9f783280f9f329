import { spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { folderOf } from "../golden/recorded.ts";
import type { TestedRuntime } from "../program.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type Assault, response } from "./hostile-servers.ts";
import { crashedContainer, crashing, lastLogLine, startSickCluster } from "./sick-cluster.ts";
import { tarHeader } from "./tar-entries.ts";
import { maxMegabytes, runAgainst, runtimes, runWatched, type WatchedRun } from "./watched-run.ts";

const folder = temporaryFolder();

/** The report stands, without a stack trace and without what a terminal would obey. */
function expectReport(run: Pick<WatchedRun, "status" | "stdout" | "megabytes">): void {
  expect(run.status).toBe(0);
  expect(run.stdout).toMatch(/^✗ HyperConverged kubevirt-hyperconverged unavailable/);
  expect(run.stdout).toContain("container cdi-controller: CrashLoopBackOff");
  expect(run.stdout).not.toMatch(/[\0\x1b\u202a-\u202e\u2066-\u2069]/);
  expect(run.megabytes).toBeLessThan(maxMegabytes);
}

/** Reports a cluster whose kubelets respond to requests for logs with `log`. */
async function reportCluster(runtime: TestedRuntime, log: (path: string) => Assault): Promise<WatchedRun> {
  return runAgainst(await startSickCluster(log), runtime);
}

const gigabyte = 2 ** 30;
const largePiece = Buffer.alloc(65_536, "x");
const chunk = Buffer.concat([Buffer.from("10000\r\n"), largePiece, Buffer.from("\r\n")]);
const chunkedHead = Buffer.from("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n");

/** The head of a response whose body has so many bytes. */
function headOf(length: number): Buffer {
  return Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`);
}

/** A report first requests the last 200 lines of a log (`tailLines=200`), and then fewer. */
function isFirstRequest(path: string): boolean {
  return path.includes("=200");
}

describe.for(runtimes)("the report by %s quotes no line of a log", (runtime) => {
  const cases: readonly { readonly title: string; readonly log: Assault; readonly note?: RegExp }[] = [
    { title: "without an end", log: { first: chunkedHead, again: chunk } },
    { title: "of 2 GB without a newline", log: { first: headOf(2 * gigabyte), again: largePiece } },
    { title: "of 2 GB of NUL bytes", log: { first: headOf(2 * gigabyte), again: Buffer.alloc(65_536) } },
    { title: "of 64 KiB of NUL bytes", log: response(200, Buffer.alloc(65_536)) },
    {
      title: "of which no byte comes",
      log: { first: headOf(100) },
      note: /^note: the log of container cdi-controller .* was not read: .* within 3s; .*\n$/,
    },
    { title: "that is refused with status 400", log: response(400, "not JSON") },
    {
      title: "that is refused with status 403",
      log: response(403, "not JSON"),
      note: /^note: .*pods\/log.*\n$/,
    },
    { title: "that is refused with status 404", log: response(404, "not JSON") },
    { title: "that is refused with status 410", log: response(410, "not JSON") },
    {
      title: "that is refused with status 500",
      log: response(500, "not JSON"),
      note: /^note: the log of container cdi-controller .* was not read: the server failed; .*\n$/,
    },
  ];
  test.for(cases)("$title", async ({ log, note = /^$/ }) => {
    const run = await reportCluster(runtime, () => log);
    expectReport(run);
    expect(run.stderr).toMatch(note);
    expect(run.stdout).not.toContain("  | ");
  });
});

describe.for(runtimes)("the report by %s quotes the last line of a log", (runtime) => {
  const colouredLine = "\x1b[31m\x1b]0;title\x07E1128 \u202egnihton\u2066 \x1b[2J\x1b[1;1Hall is well\x1b[0m\r\n";

  const cases: readonly { readonly title: string; readonly log: (path: string) => Assault }[] = [
    {
      title: "that fills the limit",
      log: (path) => response(200, `${"x\n".repeat(isFirstRequest(path) ? 32_768 : 9)}${lastLogLine}\n`),
    },
    {
      title: "with terminal sequences and characters that change the direction of text",
      log: () => response(200, `${colouredLine.repeat(500)}${lastLogLine}\u202e\n`),
    },
    {
      title: "with NUL bytes",
      log: () => response(200, `\0\0${lastLogLine.replace("panic", "pa\0nic")}\0\n`),
    },
    {
      title: "that is gone at the second request",
      log: (path) =>
        isFirstRequest(path) ? response(200, `${"x\n".repeat(40_000)}${lastLogLine}\n`) : response(410, "gone"),
    },
  ];
  test.for(cases)("$title", async ({ log }) => {
    const run = await reportCluster(runtime, log);
    expectReport(run);
    expect(run.stderr).toBe("");
    expect(run.stdout).toContain(`  | ${lastLogLine}`);
  });
});

/** A file of 2 GB that takes no room: NUL bytes, and `end` behind them. */
function sparseLog(path: string, end: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "");
  truncateSync(path, 2 * gigabyte);
  appendFileSync(path, end);
  return path;
}

const manifests = join(folderOf(crashing), "input.yaml");

describe.for(runtimes)("a log of 2 GB is read by its end with %s", (runtime) => {
  test("from -f", async () => {
    const log = sparseLog(join(folder, `${crashedContainer.pod}.log`), `\n${lastLogLine}\n`);
    const run = await runWatched(runtime, ["-f", manifests, "-f", log]);
    expectReport(run);
    expect(run.stderr).toBe("");
    expect(run.stdout).toContain(`  | ${lastLogLine}`);
  });

  test("from -f, where it has only NUL bytes", async () => {
    const log = sparseLog(join(folder, `${crashedContainer.pod}.log`), "");
    const run = await runWatched(runtime, ["-f", manifests, "-f", log]);
    expectReport(run);
    expect(run.stderr).toBe("");
    expect(run.stdout).not.toContain(`  | ${lastLogLine}`);
  });

  test("from a must-gather", async () => {
    const mustGather = makeMustGather(`\n${lastLogLine}\n`);
    const run = await runWatched(runtime, ["--must-gather", mustGather]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toContain(`  | ${lastLogLine}`);
    expect(run.megabytes).toBeLessThan(maxMegabytes);
    const log = await runWatched(runtime, ["logs", "--must-gather", mustGather, "--", "--tail=1"]);
    expect(log).toMatchObject({ stdout: `${lastLogLine}\n`, stderr: "" });
    expect(log.megabytes).toBeLessThan(maxMegabytes);
  });

  test("from a must-gather, where it has only NUL bytes", async () => {
    const mustGather = makeMustGather("");
    const run = await runWatched(runtime, ["--must-gather", mustGather]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).not.toContain(`  | ${lastLogLine}`);
    expect(run.megabytes).toBeLessThan(maxMegabytes);
    const log = await runWatched(runtime, ["logs", "--must-gather", mustGather, "--", "--tail=1"]);
    expect(log.megabytes).toBeLessThan(maxMegabytes);
  });

  test("from a packed must-gather", async () => {
    const file = join(folder, "large.tar.gz");
    writeFileSync(file, packMustGather());
    const run = await runWatched(runtime, ["--must-gather", file]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toContain(`  | ${lastLogLine}`);
    expect(run.megabytes).toBeLessThan(maxMegabytes);
  });
});

test.for(runtimes)(
  "a log that is written and cut while it is read changes nothing but the lines, by %s",
  async (runtime) => {
    const log = join(folder, `${crashedContainer.pod}.log`);
    writeFileSync(log, "");
    const writer = spawn("sh", ["-c", `while :; do head -c 300000 /dev/zero >> "$0"; : > "$0"; done`, log]);
    try {
      const run = await runWatched(runtime, ["-f", manifests, "-f", log]);
      expectReport(run);
      expect(run.stderr).toBe("");
    } finally {
      writer.kill("SIGKILL");
    }
  },
);

const sampleNamespace = dirname(globSync("**/kubevirt-hyperconverged/apps", { cwd: "media/sample" })[0] ?? "");
const inSample = join(
  sampleNamespace,
  "pods",
  crashedContainer.pod,
  crashedContainer.container,
  crashedContainer.container,
  "logs/current.log",
);

/** The sample with a log of 2 GB that ends with `end`. */
function makeMustGather(end: string): string {
  const mustGather = mkdtempSync(join(folder, "must-gather-"));
  sparseLog(join(mustGather, inSample), end);
  cpSync("media/sample", mustGather, { recursive: true });
  return mustGather;
}

/** The sample as one archive, with a log of 2 GB that takes 2 MB: parts of a gzip stand one after the other. */
function packMustGather(): Buffer {
  const size = 2 ** 26;
  const line = Buffer.from(`\n${lastLogLine}\n`);
  const objects = globSync("**/*.yaml", { cwd: "media/sample" }).toSorted();
  const header = tarHeader(`sample/${inSample}`, 32 * size, "0");
  const last = Buffer.concat([Buffer.alloc(size - line.length), line]);
  const zeros = gzipSync(Buffer.alloc(size), { level: 1 });
  const files = objects.flatMap((name) => entry(`sample/${name}`, readFileSync(join("media/sample", name))));
  return Buffer.concat([
    gzipSync(Buffer.concat([...files, header])),
    ...Array.from({ length: 31 }, () => zeros),
    gzipSync(Buffer.concat([last, Buffer.alloc(1024)]), { level: 1 }),
  ]);
}

function entry(name: string, content: Buffer): readonly Buffer[] {
  return [tarHeader(name, content.length, "0"), content, Buffer.alloc(-content.length & 511)];
}
