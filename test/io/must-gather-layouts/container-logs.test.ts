import { closeSync, ftruncateSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openMustGather } from "../../../shared/io/must-gather/open-must-gather.ts";
import type { LogRequest } from "../../../shared/logs/plan-logs.ts";
import { makeExcerpts } from "../../../shared/logs/read-logs.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { tarOf, writeFolder, zipOf } from "./archives.ts";
import { type Layout, virtualization } from "./layouts.ts";
import { readCollected } from "./objects.ts";

const folder = temporaryFolder();

const namespace = "kubevirt-hyperconverged";
const cnv = virtualization(readCollected(), namespace);
const request: LogRequest = { namespace, pod: "cdi-1", container: "cdi-controller", isPrevious: false };
const logs = `namespaces/${namespace}/pods/cdi-1/cdi-controller/cdi-controller/logs`;
const stampLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? "" : `2026-11-28T10:00:00.000000000Z ${line}`))
    .join("\n");

let made = 0;
function write(files: Readonly<Record<string, string>>): string {
  made += 1;
  return writeFolder(new Map([...cnv, ...Object.entries(files)]) as Layout, join(folder, `${made}`));
}

/** What is quoted of the log in a must-gather, and where that comes from. */
async function quoteLog(path: string, asked: LogRequest = request): Promise<readonly string[]> {
  const mustGather = await openMustGather(path);
  try {
    const [log] = makeExcerpts(await mustGather.logs.read([asked]));
    return log === undefined ? [] : [log.from, ...log.quoted.map((index) => log.lines[index] ?? "")];
  } finally {
    mustGather.close();
  }
}

const usual = {
  [`${logs}/current.log`]: stampLines("starting\npanic: boom\n"),
  [`${logs}/previous.log`]: stampLines("error: before\n"),
};

describe("the log of a container in a must-gather", () => {
  test.each<[rule: string, path: () => string]>([
    ["in a folder", () => write(usual)],
    ["in a tar.gz", () => tarOf(write(usual), join(folder, `${made}.tar.gz`))],
    ["in a tar", () => tarOf(write(usual), join(folder, `${made}.tar`), "-cf")],
    ["in a zip", () => zipOfLayout(new Map([...cnv, ...Object.entries(usual)]))],
  ])("is the current one, %s", async (_, path) => {
    expect(await quoteLog(path())).toEqual(["log", "panic: boom"]);
  });

  test("is the previous one, where the container runs again", async () => {
    const path = write(usual);
    expect(await quoteLog(path, { ...request, isPrevious: true })).toEqual(["previous-log", "error: before"]);
  });

  test.each<[rule: string, files: Readonly<Record<string, string>>, quoted: readonly string[]]>([
    [
      "an empty one gives way to the other run",
      { ...usual, [`${logs}/current.log`]: "" },
      ["previous-log", "error: before"],
    ],
    [
      "what was read without checking a certificate counts",
      { [`${logs}/current.insecure.log`]: "error: x\n" },
      ["log", "error: x"],
    ],
    [
      "older scripts write the name of the container once",
      { [`namespaces/${namespace}/pods/cdi-1/cdi-controller/logs/current.log`]: "error: x\n" },
      ["log", "error: x"],
    ],
    [
      "the newest that the kubelet rotated away",
      {
        [`${logs}/current.log`]: "",
        [`${logs}/rotated/0.log.20261127-100000`]: "error: old\n",
        [`${logs}/rotated/0.log.20261128-100000`]: "error: new\n",
      },
      ["log", "error: new"],
    ],
    ["another container's log is none", { [logs.replaceAll("cdi-controller", "other")]: "error: x\n" }, []],
    ["a log of NUL bytes is none", { [`${logs}/current.log`]: "\0".repeat(1000) }, []],
  ])("%s", async (_, files, expected) => {
    expect(await quoteLog(write(files))).toEqual(expected);
  });

  test("a rotated log is unpacked", async () => {
    const path = write({ [`${logs}/current.log`]: "", [`${logs}/rotated/x`]: "" });
    rmSync(join(path, `${logs}/rotated/x`));
    writeFileSync(join(path, `${logs}/rotated/0.log.20261128-100000.gz`), gzipSync("error: packed\n"));
    expect(await quoteLog(path)).toEqual(["log", "error: packed"]);
  });

  test("a log of 2 GB is read by its end", async () => {
    const path = write(usual);
    const file = openSync(join(path, `${logs}/current.log`), "w");
    ftruncateSync(file, 2 * 2 ** 30);
    writeSync(file, "\nerror: at the end\n", 2 * 2 ** 30);
    closeSync(file);
    expect(await quoteLog(path)).toEqual(["log", "error: at the end"]);
  });

  test("a larger log in an archive is kept by its end", async () => {
    const path = write({
      [`${logs}/current.log`]: `panic: old\n${"a quiet line\n".repeat(200_000)}error: at the end\n`,
    });
    expect(await quoteLog(tarOf(path, join(folder, `${made}.tar.gz`)))).toEqual(["log", "error: at the end"]);
  });
});

describe("logs.txt of kubectl cluster-info dump", () => {
  const marker = (which: string, container: string): string =>
    `==== ${which} logs for container ${container} of pod ${namespace}/cdi-1 ====\n`;
  const section = (container: string, text: string): string =>
    `${marker("START", container)}${text}${marker("END", container)}`;
  const list = (kind: string): string =>
    `{\n    "kind": "${kind}List",\n    "apiVersion": "v1",\n    "items": [{"metadata": {"name": "x", "namespace": "${namespace}"}}]\n}\n`;
  const kinds = ["Event", "ReplicationController", "Service", "DaemonSet", "Deployment", "ReplicaSet", "Pod"];
  const nodes = '{\n    "kind": "NodeList",\n    "apiVersion": "v1",\n    "items": []\n}\n';

  /** A dump with these logs of the Pod, into a folder or as one text. */
  function dumped(text: string, isFolder: boolean): string {
    made += 1;
    const path = join(folder, `dump-${made}`);
    if (isFolder)
      return writeFolder(
        new Map([
          ["nodes.json", nodes],
          [`${namespace}/replication-controllers.json`, list("ReplicationController")],
          [`${namespace}/cdi-1/logs.txt`, text],
        ]),
        path,
      );
    writeFolder(new Map(), dirname(path));
    writeFileSync(path, `${nodes}${kinds.map(list).join("")}${text}`);
    return path;
  }

  test.each<[rule: string, text: string, quoted: readonly string[]]>([
    [
      "the container's part is read",
      `${section("other", "error: other\n")}${section("cdi-controller", "panic: boom\n")}`,
      ["log", "panic: boom"],
    ],
    [
      "the error of reading it is no log",
      section("cdi-controller", "Request log error: the server could not find the requested resource\n"),
      [],
    ],
    ["a log without an end of line before the marker", section("cdi-controller", "error: x"), ["log", "error: x"]],
    ["no part of the container is no log", section("other", "error: other\n"), []],
  ])("%s", async (_, text, expected) => {
    for (const isFolder of [true, false]) expect(await quoteLog(dumped(text, isFolder))).toEqual(expected);
  });
});

/** A zip of texts. */
function zipOfLayout(layout: Layout): string {
  made += 1;
  const path = join(folder, `${made}.zip`);
  writeFileSync(path, zipOf(layout));
  return path;
}
