import { describe, expect, test } from "vitest";
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
import { lanesWith, unseenFrom } from "../../../../shared/timeline/timeline-lanes.ts";
import { randomFrom } from "../../../random.ts";
import { seeds } from "../../../size.ts";
import { component, condition, minutesAgo, now, report, root } from "../../build.ts";
import { hostileReport } from "../../hostile-report.ts";

const time = parseMilliseconds(now) ?? 0;

function drawn(lanes: TimelineLanes | undefined, place = "admin@prod"): DrawnTimeline {
  const [one] = [...(lanes?.roots.values() ?? [])];
  const ref = one?.ref ?? { group: "hco.kubevirt.io", kind: "HyperConverged", namespace: "kubevirt", name: "hco" };
  return { ...(one !== undefined && { root: one }), ref, gaps: lanes?.gaps ?? [], place, now: time, zoneAt: () => 0 };
}

/** Lanes of half an hour: Degraded was True for a while, and for five minutes nothing was observed. */
function seen(): TimelineLanes {
  const at = (minutes: number, letter: "T" | "F", reason = ""): Parameters<typeof lanesWith>[1] =>
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
  let lanes = lanesWith(undefined, at(30, "F"));
  lanes = lanesWith(lanes, at(20, "T", "CDIDegraded"));
  lanes = unseenFrom(lanes, minutesAgo(15));
  return lanesWith(lanes, at(10, "F"));
}

const element =
  /^<(?:!doctype html|(?:html|head|meta|title|style|body|main|header|h[12]|p|b|span|div|fieldset|legend|label|input|time|details|summary|table|thead|tbody|tr|th|td|script|svg|g|rect|line|text|defs|pattern)(?: [a-zA-Z][\w-]*="[^"<>]*")*\/?|\/[a-z0-9]+)>$/;
const attribute =
  /^(?:lang|charset|http-equiv|content|name|class|id|scope|role|aria-(?:hidden|label|describedby)|datetime|data-[a-z]+|nonce|src|type|value|tabindex|x|y|x1|x2|y1|y2|width|height|fill|patternUnits|patternTransform)$/;
const empty: ReadonlySet<string> = new Set(["!doctype", "meta", "input"]);

/** Our elements with our attributes, well nested; between quotes stands what was put there and nothing else. */
function expectOurs(page: string): void {
  const open: string[] = [];
  for (const tag of page.replace(timelineStyle, "").match(/<[^>]*>?/g) ?? []) {
    expect(tag).toMatch(element);
    const bare = tag.replace(/"[^"]*"/g, '""');
    for (const [, name = ""] of bare.matchAll(/ ([\w-]+)(?==)/g)) expect(name).toMatch(attribute);
    const name = /^<\/?([a-z0-9!]+)/.exec(tag)?.[1] ?? "";
    if (tag.startsWith("</")) expect(open.pop(), tag).toBe(name);
    else if (!empty.has(name) && !tag.endsWith("/>")) open.push(name);
  }
  expect(open).toEqual([]);
}

describe("nothing of the cluster in the page is more than text", () => {
  test.for(seeds(12))("seed %i", (seed) => {
    const next = randomFrom(seed);
    let lanes: TimelineLanes | undefined;
    for (let step = 0; step < 3; step++) lanes = lanesWith(lanes, hostileReport(next));
    for (const one of lanes?.roots.values() ?? []) {
      const given = { ...drawn(lanes, '"><img src=x onerror=alert(1)>'), root: one };
      const page = timelinePage(given, { nonce: "abc", script: "page.js" });
      expectOurs(page);
      expect(page).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      const { chart, table, lead } = renderPageParts(given);
      for (const piece of [chart, table, lead]) expectOurs(piece);
    }
  });
});

describe("the page runs one script and fetches nothing", () => {
  const page = timelinePage(drawn(seen()), { nonce: "n0nce", script: "vscode-resource://page.js" });

  test("by a policy that allows only what carries the nonce", () => {
    expect(page).toContain(
      "content=\"default-src 'none'; style-src 'nonce-n0nce'; script-src 'nonce-n0nce'; base-uri 'none'; form-action 'none'\"".replaceAll(
        "'",
        "&#39;",
      ),
    );
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/\sstyle=|\son[a-z]+=|javascript:|@import|url\((?!#(?:hatch|dots)\))/i);
  });

  test("without the script it is the same drawing", () => {
    const still = timelinePage(drawn(seen()), { nonce: "n0nce" });
    expect(still).not.toContain("<script");
    expect(still).toContain(renderPageParts(drawn(seen())).chart);
  });
});

describe("the drawing says what was so", () => {
  const { chart, table, title } = renderPageParts(drawn(seen()));

  test("of the verdict, each condition and each component", () => {
    expect(title).toBe("kubevirt-hyperconverged on admin@prod: timeline");
    expect([...chart.matchAll(/<b>([^<]*)<\/b>/g)].map(([, name]) => name)).toEqual([
      "Verdict",
      "Available",
      "Degraded",
      "CDI",
    ]);
  });

  test("each segment as a sentence for a screen reader, with what was only reported", () => {
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

  test("the same in rows, newest first, with the times without observation", () => {
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

  test("nothing was seen yet", () => {
    const page = timelinePage(drawn(undefined), { nonce: "abc" });
    expect(page).toContain("No observations of this object yet.");
    expectOurs(page);
  });

  test("a root that is gone is drawn to its end", () => {
    const lanes = lanesWith(seen(), report([], { takenAt: now }));
    const one = lanes.roots.get(keyOf(drawn(seen()).ref));
    expect(renderPageParts({ ...drawn(lanes), ...(one && { root: one }) }).chart).not.toContain('class="dim age"');
  });
});

test("another reason for the same status is no beginning of it: the age counts from the status", () => {
  const at = (minutes: number, reason: string): Parameters<typeof lanesWith>[1] =>
    report([root({ conditions: [condition("Degraded", "T", 30, reason)] })], { takenAt: minutesAgo(minutes) });
  const lanes = lanesWith(lanesWith(undefined, at(20, "One")), at(5, "Another"));
  const { chart } = renderPageParts(drawn(lanes));
  const [, lane = ""] = /<b>Degraded<\/b>(.*?)<\/div>/.exec(chart) ?? [];
  expect(chart.match(/Degraded: True \(/g)).toHaveLength(2);
  expect(lane).toContain(`datetime="${minutesAgo(30)}"`);
});

describe("it says why it does not go on as before", () => {
  const rows: readonly { readonly note: "elsewhere" | "notFollowed"; readonly words: RegExp }[] = [
    {
      note: "elsewhere",
      words: /^The current context is now another cluster, admin@prod: this is its timeline\. /,
    },
    { note: "notFollowed", words: /^Only top-level objects of the tree are watched: / },
  ];
  test.for(rows)("$note", ({ note, words }) => {
    expect(renderPageParts({ ...drawn(seen()), note }).lead).toMatch(words);
    expect(renderPageParts({ ...drawn(undefined), note }).lead).toMatch(words);
  });
});

test("a state is in the range where a part of it is; one that lasts reaches to the right edge", () => {
  const range = buildRange(100, 1_000);
  const rows: readonly (readonly [from: number, to: number | undefined])[] = [
    [0, 899],
    [0, 901],
    [950, 960],
    [0, undefined],
    [1_010, undefined],
  ];
  expect(rows.map(([from, to]) => isInRange(range, from, to))).toEqual([false, true, true, true, false]);
});

describe("the scale shows what happened", () => {
  const minute = 60_000;
  const rows = [
    {
      rule: "what began since somebody looks, and the beginning of that",
      starts: [9000, 20, 10],
      seenFrom: 30,
      words: "1h",
    },
    { rule: "nothing since: the last thing before", starts: [9000, 200, 120], seenFrom: 30, words: "6h" },
    { rule: "nothing for months: the longest", starts: [900_000], seenFrom: 1, words: "90d" },
    { rule: "just begun", starts: [1], seenFrom: 1, words: "5m" },
    { rule: "a while ago", starts: [10], seenFrom: 10, words: "15m" },
  ];
  test.for(rows)("$rule: $starts", ({ starts, seenFrom, words }) => {
    const span = chooseSpan(
      starts.map((ago) => time - ago * minute),
      time - seenFrom * minute,
      time,
    );
    expect(timeSpans.find(([, milliseconds]) => milliseconds === span)?.[0]).toBe(words);
  });

  test.for(timeSpans)("%s: ticks at full minutes, hours or days within it, never many", ([, span]) => {
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
  ])("ticks and times are those of the user's clock, $minutes minutes ahead of UTC", ({ minutes, moment, label }) => {
    expect(formatLocal(now, () => minutes)).toBe(moment);
    const labels = buildAxisTicks(buildRange(15 * minute, time), () => minutes, 2).map((tick) => tick.label);
    expect(labels.every((each) => /:(00|10|15|20|30|40|45|50)$/.test(each))).toBe(true);
    expect(buildAxisTicks(buildRange(60 * minute, time), () => minutes, 2).map((tick) => tick.label)).toContain(label);
  });

  test("what lies outside is drawn just outside", () => {
    const range = buildRange(15 * minute, time);
    expect([percentFromLeft(range, 0), percentFromLeft(range, time * 2), percentFromLeft(range, range.from)]).toEqual([
      -1, 101, 0,
    ]);
  });
});
