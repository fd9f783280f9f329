import { describe, expect, test } from "vitest";
import { makeGoalFinding } from "../../../../shared/model/finding/goal.ts";
import type { WaitEnding, WaitStatus } from "../../../../shared/model/wait.ts";
import {
  type WaitWording,
  waitEndLine,
  waitLifeLine,
  waitNews,
  waitNewsLine,
  waitProgressLine,
} from "../../../../shared/render/words/commands/wait-status.ts";
import { evaluateWaitGoal } from "../../../../shared/wait/wait-goal.ts";
import { component, hyperconverged, now, report, root } from "../../build.ts";

const wording: WaitWording = {
  goal: { is: "healthy" },
  timeoutMs: 1_800_000,
  stableForMs: 120_000,
  clock: { now, format: "age" },
};
const unhealthyReport = report([
  root({ children: [component("CDI", "degraded", "1.0.0"), component("SSP", "healthy", "1.0.0")] }),
]);
const standing: WaitStatus = {
  elapsedMs: 90_000,
  link: { state: "live" },
  report: unhealthyReport,
  waited: evaluateWaitGoal(unhealthyReport, wording.goal),
};
const reachedStatus: WaitStatus = { ...standing, waited: { blocking: [], isKnown: true } };
const unknown: WaitStatus = {
  ...standing,
  waited: { ...evaluateWaitGoal(unhealthyReport, wording.goal), isKnown: false },
};
const vanished = makeGoalFinding({ group: "", kind: "CDI", name: "cdi" }, { code: "missing-object", wasFound: true });
const away = { link: { state: "unreachable", cause: "connection refused" } } as const;

describe("the news, the sign of life and the progress say the same situation", () => {
  const rows: readonly (readonly [when: string, WaitStatus, news: string, life: string, progress: string])[] = [
    [
      "the goal is not reached",
      standing,
      "not healthy yet: CDI is degraded: reports no conditions",
      "still not healthy, after 90s of 30m, 1/2 components healthy",
      "1/2 components healthy, 90s of 30m",
    ],
    [
      "the goal was reached for a while",
      { ...standing, brokenAfterMs: 60_000 },
      "not healthy yet: CDI is degraded: reports no conditions (was healthy for 60s)",
      "still not healthy, after 90s of 30m, 1/2 components healthy",
      "1/2 components healthy, 90s of 30m",
    ],
    [
      "the goal is reached and has to last",
      { ...reachedStatus, heldMs: 5_000 },
      "healthy; checking stability for 2m",
      "still healthy, after 90s of 30m, 1/2 components healthy",
      "1/2 components healthy, healthy for 5s of 2m, 90s of 30m",
    ],
    [
      "the connection is lost",
      { ...standing, ...away },
      "connection lost: the server is unreachable: connection refused",
      "the server is unreachable, after 90s of 30m, 1/2 components healthy",
      "the server is unreachable, 90s of 30m",
    ],
    [
      "the server did not answer whether it is so still",
      { ...reachedStatus, isUnconfirmed: true, brokenAfterMs: 8_000 },
      "healthy when last seen, but the server does not respond; checking stability again (was healthy for 8s)",
      "still not healthy, after 90s of 30m, 1/2 components healthy",
      "1/2 components healthy, 90s of 30m",
    ],
    [
      "nothing was answered yet",
      { elapsedMs: 500, link: { state: "connecting" } },
      "",
      "connecting, after 0s of 30m",
      "connecting, 0s of 30m",
    ],
    [
      "the server is down at the beginning",
      { elapsedMs: 500, ...away },
      "waiting for the server: connection refused",
      "the server is unreachable, after 0s of 30m",
      "the server is unreachable, 0s of 30m",
    ],
  ];
  test.for(rows)("%s", ([, one, news, life, progress]) => {
    const reported = waitNews(one, wording);
    expect([
      reported === undefined ? "" : waitNewsLine(reported, one, wording),
      waitLifeLine(one, wording),
      waitProgressLine(one, wording),
    ]).toEqual([news, life, progress]);
  });
});

describe("the progress line says what is left, and from what that was estimated,", () => {
  const estimate = { remainingMs: 240_000, gained: 2, overMs: 180_000 };
  const rows: [when: string, one: WaitStatus, line: string][] = [
    [
      "while the goal is not reached",
      standing,
      "1/2 components healthy, 90s of 30m, about 4m left (2 components took 3m)",
    ],
    [
      "no estimate while the goal has to last, since that time is known",
      { ...reachedStatus, heldMs: 5_000 },
      "90s of 30m",
    ],
    ["no estimate while the server is unreachable", { ...standing, ...away }, "90s of 30m"],
  ];
  test.for(rows)("%s", ([, one, line]) => {
    expect(waitProgressLine(one, wording, estimate)).toMatch(new RegExp(`${line.replace(/[()]/g, ".")}$`));
  });
});

describe("the last line says how it ended, and what was missing", () => {
  const nothing: WaitStatus = { elapsedMs: 500, link: { state: "connecting" } };
  const rows: readonly (readonly [line: string, WaitStatus, WaitEnding, more?: Partial<WaitWording>])[] = [
    [
      "HyperConverged kubevirt-hyperconverged is healthy, stable for 2m, after 90s",
      reachedStatus,
      { state: "reached", what: [hyperconverged], never: [] },
    ],
    ["no CDI exists, after 90s", reachedStatus, { state: "reached", what: [], never: [{ kind: "CDI" }] }],
    [
      "timed out after 30m waiting for healthy: CDI is degraded: reports no conditions",
      standing,
      { state: "timed-out" },
    ],
    ["not healthy: CDI is degraded: reports no conditions", standing, { state: "timed-out" }, { timeoutMs: 0 }],
    [
      "timed out after 30m waiting for healthy: healthy for 5s of 2m",
      { ...reachedStatus, heldMs: 5_000 },
      { state: "timed-out" },
    ],
    [
      "timed out after 30m waiting for healthy: the server has not responded to all requests",
      nothing,
      { state: "timed-out" },
    ],
    [
      "timed out after 30m waiting for healthy: the server is unreachable: connection refused; when last seen: CDI is degraded: reports no conditions",
      { ...standing, ...away },
      { state: "timed-out" },
    ],
    [
      "cannot be determined without intervention: status unknown (CDI is degraded: reports no conditions)",
      unknown,
      { state: "unknown" },
    ],
    ["status unknown (CDI is degraded: reports no conditions)", unknown, { state: "unknown" }, { timeoutMs: 0 }],
    ["interrupted after 90s waiting for healthy: healthy when last seen", reachedStatus, { state: "interrupted" }],
    [
      "interrupted waiting for healthy: the server has not responded to all requests",
      nothing,
      { state: "interrupted" },
    ],
    [
      "will not have Ready=False without intervention: CDI cdi was deleted",
      standing,
      { state: "permanent", permanent: { ...vanished, graceSeconds: 20 } },
      { goal: { is: "condition", type: "Ready", status: "False" } },
    ],
  ];
  test.for(rows)("%s", ([line, one, ending, more]) => {
    expect(waitEndLine(one, ending, { ...wording, ...more })).toBe(line);
  });
});
