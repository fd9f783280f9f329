import { describe, expect, test } from "vitest";
import { listChanges } from "../../../shared/changes/compare-reports.ts";
import { displayWidth } from "../../../shared/characters/display-width.ts";
import type { Finding } from "../../../shared/model/finding/finding.ts";
import { makeFinding } from "../../../shared/model/finding/make-finding.ts";
import type { Gate, Report, RootNode } from "../../../shared/model/report.ts";
import { cutLogLine, formatNews, listNews } from "../../../shared/render/watch/news.ts";
import { completeness, component, report, root } from "../build.ts";
import { samples } from "../samples.ts";

const reports = Object.entries(samples);

describe("the news between two reports", () => {
  test.for(reports)("the roots that are gone are the only news about them after %s", ([, before]) => {
    const after = { ...before, roots: [], findings: [] };
    const about = listNews(listChanges(before, after), before, after).filter(
      ({ transition }) => transition.path.length > 0,
    );
    expect(about.map(({ transition }) => transition.what)).toEqual(about.map(() => "presence"));
    const reported = about.reduce((sum, { alike }) => sum + 1 + alike.length, 0);
    expect(reported).toBe(before.roots.length);
  });

  test.for(reports)("each change from another report to %s has a line", ([, after]) => {
    for (const [, before] of reports) {
      const news = listNews(listChanges(before, after), before, after);
      expect(formatNews(news, {}, { before, after })).toHaveLength(news.length);
    }
  });

  test("a kind that is not installed is no news", () => {
    const [, before] = reports[0] ?? [];
    if (before === undefined) throw new Error("there is no sample");
    const gap = { verb: "list", group: "g", kind: "Other", outcome: "noSuchKind", required: false } as const;
    const after = { ...before, completeness: { ...before.completeness, gaps: [...before.completeness.gaps, gap] } };
    expect(listNews(listChanges(before, after), before, after)).toEqual([]);
  });
});

test("a line of the log has at most 1,000 columns", () => {
  const line = cutLogLine(`\u001b[31m✗\u001b[0m ${"x".repeat(100_000)}`, {});
  expect(displayWidth(line.replace(/\u001b\[\d*m/g, ""))).toBe(1000);
  expect(line.endsWith("…")).toBe(true);
  expect(cutLogLine("short", {})).toBe("short");
});

/** What a log prints between two reports, without marks of colour. */
function printNews(before: Report, after: Report): readonly string[] {
  return formatNews(listNews(listChanges(before, after), before, after), {}, { before, after });
}

const buildCdi = (verdict: "healthy" | "degraded", part: Parameters<typeof component>[3] = {}) =>
  component("CDI", verdict, "v1", part);

describe("a hidden offender that is no longer hidden", () => {
  const hiddenOffender = makeFinding(buildCdi("degraded").ref, {
    code: "hidden-offender",
    component: "CDI",
    types: ["Degraded"],
    shown: [],
  });
  const rows: readonly {
    readonly rule: string;
    readonly verdict: "healthy" | "degraded";
    readonly expected: readonly string[];
  }[] = [
    {
      rule: "an offender that is no longer hidden has no line while it is unhealthy",
      verdict: "degraded",
      expected: [],
    },
    {
      rule: "an offender that is no longer hidden is resolved where it is healthy",
      verdict: "healthy",
      expected: ["✓ CDI: resolved: hidden-"],
    },
  ];
  test.for(rows)("$rule", ({ verdict, expected }) => {
    const children = [buildCdi(verdict)];
    const before = report([root({ children })], { findings: [hiddenOffender] });
    const lines = printNews(before, report([root({ children })]));
    expect(lines.map((line) => line.slice(0, expected[0]?.length))).toEqual(expected);
  });
});

test("objects with the same change are each named once", () => {
  const ref = root({}).ref;
  const orphans = ["a", "b", "b", "a", "c"].map((name) => makeFinding({ ...ref, name }, { code: "orphan" }));
  const before = report([root({})]);
  const [line = "", ...others] = printNews(before, report([root({})], { findings: orphans }));
  expect(others).toEqual([]);
  const names = /more: (.*)\)/.exec(line)?.[1]?.split(", ") ?? [];
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(["b", "c"]);
});

describe("the reasons against an upgrade are news when they appear and go", () => {
  const buildGate = (...because: readonly string[]): Gate => ({ answer: because.length === 0 ? "yes" : "no", because });
  const reportWithGate = (...because: readonly string[]): Report => {
    const { gates } = root({});
    return report([root({ gates: { ...gates, upgradeable: buildGate(...because) } })]);
  };
  const rows: readonly {
    readonly rule: string;
    readonly before: string[];
    readonly after: string[];
    readonly line: RegExp | undefined;
  }[] = [
    { rule: "the first reason against an upgrade is news", before: [], after: ["CDI"], line: /CDI/ },
    {
      rule: "a second reason against an upgrade is news with the reason before",
      before: ["CDI"],
      after: ["CDI", "SSP"],
      line: /CDI.*SSP.*\(was .*CDI\)/,
    },
    {
      rule: "a reason that was resolved is news with the reasons before",
      before: ["CDI", "SSP"],
      after: ["CDI"],
      line: /\(was .*CDI.*SSP\)/,
    },
    {
      rule: "reasons in another order are no news",
      before: ["CDI", "SSP"],
      after: ["SSP", "CDI"],
      line: undefined,
    },
  ];
  test.for(rows)("$rule", ({ before, after, line }) => {
    const lines = printNews(reportWithGate(...before), reportWithGate(...after));
    expect(lines).toEqual(line === undefined ? [] : [expect.stringMatching(line)]);
  });
});

describe("a finding about an object that cannot be read is unknown, and not resolved", () => {
  const about = { group: "apps", kind: "Deployment", namespace: "n", name: "cdi-operator" };
  const gap = { verb: "list", group: "apps", kind: "Deployment", cause: "timeout", required: false } as const;
  const rows: readonly {
    readonly outcome: "unread" | "forbidden" | "noSuchKind" | undefined;
    readonly line: RegExp;
  }[] = [
    { outcome: "unread", line: /^\? Deployment \S+: unknown: / },
    { outcome: "forbidden", line: /^\? Deployment \S+: unknown: / },
    { outcome: "noSuchKind", line: /^✓ Deployment \S+: resolved: / },
    { outcome: undefined, line: /^✓ Deployment \S+: resolved: / },
  ];
  test.for(rows)("a finding about an object whose list is now $outcome is news", ({ outcome, line }) => {
    const findings = [makeFinding(about, { code: "stale", generation: 2, observedGeneration: 1 })];
    const before = report([root({})], { findings });
    const gaps = outcome === undefined ? [] : [{ ...gap, outcome }];
    const lines = printNews(before, report([root({})], { completeness: completeness(3, gaps) }));
    expect(lines.filter((each) => line.test(each))).toHaveLength(1);
    expect(lines.join()).not.toMatch(/for it was not read/);
  });
});

describe("a component that is deleted with its root is in progress and no failure", () => {
  const printDeletionNews = (deleting: boolean, ...findings: Report["findings"]): readonly string[] => {
    const rootOf = (more: Partial<RootNode>) => root({ deleting, ...more });
    const before = report([rootOf({ children: [buildCdi("healthy")] })]);
    const children = [buildCdi("degraded", { deleting })];
    return printNews(before, report([rootOf({ children })], { findings }));
  };
  const refused: Finding = {
    ...makeFinding(buildCdi("degraded").ref, {
      code: "deletion-blocked",
      component: "CDI",
      reason: "Refused",
      message: "still in use",
    }),
    effects: { deletion: "blocks" },
  };
  const rows = [
    { rule: "a component that is deleted with its root has the mark ~", lines: printDeletionNews(true), mark: "~" },
    { rule: "a component that fails without a deletion has the mark ✗", lines: printDeletionNews(false), mark: "✗" },
    {
      rule: "a component whose deletion is refused has the mark ✗",
      lines: printDeletionNews(true, refused),
      mark: "✗",
    },
  ];
  test.for(rows)("$rule", ({ lines, mark }) => {
    expect(lines.find((line) => line.includes("healthy -> degraded"))?.[0]).toBe(mark);
  });
});
