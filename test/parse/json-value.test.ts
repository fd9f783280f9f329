import { describe, expect, test } from "vitest";
import { createCopier, toList, toRecord, toText, valueAt, wholeNumber } from "../../shared/parse/json-value.ts";

describe("a path meets own properties only and ends early without an error", () => {
  const value: unknown = JSON.parse('{"a":{"b":[{"c":1}]},"__proto__":{"d":2},"text":"abc"}');
  const rows: [path: string[], found: unknown][] = [
    [["a", "b", "0", "c"], 1],
    [["a", "b", "1", "c"], undefined],
    [["a", "x", "y"], undefined],
    [["constructor"], undefined],
    [["a", "toString", "name"], undefined],
    [["__proto__", "d"], 2],
    [["text", "length"], undefined],
    [["a", "b", "length"], 1],
  ];
  test.for(rows)("%j", ([path, found]) => {
    expect(valueAt(value, ...path)).toStrictEqual(found);
  });

  test.for([undefined, null, 1, "x", true])("%j has nothing below it", (nothing) => {
    expect(valueAt(nothing, "a")).toBeUndefined();
  });
});

describe("every value has one reading as text, mapping, list and whole number", () => {
  const rows: [value: unknown, asText: string, isRecord: boolean, length: number, number: number | undefined][] = [
    ["x", "x", false, 0, undefined],
    ["12", "12", false, 0, undefined],
    [12, "12", false, 0, 12],
    [1.5, "1.5", false, 0, undefined],
    [2 ** 60, "1152921504606847000", false, 0, undefined],
    [Number.NaN, "NaN", false, 0, undefined],
    [true, "true", false, 0, undefined],
    [null, "", false, 0, undefined],
    [undefined, "", false, 0, undefined],
    [{ a: 1 }, "", true, 0, undefined],
    [[1, 2], "", false, 2, undefined],
  ];
  test.for(rows)("%j", ([value, asText, isRecord, length, number]) => {
    expect(toText(value)).toBe(asText);
    expect(toRecord(value) !== undefined).toBe(isRecord);
    expect(toList(value)).toHaveLength(length);
    expect(wholeNumber(value)).toBe(number);
  });
});

describe("values of a text are copied until the copies have twice the characters of the text", () => {
  // As JSON 12 characters.
  const value = { text: "a" };
  test.for([
    [6, [false]],
    [5, [true]],
    [11, [false, true]],
    [12, [false, false]],
  ] as const)("a text of %i characters", ([textLength, areSame]) => {
    const copy = createCopier(textLength);
    const copies = areSame.map(() => copy(value));
    expect(copies).toEqual(areSame.map(() => value));
    expect(copies.map((each) => each === value)).toEqual(areSame);
  });
});
