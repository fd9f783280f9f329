import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, visitorKeys } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { gateCodes } from "../../shared/model/finding/row.ts";
import { readProductSources } from "./import-graph.ts";

// A front that compares the code of a finding decides by itself what people see. What it needs is a property of the
// finding or of its entry: a severity, an effect, a weight.

/** The rooms that make findings, as `wait` does for its goal, and that say them. `model` and `parse` carry them. */
const rooms = ["shared/aggregate/", "shared/wait/", "shared/outline/", "shared/model/", "shared/parse/"];

/** Files whose faults have codes of their own, which are spelt as those of findings. */
const withOwnCodes = ["shared/schema/"];

const schema = readFileSync(join(import.meta.dirname, "../../shared/model/report.schema.json"), "utf8");
const { $defs } = JSON.parse(schema) as {
  readonly $defs: {
    readonly finding: { readonly properties: { readonly code: { readonly enum: readonly string[] } } };
  };
};
const codes: ReadonlySet<string> = new Set([...$defs.finding.properties.code.enum, ...gateCodes]);

interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The codes that a file compares: `code === "x"`, `switch (code) { case "x": }`, and sets of codes. */
function comparedCodes(file: string, source: string): readonly string[] {
  const visit = (node: unknown): readonly string[] => {
    if (Array.isArray(node)) return node.flatMap(visit);
    if (typeof node !== "object" || node === null) return [];
    const syntax = node as SyntaxNode;
    return [...ownCodes(syntax), ...(visitorKeys[syntax.type] ?? []).flatMap((key) => visit(syntax[key]))];
  };
  return visit(parseSync(file, source).program).filter((code) => codes.has(code));
}

function ownCodes(node: SyntaxNode): readonly string[] {
  const { type, operator, left, right, discriminant, cases } = node;
  if (type === "BinaryExpression" && (operator === "===" || operator === "!==")) {
    if (isCode(left)) return textsOfLiteral(right);
    return isCode(right) ? textsOfLiteral(left) : [];
  }
  if (type === "SwitchStatement" && isCode(discriminant))
    return (cases as readonly SyntaxNode[]).flatMap((each) => textsOfLiteral(each["test"]));
  return [];
}

function isCode(node: unknown): boolean {
  const { type, name, property } = (node ?? {}) as SyntaxNode;
  if (type === "Identifier") return name === "code";
  return type === "MemberExpression" && (property as SyntaxNode)["name"] === "code";
}

function textsOfLiteral(node: unknown): readonly string[] {
  const { type, value } = (node ?? {}) as SyntaxNode;
  return type === "Literal" && typeof value === "string" ? [value] : [];
}

/** A list of codes as a constant: `new Set<…>` of the type of codes. */
function listsOfCodes(source: string): readonly string[] {
  return source.match(/ReadonlySet<(?:Finding\["code"\]|FindingCode|GateCode)> = new Set\(/g) ?? [];
}

function comparisonsIn(sources: ReadonlyMap<string, string>): readonly string[] {
  return [...sources]
    .filter(([file]) => ![...rooms, ...withOwnCodes].some((room) => file.startsWith(room)))
    .flatMap(([file, source]) =>
      [...comparedCodes(file, source), ...listsOfCodes(source)].map((each) => `${file}: ${each}`),
    );
}

test("only aggregation and the outline compare the code of a finding", () => {
  expect(comparisonsIn(readProductSources())).toEqual([]);
});

describe("the search finds each way of comparing a code", () => {
  test.for([
    'if (finding.code === "operator-down") f();',
    'const isIt = "operator-down" !== code;',
    'switch (one.code) { case "stale": f(); case "operator-down": f(); }',
    'const some: ReadonlySet<FindingCode> = new Set(["operator-down"]);',
  ])("%s", (source) => {
    expect(comparisonsIn(new Map([["shared/render/x.ts", source]]))).not.toEqual([]);
    expect(comparisonsIn(new Map([["shared/outline/x.ts", source]]))).toEqual([]);
  });

  test.for(['if (error.code === "ENOENT") f();', 'if (type === "Available") f();'])(
    "the search does not find %s",
    (source) => {
      expect(comparisonsIn(new Map([["shared/render/x.ts", source]]))).toEqual([]);
    },
  );
});
