import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Report } from "../../../shared/model/report.ts";
import { folderOf } from "../../golden/recorded.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { runInProcess } from "../run-in-process.ts";

const folder = temporaryFolder();

const mustGather = "media/sample";
const input = join(folderOf("cdi-is-down-during-an-upgrade-and-the-cr-says-healthy"), "input.yaml");

let files = 0;
function path(): string {
  files += 1;
  return join(folder, `${files}.json`);
}

/** Writes a snapshot of the source that the arguments name. Returns its path. */
async function saveSnapshot(...args: readonly string[]): Promise<string> {
  const file = path();
  const { code, stderr } = await runInProcess(["snapshot", ...args, "-o", file]);
  expect([code, stderr.split("\n").length]).toEqual([0, 2]);
  return file;
}

async function report(...args: readonly string[]): Promise<Report> {
  return JSON.parse((await runInProcess([...args, "-o", "json"])).stdout);
}

/** The report without the file that its snapshot was saved in. */
function withoutFile({ source: { snapshot: _, ...source }, ...rest }: Report): object {
  return { ...rest, source };
}

describe("a report on the file of a snapshot is the report on its source", () => {
  const rows: [what: string, ...args: string[]][] = [
    ["a must-gather", "--must-gather", mustGather],
    ["a must-gather, deep", "--must-gather", mustGather, "--deep"],
    ["a must-gather with its related objects", "--must-gather", mustGather, "--related"],
    ["a namespace of it", "--must-gather", mustGather, "-n", "kubevirt-hyperconverged"],
    ["a namespace in which there is nothing", "--must-gather", mustGather, "-n", "other"],
    ["objects of a kind", "--must-gather", mustGather, "deployments"],
    ["one object", "--must-gather", mustGather, "cdi/cdi-kubevirt-hyperconverged"],
    ["with what it owns", "--must-gather", mustGather, "deployments", "--tree"],
    ["by label", "--must-gather", mustGather, "deployments", "-l", "app=nothing"],
    ["by another profile", "--must-gather", mustGather, "--profile", "generic"],
    ["a file of objects", "-f", input],
  ];
  test.for(rows)("%s", async ([, ...args]) => {
    const file = await saveSnapshot(...args);
    const back = await report("-f", file);
    expect(back.source.snapshot).toBe(file);
    expect(withoutFile(back)).toEqual(withoutFile(await report(...args)));
    const again = await saveSnapshot("-f", file);
    expect(readFileSync(again, "utf8")).toBe(readFileSync(file, "utf8"));
  });

  test("a report on the file takes names, a namespace and a time", async () => {
    const file = await saveSnapshot("--must-gather", mustGather);
    const [cdi] = (await report("-f", file, "cdi")).roots;
    expect(cdi?.ref.kind).toBe("CDI");
    expect((await report("-f", file, "-n", "other")).roots).toEqual([]);
    expect((await report("-f", file, "--at", "2027-01-01T00:00:00Z")).takenAt).toBe("2027-01-01T00:00:00Z");
    const { code, stderr } = await runInProcess(["-f", file, "cdi/nobody"]);
    expect([code, stderr]).toEqual([1, `error: cdis.cdi.kubevirt.io "nobody" not found in ${file}\n`]);
  });

  test("an object that was not requested when the snapshot was taken is unread, and not absent", async () => {
    const all = await saveSnapshot("--must-gather", mustGather);
    const here = await saveSnapshot("--must-gather", mustGather, "-n", "kubevirt-hyperconverged");
    const rows: [file: string, ...args: string[]][] = [
      [all, "configmaps"],
      [all, "deployments"],
      [here, "-n", "other"],
      [here, "-A"],
      [here, "hco", "-A"],
    ];
    for (const [file, ...args] of rows) {
      const { roots, verdict, completeness } = await report("-f", file, ...args);
      const required = completeness.gaps.filter((gap) => gap.required && gap.cause?.includes("not requested when"));
      expect([args, required.length, roots.length > 0 || verdict]).toEqual([args, 1, roots.length > 0 || "unknown"]);
      expect(verdict).not.toBe("healthy");
    }
    expect((await runInProcess(["-f", all, "configmaps", "--exit-code"])).code).toBe(4);
    const one = await runInProcess(["-f", all, "configmaps/x"]);
    expect([one.code, one.stderr]).toEqual([
      1,
      `error: cannot look for configmaps "x" in ${all}: not requested when the snapshot was taken\n`,
    ]);
    // Of files all was read.
    expect((await runInProcess(["-f", await saveSnapshot("-f", input), "configmaps/x"])).stderr).toContain(
      "not found in",
    );
  });

  test("flags that need more than the file has are a note", async () => {
    const file = await saveSnapshot("--must-gather", mustGather);
    const { code, stderr } = await runInProcess(["-f", file, "--related", "--deep"]);
    expect([code, stderr]).toEqual([
      0,
      `note: ${file} has no data for --deep and --related; add --deep and --related when you take the snapshot\n`,
    ]);
    const deep = await saveSnapshot("--must-gather", mustGather, "--related", "--deep");
    expect((await runInProcess(["-f", deep, "--related", "--deep"])).stderr).toBe("");
  });

  test("a snapshot on standard input has its own time", async () => {
    const file = await saveSnapshot("-f", input);
    const { stdout } = await runInProcess(["-f", "-", "-o", "json"], readFileSync(file, "utf8"));
    const read: Report = JSON.parse(stdout);
    expect([read.takenAt, read.source.snapshot]).toEqual([(await report("-f", file)).takenAt, "standard input"]);
  });

  test("a report on the file names the source of the snapshot, and that commands run on the cluster", async () => {
    const { stdout } = await runInProcess(["-f", await saveSnapshot("--must-gather", mustGather), "--width", "0"]);
    expect(stdout).toMatch(/must-gather sample, snapshot .*\.json, 2026-/);
    expect(stdout).toContain("CAUSES (run the commands on the cluster)\n");
  });
});

describe("snapshot writes a whole file that only its owner may read, or none", () => {
  test("no other user may read the file, and no temporary file remains", async () => {
    const file = await saveSnapshot("-f", input);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  });

  mkdirSync(join(folder, "taken"));
  writeFileSync(join(folder, "old.json"), "before");
  const rows: [what: string, file: string, reported: RegExp][] = [
    ["a file is there", join(folder, "old.json"), /old\.json: file exists/],
    ["a folder is there", join(folder, "taken"), /taken: it is a directory/],
    ["no such folder", join(folder, "nowhere/x.json"), /x\.json: no such directory/],
  ];
  test.for(rows)("%s", async ([, file, reported]) => {
    const { code, stdout, stderr } = await runInProcess(["snapshot", "-f", input, "-o", file]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(reported);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(readFileSync(join(folder, "old.json"), "utf8")).toBe("before");
    expect(existsSync(join(folder, "nowhere"))).toBe(false);
  });

  test("a device and a named pipe are written to", async () => {
    expect((await runInProcess(["snapshot", "-f", input, "-o", "/dev/null"])).code).toBe(0);
    const pipe = join(folder, "pipe");
    execFileSync("sh", ["-c", 'mkfifo "$0"', pipe]);
    const [, read] = await Promise.all([
      runInProcess(["snapshot", "-f", input, "-o", pipe]),
      import("node:fs/promises").then(({ readFile }) => readFile(pipe, "utf8")),
    ]);
    expect(JSON.parse(read)).toMatchObject({ kind: "List", snapshot: { kind: "Snapshot" } });
  });

  test.for([[], ["-o", "-"]])(
    "with %j the snapshot goes to standard output, and the message to standard error",
    async (args) => {
      const { code, stdout, stderr } = await runInProcess(["snapshot", "-f", input, ...args]);
      expect([code, stderr]).toEqual([0, "standard output: wrote 8 objects from 8 responses; nothing to redact\n"]);
      expect(JSON.parse(stdout)).toMatchObject({
        kind: "List",
        snapshot: { apiVersion: "hco-status/v1", kind: "Snapshot" },
      });
    },
  );

  test("a name that does not exist is an error, and absent in the file", async () => {
    const file = path();
    const args = ["-f", input, "cdi/nobody"];
    const { code, stderr } = await runInProcess(["snapshot", ...args, "-o", file]);
    expect(code).toBe(1);
    expect(stderr).toContain(`"nobody" not found`);
    expect((await runInProcess(["-f", file])).stderr).toContain(`"nobody" not found in ${file}`);
  });
});

test("for an unknown type nothing is written", async () => {
  const file = path();
  const { code, stderr } = await runInProcess(["snapshot", "-f", input, "gadgets/x", "-o", file]);
  expect([code, existsSync(file)]).toEqual([1, false]);
  expect(stderr).toMatch(/"gadgets"/);
});

test("what was redacted is listed, and reported in one line", async () => {
  const file = join(folder, "objects.yaml");
  writeFileSync(
    file,
    `${readFileSync(input, "utf8")}
---
{apiVersion: v1, kind: Secret, metadata: {name: s, namespace: n, annotations: {a: hunter2}}, data: {a: aHVudGVyMg==}}
---
{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: n, annotations: {a/token: hunter2}}, spec: {containers: [{name: c, env: [{name: A, value: hunter2}, {name: B, value: hunter2}]}]}}
`,
  );
  const { stdout, stderr } = await runInProcess(["snapshot", "-f", file]);
  expect(stderr).toBe(
    "standard output: wrote 10 objects from 10 responses; redacted 2 environment values of 1 object and 1 annotation; 1 Secret kept by name only\n",
  );
  expect(stdout).not.toMatch(/hunter2|aHVudGVyMg/);
  expect(JSON.parse(stdout).snapshot.redacted).toEqual([
    { what: "secret", of: "Secret n/s", count: 1 },
    { what: "annotation", of: "Pod n/p", count: 1 },
    { what: "env", of: "Pod n/p", count: 2 },
  ]);
});

describe("a broken snapshot is an error without a report", () => {
  /** Any JSON. */
  type Json = ReturnType<typeof JSON.parse>;

  /** What `snapshot` writes, in one line, after a change. */
  const changed = (change: (document: Json) => void) => async (): Promise<string> => {
    const document: Json = JSON.parse((await runInProcess(["snapshot", "-f", input])).stdout);
    change(document);
    return JSON.stringify(document);
  };
  const whole = changed(() => {});
  const without = (field: string): (() => Promise<string>) => changed((document) => delete document[field]);
  /** The document with other fields of its `snapshot`, or of its first reading. */
  const withSnapshot = (fields: object): (() => Promise<string>) =>
    changed(({ snapshot }) => Object.assign(snapshot, fields));
  const withReading = (fields: object): (() => Promise<string>) =>
    changed(({ readings }) => Object.assign(readings[0], fields));
  const withItem = (item: unknown): (() => Promise<string>) => changed(({ items }) => items.splice(0, 1, item));

  const version = "hco-status/v2";
  const rows: [what: string, content: () => Promise<string>, reported: RegExp][] = [
    ["cut in the middle", async () => (await whole()).slice(0, -900), /cannot use/],
    ["cut at the end", async () => (await whole()).slice(0, -1), /cannot use/],
    ["another version", withSnapshot({ apiVersion: version }), /version "hco-status\/v2": only hco-status\/v1/],
    ["no readings", without("readings"), /readings: expected a list, found nothing/],
    [
      "no responses at all, of a cluster",
      changed((document) => {
        document.snapshot.source = { kind: "cluster", name: "x" };
        Object.assign(document, { readings: [], items: [] });
      }),
      /readings: expected the responses of the snapshot, found nothing/,
    ],
    ["no snapshot", without("snapshot"), /snapshot: expected a mapping, found nothing/],
    [
      "a snapshot that is nothing",
      changed((document) => Object.assign(document, { snapshot: null })),
      /snapshot: expected a mapping/,
    ],
    ["another kind", withSnapshot({ kind: "snapshot" }), /snapshot\.kind: expected Snapshot, found other text/],
    ["no damage", without("damage"), /damage: expected a list, found nothing/],
    ["no items", without("items"), /items: expected a list, found nothing/],
    ["a reading too few", changed(({ readings }) => readings.pop()), /items\[7\] belongs to no reading/],
    [
      "an item too few",
      changed(({ items }) => items.pop()),
      /readings\[7\]\.items\[0\]: expected the index of one of 7 items/,
    ],
    ["an item that is no object", withItem(7), /items\[0\]: expected a mapping, found 7/],
    [
      "an item without a name",
      withItem({ apiVersion: "v1", kind: "Pod" }),
      /items\[0\]: expected a Kubernetes object, found a mapping without metadata\.name/,
    ],
    ["another outcome", withReading({ outcome: "fine" }), /readings\[0\]\.outcome: expected one of found, absent/],
    [
      "a refusal without its cause",
      withReading({ outcome: "forbidden" }),
      /readings\[0\]\.cause: expected text, found nothing/,
    ],
    ["no time", withSnapshot({ takenAt: "noon" }), /snapshot\.takenAt: expected a time/],
    [
      "a source of another kind",
      withSnapshot({ source: { kind: "dream", name: "x" } }),
      /snapshot\.source\.kind: expected one of cluster/,
    ],
    [
      "a selector that is none",
      withSnapshot({ asked: { selector: "===" } }),
      /snapshot\.asked\.selector: expected a selector/,
    ],
    ["a list", withSnapshot({ redacted: {} }), /snapshot\.redacted: expected a list, found a mapping/],
    [
      "two in one file",
      async () => `${await whole()}\n---\n${await whole()}`,
      /contains a snapshot and something else \(2 documents\)/,
    ],
    ["something broken behind it", async () => `${await whole()}\n---\na: [`, /contains a snapshot and something else/],
  ];
  test.for(rows)("%s", async ([, content, reported]) => {
    const file = path();
    writeFileSync(file, await content());
    const { code, stdout, stderr } = await runInProcess(["-f", file]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(reported);
    expect(stderr).toMatch(/^error: cannot use [^\n]*\n$/);
  });

  test("a snapshot beside another file is refused", async () => {
    const file = await saveSnapshot("-f", input);
    const { code, stderr } = await runInProcess(["-f", file, "-f", input]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `error: cannot use ${file} together with other files: a snapshot is a complete source; pass it alone, or compare two with diff`,
    );
  });

  test("a snapshot in one line that is cut at any place is an error", async () => {
    const text = await whole();
    for (let end = 60; end < text.length; end += 97) {
      const { code, stdout } = await runInProcess(["-f", "-"], text.slice(0, end));
      expect([end, code, stdout]).toEqual([end, 1, ""]);
    }
  });
});

describe("--bundle writes an archive for a ticket", () => {
  let bundles = 0;
  async function bundle(...args: readonly string[]): Promise<string> {
    bundles += 1;
    const file = join(folder, `${bundles}.tar.gz`);
    expect(await runInProcess(["snapshot", ...args, "--bundle", file])).toMatchObject({ code: 0, stdout: "" });
    return file;
  }

  function content(file: string, name: string): string {
    return execFileSync("tar", ["-xzOf", file, `hco-status-bundle/${name}`], { encoding: "utf8" });
  }

  test("-f, --must-gather and diff read the snapshot in the archive", async () => {
    const file = await bundle("--must-gather", mustGather);
    expect(withoutFile(await report("-f", file))).toEqual(withoutFile(await report("--must-gather", mustGather)));
    expect(await report("--must-gather", file)).toEqual(await report("-f", file));
    expect((await runInProcess(["diff", mustGather, file])).stdout).toContain("No differences");
    expect(await saveSnapshot("-f", file).then((path) => readFileSync(path, "utf8"))).toBe(
      content(file, "snapshot.json"),
    );
  });

  test("the archive has the Report of the snapshot, a text, a page, and what was not read", async () => {
    const file = await bundle("--must-gather", mustGather);
    const list = execFileSync("tar", ["-tzvf", file], { encoding: "utf8", env: { TZ: "UTC" } });
    expect(list.trimEnd().split("\n")).toEqual(
      ["snapshot.json", "contents.json", "report.json", "report.txt", "report.html"].map((name) =>
        expect.stringMatching(new RegExp(`^-rw-------.* 1980-01-01 00:00 hco-status-bundle/${name}$`)),
      ),
    );
    const written = JSON.parse(content(file, "report.json")) as Report;
    expect(withoutFile(written)).toEqual(withoutFile(await report("-f", file)));
    expect(content(file, "report.txt")).toContain("HyperConverged kubevirt-hyperconverged unavailable");
    expect(content(file, "report.html")).toContain("<!doctype html>");
    const contents = JSON.parse(content(file, "contents.json"));
    expect(contents).toMatchObject({ kind: "Bundle", verdict: "unavailable", takenAt: written.takenAt });
    expect(contents.notRead).toEqual(written.completeness.gaps);
    expect(contents.versions).toContainEqual(expect.objectContaining({ kind: "CDI", expectedVersion: "v1.66.0" }));
  });

  test("two archives of the same snapshot have the same bytes", async () => {
    const file = await saveSnapshot("--must-gather", mustGather);
    const one = await bundle("-f", file);
    const other = await bundle("-f", file);
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
    expect(readFileSync(await bundle("-f", one)).equals(readFileSync(one))).toBe(true);
  });

  test("no file of the archive has a secret of the source", async () => {
    const secret = "s3cr3t-of-the-test";
    const object = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p", namespace: "n" },
      spec: { containers: [{ name: "c", env: [{ name: "PASSWORD", value: secret }] }] },
      status: { conditions: [{ type: "Ready", status: "False", reason: "No", message: `password=${secret}` }] },
    };
    const source = path();
    writeFileSync(source, JSON.stringify(object));
    const file = await bundle("-f", source);
    expect(execFileSync("tar", ["-xzOf", file], { encoding: "utf8" })).not.toContain(secret);
  });

  test("a damaged archive is an error of one sentence, and an existing file is kept", async () => {
    const file = await bundle("--must-gather", mustGather);
    const half = join(folder, "half.tar.gz");
    writeFileSync(half, readFileSync(file).subarray(0, 6_000));
    const { code, stderr } = await runInProcess(["-f", half]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: \S+half.tar.gz is a bundle .*damaged.*\n$/)]);
    const endless = join(folder, "endless.tar.gz");
    const header = gunzipSync(readFileSync(file)).subarray(0, 512);
    header.write("77777777777", 124);
    writeFileSync(endless, gzipSync(header));
    expect((await runInProcess(["-f", endless])).stderr).toContain("damaged or too large");
    const again = await runInProcess(["snapshot", "--must-gather", mustGather, "--bundle", file]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/^error: .*exists.*\n$/)]);
  });
});
