import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sentences } from "../golden/recorded.ts";
import { findNames, findTexts, findTitles } from "./source-texts.ts";

/** Words that neither prose nor names use, in patterns without groups, and the plain word for each. */
const refused: readonly [words: string, plain: string][] = [
  ["nobody|no one|no-one", "the actor (the server, the operator, the user), or unknown"],
  ["(?:some|any|every)(?:body|one)|whoever", "the actor (the server, the operator, the user)"],
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
  ["shared/explanations/gate-codes.yaml", "judged", "the name of a field of the report"],
  ["shared/tables/words/status-words.yaml", "Gather", "the end of a kind"],
];

interface Prose {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** A comment; line comments below each other are one. */
const comments = /\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g;

/**
 * The prose of a file. In YAML only what people read, in JSON and in the texts of the code only what has a space, in a
 * test file the titles.
 */
function findProse(file: string, source: string): readonly Prose[] {
  const proseAt = ({ start, text }: { readonly start: number; readonly text: string }): Prose => {
    return { file, line: source.slice(0, start).split("\n").length, text };
  };
  if (file.startsWith("test/") && file.endsWith(".ts")) return findTitles(file, source).map(proseAt);
  if (file.endsWith(".ts")) {
    const texts = findTexts(file, source).filter(({ text }) => /\S \S/.test(text));
    const found = [...source.matchAll(comments)].map(({ 0: text, index: start }) => ({ text, start }));
    return [...texts, ...found].map(proseAt);
  }
  // A phrase may go on in the next line, so the whole file is one text, in which other lines are empty.
  const isProse = (line: string): boolean => {
    if (/\.ya?ml$/.test(file)) return !/^\s*[\w-]+:$|^\s*source: /.test(line);
    return !file.endsWith(".json") || /: ".* .*"/.test(line);
  };
  const text = source
    .split("\n")
    .map((line) => (isProse(line) ? line : ""))
    .join("\n");
  return [proseAt({ start: 0, text })];
}

/** All refused words at once, each a group. A line of a comment may begin inside of a phrase. */
const anyRefused = new RegExp(
  `(?<![\\w.#-])(?:${refused.map(([words]) => `(${words.replaceAll(" ", "(?:[\\s*]|//)+")})`).join("|")})(?![\\w-])`,
  "gi",
);

/** One line for each refused word: the file, the line, the word, and what to write instead. */
function refusedIn(file: string, source: string): readonly string[] {
  return findProse(file, source).flatMap(({ line, text }) => {
    const prose = text.replace(/`[^`\n]*`|\{@link \w+\}/g, (code) => code.replace(/\S/g, "·"));
    return [...prose.matchAll(anyRefused)].flatMap(({ 0: word, index, ...groups }) => {
      const row = refused.find((_, group) => groups[group + 1] !== undefined);
      const isExempt = exempt.some(([place, some]) => place === file && some === word);
      const lineOfWord = line + prose.slice(0, index).split("\n").length - 1;
      return isExempt ? [] : [`${file}:${lineOfWord}: "${word}": write ${row?.[1]}`];
    });
  });
}

/** Names that must be as they are. */
const exemptNames = new Map([
  ["judged", "a field of the Report"],
  ["round", "Math.round"],
]);

/** One line for each name with a refused word; `isTold` has the words of "is told". */
function refusedNamesIn(file: string, source: string): readonly string[] {
  return findNames(file, source).flatMap(({ text, start }) => {
    const words = text.replace(/(?<=[a-z\d])(?=[A-Z])|_/g, " ").replace(/must gather/gi, "must-gather");
    const isRefused = !exemptNames.has(text) && new RegExp(anyRefused).test(words);
    return isRefused ? [`${file}:${source.slice(0, start).split("\n").length}: ${text}`] : [];
  });
}

const root = join(import.meta.dirname, "../..");
const places = [
  "{shared,plugin,extension}/**/*.{ts,yaml,md,json}",
  "*.{md,json}",
  ".github/**/*.{md,yml}",
  "test/**/*.ts",
  "test/**/*.md",
];
const sources = new Map(
  globSync(places, { cwd: root, exclude: ["**/node_modules"] })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.endsWith("package-lock.json"))
    .filter((file) => file !== "shared/explanations/table.ts" && !file.endsWith(".d.ts"))
    .map((file) => [file, readFileSync(join(root, file), "utf8")]),
);

describe("a refused word is named with its file, its line and the plain word", () => {
  const rows: [file: string, source: string, found: string[]][] = [
    ["README.md", "plain\n\nNobody knows", ['README.md:3: "Nobody": write']],
    ["README.md", "`nobody` and must-gather", []],
    ["README.md", "plain\nall as it\nshould be", ['README.md:2: "as it\nshould be": write']],
    ["shared/x.ts", "// plain, it is\n  // so here", ['shared/x.ts:1: "it is\n  // so": write']],
    ["shared/render/words/x.ts", 'a("is unwell")', ['shared/render/words/x.ts:1: "unwell": write']],
    [
      "test/x.test.ts",
      'describe.for(rows)("%s is judged", () => {\n  test("a round", () => judged("told"));\n});',
      ['test/x.test.ts:1: "judged": write', 'test/x.test.ts:2: "round": write'],
    ],
    ["shared/x.ts", "/** Plain.\n * It is\n * so. */", ['shared/x.ts:2: "It is\n * so": write']],
    ["shared/x.ts", 'const judged = "nobody knows it";', ['shared/x.ts:1: "nobody": write']],
    ["shared/x.ts", 'const judged = "nobody";', []],
    [
      "shared/render/words/x.ts",
      'a("nobody knows it", "unhealthy-members")',
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

test.for([
  ["const isTold = gatherAll(mustGather, toldAt);", ["isTold", "gatherAll", "toldAt"]],
  ["type Judging = { rounds: number; retold: string }; Math.round(1);", ["Judging", "rounds"]],
  ["const text = 'nobody'; // nobody", []],
] as const)("names are held to the same words: %s", ([source, found]) => {
  expect(refusedNamesIn("x.ts", source)).toEqual(found.map((name) => `x.ts:1: ${name}`));
});

test("names are plain", () => {
  const code = [...sources].filter(([file]) => file.endsWith(".ts"));
  expect(code.flatMap(([file, source]) => refusedNamesIn(file, source))).toEqual([]);
});

test("prose is plain", () => {
  expect(sources.size).toBeGreaterThan(900);
  expect(sentences.length).toBeGreaterThan(90);
  const cases = sentences.map((sentence) => [`test/golden/${sentence}`, sentence.replaceAll("-", " ")] as const);
  expect([...sources, ...cases].flatMap(([file, source]) => refusedIn(file, source))).toEqual([]);
});

test.for(exempt)("%s still has %s: %s", ([file, words]) => {
  expect(sources.get(file)).toMatch(new RegExp(`\\b${words}\\b`));
});
