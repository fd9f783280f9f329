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

/** Tests what each template prints. */
function testPrinting(rules: readonly PrintingRule[], compile: (template: string) => CompiledTemplate): void {
  for (const { rule, document, rows } of rules) {
    describe(rule, () => {
      test.for(rows)("the template %j prints %j", ([template, text]) => {
        expect(printCompiled(compile(template), documents[document])).toEqual({ text });
      });
    });
  }
}

describe("-o jsonpath prints what kubectl prints", () => {
  testPrinting([...values, ...paths, ...filters, ...ranges], compileJsonpath);
});

describe("-o jsonpath-as-json prints what kubectl prints", () => {
  testPrinting(asJson, compileJsonpathAsJson);
});

for (const { rule, document, rows } of refused) {
  describe(rule, () => {
    test.for(rows)("the template %j is refused", ([template, when, reason]) => {
      const compiled = compileJsonpath(template);
      if (when === "parsing") {
        expect(compiled).toEqual({ error: `error parsing jsonpath ${template}, ${reason}` });
        return;
      }
      expect(compiled).not.toHaveProperty("error");
      const result = printCompiled(compiled, documents[document]);
      const error = "error" in result ? result.error : "";
      expect(error).toMatch(/^error executing jsonpath ".*": Error executing template: /);
      expect(error.endsWith(`: ${reason}`) || error.endsWith(`, ${reason}`)).toBe(true);
    });
  });
}

describe("an error quotes the template as Go does", () => {
  const rows = [
    { template: "{.text[0]}", quoted: '"{.text[0]}"' },
    { template: '{"\\n"}{x}', quoted: '"{\\"\\\\n\\"}{x}"' },
    {
      template: "\u0007\u0001\u007f\u0085é中\u{e0001}\t{x}",
      quoted: '"\\a\\x01\\x7f\\u0085é中\\U000e0001\\t{x}"',
    },
  ];
  test.for(rows)("the template $template is quoted as $quoted", ({ template, quoted }) => {
    expect(printTemplate(template, documents.rich)).toEqual({
      error: expect.stringContaining(`error executing jsonpath ${quoted}: Error`),
    });
  });
});

describe("a template finds nothing where kubectl panics over nothing", () => {
  const rows = [
    { template: "{range .none}{[0]}{end}.", text: ".", json: '[]\n[\n    "."\n]\n' },
    { template: "{range .emptyList[*]}{@[0]}{end}.", text: ".", json: '[\n    "."\n]\n' },
    { template: "{range .none}{range @}{@}{end}{end}", text: "<no value>", json: "[\n    null\n]\n" },
  ];
  test.for(rows)("the template $template prints $text", ({ template, text, json }) => {
    expect(printTemplate(template, documents.rich)).toEqual({ text });
    expect(printCompiled(compileJsonpathAsJson(template), documents.rich)).toEqual({ text: json });
  });
});

describe("the members of a map are printed in the order of their keys, which is random in Go", () => {
  const rows = [
    { template: "{.*}", text: "1 2 3 4" },
    { template: "{..}", text: '{"B":1,"a":2,"\uffee":3,"😀":4}' },
  ];
  test.for(rows)("the template $template prints $text", ({ template, text }) => {
    expect(printTemplate(template, { "😀": 4, "\uffee": 3, a: 2, B: 1 })).toEqual({ text });
  });
});

test("undefined is omitted, and a lone surrogate is U+FFFD as in Go", () => {
  const document = { a: undefined, b: [undefined], c: "\ud800", "\udc00": 1 };
  expect(printTemplate("<{.a}>{.b}{.c}{}", document)).toEqual({
    text: '<>[null]\ufffd{"b":[null],"c":"\ufffd","\ufffd":1}',
  });
});

test("a compiled template prints the same for the same document again", () => {
  const compiled = compileJsonpath("{range range .a}{@}{end}{.b}");
  const first = printCompiled(compiled, { a: 1, b: 2 });
  const second = printCompiled(compiled, { a: 1, b: 2 });
  expect(second).toEqual(first);
});

describe("no template takes long or breaks the stack", () => {
  const repeatText = (count: number, text: string): string => text.repeat(count);
  /** Mappings and lists in turn: `{"a":[{"a":1}]}` for a depth of 3. */
  const nestDeep = (depth: number): unknown =>
    Array.from({ length: depth }).reduce((inner: unknown, _, index) => (index % 2 ? [inner] : { a: inner }), 1);
  const nestLists = (depth: number): unknown => Array.from({ length: depth }).reduce((inner: unknown) => [inner], 1);
  const rows = [
    {
      rule: "two hundred endless ranges stop at the limit of values",
      template: repeatText(200, "{range .things[*]}"),
      document: documents.rich,
      outcome: /more than 2000000 values$/,
    },
    {
      rule: "ranges in each other are refused at the limit of depth",
      template: repeatText(60_000, "{range .things}"),
      document: documents.rich,
      outcome: /nests more than 500 ranges$/,
    },
    {
      rule: "ranges over nothing are refused at the limit of depth",
      template: repeatText(60_000, "{range .none[*]}"),
      document: documents.rich,
      outcome: /nests more than 500 ranges$/,
    },
    {
      rule: "unions over nested lists stop at the limit of values",
      template: `{${repeatText(60, "[*,*]")}}`,
      document: nestLists(100),
      outcome: /more than 2000000 values$/,
    },
    {
      rule: "a template that prints the document again and again stops at the limit of text",
      template: repeatText(300_000, "{}"),
      document: documents.rich,
      outcome: /characters of text$/,
    },
    {
      rule: "descents into a deep document stop at the limit of values",
      template: `{${repeatText(60, "..['a','a']")}}`,
      document: nestDeep(2000),
      outcome: /more than 2000000 values$/,
    },
    {
      rule: "brackets in each other are an unterminated array",
      template: `{${repeatText(300_000, "[")}`,
      document: documents.rich,
      outcome: /unterminated array$/,
    },
    {
      rule: "filters in each other are an unterminated filter",
      template: `{${repeatText(100_000, "[?(")}${repeatText(100_000, ")]")}}`,
      document: documents.rich,
      outcome: /unterminated filter$/,
    },
    {
      rule: "a filter of equal signs is an unrecognized character",
      template: `{.things[?(a${repeatText(300_000, "=")})]}`,
      document: documents.rich,
      outcome: /unrecognized character/,
    },
    {
      rule: "fields below fields that do not exist print nothing",
      template: `{${repeatText(300_000, ".a")}}`,
      document: documents.rich,
      outcome: /^$/,
    },
    {
      rule: "a key with many dots prints nothing",
      template: `{['${repeatText(300_000, "a.")}']}`,
      document: documents.rich,
      outcome: /^$/,
    },
    {
      rule: "a key of a million characters prints nothing",
      template: `{['${repeatText(1_000_000, "a")}']}`,
      document: documents.rich,
      outcome: /^$/,
    },
    {
      rule: "a template of more than a megabyte is refused",
      template: repeatText(400_000, "{.a}"),
      document: documents.rich,
      outcome: /a template has at most 1048576 characters$/,
    },
    {
      rule: "an index of a million digits is quoted by its beginning",
      template: `{.numbers[${repeatText(1_000_000, "9")}]}`,
      document: documents.rich,
      outcome: /array index 9+\.\.\.$/,
    },
    {
      rule: "a deep document is refused at the limit of depth",
      template: "{}",
      document: nestDeep(100_000),
      outcome: /more than 500 levels deep$/,
    },
  ];
  test.for(rows)("$rule", ({ template, document, outcome }) => {
    const result = printTemplate(template, document);
    expect("error" in result ? result.error : result.text).toMatch(outcome);
  });

  test("a descent finds a member beside a deep document", () => {
    expect(printTemplate("{..b}", { a: nestDeep(100_000), b: 1 })).toEqual({ text: "1" });
  });
});
