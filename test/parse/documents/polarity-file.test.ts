import { describe, expect, test } from "vitest";
import type { PolarityFault } from "../../../shared/model/fault/polarity.ts";
import type { KindRow, PolarityRow } from "../../../shared/model/profile.ts";
import { parsePolarityFile } from "../../../shared/parse/documents/polarity-file.ts";
import { polarityFaultText } from "../../../shared/parse/documents/polarity-mistake.ts";

function rowsOf(text: string): readonly PolarityRow[] {
  const polarities = parsePolarityFile(text, "s");
  if (polarities.fault !== undefined) throw new Error(polarityFaultText(polarities.fault));
  return polarities.rows;
}

function mistakeIn(text: string, file: string): { readonly where: string; readonly fault: PolarityFault } {
  const polarities = parsePolarityFile(text, file);
  if (polarities.fault === undefined) throw new Error("no mistake");
  return polarities;
}

describe("a polarity file gives one row per entry", () => {
  test("with the line it stands in as its source", () => {
    expect(parsePolarityFile("# mine\npolarity:\n  - type: Hibernated\n    polarity: info\n", "s.yaml")).toEqual({
      rows: [{ type: "Hibernated", polarity: "info", source: "s.yaml:3" }],
      kinds: [],
    });
  });

  const whileBusy = { at: "status.phase", is: ["Running", "Idle"] };
  const whileAlone = { at: "spec.peers", is: ["0"] };
  test.for([
    {
      rule: "another field has one of its values",
      where: "{at: status.phase, is: [Running, Idle]}",
      fields: [whileBusy],
    },
    {
      rule: "each of several fields has one of its values",
      where: "[{at: status.phase, is: [Running, Idle]}, {at: spec.peers, is: [0]}]",
      fields: [whileBusy, whileAlone],
    },
  ])("a word of a kind may apply only where $rule", ({ where, fields }) => {
    const words = `{at: status.ready, is: {false: degraded}, where: ${where}}`;
    const { kinds } = parsePolarityFile(`kinds:\n- {kind: W, group: a.io, words: [${words}]}`, "s") as {
      kinds?: readonly KindRow[];
    };
    expect(kinds?.[0]?.words).toEqual([{ at: "status.ready", is: { false: "degraded" }, where: fields }]);
  });

  test("what names kind and group comes before what names less", () => {
    const text = `polarity:
  - {type: Ready, polarity: info}
  - {type: Ready, polarity: bad, group: acme.io}
  - {type: Ready, polarity: main, kind: Widget, group: acme.io}
  - {type: Ready, polarity: good, kind: Widget}
`;
    expect(rowsOf(text).map(({ polarity }) => polarity)).toEqual(["main", "good", "bad", "info"]);
  });

  const accepted: readonly [rule: string, text: string, rows: object[]][] = [
    ["JSON is YAML", '{"polarity": [{"type": "A", "polarity": "bad"}]}', [{ type: "A", polarity: "bad" }]],
    ["no rows are no mistake", "polarity: []", []],
    ["a byte order mark is none", "\uFEFFpolarity: []", []],
    ["a type that looks like a truth value is a word", "polarity:\n- {type: True, polarity: info}", [{ type: "True" }]],
    ["an empty group is the core group", 'polarity:\n- {type: A, polarity: info, group: ""}', [{ group: "" }]],
    ["a type may have a prefix", "polarity:\n- {type: acme.io/Frozen, polarity: busy}", [{ type: "acme.io/Frozen" }]],
    [
      "type __proto__ is a type",
      "polarity:\n- {type: __proto__, polarity: bad}",
      [{ type: "__proto__", polarity: "bad" }],
    ],
  ];
  test.for(accepted)("%s", ([, text, rows]) => {
    expect(rowsOf(text)).toMatchObject(rows);
  });
});

test("types in a list share a row, and `source` is for people", () => {
  const text = "polarity:\n- {type: [A, B], polarity: bad, kind: W, source: https://a.io}\n";
  const row = { polarity: "bad", kind: "W", source: "s:2" };
  expect(rowsOf(text)).toEqual([
    { type: "A", ...row },
    { type: "B", ...row },
  ]);
});

test("5,000 rows of a user are all read", () => {
  const list = (row: (i: number) => string): string => Array.from({ length: 2500 }, (_, i) => `- ${row(i)}\n`).join("");
  const text = `polarity:\n${list((i) => `{type: T${i}, polarity: bad}`)}kinds:\n${list((i) => `{kind: W${i}, group: a.io, silent: healthy}`)}`;
  const read = parsePolarityFile(text, "s");
  expect(read).toMatchObject({ rows: { length: 2500 }, kinds: { length: 2500 } });
});

test("kinds in a list share a row, and `source` may name the document that defines it", () => {
  const text = "kinds:\n- {kind: [W, V], group: a.io, source: https://a.io, polarity: {Ready: main}, silent: healthy}";
  const read = parsePolarityFile(text, "s.yaml");
  const row = { group: "a.io", source: "s.yaml:2", silent: "healthy" };
  expect(read).toMatchObject({
    kinds: [
      { ...row, kind: "W" },
      { ...row, kind: "V" },
    ],
    rows: [{ kind: "W", type: "Ready" }, { kind: "V" }],
  });
});

describe("a mistake is one sentence with its place, what was found, and what is allowed", () => {
  const allowed = "allowed: main, good, bad, busy, advice, caution, info";
  const rows: readonly [rule: string, text: string, error: string][] = [
    ["an empty file", "", "1:1: it is empty; write for example polarity: [{type: Hibernated, polarity: info}]"],
    [
      "only a comment",
      "# nothing\n",
      "1:1: it is empty; write for example polarity: [{type: Hibernated, polarity: info}]",
    ],
    ["no YAML", "polarity: [", "1:12: not YAML: unexpected end of the stream within a flow collection"],
    ["binary data", "sen\0ses", "1:4: binary data, not YAML"],
    ["a list where a mapping belongs", "- type: A", "1:1: expected a mapping with polarity or kinds, found a list"],
    [
      "a word where a mapping belongs",
      "Hibernated",
      '1:1: expected a mapping with polarity or kinds, found the word "Hibernated"',
    ],
    [
      "a mapping where a list belongs",
      "polarity:\n  Hibernated: info\n",
      "2:3: expected a list of rows under polarity, each with a dash, found a mapping",
    ],
    [
      "nothing under polarity",
      "polarity:\n",
      "1:1: expected a list of rows under polarity, each with a dash, found nothing",
    ],
    [
      "a typo in the key above",
      "polarty: []",
      '1:1: unknown key "polarty" here, did you mean polarity? allowed: polarity, kinds',
    ],
    [
      "a typo in a key of a row",
      "polarity:\n  - typ: A\n",
      '2:5: unknown key "typ" in a row, did you mean type? allowed: type, polarity, kind, group, source',
    ],
    [
      "a typo in a polarity",
      "polarity:\n  - type: A\n    polarity: god\n",
      `3:15: unknown polarity "god", did you mean good? ${allowed}`,
    ],
    [
      "a polarity that is none",
      "polarity:\n  - {type: A, polarity: purple}",
      `2:25: unknown polarity "purple"; ${allowed}`,
    ],
    ["a row without a polarity", "polarity:\n- type: A", `2:3: the row of A needs a polarity; ${allowed}`],
    ["a row without a type", "polarity:\n- polarity: bad", "2:3: a row needs a type"],
    [
      "a row that is a word",
      "polarity:\n- A",
      '2:3: expected a row such as {type: Hibernated, polarity: info}, found the word "A"',
    ],
    [
      "a list in a list of types",
      "polarity:\n- {type: [[A]], polarity: bad}",
      "2:11: expected one word after type, found a list",
    ],
    ["an empty list of types", "polarity:\n- {type: [], polarity: bad}", "2:10: a row needs a type"],
    [
      "a type twice in a list",
      "polarity:\n- {type: [A, A], polarity: bad}",
      "2:3: the polarity of A is defined twice, first at s.yaml:2:3; keep one",
    ],
    [
      "a group with its version",
      "polarity:\n- {type: A, polarity: bad, group: a.io/v1}",
      '2:35: "a.io/v1" is not an API group; omit the version',
    ],
    [
      "a kind with a blank",
      "polarity:\n- {type: A, polarity: bad, kind: a b}",
      '2:34: "a b" is not a kind; use the kind of the manifest, such as VirtualMachine',
    ],
    [
      "the same twice",
      "polarity:\n- {type: A, polarity: bad}\n- {type: A, polarity: bad}",
      "3:3: the polarity of A is defined twice, first at s.yaml:2:3; keep one",
    ],
    ["a list with an empty kind", 'kinds:\n- {kind: [W, ""], group: a.io}', "2:3: a row of kinds needs kind and group"],
    [
      "a group of a kind with its version",
      "kinds:\n- {kind: W, group: a.io/v1}",
      '2:20: "a.io/v1" is not an API group; omit the version',
    ],
    [
      "a group that stands for all",
      'kinds:\n- {kind: W, group: "*"}',
      '2:21: "*" is not an API group; use a name such as kubevirt.io',
    ],
    [
      "a kind of several words",
      "kinds:\n- {kind: [W, a b], group: a.io}",
      '2:10: "a b" is not a kind; use the kind of the manifest, such as VirtualMachine',
    ],
    [
      "a row of a kind that is a word",
      "kinds: [Widget]",
      '1:9: expected a row such as {kind: Widget, group: acme.io}, found the word "Widget"',
    ],
    ["a kind without its group", "kinds:\n- {kind: Widget}", "2:3: a row of kinds needs kind and group"],
    [
      "a typo in a field of a kind",
      "kinds:\n- {kind: W, group: a.io, word: []}",
      '2:26: unknown key "word" in a row, did you mean words? allowed: kind, group, source, polarity, reasons, unknown, required, conditions, words, counts, failures, silent, installed, strict',
    ],
    [
      "a polarity that is none",
      "kinds:\n- {kind: W, group: a.io, polarity: {Ready: god}}",
      `2:44: unknown polarity "god", did you mean good? ${allowed}`,
    ],
    [
      "a verdict that is none",
      "kinds:\n- {kind: W, group: a.io, reasons: {A: helthy}}",
      '2:39: unknown verdict "helthy", did you mean healthy? allowed: healthy, progressing, degraded, unavailable, unknown, paused',
    ],
    [
      "a path that is none",
      "kinds:\n- {kind: W, group: a.io, failures: [status..x]}",
      '2:37: "status..x" is not a path; write for example status.nodes.*.state or metadata.labels[acme.io/tier]',
    ],
    ["words without a place", "kinds:\n- {kind: W, group: a.io, words: [{is: {A: healthy}}]}", "2:34: a row needs at"],
    [
      "counts that are no list",
      "kinds:\n- {kind: W, group: a.io, counts: {}}",
      "2:34: expected a list after counts, found a mapping",
    ],
    [
      "reasons that are no mapping",
      "kinds:\n- {kind: W, group: a.io, reasons: []}",
      "2:35: expected a mapping after reasons, found a list",
    ],
    [
      "a kind twice",
      "kinds:\n- {kind: W, group: a.io}\n- {kind: W, group: a.io}",
      '3:3: the kind W of group "a.io" stands twice, first at s.yaml:2:3; keep one',
    ],
    [
      "a polarity in both lists",
      "polarity:\n- {type: A, polarity: bad, kind: W, group: a.io}\nkinds:\n- {kind: W, group: a.io, polarity: {A: good}}",
      '4:3: the polarity of A of kind W of group "a.io" is defined twice, first at s.yaml:2:3; keep one',
    ],
    ["a key twice", "polarity:\n- type: A\n  type: B\n", "3:3: not YAML: duplicated mapping key"],
    ["a second document", "polarity: []\n---\npolarity: []\n", "3:1: more than one YAML document; use one"],
    [
      "an alias",
      "polarity:\n- &a {type: A, polarity: bad}\n- *a\n",
      "3:3: expected a row such as {type: Hibernated, polarity: info}, found an alias",
    ],
  ];
  test.for(rows)("%s", ([, text, error]) => {
    const { where, fault } = mistakeIn(text, "s.yaml");
    expect(`${where}: ${polarityFaultText(fault)}`).toBe(`s.yaml:${error}`);
  });

  test("a bomb of aliases is refused, not unfolded", () => {
    const lines = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`);
    const { where, fault } = mistakeIn(["a0: &a0 [x]", ...lines].join("\n"), "s");
    expect(where).toMatch(/^s:\d+:\d+$/);
    expect(polarityFaultText(fault)).toBe("aliases that expand to too much data");
  });
});
