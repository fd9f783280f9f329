import { parseSync, visitorKeys } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { readProductSources } from "./import-graph.ts";

// A text that we wrote is never taken apart again: what needs less of it picks spans by their role, or asks for another
// text. So nothing looks into the result of a function that returns one.

/** Functions that return a text of ours, by their names. `toText` returns a value of an object, `messageText` a message. */
const returnsText = /^(?!toText$|messageText$)(?:shortLine|\w*(?:Text|Words|Sentence))$/;

/** Methods that take a string apart, or look for something in it. */
const takesApart = new Set([
  "split",
  "replace",
  "replaceAll",
  "slice",
  "substring",
  "match",
  "matchAll",
  "search",
  "startsWith",
  "endsWith",
  "includes",
  "indexOf",
  "lastIndexOf",
]);

interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

function nodesIn(node: unknown): readonly SyntaxNode[] {
  if (Array.isArray(node)) return node.flatMap(nodesIn);
  if (typeof node !== "object" || node === null) return [];
  const syntax = node as SyntaxNode;
  return [syntax, ...(visitorKeys[syntax.type] ?? []).flatMap((key) => nodesIn(syntax[key]))];
}

/** The name of the function whose result an expression is: `plainText(entry.text)` -> `plainText`. */
function calledName(expression: unknown): string {
  const { type, callee } = (expression ?? {}) as SyntaxNode;
  const { type: calleeType, name } = (callee ?? {}) as SyntaxNode;
  return type === "CallExpression" && calleeType === "Identifier" && returnsText.test(String(name)) ? String(name) : "";
}

/** The calls that take a text of ours apart, as `plainText.split`. */
function findTakenApart(file: string, source: string): readonly string[] {
  const nodes = nodesIn(parseSync(file, source).program);
  const made = new Map<string, string>();
  for (const { type, id, init } of nodes) {
    const { type: idType, name } = (id ?? {}) as SyntaxNode;
    const maker = type === "VariableDeclarator" && idType === "Identifier" ? calledName(init) : "";
    if (maker !== "") made.set(String(name), maker);
  }
  return nodes.flatMap(({ type, callee }) => {
    const { object, property } = (callee ?? {}) as SyntaxNode;
    const method = String(((property ?? {}) as SyntaxNode)["name"]);
    if (type !== "CallExpression" || !takesApart.has(method)) return [];
    const { type: objectType, name } = (object ?? {}) as SyntaxNode;
    const maker = objectType === "Identifier" ? (made.get(String(name)) ?? "") : calledName(object);
    return maker === "" ? [] : [`${maker}.${method}`];
  });
}

describe("a text of ours that is taken apart is found", () => {
  const rows: readonly [source: string, found: readonly string[]][] = [
    ['const a = plainText(text).split(": ");', ["plainText.split"]],
    ['const a = sourceWords(source); const b = a.replace(/^context /, "");', ["sourceWords.replace"]],
    ["const a = plainText(text).trim();", []],
    ['const a = message.split(": ");', []],
  ];
  test.for(rows)("%s", ([source, found]) => {
    expect(findTakenApart("a.ts", source)).toEqual(found);
  });
});

test("no code takes a text apart that we wrote", () => {
  const rooms = ["shared/outline/", "shared/paint/", "shared/render/"];
  const found = [...readProductSources()]
    .filter(([file]) => rooms.some((room) => file.startsWith(room)))
    .flatMap(([file, source]) => findTakenApart(file, source).map((call) => `${file}: ${call}`));
  expect(found).toEqual([]);
});
