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

describe("of a change is reported", () => {
  test.for(reports)("of roots that are gone that they are, and nothing of theirs: %s", ([, before]) => {
    const after = { ...before, roots: [], findings: [] };
    const about = listNews(listChanges(before, after), before, after).filter(
      ({ transition }) => transition.path.length > 0,
    );
    expect(about.map(({ transition }) => transition.what)).toEqual(about.map(() => "presence"));
    const reported = about.reduce((sum, { alike }) => sum + 1 + alike.length, 0);
    expect(reported).toBe(before.roots.length);
  });

  test.for(reports)("a line for each news, between any other and: %s", ([, after]) => {
    for (const [, before] of reports) {
      const news = listNews(listChanges(before, after), before, after);
      expect(formatNews(news, {}, { before, after })).toHaveLength(news.length);
    }
  });

  test("no kind that is only not installed", () => {
    const [, before] = reports[0] ?? [];
    if (before === undefined) throw new Error("there is no sample");
    const gap = { verb: "list", group: "g", kind: "Other", outcome: "noSuchKind", required: false } as const;
    const after = { ...before, completeness: { ...before.completeness, gaps: [...before.completeness.gaps, gap] } };
    expect(listNews(listChanges(before, after), before, after)).toEqual([]);
  });
});

test("a line is no longer than people read", () => {
  const line = cutLogLine(`\u001b[31m✗\u001b[0m ${"x".repeat(100_000)}`, {});
  expect(displayWidth(line.replace(/\u001b\[\d*m/g, ""))).toBe(1000);
  expect(line.endsWith("…")).toBe(true);
  expect(cutLogLine("short", {})).toBe("short");
});

/** What a log prints between two reports, without marks of colour. */
function printNews(before: Report, after: Report): readonly string[] {
  return formatNews(listNews(listChanges(before, after), before, after), {}, { before, after });
}

const part = (verdict: "healthy" | "degraded", more: Parameters<typeof component>[3] = {}) =>
  component("CDI", verdict, "v1", more);

describe("a hidden offender that is hidden no more", () => {
  const hiding = makeFinding(part("degraded").ref, {
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
    { rule: "has no line while its component is still unhealthy", verdict: "degraded", expected: [] },
    {
      rule: "is no longer found where its component is healthy",
      verdict: "healthy",
      expected: ["✓ CDI: resolved: hidden-"],
    },
  ];
  test.for(rows)("$rule", ({ verdict, expected }) => {
    const children = [part(verdict)];
    const before = report([root({ children })], { findings: [hiding] });
    const lines = printNews(before, report([root({ children })]));
    expect(lines.map((line) => line.slice(0, expected[0]?.length))).toEqual(expected);
  });
});

test("objects that changed the same way are each named once", () => {
  const ref = root({}).ref;
  const orphans = ["a", "b", "b", "a", "c"].map((name) => makeFinding({ ...ref, name }, { code: "orphan" }));
  const before = report([root({})]);
  const [line = "", ...others] = printNews(before, report([root({})], { findings: orphans }));
  expect(others).toEqual([]);
  const names = /more: (.*)\)/.exec(line)?.[1]?.split(", ") ?? [];
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(["b", "c"]);
});

describe("each obstacle of a gate is reported when it appears, and each earlier state was printed before", () => {
  const gateOf = (...because: readonly string[]): Gate => ({ answer: because.length === 0 ? "yes" : "no", because });
  const withGate = (...because: readonly string[]): Report => {
    const { gates } = root({});
    return report([root({ gates: { ...gates, upgradeable: gateOf(...because) } })]);
  };
  const rows: readonly {
    readonly rule: string;
    readonly before: string[];
    readonly after: string[];
    readonly said: RegExp | undefined;
  }[] = [
    { rule: "a first obstacle", before: [], after: ["CDI"], said: /CDI/ },
    { rule: "a second obstacle", before: ["CDI"], after: ["CDI", "SSP"], said: /CDI.*SSP.*\(was .*CDI\)/ },
    { rule: "a reason that was resolved", before: ["CDI", "SSP"], after: ["CDI"], said: /\(was .*CDI.*SSP\)/ },
    {
      rule: "the same reasons in another order",
      before: ["CDI", "SSP"],
      after: ["SSP", "CDI"],
      said: undefined,
    },
  ];
  test.for(rows)("$rule", ({ before, after, said }) => {
    const lines = printNews(withGate(...before), withGate(...after));
    expect(lines).toHaveLength(said === undefined ? 0 : 1);
    if (said !== undefined) expect(lines[0]).toMatch(said);
  });
});

describe("a finding about an object that cannot be read any more is unread, and not gone", () => {
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
  test.for(rows)("$outcome", ({ outcome, line }) => {
    const findings = [makeFinding(about, { code: "stale", generation: 2, observedGeneration: 1 })];
    const before = report([root({})], { findings });
    const gaps = outcome === undefined ? [] : [{ ...gap, outcome }];
    const lines = printNews(before, report([root({})], { completeness: completeness(3, gaps) }));
    expect(lines.filter((each) => line.test(each))).toHaveLength(1);
    expect(lines.join()).not.toMatch(/for it was not read/);
  });
});

describe("what goes because its root is deleted is under way and no failure", () => {
  const deletionNews = (deleting: boolean, ...findings: Report["findings"]): readonly string[] => {
    const rootOf = (more: Partial<RootNode>) => root({ deleting, ...more });
    const before = report([rootOf({ children: [part("healthy")] })]);
    const children = [part("degraded", { deleting })];
    return printNews(before, report([rootOf({ children })], { findings }));
  };
  const refused: Finding = {
    ...makeFinding(part("degraded").ref, {
      code: "deletion-blocked",
      component: "CDI",
      reason: "Refused",
      message: "still in use",
    }),
    effects: { deletion: "blocks" },
  };
  const rows = [
    { rule: "a planned deletion", lines: deletionNews(true), mark: "~" },
    { rule: "an outage without a deletion", lines: deletionNews(false), mark: "✗" },
    { rule: "a deletion that is refused", lines: deletionNews(true, refused), mark: "✗" },
  ];
  test.for(rows)("$rule", ({ lines, mark }) => {
    expect(lines.find((line) => line.includes("healthy -> degraded"))?.[0]).toBe(mark);
  });
});
