import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { folderOf } from "../../golden/recorded.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { type RunResult, runInProcess } from "../run-in-process.ts";

const folder = temporaryFolder();
const pathOf = (name: string): string => join(folder, name);

const mustGather = "media/sample";
const healthyInput = join(folderOf("all-six-components-are-healthy"), "input.yaml");
const unhealthyInput = join(folderOf("cdi-is-down-during-an-upgrade-and-the-cr-says-healthy"), "input.yaml");

beforeAll(async () => {
  for (const [name, ...args] of [
    ["gather.json", "snapshot", "--must-gather", mustGather],
    ["unhealthy.json", "snapshot", "-f", unhealthyInput],
    ["report.json", "-f", unhealthyInput, "-o", "json"],
    ["report.yaml", "-f", unhealthyInput, "-o", "yaml"],
  ] as const)
    writeFileSync(pathOf(name), (await runInProcess(args)).stdout);
  mkdirSync(pathOf("folder"));
  copyFileSync(unhealthyInput, pathOf("folder/hco.yaml"));
});

function diff(before: string, after: string, ...args: readonly string[]): Promise<RunResult> {
  return runInProcess(["diff", before, after, "--width", "0", ...args]);
}

describe("sources with the same content have no differences, whatever their form", () => {
  const rows: [what: string, before: () => string, after: () => string][] = [
    ["objects and themselves", () => unhealthyInput, () => unhealthyInput],
    ["a folder of objects and a snapshot of them", () => pathOf("folder"), () => pathOf("unhealthy.json")],
    ["a snapshot and a report as JSON", () => pathOf("unhealthy.json"), () => pathOf("report.json")],
    ["a report as YAML and the objects", () => pathOf("report.yaml"), () => unhealthyInput],
    ["a must-gather and a snapshot of it", () => mustGather, () => pathOf("gather.json")],
  ];
  test.for(rows)("%s", async ([, before, after]) => {
    const { code, stdout, stderr } = await diff(before(), after());
    expect([code, stdout, stderr]).toEqual([0, "✗ No differences (unavailable)\n", ""]);
  });

  test.for(["unhealthy.json", "report.json", "report.yaml"])("%s is recognized on standard input", async (name) => {
    const { code } = await runInProcess(["diff", unhealthyInput, "-"], readFileSync(pathOf(name), "utf8"));
    expect(code).toBe(0);
  });
});

describe("differences are printed with both values, the worst first, and exit status 6", () => {
  test("a component that becomes unavailable is a difference of its own", async () => {
    const { code, stdout } = await diff(healthyInput, unhealthyInput);
    expect(code).toBe(6);
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/^✗ healthy -> unavailable: \d+ changes, \d+ worse$/);
    expect(lines.slice(1, 4)).toEqual([
      `  Before  ${healthyInput}, as of 2026-11-21T12:25:34Z (newest time inside)`,
      `  After   ${unhealthyInput}, as of 2026-11-21T12:25:21Z (newest time inside)`,
      "  Note    AFTER is older than BEFORE",
    ]);
    expect(stdout).toContain(
      "  ✗ Available True -> False, CDINotAvailable: CDI is not available (since 2026-11-21T12:11:21Z)\n",
    );
    expect(stdout).toContain("  ~ upgrade 1.19.0 -> 1.20.0 started, waiting for CDI\n");
    expect(stdout).toContain("\nCDI\n  ✗ healthy -> unavailable (since 2026-11-21T12:11:21Z)\n");
    // The objects below a healthy component were not read.
    expect(stdout).toContain("\nCDI, Deployment cdi-apiserver\n  ✗ added to the report, unavailable");
  });

  test("an improvement has the mark of its new verdict, and the first line counts it", async () => {
    const { stdout } = await diff(unhealthyInput, healthyInput);
    expect(stdout).toMatch(/^✓ unavailable -> healthy: \d+ changes, \d+ better(?:, \d+ worse)?\n/);
    expect(stdout).toContain("\nCDI\n  ✓ unavailable -> healthy");
    expect(stdout).not.toMatch(/! .*ready \d\/(\d) -> \1\/\1/);
  });

  test("-o json and -o yaml print the document that -w prints", async () => {
    const change = JSON.parse((await diff(healthyInput, unhealthyInput, "-o", "json")).stdout);
    expect(change).toMatchObject({
      apiVersion: "hco-status/v1",
      kind: "ReportChange",
      takenAt: "2026-11-21T12:25:21Z",
      verdict: { from: "healthy", to: "unavailable" },
    });
    expect(change.changes[0]).toMatchObject({ what: "verdict", from: "healthy", to: "unavailable" });
    expect((await diff(healthyInput, unhealthyInput, "-o", "yaml")).stdout).toContain("kind: ReportChange\n");
    const same = JSON.parse((await diff(unhealthyInput, unhealthyInput, "-o", "json")).stdout);
    expect([same.changes, same.verdict]).toEqual([[], { from: "unavailable", to: "unavailable" }]);
  });

  test("objects that only one of two reports covers are a note, and no difference", async () => {
    for (const name of ["gather", "further"]) {
      const args = name === "further" ? ["--related", "--deep"] : [];
      writeFileSync(
        pathOf(`${name}-report.json`),
        (await runInProcess(["--must-gather", mustGather, ...args, "-o", "json"])).stdout,
      );
    }
    const { code, stdout } = await diff(pathOf("gather-report.json"), pathOf("further-report.json"));
    expect([code, stdout]).toEqual([
      0,
      "✗ No differences (unavailable)\n  Note    the sources cover different objects; only common objects are compared\n",
    ]);
  });

  test("a difference in details alone is a difference too", async () => {
    const report = JSON.parse(readFileSync(pathOf("report.json"), "utf8"));
    for (const child of report.roots[0].children) if (child.trouble) child.trouble.message += "x";
    report.roots[0].meaning = "another";
    writeFileSync(pathOf("detail.json"), JSON.stringify(report));
    const { code, stdout } = await diff(pathOf("report.json"), pathOf("detail.json"));
    expect([code, stdout.split("\n")[0]]).toEqual([
      6,
      "✗ still unavailable, only details differ; compare the two reports",
    ]);
  });

  test("an object that cannot be read any more is not reported as deleted", async () => {
    const snapshot = JSON.parse(readFileSync(pathOf("gather.json"), "utf8"));
    const isLost = (query: { kind: string }): boolean => query.kind === "Pod" || query.kind === "HyperConverged";
    const lost = new Set<number>();
    for (const reading of snapshot.readings) {
      if (!isLost(reading.query) || reading.outcome !== "found") continue;
      for (const place of reading.items) lost.add(place);
      const { items: _, ...rest } = { ...reading, outcome: "forbidden", cause: "user cannot list them" };
      snapshot.readings[snapshot.readings.indexOf(reading)] = rest;
    }
    const places = new Map<number, number>();
    const items = snapshot.items.filter((_: unknown, place: number) => {
      if (!lost.has(place)) places.set(place, places.size);
      return !lost.has(place);
    });
    for (const reading of snapshot.readings)
      if (reading.items) reading.items = reading.items.map((place: number) => places.get(place));
    writeFileSync(pathOf("blind.json"), JSON.stringify({ ...snapshot, items }));
    const { code, stdout } = await diff(pathOf("gather.json"), pathOf("blind.json"));
    expect(code).toBe(6);
    expect(stdout).toMatch(/HyperConverged kubevirt-hyperconverged\n {2}! no longer readable \(was unavailable\)/);
    expect(stdout).toContain("hyperconvergeds: forbidden");
    expect(stdout).toContain("\nCDI\n  ✗ moved within the report, unavailable");
    expect(stdout).not.toMatch(/[!✗✓] gone|not the same objects/);
    expect((await diff(pathOf("blind.json"), pathOf("gather.json"))).stdout).toMatch(
      /HyperConverged kubevirt-hyperconverged\n {2}✗ now readable, unavailable/,
    );
  });

  test("sources of different objects or clusters are named", async () => {
    const report = JSON.parse(readFileSync(pathOf("report.json"), "utf8"));
    report.roots[0].ref.name = "other";
    writeFileSync(
      pathOf("other.json"),
      JSON.stringify({ ...report, source: { ...report.source, server: "https://b" } }),
    );
    const server = { ...JSON.parse(readFileSync(pathOf("report.json"), "utf8")).source, server: "https://a" };
    writeFileSync(
      pathOf("one.json"),
      JSON.stringify({ ...JSON.parse(readFileSync(pathOf("report.json"), "utf8")), source: server }),
    );
    const { stdout } = await diff(pathOf("one.json"), pathOf("other.json"));
    expect(stdout).toContain(
      "different objects: HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged before, HyperConverged kubevirt-hyperconverged/other after",
    );
    expect(stdout).toContain("different clusters: https://a and https://b");
  });

  test("hostile text of the cluster is harmless", async () => {
    const text = readFileSync(unhealthyInput, "utf8").replace("CDI is not available: ", "\\u001b[31m\\u202e");
    writeFileSync(pathOf("hostile.yaml"), text.replace(/message: '?\\u001b.*$/m, 'message: "\\u001b[31m\\u202e"'));
    const { stdout } = await diff(healthyInput, pathOf("hostile.yaml"));
    expect(stdout).not.toMatch(/[\u0000-\u0009\u001b\u202e]/);
  });
});

describe("a source that cannot be compared is an error of one sentence", () => {
  const rows: [what: string, content: string, reported: RegExp, ...args: string[]][] = [
    ["a text that is no object", "a: 1\n", /expected a Kubernetes object/],
    ["an empty file", "", /it is empty/],
    [
      "a change of reports",
      '{"apiVersion":"hco-status/v1","kind":"ReportChange"}',
      /it is a ReportChange, not a Report or Snapshot/,
    ],
    ["a report cut down", '{"apiVersion":"hco-status/v1","kind":"Report"}', /as a Report: takenAt: expected a time/],
    [
      "a report of another version",
      '{"apiVersion":"hco-status/v9","kind":"Report"}',
      /only hco-status\/v1 is supported/,
    ],
    [
      "a broken snapshot",
      '{"kind":"List","snapshot":{"apiVersion":"hco-status/v1","kind":"Snapshot"}}',
      /as a snapshot: snapshot\.takenAt: expected a time/,
    ],
  ];
  test.for(rows)("%s", async ([, content, reported]) => {
    writeFileSync(pathOf("bad"), content);
    for (const operands of [
      [pathOf("bad"), unhealthyInput],
      [unhealthyInput, pathOf("bad")],
    ]) {
      const { code, stdout, stderr } = await runInProcess(["diff", ...operands]);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(reported);
      expect(stderr).toMatch(/^error: [^\n]*\n$/);
    }
  });

  test("every field of a report that is of another type", async () => {
    const text = readFileSync(pathOf("report.json"), "utf8");
    for (const field of ["roots", "findings", "source", "completeness", "verdict"]) {
      for (const wrong of [null, 7, "x", [7], { a: 1 }]) {
        writeFileSync(pathOf("bad"), JSON.stringify({ ...JSON.parse(text), [field]: wrong }));
        const { code, stdout, stderr } = await runInProcess(["diff", pathOf("report.json"), pathOf("bad")]);
        expect([field, wrong, code, stdout]).toEqual([field, wrong, 1, ""]);
        expect(stderr).toMatch(/^error: cannot use .* as a Report: [^\n]*\n$/);
      }
    }
  });

  test("no such file, both from standard input, an archive there, a report that would be evaluated again", async () => {
    expect((await diff(pathOf("nowhere"), unhealthyInput)).stderr).toMatch(/nowhere: no such file/);
    expect((await diff("-", "-")).stderr).toBe("error: only one of the two sources can be standard input\n");
    expect((await runInProcess(["diff", unhealthyInput, "-"], "PK\u0003\u0004xxxx")).stderr).toMatch(
      /archive from standard input/,
    );
    const judged = await diff(pathOf("report.json"), unhealthyInput, "-n", "x");
    expect([judged.code, judged.stderr]).toEqual([
      1,
      `error: ${pathOf("report.json")} is a Report, which is already evaluated: --namespace requires its source, such as a file of snapshot\n`,
    ]);
  });
});
