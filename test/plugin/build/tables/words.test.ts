import { describe, expect, test } from "vitest";
import { compileTopic } from "../../../../plugin/build/tables/topic.ts";
import { wordTopic } from "../../../../plugin/build/tables/words.ts";

const head = "a:\n  about: Words.\n  source: https://acme.io\n";
function compileText(text: string): string | undefined {
  return compileTopic(wordTopic("words/w.yaml"), { name: "words/w.yaml", text })[0]?.text;
}

describe("words and patterns become constants", () => {
  test.for([
    ["a set of words", "set: [up, ok]", 'export const a: ReadonlySet<string> = new Set(["up","ok"]);'],
    ["a list whose order counts", "list: [up, ok]", 'export const a: readonly string[] = ["up","ok"];'],
    [
      "words by their verdict",
      "verdicts: {healthy: [ok], degraded: [red]}",
      'ReadonlyMap<string, Verdict> = new Map([["ok","healthy"],["red","degraded"]]);',
    ],
    ["a pattern with a list", "pattern: ^({w})$\n  lists: {w: [up, ok]}", "export const a: RegExp = /^(up|ok)$/;"],
    ["a list within a list", "pattern: '{w}'\n  lists: {w: ['x{v}y'], v: [1a, 2b]}", "/x1a|2by/"],
    ["a word with any start", "pattern: '{w}'\n  lists: {w: [up]}\n  anyStart: [w]", "/[uU]p/"],
    ["patterns", "patterns: [{pattern: 'a/b', polarity: bad}]", '{ pattern: /a\\/b/, polarity: "bad" }'],
  ] as const)("%s", ([, text, constant]) => {
    expect(compileText(`${head}  ${text}\n`)).toContain(constant);
  });

  test("a module imports the types that it uses", () => {
    expect(compileText(`${head}  verdicts: {healthy: [ok]}\n`)).toContain(
      'import type { Verdict } from "../model/verdict.ts"',
    );
    expect(compileText(`${head}  set: [ok]\n`)).not.toContain("import");
  });
});

describe("a mistake is refused with its line", () => {
  test.for([
    ["no source", "a:\n  about: Words.\n  set: [ok]\n", /^words\/w\.yaml:1: .*required property 'source'/],
    ["a source that is no address", "a:\n  about: W.\n  source: docs\n  set: [ok]\n", /^words\/w\.yaml:3: "docs" /],
    ["an unknown key", `${head}  set: [ok]\n  sett: [ok]\n`, /^words\/w\.yaml:5: "sett" must NOT have unevaluated/],
    ["an unknown verdict", `${head}  verdicts: {helthy: [ok]}\n`, /^words\/w\.yaml:4: .*helthy|property name/],
    ["a wrong polarity", `${head}  patterns: [{pattern: a, polarity: god}]\n`, /^words\/w\.yaml:4: "god" .*main, good/],
    ["a word twice", `${head}  set: [ok, up, ok]\n`, /^words\/w\.yaml:4: must NOT have duplicate items/],
    [
      "a word of two verdicts",
      `${head}  verdicts: {healthy: [ok], degraded: [ok]}\n`,
      /^words\/w\.yaml:4: the word ok stands twice, first in line 4/,
    ],
    ["an unknown list", `${head}  pattern: "{ends}"\n`, /^words\/w\.yaml:4: no list is called ends/],
    [
      "a pattern that is none once its lists stand in it",
      `${head}  pattern: "{ends}"\n  lists: {ends: ["(Run"]}\n`,
      /^words\/w\.yaml:4: Invalid regular expression/,
    ],
    ["no YAML", "a: [", /^words\/w\.yaml:1: /],
    [
      "aliases that unfold without end",
      ["a0: &a0 [x]", ...Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`)].join(
        "\n",
      ),
      /^words\/w\.yaml:\d+: aliases that expand/,
    ],
  ] as const)("%s", ([, text, error]) => {
    expect(() => compileText(text)).toThrow(error);
  });
});
