import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTable } from "../../../../plugin/build/tables/read-table.ts";
import { compileTopic } from "../../../../plugin/build/tables/topic.ts";
import { compileTables, topics } from "../../../../plugin/build/tables/topics.ts";
import { readYaml } from "../../../../shared/parse/yaml/read-yaml.ts";

test("every table is what its YAML says; if not: npm run tables", () => {
  const stale = compileTables().filter(({ file, text }) => readFileSync(file, "utf8") !== text);
  expect(stale.map(({ file }) => file)).toEqual([]);
});

test("the first line of every table names the schema by which editors check it", () => {
  const shared = join(import.meta.dirname, "../../../../shared");
  const tables = globSync("{tables,explanations}/**/*.yaml", { cwd: shared });
  expect(tables.length).toBeGreaterThan(100);
  const withoutSchema = tables.filter((name) => {
    const text = readFileSync(join(shared, name), "utf8");
    const [, schema] = /^# yaml-language-server: \$schema=(\S+\.schema\.json)\n/.exec(text) ?? [];
    return schema === undefined || !existsSync(join(shared, dirname(name), schema));
  });
  expect(withoutSchema).toEqual([]);
});

type Row = Readonly<Record<string, unknown>>;
type Place = readonly (string | number)[];

describe("the build refuses a row of any topic", () => {
  const rows = topics.flatMap((topic) => {
    const { value } = readYaml(openTable(topic.file).text) as { readonly value?: unknown };
    return placesOfRows(value).map((place) => [`${topic.file}: ${place.join(".")}`, topic, value, place] as const);
  });

  test("of every topic", () => {
    expect(new Set(rows.map(([, topic]) => topic.file))).toEqual(new Set(topics.map(({ file }) => file)));
  });

  test.for(rows)("%s", ([, topic, value, place]) => {
    const compile = (changed: unknown) => () =>
      compileTopic(topic, { name: topic.file, text: JSON.stringify(changed, undefined, 1) });
    expect(compile(value)).not.toThrow();
    const withoutSource = ({ source: _, sources: _all, ...row }: Row): Row => row;
    expect(compile(changeAt(value, place, withoutSource))).toThrow(/:\d+: must have required property 'sources?'/);
    const withUnknownKey = (row: Row): Row => ({ ...row, unknownKey: "x" });
    expect(compile(changeAt(value, place, withUnknownKey))).toThrow(/:\d+: "unknownKey" must NOT have/);
    if (typeof place.at(-1) === "number")
      expect(compile(repeatAt(value, place))).toThrow(/:\d+: (.* stands twice, first in line|must NOT have duplicate)/);
  });
});

/** The places of the first row with a source in each list and mapping: `["alerts", 0]`. */
function placesOfRows(value: unknown, place: Place = []): readonly Place[] {
  if (typeof value !== "object" || value === null) return [];
  const { source, sources } = value as Row;
  const isRow = source !== undefined || Array.isArray(sources);
  const entries = Array.isArray(value) ? [...value.entries()].slice(0, 1) : Object.entries(value);
  const below = entries.flatMap(([key, each]) => placesOfRows(each, [...place, key]));
  return isRow ? [place, ...below] : below;
}

/** The value with another row at a place. */
function changeAt(value: unknown, [key, ...rest]: Place, change: (row: Row) => Row): unknown {
  if (key === undefined) return change(value as Row);
  if (Array.isArray(value)) return value.with(Number(key), changeAt(value[Number(key)], rest, change));
  return { ...(value as Row), [key]: changeAt((value as Row)[key], rest, change) };
}

/** The value with the row at a place of a list twice. */
function repeatAt(value: unknown, [key, ...rest]: Place): unknown {
  if (key === undefined) return value;
  if (!Array.isArray(value)) return { ...(value as Row), [key]: repeatAt((value as Row)[key], rest) };
  if (rest.length === 0) return [...value, value[Number(key)]];
  return value.with(Number(key), repeatAt(value[Number(key)], rest));
}
