import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileKinds, compileKindTable, kindTableFile } from "../../../plugin/build/kind-table.ts";

test("the table of kinds is what kinds/*.yaml say; if not: npm run explanations", async () => {
  expect(readFileSync(kindTableFile, "utf8") === (await compileKinds())).toBe(true);
});

const compiled = (...rows: readonly string[]): string =>
  compileKindTable(new Map([["a.yaml", `kinds:\n${rows.map((row) => `- ${row}\n`).join("")}`]]));

const widget = "{kind: Widget, group: acme.io, source: https://acme.io}";

test.for([
  ["without a source", ["{kind: Widget, group: acme.io}"], "a.yaml:2: the row lacks a source that is an address"],
  ["with a source that is no address", ["{kind: W, group: a.io, source: docs}"], "a.yaml:2: the row lacks a source"],
  [
    "with an unknown key",
    ["{kind: W, group: a.io, word: []}"],
    'a.yaml:2: unknown key "word" in a row, did you mean words?',
  ],
  ["with a wrong polarity", ["{kind: W, group: a.io, polarity: {Ready: god}}"], 'a.yaml:2: unknown polarity "god"'],
  ["that stands twice", [widget, widget], "a.yaml:3: Widget.acme.io stands twice, first at a.yaml:2"],
] as const)("a row %s is refused with its line", ([, rows, error]) => {
  expect(() => compiled(...rows)).toThrow(error);
});

test("a file that is no list of kinds is refused", () => {
  expect(() => compileKindTable(new Map([["a.yaml", "kinds: {"]]))).toThrow(
    "a.yaml is no YAML with a list under kinds",
  );
});
