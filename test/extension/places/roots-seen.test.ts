import { describe, expect, test } from "vitest";
import { type RootsSeen, updateRoots } from "../../../extension/places/follow-roots.ts";
import type { SeenReport } from "../../../shared/io/watch/follow-report.ts";
import { rememberReport } from "../../../shared/timeline/condition-history.ts";
import { report, root } from "../../render/build.ts";

const first = report([root({ children: [] })]);
const second = report([root({ children: [] })]);
const nothing: RootsSeen = { history: undefined, isLost: false };
const live: SeenReport = { report: first, link: { state: "live" } };
const unreachable: SeenReport = { link: { state: "unreachable", cause: "no route" } };

/** The answers one after the other; the step of the last one. */
function stepAfter(...all: readonly SeenReport[]): ReturnType<typeof updateRoots> {
  let step: ReturnType<typeof updateRoots> = { state: nothing, change: {}, isBack: false };
  for (const seen of all) step = updateRoots(step.state, seen);
  return step;
}

describe("the roots of a cluster", () => {
  test.for<readonly [rule: string, answers: readonly SeenReport[], isBack: boolean]>([
    ["are not back with the first answer", [live], false],
    ["are back with the first answer of a server that gave none at first", [unreachable, live], true],
    ["are back however the link was opened again", [unreachable, { link: { state: "connecting" } }, live], true],
    ["are not back where only more is read", [live, { link: { state: "connecting" } }, live], false],
    ["are back when the server answers again", [live, unreachable, live], true],
    ["are back once", [live, unreachable, live, live], false],
    ["are back after a refused log-in", [live, { link: { state: "authRequired" } }, live], true],
  ])("%s", ([, answers, isBack]) => {
    expect(stepAfter(...answers).isBack).toBe(isBack);
  });

  test("keep what is known while the server does not answer", () => {
    const { change, state } = stepAfter(live, unreachable);
    expect(change).toEqual({ phase: "unreachable", problem: "no route" });
    expect(state.history?.report).toBe(first);
  });

  test("are remembered once for each Report", () => {
    const { state } = stepAfter(live);
    expect(stepAfter(live, live).state.history).toStrictEqual(state.history);
    expect(updateRoots(state, live).state.history).toBe(state.history);
    expect(updateRoots(state, { ...live, report: second }).state.history?.report).toBe(second);
  });

  test("go on with what was remembered of a connection before", () => {
    const before = rememberReport(undefined, first);
    const { change } = updateRoots({ ...nothing, history: before }, live);
    expect(change.history).toBe(before);
  });
});
