import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readOutputTarget } from "../../../plugin/cli/output-format.ts";
import { createReportPrinter } from "../../../plugin/status/print-report.ts";
import type { Report } from "../../../shared/model/report.ts";
import { samples } from "../../render/samples.ts";
import { temporaryFolder, writeInFolder } from "../../temporary-folder.ts";
import { runInProcess } from "../run-in-process.ts";

const folder = temporaryFolder();

const sampleArguments = ["--must-gather", "media/sample"];

function writeFile(name: string, content: string): string {
  return writeInFolder(folder, name, content);
}

describe("a template prints what it selects", () => {
  const rows = [
    { output: "jsonpath={.verdict}", text: "unavailable" },
    { output: 'jsonpath={range .roots[*]}{.label}{"\\n"}{end}', text: "kubevirt-hyperconverged\n" },
    { output: "jsonpath-as-json={.roots[*].verdict}", text: '[\n    "unavailable"\n]\n' },
    { output: `jsonpath-file=${writeFile("one.jsonpath", "{.kind}")}`, text: "Report" },
    {
      output: "custom-columns=HOW:.verdict,WHO:.roots[*].label",
      text: "HOW           WHO\nunavailable   kubevirt-hyperconverged\n",
    },
    { output: `custom-columns-file=${writeFile("columns", "HOW\n.verdict\n")}`, text: "HOW\nunavailable\n" },
  ];
  test.for(rows)("-o $output prints $text", async ({ output, text }) => {
    expect(await runInProcess([...sampleArguments, "-o", output])).toEqual({ code: 0, stdout: text, stderr: "" });
  });

  describe("custom-columns has a row for each root, or one row where a path names the roots", () => {
    const fileOfTwoRoots = writeFile(
      "two.yaml",
      ["a", "b"]
        .map((name) => `apiVersion: a.example/v1\nkind: Box\nmetadata: {name: ${name}}\nstatus: {phase: Ready}\n`)
        .join("---\n"),
    );
    const columns = [
      {
        output: "custom-columns=NAME:.ref.name,HOW:.verdict",
        text: "NAME   HOW\na      healthy\nb      healthy\n",
      },
      {
        output: "custom-columns=NAME:.ref.name,FROM:.source.kind",
        text: "NAME   FROM\na      files\nb      files\n",
      },
      { output: "custom-columns=roots:.ref.name", text: "roots\na\nb\n" },
      { output: "custom-columns=NAME:.roots[*].ref.name", text: "NAME\na,b\n" },
      { output: "custom-columns=NAME:{roots[0].ref.name}", text: "NAME\na\n" },
      { output: `custom-columns-file=${writeFile("names", "NAME\n.ref.name\n")}`, text: "NAME\na\nb\n" },
      {
        output: `custom-columns-file=${writeFile("roots", "HOW NAME\n.verdict .roots[*].ref.name\n")}`,
        text: "HOW       NAME\nhealthy   a,b\n",
      },
    ];
    test.for(columns)("-o $output prints $text", async ({ output, text }) => {
      expect(await runInProcess(["-f", fileOfTwoRoots, "-o", output])).toEqual({ code: 0, stdout: text, stderr: "" });
    });
  });

  test("--no-headers omits the header of custom-columns", async () => {
    const { stdout } = await runInProcess([...sampleArguments, "--no-headers", "-o", "custom-columns=HOW:.verdict"]);
    expect(stdout).toBe("unavailable\n");
  });
});

describe("an invalid template is one error, and nothing is printed", () => {
  const rows = [
    { output: "jsonpath={.verdict", sentence: /error parsing jsonpath \{\.verdict, unclosed action/ },
    { output: "jsonpath={.roots[9].label}", sentence: /array index out of bounds/ },
    {
      output: `jsonpath-file=${join(folder, "nowhere")}`,
      sentence: /cannot read the template .*nowhere: no such file/,
    },
    { output: `jsonpath-file=${folder}`, sentence: /cannot read the template .*: it is a directory/ },
    { output: `custom-columns-file=${writeFile("empty", "")}`, sentence: /invalid template, missing header line/ },
    { output: "custom-columns=HOW", sentence: /expected <header>:<json-path-expr>/ },
  ];
  test.for(rows)("-o $output is an error", async ({ output, sentence }) => {
    const { code, stdout, stderr } = await runInProcess([...sampleArguments, "-o", output]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: [^\n]*\n$/);
    expect(stderr).toMatch(sentence);
  });
});

describe("raw output is harmless on a terminal", () => {
  const report: Report = { ...(samples["healthy is short"] as Report), takenAt: "\u001b[31mred\u202e" };
  const rows = [
    { output: "jsonpath={.takenAt}" },
    { output: "jsonpath-as-json={.takenAt}" },
    { output: "custom-columns=A:.takenAt" },
  ];
  test.for(rows)("-o $output prints no control characters to a terminal", async ({ output }) => {
    const onTerminal = await createReportPrinter(
      readOutputTarget(output),
      {},
      { isTerminal: true, showsCredentials: false },
    );
    expect(onTerminal(report, {})).not.toMatch(/[\u001b\u202e]/);
  });

  test("-o jsonpath prints raw text to a pipe", async () => {
    const inPipe = await createReportPrinter(
      readOutputTarget("jsonpath={.takenAt}"),
      {},
      { isTerminal: false, showsCredentials: false },
    );
    expect(inPipe(report, {})).toBe("\u001b[31mred\u202e");
  });
});
