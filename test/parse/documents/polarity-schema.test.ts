import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import schema from "../../../shared/model/polarity-file.schema.json" with { type: "json" };
import { parsePolarityFile } from "../../../shared/parse/documents/polarity-file.ts";
import { readYaml } from "../../../shared/parse/yaml/read-yaml.ts";

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

const tables = join(import.meta.dirname, "../../../shared/tables");

const folders = ["kinds", "polarity"].flatMap((folder) =>
  readdirSync(join(tables, folder)).map((name) => join(folder, name)),
);

function isValid(text: string): boolean {
  const { value } = readYaml(text) as { value?: unknown };
  return validate(value);
}

describe("the schema that editors use takes every table of the product", () => {
  test.for(folders)("%s", (name) => {
    isValid(readFileSync(join(tables, name), "utf8"));
    expect(validate.errors).toBeNull();
  });
});

describe("the schema and the reader take and refuse the same files", () => {
  const kind = (fields: string): string => `kinds: [{kind: W, group: a.io, ${fields}}]`;
  const type = (fields: string): string => `polarity: [{type: A, polarity: bad, ${fields}}]`;
  test.for([
    [true, "polarity: []"],
    [true, type("kind: W, group: a.io, source: https://a.io")],
    [true, "polarity: [{type: [A, B], polarity: info}]"],
    [true, kind("polarity: {A: good, '*': info}, reasons: {A/*: paused}, unknown: progressing, strict: true")],
    [true, kind("words: [{at: status.a, is: {true: healthy}, where: {at: status.b, is: [Run, 1]}}]")],
    [true, kind("counts: [{wanted: spec.a, ready: status.a, short: degraded}], silent: healthy, installed: status.a")],
    [true, "kinds: [{kind: [W, V], group: '*.a.io', required: [A], conditions: [status.c], failures: [status.e]}]"],
    [false, "polarty: []"],
    [false, "polarity: {A: bad}"],
    [false, "polarity: [A]"],
    [false, "polarity: [{type: A}]"],
    [false, "polarity: [{polarity: bad}]"],
    [false, "polarity: [{type: [], polarity: bad}]"],
    [false, "polarity: [{type: A, polarity: god}]"],
    [false, type("typ: A")],
    [false, type("kind: a b")],
    [false, type("group: a.io/v1")],
    [false, "kinds: [{kind: W}]"],
    [false, "kinds: [{kind: [W, ''], group: a.io}]"],
    [false, "kinds: [{kind: W, group: a.io/v1}]"],
    [false, "kinds: [{kind: W, group: '*'}]"],
    [false, "kinds: [{kind: a b, group: a.io}]"],
    [true, "kinds: [{kind: '*', group: '*.a.io'}]"],
    [false, kind("word: []")],
    [false, kind("polarity: {A: god}")],
    [false, kind("reasons: {A: helthy}")],
    [false, kind("reasons: []")],
    [false, kind("unknown: paused")],
    [false, kind("words: [{is: {A: healthy}}]")],
    [false, kind("words: [{at: status.a, where: {at: status.b}}]")],
    [false, kind("counts: {}")],
    [false, kind("counts: [{wanted: spec.a}]")],
    [false, kind("strict: maybe")],
  ] as const)("%s for %s", ([isTaken, text]) => {
    expect([isValid(text), parsePolarityFile(text, "s").fault === undefined]).toEqual([isTaken, isTaken]);
  });
});
