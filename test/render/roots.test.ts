import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { Report } from "../../shared/model/report.ts";
import { renderHtml } from "../../shared/render/formats/html.ts";
import { renderMarkdown } from "../../shared/render/formats/markdown.ts";
import { renderPlain } from "../../shared/render/formats/plain.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import { firstScreenLines } from "../outline/fronts.ts";

/** So many of them, each hundredth unwell. */
function things(count: number, namespaces: number, every = 100): Report {
  const objects = Array.from({ length: count }, (_, place) => ({
    apiVersion: "x.example.com/v1",
    kind: "Thing",
    metadata: { name: `thing-${place}`, namespace: `space-${place % namespaces}` },
    status: {
      conditions: [
        {
          type: "Ready",
          status: place % every === 0 ? "False" : "True",
          reason: "Reason",
          message: `words about ${place}`,
          lastTransitionTime: "2026-11-21T11:46:00Z",
        },
      ],
    },
  }));
  return aggregate(snapshotOf(objects, { takenAt: "2026-11-21T12:00:00Z", source: "dump" }));
}

function count(text: string, piece: RegExp): number {
  return text.match(piece)?.length ?? 0;
}

describe("several roots are rows, the worst first", () => {
  test("the unhealthy ones with their cause, the healthy ones in one line", () => {
    expect(firstScreenLines(things(3, 3, 2), { width: 120 }).slice(0, 5)).toEqual([
      "✗ 2 of 3 objects unavailable",
      "  Source    dump, 2026-11-21T12:00:00Z",
      "",
      "✗ Thing space-0/thing-0  unavailable 14m",
      "✗ Thing space-2/thing-2  unavailable 14m  Reason: words about 2",
    ]);
  });

  test("all healthy is one line more than the table", () => {
    const report = things(2, 2, 2);
    const healthy = { ...report, roots: report.roots.map((root) => ({ ...root, verdict: "healthy" as const })) };
    expect(renderText(healthy, { width: 80 })).toMatch(
      /^✓ 2 objects healthy: Thing space-0\/thing-0, Thing space-1\/thing-1$/m,
    );
  });

  test("two kinds of one name have their groups", () => {
    const [one, two] = things(2, 2, 5).roots;
    if (one === undefined || two === undefined) throw new Error("there are two");
    const report = { ...things(2, 2), roots: [one, { ...two, ref: { ...two.ref, group: "y.example.com" } }] };
    const text = renderText(report, { width: 120 });
    expect(text).toContain("Thing.x.example.com space-0/thing-0 ");
    expect(text).toContain("Thing.y.example.com space-1/thing-1");
  });
});

describe("a thousand roots stay readable", () => {
  const report = things(1000, 7, 10);

  test("twenty have a row on the first screen, and the others are counted", () => {
    const lines = firstScreenLines(report, { width: 80 });
    expect(lines.filter((line) => line.startsWith("✗ Thing "))).toHaveLength(20);
    expect(lines).toContain("  and 80 more");
  });

  test("fifty have a row in a document, five stand there in full, and -o wide has all", () => {
    expect(count(renderMarkdown(report), /^- ✗ Thing /gm)).toBe(50);
    expect(count(renderMarkdown(report), /^### ✗ Thing/gm)).toBe(5);
    expect(count(renderHtml(report), /<b>Thing space-\d\/thing-(?=[^<]*<\/b> <)/g)).toBe(50);
    expect(count(renderHtml(report), /<article>/g)).toBe(1 + 5);
    expect(count(renderPlain(report), /^headline: Thing \S+ unavailable \d/gm)).toBe(50);
    expect(count(renderText(report), /^✗ Thing \S+ unavailable \d/gm)).toBe(100);
  });
});
