import { describe, expect, test } from "vitest";
import {
  type CompiledColumns,
  compileColumns,
  compileColumnsTemplate,
} from "../../../../shared/render/formats/custom-columns/custom-columns.ts";
import type { PrintResult } from "../../../../shared/render/jsonpath/compile.ts";
import { columnDocuments } from "../../jsonpath/column-documents.ts";
import { columns, columnsFiles } from "../../jsonpath/rows-columns.ts";

function printCompiled(compiled: CompiledColumns, rows: readonly unknown[] = columnDocuments): PrintResult {
  return "error" in compiled ? compiled : compiled.print(rows);
}

for (const { rule, rows } of columns) {
  describe(rule, () => {
    test.for(rows)("%j", ([spec, expected]) => {
      expect(printCompiled(compileColumns(spec, { noHeaders: false }))).toEqual(expected);
    });
  });
}

for (const { rule, rows } of columnsFiles) {
  describe(rule, () => {
    test.for(rows)("%j", ([fileText, expected]) => {
      expect(printCompiled(compileColumnsTemplate(fileText, { noHeaders: false }))).toEqual(expected);
    });
  });
}

test("without a specification there are no columns", () => {
  const error = "custom-columns format specified but no custom columns given";
  expect(compileColumns("", { noHeaders: false })).toEqual({ error });
});

test("without headers the rows alone say how wide a column is", () => {
  const text = "10    true\n-7    false\n3     <none>\n";
  expect(printCompiled(compileColumns("A LONG HEADER:.spec.size,B:.spec.ready", { noHeaders: true }))).toEqual({
    text,
  });
  const file = "A_LONG_HEADER B\n.spec.size .spec.ready\n";
  expect(printCompiled(compileColumnsTemplate(file, { noHeaders: true }))).toEqual({ text });
});

test("no rows are a table of headers, and nothing without them", () => {
  expect(printCompiled(compileColumns("A:.a,B:.b", { noHeaders: false }), [])).toEqual({ text: "A     B\n" });
  expect(printCompiled(compileColumns("A:.a,B:.b", { noHeaders: true }), [])).toEqual({ text: "" });
});

describe("no table grows without bounds", () => {
  const rows: [name: string, spec: string, documents: readonly unknown[], error: RegExp][] = [
    ["columns", Array.from({ length: 30_000 }, () => "A:.a[*]").join(","), Array(100).fill({ a: [1] }), /values$/],
    ["padding", "A:.a,B:.b", [{ a: "x".repeat(1_000_000) }, ...Array(1000).fill({})], /characters of text$/],
    ["cells", "A:.a,B:.b", [{ a: "\t".repeat(4_000_000) }], /characters of text$/],
  ];
  test.for(rows)("%s", ([, spec, documents, error]) => {
    expect(printCompiled(compileColumns(spec, { noHeaders: false }), documents)).toEqual({
      error: expect.stringMatching(error),
    });
  });
});
