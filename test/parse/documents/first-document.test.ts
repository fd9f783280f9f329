import { describe, expect, test } from "vitest";
import { readFirstDocument } from "../../../shared/parse/documents/first-document.ts";
import { describeDamage } from "../../../shared/parse/input-fault-text.ts";

describe("a plain word is what go.yaml.in/yaml v2 makes of it (resolve.go)", () => {
  const rows: [written: string, value: unknown][] = [
    ["on", true],
    ["y", true],
    ["No", false],
    ["OFF", false],
    ["yEs", "yEs"],
    ["'on'", "on"],
    ["~", null],
    ["", null],
    ["Null", null],
    ["nULL", "nULL"],
    ["12", 12],
    ["+1", 1],
    ["0777", 511],
    ["0o7", 7],
    ["0x_1F", 31],
    ["-0b11", -3],
    ["08", 8],
    ["1_000", 1000],
    [".5", 0.5],
    ["1.", 1],
    ["1e400", "1e400"],
    ["0xffffffffffffffffffff", "0xffffffffffffffffffff"],
    ["190:20:30", "190:20:30"],
    ["2001-01-01", "2001-01-01"],
    ["2001-01-01T00:00:00Z", "2001-01-01T00:00:00Z"],
    ["!!str 12", "12"],
    ['"12"', "12"],
  ];
  test.for(rows)("%s", ([written, value]) => {
    expect(readFirstDocument(`a: ${written}\n`, "f")).toEqual({ value: { a: value } });
  });
});

describe("only the first document of a text counts", () => {
  const rows: [rule: string, text: string, value: unknown][] = [
    ["nothing", "", null],
    ["a comment", "# a\n", null],
    ["an empty one", "---\n---\na: 1\n", null],
    ["broken ones behind it are not seen", "a: 1\n---\n[\n", { a: 1 }],
    ["text behind the end of the document is not read", "a: 1\n...\n]\n", { a: 1 }],
    ["a second value of JSON is not read", '{"a": 1}{"a": 2}', { a: 1 }],
    ["JSON may hold what only YAML knows", '{\n\t"a": on\n}', { a: true }],
    ["the last of two same keys counts", "a: 1\na: 2\n", { a: 2 }],
    ["a byte order mark is none of it", "\ufeffa: 1\n", { a: 1 }],
  ];
  test.for(rows)("%s", ([, text, value]) => {
    expect(readFirstDocument(text, "f")).toEqual({ value });
  });
});

describe("what cannot be read is reported with its place", () => {
  const rows: [text: string, where: string, cause: RegExp][] = [
    ["a: 1\nb: [\n", "f:3:1", /./],
    ["a\0", "f", /^binary data/],
    ["a: .nan\n", "f:1:1", /JSON cannot represent/],
    ["a: [1, {b: -.INF}]\n", "f:1:1", /JSON cannot represent/],
    ["a: &a [*a]\n", "f:1:8", /a node that contains it/],
    ['a: *b"c\n', "f:1:5", /^unidentified alias …$/],
    ["a: !b c\n", "f:1:4", /^unknown scalar tag …$/],
    ["a: !!int c\n", "f:1:4", /^cannot resolve a node with … explicit tag$/],
    ["a: !b!c d\n", "f:1:8", /^undeclared tag handle …$/],
    ["a: !\u0435 d\n", "f:1:6", /^tag name cannot contain such characters: …$/],
    [`a: !${"b".repeat(300)} d\n`, "f:1:4", /^unknown scalar tag …$/],
  ];
  test.for(rows)("%s", ([text, where, cause]) => {
    const { fault } = readFirstDocument(text, "f");
    const damage = fault && describeDamage(fault);
    expect(damage?.where).toBe(where);
    expect(damage?.cause).toMatch(cause);
  });
});
