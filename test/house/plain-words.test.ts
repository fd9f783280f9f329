import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findTexts } from "./source-texts.ts";

/** Words that prose does not use, and the plain word for each. */
const refused: readonly [words: string, plain: string][] = [
  ["nobody|no one", "the actor (the server, the operator, the user), or unknown"],
  ["somebody|someone|anybody|whoever", "the actor (the server, the operator, the user)"],
  ["unwell|not well", "unhealthy"],
  ["gathers?", "must-gather"],
  ["rights", "permissions"],
  ["rounds?", "reconcile, or wave of requests"],
  ["told", "reported"],
  ["judg(?:e|es|ed|ing|ements?)", "evaluate"],
  ["by (?:its|their) own word", "reported by"],
  ["it is so", "true, or reached"],
  ["as it should be", "expected"],
  ["hopeless|in vain", "cannot be reached, or permanent"],
  ["see below", "the place by its name"],
  ["anew", "again, or recreated"],
  ["for ever", "permanently"],
  ["needs? a look", "not healthy, or not as expected"],
  ["without a word", "without a message"],
  ["left out", "skipped, or omitted"],
  ["is history", "is out of date"],
  ["log-ins?", "login"],
];

/** Where a refused word is a name that scripts or the code hold. */
const exempt: readonly [file: string, words: string, reason: string][] = [
  ["shared/explanations/report-judgements.yaml", "judged", "the name of a field of the report"],
  ["package.json", "told", "the name of a test file"],
];

interface Prose {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** The prose of a file. In YAML only what people read, in JSON only what has a space. Names of the code are no prose. */
function findProse(file: string, source: string): readonly Prose[] {
  const at = (start: number, text: string): Prose => ({ file, line: source.slice(0, start).split("\n").length, text });
  if (file.endsWith(".ts")) {
    const texts = /^shared\/(render|aggregate\/core)\/words\//.test(file) ? findTexts(file, source) : [];
    return [
      ...texts.filter(({ text }) => text.includes(" ")).map(({ text, start }) => at(start, text)),
      ...[...source.matchAll(/\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/[^\n]*/g)].map((each) => at(each.index, each[0])),
    ];
  }
  const lines = source.split("\n").map((text, index): Prose => ({ file, line: index + 1, text }));
  if (file.endsWith(".yaml")) return lines.filter(({ text }) => !/^\s*[\w-]+:$|^\s*source: /.test(text));
  return file.endsWith(".json") ? lines.filter(({ text }) => /: ".* .*"/.test(text)) : lines;
}

/** One line for each refused word: the file, the line, the word, and what to write instead. */
function refusedIn(file: string, source: string): readonly string[] {
  return findProse(file, source).flatMap(({ line, text }) =>
    refused.flatMap(([words, plain]) => {
      const prose = text.replace(/`[^`\n]*`|\{@link \w+\}/g, (code) => code.replace(/\S/g, "·"));
      const found = prose.matchAll(new RegExp(`(?<![\\w.#-])(?:${words.replaceAll(" ", "[\\s*]+")})(?![\\w-])`, "gi"));
      return [...found].flatMap(({ 0: word, index }) => {
        const isExempt = exempt.some(([place, some]) => place === file && some === word);
        const lineOfWord = line + prose.slice(0, index).split("\n").length - 1;
        return isExempt ? [] : [`${file}:${lineOfWord}: "${word}": write ${plain}`];
      });
    }),
  );
}

const root = join(import.meta.dirname, "../..");
const places = ["{shared,plugin,extension}/**/*.{ts,yaml,md}", "*.md", "package.json"];
const sources = new Map(
  globSync(places, { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file !== "shared/explanations/table.ts" && !file.endsWith(".d.ts"))
    .map((file) => [file, readFileSync(join(root, file), "utf8")]),
);

describe("a refused word is named with its file, its line and the plain word", () => {
  const rows: [file: string, source: string, found: string[]][] = [
    ["README.md", "plain\n\nNobody knows", ['README.md:3: "Nobody": write']],
    ["README.md", "`nobody` and must-gather", []],
    ["shared/x.ts", "/** Plain.\n * It is\n * so. */", ['shared/x.ts:2: "It is\n * so": write']],
    ["shared/x.ts", 'const judged = "nobody knows it";', []],
    [
      "shared/render/words/x.ts",
      'a("nobody knows it", "unwell-members")',
      ['shared/render/words/x.ts:1: "nobody": write'],
    ],
    [
      "shared/explanations/x.yaml",
      "  unwell:\n    meaning: it is unwell",
      ['shared/explanations/x.yaml:2: "unwell": write'],
    ],
    ["package.json", '"a": "hcoStatus.unwell",\n"b": "is unwell"', ['package.json:2: "unwell": write']],
  ];
  test.for(rows)("%s %j", ([file, source, found]) => {
    expect(refusedIn(file, source)).toEqual(found.map((start) => expect.stringContaining(start)));
  });
});

test("prose is plain", () => {
  expect(sources.size).toBeGreaterThan(900);
  expect([...sources].flatMap(([file, source]) => refusedIn(file, source))).toEqual([]);
});

test.for(exempt)("%s still has %s: %s", ([file, words]) => {
  expect(sources.get(file)).toMatch(new RegExp(`\\b${words}\\b`));
});
