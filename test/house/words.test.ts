import { describe, expect, test } from "vitest";
import { readProductSources } from "./import-graph.ts";
import { findTexts } from "./source-texts.ts";

/** Where English that people read stands. */
const rooms = ["shared/render/words/", "shared/aggregate/core/words/", "shared/explanations/"];

/** What looks like a sentence elsewhere, and why it stands there. */
const allowed: readonly [place: RegExp, reason: string][] = [
  [/^plugin\/(?:build|release)\/|^plugin\/executable\.ts$/, "a build script speaks to those who run the build"],
  [/^plugin\/completion\/([\w-]+\/)?[\w-]*script\.ts$/, "a script in the language of a shell, with its own comments"],
  [/^shared\/render\/(formats\/html|editor\/timeline)\//, "HTML and CSS"],
  [/^shared\/redact\/credential-names\.ts$/, "a list of words"],
  [/^shared\/aggregate\/hco\/(rules\/|own-verdict\.ts$)/, "what HCO writes, letter for letter"],
  [/^shared\/aggregate\/(application|greenhouse)\/expected-conditions\.ts$/, "what a controller writes"],
  [/^shared\/aggregate\/application\/go-json-fields\.ts$/, "Go's errors, which stand in a controller's message"],
  [/^shared\/aggregate\/application\/component-standing\.ts$/, "the error of a bug"],
  [/^shared\/(aggregate|profiles)\/greenhouse\/ready-[\w-]+\.ts$/, "what a controller writes"],
  [/^shared\/profiles\/(application|condition-senses|greenhouse\/profile|hco\/[\w-]+)\.ts$/, "the source of a row"],
  [/^shared\/profiles\/kinds\/[\w-]+\.ts$/, "what controllers write, and the source of a row"],
  [/^shared\/explain\/find-explanation\.ts$/, "a key of the explanations' topics"],
  [/^shared\/wait\/(stuck-objects|unrecoverable)\.ts$/, "the label of a container, and of an operator"],
];

/** Four words in a row make a sentence. What a template puts in counts as a word, but three are letters. */
function isSentence(text: string): boolean {
  if (text.startsWith("kubectl ")) return false;
  const piece = "[(\"'‘“]?(?:[A-Za-z][a-z]*(?:['’-][a-z]+)*|…)[\"'’”)]?[,.:;!?]?";
  const runs = text.match(new RegExp(`(?<!\\S)${piece}(?: ${piece}){3,}(?!\\S)`, "g")) ?? [];
  return runs.some((run) => (run.match(/[A-Za-z]+(?:['’-][a-z]+)*/g) ?? []).length >= 3);
}

function sentencesOutside(sources: ReadonlyMap<string, string>): readonly string[] {
  return [...sources]
    .filter(([file]) => !rooms.some((room) => file.startsWith(room)))
    .flatMap(([file, source]) =>
      findTexts(file, source).flatMap(({ text }) => (isSentence(text) ? `${file}: ${text}` : [])),
    );
}

describe("a sentence is known by four words in a row", () => {
  const rows: [text: string, isSentence: boolean][] = [
    ["the answer broke off", true],
    ["cannot read …: permission denied", true],
    ["… is not available: …", true],
    ["… has no conditions", true],
    ["expected a mapping with senses, found …", true],
    ['don\'t read "this file" again', true],
    ["… … … found", false],
    ["three words only", false],
    ["kubectl hco-status gate upgrade", false],
    ["app.kubernetes.io/part-of in (a, b)", false],
    ["padding: 0.25rem 0.6rem; border-left: 3px solid", false],
  ];
  test.for(rows)("%s", ([text, expected]) => {
    expect(isSentence(text)).toBe(expected);
  });
});

test("literals and templates are seen wherever they stand, imports and types are not", () => {
  const source = [
    'import { x } from "not a text at all";',
    'type T = "nor is this a text";',
    'throw new Error(`this is #{x ? "inside of another one" : ""} a text`);',
    "export const said = { a: ['and this is one too'] };",
  ]
    .join("\n")
    .replace("#", "$");
  expect(sentencesOutside(new Map([["plugin/x.ts", source]]))).toEqual([
    "plugin/x.ts: this is … a text",
    "plugin/x.ts: inside of another one",
    "plugin/x.ts: and this is one too",
  ]);
});

const outside = sentencesOutside(readProductSources());
const standsAt = (sentence: string, place: RegExp): boolean => place.test(sentence.split(": ", 1).join());

test("English that people read stands in its rooms", () => {
  expect(outside.filter((one) => !allowed.some(([place]) => standsAt(one, place)))).toEqual([]);
});

test.for(allowed)("%s is still an exception: %s", ([place]) => {
  expect(outside.some((one) => standsAt(one, place))).toBe(true);
});
