import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { HostEnvironment } from "../../../plugin/process/host-environment.ts";
import { polarityRulesFor } from "../../../plugin/status/evaluate.ts";
import { temporaryFolder, writeInFolder } from "../../temporary-folder.ts";
import { runInProcess } from "../run-in-process.ts";

const folder = temporaryFolder();

const file = (name: string, text: string): string => writeInFolder(folder, name, text);

function polarityFileFor(type: string): string {
  return `polarity: [{type: ${type}, polarity: info}]`;
}

describe("polarities are read from the first file that is named", () => {
  const flag = file("flag.yaml", polarityFileFor("Flag"));
  const variable = file("variable.yaml", polarityFileFor("Variable"));
  file("xdg/hco-status/polarity.yaml", polarityFileFor("Xdg"));
  file("home/.config/hco-status/polarity.yaml", polarityFileFor("Home"));
  const home = join(folder, "home");
  const XDG_CONFIG_HOME = join(folder, "xdg");
  const rows: readonly [
    rule: string,
    flag: string | undefined,
    env: Record<string, string>,
    home: string,
    type?: string,
  ][] = [
    ["--polarity comes first", flag, { HCO_STATUS_POLARITY: variable, XDG_CONFIG_HOME }, home, "Flag"],
    ["then HCO_STATUS_POLARITY", undefined, { HCO_STATUS_POLARITY: variable, XDG_CONFIG_HOME }, home, "Variable"],
    ["an empty variable names no file", undefined, { HCO_STATUS_POLARITY: "", XDG_CONFIG_HOME }, home, "Xdg"],
    ["then the file below XDG_CONFIG_HOME", undefined, { XDG_CONFIG_HOME }, home, "Xdg"],
    ["then the file below ~/.config", undefined, {}, home, "Home"],
    ["a relative XDG_CONFIG_HOME does not count", undefined, { XDG_CONFIG_HOME: "xdg" }, home, "Home"],
    ["the file below ~/.config need not exist", undefined, {}, join(folder, "nobody")],
  ];
  test.for(rows)("%s", async ([, polarity, variables, place, type]) => {
    const environment = { home: place, screen: { environment: variables } } as unknown as HostEnvironment;
    const { polarities: read } = await polarityRulesFor(polarity === undefined ? {} : { polarity }, environment);
    expect(read.map((row) => row.type)).toEqual(type === undefined ? [] : [type]);
  });
});

const widget = JSON.stringify({
  apiVersion: "acme.io/v1",
  kind: "Widget",
  metadata: { name: "w", namespace: "n" },
  status: { conditions: [{ type: "Hibernated", status: "True" }] },
});

describe("--polarity on the command line", () => {
  test("a condition of unknown polarity counts as --polarity defines it, and is not inferred", async () => {
    const before = await runInProcess(["-f", "-", "--exit-code"], widget);
    expect(before.code).toBe(4);
    expect(before.stdout.replaceAll(/\s+/g, " ")).toContain("define it in a --polarity file");
    const polarities = file("bad.yaml", "polarity:\n  - type: Hibernated\n    polarity: bad\n");
    const after = await runInProcess(["-f", "-", "--polarity", polarities, "--exit-code", "-o", "json"], widget);
    expect(after.code).toBe(2);
    const [condition] = JSON.parse(after.stdout).roots[0].conditions;
    expect(condition).toMatchObject({ polarity: "bad", abnormal: true, polarityFrom: `${polarities}:2` });
    expect(condition.inferred).toBeUndefined();
  });

  const mistakes: readonly [rule: string, path: () => string, error: RegExp][] = [
    [
      "a file that does not exist",
      () => join(folder, "none.yaml"),
      /^error: cannot read the polarities in .*none\.yaml: no such file\n$/,
    ],
    ["a directory", () => folder, /^error: cannot read the polarities in .*: it is a directory\n$/],
    [
      "a named pipe, which has no end,",
      () => {
        execFileSync("bash", ["-c", `mkfifo "$0"`, join(folder, "pipe")]);
        return join(folder, "pipe");
      },
      /^error: cannot read the polarities in .*pipe: it is a named pipe; name a file\n$/,
    ],
    ["an empty device", () => "/dev/null", /^error: cannot use the polarities in \/dev\/null:1:1: it is empty/],
    [
      "a device without an end",
      () => "/dev/zero",
      /^error: cannot read the polarities in \/dev\/zero: it is larger than 1 MB/,
    ],
    ["an empty name", () => "", /^error: --polarity is empty; specify a file\n$/],
    [
      "a typo",
      () => file("typo.yaml", "polarity:\n  - type: A\n    polarity: god\n"),
      /^error: cannot use the polarities in .*typo\.yaml:3:15: unknown polarity "god", did you mean good\? allowed: .*\n$/,
    ],
    [
      "10 MB",
      () => file("large.yaml", "#".repeat(10_000_000)),
      /^error: cannot read the polarities in .*large\.yaml: it is larger than 1 MB; pass only the relevant parts\n$/,
    ],
  ];
  test.for(mistakes)("%s is an error of one sentence", async ([, path, error]) => {
    const ran = await runInProcess(["-f", "-", "--polarity", path()], widget);
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toMatch(error);
  });

  test("a file that a shell passes as /dev/fd/N is read", async () => {
    const program = `import { readPolarityFile } from ${JSON.stringify(fileURLToPath(new URL("../../../shared/io/files/polarity-file.ts", import.meta.url)))};
      console.log((await readPolarityFile(process.argv[1])).polarities.length);`;
    const runBash = (path: string): string =>
      execFileSync("bash", ["-c", `"$0" --input-type=module -e "$1" ${path}`, process.execPath, program], {
        encoding: "utf8",
      });
    expect(runBash("<(sleep 0.1; echo 'polarity: [{type: A, polarity: info}]')")).toBe("1\n");
  });
});
