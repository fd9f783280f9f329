import { describe, expect, test } from "vitest";
import { readProductSources } from "./import-graph.ts";
import { findTexts } from "./source-texts.ts";

/**
 * Where English that people read stands: about a cluster in the outline, and the text of an error beside its only throw.
 * The core that evaluates has none.
 */
const rooms = [
  "plugin/",
  "shared/io/",
  "shared/parse/",
  "shared/redact/",
  // What a painter must know of its medium: titles of links, groups, lanes.
  "shared/render/",
  "shared/outline/",
  "shared/explanations/",
  "shared/tables/",
];

/** What looks like a sentence elsewhere, and why it stands there. */
const allowed: readonly [text: RegExp, reason: string][] = [
  [/^\S+: (?:snapshot -o - \| )?kubectl (?:hco-status )?(?:diff|explain|gate upgrade|get|permissions)\b/, "a command"],
  [
    /^\S+: (?:404 page not found|Client sent an|conversion webhook for|failed calling|Multi-Attach error|Proxy Auth|admission webhook denied)/,
    "what servers write",
  ],
  [/^\S+: x509: certificate signed by unknown authority$/, "what servers write"],
  [/^shared\/paint\/html\/[\w-]+\.ts: (?:<|:root|default-src)/, "HTML and CSS"],
  [/^\S+: status and parts$/, "a value of the code"],
  [/^shared\/explain\/find-explanation\.ts:/, "a key of the explanations' topics"],
];

/** What stands in the aggregation, which writes no English of its own, and why. */
const allowedInAggregation: readonly [text: RegExp, reason: string][] = [
  [/^\S+\/hco\/(?:rules\/|own-verdict\.ts:)/, "what HCO writes, letter for letter"],
  [/^\S+\/own-cause\.ts: Unknown Status$/, "what HCO writes, letter for letter"],
  [/^\S+\/(?:application|greenhouse)\/expected-conditions\.ts:/, "the message of a rule set"],
  [/^\S+\/greenhouse\/ready-by-controller\.ts:/, "what a controller writes"],
  [/^\S+\/application\/(?:go-json-fields|readiness-by-controller)\.ts:/, "Go's errors, in a controller's message"],
  [/^\S+\/application\/composition\.ts:/, "the error that a controller writes"],
  [/^\S+\/application\/component-standing\.ts:/, "the error of a bug"],
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
    .filter(([file]) => ![...rooms, aggregation].some((room) => file.startsWith(room)))
    .flatMap(([file, source]) =>
      findTexts(file, withoutTitles(file, source)).flatMap(({ text }) => (isSentence(text) ? `${file}: ${text}` : [])),
    );
}

const aggregation = "shared/aggregate/";

/** The texts of the aggregation with two words in a row, or a word between values: `… of …`. */
function wordsInAggregation(sources: ReadonlyMap<string, string>): readonly string[] {
  const word = "(?<![\\w.=/-])[A-Za-z][a-z]+(?:['’-][a-z]+)*[,.:;!?]*(?![\\w.=/-])";
  const several = new RegExp(`${word} ["'(]?${word}|… ${word} …`);
  return [...sources]
    .filter(([file]) => file.startsWith(aggregation))
    .flatMap(([file, source]) =>
      findTexts(file, source).flatMap(({ text }) => (several.test(text) ? `${file}: ${text}` : [])),
    );
}

describe("a sentence is known by three words in a row", () => {
  const rows: [text: string, isSentence: boolean][] = [
    ["the answer broke off", true],
    ["cannot read …: permission denied", true],
    ["… is not available: …", true],
    ["… has no conditions", true],
    ["expected a mapping with polarity, found …", true],
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
  expect(sentencesOutside(new Map([["shared/wait/x.ts", source]]))).toEqual([
    "shared/wait/x.ts: this is … a text",
    "shared/wait/x.ts: inside of another one",
    "shared/wait/x.ts: and this is one too",
    "shared/wait/x.ts: two words … of a sum",
  ]);
});

const outside = sentencesOutside(readProductSources());
test("English that people read stands in its rooms", () => {
  expect(outside.filter((one) => !allowed.some(([text]) => text.test(one)))).toEqual([]);
});

test.for(allowed)("%s is still an exception: %s", ([text]) => {
  expect(outside.some((one) => text.test(one))).toBe(true);
});

const inAggregation = wordsInAggregation(readProductSources());
test("the aggregation writes no English", () => {
  expect(inAggregation.filter((one) => !allowedInAggregation.some(([text]) => text.test(one)))).toEqual([]);
});

test.for(allowedInAggregation)("%s is still an exception in the aggregation: %s", ([text]) => {
  expect(inAggregation.some((one) => text.test(one))).toBe(true);
});

test.for([
  ['makeTrouble("NotReady", "not ready")', true],
  ['makeTrouble("LessReady", `#{have} of #{wanted} pods`)', true],
  ['makeTrouble("Pending", `#{have} of #{wanted}`)', true],
  ['makeTrouble("NotReady", { code: "pod-not-ready" })', false],
  ["const reason = `reason: #{reason}`;", false],
  ['import x from "two words";', false],
] as const)("%s is English in the aggregation: %s", ([source, expected]) => {
  const found = wordsInAggregation(new Map([["shared/aggregate/core/x.ts", source.replaceAll("#", "$")]]));
  expect(found.length > 0).toBe(expected);
});

test("a front has the message of a trouble from the outline, which adds what a rule observed", () => {
  const fronts = [...readProductSources()].filter(([file]) =>
    /^(?:shared\/(?:outline|render|paint|changes)|plugin|extension)\//.test(file),
  );
  expect(fronts.filter(([, source]) => /\btrouble\??\.message\b/.test(source)).map(([file]) => file)).toEqual([]);
});
