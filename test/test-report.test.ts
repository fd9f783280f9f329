import { describe, expect, test } from "vitest";
import { chooseRepeated, countTests, mergeReports, type TestReport } from "./test-report.ts";

type Row = readonly [file: string, ...tests: (readonly [name: string, status: "passed" | "failed" | "pending"])[]];

function report(...rows: Row[]): TestReport {
  return {
    testResults: rows.map(([file, ...tests]) => ({
      name: `/repo/test/${file}`,
      status: tests.length === 0 || tests.some(([, status]) => status === "failed") ? "failed" : "passed",
      assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
    })),
    outsideErrors: 0,
  };
}

/** The report of a run whose files failed before their tests, all of which are skipped. */
function failBeforeTests(...rows: Row[]): TestReport {
  const { testResults, ...rest } = report(...rows);
  return { ...rest, testResults: testResults.map((file) => ({ ...file, status: "failed" })) };
}

describe("files run once more", () => {
  const rows: [rule: string, report: TestReport, files: readonly string[]][] = [
    ["where nothing failed: none", report(["cluster/a.test.ts", ["one", "passed"]]), []],
    [
      "where a test on a real API server failed: its file",
      report(["cluster/a.test.ts", ["one", "failed"]], ["unit/b.test.ts", ["two", "passed"]]),
      ["/repo/test/cluster/a.test.ts"],
    ],
    ["where a file on a real editor did not load: it", report(["vscode/a.test.ts"]), ["/repo/test/vscode/a.test.ts"]],
    ["where a table test failed: none", report(["render/a.test.ts", ["one", "failed"]]), []],
    [
      "where a table test failed beside one on real parts: none",
      report(["cluster/a.test.ts", ["one", "failed"]], ["render/a.test.ts", ["one", "failed"]]),
      [],
    ],
    [
      "where more than three failed: none",
      report(...["a", "b", "c", "d"].map((name): Row => [`cluster/${name}.test.ts`, ["one", "failed"]])),
      [],
    ],
    [
      "where an error was outside of tests: none",
      { ...report(["cluster/a.test.ts", ["one", "failed"]]), outsideErrors: 1 },
      [],
    ],
  ];
  test.for(rows)("%s", ([, given, files]) => {
    expect(chooseRepeated(given, "/repo")).toEqual(files);
  });
});

describe("of two runs", () => {
  const first = report(
    ["cluster/a.test.ts", ["one", "failed"], ["two", "passed"]],
    ["unit/b.test.ts", ["three", "passed"], ["four", "pending"]],
  );

  test("what passed only in the second is named, and counts as passed", () => {
    const second = report(["cluster/a.test.ts", ["one", "passed"], ["two", "passed"]]);
    expect(mergeReports(first, second, "/repo")).toEqual({
      passed: 3,
      failed: 0,
      skipped: ["test/unit/b.test.ts: four"],
      late: ["test/cluster/a.test.ts: one"],
    });
  });

  test("what fails in both has failed, and so has what fails only in the second", () => {
    const second = report(["cluster/a.test.ts", ["one", "failed"], ["two", "failed"]]);
    expect(mergeReports(first, second, "/repo")).toMatchObject({ passed: 1, failed: 2, late: [] });
  });

  test("a second one that did not live leaves the first", () => {
    expect(mergeReports(first, report(), "/repo")).toMatchObject({ passed: 2, failed: 1, late: [] });
  });

  test("a file that loads neither time has failed", () => {
    const broken = report(["cluster/a.test.ts"]);
    expect(mergeReports(broken, broken, "/repo")).toMatchObject({ passed: 0, failed: 1 });
    expect(countTests(broken, "/repo").failed).toBe(1);
  });

  test("a file that failed before its tests and then passed is named itself", () => {
    const second = report(["cluster/a.test.ts", ["one", "passed"]]);
    for (const early of [failBeforeTests(["cluster/a.test.ts", ["one", "pending"]]), report(["cluster/a.test.ts"])])
      expect(mergeReports(early, second, "/repo")).toMatchObject({
        passed: 1,
        failed: 0,
        late: ["test/cluster/a.test.ts"],
      });
  });

  test("what failed and was then skipped has failed", () => {
    const second = report(["cluster/a.test.ts", ["one", "pending"], ["two", "passed"]]);
    const skipped = ["test/unit/b.test.ts: four"];
    expect(mergeReports(first, second, "/repo")).toMatchObject({ passed: 2, failed: 1, skipped, late: [] });
  });

  test("an error outside of tests counts as failed, in whichever run", () => {
    const second = report(["cluster/a.test.ts", ["one", "passed"], ["two", "passed"]]);
    for (const [a, b] of [
      [0, 1],
      [1, 0],
    ] as const)
      expect(mergeReports({ ...first, outsideErrors: a }, { ...second, outsideErrors: b }, "/repo").failed).toBe(1);
  });
});
