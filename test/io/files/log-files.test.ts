import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { fileLogs, isLogFile } from "../../../shared/io/files/log-files.ts";
import type { LogRequest } from "../../../shared/logs/plan-logs.ts";
import { makeExcerpts } from "../../../shared/logs/read-logs.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder();

const request: LogRequest = { namespace: "n", pod: "cdi-1", container: "cdi-controller", isPrevious: false };
const other: LogRequest = { ...request, pod: "api-1", container: "api" };

let made = 0;
function write(files: Readonly<Record<string, string | Buffer>>): string {
  made += 1;
  const top = join(folder, `${made}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  return top;
}

/** What is quoted first of each log that is found. */
async function quoteFiles(
  places: { readonly files?: readonly string[]; readonly folders?: readonly string[]; readonly isRecursive?: boolean },
  requests: readonly LogRequest[] = [request],
): Promise<readonly string[]> {
  const logs = fileLogs({ files: [], folders: [], isRecursive: false, ...places });
  return makeExcerpts(await logs.read(requests)).map(
    ({ pod, from, lines, quoted: [first = 0] }) => `${pod} ${from}: ${lines[first]}`,
  );
}

describe("the path of a log says whose it is", () => {
  test.each<[rule: string, files: Readonly<Record<string, string>>, found: readonly string[]]>([
    ["the name of the Pod", { "cdi-1.log": "error: x", "web.log": "error: y" }, ["cdi-1 log: error: x"]],
    [
      "Pod and container before the Pod alone",
      { "cdi-1.log": "error: x", "cdi-1_cdi-controller.log": "error: y" },
      ["cdi-1 log: error: y"],
    ],
    ["the name of the container", { "cdi-controller.log": "error: x", "web.log": "error: y" }, ["cdi-1 log: error: x"]],
    [
      "folders as oc adm inspect names them",
      {
        "pods/cdi-1/cdi-controller/cdi-controller/logs/current.log": "error: x",
        "pods/web-1/web/web/logs/current.log": "error: y",
      },
      ["cdi-1 log: error: x"],
    ],
    [
      "the present run before the one before",
      { "cdi-1-previous.log": "error: x", "cdi-1.log": "error: y" },
      ["cdi-1 log: error: y"],
    ],
    [
      "the one before, where there is no other",
      { "cdi-1-previous.log": "error: x", "web.log": "error: y" },
      ["cdi-1 previous-log: error: x"],
    ],
    ["no other Pod whose name begins so", { "cdi-1": "", "web-cdi-11x.log": "error: x", "y.log": "error: y" }, []],
    ["the only log, whatever it is called", { "a.log": "error: x" }, ["cdi-1 log: error: x"]],
  ])("%s", async (_, files, found) => {
    const top = write(files);
    const named = Object.keys(files)
      .filter((path) => path.endsWith(".log"))
      .map((path) => join(top, path));
    expect(await quoteFiles({ files: named })).toEqual(found);
  });

  test("the only log explains none of several containers unless its name says so", async () => {
    const top = write({ "a.log": "error: x" });
    expect(await quoteFiles({ files: [join(top, "a.log")] }, [request, other])).toEqual([]);
  });
});

test("logs beside the manifests of a folder are read, those below it with -R", async () => {
  const top = write({ "cdi-1.log": "error: x", "below/api-1.log.gz": gzipSync("error: y") });
  expect(await quoteFiles({ folders: [top] }, [request, other])).toEqual(["cdi-1 log: error: x"]);
  expect(await quoteFiles({ folders: [top], isRecursive: true }, [request, other])).toEqual([
    "cdi-1 log: error: x",
    "api-1 log: error: y",
  ]);
  expect(await quoteFiles({ folders: [join(top, "none")] })).toEqual([]);
});

test.each<[name: string, text: string, isLog: boolean]>([
  ["a.log", "I1128 10:00:00.100000       1 a.go:1] x\n", true],
  ["a.log", "", true],
  ["a.log", "apiVersion: v1\nkind: Pod\n", false],
  ["a.log", '{"apiVersion": "v1"}', false],
  ["a.log", "Name:         web\nNamespace:    n\n", false],
  ["a.yaml", "error: x\n", false],
])("-f %s with %j is a log: %s", async (name, text, isLog) => {
  expect(await isLogFile(join(write({ [name]: text }), name))).toBe(isLog);
});

test("a log that does not exist is no log, so that its error is reported", async () => {
  expect(await isLogFile(join(folder, "none.log"))).toBe(false);
});
