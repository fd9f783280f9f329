import { describe, expect, test } from "vitest";
import { isOversized, maxFields, widestYamlObject } from "../../shared/parse/object-size.ts";

test.for([
  [
    "fields",
    (count: number) => ({ labels: Object.fromEntries(Array.from({ length: count - 1 }, (_, at) => [at, "v"])) }),
  ],
  ["items", (count: number) => ({ conditions: Array<number>(count - 1).fill(1) })],
  [
    "fields of items",
    (count: number) => ({ conditions: Array<object>((count - 2) / 2).fill({ type: "A" }), kind: "A" }),
  ],
] as const)("an object has at most %2$s %0$s, at all depths together", ([, objectOf]) => {
  expect(isOversized(objectOf(maxFields))).toBe(false);
  expect(isOversized(objectOf(maxFields + 2))).toBe(true);
});

describe("the fields of the widest object of a YAML text are counted without parsing it", () => {
  const rows: [what: string, text: string, fields: number][] = [
    ["one object", "kind: A\r\nmetadata:\r\n  name: a\r\n", 3],
    ["items of one object", "kind: A\nstatus:\n  conditions:\n  - type: B\n  - type: C\n", 7],
    ["brackets", "{kind: A, metadata: {name: a}}", 3],
    ["text in blocks, addresses and times are no fields", "data: |\n  a,b\n  -1\n  http://a:80\n  12:30\n", 1],
    ["each item of a list alone", "items:\n- kind: A\n- kind: B\n  spec: c\n- kind: C\n", 2],
    ["each item of a list that is further in", "items:\n  - kind: A\n    spec: c\n  - kind: B\n", 2],
    ["each item of a text that is a list", "- kind: A\n- kind: B\n  x: c\n  y: d\n", 3],
    ["what stands around a list", "items:\n- kind: A\na: b\nc: d\ne: f\n", 4],
  ];
  test.for(rows)("%s", ([, text, fields]) => {
    expect(widestYamlObject(text)).toBe(fields);
  });
});
