import { describe, expect, test } from "vitest";
import { definedFields } from "../../../../shared/model/defined-fields.ts";
import { keyOf } from "../../../../shared/model/object.ts";
import { formatLocal, parseMilliseconds } from "../../../../shared/model/time.ts";
import type { TimelineLanes } from "../../../../shared/model/timeline.ts";
import {
  buildAxisTicks,
  buildRange,
  chooseSpan,
  isInRange,
  percentFromLeft,
  timeSpans,
} from "../../../../shared/render/editor/timeline/scale.ts";
import { timelineStyle } from "../../../../shared/render/editor/timeline/style.ts";
import {
  type DrawnTimeline,
  renderPageParts,
  timelinePage,
} from "../../../../shared/render/editor/timeline/timeline-page.ts";
import { beginGap, extendLanes } from "../../../../shared/timeline/timeline-lanes.ts";
import { randomFrom } from "../../../random.ts";
import { seeds } from "../../../size.ts";
import { component, condition, minutesAgo, now, report, root } from "../../build.ts";
import { hostileReport } from "../../hostile-report.ts";

const time = parseMilliseconds(now) ?? 0;

/** The timeline of the first root of the lanes, or of a HyperConverged that was never observed. */
function buildDrawn(lanes: TimelineLanes | undefined, place = "admin@prod"): DrawnTimeline {
  const root = lanes?.roots.values().next().value;
  const ref = root?.ref ?? { group: "hco.kubevirt.io", kind: "HyperConverged", namespace: "kubevirt", name: "hco" };
  return { ...definedFields({ root }), ref, gaps: lanes?.gaps ?? [], place, now: time, zoneAt: () => 0 };
}

/** Lanes of half an hour: Degraded was True for a while, and for five minutes nothing was observed. */
function buildLanes(): TimelineLanes {
  const at = (minutes: number, letter: "T" | "F", reason = ""): Parameters<typeof extendLanes>[1] =>
    report(
      [
        root({
          verdict: letter === "T" ? "degraded" : "healthy",
          conditions: [condition("Available", "T", 9000), condition("Degraded", letter, minutes, reason)],
          children: [component("CDI", letter === "T" ? "degraded" : "healthy", "1.0.0")],
        }),
      ],
      { takenAt: minutesAgo(minutes) },
    );
  let lanes = extendLanes(undefined, at(30, "F"));
  lanes = extendLanes(lanes, at(20, "T", "CDIDegraded"));
  lanes = beginGap(lanes, minutesAgo(15));
  return extendLanes(lanes, at(10, "F"));
}

const knownElement =
  /^<(?:!doctype html|(?:html|head|meta|title|style|body|main|header|h[12]|p|b|span|div|fieldset|legend|label|input|time|details|summary|table|thead|tbody|tr|th|td|script|svg|g|rect|line|text|defs|pattern)(?: [a-zA-Z][\w-]*="[^"<>]*")*\/?|\/[a-z0-9]+)>$/;
const knownAttribute =
  /^(?:lang|charset|http-equiv|content|name|class|id|scope|role|aria-(?:hidden|label|describedby)|datetime|data-[a-z]+|nonce|src|type|value|tabindex|x|y|x1|x2|y1|y2|width|height|fill|patternUnits|patternTransform)$/;
const elementsWithoutEnd: ReadonlySet<string> = new Set(["!doctype", "meta", "input"]);

/** Our elements with our attributes, well nested; between quotes stands what was put there and nothing else. */
function expectKnownElements(page: string): void {
  const open: string[] = [];
  for (const tag of page.replace(timelineStyle, "").match(/<[^>]*>?/g) ?? []) {
    expect(tag).toMatch(knownElement);
    const bare = tag.replace(/"[^"]*"/g, '""');
    for (const [, name = ""] of bare.matchAll(/ ([\w-]+)(?==)/g)) expect(name).toMatch(knownAttribute);
    const name = /^<\/?([a-z0-9!]+)/.exec(tag)?.[1] ?? "";
    if (tag.startsWith("</")) expect(open.pop(), tag).toBe(name);
    else if (!elementsWithoutEnd.has(name) && !tag.endsWith("/>")) open.push(name);
  }
  expect(open).toEqual([]);
}

describe("hostile text of a cluster is only text in the page", () => {
  test.for(seeds(12))(
    "the page of hostile reports of seed %i has only known elements, which are well nested",
    (seed) => {
      const next = randomFrom(seed);
      let lanes: TimelineLanes | undefined;
      for (let step = 0; step < 3; step++) lanes = extendLanes(lanes, hostileReport(next));
      for (const rootLanes of lanes?.roots.values() ?? []) {
        const timeline = { ...buildDrawn(lanes, '"><img src=x onerror=alert(1)>'), root: rootLanes };
        const page = timelinePage(timeline, { nonce: "abc", script: "page.js" });
        expectKnownElements(page);
        expect(page).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        const { chart, table, lead } = renderPageParts(timeline);
        for (const piece of [chart, table, lead]) expectKnownElements(piece);
      }
    },
  );
});

describe("the page runs one script and fetches nothing", () => {
  const page = timelinePage(buildDrawn(buildLanes()), { nonce: "n0nce", script: "vscode-resource://page.js" });

  test("the content security policy allows only what has the nonce", () => {
    expect(page).toContain(
      "content=\"default-src 'none'; style-src 'nonce-n0nce'; script-src 'nonce-n0nce'; base-uri 'none'; form-action 'none'\"".replaceAll(
        "'",
        "&#39;",
      ),
    );
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/\sstyle=|\son[a-z]+=|javascript:|@import|url\((?!#(?:hatch|dots)\))/i);
  });

  test("a page without the script has the same chart", () => {
    const pageWithoutScript = timelinePage(buildDrawn(buildLanes()), { nonce: "n0nce" });
    expect(pageWithoutScript).not.toContain("<script");
    expect(pageWithoutScript).toContain(renderPageParts(buildDrawn(buildLanes())).chart);
  });
});

describe("the page shows what was observed", () => {
  const { chart, table, title } = renderPageParts(buildDrawn(buildLanes()));

  test("the chart has a lane for the verdict, each condition and each component", () => {
    expect(title).toBe("kubevirt-hyperconverged on admin@prod: timeline");
    expect([...chart.matchAll(/<b>([^<]*)<\/b>/g)].map(([, name]) => name)).toEqual([
      "Verdict",
      "Available",
      "Degraded",
      "CDI",
    ]);
  });

  test("each segment of the chart has a sentence for a screen reader", () => {
    const labels = [...chart.matchAll(/role="img"[^>]*aria-label="(Degraded[^"]*)"/g)].map(([, label]) => label);
    expect(labels).toEqual([
      "Degraded: False, from 2026-11-21 05:43:18 UTC to 2026-11-21 05:53:18 UTC, for 10m",
      "Degraded: True (CDIDegraded), from 2026-11-21 05:53:18 UTC to 2026-11-21 06:03:18 UTC, for 10m",
      "Degraded: False, since 2026-11-21 06:03:18 UTC",
    ]);
    expect(chart).toMatch(
      /Available: True, since [^"]*, reported by the cluster, observed since 2026-11-21 05:43:18 UTC"/,
    );
  });

  test("the table has the same segments, the newest first, and the time without an observation", () => {
    const cells = [...table.matchAll(/<tr><th scope="row">Degraded<\/th>(.*)<\/tr>/g)].map(([, row = ""]) =>
      row.match(/(?<=<td[^>]*>)[^<]*/g),
    );
    expect(cells.map((row) => row?.slice(0, 2))).toEqual([
      ["False", ""],
      ["True", "CDIDegraded"],
      ["False", ""],
    ]);
    expect(table).toContain("Not observed from 2026-11-21 05:58:18 UTC to 2026-11-21 06:03:18 UTC");
  });

  test("the page says that there are no observations yet", () => {
    const page = timelinePage(buildDrawn(undefined), { nonce: "abc" });
    expect(page).toContain("No observations of this object yet.");
    expectKnownElements(page);
  });

  test("the lane of a deleted root has an end and no age", () => {
    const lanes = extendLanes(buildLanes(), report([], { takenAt: now }));
    const deletedRoot = lanes.roots.get(keyOf(buildDrawn(buildLanes()).ref));
    const { chart: chartOfDeleted } = renderPageParts({
      ...buildDrawn(lanes),
      ...definedFields({ root: deletedRoot }),
    });
    expect(chartOfDeleted).not.toContain('class="dim age"');
  });
});

test("the age of a condition counts from its status, also where its reason has changed", () => {
  const at = (minutes: number, reason: string): Parameters<typeof extendLanes>[1] =>
    report([root({ conditions: [condition("Degraded", "T", 30, reason)] })], { takenAt: minutesAgo(minutes) });
  const lanes = extendLanes(extendLanes(undefined, at(20, "One")), at(5, "Another"));
  const { chart } = renderPageParts(buildDrawn(lanes));
  const [, lane = ""] = /<b>Degraded<\/b>(.*?)<\/div>/.exec(chart) ?? [];
  expect(chart.match(/Degraded: True \(/g)).toHaveLength(2);
  expect(lane).toContain(`datetime="${minutesAgo(30)}"`);
});

describe("the page says why its timeline does not go on", () => {
  const rows: readonly { readonly note: "elsewhere" | "notFollowed"; readonly words: RegExp }[] = [
    {
      note: "elsewhere",
      words: /^The current context is now another cluster, admin@prod: this is its timeline\. /,
    },
    { note: "notFollowed", words: /^Only top-level objects of the tree are watched: / },
  ];
  test.for(rows)("the page says why its timeline has the note $note", ({ note, words }) => {
    expect(renderPageParts({ ...buildDrawn(buildLanes()), note }).lead).toMatch(words);
    expect(renderPageParts({ ...buildDrawn(undefined), note }).lead).toMatch(words);
  });
});

test("a segment is in the range where a part of it is", () => {
  const range = buildRange(100, 1_000);
  expect(isInRange(range, 0, 899)).toBe(false);
  expect(isInRange(range, 0, 901)).toBe(true);
  expect(isInRange(range, 950, 960)).toBe(true);
});

test("a segment without an end reaches to the right edge of the range", () => {
  const range = buildRange(100, 1_000);
  expect(isInRange(range, 0, undefined)).toBe(true);
  expect(isInRange(range, 1_010, undefined)).toBe(false);
});

describe("the scale shows what happened", () => {
  const minute = 60_000;
  const rows = [
    {
      rule: "the span reaches back to the newest changes and to the first observation",
      starts: [9000, 20, 10],
      seenFrom: 30,
      words: "1h",
    },
    {
      rule: "the span reaches back to the last change before the first observation",
      starts: [9000, 200, 120],
      seenFrom: 30,
      words: "6h",
    },
    { rule: "the span is 90 days where nothing has changed for longer", starts: [900_000], seenFrom: 1, words: "90d" },
    { rule: "the span is 5 minutes where the observation has just begun", starts: [1], seenFrom: 1, words: "5m" },
    {
      rule: "the span is 15 minutes where the observation began 10 minutes ago",
      starts: [10],
      seenFrom: 10,
      words: "15m",
    },
  ];
  test.for(rows)("$rule", ({ starts, seenFrom, words }) => {
    const span = chooseSpan(
      starts.map((ago) => time - ago * minute),
      time - seenFrom * minute,
      time,
    );
    expect(timeSpans.find(([, milliseconds]) => milliseconds === span)?.[0]).toBe(words);
  });

  test.for(timeSpans)("a span of %s has two to seven ticks, none of them left of the chart", ([, span]) => {
    const range = buildRange(span, time);
    const ticks = buildAxisTicks(range, () => 0);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThanOrEqual(7);
    for (const { at } of ticks) expect(percentFromLeft(range, at)).toBeGreaterThanOrEqual(0);
  });

  test.for([
    { minutes: 0, moment: "2026-11-21 06:13:18 UTC", label: "06:00" },
    { minutes: 60, moment: "2026-11-21 07:13:18 +01:00", label: "07:00" },
    { minutes: -210, moment: "2026-11-21 02:43:18 -03:30", label: "02:00" },
    { minutes: 345, moment: "2026-11-21 11:58:18 +05:45", label: "11:00" },
  ])(
    "ticks and times are in the local time of the user, $minutes minutes ahead of UTC",
    ({ minutes, moment, label }) => {
      expect(formatLocal(now, () => minutes)).toBe(moment);
      const labels = buildAxisTicks(buildRange(15 * minute, time), () => minutes, 2).map((tick) => tick.label);
      expect(labels.every((each) => /:(00|10|15|20|30|40|45|50)$/.test(each))).toBe(true);
      expect(buildAxisTicks(buildRange(60 * minute, time), () => minutes, 2).map((tick) => tick.label)).toContain(
        label,
      );
    },
  );

  test("a time outside of the range lies one percent outside of the chart", () => {
    const range = buildRange(15 * minute, time);
    expect(percentFromLeft(range, 0)).toBe(-1);
    expect(percentFromLeft(range, range.from)).toBe(0);
    expect(percentFromLeft(range, time * 2)).toBe(101);
  });
});
