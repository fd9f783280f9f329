import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runInProcess } from "../run-in-process.ts";

const readme = readFileSync("README.md", "utf8");
const lines = readme.split("\n");

/** The blocks that show a command of the bundled sample or of `explain`, and what it prints; `…` stands for skipped lines. */
const shown = [...readme.matchAll(/^```\n\$ kubectl hco-status (.*)\n([\s\S]*?)^```$/gm)]
  .map(([, command = "", output = ""]): [command: string, output: string] => [command, output])
  .filter(([command]) => /media\/sample|^explain /.test(command));

/** The arguments as a shell splits them; README uses no quotes but these. */
function splitArguments(command: string): readonly string[] {
  return (command.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ""));
}

describe("README shows what a command prints, in order, with skipped lines marked", () => {
  test.for(shown)("%s", async ([command, output]) => {
    const { stdout } = await runInProcess([...splitArguments(command)]);
    const pieces = output.split(/^…\n/m).filter((piece) => piece !== "");
    const found = pieces.map((piece) => `\n${stdout}`.indexOf(`\n${piece}`));
    expect(found.filter((index) => index < 0)).toEqual([]);
    expect(found).toEqual(found.toSorted((one, other) => one - other));
  });
  test("of three tasks", () => {
    expect(shown.map(([command]) => command.replace(/ --.*/, ""))).toEqual([
      "explain CDIDegraded",
      "gate upgrade",
      expect.stringContaining("jsonpath"),
    ]);
  });
});

test("the first real cluster is within the first screen", () => {
  expect(lines.indexOf("    kubectl hco-status")).toBeLessThan(24);
});

test("the table of contents has each heading, and no line is longer than 120 characters", () => {
  const headings = lines.flatMap((line) => /^## (.*)/.exec(line)?.slice(1) ?? []);
  const contents = lines.flatMap((line) => /^- \[(.*)\]\(#(.*)\)$/.exec(line)?.slice(1, 3).join("|") ?? []);
  expect(contents).toEqual(headings.map((title) => `${title}|${title.toLowerCase().replaceAll(" ", "-")}`));
  expect(lines.filter((line) => [...line].length > 120)).toEqual([]);
});
