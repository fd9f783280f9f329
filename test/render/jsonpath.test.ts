import { describe, expect, test } from "vitest";
import type { PrintResult } from "../../shared/render/jsonpath/compile.ts";
import { type CompiledTemplate, compileJsonpath, compileJsonpathAsJson } from "../../shared/render/jsonpath/compile.ts";
import { asJson } from "./jsonpath/rows-as-json.ts";
import { filters } from "./jsonpath/rows-filters.ts";
import { paths } from "./jsonpath/rows-paths.ts";
import { ranges } from "./jsonpath/rows-ranges.ts";
import { refused } from "./jsonpath/rows-refused.ts";
import { values } from "./jsonpath/rows-values.ts";
import { documents, type PrintingRule } from "./jsonpath/rule.ts";

function printCompiled(compiled: CompiledTemplate, document: unknown): PrintResult {
  return "error" in compiled ? compiled : compiled.print(document);
}

function printTemplate(template: string, document: unknown): PrintResult {
  return printCompiled(compileJsonpath(template), document);
}

function prints(rules: readonly PrintingRule[], compile: (template: string) => CompiledTemplate): void {
  for (const { rule, document, rows } of rules) {
    describe(rule, () => {
      test.for(rows)("%j", ([template, text]) => {
        expect(printCompiled(compile(template), documents[document])).toEqual({ text });
      });
    });
  }
}

describe("jsonpath", () => prints([...values, ...paths, ...filters, ...ranges], compileJsonpath));
describe("jsonpath-as-json", () => prints(asJson, compileJsonpathAsJson));

for (const { rule, document, rows } of refused) {
  describe(rule, () => {
    test.for(rows)("%j is refused", ([template, when, reason]) => {
      const compiled = compileJsonpath(template);
      expect("error" in compiled ? "parsing" : "executing").toBe(when);
      const result = printCompiled(compiled, documents[document]);
      const error = "error" in result ? result.error : undefined;
      if (when === "parsing") expect(error).toBe(`error parsing jsonpath ${template}, ${reason}`);
      else expect(error).toMatch(/^error executing jsonpath ".*": Error executing template: /);
      expect(error?.endsWith(`: ${reason}`) || error?.endsWith(`, ${reason}`)).toBe(true);
    });
  });
}

describe("a template in an error is quoted as Go does it", () => {
  const rows: [template: string, quoted: string][] = [
    ["{.text[0]}", '"{.text[0]}"'],
    ['{"\\n"}{x}', '"{\\"\\\\n\\"}{x}"'],
    ["\u0007\u0001\u007f\u0085é中\u{e0001}\t{x}", '"\\a\\x01\\x7f\\u0085é中\\U000e0001\\t{x}"'],
  ];
  test.for(rows)("%j", ([template, quoted]) => {
    expect(printTemplate(template, documents.rich)).toEqual({
      error: expect.stringContaining(`error executing jsonpath ${quoted}: Error`),
    });
  });
});

describe("where kubectl panics over nothing, nothing is found", () => {
  const rows: [template: string, text: string, asJson: string][] = [
    ["{range .none}{[0]}{end}.", ".", '[]\n[\n    "."\n]\n'],
    ["{range .emptyList[*]}{@[0]}{end}.", ".", '[\n    "."\n]\n'],
    ["{range .none}{range @}{@}{end}{end}", "<no value>", "[\n    null\n]\n"],
  ];
  test.for(rows)("%j", ([template, text, json]) => {
    expect(printTemplate(template, documents.rich)).toEqual({ text });
    expect(printCompiled(compileJsonpathAsJson(template), documents.rich)).toEqual({ text: json });
  });
});

describe("members of a map are taken in the order of their keys, where Go's order is random", () => {
  const rows: [template: string, text: string][] = [
    ["{.*}", "1 2 3 4"],
    ["{..}", '{"B":1,"a":2,"\uffee":3,"😀":4}'],
  ];
  test.for(rows)("%j", ([template, text]) => {
    expect(printTemplate(template, { "😀": 4, "\uffee": 3, a: 2, B: 1 })).toEqual({ text });
  });
});

test("what is undefined is not there, and a lone surrogate is U+FFFD as in Go", () => {
  const document = { a: undefined, b: [undefined], c: "\ud800", "\udc00": 1 };
  expect(printTemplate("<{.a}>{.b}{.c}{}", document)).toEqual({
    text: '<>[null]\ufffd{"b":[null],"c":"\ufffd","\ufffd":1}',
  });
});

test("a compiled template keeps nothing from one document to the next", () => {
  const compiled = compileJsonpath("{range range .a}{@}{end}{.b}");
  const first = printCompiled(compiled, { a: 1, b: 2 });
  const second = printCompiled(compiled, { a: 1, b: 2 });
  expect(second).toEqual(first);
});

describe("no template takes long, and none breaks the stack", () => {
  const repeatText = (count: number, text: string): string => text.repeat(count);
  const nestDeep = (depth: number): unknown =>
    Array.from({ length: depth }).reduce((inner: unknown, _, index) => (index % 2 ? [inner] : { a: inner }), 1);
  const lists = (depth: number): unknown => Array.from({ length: depth }).reduce((inner: unknown) => [inner], 1);
  const rows: [name: string, template: string, document: unknown, outcome: RegExp][] = [
    ["ranges without an end", repeatText(200, "{range .things[*]}"), documents.rich, /more than 2000000 values$/],
    ["ranges in each other", repeatText(60_000, "{range .things}"), documents.rich, /nests more than 500 ranges$/],
    ["ranges over nothing", repeatText(60_000, "{range .none[*]}"), documents.rich, /nests more than 500 ranges$/],
    ["unions", `{${repeatText(60, "[*,*]")}}`, lists(100), /more than 2000000 values$/],
    ["everything, again and again", repeatText(300_000, "{}"), documents.rich, /characters of text$/],
    ["descents", `{${repeatText(60, "..['a','a']")}}`, nestDeep(2000), /more than 2000000 values$/],
    ["brackets", `{${repeatText(300_000, "[")}`, documents.rich, /unterminated array$/],
    ["filters", `{${repeatText(100_000, "[?(")}${repeatText(100_000, ")]")}}`, documents.rich, /unterminated filter$/],
    ["signs", `{.things[?(a${repeatText(300_000, "=")})]}`, documents.rich, /unrecognized character/],
    ["fields", `{${repeatText(300_000, ".a")}}`, documents.rich, /^$/],
    ["a key of many steps", `{['${repeatText(300_000, "a.")}']}`, documents.rich, /^$/],
    ["a long key", `{['${repeatText(1_000_000, "a")}']}`, documents.rich, /^$/],
    [
      "a template of megabytes",
      repeatText(400_000, "{.a}"),
      documents.rich,
      /a template has at most 1048576 characters$/,
    ],
    ["digits", `{.numbers[${repeatText(1_000_000, "9")}]}`, documents.rich, /array index 9+\.\.\.$/],
    ["a deep document", "{}", nestDeep(100_000), /more than 500 levels deep$/],
  ];
  test.for(rows)("%s", ([, template, document, outcome]) => {
    const result = printTemplate(template, document);
    expect("error" in result ? result.error : result.text).toMatch(outcome);
  });

  test("a descent into a deep document finds what lies deep", () => {
    expect(printTemplate("{..b}", { a: nestDeep(100_000), b: 1 })).toEqual({ text: "1" });
  });
});
