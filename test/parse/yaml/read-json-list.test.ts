import { describe, expect, test } from "vitest";
import { parseListByItems } from "../../../shared/parse/yaml/read-json-list.ts";

describe("a list that is parsed item by item is the same as in one piece", () => {
  const rows = [
    { rule: "a compact list is parsed", text: '{"kind":"List","items":[{"a":1},{"a":2}],"metadata":{}}' },
    {
      rule: "an indented list whose kind stands behind the items is parsed",
      text: '{\n  "items" : [\n    {"a": {}} ,\n    {}\n  ],\n  "kind": "List"\n}\n',
    },
    {
      rule: "a list with braces, brackets and quotes in its texts is parsed",
      text: '{"kind":"}","items":[{"a":"]}\\"{"}]}',
    },
    {
      rule: "a list with the word items as a value and in its items is parsed",
      text: '{"kind":"items","a":{"items":[{}]},"items":[{"items":[1]}]}',
    },
  ];
  test.for(rows)("$rule", ({ text }) => {
    expect(parseListByItems(text, (item) => item)).toEqual(JSON.parse(text));
  });
});

test("each item is replaced by what the function keeps, which gets the fields around the items", () => {
  const list = '{"items":[{"a":1,"b":2},{"a":3}],"kind":"PodList"}';
  const keptList = parseListByItems(list, ({ a }, { kind }) => ({ a, kind }));
  expect(keptList).toEqual({
    kind: "PodList",
    items: [
      { a: 1, kind: "PodList" },
      { a: 3, kind: "PodList" },
    ],
  });
});

describe("a text that is no list of objects is not parsed item by item", () => {
  const rows = [
    { rule: "a text without items is not parsed item by item", text: '{"kind":"Pod","metadata":{"items":[{}]}}' },
    { rule: "an empty list is not parsed item by item", text: '{"items":[]}' },
    { rule: "a list with a number as an item is not parsed item by item", text: '{"items":[{},1]}' },
    { rule: "a list with a comma before its end is not parsed item by item", text: '{"items":[{},]}' },
    { rule: "a list without an end is not parsed item by item", text: '{"items":[{},{}' },
    { rule: "a list with two fields items is not parsed item by item", text: '{"items":[{"a":1}],"items":[{"a":2}]}' },
  ];
  test.for(rows)("$rule", ({ text }) => {
    expect(parseListByItems(text, (item) => item)).toBeUndefined();
  });
});

test("an item that is no JSON is a SyntaxError, as in one piece", () => {
  expect(() => parseListByItems('{"items":[{"a":}]}', (item) => item)).toThrow(SyntaxError);
});
