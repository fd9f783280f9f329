import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { compileTables } from "../../../../plugin/build/tables/topics.ts";

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
