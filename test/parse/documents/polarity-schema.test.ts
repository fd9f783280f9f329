import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import schema from "../../../shared/model/polarity-file.schema.json" with { type: "json" };
import { parsePolarityFile } from "../../../shared/parse/documents/polarity-file.ts";
import { readYaml } from "../../../shared/parse/yaml/read-yaml.ts";

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

const tables = join(import.meta.dirname, "../../../shared/tables");

const tableFiles = ["kinds", "polarity"].flatMap((folder) =>
  readdirSync(join(tables, folder)).map((name) => join(folder, name)),
);

function isValid(text: string): boolean {
  const { value } = readYaml(text) as { value?: unknown };
  return validate(value);
}

test.for(tableFiles)("the schema for editors accepts shared/tables/%s", (name) => {
  isValid(readFileSync(join(tables, name), "utf8"));
  expect(validate.errors).toBeNull();
});

describe("the schema and the parser accept the same files", () => {
  const kind = (fields: string): string => `kinds: [{kind: W, group: a.io, ${fields}}]`;
  const type = (fields: string): string => `polarity: [{type: A, polarity: bad, ${fields}}]`;
  test.for([
    { isTaken: true, text: "polarity: []" },
    { isTaken: true, text: type("kind: W, group: a.io, source: https://a.io") },
    { isTaken: true, text: "polarity: [{type: [A, B], polarity: info}]" },
    {
      isTaken: true,
      text: kind("polarity: {A: good, '*': info}, reasons: {A/*: paused}, unknown: progressing, strict: true"),
    },
    {
      isTaken: true,
      text: kind("words: [{at: status.a, is: {true: healthy}, where: {at: status.b, is: [Run, 1]}}]"),
    },
    {
      isTaken: true,
      text: kind("counts: [{wanted: spec.a, ready: status.a, short: degraded}], silent: healthy, installed: status.a"),
    },
    {
      isTaken: true,
      text: "kinds: [{kind: [W, V], group: '*.a.io', required: [A], conditions: [status.c], failures: [status.e]}]",
    },
    { isTaken: false, text: "polarty: []" },
    { isTaken: false, text: "polarity: {A: bad}" },
    { isTaken: false, text: "polarity: [A]" },
    { isTaken: false, text: "polarity: [{type: A}]" },
    { isTaken: false, text: "polarity: [{polarity: bad}]" },
    { isTaken: false, text: "polarity: [{type: [], polarity: bad}]" },
    { isTaken: false, text: "polarity: [{type: A, polarity: god}]" },
    { isTaken: false, text: type("typ: A") },
    { isTaken: false, text: type("kind: a b") },
    { isTaken: false, text: type("group: a.io/v1") },
    { isTaken: false, text: "kinds: [{kind: W}]" },
    { isTaken: false, text: "kinds: [{kind: [W, ''], group: a.io}]" },
    { isTaken: false, text: "kinds: [{kind: W, group: a.io/v1}]" },
    { isTaken: false, text: "kinds: [{kind: W, group: '*'}]" },
    { isTaken: false, text: "kinds: [{kind: a b, group: a.io}]" },
    { isTaken: true, text: "kinds: [{kind: '*', group: '*.a.io'}]" },
    { isTaken: false, text: kind("word: []") },
    { isTaken: false, text: kind("polarity: {A: god}") },
    { isTaken: false, text: kind("reasons: {A: helthy}") },
    { isTaken: false, text: kind("reasons: []") },
    { isTaken: false, text: kind("unknown: paused") },
    { isTaken: false, text: kind("words: [{is: {A: healthy}}]") },
    { isTaken: false, text: kind("words: [{at: status.a, where: {at: status.b}}]") },
    { isTaken: false, text: kind("counts: {}") },
    { isTaken: false, text: kind("counts: [{wanted: spec.a}]") },
    { isTaken: false, text: kind("strict: maybe") },
  ] as const)("$isTaken for $text", ({ isTaken, text }) => {
    expect([isValid(text), parsePolarityFile(text, "s").fault === undefined]).toEqual([isTaken, isTaken]);
  });
});
