import { describe, expect, test } from "vitest";
import { keyOf } from "../../shared/model/object.ts";
import type { Report, RootNode } from "../../shared/model/report.ts";
import { formatStamp } from "../../shared/model/time.ts";
import type { LaneSegment, TimelineLanes } from "../../shared/model/timeline.ts";
import type { Verdict } from "../../shared/model/verdict.ts";
import {
  beginGap,
  extendLanes,
  maxGaps,
  maxPartLanes,
  maxRemovedLanes,
  maxRemovedRoots,
  maxSegmentsPerLane,
} from "../../shared/timeline/timeline-lanes.ts";
import { randomFrom } from "../random.ts";
import { component, condition, report, root } from "../render/build.ts";

const start = Date.parse("2026-11-21T12:00:00Z");

/** The stamp of so many seconds after the first Report. */
function at(seconds: number): string {
  return formatStamp(start + seconds * 1000);
}

interface Said {
  readonly status: "T" | "F";
  readonly reason?: string;
  /** Seconds, as the cluster says it. */
  readonly since?: number;
}

function degraded({ status, reason = "", since }: Said): RootNode {
  const { since: _, ...one } = condition("Degraded", status, undefined, reason);
  return root({ conditions: [since === undefined ? one : { ...one, since: at(since) }] });
}

function seen(seconds: number, node: RootNode, ...more: readonly RootNode[]): Report {
  return report([node, ...more], { takenAt: at(seconds) });
}

/** A lane in a few words: status, from, to, and from when on it was seen. */
function reported(lanes: TimelineLanes | undefined, key: string): readonly unknown[] {
  const [one] = [...(lanes?.roots.values() ?? [])];
  const seconds = (stamp: string | undefined): number | undefined =>
    stamp === undefined ? undefined : (Date.parse(stamp) - start) / 1000;
  return (one?.lanes.find((lane) => lane.key === key)?.segments ?? []).map((segment: LaneSegment) =>
    [
      `${segment.status}${segment.reason === "" ? "" : ` ${segment.reason}`}`,
      `${seconds(segment.from)}..${seconds(segment.to) ?? ""}`,
      `seen ${seconds(segment.seenFrom)}`,
      ...(segment.isAtLeast ? ["at least"] : []),
      ...(segment.renewed > 0 ? [`renewed ${segment.renewed}`] : []),
    ].join(", "),
  );
}

describe("a segment is what was so without a break", () => {
  const rows: [rule: string, steps: readonly (readonly [at: number, said: Said])[], segments: readonly string[]][] = [
    ["at first sight since when the cluster says", [[0, { status: "F", since: -600 }]], ["False, -600.., seen 0"]],
    ["at least since then where it says nothing", [[0, { status: "F" }]], ["False, 0.., seen 0, at least"]],
    ["a time that is still to come is none", [[0, { status: "F", since: 60 }]], ["False, 0.., seen 0, at least"]],
    [
      "the same again is the same",
      [
        [0, { status: "F", since: -600 }],
        [10, { status: "F", since: -600 }],
      ],
      ["False, -600.., seen 0"],
    ],
    [
      "another status begins when the cluster says",
      [
        [0, { status: "F", since: -600 }],
        [10, { status: "T", since: 7 }],
      ],
      ["False, -600..7, seen 0", "True, 7.., seen 10"],
    ],
    [
      "but not before the one before, and not later than it is seen",
      [
        [0, { status: "F", since: -600 }],
        [10, { status: "T", since: -700 }],
        [20, { status: "F", since: 90 }],
      ],
      ["False, -600..10, seen 0", "True, 10..20, seen 10", "False, 20.., seen 20"],
    ],
    [
      "another reason begins when it is seen: the cluster's time is that of the status",
      [
        [0, { status: "T", reason: "A", since: -600 }],
        [10, { status: "T", reason: "B", since: -600 }],
      ],
      ["True A, -600..10, seen 0", "True B, 10.., seen 10"],
    ],
    [
      "what was otherwise while nobody looked began anew",
      [
        [0, { status: "T", since: -600 }],
        [60, { status: "T", since: 30 }],
        [70, { status: "T", since: 30 }],
      ],
      ["True, -600.., seen 0, renewed 1"],
    ],
  ];
  test.for(rows)("%s", ([, steps, segments]) => {
    const lanes = steps.reduce<TimelineLanes | undefined>(
      (before, [when, said]) => extendLanes(before, seen(when, degraded(said))),
      undefined,
    );
    expect(reported(lanes, "condition/Degraded")).toEqual(segments);
  });

  test("a condition that is not reported any more ends, and begins again when it is", () => {
    let lanes = extendLanes(undefined, seen(0, degraded({ status: "T", since: -60 })));
    lanes = extendLanes(lanes, seen(10, root({ conditions: [] })));
    expect(reported(lanes, "condition/Degraded")).toEqual(["True, -60..10, seen 0"]);
    lanes = extendLanes(lanes, seen(20, degraded({ status: "T", since: -60 })));
    expect(reported(lanes, "condition/Degraded")).toEqual(["True, -60..10, seen 0", "True, 20.., seen 20, at least"]);
  });

  test("another object of the same name begins where the one before ended", () => {
    const one = (uid: string, since: number): RootNode => {
      const node = degraded({ status: "T", since });
      return { ...node, ref: { ...node.ref, uid } };
    };
    const lanes = extendLanes(extendLanes(undefined, seen(0, one("1", -60))), seen(30, one("2", 25)));
    expect(reported(lanes, "condition/Degraded")).toEqual(["True, -60..30, seen 0", "True, 30.., seen 30, at least"]);
  });

  test("verdicts of the root and of its components have lanes too", () => {
    const with_ = (verdict: Verdict): RootNode => root({ verdict, children: [component("CDI", verdict, "1.0.0")] });
    const lanes = extendLanes(extendLanes(undefined, seen(0, with_("healthy"))), seen(10, with_("degraded")));
    const [one] = [...lanes.roots.values()];
    expect(one?.lanes.map(({ what, name }) => [what, name])).toEqual([
      ["verdict", ""],
      ["component", "CDI"],
    ]);
    expect(reported(lanes, "verdict")).toHaveLength(2);
    expect(reported(lanes, one?.lanes[1]?.key ?? "").at(-1)).toBe("degraded, 10.., seen 10");
  });

  const reasons: [rule: string, at: number, reason: string, segments: readonly string[]][] = [
    ["the reason that follows within the operator's turn is that of its verdict", 2, "A", ["degraded A, 0.., seen 0"]],
    ["a later reason begins when it is seen", 3, "A", ["degraded, 0..3, seen 0", "degraded A, 3.., seen 3"]],
  ];
  test.for(reasons)("%s", ([, seconds, reason, segments]) => {
    const unhealthy = (conditions: RootNode["conditions"]): RootNode => ({
      ...root({ verdict: "degraded", conditions }),
      since: at(0),
    });
    const given = condition("Degraded", "T", undefined, reason);
    const lanes = extendLanes(extendLanes(undefined, seen(0, unhealthy([]))), seen(seconds, unhealthy([given])));
    expect(reported(lanes, "verdict")).toEqual(segments);
  });

  test("the age of a verdict counts from the time of its present cause, as in every other surface", () => {
    const because = (reason: string, since: number): RootNode => ({
      ...root({ verdict: "degraded", conditions: [condition("Degraded", "T", undefined, reason)] }),
      since: at(since),
    });
    const sinceOf = (lanes: TimelineLanes | undefined): string | undefined =>
      [...(lanes?.roots.values() ?? [])][0]?.lanes.find(({ key }) => key === "verdict")?.since;
    const first = extendLanes(undefined, seen(0, because("A", -60)));
    const second = extendLanes(first, seen(60, because("B", 30)));
    expect([sinceOf(first), sinceOf(second)]).toEqual([at(-60), at(30)]);
    const { since: _, ...unknown } = because("B", 30);
    expect(sinceOf(extendLanes(second, seen(70, unknown)))).toBeUndefined();
  });

  test("a root that is gone ends, and is kept behind the others", () => {
    const gone = degraded({ status: "F", since: -60 });
    const other = { ...gone, ref: { ...gone.ref, name: "other" }, label: "other" };
    const lanes = extendLanes(extendLanes(undefined, seen(0, gone, other)), seen(10, other));
    expect([...lanes.roots.keys()]).toEqual([keyOf(other.ref), keyOf(gone.ref)]);
    expect(lanes.roots.get(keyOf(gone.ref))?.lanes.every(({ segments }) => segments.at(-1)?.to === at(10))).toBe(true);
  });
});

describe("a time without observation is a gap", () => {
  test("from when it was seen last to the next Report", () => {
    let lanes = extendLanes(undefined, seen(0, degraded({ status: "F" })));
    lanes = beginGap(beginGap(lanes, at(5)), at(7));
    expect(lanes.gaps).toEqual([{ from: at(5) }]);
    lanes = extendLanes(lanes, seen(30, degraded({ status: "F" })));
    expect(lanes.gaps).toEqual([{ from: at(5), to: at(30) }]);
    expect(beginGap(lanes, at(20)).gaps.at(-1)).toEqual({ from: at(30) });
  });
});

describe("whatever happens, lanes are in order and do not grow", () => {
  test.for(Array.from({ length: 20 }, (_, seed) => seed))("seed %i", (seed) => {
    const next = randomFrom(seed);
    let lanes: TimelineLanes | undefined;
    let seconds = 0;
    for (let step = 0; step < 1_500; step++) {
      seconds += Math.floor(next() * 60);
      const roots = Array.from({ length: 1 + Math.floor(next() * 2) }, (): RootNode => {
        const said = { status: next() < 0.5 ? "T" : "F", reason: next() < 0.2 ? "A" : "B" } as const;
        const node = degraded(next() < 0.2 ? said : { ...said, since: seconds - Math.floor(next() * 200) + 20 });
        const name = `hco-${Math.floor(next() * 40)}`;
        const more = Array.from({ length: 3 }, () => condition(`Type${Math.floor(next() * 60)}`, "T", 5));
        const ref = { ...node.ref, name: next() < 0.7 ? "hco" : name, uid: next() < 0.99 ? "1" : "2" };
        return { ...node, ref, conditions: [...node.conditions, ...more] };
      });
      lanes = extendLanes(lanes, report(roots, { takenAt: at(seconds) }));
      if (next() < 0.1) lanes = beginGap(lanes, at(seconds + 5));
    }
    if (lanes === undefined) throw new Error("nothing was seen");
    expect(lanes.roots.size).toBeLessThanOrEqual(maxRemovedRoots + 2);
    expect(lanes.gaps.length).toBeLessThanOrEqual(maxGaps);
    for (const { lanes: all } of lanes.roots.values()) {
      expect(all.length).toBeLessThanOrEqual(maxRemovedLanes + 5);
      for (const { segments } of all) {
        expect(segments.length).toBeLessThanOrEqual(maxSegmentsPerLane);
        for (const [index, { from, to, seenFrom }] of segments.entries()) {
          expect(from <= seenFrom || seenFrom >= (to ?? from), "seen after it began").toBe(true);
          if (to !== undefined) expect(from <= to).toBe(true);
          const following = segments[index + 1];
          if (following !== undefined) expect((to ?? "") <= following.from && to !== undefined).toBe(true);
        }
      }
    }
  });

  test("a day of a condition that flaps every five seconds", () => {
    let lanes: TimelineLanes | undefined;
    for (let step = 0; step < 17_280; step++)
      lanes = extendLanes(lanes, seen(step * 5, degraded({ status: step % 2 === 0 ? "T" : "F", since: step * 5 })));
    const [one] = [...(lanes?.roots.values() ?? [])];
    const lane = one?.lanes.find(({ name }) => name === "Degraded");
    expect([lane?.segments.length, lane?.isCut]).toEqual([maxSegmentsPerLane, true]);
    expect(JSON.stringify([...(lanes?.roots ?? [])]).length).toBeLessThan(150_000);
  });

  test("thousands of parts: the first have lanes, and the others are counted", () => {
    const children = Array.from({ length: 5_000 }, (_, index) => {
      const part = component("CDI", "healthy", "1.0.0");
      return { ...part, ref: { ...part.ref, name: `part-${index}` } };
    });
    const lanes = extendLanes(extendLanes(undefined, seen(0, root({ children }))), seen(5, root({ children })));
    const [one] = [...lanes.roots.values()];
    expect(one?.lanes.filter(({ what }) => what === "component")).toHaveLength(maxPartLanes);
    expect(one?.without).toBe(5_000 - maxPartLanes);
  });
});
