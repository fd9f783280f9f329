import { describe, expect, test } from "vitest";
import { type JsonMeasure, measureJson } from "../../shared/parse/measure-json.ts";

describe("a text of JSON is measured without parsing it:", () => {
  const rows: readonly (readonly [what: string, text: string, measure: JsonMeasure])[] = [
    ["no text", "", { depth: 0, values: 0, items: 0, largestItem: 0 }],
    ["an empty object", "{}", { depth: 1, values: 1, items: 0, largestItem: 0 }],
    ["a list of two objects", '{"items":[{"a":1,"b":2},{}]}', { depth: 3, values: 6, items: 2, largestItem: 1 }],
    ["a deep object in a list", '{"items":[{"a":{"b":[1,2]}}]}', { depth: 5, values: 6, items: 1, largestItem: 3 }],
    ["characters of JSON in a string", '{"a":"[{,}]\\"{"}', { depth: 1, values: 1, items: 0, largestItem: 0 }],
    ["objects that never end", '{"a":'.repeat(600), { depth: 600, values: 600, items: 1, largestItem: 597 }],
    ["a string that never ends", '{"a":"{{{', { depth: 1, values: 1, items: 0, largestItem: 0 }],
  ];
  test.for(rows)("%s", ([, text, measure]) => {
    expect(measureJson(text)).toEqual(measure);
  });
});
