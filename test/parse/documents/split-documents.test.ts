import { describe, expect, test } from "vitest";
import { readDocuments } from "../../../shared/parse/documents/split-documents.ts";
import { describeDamage } from "../../../shared/parse/input-fault-text.ts";
import { pick, randomFrom } from "../../random.ts";
import { randomJson } from "../random-json.ts";

describe("a text is cut into its documents without empty ones, each with its first line", () => {
  const rows: [what: string, text: string, documents: [value: unknown, where: string][]][] = [
    ["one document", "a: 1\n", [[{ a: 1 }, "f:1:1"]]],
    ["nothing", "", []],
    ["comments only", "# a\n\n  # b", []],
    ["empty documents", "---\n---\n# a\n---\n...\nnull\n", []],
    [
      "separators",
      "a: 1\n---\nb: 2\n",
      [
        [{ a: 1 }, "f:1:1"],
        [{ b: 2 }, "f:3:1"],
      ],
    ],
    [
      "text behind the separator",
      "--- {a: 1}\n--- # why\nb: 2\n",
      [
        [{ a: 1 }, "f:1:5"],
        [{ b: 2 }, "f:3:1"],
      ],
    ],
    [
      "end markers",
      "a: 1\n...\n# c\n---\n\nb: 2\n...\n",
      [
        [{ a: 1 }, "f:1:1"],
        [{ b: 2 }, "f:6:1"],
      ],
    ],
    [
      "directives",
      "%YAML 1.2\n---\na: 1\n...\n%YAML 1.2\n---\nb: 2",
      [
        [{ a: 1 }, "f:3:1"],
        [{ b: 2 }, "f:7:1"],
      ],
    ],
    [
      "CR LF",
      "a: 1\r\n---\r\nb: |\r\n  x\r\n  y\r\n",
      [
        [{ a: 1 }, "f:1:1"],
        [{ b: "x\ny\n" }, "f:3:1"],
      ],
    ],
    ["a byte order mark", "\uFEFFa: 1\n", [[{ a: 1 }, "f:1:1"]]],
    [
      "a byte order mark in each of two files put together",
      "\uFEFFa: 1\n\uFEFF---\nb: 2\n",
      [
        [{ a: 1 }, "f:1:1"],
        [{ b: 2 }, "f:3:1"],
      ],
    ],
    ["separators inside a block scalar are indented", "a: |\n  x\n  ---\n  y\n", [[{ a: "x\n---\ny\n" }, "f:1:1"]]],
    ["four dashes are no separator", "a: x\n ----\n", [[{ a: "x ----" }, "f:1:1"]]],
    ["JSON", '{"a":\t"}]"}\n', [[{ a: "}]" }, "f:1:1"]]],
    ["JSON behind comments", '# a\n{"a": "\\"{"}', [[{ a: '"{' }, "f:2:1"]]],
    ["a JSON list", '\n[{"a": 1}]', [[[{ a: 1 }], "f:2:1"]]],
    [
      "NDJSON",
      '{"a":1}\n\n{"b":2}\n',
      [
        [{ a: 1 }, "f:1:1"],
        [{ b: 2 }, "f:3:1"],
      ],
    ],
    [
      "JSON, one value after the other",
      '{\n"a":1\n}{\n"b":2\n}\n',
      [
        [{ a: 1 }, "f:1:1"],
        [{ b: 2 }, "f:3:2"],
      ],
    ],
    [
      "JSON between separators",
      '{"a":1}\n---\n{"b":2}\n---\nc: 3\n',
      [
        [{ a: 1 }, "f:1:1"],
        [{ b: 2 }, "f:3:1"],
        [{ c: 3 }, "f:5:1"],
      ],
    ],
    ["a flow mapping that is no JSON", "{a: [b], c: 'd'}", [[{ a: ["b"], c: "d" }, "f:1:1"]]],
  ];
  test.for(rows)("%s", ([, text, documents]) => {
    const expected = documents.map(([value, where]) => ({ value, where }));
    expect(readDocuments(text, "f")).toStrictEqual({ documents: expected, faults: [] });
  });
});

describe("values are as the API server would write them", () => {
  const rows: [yaml: string, value: unknown][] = [
    ["2026-11-21T06:00:00Z", "2026-11-21T06:00:00Z"],
    ["2026-11-21", "2026-11-21"],
    ["yes", "yes"],
    ["true", true],
    ["~", null],
    ["12", 12],
    ["1.5", 1.5],
    ["123456789012345678901", "123456789012345678901"],
    ["9007199254740993", "9007199254740993"],
    ["1e400", "1e400"],
    [".inf", ".inf"],
    ["'12'", "12"],
    ["{x: &x {p: 1}, y: *x}", { x: { p: 1 }, y: { p: 1 } }],
    ["{x: &x {p: 1, q: 1}, y: {<<: *x, q: 2}}", { x: { p: 1, q: 1 }, y: { p: 1, q: 2 } }],
  ];
  test.for(rows)("%s", ([yaml, value]) => {
    expect(readDocuments(`a: ${yaml}`, "f").documents[0]?.value).toStrictEqual({ a: value });
  });

  test.for(["__proto__: {polluted: 1}", '{"__proto__": {"polluted": 1}}'])("%s is an ordinary key", (text) => {
    const value = readDocuments(text, "f").documents[0]?.value as object;
    expect(Object.keys(value)).toStrictEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect("polluted" in value).toBe(false);
  });
});

describe("a broken document is one gap that says where, and the others are used", () => {
  const rows: [what: string, text: string, where: string, cause: string, others: unknown[]][] = [
    ["a colon too many", "a: 1\n---\nb: : c\n---\nc: 3\n", "f:3:4", "bad indentation", [{ a: 1 }, { c: 3 }]],
    ["an unclosed quote", 'a: "x\n---\nb: 1\n', "f:2:1", "deficient indentation", [{ b: 1 }]],
    ["an unclosed bracket", "a: [1, 2\n---\nb: 1\n", "f:2:1", "deficient indentation", [{ b: 1 }]],
    ["a duplicate key", "a:\n  b: 1\n  b: 2\n", "f:3:3", "duplicated mapping key", []],
    ["a tab", "a:\n\tb: 1\n", "f:2:1", "tab characters", []],
    ["CR LF", "a: 1\r\n---\r\na: 1\r\na: 2\r\n", "f:4:1", "duplicated mapping key", [{ a: 1 }]],
    ["a byte order mark", "\uFEFFa: 1\na: 2\n", "f:2:1", "duplicated mapping key", []],
    ["an unknown alias", "a: *b\n", "f:1:5", 'unidentified alias "b"', []],
    ["an unknown tag", "a: !Ref b\n", "f:1:4", "unknown scalar tag", []],
    ["an escape character", "a: \u001b[31m\n", "f:1:4", "non-printable characters", []],
    ["a template", "name: {{ .Values.name }}\n", "f:1:1", "is this a template?", []],
    ["JSON that breaks off", '{"a": [1,\n {"b": "x', "f:2:10", "unexpected end of the stream", []],
    ["JSON without a comma", '{\n\t"a": 1\n\t"b": 2\n}', "f:3:5", "missed comma", []],
    ["a line of NDJSON", '{"a":1}\n{"b":[\n{"c":3}\n', "f:2:7", "unexpected end of the stream", [{ a: 1 }, { c: 3 }]],
    ["one of several JSON values", '{\n"a":1\n}\n{\n"b" 2\n}\n{\n"c":3\n}', "f:5:5", "", [{ a: 1 }, { c: 3 }]],
  ];
  test.for(rows)("%s", ([, text, where, cause, others]) => {
    const { documents, faults } = readDocuments(text, "f");
    expect(faults.map(describeDamage)).toStrictEqual([{ where, cause: expect.stringContaining(cause) as string }]);
    expect(documents.map((document) => document.value)).toStrictEqual(others);
  });

  test("binary data is one gap", () => {
    const faults = [{ where: "f", fault: { code: "binary" } }];
    expect(readDocuments("\u001f\ufffd\u0000\n---\na: 1", "f")).toStrictEqual({ documents: [], faults });
  });

  test("a cause is one harmless line", () => {
    const [damage] = readDocuments(`a: !\u202e\u2066${"x".repeat(1000)} b\n`, "f").faults.map(describeDamage);
    expect(damage?.cause).toMatch(/^tag name cannot contain such characters: \\u\{202e\}\\u\{2066\}x+$/);
    expect(damage?.cause.length).toBeLessThan(250);
  });
});

describe("a small text cannot become a large value or a deep recursion", () => {
  const tenTimes = (item: string): string => `[${Array(10).fill(item).join(",")}]`;
  const bomb = ["a0: &a0 lol", ...Array.from({ length: 10 }, (_, i) => `a${i + 1}: &a${i + 1} ${tenTimes(`*a${i}`)}`)];
  const rows: [what: string, text: string, where: string, cause: string][] = [
    ["an alias bomb", bomb.join("\n"), "f:7:14", "aliases that expand to too much data"],
    ["an alias to its own list", "a: &a [*a]", "f:1:8", "an alias refers to a node that contains it"],
    ["an alias to its own mapping", "&a\nb: {c: *a}", "f:2:8", "an alias refers to a node that contains it"],
    ["a thousand aliases and one", `a: &a x\nb: [${"*a,".repeat(1001)}]`, "f:2:3006", "more than 1000 aliases"],
    ["10,000 flow lists", `a: ${"[".repeat(10_000)}${"]".repeat(10_000)}`, "f:1:503", "nested more than 500 deep"],
    ["10,000 flow lists, not closed", "[".repeat(10_000), "f:1:500", "nested more than 500 deep"],
    ["10,000 block lists", `${"- ".repeat(10_000)}x`, "f:1:1001", "nested more than 500 deep"],
    ["5,000 block mappings", deepMapping(5_000), "f:500:500", "nested more than 500 deep"],
    ["10,000 JSON objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, "f:1:2492", "nested more than 500 deep"],
    ["10,000 JSON lists", `[${"[".repeat(10_000)}${"]".repeat(10_000)}]`, "f:1:500", "nested more than 500 deep"],
  ];
  test.for(rows)("%s", ([, text, where, cause]) => {
    const { documents, faults } = readDocuments(`${text}\n---\nb: 1\n`, "f");
    expect(documents).toStrictEqual([{ value: { b: 1 }, where: expect.stringMatching(/^f:\d+:1$/) as string }]);
    expect(faults.map(describeDamage)).toStrictEqual([{ where, cause }]);
  });

  test("400 levels and 1,000 small aliases are read", () => {
    const text = `a: &a x\nb: [${"*a,".repeat(1000)}]\n---\n${deepMapping(400)}\n---\n${"[".repeat(400)}${"]".repeat(400)}`;
    expect(readDocuments(text, "f")).toMatchObject({ documents: { length: 3 }, faults: [] });
  });

  // What reads all before each of them does not end within any test's time.
  test("50,000 documents are read in no square of their number", () => {
    const one = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x, labels: {a: b}}\n---\n";
    const { documents } = readDocuments(one.repeat(50_000), "f");
    expect(documents).toHaveLength(50_000);
    expect(documents.at(-1)?.where).toBe("f:199997:1");
  });
});

test("JSON written in any of its layouts is read back as it was", () => {
  for (let seed = 0; seed < 300; seed++) {
    const random = randomFrom(seed);
    const values = Array.from({ length: 4 }, () => ({ value: randomJson(random) }));
    const layout = pick(random, [undefined, 2, "\t"]);
    const separator = pick(random, ["\n", "\n---\n", " ", "\r\n...\r\n"]);
    const text = values.map((value) => JSON.stringify(value, undefined, layout)).join(separator);
    const { documents, faults } = readDocuments(text, "f");
    expect(faults, `seed ${seed}`).toStrictEqual([]);
    // Compared as text: to the matcher an own "__proto__" is no key.
    const read = documents.map((document) => JSON.stringify(document.value));
    expect(read, `seed ${seed}`).toStrictEqual(values.map((value) => JSON.stringify(value)));
  }
});

test("no text makes the reader throw, and what it cannot use it says", () => {
  for (let seed = 0; seed < 1000; seed++) {
    const random = randomFrom(seed);
    const text = Array.from({ length: 40 }, () => pick(random, crumbs)).join("");
    const { documents, faults } = readDocuments(text, "f");
    const hasContent = /[a-z]/.test(text.replace(/[#%][^\r\n]*/g, ""));
    if (hasContent) expect(documents.length + faults.length, `seed ${seed}`).toBeGreaterThan(0);
    for (const { where } of faults) expect(where, `seed ${seed}`).toMatch(/^f:\d+:\d+$/);
  }
});

const crumbs = [
  "a",
  "b: ",
  "- ",
  "\n",
  "\n",
  "  ",
  "{",
  "}",
  "[",
  "]",
  ",",
  '"',
  "'",
  "|\n",
  ": ",
  "#",
  "&x ",
  "*x",
  "\n---\n",
  "\n...\n",
  "%",
  "\t",
  "\r",
  "? ",
  "!!str ",
  "<<: ",
];

function deepMapping(levels: number): string {
  return Array.from({ length: levels }, (_, level) => `${" ".repeat(level)}a:`).join("\n");
}
