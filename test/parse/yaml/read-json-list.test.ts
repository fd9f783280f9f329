import { describe, expect, test } from "vitest";
import { parseListByItems } from "../../../shared/parse/yaml/read-json-list.ts";

describe("a list is parsed by its items as in one piece:", () => {
  const rows: readonly (readonly [what: string, text: string])[] = [
    ["compact", '{"kind":"List","items":[{"a":1},{"a":2}],"metadata":{}}'],
    [
      "indented, with the kind behind the items",
      '{\n  "items" : [\n    {"a": {}} ,\n    {}\n  ],\n  "kind": "List"\n}\n',
    ],
    ["with braces, brackets and quotes in texts", '{"kind":"}","items":[{"a":"]}\\"{"}]}'],
    [
      "with the name of the field as a value, and further below",
      '{"kind":"items","a":{"items":[{}]},"items":[{"items":[1]}]}',
    ],
  ];
  test.for(rows)("%s", ([, text]) => {
    expect(parseListByItems(text, (item) => item)).toEqual(JSON.parse(text));
  });
});

test("of each item is kept what is left of it, which may depend on the fields around the items", () => {
  const list = '{"items":[{"a":1,"b":2},{"a":3}],"kind":"PodList"}';
  const kept = parseListByItems(list, ({ a }, { kind }) => ({ a, kind }));
  expect(kept).toEqual({
    kind: "PodList",
    items: [
      { a: 1, kind: "PodList" },
      { a: 3, kind: "PodList" },
    ],
  });
});

describe("a text is parsed in one piece where", () => {
  const rows: readonly (readonly [what: string, text: string])[] = [
    ["it has no items", '{"kind":"Pod","metadata":{"items":[{}]}}'],
    ["the list is empty", '{"items":[]}'],
    ["an item is no object", '{"items":[{},1]}'],
    ["a comma has no item behind it", '{"items":[{},]}'],
    ["the list has no end", '{"items":[{},{}'],
    ["the items stand in it twice", '{"items":[{"a":1}],"items":[{"a":2}]}'],
  ];
  test.for(rows)("%s", ([, text]) => {
    expect(parseListByItems(text, (item) => item)).toBeUndefined();
  });
});

test("an item that is no JSON is an error, as in one piece", () => {
  expect(() => parseListByItems('{"items":[{"a":}]}', (item) => item)).toThrow(SyntaxError);
});
