import { expect, test } from "vitest";
import type { WaitEffect, WaitEvent, WaitSetting } from "../../../plugin/wait/events.ts";
import { beginWait, nextStep } from "../../../plugin/wait/steps.ts";
import type { Confirmation, SeenReport } from "../../../shared/io/watch/follow-report.ts";
import type { LinkStatus } from "../../../shared/io/watch/link-state.ts";
import type { RootNode } from "../../../shared/model/report.ts";
import { hcoProfile } from "../../../shared/profiles/hco/profile.ts";
import { now, report, root } from "../../render/build.ts";

const healthyRoot = root({ verdict: "healthy" });
const unhealthyRoot = root({ verdict: "degraded" });
const unsure = root({ verdict: "unknown" });

function seenReport(roots: readonly RootNode[] | undefined, state: LinkStatus["state"] = "live"): SeenReport {
  if (roots === undefined) return { link: { state } };
  const snapshot = {
    source: { kind: "cluster", name: "one" },
    takenAt: now,
    readings: [],
    damage: [],
  } as const;
  return { report: report(roots), snapshot, link: { state } };
}

const setting: WaitSetting = {
  goal: { is: "healthy" },
  timeoutMs: 60_000,
  stableForMs: 0,
  failFast: false,
  namespace: undefined,
  selector: undefined,
};
const named: WaitEvent = { type: "named", requested: { unknown: [] } };
const unreached: WaitEvent = { type: "unreached", cause: "connection refused" };
const ticked: WaitEvent = { type: "ticked" };
const rechecked: WaitEvent = { type: "rechecked" };
const connecting: WaitEvent = { type: "connecting", withinMs: 30_000 };
const reportedEvent = (...what: Parameters<typeof seenReport>): WaitEvent => ({
  type: "reported",
  seen: seenReport(...what),
});
const evaluated = (...what: Parameters<typeof seenReport>): WaitEvent => ({
  type: "evaluated",
  seen: seenReport(...what),
});
const confirmation = (request: number, result: Confirmation): WaitEvent => ({
  type: "confirmationResult",
  request,
  result,
});

/** An event, and what the loop does after it, in short; more than 5 s between two are time that the machine slept. */
type Short = readonly [seconds: number, event: WaitEvent, effects: string];

function summarizeEffect(effect: WaitEffect): string {
  if (effect.type === "report") {
    const { heldMs, brokenAfterMs, link, report: known } = effect.status;
    const isDown = known === undefined && link.state === "unreachable";
    return `report${isDown ? " unreachable" : ""}${heldMs === undefined ? "" : ` held ${heldMs / 1000}`}${brokenAfterMs === undefined ? "" : ` broken ${brokenAfterMs / 1000}`}`;
  }
  if (effect.type === "confirm") return `confirm ${effect.request}`;
  if (effect.type === "end") return `end ${effect.ending.state} ${effect.exitCode}`;
  if (effect.type === "reach") return `reach ${effect.ending.state}`;
  if (effect.type === "refuse") return `refuse ${effect.lines}`;
  return effect.type === "wake" ? `wake ${effect.afterMs}` : effect.type;
}

const rows: readonly (readonly [rule: string, steps: readonly Short[], more?: Partial<WaitSetting>])[] = [
  [
    "a wait that goes on rests at its goal, also beyond its time, and waits again where the goal is lost",
    [
      [0, named, "evaluate"],
      [0, reportedEvent([healthyRoot]), "reach reached, wake 1000"],
      [5, ticked, "wake 1000"],
      [6, reportedEvent([healthyRoot]), "wake 1000"],
      [7, reportedEvent([unhealthyRoot]), "report, wake 1000"],
      [8, reportedEvent([healthyRoot]), "reach reached, wake 1000"],
      [12, ticked, "wake 1000"],
      [13, reportedEvent([unhealthyRoot]), "evaluate"],
      [13, evaluated([unhealthyRoot]), "end timed-out 5"],
    ],
    { continuesWhenReached: true, timeoutMs: 12_000 },
  ],
  [
    "a goal that was reached long ago is confirmed by the server before it counts again",
    [
      [0, named, "evaluate"],
      [0, reportedEvent([healthyRoot]), "reach reached, wake 1000"],
      ...[5, 10].map((second): Short => [second, ticked, "wake 1000"]),
      [15, rechecked, "evaluate"],
      [15, evaluated([healthyRoot]), "report held 15, confirm 1, wake 1000"],
      [16, confirmation(1, "same"), "evaluate"],
      [16, evaluated([healthyRoot]), "reach reached, wake 1000"],
    ],
    { continuesWhenReached: true },
  ],
  [
    "a reached goal is in doubt where the machine slept",
    [
      [0, named, "evaluate"],
      [0, reportedEvent([healthyRoot]), "reach reached, wake 1000"],
      [30, ticked, "refresh, evaluate"],
      [30, evaluated([healthyRoot], "connecting"), "report, wake 1000"],
      [31, reportedEvent([healthyRoot]), "reach reached, wake 1000"],
    ],
    { continuesWhenReached: true },
  ],
  [
    "one of many rests between looks, and is reopened for each; what it was last seen as stays",
    [
      [0, named, "evaluate"],
      [0, reportedEvent([unhealthyRoot]), "report, wake 1000, rest"],
      ...[5, 10, 15].map((second): Short => [second, ticked, "wake 1000"]),
      [20, ticked, "reopen, report, wake 1000"],
      [21, reportedEvent([unhealthyRoot]), "report, wake 1000"],
      [21, named, "report, wake 1000, rest"],
      ...[25, 30, 35, 40].map((second): Short => [second, ticked, "wake 1000"]),
      [41, ticked, "reopen, report, wake 1000"],
      [42, reportedEvent([healthyRoot]), "report, wake 1000"],
      [42, named, "reach reached, wake 1000, rest"],
      ...[47, 52, 57].map((second): Short => [second, ticked, "wake 1000"]),
    ],
    { continuesWhenReached: true, rest: { durationMs: 20_000, readTimeoutMs: 0 } },
  ],
  [
    "a goal that was heard of a moment ago is confirmed by the server where it is asked for again",
    [
      [0, named, "evaluate"],
      [0, reportedEvent([healthyRoot]), "reach reached, wake 1000"],
      [1, rechecked, "evaluate"],
      [1, evaluated([healthyRoot]), "report held 1, confirm 1, wake 1000"],
      [2, confirmation(1, "same"), "evaluate"],
      [2, evaluated([healthyRoot]), "reach reached, wake 1000"],
    ],
    { continuesWhenReached: true },
  ],
  [
    "one that rests at its goal is asked again also beyond the time, but not without end",
    [
      [0, named, "evaluate"],
      [0, reportedEvent([healthyRoot]), "reach reached, wake 1000, rest"],
      [5, ticked, "wake 1000"],
      [9, rechecked, "reopen, report, wake 1000"],
      [13, ticked, "report, wake 1000"],
      [16, unreached, "report, wake 1000"],
      [19, ticked, "end timed-out 5"],
    ],
    { continuesWhenReached: true, rest: { durationMs: 5_000, readTimeoutMs: 10_000 }, timeoutMs: 10_000 },
  ],
  [
    "one that rests is looked at once more when the time is over, and what it is by then counts",
    [
      [0, named, "evaluate"],
      [0, reportedEvent([unhealthyRoot]), "report, wake 1000, rest"],
      ...[5, 9].map((second): Short => [second, ticked, "wake 1000"]),
      [10, ticked, "reopen, report, wake 1000"],
      [12, connecting, ""],
      [12, named, "evaluate"],
      [12, evaluated(undefined, "connecting"), "report, wake 1000"],
      [12, reportedEvent([healthyRoot]), "evaluate"],
      [12, evaluated([healthyRoot]), "reach reached, wake 1000, rest"],
    ],
    { continuesWhenReached: true, rest: { durationMs: 30_000, readTimeoutMs: 90_000 }, timeoutMs: 10_000 },
  ],
  [
    "a look that began before the time is over ends it only once the cluster has responded",
    [
      [0, named, "evaluate"],
      [0, reportedEvent([unhealthyRoot]), "report, wake 1000, rest"],
      [5, ticked, "reopen, report, wake 1000"],
      [9, ticked, "report, wake 1000"],
      [11, connecting, ""],
      [11, named, "evaluate"],
      [11, evaluated(undefined, "connecting"), "report, wake 1000"],
      [12, reportedEvent([unhealthyRoot]), "evaluate"],
      [12, evaluated([unhealthyRoot]), "end timed-out 5"],
    ],
    { continuesWhenReached: true, rest: { durationMs: 5_000, readTimeoutMs: 90_000 }, timeoutMs: 10_000 },
  ],
  [
    "one that does not respond when the time is over has 30 s from its turn on",
    [
      [0, named, "evaluate"],
      [0, reportedEvent([unhealthyRoot]), "report, wake 1000, rest"],
      [5, ticked, "wake 1000"],
      [10, ticked, "reopen, report, wake 1000"],
      [11, connecting, ""],
      ...[16, 21, 26, 31, 36, 40].map((second): Short => [second, ticked, "report, wake 1000"]),
      [41, ticked, "end timed-out 5"],
    ],
    { continuesWhenReached: true, rest: { durationMs: 30_000, readTimeoutMs: 90_000 }, timeoutMs: 10_000 },
  ],
  [
    "a machine that slept beyond the time is no end: one that rests is looked at again, at its goal or not",
    [
      [0, named, "evaluate"],
      [0, reportedEvent([healthyRoot]), "reach reached, wake 1000, rest"],
      [3600, ticked, "reopen, report, wake 1000"],
      [3601, reportedEvent([unhealthyRoot]), "report, wake 1000"],
      [3601, named, "evaluate"],
      [3601, evaluated([unhealthyRoot]), "end timed-out 5"],
    ],
    { continuesWhenReached: true, rest: { durationMs: 30_000, readTimeoutMs: 90_000 }, timeoutMs: 5_000 },
  ],
  [
    "a rest is over when the machine slept longer than that, and when the time of the wait is over",
    [
      [0, named, "evaluate"],
      [0, reportedEvent([healthyRoot]), "reach reached, wake 1000, rest"],
      [10, ticked, "wake 1000"],
      [40, ticked, "reopen, report, wake 1000"],
      [41, reportedEvent([unhealthyRoot]), "report, wake 1000"],
      [41, named, "report, wake 1000, rest"],
      ...[45, 50, 55].map((second): Short => [second, ticked, "wake 1000"]),
      [60, ticked, "reopen, report, wake 1000"],
      [60, reportedEvent([unhealthyRoot]), "report, wake 1000"],
      [60, named, "evaluate"],
      [60, evaluated([unhealthyRoot]), "end timed-out 5"],
    ],
    { continuesWhenReached: true, rest: { durationMs: 20_000, readTimeoutMs: 90_000 }, timeoutMs: 30_000 },
  ],
  [
    "a goal that must hold is watched while it holds",
    [
      [0, named, "evaluate"],
      [0, reportedEvent([healthyRoot]), "report held 0, wake 1000"],
      [2, reportedEvent([unhealthyRoot]), "report broken 2, wake 1000, rest"],
      [7, ticked, "reopen, report, wake 1000"],
    ],
    { continuesWhenReached: true, rest: { durationMs: 5_000, readTimeoutMs: 0 }, stableForMs: 10_000 },
  ],
  [
    "the goal is reached at the first look, which ends it",
    [
      [0, ticked, "report, wake 1000"],
      [0, reportedEvent([healthyRoot]), "report, wake 1000"],
      [0, named, "end reached 0"],
    ],
  ],
  [
    "the names are not known in time: timed out",
    [
      [4, ticked, "report, wake 1000"],
      [5, ticked, "end timed-out 5"],
    ],
    { timeoutMs: 5_000 },
  ],
  [
    "with --timeout 0 the only look has 30 s, also where names are looked up",
    [
      ...[5, 10, 15, 20, 25, 29].map((second): Short => [second, ticked, "report, wake 1000"]),
      [30, ticked, "end unknown 4"],
    ],
    { timeoutMs: 0 },
  ],
  [
    "the first evaluation comes before the first report",
    [
      [0, named, "evaluate"],
      [0, evaluated([unhealthyRoot]), "report, wake 1000"],
    ],
  ],
  [
    "what was evaluated 10 s ago is evaluated again, and before that only the time goes on",
    [
      [0, named, "evaluate"],
      [0, evaluated([unhealthyRoot]), "report, wake 1000"],
      [5, ticked, "report, wake 1000"],
      [10, ticked, "evaluate"],
    ],
  ],
  [
    "the time is over: one more evaluation decides",
    [
      [0, named, "evaluate"],
      [0, evaluated([unhealthyRoot], "connecting"), "report, wake 1000"],
      [5, ticked, "evaluate"],
      [5, evaluated([healthyRoot]), "end reached 0"],
    ],
    { timeoutMs: 5_000 },
  ],
  [
    "after 10 s without news the server is asked before the goal counts as reached, one question at a time",
    [
      [0, named, "evaluate"],
      [0, evaluated([unhealthyRoot]), "report, wake 1000"],
      [5, ticked, "report, wake 1000"],
      [10, ticked, "evaluate"],
      [11, evaluated([healthyRoot]), "report held 0, confirm 1, wake 1000"],
      [12, ticked, "evaluate"],
      [12, evaluated([healthyRoot]), "report held 1, wake 1000"],
      [13, confirmation(1, "same"), "evaluate"],
      [13, evaluated([healthyRoot]), "end reached 0"],
    ],
  ],
  [
    "an answer to a question that became void ends nothing",
    [
      [0, named, "evaluate"],
      [0, evaluated([healthyRoot]), "report held 0, wake 1000"],
      [2, ticked, "evaluate"],
      [2, evaluated([healthyRoot]), "report held 2, confirm 1, wake 1000"],
      [3, reportedEvent([unhealthyRoot]), "report broken 3, wake 1000"],
      [3, reportedEvent([healthyRoot]), "report held 0, wake 1000"],
      [4, confirmation(1, "same"), ""],
    ],
    { stableForMs: 2_000 },
  ],
  [
    "the server has it otherwise: all is read again, and it is asked again after a second",
    [
      [0, named, "evaluate"],
      [0, evaluated([healthyRoot]), "report held 0, wake 1000"],
      [2, ticked, "evaluate"],
      [2, evaluated([healthyRoot]), "report held 2, confirm 1, wake 1000"],
      [2.5, confirmation(1, "other"), "refresh, evaluate"],
      [2.5, evaluated([healthyRoot]), "report held 2.5, wake 1000"],
      [3, ticked, "evaluate"],
      [3, evaluated([healthyRoot]), "report held 3, confirm 2, wake 1000"],
    ],
    { stableForMs: 2_000 },
  ],
  [
    "the server does not answer: the time begins again",
    [
      [0, named, "evaluate"],
      [0, evaluated([healthyRoot]), "report held 0, wake 1000"],
      [2, ticked, "evaluate"],
      [2, evaluated([healthyRoot]), "report held 2, confirm 1, wake 1000"],
      [4, confirmation(1, "silent"), "refresh, report held 0 broken 4, wake 1000"],
    ],
    { stableForMs: 2_000 },
  ],
  [
    "a machine that slept has seen nothing: all is read again, and the time begins again",
    [
      [0, named, "evaluate"],
      [0, evaluated([healthyRoot]), "report held 0, wake 1000"],
      [3600, ticked, "refresh, evaluate"],
      [3600, evaluated([healthyRoot]), "report broken 5, wake 1000"],
      [3601, ticked, "report held 0, wake 1000"],
    ],
    { stableForMs: 30_000 },
  ],
  [
    "time that was slept through does not count for the timeout",
    [
      [0, named, "evaluate"],
      [0, evaluated([unhealthyRoot]), "report, wake 1000"],
      [3600, ticked, "refresh, evaluate"],
      [3600, evaluated([unhealthyRoot]), "report, wake 1000"],
    ],
  ],
  [
    "a wake is not later than the time can be over",
    [
      [0, named, "evaluate"],
      [0, evaluated([unhealthyRoot]), "report, wake 300"],
    ],
    { timeoutMs: 300 },
  ],
  [
    "nor later than it has lasted",
    [
      [0, named, "evaluate"],
      [0, evaluated([healthyRoot]), "report held 0, wake 400"],
    ],
    { stableForMs: 400 },
  ],
  [
    "the server is down at the beginning: the wait goes on until it is up",
    [
      [0, ticked, "report, wake 1000"],
      [1, unreached, "report unreachable, wake 1000"],
      [2, ticked, "report unreachable, wake 1000"],
      [3, named, "evaluate"],
      [3, evaluated(undefined, "unreachable"), "report unreachable, wake 1000"],
      [4, reportedEvent([healthyRoot]), "end reached 0"],
    ],
  ],
  [
    "the server is down until the time is over: timed out",
    [
      [0, unreached, "report unreachable, wake 1000"],
      [4, ticked, "report unreachable, wake 1000"],
      [5, ticked, "end timed-out 5"],
    ],
    { timeoutMs: 5_000 },
  ],
  [
    "with --timeout 0 a server that is down is an error at once",
    [
      [0, named, "evaluate"],
      [0, evaluated(undefined, "unreachable"), "refuse error: the server does not respond"],
      [1, reportedEvent([healthyRoot]), ""],
    ],
    { timeoutMs: 0 },
  ],
  [
    "credentials that are refused at the beginning are an error at once",
    [
      [0, named, "evaluate"],
      [0, evaluated(undefined, "authRequired"), "refuse error: the server does not respond"],
    ],
  ],
  [
    "the server does not respond later: the wait goes on",
    [
      [0, named, "evaluate"],
      [0, evaluated([unhealthyRoot]), "report, wake 1000"],
      [1, reportedEvent(undefined, "unreachable"), "report, wake 1000"],
      [5, ticked, "evaluate"],
      [5, evaluated(undefined, "unreachable"), "end timed-out 5"],
    ],
    { timeoutMs: 5_000 },
  ],
  [
    "the time is over, whatever was unknown by then: timed out",
    [
      [0, named, "evaluate"],
      [0, evaluated([unsure]), "report, wake 1000"],
      [4, reportedEvent([unsure]), "report, wake 1000"],
      [5, ticked, "evaluate"],
      [5, evaluated([unsure]), "end timed-out 5"],
    ],
    { timeoutMs: 5_000 },
  ],
  [
    "the state is unknown at the only look of --timeout 0: unknown",
    [
      [0, named, "evaluate"],
      [0, evaluated([unsure]), "end unknown 4"],
    ],
    { timeoutMs: 0 },
  ],
  [
    "nothing exists to wait for at the first look, which refuses the wait",
    [
      [0, named, "evaluate"],
      [
        0,
        evaluated([]),
        "refuse error: cannot wait for healthy: no HyperConverged found in any namespace. Use --for create to wait until one exists.",
      ],
    ],
  ],
  [
    "what vanishes after the first look may come back",
    [
      [0, named, "evaluate"],
      [0, evaluated([unhealthyRoot]), "report, wake 1000"],
      [4, reportedEvent([]), "report, wake 1000"],
    ],
  ],
  [
    "nothing exists yet for --for create, which waits for it",
    [
      [0, named, "evaluate"],
      [0, evaluated([]), "report, wake 1000"],
      [4, reportedEvent([unhealthyRoot]), "end reached 0"],
    ],
    { goal: { is: "create" } },
  ],
  [
    "a connection that is back within 10 s does not break what has to last",
    [
      [0, named, "evaluate"],
      [0, evaluated([healthyRoot]), "report held 0, wake 1000"],
      [5, reportedEvent([healthyRoot], "stale"), "report held 5, wake 1000"],
      [10, reportedEvent([healthyRoot], "stale"), "report held 10, wake 1000"],
      [15, reportedEvent([healthyRoot]), "report held 15, wake 1000"],
    ],
    { stableForMs: 30_000 },
  ],
  [
    "one that is lost for longer does",
    [
      [0, named, "evaluate"],
      [0, evaluated([healthyRoot]), "report held 0, wake 1000"],
      [5, reportedEvent([healthyRoot], "stale"), "report held 5, wake 1000"],
      [10, reportedEvent([healthyRoot], "stale"), "report held 10, wake 1000"],
      [15, reportedEvent([healthyRoot], "stale"), "report held 15, wake 1000"],
      [16, reportedEvent([healthyRoot], "stale"), "report broken 16, wake 1000"],
      [17, reportedEvent([healthyRoot]), "report held 0, wake 1000"],
    ],
    { stableForMs: 30_000 },
  ],
  [
    "with --fail-fast a lost login is permanent after a minute",
    [
      [0, named, "evaluate"],
      [0, evaluated([unhealthyRoot]), "report, wake 1000"],
      ...[5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 64].map(
        (second): Short => [second, reportedEvent([unhealthyRoot], "authRequired"), "report, wake 1000"],
      ),
      [65, reportedEvent([unhealthyRoot], "authRequired"), "end unknown 2"],
    ],
    { failFast: true, timeoutMs: 600_000 },
  ],
  [
    "a signal ends it, and nothing follows",
    [
      [0, named, "evaluate"],
      [0, evaluated([unhealthyRoot]), "report, wake 1000"],
      [1, { type: "stopped", signal: "SIGTERM" }, "end interrupted 143"],
      [1, { type: "stopped", signal: "SIGINT" }, ""],
      [2, reportedEvent([healthyRoot]), ""],
    ],
  ],
  [
    "a root is deleted, and without --fail-fast it may come back",
    [
      [0, { type: "named", requested: { wanted: [{ kind: hcoProfile.root }], unknown: [] } }, "evaluate"],
      [0, evaluated([unhealthyRoot]), "report, wake 1000"],
      [1, reportedEvent([]), "report, wake 1000"],
      ...[6, 11, 16, 21, 26].map((second): Short => [second, reportedEvent([]), "report, wake 1000"]),
    ],
  ],
  [
    "with --fail-fast it has 20 s for that",
    [
      [0, { type: "named", requested: { wanted: [{ kind: hcoProfile.root }], unknown: [] } }, "evaluate"],
      [0, evaluated([unhealthyRoot]), "report, wake 1000"],
      ...[1, 6, 11, 16, 20.9].map((second): Short => [second, reportedEvent([]), "report, wake 1000"]),
      [21, reportedEvent([]), "end permanent 2"],
    ],
    { failFast: true },
  ],
];

test.for(rows)("%s", ([, steps, more]) => {
  let state = beginWait(0);
  const done = steps.map(([seconds, event]): Short => {
    const step = nextStep(state, event, seconds * 1000, { ...setting, ...more });
    state = step.state;
    return [seconds, event, step.effects.map(summarizeEffect).join(", ")];
  });
  expect(done).toEqual(steps);
});
