import { describe, expect, test } from "vitest";
import {
  changesSince,
  exitCodeOfWatch,
  isHyperConvergedDeleted,
  nextWatchState,
  nothingWatched,
} from "../../../plugin/watch/state.ts";
import type { SeenReport } from "../../../shared/io/watch/follow-report.ts";
import { component, hyperconverged, report, root } from "../../render/build.ts";

const healthySeen: SeenReport = { report: report([root({})]), link: { state: "live" } };
const unhealthySeen: SeenReport = {
  report: report([root({ children: [component("CDI", "degraded", "1.0.0")] })]),
  link: { state: "live" },
};
const empty: SeenReport = { report: report([]), link: { state: "live" } };
const other: SeenReport = {
  report: report([root({ ref: { ...hyperconverged, kind: "CDI" } })]),
  link: { state: "live" },
};

describe("the exit status of a watch is the last verdict's, and unknown where that may be out of date", () => {
  const rows: readonly (readonly [rule: string, seen: readonly SeenReport[], code: number, isDeleted: boolean])[] = [
    ["nothing was answered", [], 4, false],
    ["healthy", [healthySeen], 0, false],
    ["degraded last", [healthySeen, unhealthySeen], 2, false],
    ["healthy again", [unhealthySeen, healthySeen], 0, false],
    ["the connection is lost", [healthySeen, { link: { state: "unreachable" } }], 4, false],
    [
      "the connection is back, and nothing changed",
      [unhealthySeen, { link: { state: "stale" } }, { link: { state: "live" } }],
      2,
      false,
    ],
    ["nothing is there", [empty], 4, false],
    ["the HyperConverged is deleted, and its components are healthy", [healthySeen, other], 4, true],
    ["not found: HyperConverged, and another root is healthy", [other], 0, false],
    ["the HyperConverged is back", [healthySeen, empty, healthySeen], 0, false],
  ];
  test.for(rows)("%s", ([, seen, code, bereft]) => {
    const state = seen.reduce(nextWatchState, nothingWatched);
    expect([exitCodeOfWatch(state), isHyperConvergedDeleted(state)]).toEqual([code, bereft]);
  });
});

test("what was seen again without news is not remembered twice", () => {
  const [once, twice] = [[healthySeen], [healthySeen, healthySeen]].map((seen) =>
    seen.reduce(nextWatchState, nothingWatched),
  );
  expect(twice?.history).toEqual(once?.history);
});

describe("the Reports of one event are compared once", () => {
  const state = [healthySeen, unhealthySeen].reduce(nextWatchState, nothingWatched);

  test("a surface that showed the Report before gets that comparison", () => {
    expect(changesSince(state, healthySeen.report, unhealthySeen.report as never)).toBe(state.step?.changes);
    expect(state.history?.transitions.map(({ transition }) => transition)).toEqual(state.step?.changes);
  });

  test("one that skipped Reports gets all changes since", () => {
    const later = nextWatchState(state, healthySeen);
    expect(changesSince(later, healthySeen.report, healthySeen.report as never)).toEqual([]);
    expect(changesSince(later, undefined, healthySeen.report as never)).not.toEqual([]);
  });
});
