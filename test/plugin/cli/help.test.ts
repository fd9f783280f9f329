import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { commandNames } from "../../../plugin/cli/commands.ts";
import { exitCodes, failedExit } from "../../../plugin/cli/exit-codes.ts";
import { allFlags, type FlagDefinition, isFlagOf } from "../../../plugin/cli/flags.ts";
import { commandHelp, describeFlag, optionsHelp, renderHelp } from "../../../plugin/cli/help.ts";
import { parseAndCheckOptions } from "../../../plugin/cli/parse-options.ts";
import { packageVersion } from "../../../shared/model/version.ts";
import { formatNames } from "../../../shared/render/formats/format-names.ts";

const text = renderHelp("kubectl hco-status");
const options = optionsHelp();

describe("the help fits one screen and says everything", () => {
  test("80 columns and 50 lines", () => {
    const lines = text.trimEnd().split("\n");
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.length).toBeLessThanOrEqual(50);
  });
  test.for(allFlags)("$name stands in one of the lists", ({ name, of, topic, section }) => {
    const isAside = topic === "cluster" || section !== undefined;
    const flag = name.length === 1 ? ` -${name} ` : ` --${name} `;
    const own = of === undefined ? "" : commandHelp("kubectl hco-status", of);
    expect([text.includes(flag), options.includes(flag), own.includes(flag)]).toEqual([
      !isAside && of === undefined,
      isAside,
      of !== undefined,
    ]);
  });
  test("the ways to a cluster fit 80 columns too", () => {
    expect(options.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
  test("every exit status", () => {
    for (const code of new Set([...Object.values(exitCodes), failedExit]))
      expect(text).toMatch(new RegExp(`\\b${code} `));
  });
});

describe.for(commandNames)("the help of %s", (name) => {
  const page = commandHelp("kubectl hco-status", name);

  test("says how it is called, with examples, on at most 80 columns and 50 lines", () => {
    expect(page).toMatch(
      /^[A-Z][^\n]+\.\n\nUsage:\n {2}kubectl hco-status \S[\s\S]+\nExamples:\n {2}kubectl hco-status \S/,
    );
    const lines = page.trimEnd().split("\n");
    expect(lines.filter((line) => line.length > 80 || line.endsWith(" "))).toEqual([]);
    expect(lines.length, "a help fits one screen: shorten a text in plugin/cli/commands.ts").toBeLessThanOrEqual(50);
  });

  test("has examples that are right", async () => {
    const [, examples = ""] = /\nExamples:\n((?: {2}.*\n)+)/.exec(page) ?? [];
    for (const line of examples.trimEnd().split("\n")) {
      const [words = ""] = line.split("kubectl hco-status ").slice(-1);
      const argv = words.replace(/ [|>].*/, "").split(" ");
      expect(await parseAndCheckOptions(argv), line).not.toHaveProperty("error");
    }
  });

  test("has every flag that it takes, those that reach clusters on another page, and no other", () => {
    for (const flag of allFlags) {
      const spelling = flag.name.length === 1 ? ` -${flag.name} ` : ` --${flag.name} `;
      const isListed = page.split("\n").some((line) => /^ {2,6}-/.test(line) && line.includes(spelling));
      const { topic, section } = flag;
      const isElsewhere =
        topic === "cluster" || (topic === "fleet" && section !== undefined) || flag.name === "version";
      expect(isListed, flag.name).toBe(isFlagOf(flag, name) && !isElsewhere);
    }
    const reaches = allFlags.some((flag) => flag.topic === "cluster" && isFlagOf(flag, name));
    expect(page.includes("Connection flags: kubectl hco-status options")).toBe(reaches);
  });
});

describe("the help of each flag", () => {
  test.for(allFlags)(
    "$name begins with a capital letter, and has its default value",
    ({ name, default: value, of }) => {
      const described = describeFlag(allFlags.find((flag) => flag.name === name) as FlagDefinition, of);
      expect(described).toMatch(/^[A-Z]/);
      expect(described).not.toMatch(/below|above|nobody|somebody/);
      if (value !== undefined) expect(described).toContain(`(default ${value})`);
    },
  );
});

test("each command with flags of its own says its exit statuses", () => {
  const said = (name: (typeof commandNames)[number]): readonly string[] =>
    commandHelp("kubectl hco-status", name)
      .split("Exit status:\n")[1]
      ?.match(/^ {2}\d(?= )/gm)
      ?.map((code) => code.trim())
      ?.toSorted() ?? [];
  expect({ wait: said("wait"), gate: said("gate"), diff: said("diff") }).toEqual({
    wait: ["0", "1", "2", "4", "5"],
    gate: ["0", "1", "2", "4"],
    diff: ["0", "1", "6"],
  });
});

test("the other list says what each format of -o prints", () => {
  for (const { name, takes } of formatNames)
    expect(options).toMatch(new RegExp(`\n  ${name}${takes === undefined ? "" : "=[A-Z]+"} +[A-Z].{10}`));
});

test("the version is package.json's", () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  expect(manifest).toMatchObject({ version: packageVersion });
});
