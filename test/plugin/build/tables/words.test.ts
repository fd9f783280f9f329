import { describe, expect, test } from "vitest";
import { compileTopic } from "../../../../plugin/build/tables/topic.ts";
import { wordTopic } from "../../../../plugin/build/tables/words.ts";

const head = "a:\n  about: Words.\n  source: https://acme.io\n";
function compileText(text: string): string | undefined {
  return compileTopic(wordTopic("words/w.yaml"), { name: "words/w.yaml", text })[0]?.text;
}

describe("words and patterns become constants", () => {
  test.for([
    {
      title: "a set of words",
      text: "set: [up, ok]",
      constant: 'export const a: ReadonlySet<string> = new Set(["up","ok"]);',
    },
    {
      title: "a list whose order counts",
      text: "list: [up, ok]",
      constant: 'export const a: readonly string[] = ["up","ok"];',
    },
    {
      title: "words by their verdict",
      text: "verdicts: {healthy: [ok], degraded: [red]}",
      constant: 'ReadonlyMap<string, Verdict> = new Map([["ok","healthy"],["red","degraded"]]);',
    },
    {
      title: "a pattern with a list",
      text: "pattern: ^({w})$\n  lists: {w: [up, ok]}",
      constant: "export const a: RegExp = /^(up|ok)$/;",
    },
    {
      title: "a list within a list",
      text: "pattern: '{w}'\n  lists: {w: ['x{v}y'], v: [1a, 2b]}",
      constant: "/x1a|2by/",
    },
    {
      title: "a word with any start",
      text: "pattern: '{w}'\n  lists: {w: [up]}\n  anyStart: [w]",
      constant: "/[uU]p/",
    },
    {
      title: "patterns",
      text: "patterns: [{pattern: 'a/b', polarity: bad}]",
      constant: '{ pattern: /a\\/b/, polarity: "bad" }',
    },
  ])("$title", ({ text, constant }) => {
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
    {
      title: "no source",
      text: "a:\n  about: Words.\n  set: [ok]\n",
      error: /^words\/w\.yaml:1: .*required property 'source'/,
    },
    {
      title: "a source that is no address",
      text: "a:\n  about: W.\n  source: docs\n  set: [ok]\n",
      error: /^words\/w\.yaml:3: "docs" /,
    },
    {
      title: "an unknown key",
      text: `${head}  set: [ok]\n  sett: [ok]\n`,
      error: /^words\/w\.yaml:5: "sett" must NOT have unevaluated/,
    },
    {
      title: "an unknown verdict",
      text: `${head}  verdicts: {helthy: [ok]}\n`,
      error: /^words\/w\.yaml:4: .*helthy|property name/,
    },
    {
      title: "a wrong polarity",
      text: `${head}  patterns: [{pattern: a, polarity: god}]\n`,
      error: /^words\/w\.yaml:4: "god" .*main, good/,
    },
    {
      title: "a word twice",
      text: `${head}  set: [ok, up, ok]\n`,
      error: /^words\/w\.yaml:4: must NOT have duplicate items/,
    },
    {
      title: "a word of two verdicts",
      text: `${head}  verdicts: {healthy: [ok], degraded: [ok]}\n`,
      error: /^words\/w\.yaml:4: the word ok stands twice, first in line 4/,
    },
    {
      title: "an unknown list",
      text: `${head}  pattern: "{ends}"\n`,
      error: /^words\/w\.yaml:4: no list is called ends/,
    },
    {
      title: "a pattern that is none once its lists stand in it",
      text: `${head}  pattern: "{ends}"\n  lists: {ends: ["(Run"]}\n`,
      error: /^words\/w\.yaml:4: Invalid regular expression/,
    },
    { title: "no YAML", text: "a: [", error: /^words\/w\.yaml:1: / },
    {
      title: "aliases that unfold without end",
      text: [
        "a0: &a0 [x]",
        ...Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`),
      ].join("\n"),
      error: /^words\/w\.yaml:\d+: aliases that expand/,
    },
  ])("$title", ({ text, error }) => {
    expect(() => compileText(text)).toThrow(error);
  });
});
