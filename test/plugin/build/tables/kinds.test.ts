import { expect, test } from "vitest";
import { compileKinds, compilePolarities } from "../../../../plugin/build/tables/kinds.ts";

const compileRows = (...rows: readonly string[]): string =>
  compileKinds([{ name: "a.yaml", text: `kinds:\n${rows.map((row) => `- ${row}\n`).join("")}` }]).text;

const widget = "{kind: Widget, group: acme.io, source: https://acme.io}";

test.for([
  ["without a source", ["{kind: Widget, group: acme.io}"], "a.yaml:2: the row lacks a source that is an address"],
  ["with a source that is no address", ["{kind: W, group: a.io, source: docs}"], "a.yaml:2: the row lacks a source"],
  [
    "with an unknown key",
    ["{kind: W, group: a.io, word: []}"],
    'a.yaml:2:26: unknown key "word" in a row, did you mean words?',
  ],
  ["with a wrong polarity", ["{kind: W, group: a.io, polarity: {Ready: god}}"], 'a.yaml:2:44: unknown polarity "god"'],
  ["that stands twice", [widget, widget], "a.yaml:3:3: the kind Widget of group"],
] as const)("a row %s is refused with its line", ([, rows, error]) => {
  expect(() => compileRows(...rows)).toThrow(error);
});

test("a kind in two files is refused with both lines", () => {
  const text = `kinds:\n- ${widget}\n`;
  const files = [
    { name: "a.yaml", text },
    { name: "b.yaml", text },
  ];
  expect(() => compileKinds(files)).toThrow("b.yaml:2: Widget.acme.io stands twice, first at a.yaml:2");
});

test.for([
  ["that is not YAML", "kinds: {", "a.yaml:1:9: not YAML"],
  ["with an unknown list", "kind: []", 'a.yaml:1:1: unknown key "kind" here, did you mean kinds?'],
  [
    "with rows of types among those of kinds",
    "polarity: [{type: A, polarity: bad, source: https://a.io}]",
    "a.yaml: rows",
  ],
] as const)("a file %s is refused", ([, text, error]) => {
  expect(() => compileKinds([{ name: "a.yaml", text }])).toThrow(error);
});

test.for([
  ["without a source", "{type: A, polarity: bad}", "a.yaml:2: the row lacks a source that is an address"],
  ["with a wrong polarity", "{type: A, polarity: god, source: https://a.io}", 'a.yaml:2:23: unknown polarity "god"'],
  ["with an unknown key", "{typ: A}", 'a.yaml:2:4: unknown key "typ" in a row, did you mean type?'],
  [
    "of a type twice",
    "{type: [A, A], polarity: bad, source: https://a.io}",
    "a.yaml:2:3: the polarity of A is defined twice",
  ],
] as const)("a row of types %s is refused with its line", ([, row, error]) => {
  expect(() => compilePolarities([{ name: "a.yaml", text: `polarity:\n- ${row}\n` }])).toThrow(error);
});

test("rows that differ by their types alone are one row of the module, in a constant named by the file", () => {
  const text = "polarity: [{type: [A, B], polarity: bad, source: https://a.io}]";
  expect(compilePolarities([{ name: "polarity/acme.yaml", text }]).text).toContain(
    'export const acmePolarities: readonly PolarityRow[] = [\n  ...["A","B"].map(',
  );
});
