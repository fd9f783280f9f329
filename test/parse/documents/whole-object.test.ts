import { expect, test } from "vitest";
import { readWholeObject } from "../../../shared/parse/documents/whole-object.ts";
import { parseManifest } from "../../../shared/parse/manifest/parse-manifest.ts";

const head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n";
const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };

const rows: readonly [rule: string, text: string, index: number, expected: object][] = [
  ["a document", head, 0, { value: object }],
  ["the second document", `a: 1\n---\n${head}`, 0, { value: object }],
  ["a word that kubectl reads as true", `${head}data:\n  a: on\n`, 0, { value: { ...object, data: { a: true } } }],
  [
    "an item of a List",
    `apiVersion: v1\nkind: List\nitems:\n- ${head.trimEnd().replaceAll("\n", "\n  ")}\n`,
    0,
    { value: object },
  ],
  [
    "an item that leaves its kind to the list",
    "apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata:\n    name: a\n",
    0,
    { value: object },
  ],
  [
    "JSON in sequence",
    `${JSON.stringify(object)}\n${JSON.stringify({ ...object, data: {} })}`,
    1,
    { value: { ...object, data: {} } },
  ],
  ["a broken document is not repaired", `${head}data:\n  a: "open\n`, 0, { fault: { code: "no-yaml" } }],
  ["a document whose end is no YAML", `${head}data: {a: b\n`, 0, { fault: { code: "no-yaml" } }],
];
test.for(rows)("an object is read as kubectl sends it: %s", ([, text, index, expected]) => {
  const found = parseManifest(text).objects[index];
  if (found === undefined) throw new Error("no object");
  expect(readWholeObject(found)).toMatchObject(expected);
});
