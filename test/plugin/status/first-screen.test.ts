import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseOptions } from "../../../plugin/cli/parse-options.ts";
import { furtherCommands, rerunWords } from "../../../plugin/cli/rerun-command.ts";
import { runInProcess } from "../run-in-process.ts";

const sample = ["--must-gather", "media/sample"];

describe("the last line has the command for the full report of the same objects, ready for a shell:", () => {
  const rows: [what: string, words: readonly string[], repeated: string][] = [
    ["a must-gather", sample, "--must-gather media/sample"],
    [
      "a name and a namespace",
      [...sample, "-n", "kubevirt-hyperconverged", "cdi"],
      "cdi -n kubevirt-hyperconverged --must-gather media/sample",
    ],
    ["all namespaces", [...sample, "-A"], "-A --must-gather media/sample"],
    [
      "a rule set and a moment",
      [...sample, "--rules", "status-doc", "--at", "2026-11-21T12:00:00Z"],
      "--must-gather media/sample --rules status-doc --at 2026-11-21T12:00:00Z",
    ],
  ];
  test.for(rows)("%s", async ([, words, repeated]) => {
    const { stdout } = await runInProcess([...words]);
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^Details(?: \(\d+ more notes?\))?: kubectl hco-status /);
    expect(stdout.trimEnd().split("hco-status ").at(-1)).toBe(`${repeated} -o wide`);
    const again = await runInProcess([...words, "-o", "wide"]);
    expect([again.code, again.stderr]).toEqual([0, ""]);
  });
});

test("of a cluster it repeats the context, ready for a shell", () => {
  const options = parseOptions(["--context", "a b", "-n", "x"]);
  if ("error" in options) throw new Error(options.error);
  expect(rerunWords(options)).toEqual(["-n", "x", "--context", "a b"]);
});

test("the full report is as deep as the user requested", () => {
  const options = parseOptions(["certificates", "--tree", "--deep"]);
  if ("error" in options) throw new Error(options.error);
  expect(furtherCommands(options)).toEqual({
    details: "kubectl hco-status certificates --tree --deep -o wide",
  });
});

test("several types stay one word, as a second one would be a name", () => {
  for (const words of [["pods,deploy"], ["pods/a", "deploy/b"], ["pods"]]) {
    const options = parseOptions(words);
    if ("error" in options) throw new Error(options.error);
    expect(rerunWords(options)).toEqual(words);
  }
});

test("README shows what the bundled sample prints in 80 columns", async () => {
  const { stdout } = await runInProcess([...sample, "--width", "80"]);
  expect(readFileSync("README.md", "utf8")).toContain(`\n\`\`\`\n${stdout}\`\`\`\n`);
});

describe("what flags ask for stands below the first screen", () => {
  test("--deep shows the containers of what is healthy", async () => {
    const { stdout } = await runInProcess([...sample, "--deep", "--width", "100"]);
    expect(stdout).toMatch(/^✗ HyperConverged[\s\S]*\nDetails: .*\n\nCOMPONENTS\n[\s\S]*✓ container virt-api healthy/);
  });

  test("--related shows the related objects", async () => {
    const { stdout } = await runInProcess([...sample, "--related", "--width", "100"]);
    expect(stdout).toMatch(/\nDetails: .*\n\nRELATED OBJECTS \(\d+ of \d+ objects checked, /);
  });
});
