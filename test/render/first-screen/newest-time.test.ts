import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { renderText } from "../../../shared/render/formats/text/text.ts";
import { firstScreenLines } from "../../outline/fronts.ts";
import { aggregateAndPrint } from "../../printed.ts";

const newest = "2026-11-21T12:00:00Z";

/** Widgets that are all as old as the newest time of their file. */
function report(count: number) {
  const widgets = Array.from({ length: count }, (_, place) => ({
    apiVersion: "acme.io/v1",
    kind: "Widget",
    metadata: { name: `w-${place}` },
    status: { conditions: [{ type: "Ready", status: "False", message: "it broke", lastTransitionTime: newest }] },
  }));
  const snapshot = snapshotOf(widgets, { takenAt: newest, source: "dump.yaml" });
  return aggregateAndPrint({ ...snapshot, source: { ...snapshot.source, takenFrom: "newest" } });
}

describe("what is as old as the newest time of a file has no known age", () => {
  test.for([1, 3])("on the first screen, in the full report and in causes: %d objects", (count) => {
    const texts = [
      ...firstScreenLines(report(count), { width: 80 }),
      renderText(report(count)),
      ...report(count).roots.flatMap(({ causes }) => causes.map(({ text }) => text)),
    ];
    expect(texts.join("\n")).not.toMatch(/\b0s\b/);
  });

  test("the rows of several objects do not repeat the time", () => {
    const rows = firstScreenLines(report(3), { width: 80 }).filter((line) => line.startsWith("✗ Widget w"));
    expect(rows.map((row) => row.replace(/ +/g, " "))).toEqual([
      "✗ Widget w-0 unavailable",
      "✗ Widget w-1 unavailable it broke",
      "✗ Widget w-2 unavailable it broke",
    ]);
  });
});
