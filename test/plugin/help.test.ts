import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { exitCodes, failed } from "../../plugin/exit-code.ts";
import { flags } from "../../plugin/flags.ts";
import { help, optionsHelp } from "../../plugin/help.ts";
import { version } from "../../plugin/version.ts";
import { formatNames } from "../../shared/render/format-names.ts";

const text = help("kubectl hco-status");
const options = optionsHelp("kubectl hco-status");

describe("the help fits one screen and says everything", () => {
  test("80 columns and 40 lines", () => {
    const lines = text.trimEnd().split("\n");
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.length).toBeLessThanOrEqual(40);
  });
  test.for(flags)("$name stands in one of the two lists", ({ name, reaches, prints }) => {
    const flag = name.length === 1 ? ` -${name} ` : ` --${name} `;
    expect([text.includes(flag), options.includes(flag)]).toEqual([
      reaches === undefined && prints === undefined,
      reaches === true || prints === true,
    ]);
  });
  test("the ways to a cluster fit 80 columns too", () => {
    expect(options.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
  test("every exit status", () => {
    for (const code of new Set([...Object.values(exitCodes), failed])) expect(text).toMatch(new RegExp(`\\b${code} `));
  });
});

test("the other list has every format of -o", () => {
  for (const { name, takes } of formatNames)
    expect(options).toContain(takes === undefined ? `\n  ${name}\n` : `\n  ${name}=`);
});

test("the version is package.json's", () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(manifest).toMatchObject({ version });
});
