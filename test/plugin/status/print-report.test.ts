import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readOutputTarget } from "../../../plugin/cli/output-format.ts";
import { createReportPrinter } from "../../../plugin/status/print-report.ts";
import type { Report } from "../../../shared/model/report.ts";
import { samples } from "../../render/samples.ts";
import { temporaryFolder, writeInFolder } from "../../temporary-folder.ts";
import { runInProcess } from "../run-in-process.ts";

const folder = temporaryFolder();

const file = (name: string, content: string): string => writeInFolder(folder, name, content);

const sample = ["--must-gather", "media/sample"];

describe("a template prints what it asks for", () => {
  const rows: [output: string, text: string][] = [
    ["jsonpath={.verdict}", "unavailable"],
    ['jsonpath={range .roots[*]}{.label}{"\\n"}{end}', "kubevirt-hyperconverged\n"],
    ["jsonpath-as-json={.roots[*].verdict}", '[\n    "unavailable"\n]\n'],
    [`jsonpath-file=${file("one.jsonpath", "{.kind}")}`, "Report"],
    ["custom-columns=HOW:.verdict,WHO:.roots[*].label", "HOW           WHO\nunavailable   kubevirt-hyperconverged\n"],
    [`custom-columns-file=${file("columns", "HOW\n.verdict\n")}`, "HOW\nunavailable\n"],
  ];
  test.for(rows)("-o %s", async ([output, text]) => {
    expect(await runInProcess([...sample, "-o", output])).toEqual({ code: 0, stdout: text, stderr: "" });
  });

  describe("custom-columns has a row for each root, and one for the Report where a path names its roots", () => {
    const two = file(
      "two.yaml",
      ["a", "b"]
        .map((name) => `apiVersion: a.example/v1\nkind: Box\nmetadata: {name: ${name}}\nstatus: {phase: Ready}\n`)
        .join("---\n"),
    );
    const columns: [output: string, text: string][] = [
      ["custom-columns=NAME:.ref.name,HOW:.verdict", "NAME   HOW\na      healthy\nb      healthy\n"],
      ["custom-columns=NAME:.ref.name,FROM:.source.kind", "NAME   FROM\na      files\nb      files\n"],
      ["custom-columns=roots:.ref.name", "roots\na\nb\n"],
      ["custom-columns=NAME:.roots[*].ref.name", "NAME\na,b\n"],
      ["custom-columns=NAME:{roots[0].ref.name}", "NAME\na\n"],
      [`custom-columns-file=${file("names", "NAME\n.ref.name\n")}`, "NAME\na\nb\n"],
      [
        `custom-columns-file=${file("roots", "HOW NAME\n.verdict .roots[*].ref.name\n")}`,
        "HOW       NAME\nhealthy   a,b\n",
      ],
    ];
    test.for(columns)("-o %s", async ([output, text]) => {
      expect(await runInProcess(["-f", two, "-o", output])).toEqual({ code: 0, stdout: text, stderr: "" });
    });
  });

  test("--no-headers leaves the first line of columns out", async () => {
    const { stdout } = await runInProcess([...sample, "--no-headers", "-o", "custom-columns=HOW:.verdict"]);
    expect(stdout).toBe("unavailable\n");
  });
});

describe("a template that is wrong is one sentence, before anything is printed", () => {
  const rows: [output: string, sentence: RegExp][] = [
    ["jsonpath={.verdict", /error parsing jsonpath \{\.verdict, unclosed action/],
    ["jsonpath={.roots[9].label}", /array index out of bounds/],
    [`jsonpath-file=${join(folder, "nowhere")}`, /cannot read the template .*nowhere: no such file/],
    [`jsonpath-file=${folder}`, /cannot read the template .*: it is a directory/],
    [`custom-columns-file=${file("empty", "")}`, /invalid template, missing header line/],
    ["custom-columns=HOW", /expected <header>:<json-path-expr>/],
  ];
  test.for(rows)("-o %s", async ([output, sentence]) => {
    const { code, stdout, stderr } = await runInProcess([...sample, "-o", output]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: [^\n]*\n$/);
    expect(stderr).toMatch(sentence);
  });
});

describe("what is printed raw does not act on a terminal", () => {
  const report: Report = { ...(samples["healthy is short"] as Report), takenAt: "\u001b[31mred\u202e" };
  const rows: [output: string][] = [
    ["jsonpath={.takenAt}"],
    ["jsonpath-as-json={.takenAt}"],
    ["custom-columns=A:.takenAt"],
  ];
  test.for(rows)("-o %s", async ([output]) => {
    const onTerminal = await createReportPrinter(
      readOutputTarget(output),
      {},
      { isTerminal: true, showsCredentials: false },
    );
    expect(onTerminal(report, {})).not.toMatch(/[\u001b\u202e]/);
  });

  test("a script gets raw output as it is", async () => {
    const inPipe = await createReportPrinter(
      readOutputTarget("jsonpath={.takenAt}"),
      {},
      { isTerminal: false, showsCredentials: false },
    );
    expect(inPipe(report, {})).toBe("\u001b[31mred\u202e");
  });
});
