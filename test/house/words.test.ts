import { describe, expect, test } from "vitest";
import { readProductSources } from "./import-graph.ts";
import { findTexts } from "./source-texts.ts";

/** Where English that people read stands. */
const rooms = [
  "shared/render/words/",
  // What a painter of the editor must know of its medium: titles of links, groups, lanes.
  "shared/render/editor/",
  "shared/outline/",
  "shared/parse/input-fault-text.ts",
  "shared/explanations/",
  "shared/tables/",
];

/** What looks like a sentence elsewhere, and why it stands there. */
const allowed: readonly [text: RegExp, reason: string][] = [
  [/^\S+: (?:snapshot -o - \| )?kubectl (?:hco-status )?(?:diff|explain|gate upgrade|get|permissions)\b/, "a command"],
  [
    /^\S+: (?:404 page not found|Client sent an|conversion webhook for|failed calling|Proxy Auth|admission webhook denied)/,
    "what servers write",
  ],
  [/^shared\/io\/must-gather\/cluster-info\.ts: ==== /, "what kubectl writes into a dump"],
  [/^\S+: (?:of another uid|seen to run|status and parts)$/, "a value of the code"],
  [/^plugin\/(?:build|release|deploy)\/|^plugin\/executable\.ts:/, "a build script speaks to those who run the build"],
  [/^plugin\/completion\/([\w-]+\/)?[\w-]*script\.ts:/, "a script in the language of a shell, with its own comments"],
  [/^shared\/paint\/html\/[\w-]+\.ts: (?:<|:root|default-src)/, "HTML and CSS"],
  [/^shared\/redact\/credential-names\.ts:/, "a list of words"],
  [/^shared\/aggregate\/hco\/(rules\/|own-verdict\.ts:)/, "what HCO writes, letter for letter"],
  [/^shared\/aggregate\/(application|greenhouse)\/expected-conditions\.ts:/, "what a controller writes"],
  [/^shared\/aggregate\/application\/go-json-fields\.ts:/, "Go's errors, which stand in a controller's message"],
  [/^shared\/aggregate\/application\/composition\.ts:/, "the error that a controller writes"],
  [/^shared\/model\/next-step\.ts:/, "what a command shows, which stands in the JSON"],
  [/^shared\/aggregate\/application\/component-standing\.ts:/, "the error of a bug"],
  [/^shared\/(aggregate|profiles)\/greenhouse\/ready-[\w-]+\.ts:/, "what a controller writes"],
  [/^shared\/profiles\/(application|condition-polarity|greenhouse\/profile|hco\/[\w-]+)\.ts:/, "the source of a row"],
  [/^shared\/explain\/find-explanation\.ts:/, "a key of the explanations' topics"],
  [/^shared\/parse\/pasted\/described-(?:kinds|workloads)\.ts:/, "the labels of kubectl describe"],
  [/^shared\/profiles\/kinds\/[\w-]+\.ts:/, "what controllers write, and the source of a row"],
];

/** Three words in a row make a sentence. Numbers, acronyms and values may stand between them. */
function isSentence(text: string): boolean {
  const piece = "[(\"'‘“]?(?:[A-Za-z0-9]+(?:['’.=/-][A-Za-z0-9]+)*|…)[\"'’”)]?[,.:;!?]?";
  const runs = text.match(new RegExp(`(?<!\\S)${piece}(?: ${piece}){2,}(?!\\S)`, "g")) ?? [];
  const word = /(?<![\w.=/-])[A-Za-z][a-z]+(?:['’-][a-z]+)*(?![\w.=/-])/g;
  return runs.some((run) => (run.match(word) ?? []).length >= 3);
}

/** The titles and messages of the extension stand where VS Code shows them, in `l10n.t`. */
function withoutTitles(file: string, source: string): string {
  return file.startsWith("extension/") ? source.replace(/\bl10n\.t\(\s*"(?:[^"\\\n]|\\.)*"/g, 'l10n.t(""') : source;
}

function sentencesOutside(sources: ReadonlyMap<string, string>): readonly string[] {
  return [...sources]
    .filter(([file]) => !rooms.some((room) => file.startsWith(room)))
    .flatMap(([file, source]) =>
      findTexts(file, withoutTitles(file, source)).flatMap(({ text }) => (isSentence(text) ? `${file}: ${text}` : [])),
    );
}

describe("a sentence is known by three words in a row", () => {
  const rows: [text: string, isSentence: boolean][] = [
    ["the answer broke off", true],
    ["cannot read …: permission denied", true],
    ["… is not available: …", true],
    ["… has no conditions", true],
    ["expected a mapping with polarities, found …", true],
    ['don\'t read "this file" again', true],
    ["… … … found", false],
    ["after 5 minutes the CR is stale", true],
    ["kubectl cannot be found", true],
    ["two words", false],
    ["kubectl hco-status -w", false],
    ["app.kubernetes.io/part-of in (a, b)", false],
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
    'print("two words " + count + " of a sum");',
  ]
    .join("\n")
    .replace("#", "$");
  expect(sentencesOutside(new Map([["plugin/x.ts", source]]))).toEqual([
    "plugin/x.ts: this is … a text",
    "plugin/x.ts: inside of another one",
    "plugin/x.ts: and this is one too",
    "plugin/x.ts: two words … of a sum",
  ]);
});

const outside = sentencesOutside(readProductSources());
test("English that people read stands in its rooms", () => {
  expect(outside.filter((one) => !allowed.some(([text]) => text.test(one)))).toEqual([]);
});

test.for(allowed)("%s is still an exception: %s", ([text]) => {
  expect(outside.some((one) => text.test(one))).toBe(true);
});
