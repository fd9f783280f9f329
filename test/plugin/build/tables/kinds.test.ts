import { expect, test } from "vitest";
import { compileKinds, compilePolarities } from "../../../../plugin/build/tables/kinds.ts";

const compileRows = (...rows: readonly string[]): string =>
  compileKinds([{ name: "a.yaml", text: `kinds:\n${rows.map((row) => `- ${row}\n`).join("")}` }]).text;

const widget = "{kind: Widget, group: acme.io, source: https://acme.io}";

test.for([
  {
    rule: "without a source",
    rows: ["{kind: Widget, group: acme.io}"],
    error: "a.yaml:2: the row lacks a source that is an address",
  },
  {
    rule: "with a source that is no address",
    rows: ["{kind: W, group: a.io, source: docs}"],
    error: "a.yaml:2: the row lacks a source",
  },
  {
    rule: "with an unknown key",
    rows: ["{kind: W, group: a.io, word: []}"],
    error: 'a.yaml:2:26: unknown key "word" in a row, did you mean words?',
  },
  {
    rule: "with a wrong polarity",
    rows: ["{kind: W, group: a.io, polarity: {Ready: god}}"],
    error: 'a.yaml:2:44: unknown polarity "god"',
  },
  { rule: "that stands twice", rows: [widget, widget], error: "a.yaml:3:3: the kind Widget of group" },
] as const)("a row of kinds $rule is refused with its line", ({ rows, error }) => {
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
  { rule: "that is not YAML", text: "kinds: {", error: "a.yaml:1:9: not YAML" },
  {
    rule: "with an unknown list",
    text: "kind: []",
    error: 'a.yaml:1:1: unknown key "kind" here, did you mean kinds?',
  },
  {
    rule: "with rows of types among those of kinds",
    text: "polarity: [{type: A, polarity: bad, source: https://a.io}]",
    error: "a.yaml: rows",
  },
] as const)("a file $rule is refused", ({ text, error }) => {
  expect(() => compileKinds([{ name: "a.yaml", text }])).toThrow(error);
});

test.for([
  {
    rule: "without a source",
    row: "{type: A, polarity: bad}",
    error: "a.yaml:2: the row lacks a source that is an address",
  },
  {
    rule: "with a wrong polarity",
    row: "{type: A, polarity: god, source: https://a.io}",
    error: 'a.yaml:2:23: unknown polarity "god"',
  },
  {
    rule: "with an unknown key",
    row: "{typ: A}",
    error: 'a.yaml:2:4: unknown key "typ" in a row, did you mean type?',
  },
  {
    rule: "of a type twice",
    row: "{type: [A, A], polarity: bad, source: https://a.io}",
    error: "a.yaml:2:3: the polarity of A is defined twice",
  },
] as const)("a row of types $rule is refused with its line", ({ row, error }) => {
  expect(() => compilePolarities([{ name: "a.yaml", text: `polarity:\n- ${row}\n` }])).toThrow(error);
});

test("types that share a row are one row of the module, in a constant named after the file", () => {
  const text = "polarity: [{type: [A, B], polarity: bad, source: https://a.io}]";
  expect(compilePolarities([{ name: "polarity/acme.yaml", text }]).text).toContain(
    'export const acmePolarities: readonly PolarityRow[] = [\n  ...["A","B"].map(',
  );
});
