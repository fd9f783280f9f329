import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { Report } from "../../shared/model/report.ts";
import { displayWidth } from "../../shared/render/characters/display-width.ts";
import { renderHtml } from "../../shared/render/formats/html/html.ts";
import { renderMarkdown } from "../../shared/render/formats/markdown.ts";
import { renderPlain } from "../../shared/render/formats/plain.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";

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

describe("several roots are a table, the worst first", () => {
  test("with the words beside them where there is room", () => {
    expect(
      renderText(things(3, 3, 2), { width: 120 })
        .split("\n\n")
        .slice(0, 2),
    ).toEqual([
      "✗ 2 of 3 objects unavailable\n  dump, as of 2026-11-21T12:00:00Z",
      [
        "NAME             NAMESPACE  VERDICT      SINCE  WHY",
        "✗ thing/thing-0  space-0    unavailable  14m    Reason: words about 0",
        "✗ thing/thing-2  space-2    unavailable  14m    Reason: words about 2",
        "✓ thing/thing-1  space-1    healthy      14m",
      ].join("\n"),
    ]);
  });

  test("with the words below them where there is none", () => {
    expect(renderText(things(2, 2, 2), { width: 60 }).split("\n\n")[1]).toBe(
      [
        "NAME             NAMESPACE  VERDICT      SINCE",
        "✗ thing/thing-0  space-0    unavailable  14m",
        "    Reason: words about 0",
        "✓ thing/thing-1  space-1    healthy      14m",
      ].join("\n"),
    );
  });

  test("without a column for a namespace that all share, which stands above", () => {
    expect(
      renderText(things(2, 1, 5), { width: 80 })
        .split("\n\n")
        .slice(0, 2),
    ).toEqual([
      "✗ 1 of 2 objects unavailable\n  space-0 · dump, as of 2026-11-21T12:00:00Z",
      [
        "NAME             VERDICT      SINCE  WHY",
        "✗ thing/thing-0  unavailable  14m    Reason: words about 0",
        "✓ thing/thing-1  healthy      14m",
      ].join("\n"),
    ]);
  });

  test("all healthy is one line more than the table", () => {
    const report = things(2, 2, 2);
    const healthy = { ...report, roots: report.roots.map((root) => ({ ...root, verdict: "healthy" as const })) };
    expect(renderText(healthy, { width: 80 })).toMatch(/^✓ 2 objects healthy\n/);
  });

  test("two kinds of one name have their groups", () => {
    const [one, two] = things(2, 2, 5).roots;
    if (one === undefined || two === undefined) throw new Error("there are two");
    const report = { ...things(2, 2), roots: [one, { ...two, ref: { ...two.ref, group: "y.example.com" } }] };
    const text = renderText(report, { width: 120 });
    expect(text).toContain("✗ thing.x.example.com/thing-0 ");
    expect(text).toContain("✓ thing.y.example.com/thing-1 ");
  });
});

describe("a thousand roots stay readable", () => {
  const report = things(1000, 7);
  const text = renderText(report, { width: 80 });

  test("fifty have a row, five a page, and the number of skipped ones is printed", () => {
    expect(count(text, /^[✗✓] thing\//gm)).toBe(50);
    expect(count(text, /^✗ Thing thing-/gm)).toBe(5);
    expect(text).toContain("✗ 10 of 1000 objects unavailable\n");
    expect(text).toContain("  950 more, not worse; use -o wide or -o json to list all\n");
    expect(text).toContain("  5 more unhealthy, listed only;");
    expect(text.split("\n").every((line) => displayWidth(line) <= 80)).toBe(true);
  });

  test("-o wide lists all", () => {
    const wide = renderText(report, { width: 120, wide: true });
    expect(count(wide, /^[✗✓] thing\//gm)).toBe(1000);
    expect(wide).not.toContain("more that are");
  });

  test("so do the other formats", () => {
    expect(count(renderMarkdown(report), /^\| [✗✓] thing\//gm)).toBe(50);
    expect(count(renderMarkdown(report), /^### ✗ Thing/gm)).toBe(5);
    expect(count(renderPlain(report), /^headline: Thing /gm)).toBe(50 + 5);
    expect(count(renderHtml(report), /<span>thing\/thing-/g)).toBe(50);
    expect(count(renderHtml(report), /<article>/g)).toBe(5);
  });
});
