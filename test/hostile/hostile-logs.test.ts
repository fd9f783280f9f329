import { spawn } from "node:child_process";
import { appendFileSync, cpSync, globSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { folderOf } from "../golden/recorded.ts";
import type { TestedRuntime } from "../program.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import type { Assault, HostileServer } from "./hostile-servers.ts";
import { crashedContainer, crashing, lastLogLine, response, startSickCluster } from "./sick-cluster.ts";
import { tarHeader } from "./tar-entries.ts";
import { maxMegabytes, runtimes, runWatched, type WatchedRun } from "./watched-run.ts";

const folder = temporaryFolder();
const servers: HostileServer[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

const inEach = <T>(rows: readonly (readonly [what: string, of: T])[]): (readonly [string, TestedRuntime, T])[] =>
  rows.flatMap(([what, of]) => runtimes.map((runtime) => [what, runtime, of] as const));

/** The report stands, without a stack trace and without what a terminal would obey. */
function expectReport(run: WatchedRun): void {
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toMatch(/^✗ HyperConverged kubevirt-hyperconverged unavailable/);
  expect(run.stdout).toContain("container cdi-controller: CrashLoopBackOff");
  expect(run.stdout).not.toMatch(/[\0\x1b\u202a-\u202e\u2066-\u2069]/);
  expect(run.megabytes).toBeLessThan(maxMegabytes);
}

const gigabyte = 2 ** 30;
const piece = Buffer.alloc(65_536, "x");
const okHead = (length: number): Buffer =>
  Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`);
const chunk = Buffer.concat([Buffer.from("10000\r\n"), piece, Buffer.from("\r\n")]);
const chunked = Buffer.from("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n");
const coloured = "\x1b[31m\x1b]0;title\x07E1128 \u202egnihton\u2066 \x1b[2J\x1b[1;1Hall is well\x1b[0m\r\n";

/** Logs of which no line is quoted: the answer is no log, has no end, or says nothing. */
const silent: readonly (readonly [what: string, log: () => Assault])[] = [
  ["a log without end", () => ({ first: chunked, again: chunk })],
  ["a log of 2 GB without a newline", () => ({ first: okHead(2 * gigabyte), again: piece })],
  ["a log of 2 GB of NUL bytes", () => ({ first: okHead(2 * gigabyte), again: Buffer.alloc(65_536) })],
  ["64 KiB of NUL bytes", () => response(200, Buffer.alloc(65_536))],
  ["no byte of a log", () => ({ first: okHead(100) })],
  ...[400, 403, 404, 410, 500].map(
    (status) => [`status ${status}`, () => response(status, "not JSON")] as [string, () => Assault],
  ),
];

/** Logs that are quoted. */
const quoted: readonly (readonly [what: string, log: (path: string) => Assault])[] = [
  [
    "a log that fills the limit",
    (path) => response(200, `${"x\n".repeat(path.includes("=200") ? 32_768 : 9)}${lastLogLine}\n`),
  ],
  ["a log with ANSI and bidi", () => response(200, `${coloured.repeat(500)}${lastLogLine}\u202e\n`)],
  ["a log with NUL bytes", () => response(200, `\0\0${lastLogLine.replace("panic", "pa\0nic")}\0\n`)],
  [
    "a log that changes between its requests",
    (path) =>
      path.includes("=200") ? response(200, `${"x\n".repeat(40_000)}${lastLogLine}\n`) : response(410, "gone"),
  ],
];

/** What standard error has where a log was not read. */
const noteOf: Readonly<Record<string, RegExp>> = {
  "status 403": /^note: .*pods\/log.*\n$/,
  "status 500": /^note: the log of container cdi-controller .* was not read: the server failed; .*\n$/,
  "no byte of a log": /^note: the log of container cdi-controller .* was not read: .* within 3s; .*\n$/,
};

describe("a report has its memory and its words, whatever a kubelet answers as a log:", () => {
  test.for(inEach(silent))("%s, by %s", async ([what, runtime, log]) => {
    const run = await reportOver(runtime, log);
    expect(run.stderr).toMatch(noteOf[what] ?? /^$/);
    expectReport({ ...run, stderr: "" });
    expect(run.stdout).not.toContain("  | ");
  });

  test.for(inEach(quoted))("%s, by %s", async ([, runtime, log]) => {
    const run = await reportOver(runtime, log);
    expectReport(run);
    expect(run.stdout).toContain(`  | ${lastLogLine}`);
  });
});

async function reportOver(runtime: TestedRuntime, log: (path: string) => Assault): Promise<WatchedRun> {
  const server = await startSickCluster(log);
  servers.push(server);
  const run = await runWatched(runtime, ["-s", server.url, "--token", "x"]);
  await server.close();
  return run;
}

/** A file of 2 GB that takes no room: NUL bytes, and `end` behind them. */
function sparseLog(path: string, end: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "");
  truncateSync(path, 2 * gigabyte);
  appendFileSync(path, end);
  return path;
}

const manifests = join(folderOf(crashing), "input.yaml");
const ends: readonly (readonly [what: string, end: string])[] = [
  ["2 GB with a last line", `\n${lastLogLine}\n`],
  ["2 GB of NUL bytes without a newline", ""],
];

describe("a log of 2 GB is read by its end:", () => {
  test.for(inEach(ends))("from -f: %s, by %s", async ([, runtime, end]) => {
    const run = await runWatched(runtime, [
      "-f",
      manifests,
      "-f",
      sparseLog(join(folder, `${crashedContainer.pod}.log`), end),
    ]);
    expectReport(run);
    expect(run.stdout.includes(`  | ${lastLogLine}`)).toBe(end !== "");
  });

  test.for(inEach(ends))("from a must-gather: %s, by %s", async ([, runtime, end]) => {
    const mustGather = join(folder, `must-gather-${runtime}-${end.length}`);
    sparseLog(join(mustGather, inSample), end);
    cpSync("media/sample", mustGather, { recursive: true });
    const run = await runWatched(runtime, ["--must-gather", mustGather]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.megabytes).toBeLessThan(maxMegabytes);
    expect(run.stdout.includes(`  | ${lastLogLine}`)).toBe(end !== "");
    const log = await runWatched(runtime, ["logs", "--must-gather", mustGather, "--", "--tail=1"]);
    expect(log.megabytes).toBeLessThan(maxMegabytes);
    expect(log.stderr).toBe(end === "" ? log.stderr : "");
    if (end !== "") expect(log.stdout).toBe(`${lastLogLine}\n`);
  });

  test.for(runtimes)("from a packed must-gather, by %s", async (runtime) => {
    const file = join(folder, "large.tar.gz");
    writeFileSync(file, packedMustGather());
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
      expectReport(await runWatched(runtime, ["-f", manifests, "-f", log]));
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

/** The sample as one archive, with a log of 2 GB that takes 2 MB: parts of a gzip stand one after the other. */
function packedMustGather(): Buffer {
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
