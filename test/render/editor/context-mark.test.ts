import { describe, expect, test } from "vitest";
import { type ContextMarks, contextMark, markedContext } from "../../../shared/render/editor/context-mark.ts";

const marks: ContextMarks = {
  "prod-eu": "blue",
  "*prod*": "red",
  "stage-*": "yellow",
  own: "⚠",
  odd: 7,
  "a*b*c": "green",
};

describe("the mark that a user gives to a context", () => {
  test.for<[rule: string, name: string, shown: string, alarm: string]>([
    ["a colour is a sign before the name", "my-prod-1", "🔴 my-prod-1", "error"],
    ["the name itself counts before a pattern", "prod-eu", "🔵 prod-eu", "none"],
    ["a pattern with its star at the end", "stage-1", "🟡 stage-1", "warning"],
    ["a sign of the user's own", "own", "⚠ own", "none"],
    ["several stars, each for any text", "axxbxxc", "🟢 axxbxxc", "none"],
    ["stars that overlap match nothing", "abbc-c-x", "abbc-c-x", "none"],
    ["no pattern matches", "test", "test", "none"],
    ["a value of another type is no mark", "odd", "odd", "none"],
    ["no context, no mark", "", "", "none"],
  ])("%s", ([, name, shown, alarm]) => {
    expect([markedContext(name, marks), contextMark(name, marks).alarm]).toEqual([shown, alarm]);
  });

  test("a sign is short and does not act", () => {
    expect(markedContext("x", { x: `\u202e\x1b[31m${"y".repeat(300)}` }).length).toBeLessThan(10);
  });

  test("a pattern of many stars takes no time", () => {
    expect(contextMark("a".repeat(300), { [`${"*a".repeat(200)}*b`]: "red" }).sign).toBe("");
  });

  test("a key of the prototype is no context", () => {
    expect(markedContext("constructor", {})).toBe("constructor");
  });
});
