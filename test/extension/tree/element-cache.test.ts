import { describe, expect, test } from "vitest";
import type { Place } from "../../../extension/places/place.ts";
import { ElementCache, type TreeElement } from "../../../extension/tree/element-cache.ts";
import { buildTreeRows } from "../../../shared/render/editor/tree/build-rows.ts";
import { changedRows } from "../../../shared/render/editor/tree/changed-rows.ts";
import { rowsTo } from "../../../shared/render/editor/tree/find-row.ts";
import type { OutlineRow } from "../../../shared/render/editor/tree/row.ts";
import { component, condition, refOf, report, root } from "../../render/build.ts";

const place: Place = { kind: "cluster", context: "prod", namespaces: [] };

function rowsWith(message: string): readonly OutlineRow[] {
  const conditions = [condition("Available", "F", 300, "A", message)];
  return buildTreeRows(report([root({ conditions, children: [component("CDI", "degraded", "v1")] })]));
}

/** Hands rows to VS Code, and returns the elements that it has to draw again. */
function handOver(elements: ElementCache, rows: readonly OutlineRow[]): "all" | readonly TreeElement[] {
  return elements.update(rows, () => place, changedRows);
}

/** Elements for rows with this message in a condition. */
function drawn(message: string): ElementCache {
  const elements = new ElementCache();
  handOver(elements, rowsWith(message));
  return elements;
}

/** The element on the way down by these labels, as VS Code asks for them. */
function openElement(elements: ElementCache, ...labels: readonly string[]): TreeElement {
  let found: TreeElement | undefined;
  for (const label of labels) found = elements.children(found).find(({ row }) => row.label === label);
  if (found === undefined) throw new Error(`no row ${labels.join(", ")}`);
  return found;
}

/** VS Code asks for the top, or other rows come, or none. */
type Step = "ask" | "other" | "none";

describe("what VS Code holds of a row", () => {
  const name = "degraded for 5h";

  test("is the very same object in the next report, and says what is so then", () => {
    const elements = drawn("one");
    const before = openElement(elements, name, "Conditions", "Available");
    const changed = handOver(elements, rowsWith("two"));
    expect(changed).toEqual([before]);
    expect(openElement(elements, name, "Conditions", "Available")).toBe(before);
    expect(before.row.hinted).toContain("two");
  });

  test("names its object and its place, for commands", () => {
    const elements = drawn("one");
    expect(openElement(elements, name, "Components", "CDI")).toMatchObject({ ref: { kind: "CDI" }, place });
  });

  test("is not redrawn where it was never opened", () => {
    const elements = drawn("one");
    openElement(elements, name);
    expect(handOver(elements, rowsWith("two"))).toEqual([]);
  });

  test("is forgotten with its row", () => {
    const elements = drawn("one");
    const before = openElement(elements, name, "Conditions", "Available");
    expect(handOver(elements, buildTreeRows(report([])))).toBe("all");
    handOver(elements, rowsWith("one"));
    expect(elements.parent(before)).toBeUndefined();
    expect(openElement(elements, name, "Conditions", "Available")).not.toBe(before);
  });

  test("is drawn with the next rows where something went wrong with the last ones", () => {
    const elements = drawn("one");
    openElement(elements, name, "Conditions");
    const broken = rowsWith("one").map((row) => ({
      ...row,
      children(): never {
        throw new Error("a row that cannot be made");
      },
    }));
    expect(() => handOver(elements, broken)).toThrow("cannot be made");
    expect(handOver(elements, rowsWith("one"))).toBe("all");
    elements.children(undefined);
    expect(handOver(elements, rowsWith("one"))).toEqual([]);
  });

  test.for<readonly [rule: string, steps: readonly Step[], last: "all" | number]>([
    ["before VS Code has asked for anything nothing is to be asked for again", ["other"], 0],
    ["rows that came before VS Code asked are not to be asked for again", ["other", "ask", "other"], 0],
    ["rows that came after VS Code asked are", ["ask", "other"], "all"],
    ["all are drawn again with the next rows while VS Code has not asked", ["ask", "other", "other"], "all"],
    [
      "all are drawn where the first rows come back, since VS Code may be reading the others",
      ["ask", "other", "none"],
      "all",
    ],
    ["nothing is drawn again once VS Code has asked", ["ask", "other", "ask", "other"], 0],
  ])("at the top: %s", ([, steps, last]) => {
    const elements = new ElementCache();
    let reported: "all" | readonly TreeElement[] = [];
    for (const step of steps) {
      if (step === "ask") elements.children(undefined);
      else reported = handOver(elements, step === "other" ? rowsWith("one") : []);
    }
    expect(reported === "all" ? reported : reported.length).toBe(last);
  });

  test("knows the way up, for a row that is to be shown", () => {
    const elements = drawn("one");
    const found = elements.findAlong(rowsTo(elements.rows, refOf("CDI")));
    const labels: string[] = [];
    for (let up = found; up !== undefined; up = elements.parent(up)) labels.push(up.row.label);
    expect(labels).toEqual(["CDI", "Components", name]);
    expect(openElement(elements, name, "Components", "CDI")).toBe(found);
  });
});

test("a row counts as opened once VS Code has read what is below it, as long as there is something", () => {
  const elements = drawn("one");
  const conditions = openElement(elements, "degraded for 5h", "Conditions");
  expect(elements.isOpened(conditions)).toBe(false);
  elements.children(conditions);
  expect(elements.isOpened(conditions)).toBe(true);
  handOver(elements, []);
  expect(elements.isOpened(conditions)).toBe(false);
});
