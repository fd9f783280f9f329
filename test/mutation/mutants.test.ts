import { expect, test } from "vitest";
import { mutantsOf } from "./mutants.ts";

/** The whole text of each mutant. */
function texts(source: string): readonly string[] {
  return mutantsOf(source, "x.ts").map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));
}

const rows: readonly [sentence: string, source: string, mutants: readonly string[]][] = [
  ["a comparison is turned round", "a === b", ["((a ) !== ( b))"]],
  ["a bound moves", "a < b", ["((a ) <= ( b))", "((a ) >= ( b))"]],
  ['"and" becomes "or"', "a && b", ["((a ) || ( b))"]],
  ["a default is left out, and so is what it stands in for", "a ?? b", ["b", "a"]],
  ['"not" is left out', "!a", ["a"]],
  ["a flag is turned round", "f(true)", ["f(false)"]],
  ["a number grows", "f(1)", ["f(2)"]],
  ["a text is emptied", 'f("a")', ['f("")']],
  ["an empty text is filled", 'f("")', ['f("~")']],
  ["a template says something else", "f(`a`)", ['f("~")']],
  ["a condition always holds, or never", "a ? b : c", ["true ? b : c", "false ? b : c"]],
  ["a guard is left out", "if (a) throw b;", [";", "if (true) throw b;", "if (false) throw b;"]],
  [
    "what has an else is no guard",
    "if (a) throw b; else c();",
    ["if (true) throw b; else c();", "if (false) throw b; else c();"],
  ],
  ["each row of a list is left out", "[a, b]", ["[ b]", "[a, ]"]],
  ["what is spread into an object is left out", "({ a, ...b })", ["({ a,  })"]],
  ["some becomes every", "a.some(b)", ["a.every(b)"]],
  ["a filter is left out", "a.filter(b).map(c)", ["a.map(c)"]],
  ["types, imports and names of properties stay", 'import a from "b"; type C = "d" | "e"; f({ "g": h as "i" });', []],
];
test.for(rows)("%s", ([, source, mutants]) => {
  expect(texts(source)).toEqual(mutants);
});

test("a mutant knows its line", () => {
  expect(mutantsOf("a;\n\nf(1);", "x.ts").map(({ line }) => line)).toEqual([3]);
});

test("what is no TypeScript has none", () => {
  expect(() => mutantsOf("a ===", "x.ts")).toThrow("x.ts");
});
