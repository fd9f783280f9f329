import { describe, expect, test } from "vitest";
import type { FieldProblem } from "../../shared/model/manifest/schema.ts";
import { parseManifest } from "../../shared/parse/manifest/parse-manifest.ts";
import { checkFields } from "../../shared/schema/check-fields.ts";
import type { KindSchema } from "../../shared/schema/kind-schema.ts";
import { definitionOf, forms, lookupIn, schemaOf, shopManifest } from "./definitions.ts";

const schema = schemaOf(definitionOf({ v1: forms }));

function problemsIn(text: string, of: KindSchema = schema): readonly FieldProblem[] {
  return parseManifest(text).objects.flatMap((object) => {
    const root = lookupIn(of)(object);
    return root === undefined ? [] : checkFields(object, of, root);
  });
}

/** Each problem as `code marked`. */
const brief = (text: string, of?: KindSchema): readonly string[] =>
  problemsIn(text, of).map(({ code, span }) => `${code} ${text.slice(span.start, span.end)}`);

/** The text with the first fix. */
function applyFix(text: string, of?: KindSchema): string {
  const fix = problemsIn(text, of)[0]?.fix;
  return fix === undefined ? "no fix" : text.slice(0, fix.span.start) + fix.text + text.slice(fix.span.end);
}

/** A List with one item, whose `spec` is this text. */
function itemOf(spec: string): string {
  return `apiVersion: v1\nkind: List\nitems:\n- ${shopManifest(spec).trim().replaceAll("\n", "\n  ")}\n`;
}

describe("no alarm for what the server accepts", () => {
  const rows: readonly [rule: string, text: string][] = [
    ["known fields", shopManifest("size: 1\nstrategy: Recreate\naddress: { street: a }")],
    ["a whole number without a fraction", shopManifest("size: 5.0")],
    ["an integer where a number is expected", shopManifest("ratio: 1")],
    ["booleans of YAML 1.1, which kubectl reads", shopManifest("isOpen: yes")],
    ["both types of a port", shopManifest("port: 80\nmixed: http")],
    ["the other type of a port", shopManifest("port: http\nmixed: 80")],
    ["null where it is allowed", shopManifest("owner: null")],
    ["null where the server writes a default", shopManifest("kept: ~")],
    ["a value that is not written yet", shopManifest("size:\naddress:\n  street:")],
    ["any key of a map", shopManifest("labels:\n  a: b\n  c: d")],
    ["other fields where the server keeps them", shopManifest("any:\n  known: a\n  other: { deep: [1] }")],
    ["anything below a field without a schema", shopManifest("free: [{ a: 1 }]")],
    ["anything behind a reference, which no CRD may have", shopManifest("reference:\n  a: 1")],
    [
      "the identity of an object inside",
      shopManifest("template:\n  apiVersion: v1\n  kind: Pod\n  metadata: { name: a }"),
    ],
    ["a required field that is missing", shopManifest("address:\n  city: b")],
    [
      "exported metadata",
      shopManifest("").replace(
        "  name: corner",
        "  name: corner\n  creationTimestamp: null\n  managedFields: [{ a: 1 }]\n  labels: { a: b }",
      ),
    ],
    [
      "an exported status that the CRD does not describe",
      `${shopManifest("")}status:\n  phase: Ready\n  conditions: []\n`,
    ],
    [
      "templates of fields and values",
      shopManifest("size: {{ .Values.size }}\n{{ .Values.key }}: a\nstrategy: {{ quote .x }}"),
    ],
    [
      "variables that are replaced later",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what stands in the manifest
      shopManifest("size: ${SIZE}\nstrategy: ${STRATEGY:=Recreate}\nisOpen: ${{OPEN}}"),
    ],
    ["an item of a List", itemOf("size: 1")],
    ["blocks of templates", shopManifest("{{- range .Values.all }}\nsize: 1\n{{- end }}")],
    ["aliases and merge keys", shopManifest("address: &a { street: b }\nany: *a\ntemplate:\n  <<: *a")],
    ["instructions of a patch", shopManifest("address:\n  $patch: delete")],
    ["a document that is ignored", `# hco-status: ignore\n${shopManifest("nothing: 1")}`],
    ["a version that the CRD lacks", shopManifest("nothing: 1", "v9")],
    ["a value that is half-typed", shopManifest("strategy: ")],
  ];
  test.for(rows)("%s", ([, text]) => {
    expect(brief(text)).toEqual([]);
  });
});

describe("what the server drops or refuses is marked", () => {
  const rows: readonly [rule: string, text: string, problems: readonly string[]][] = [
    ["an unknown field", shopManifest("sise: 1"), ["unknown-field sise"]],
    ["an unknown field beside the spec", `${shopManifest("size: 1")}sepc: {}\n`, ["unknown-field sepc"]],
    [
      "an unknown field of the metadata",
      shopManifest("").replace("  name", "  nmae: b\n  name"),
      ["unknown-field nmae"],
    ],
    ["a label that is a number", shopManifest("").replace("  name", "  labels: { a: 1 }\n  name"), ["wrong-type 1"]],
    ["a field of an object without fields", shopManifest("closed:\n  a: 1"), ["unknown-field a"]],
    ["an unknown field of an item", shopManifest("counters:\n- name: a\n  lmap: true"), ["unknown-field lmap"]],
    ["a text where a number is expected", shopManifest("size: many"), ["wrong-type many"]],
    ["an unknown field of an item of a List", itemOf("sise: 1"), ["unknown-field sise"]],
    ["a number where a text is expected", shopManifest("owner: 5"), ["wrong-type 5"]],
    ["a boolean of YAML 1.1 where a text is expected", shopManifest("owner: on"), ["wrong-type on"]],
    ["a fraction where an integer is expected", shopManifest("size: 0.5"), ["wrong-type 0.5"]],
    ["a fraction as a port", shopManifest("port: 0.5"), ["wrong-type 0.5"]],
    ["null where it is not allowed", shopManifest("strategy: null"), ["wrong-type null"]],
    ["a list where an object is expected", shopManifest("address:\n- street: a\n- b"), ["wrong-type - street: a"]],
    ["an object where a list is expected", shopManifest("counters: { name: a }"), ["wrong-type { name: a }"]],
    ["a block where a text is expected", shopManifest("owner:\n  name: a\n  b: c"), ["wrong-type name: a"]],
    ["a value that is not listed", shopManifest("strategy: Never"), ["wrong-value Never"]],
    ["a value of other capitals", shopManifest("days: [monday]"), ["wrong-value monday"]],
    ["the value of a map", shopManifest("labels:\n  a: 1"), ["wrong-type 1"]],
    ["a known field where others are kept", shopManifest("any:\n  known: 1"), ["wrong-type 1"]],
    [
      "each document of a file",
      `${shopManifest("a: 1")}---\n${shopManifest("b: 1")}`,
      ["unknown-field a", "unknown-field b"],
    ],
    [
      "fields beside a broken line",
      shopManifest("sise: 1\nx: a: b\nstrategy: Never"),
      ["unknown-field sise", "unknown-field x", "wrong-value Never"],
    ],
    [
      "JSON",
      JSON.stringify({ apiVersion: "example.com/v1", kind: "Shop", spec: { sise: 1, owner: true } }),
      ['unknown-field "sise"', "wrong-type true"],
    ],
  ];
  test.for(rows)("%s", ([, text, problems]) => {
    expect(brief(text)).toEqual(problems);
  });

  test("below a CRD that keeps unknown fields everywhere only types and values are marked", () => {
    const keeping = schemaOf(definitionOf({ v1: forms }, { preserveUnknownFields: true }));
    expect(brief(shopManifest("sise: 1\nsize: a"), keeping)).toEqual(["wrong-type a"]);
  });
});

describe("a fix is the nearest correct text", () => {
  const rows: readonly [rule: string, before: string, after: string][] = [
    ["a name with swapped letters", shopManifest("szie: 1"), shopManifest("size: 1")],
    ["a name in other capitals", shopManifest("COUNTERS: []"), shopManifest("counters: []")],
    ["a name that exists is not proposed again", shopManifest("size: 1\nsise: 2"), "no fix"],
    ["a name that is like none", shopManifest("somewhere: 1"), "no fix"],
    [
      "a value in other capitals",
      shopManifest("strategy: rollingupdate # x"),
      shopManifest("strategy: RollingUpdate # x"),
    ],
    ["a value keeps its quotes", shopManifest("strategy: 'recreate'"), shopManifest("strategy: 'Recreate'")],
    [
      "a name in JSON keeps its quotes",
      '{"apiVersion":"example.com/v1","kind":"Shop","spec":{"sise":1}}',
      '{"apiVersion":"example.com/v1","kind":"Shop","spec":{"size":1}}',
    ],
    ["a number that is meant as text", shopManifest("owner: 007"), shopManifest('owner: "007"')],
    ["a boolean that is meant as text", shopManifest("owner: on"), shopManifest('owner: "on"')],
    ["a text that is meant as a number", shopManifest('size: "5"'), shopManifest("size: 5")],
    ["a text that is meant as a boolean", shopManifest("isOpen: 'true'"), shopManifest("isOpen: true")],
  ];
  test.for(rows)("%s", ([, before, after]) => {
    expect(applyFix(before)).toBe(after);
  });

  test("a name that kubectl would read as a boolean gets quotes", () => {
    const axes = schemaOf(definitionOf({ v1: { type: "object", properties: { y: { type: "integer" } } } }));
    expect(applyFix(shopManifest("Y: 1"), axes)).toBe(shopManifest('"y": 1'));
  });
});

describe("limits", () => {
  test("a document that was not changed is not checked again, wherever it moves", () => {
    const first = parseManifest(`${shopManifest("size: 1")}---\n${shopManifest("sise: 1")}`);
    const later = parseManifest(`# more\n${first.text}`, first);
    const [before, after] = [first, later].map(({ objects: [, object] }) => {
      const root = object && lookupIn(schema)(object);
      return object && root && checkFields(object, schema, root);
    });
    expect(before?.[0]?.span.start).toBe(first.text.indexOf("sise"));
    expect(after?.[0]?.span.start).toBe(later.text.indexOf("sise"));
    expect(after?.[0]?.fix?.span.start).toBe(later.text.indexOf("sise"));
  });

  test("other schemas check an unchanged document again", () => {
    const manifest = parseManifest(shopManifest("sise: 1"));
    const newer = schemaOf(definitionOf({ v1: { type: "object", properties: { sise: { type: "integer" } } } }));
    const found = [schema, newer, schema].map((each) =>
      manifest.objects.flatMap((object) => {
        const root = lookupIn(each)(object);
        return root === undefined ? [] : checkFields(object, each, root);
      }),
    );
    expect(found.map(({ length }) => length)).toEqual([1, 0, 1]);
  });

  test("a manifest full of mistakes lists only the first fifty", () => {
    expect(problemsIn(shopManifest(Array.from({ length: 500 }, (_, index) => `a${index}: 1`).join("\n"))).length).toBe(
      50,
    );
  });

  test("nesting deeper than any schema ends without an error", () => {
    const deep = `free: ${"{a: ".repeat(400)}1${"}".repeat(400)}`;
    expect(brief(shopManifest(deep))).toEqual([]);
  });

  test("anchors that lead to anchors are each read once", () => {
    const lines = Array.from({ length: 30 }, (_, index) => `  a${index}: &a${index} [*a${index - 1}, *a${index - 1}]`);
    expect(brief(shopManifest(`free:\n  a-1: &a-1 [1]\n${lines.join("\n")}`))).toEqual([]);
  });
});
