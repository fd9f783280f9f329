import { describe, expect, test } from "vitest";
import { importsOf, readProductSources, type SourceTexts } from "./import-graph.ts";

/** One line for each way that leads from a file back to itself: `a.ts > b.ts > a.ts`. */
function findCycles(sources: SourceTexts): readonly string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) cycles.push([...way.slice(way.indexOf(file)), file].join(" > "));
    if (way.includes(file) || done.has(file)) return;
    for (const { to } of importsOf(file, sources.get(file) ?? "")) visit(to, [...way, file]);
    done.add(file);
  };
  for (const file of sources.keys()) visit(file, []);
  return cycles;
}

describe("a cycle is found however it is imported", () => {
  const rows: [sentence: string, back: string][] = [
    ["by a statement", 'import { a } from "./a.ts";'],
    ["over several lines", 'import {\n  a,\n} from "./a.ts";'],
    ["for what it does alone", 'import "./a.ts";'],
    ["as a type", 'import type { A } from "./a.ts";'],
    ["by a re-export", 'export { a } from "./a.ts";'],
    ["later", 'const { a } = await import("./a.ts");'],
    ["as the type of a module", 'type A = typeof import("./a.ts");'],
  ];
  test.for(rows)("%s", ([, back]) => {
    const sources = new Map([
      ["x/a.ts", 'import { b } from "./b.ts";'],
      ["x/b.ts", back],
      ["x/c.ts", 'import { a } from "./a.ts";'],
    ]);
    expect(findCycles(sources)).toEqual(["x/a.ts > x/b.ts > x/a.ts"]);
  });
});

test("no file of the product imports itself by way of others, types and later imports counted", () => {
  const sources = readProductSources();
  expect(sources.size).toBeGreaterThan(500);
  expect(findCycles(sources)).toEqual([]);
});
