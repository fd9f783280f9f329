import { describe, expect, test } from "vitest";
import type { FieldFacts, FieldProblem } from "../../../../shared/model/manifest/schema.ts";
import { commandsIn, renderMarkdownParts } from "../../../../shared/render/editor/hover/markdown-parts.ts";
import {
  fieldHoverParts,
  fieldParts,
  fixText,
  problemText,
  typeText,
} from "../../../../shared/render/editor/schema/field-texts.ts";
import { randomFrom } from "../../../random.ts";
import { hostileText } from "../../hostile-text.ts";
import { hrefsIn, shapeOf, typesIn } from "../../markdown-shape.ts";

const facts: FieldFacts = { name: "size", types: ["integer"], description: "", isRequired: false, choices: [] };
const source = { kind: "Shop", version: "v1", place: "prod", isOld: false };
const describeField = (more: Partial<FieldFacts>, isOld = false): string =>
  renderMarkdownParts(fieldParts({ ...facts, ...more }, { ...source, isOld }));

describe("what a field is", () => {
  test("its type, description, values, default and source", () => {
    const text = describeField({
      name: "strategy",
      types: ["string"],
      isRequired: true,
      description: "How counters are\nreplaced. Twice.",
      choices: ["Recreate", ""],
      fallback: "Recreate",
    });
    expect(text.split("\n\n")).toEqual([
      "**strategy** `string, required`",
      "How counters are replaced. Twice.",
      'Allowed values: Recreate, ""',
      "Default: Recreate",
      "From the CRD of Shop v1 on prod",
    ]);
  });

  test("in a hover: the value of the live object first, code as code, and only the beginning of a long description", () => {
    const field = { ...facts, description: `Set \`a\` or \`b|c\`. ${"More words. ".repeat(80)}` };
    const parts = fieldHoverParts(field, source, { value: { size: 10 }, place: "admin@prod" });
    const [head, live, description = "", origin] = renderMarkdownParts(parts).split("\n\n");
    expect([head, live]).toEqual(["**size** `integer`", 'On admin@prod: `{"size":10}`']);
    expect(description).toMatch(/^Set `a` or b\\\|c\. More words\./);
    expect(description.length).toBeLessThan(400);
    expect(origin).toMatch(/^From the CRD/);
    const unset = fieldHoverParts(facts, source, { value: undefined, place: "admin@prod" });
    expect(renderMarkdownParts(unset)).toContain("On admin@prod: not set");
  });

  test("a schema that was read before is called so", () => {
    expect(describeField({}, true)).toMatch(/on prod, as last read$/);
  });

  const types: readonly [facts: Partial<FieldFacts>, text: string][] = [
    [{ types: [] }, ""],
    [{ types: [], isRequired: true }, "required"],
    [{ types: ["integer", "string"] }, "integer|string"],
    [{ types: ["array"], contents: { of: "list", types: ["object"] } }, "[]Object"],
    [{ types: ["array"], contents: { of: "list", types: [] } }, "[]any"],
    [{ types: ["object"], contents: { of: "map", types: ["string"] } }, "map[string]string"],
  ];
  test.for(types)("the type of %j is %s", ([more, text]) => {
    expect(typeText({ ...facts, ...more })).toBe(text);
  });

  test.for<readonly [rule: string, description: string, paragraphs: readonly string[]]>([
    ["lines of a comment that was wrapped are one paragraph", "A\nb\r\n  c.", ["A b c."]],
    ["an empty line ends it", "A.\n\nB.\n \nC.", ["A.", "B.", "C."]],
    ["an entry of a list begins one", "One of:\n- a\n  b\n* c\n1. d", ["One of:", "- a b", "* c", "1. d"]],
  ])("in a description %s", ([, description, paragraphs]) => {
    const parts = fieldParts({ ...facts, description }, source);
    expect(parts.slice(1, -1)).toEqual(paragraphs.map((line) => ({ as: "paragraph", line: [line] })));
  });

  test("a long sentence after another one is not cut, and a long description ends with an ellipsis", () => {
    const description = `${"word ".repeat(60).trim()}. ${"more ".repeat(60).trim()}. `.repeat(10);
    const text = describeField({ description });
    expect(text.length).toBeGreaterThan(1900);
    expect(text).toContain("…");
    expect(text.indexOf("…")).toBeGreaterThan(1900);
  });
});

test("nothing in a description acts", () => {
  const next = randomFrom(18);
  const acting = [
    "[press](command:workbench.action.quit)",
    "![a](https://example.com/a.png)",
    "<img src=https://example.com/a.png onerror=alert(1)>",
    "<a href='command:x'>a</a> $(zap) https://example.com\u202e",
    "| a | b |\n|---|---|\n```js\n# head\n- item",
  ];
  for (const description of [...acting, ...Array.from({ length: 200 }, () => hostileText(next))]) {
    const parts = fieldParts({ ...facts, name: description, description, choices: [description] }, source);
    const text = renderMarkdownParts(parts);
    expect(commandsIn(parts)).toEqual([]);
    const shape = shapeOf(text);
    expect(hrefsIn(shape)).toEqual([]);
    expect(typesIn(shape).filter((type) => !["paragraph", "strong", "codespan"].includes(type))).toEqual([]);
    expect(text).not.toMatch(/(?<!\\)\$\(|[\u202e\u001b]/);
  }
});

describe("what is wrong, and what corrects it", () => {
  const span = { start: 0, end: 1 };
  const rows: readonly [problem: FieldProblem, text: string][] = [
    [{ code: "unknown-field", span, name: "sise" }, "unknown field sise: Shop v1 on prod has no such field here"],
    [
      { code: "unknown-field", span, name: "sise", nearest: "size" },
      "unknown field sise, did you mean size? Shop v1 on prod has no such field here",
    ],
    [
      { code: "wrong-type", span, name: "port", expected: ["integer", "string"], written: "number" },
      "port must be an integer or a string, not a number",
    ],
    [{ code: "wrong-type", span, name: "a", expected: ["object"], written: "null" }, "a must be an object, not null"],
    [
      { code: "wrong-value", span, name: "day", value: "monday", choices: ["Monday"], nearest: "Monday" },
      "monday is not a value of day, did you mean Monday? Allowed values: Monday",
    ],
    [
      {
        code: "wrong-value",
        span,
        name: "day",
        value: "x\ny\u001b",
        choices: Array.from({ length: 20 }, (_, one) => one),
      },
      "x y^[ is not a value of day. Allowed values: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …",
    ],
  ];
  test.for(rows)("%j", ([problem, text]) => {
    expect(problemText(problem, source)).toBe(text);
  });

  test("a schema that was read before is called so", () => {
    const problem: FieldProblem = { code: "unknown-field", span, name: "sise" };
    expect(problemText(problem, { ...source, isOld: true })).toMatch(/on prod \(as last read\) has no/);
  });

  test("a fix says what it writes", () => {
    const said = (["nearest", "quote", "unquote"] as const).map((as) => fixText({ as, span, text: "x" }));
    expect(said).toEqual(["Change to x", "Put quotes around the value: x", "Remove the quotes: x"]);
  });
});
