import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { Report, RootNode } from "../../shared/model/report.ts";
import { renderHtml } from "../../shared/render/formats/html.ts";
import { renderMarkdown } from "../../shared/render/formats/markdown.ts";
import { renderPlain } from "../../shared/render/formats/plain.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import { firstScreenLines } from "../outline/fronts.ts";

interface ThingSettings {
  /** How many Things there are. */
  readonly count: number;
  /** Among how many namespaces they are distributed in turn. */
  readonly namespaces: number;
  /** The first of so many Things in a row is not Ready. */
  readonly unreadyOneIn: number;
}

function reportThings({ count, namespaces, unreadyOneIn }: ThingSettings): Report {
  const objects = Array.from({ length: count }, (_, index) => ({
    apiVersion: "x.example.com/v1",
    kind: "Thing",
    metadata: { name: `thing-${index}`, namespace: `space-${index % namespaces}` },
    status: {
      conditions: [
        {
          type: "Ready",
          status: index % unreadyOneIn === 0 ? "False" : "True",
          reason: "Reason",
          message: `message of ${index}`,
          lastTransitionTime: "2026-11-21T11:46:00Z",
        },
      ],
    },
  }));
  return aggregate(snapshotOf(objects, { takenAt: "2026-11-21T12:00:00Z", source: "dump" }));
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

describe("several roots are rows, the worst first", () => {
  test("an unhealthy root has a row with its cause, and healthy ones have no row", () => {
    const report = reportThings({ count: 3, namespaces: 3, unreadyOneIn: 2 });
    expect(firstScreenLines(report, { width: 120 }).slice(0, 5)).toEqual([
      "✗ 2 of 3 objects unavailable",
      "  Source    dump, 2026-11-21T12:00:00Z",
      "",
      "✗ Thing space-0/thing-0  unavailable 14m",
      "✗ Thing space-2/thing-2  unavailable 14m  Reason: message of 2",
    ]);
  });

  test("healthy roots are one line below the number of objects", () => {
    const report = reportThings({ count: 2, namespaces: 2, unreadyOneIn: 2 });
    const healthy = { ...report, roots: report.roots.map((root) => ({ ...root, verdict: "healthy" as const })) };
    expect(renderText(healthy, { width: 80 })).toMatch(
      /^✓ 2 objects healthy: Thing space-0\/thing-0, Thing space-1\/thing-1$/m,
    );
  });

  test("roots of two kinds with one name have their API groups", () => {
    const report = reportThings({ count: 2, namespaces: 2, unreadyOneIn: 2 });
    const [first, second] = report.roots as [RootNode, RootNode];
    const secondOfOtherGroup = { ...second, ref: { ...second.ref, group: "y.example.com" } };
    const text = renderText({ ...report, roots: [first, secondOfOtherGroup] }, { width: 120 });
    expect(text).toContain("Thing.x.example.com space-0/thing-0 ");
    expect(text).toContain("Thing.y.example.com space-1/thing-1");
  });
});

describe("a thousand roots stay readable", () => {
  const report = reportThings({ count: 1000, namespaces: 7, unreadyOneIn: 10 });

  test("the first screen has twenty rows and the number of the others", () => {
    const lines = firstScreenLines(report, { width: 80 });
    expect(lines.filter((line) => line.startsWith("✗ Thing "))).toHaveLength(20);
    expect(lines).toContain("  and 80 more");
  });

  test("a Markdown document has fifty rows, and five roots in full", () => {
    const document = renderMarkdown(report);
    expect(countMatches(document, /^- ✗ Thing /gm)).toBe(50);
    expect(countMatches(document, /^### ✗ Thing/gm)).toBe(5);
  });

  test("an HTML document has fifty rows, and five roots in full beside its summary", () => {
    const document = renderHtml(report);
    expect(countMatches(document, /<b>Thing space-\d\/thing-(?=[^<]*<\/b> <)/g)).toBe(50);
    expect(countMatches(document, /<article>/g)).toBe(1 + 5);
  });

  test("-o plain has fifty headlines", () => {
    expect(countMatches(renderPlain(report), /^headline: Thing \S+ unavailable \d/gm)).toBe(50);
  });

  test("-o wide has a row for each of the hundred unhealthy roots", () => {
    expect(countMatches(renderText(report), /^✗ Thing \S+ unavailable \d/gm)).toBe(100);
  });
});
