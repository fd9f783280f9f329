import { describe, expect, test } from "vitest";
import { changesBetween } from "../../../shared/changes/compare-reports.ts";
import { displayWidth } from "../../../shared/render/characters/display-width.ts";
import { newsIn, newsLines, shortLine } from "../../../shared/render/watch/news.ts";
import { samples } from "../samples.ts";

const reports = Object.entries(samples);

describe("of what changed is told", () => {
  test.for(reports)("of roots that are gone that they are, and nothing of theirs: %s", ([, before]) => {
    const after = { ...before, roots: [], findings: [] };
    const about = newsIn(changesBetween(before, after), before, after).filter(
      ({ transition }) => transition.path.length > 0,
    );
    expect(about.map(({ transition }) => transition.what)).toEqual(about.map(() => "presence"));
    const told = about.reduce((sum, { alike }) => sum + 1 + alike.length, 0);
    expect(told).toBe(before.roots.length);
  });

  test.for(reports)("a line for each news, between any other and: %s", ([, after]) => {
    for (const [, before] of reports) {
      const news = newsIn(changesBetween(before, after), before, after);
      expect(newsLines(news, {}, { before, after })).toHaveLength(news.length);
    }
  });

  test("no kind that is only not installed", () => {
    const [, before] = reports[0] ?? [];
    if (before === undefined) throw new Error("there is no sample");
    const gap = { verb: "list", group: "g", kind: "Other", outcome: "noSuchKind", required: false } as const;
    const after = { ...before, completeness: { ...before.completeness, gaps: [...before.completeness.gaps, gap] } };
    expect(newsIn(changesBetween(before, after), before, after)).toEqual([]);
  });
});

test("a line is no longer than people read", () => {
  const line = shortLine(`\u001b[31m✗\u001b[0m ${"x".repeat(100_000)}`, {});
  expect(displayWidth(line.replace(/\u001b\[\d*m/g, ""))).toBe(1000);
  expect(line.endsWith("…")).toBe(true);
  expect(shortLine("short", {})).toBe("short");
});
