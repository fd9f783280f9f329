import { describe, expect, test } from "vitest";
import { splitSegments } from "../../../shared/parse/documents/split-documents.ts";
import { readObjects } from "../../../shared/parse/kube-objects.ts";
import { findFieldSpans, parseManifest, readObjectValue } from "../../../shared/parse/manifest/parse-manifest.ts";
import { readYaml } from "../../../shared/parse/yaml/read-yaml.ts";
import { randomFrom } from "../../random.ts";
import { repetitions } from "../../size.ts";
import { goldenTexts } from "../manifest-samples.ts";
import { randomJson } from "../random-json.ts";

test("the objects of a valid manifest have the values that YAML has", () => {
  for (const [name, text] of goldenTexts) {
    const values = parseManifest(text).objects.map(readObjectValue);
    const documents = splitSegments(text).flatMap(({ start, end }) => {
      const value = readYamlValue(text.slice(start, end));
      const { items } = (value ?? {}) as { readonly items?: readonly unknown[] };
      return items ?? (value === null ? [] : [value]);
    });
    expect(values, name).toEqual(documents.filter((value) => readObjects(value, "").objects.length > 0));
  }
});

test("random JSON values are parsed to the same values", () => {
  const random = randomFrom(3);
  for (let repetition = 0; repetition < repetitions(50); repetition++) {
    const spec = randomJson(random);
    const text = JSON.stringify({ kind: "A", spec: "x", more: spec }, null, repetition % 3).replaceAll("1e+300", "1.5");
    const [object] = parseManifest(text).objects;
    expect(object && readObjectValue(object), text).toEqual(JSON.parse(text));
  }
});

describe("a plain word has the value of YAML's core schema", () => {
  const rows = [
    "",
    "~",
    "null",
    "Null",
    "nULL",
    "true",
    "TRUE",
    "yes",
    "on",
    "017",
    "0o17",
    "0x1F",
    "+1",
    "-0.5",
  ].concat(["1.", ".5", "1e3", "9007199254740993", "1e999", "2026-11-21T06:00:00Z", "1_000", "a b", "0b1", "1:30"]);
  test.for(rows)('the word "%s" has the value of YAML\'s core schema', (word) => {
    const [object] = parseManifest(`kind: A\nx: ${word}\n`).objects;
    const value = readYamlValue(`kind: A\nx: ${word}\n`);
    expect(object && readObjectValue(object)).toEqual(value);
  });
});

describe("a manifest that is not plain YAML is read as far as possible", () => {
  const rows = [
    { rule: "an alias is replaced by its value", text: "x: &a {b: 1}\ny: *a", value: { x: { b: 1 }, y: { b: 1 } } },
    {
      rule: "merge keys add fields, the first one counting most",
      text: "x: &a {b: 1, c: 2}\nz: &d {b: 3, e: 4}\ny:\n  <<: [*a, *d]\n  c: 5",
      value: {
        x: { b: 1, c: 2 },
        z: { b: 3, e: 4 },
        y: { c: 5, b: 1, e: 4 },
      },
    },
    { rule: "a quoted << is a key", text: 'x: {"<<": 1}', value: { x: { "<<": 1 } } },
    { rule: "an alias without an anchor is null", text: "x: *a", value: { x: null } },
    { rule: "an alias within its anchor is null", text: "x: &a [1, *a]", value: { x: [1, null] } },
    {
      rule: "a tag is applied to a built-in type and ignored otherwise",
      text: "x: !Ref a\ny: !!str 1",
      value: { x: "a", y: "1" },
    },
    { rule: "the last of two equal keys counts", text: "x: 1\nx: 2", value: { x: 2 } },
    {
      rule: "__proto__ is a key",
      text: "__proto__: {a: 1}",
      value: JSON.parse('{"__proto__": {"a": 1}}'),
    },
    { rule: "a template is text", text: "x: {{ .y }}\nz: 1", value: { x: "{{ .y }}", z: 1 } },
    { rule: "an unclosed quote ends with its line", text: 'x: "a\nz:\n  b: 1\n  c', value: { x: "a", z: { b: 1 } } },
  ];
  test.for(rows)("$rule", ({ text, value }) => {
    const [object] = parseManifest(`${text}\nkind: A\n`).objects;
    expect(object && readObjectValue(object)).toEqual(
      Object.fromEntries([...Object.entries(value as object), ["kind", "A"]]),
    );
  });

  test("aliases that multiply without end are cut", () => {
    const levels = Array.from({ length: 40 }, (_, level) => `l${level}: &l${level} [*l${level - 1}, *l${level - 1}]`);
    const [object] = parseManifest(`kind: A\nl-1: &l-1 x\n${levels.join("\n")}\n`).objects;
    expect(JSON.stringify(object && readObjectValue(object)).length).toBeLessThan(5_000_000);
  });

  test("a field of an alias or merge key has the position of its anchor", () => {
    const text = "kind: A\nx: &a {b: 1}\ny:\n  <<: *a\nz: *a\n";
    const [object] = parseManifest(text).objects;
    const at = text.indexOf("b: 1");
    const expected = { key: { start: at, end: at + 1 }, value: { start: at + 3, end: at + 4 } };
    expect([object && findFieldSpans(object, ["y", "b"]), object && findFieldSpans(object, ["z", "b"])]).toEqual([
      expected,
      expected,
    ]);
    expect(object && findFieldSpans(object, ["y", "c"])).toBeUndefined();
  });
});

function readYamlValue(text: string): unknown {
  const attempt = readYaml(text);
  return attempt.fault === undefined ? attempt.value : attempt.fault;
}
