import { describe, expect, test } from "vitest";
import type { FieldSuggestion } from "../../shared/model/manifest/schema.ts";
import { parseManifest } from "../../shared/parse/manifest/parse-manifest.ts";
import { completeFields } from "../../shared/schema/complete-fields.ts";
import { definitionOf, forms, lookupIn, schemaOf, shopManifest } from "./definitions.ts";

const schema = schemaOf(definitionOf({ v1: forms, v2: { type: "object", properties: { newer: { type: "object" } } } }));

/** The suggestions at `¦`, which is taken out of the text. */
function completeAt(written: string): readonly FieldSuggestion[] {
  const at = written.indexOf("¦");
  return completeFields(parseManifest(written.replace("¦", "")), at, lookupIn(schema));
}

/** The text after the user takes a suggestion, as the editor inserts it; `¦` is the cursor. */
function accept(written: string, label: string): string {
  const at = written.indexOf("¦");
  const text = written.replace("¦", "");
  const found = completeAt(written).find((one) => one.label === label);
  if (found === undefined) return `no ${label}`;
  const { replaces, insert } = found;
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  const indent = /^[ ]*/.exec(line)?.[0] ?? "";
  const inserted = `${insert.before}¦${insert.after}`.replaceAll("\n", `\n${indent}`);
  return text.slice(0, replaces.start) + inserted + text.slice(replaces.end);
}

const names = Object.keys(forms["properties"] as object);

describe("names of fields", () => {
  const rows: readonly [rule: string, text: string, labels: readonly string[]][] = [
    ["below the object only what the user writes", "apiVersion: example.com/v1\nkind: Shop\n¦", ["metadata", "spec"]],
    ["fields that exist are omitted", shopManifest("counters:\n- name: a\n  ¦"), ["lamp"]],
    [
      "an empty block has all fields, the required ones first",
      shopManifest("¦"),
      ["size", ...names.filter((name) => name !== "size").toSorted()],
    ],
    ["a block with half a word", shopManifest("address:\n  str¦"), ["street", "city"]],
    ["half a word between two fields", shopManifest("address:\n  ci¦\n  street: a\nsize: 1"), ["city"]],
    ["half a word that looks like a value", shopManifest("address:\n  city¦"), ["street", "city"]],
    ["an item of a list", shopManifest("counters:\n- ¦"), ["name", "lamp"]],
    ["a list without an item", shopManifest("counters:\n  ¦"), ["name", "lamp"]],
    ["a line below the items of a list", shopManifest("counters:\n- name: a\n¦"), [...fieldsBeside("counters")]],
    ["brackets", shopManifest("address: { ¦ }"), ["street", "city"]],
    ["brackets after a field", shopManifest("address: { street: a, ¦ }"), ["city"]],
    ["an open bracket", shopManifest("address: { ¦"), ["street", "city"]],
    ["an item in brackets", shopManifest("counters: [{ ¦ }]"), ["name", "lamp"]],
    ["an existing key", shopManifest("address:\n  str¦eet: a\n  city: b"), ["street"]],
    ["a block whose fields the server keeps", shopManifest("any:\n  ¦"), ["known"]],
    ["an object inside of the object", shopManifest("template:\n  ¦"), ["apiVersion", "kind", "metadata", "spec"]],
    [
      "metadata that the user writes",
      "apiVersion: example.com/v1\nkind: Shop\nmetadata:\n  n¦",
      ["annotations", "finalizers", "generateName", "labels", "name", "namespace", "ownerReferences"],
    ],
    ["each version has its own", shopManifest("¦", "v2"), ["newer"]],
    ["a version that the CRD lacks", shopManifest("¦", "v3"), []],
    ["a map with any keys", shopManifest("labels:\n  ¦"), []],
    ["a comment", shopManifest("# ¦"), []],
    ["the inside of a text of several lines", shopManifest("owner: |\n  some\n  ¦"), []],
    ["a text that goes on in the next line", shopManifest("owner: some\n  wo¦"), []],
    ["another kind", shopManifest("¦").replace("Shop", "Other"), []],
    ["a document that is ignored", `# hco-status: ignore\n${shopManifest("¦")}`, []],
    ["a later document", `${shopManifest("size: 1")}---\n${shopManifest("address:\n  ¦")}`, ["street", "city"]],
    ["a document after a broken one", `a: [b: {\n---\n${shopManifest("address:\n  ¦")}`, ["street", "city"]],
    ["broken text elsewhere", shopManifest("address:\n  ¦\nx: a: b"), ["street", "city"]],
    ["a template around", shopManifest("address:\n  ¦\n{{- if .Values.a }}\nsize: 1\n{{- end }}"), ["street", "city"]],
    ["an empty line before the first document", `¦\n${shopManifest("size: 1")}`, []],
    ["line ends of Windows", shopManifest("address:\n  ci¦\nsize: 1").replaceAll("\n", "\r\n"), ["street", "city"]],
  ];
  test.for(rows)("%s", ([, text, labels]) => {
    expect(completeAt(text).map(({ label }) => label)).toEqual(labels);
  });
});

function fieldsBeside(name: string): readonly string[] {
  return ["size", ...names.filter((one) => one !== "size" && one !== name).toSorted()];
}

describe("values", () => {
  const rows: readonly [rule: string, text: string, labels: readonly string[]][] = [
    ["of a list of values", shopManifest("strategy: ¦"), ["Recreate", "RollingUpdate"]],
    ["before a comment", shopManifest("strategy: R¦ # mine"), ["Recreate", "RollingUpdate"]],
    ["in quotes", shopManifest('strategy: "R¦"'), ["Recreate", "RollingUpdate"]],
    ["that all parts of a schema accept", shopManifest("both: ¦"), ["B"]],
    ["of a boolean, the default first", shopManifest("isOpen: ¦"), ["true", "false"]],
    ["the default of a text", shopManifest("kept: ¦"), ["x"]],
    ["of an item", shopManifest("days:\n- ¦"), ["Monday", "Sunday"]],
    ["of a list without an item", shopManifest("days:\n  ¦"), ["Monday", "Sunday"]],
    ["of an item in brackets", shopManifest("days: [M¦]"), ["Monday", "Sunday"]],
    ["a number has none", shopManifest("size: ¦"), []],
    ["an object on the line of its key has none", shopManifest("address: ¦"), []],
  ];
  test.for(rows)("%s", ([, text, labels]) => {
    expect(completeAt(text).map(({ label }) => label)).toEqual(labels);
  });
});

describe("what is inserted continues the text", () => {
  const rows: readonly [rule: string, text: string, label: string, result: string][] = [
    ["an object opens a block", shopManifest("addr¦"), "address", shopManifest("address:\n  ¦")],
    ["a list opens its first item", shopManifest("co¦"), "counters", shopManifest("counters:\n  - ¦")],
    ["a value follows its key", shopManifest("si¦"), "size", shopManifest("size: ¦")],
    [
      "an object in an item stands below the item's fields",
      shopManifest("¦"),
      "template",
      shopManifest("template:\n  ¦"),
    ],
    [
      "the first field of an item has a dash",
      shopManifest("counters:\n  ¦"),
      "name",
      shopManifest("counters:\n  - name: ¦"),
    ],
    [
      "an item that has a dash gets no other",
      shopManifest("counters:\n  - na¦"),
      "name",
      shopManifest("counters:\n  - name: ¦"),
    ],
    [
      "the name of an existing key is replaced alone",
      shopManifest("addr¦: {}"),
      "address",
      shopManifest("address¦: {}"),
    ],
    ["brackets stay on their line", shopManifest("{ addr¦ }"), "address", shopManifest("{ address: {¦} }")],
    [
      "a value replaces the typed one",
      shopManifest("strategy: Rec¦ate # mine"),
      "RollingUpdate",
      shopManifest("strategy: RollingUpdate¦ # mine"),
    ],
    ["a value keeps its line", shopManifest("days:\n- ¦"), "Sunday", shopManifest("days:\n- Sunday¦")],
    [
      "a document that indents by four goes on so",
      shopManifest("address:\n    str¦").replace("  name:", "    name:"),
      "street",
      shopManifest("address:\n    street: ¦").replace("  name:", "    name:"),
    ],
  ];
  test.for(rows)("%s", ([, text, label, result]) => {
    expect(accept(text, label)).toBe(result);
  });

  const jsonShop = (spec: string): string => `{"apiVersion": "example.com/v1", "kind": "Shop", "spec": {${spec}}}`;
  const inJson: readonly [rule: string, text: string, label: string, result: string][] = [
    ["JSON has quotes around names", jsonShop("¦"), "size", jsonShop('"size": ¦')],
    ["quotes that were typed are replaced", jsonShop('"si¦"'), "size", jsonShop('"size": ¦')],
    ["texts have quotes", jsonShop('"ow¦"'), "owner", jsonShop('"owner": "¦"')],
    ["objects have brackets", jsonShop('"size": 1, "add¦"'), "address", jsonShop('"size": 1, "address": {¦}')],
    ["lists have brackets", jsonShop("¦"), "counters", jsonShop('"counters": [¦]')],
    ["values have quotes", jsonShop('"strategy": "R¦"'), "Recreate", jsonShop('"strategy": "Recreate"¦')],
    ["values without quotes get them", jsonShop('"strategy": ¦'), "Recreate", jsonShop('"strategy": "Recreate"¦')],
    [
      "the comma after a value stays",
      jsonShop('\n"strategy": "R¦",\n"size": 1'),
      "Recreate",
      jsonShop('\n"strategy": "Recreate"¦,\n"size": 1'),
    ],
    [
      "the comma after a missing value stays",
      jsonShop('\n"isOpen": ¦,\n"size": 1'),
      "true",
      jsonShop('\n"isOpen": true¦,\n"size": 1'),
    ],
    ["an existing name is replaced alone", jsonShop('"si¦": 1'), "size", jsonShop('"size"¦: 1')],
  ];
  test.for(inJson)("%s", ([, text, label, result]) => {
    expect(accept(text, label)).toBe(result);
  });

  test("an editor finds a name in quotes by what was typed", () => {
    expect(completeAt(jsonShop('"si¦"')).find(({ label }) => label === "size")?.filter).toBe('"size');
  });

  test("fields with listed values say so, so that the editor shows them next", () => {
    const having = completeAt(shopManifest("¦")).filter(({ hasValues }) => hasValues);
    expect(having.map(({ label }) => label)).toEqual(["both", "isOpen", "kept", "strategy"]);
  });
});

describe("a name of the CRD never becomes other text", () => {
  const odd = definitionOf({
    v1: {
      type: "object",
      properties: {
        "a b: c": {},
        on: {},
        "x\ny: 1": {},
        "\u202ereversed": {},
        "": {},
        ["__proto__"]: {},
        $1: {},
        "5": {},
      },
    },
  });
  test("odd names stand in quotes, and names with characters that act are not offered", () => {
    const lookup = lookupIn(schemaOf(JSON.parse(JSON.stringify(odd))));
    const text = shopManifest("  ").trimEnd();
    const found = completeFields(parseManifest(`${text}\n  `), text.length + 3, lookup);
    expect(found.map(({ insert }) => insert.before)).toEqual([
      '"$1": ',
      '"5": ',
      "__proto__: ",
      '"a b: c": ',
      '"on": ',
    ]);
  });
});
