import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTableFile } from "../../../../plugin/build/tables/read-table.ts";
import { compileTopic } from "../../../../plugin/build/tables/topic.ts";
import { listStaleModules, topics } from "../../../../plugin/build/tables/topics.ts";
import { readYaml } from "../../../../shared/parse/yaml/read-yaml.ts";

test("every compiled table has the content of its YAML (npm run tables writes it)", () => {
  expect(listStaleModules()).toEqual([]);
});

test("every YAML table names its JSON Schema in the first line", () => {
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
type Path = readonly (string | number)[];

describe("the build refuses a wrong row of each topic", () => {
  const rows = topics.flatMap((topic) => {
    const { value } = readYaml(readTableFile(topic.file).text) as { readonly value?: unknown };
    return findRows(value).map((place) => ({ name: `${topic.file}: ${place.join(".")}`, topic, value, place }));
  });

  test("each topic has a row that is tried", () => {
    expect(new Set(rows.map(({ topic }) => topic.file))).toEqual(new Set(topics.map(({ file }) => file)));
  });

  test.for(rows)("the build refuses a change of the row $name", ({ topic, value, place }) => {
    const compile = (changed: unknown) => () =>
      compileTopic(topic, { name: topic.file, text: JSON.stringify(changed, undefined, 1) });
    expect(compile(value)).not.toThrow();
    const withoutSource = ({ source: _, sources: _all, ...row }: Row): Row => row;
    expect(compile(changeRow(value, place, withoutSource))).toThrow(/:\d+: must have required property 'sources?'/);
    const withUnknownKey = (row: Row): Row => ({ ...row, unknownKey: "x" });
    expect(compile(changeRow(value, place, withUnknownKey))).toThrow(/:\d+: "unknownKey" must NOT have/);
    if (typeof place.at(-1) === "number")
      expect(compile(repeatRow(value, place))).toThrow(
        /:\d+: (.* stands twice, first in line|must NOT have duplicate)/,
      );
  });
});

/** The places of the first row with a source in each list and mapping: `["alerts", 0]`. */
function findRows(value: unknown, place: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [];
  const { source, sources } = value as Row;
  const isRow = source !== undefined || Array.isArray(sources);
  const entries = Array.isArray(value) ? [...value.entries()].slice(0, 1) : Object.entries(value);
  const below = entries.flatMap(([key, each]) => findRows(each, [...place, key]));
  return isRow ? [place, ...below] : below;
}

/** The value with another row at a place. */
function changeRow(value: unknown, [key, ...rest]: Path, change: (row: Row) => Row): unknown {
  if (key === undefined) return change(value as Row);
  if (Array.isArray(value)) return value.with(Number(key), changeRow(value[Number(key)], rest, change));
  return { ...(value as Row), [key]: changeRow((value as Row)[key], rest, change) };
}

/** The value with the row at a place of a list twice. */
function repeatRow(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return value;
  if (!Array.isArray(value)) return { ...(value as Row), [key]: repeatRow((value as Row)[key], rest) };
  if (rest.length === 0) return [...value, value[Number(key)]];
  return value.with(Number(key), repeatRow(value[Number(key)], rest));
}
