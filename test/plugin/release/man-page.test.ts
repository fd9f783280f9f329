import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { commandNames } from "../../../plugin/cli/commands.ts";
import { allFlags } from "../../../plugin/cli/flags.ts";
import { renderManPage } from "../../../plugin/release/man-page.ts";
import { mustSkip } from "../../environment.ts";

const page = renderManPage("1.2.3");

test("the man page has every flag", () => {
  const missing = allFlags.filter(({ name }) => !page.includes(name.length === 1 ? `-${name}` : flagInRoff(name)));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test("the man page has every command and its version", () => {
  expect(commandNames.filter((name) => !page.includes(`.B ${name}`))).toEqual([]);
  expect(page.split("\n", 1)[0]).toContain("hco\\-status 1.2.3");
});

describe("every line is a known request or text", () => {
  const requests = new Set(["TH", "SH", "TP", "PP", "B", "BR", "I", "br", "nf", "fi"]);
  test("no line of text begins as a request does", () => {
    const unknown = page
      .split("\n")
      .filter((line) => /^[.']/.test(line) && !requests.has(/^\.(\w+)/.exec(line)?.[1] ?? ""));
    expect(unknown).toEqual([]);
  });

  const groff = spawnSync("groff", ["-man", "-ww", "-Tutf8"], { input: page, encoding: "utf8" });
  test.skipIf(mustSkip(groff.error === undefined))("groff sets it without a warning (groff)", () => {
    expect(groff.stderr).toBe("");
    expect(groff.status).toBe(0);
  });
});

function flagInRoff(name: string): string {
  return `\\-\\-${name.replaceAll("-", "\\-")}`;
}
