import { expect, test } from "vitest";
import { readTextObjects } from "../../../shared/io/files/text-objects.ts";
import { endsInConditionType } from "../../../shared/parse/pasted/cut-type.ts";

const knownTypes = new Set(["Ready", "Available", "Degraded"]);

/** A status whose second condition ends with this line. */
function statusEndingWith(line: string): string {
  return `status:\n  conditions:\n  - status: "True"\n    type: Ready\n  - status: "False"\n${line}`;
}

test.for([
  ["the beginning of a known type", statusEndingWith("    type: D")],
  ["all but the last letter of one", statusEndingWith("    type: Availabl")],
  ["the beginning of one in a quote", statusEndingWith('    type: "Degr')],
  ["one that stands first in its condition", 'conditions:\n- status: "True"\n  type: Ready\n- type: Deg'],
] as const)("a text is cut in the type of its last condition: %s", ([, text]) => {
  expect(endsInConditionType(text, knownTypes)).toBe(true);
});

test.for([
  ["a known type without a line break", statusEndingWith("    type: Degraded")],
  ["the line has its end", statusEndingWith("    type: D\n")],
  ["a type that no known one begins with", statusEndingWith("    type: Queued")],
  ["another field", statusEndingWith("    reason: D")],
  ["a type outside of conditions", "conditions:\n- status: x\nspec:\n  strategy:\n    type: R"],
  ["a type without conditions", "spec:\n  type: R"],
  ["nothing", ""],
] as const)("a text is not cut in the type of its last condition: %s", ([, text]) => {
  expect(endsInConditionType(text, knownTypes)).toBe(false);
});

test("only the last object of a cut text lacks a part", () => {
  const widget = `apiVersion: acme.io/v1\nkind: Widget\nmetadata: {name: a}\n${statusEndingWith("    type: Degraded")}\n`;
  const cutWidget = widget.replace("name: a", "name: b").replace("Degraded\n", "D");
  const { objects, pasted } = readTextObjects(`${widget}---\n${cutWidget}`, "f");
  expect(objects.map(({ ref, cut }) => [ref.name, cut])).toEqual([
    ["a", undefined],
    ["b", true],
  ]);
  expect(pasted?.steps).toEqual(["cut-object"]);
  expect(readTextObjects(`${widget}---\n${cutWidget}\n`, "f").pasted).toBeUndefined();
});
