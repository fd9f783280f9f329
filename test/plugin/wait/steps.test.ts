import { expect, test } from "vitest";
import type { WaitEffect, WaitEvent, WaitSetting } from "../../../plugin/wait/events.ts";
import { beginWait, nextStep } from "../../../plugin/wait/steps.ts";
import type { Confirmation, SeenReport } from "../../../shared/io/watch/follow-report.ts";
import type { LinkStatus } from "../../../shared/io/watch/link-state.ts";
import type { RootNode } from "../../../shared/model/report.ts";
import { hcoProfile } from "../../../shared/profiles/hco/profile.ts";
import { now, report, root } from "../../render/build.ts";

const well = root({ verdict: "healthy" });
const ill = root({ verdict: "degraded" });
const unsure = root({ verdict: "unknown" });

function seen(roots: readonly RootNode[] | undefined, state: LinkStatus["state"] = "live"): SeenReport {
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
  timeout: 60_000,
  stableFor: 0,
  failFast: false,
  namespace: undefined,
  selector: undefined,
};
const named: WaitEvent = { is: "named", requested: { unknown: [] } };
const unreached: WaitEvent = { is: "unreached", cause: "connection refused" };
const ticked: WaitEvent = { is: "ticked" };
const rechecked: WaitEvent = { is: "rechecked" };
const connecting: WaitEvent = { is: "connecting", within: 30_000 };
const heard = (...what: Parameters<typeof seen>): WaitEvent => ({ is: "heard", seen: seen(...what) });
const looked = (...what: Parameters<typeof seen>): WaitEvent => ({ is: "looked", seen: seen(...what) });
const answered = (question: number, answer: Confirmation): WaitEvent => ({ is: "answered", question, answer });

/** An event, and what the loop does after it, in short; more than 5 s between two are time that the machine slept. */
type Short = readonly [seconds: number, event: WaitEvent, effects: string];

function inShort(effect: WaitEffect): string {
  if (effect.do === "tell") {
    const { heldMs, brokenAfterMs, link, report: known } = effect.standing;
    const isDown = known === undefined && link.state === "unreachable";
    return `tell${isDown ? " unreachable" : ""}${heldMs === undefined ? "" : ` held ${heldMs / 1000}`}${brokenAfterMs === undefined ? "" : ` broken ${brokenAfterMs / 1000}`}`;
  }
  if (effect.do === "ask") return `ask ${effect.question}`;
  if (effect.do === "end") return `end ${effect.ending.state} ${effect.exitCode}`;
  if (effect.do === "reach") return `reach ${effect.ending.state}`;
  if (effect.do === "refuse") return `refuse ${effect.lines}`;
  return effect.do === "wake" ? `wake ${effect.after}` : effect.do;
}

const rows: readonly (readonly [rule: string, steps: readonly Short[], more?: Partial<WaitSetting>])[] = [
  [
    "a wait that goes on rests at its goal, also beyond its time, and waits again where the goal is lost",
    [
      [0, named, "look"],
      [0, heard([well]), "reach reached, wake 1000"],
      [5, ticked, "wake 1000"],
      [6, heard([well]), "wake 1000"],
      [7, heard([ill]), "tell, wake 1000"],
      [8, heard([well]), "reach reached, wake 1000"],
      [12, ticked, "wake 1000"],
      [13, heard([ill]), "look"],
      [13, looked([ill]), "end timed-out 5"],
    ],
    { goesOn: true, timeout: 12_000 },
  ],
  [
    "a goal that was reached long ago is confirmed by the server before it counts again",
    [
      [0, named, "look"],
      [0, heard([well]), "reach reached, wake 1000"],
      ...[5, 10].map((second): Short => [second, ticked, "wake 1000"]),
      [15, rechecked, "look"],
      [15, looked([well]), "tell held 15, ask 1, wake 1000"],
      [16, answered(1, "same"), "look"],
      [16, looked([well]), "reach reached, wake 1000"],
    ],
    { goesOn: true },
  ],
  [
    "a reached goal is in doubt where the machine slept",
    [
      [0, named, "look"],
      [0, heard([well]), "reach reached, wake 1000"],
      [30, ticked, "refresh, look"],
      [30, looked([well], "connecting"), "tell, wake 1000"],
      [31, heard([well]), "reach reached, wake 1000"],
    ],
    { goesOn: true },
  ],
  [
    "one of many rests between looks, and is reopened for each; what it was last seen as stays",
    [
      [0, named, "look"],
      [0, heard([ill]), "tell, wake 1000, rest"],
      ...[5, 10, 15].map((second): Short => [second, ticked, "wake 1000"]),
      [20, ticked, "reopen, tell, wake 1000"],
      [21, heard([ill]), "tell, wake 1000"],
      [21, named, "tell, wake 1000, rest"],
      ...[25, 30, 35, 40].map((second): Short => [second, ticked, "wake 1000"]),
      [41, ticked, "reopen, tell, wake 1000"],
      [42, heard([well]), "tell, wake 1000"],
      [42, named, "reach reached, wake 1000, rest"],
      ...[47, 52, 57].map((second): Short => [second, ticked, "wake 1000"]),
    ],
    { goesOn: true, restFor: 20_000 },
  ],
  [
    "a goal that was heard of a moment ago is confirmed by the server where it is asked for again",
    [
      [0, named, "look"],
      [0, heard([well]), "reach reached, wake 1000"],
      [1, rechecked, "look"],
      [1, looked([well]), "tell held 1, ask 1, wake 1000"],
      [2, answered(1, "same"), "look"],
      [2, looked([well]), "reach reached, wake 1000"],
    ],
    { goesOn: true },
  ],
  [
    "one that rests at its goal is asked again also beyond the time, but not without end",
    [
      [0, named, "look"],
      [0, heard([well]), "reach reached, wake 1000, rest"],
      [5, ticked, "wake 1000"],
      [9, rechecked, "reopen, tell, wake 1000"],
      [13, ticked, "tell, wake 1000"],
      [16, unreached, "tell, wake 1000"],
      [19, ticked, "end timed-out 5"],
    ],
    { goesOn: true, restFor: 5_000, lookWithin: 10_000, timeout: 10_000 },
  ],
  [
    "one that rests is looked at once more when the time is over, and what it is by then counts",
    [
      [0, named, "look"],
      [0, heard([ill]), "tell, wake 1000, rest"],
      ...[5, 9].map((second): Short => [second, ticked, "wake 1000"]),
      [10, ticked, "reopen, tell, wake 1000"],
      [12, connecting, ""],
      [12, named, "look"],
      [12, looked(undefined, "connecting"), "tell, wake 1000"],
      [12, heard([well]), "look"],
      [12, looked([well]), "reach reached, wake 1000, rest"],
    ],
    { goesOn: true, restFor: 30_000, lookWithin: 90_000, timeout: 10_000 },
  ],
  [
    "a look that began before the time is over ends it only once the cluster has responded",
    [
      [0, named, "look"],
      [0, heard([ill]), "tell, wake 1000, rest"],
      [5, ticked, "reopen, tell, wake 1000"],
      [9, ticked, "tell, wake 1000"],
      [11, connecting, ""],
      [11, named, "look"],
      [11, looked(undefined, "connecting"), "tell, wake 1000"],
      [12, heard([ill]), "look"],
      [12, looked([ill]), "end timed-out 5"],
    ],
    { goesOn: true, restFor: 5_000, lookWithin: 90_000, timeout: 10_000 },
  ],
  [
    "one that does not respond when the time is over has 30 s from its turn on",
    [
      [0, named, "look"],
      [0, heard([ill]), "tell, wake 1000, rest"],
      [5, ticked, "wake 1000"],
      [10, ticked, "reopen, tell, wake 1000"],
      [11, connecting, ""],
      ...[16, 21, 26, 31, 36, 40].map((second): Short => [second, ticked, "tell, wake 1000"]),
      [41, ticked, "end timed-out 5"],
    ],
    { goesOn: true, restFor: 30_000, lookWithin: 90_000, timeout: 10_000 },
  ],
  [
    "a machine that slept beyond the time is no end: one that rests is looked at again, at its goal or not",
    [
      [0, named, "look"],
      [0, heard([well]), "reach reached, wake 1000, rest"],
      [3600, ticked, "reopen, tell, wake 1000"],
      [3601, heard([ill]), "tell, wake 1000"],
      [3601, named, "look"],
      [3601, looked([ill]), "end timed-out 5"],
    ],
    { goesOn: true, restFor: 30_000, lookWithin: 90_000, timeout: 5_000 },
  ],
  [
    "a rest is over when the machine slept longer than that, and when the time of the wait is over",
    [
      [0, named, "look"],
      [0, heard([well]), "reach reached, wake 1000, rest"],
      [10, ticked, "wake 1000"],
      [40, ticked, "reopen, tell, wake 1000"],
      [41, heard([ill]), "tell, wake 1000"],
      [41, named, "tell, wake 1000, rest"],
      ...[45, 50, 55].map((second): Short => [second, ticked, "wake 1000"]),
      [60, ticked, "reopen, tell, wake 1000"],
      [60, heard([ill]), "tell, wake 1000"],
      [60, named, "look"],
      [60, looked([ill]), "end timed-out 5"],
    ],
    { goesOn: true, restFor: 20_000, lookWithin: 90_000, timeout: 30_000 },
  ],
  [
    "a goal that must hold is watched while it holds",
    [
      [0, named, "look"],
      [0, heard([well]), "tell held 0, wake 1000"],
      [2, heard([ill]), "tell broken 2, wake 1000, rest"],
      [7, ticked, "reopen, tell, wake 1000"],
    ],
    { goesOn: true, restFor: 5_000, stableFor: 10_000 },
  ],
  [
    "the goal is reached at the first look, which ends it",
    [
      [0, ticked, "tell, wake 1000"],
      [0, heard([well]), "tell, wake 1000"],
      [0, named, "end reached 0"],
    ],
  ],
  [
    "the names are not known in time: timed out",
    [
      [4, ticked, "tell, wake 1000"],
      [5, ticked, "end timed-out 5"],
    ],
    { timeout: 5_000 },
  ],
  [
    "with --timeout 0 the only look has 30 s, also where names are looked up",
    [
      ...[5, 10, 15, 20, 25, 29].map((second): Short => [second, ticked, "tell, wake 1000"]),
      [30, ticked, "end unknown 4"],
    ],
    { timeout: 0 },
  ],
  [
    "the first look is wanted before anything is told",
    [
      [0, named, "look"],
      [0, looked([ill]), "tell, wake 1000"],
    ],
  ],
  [
    "what was judged 10 s ago is judged anew, and sooner the time alone goes on",
    [
      [0, named, "look"],
      [0, looked([ill]), "tell, wake 1000"],
      [5, ticked, "tell, wake 1000"],
      [10, ticked, "look"],
    ],
  ],
  [
    "the time is over: one more look decides",
    [
      [0, named, "look"],
      [0, looked([ill], "connecting"), "tell, wake 1000"],
      [5, ticked, "look"],
      [5, looked([well]), "end reached 0"],
    ],
    { timeout: 5_000 },
  ],
  [
    "after 10 s without news the server is asked before the goal counts as reached, one question at a time",
    [
      [0, named, "look"],
      [0, looked([ill]), "tell, wake 1000"],
      [5, ticked, "tell, wake 1000"],
      [10, ticked, "look"],
      [11, looked([well]), "tell held 0, ask 1, wake 1000"],
      [12, ticked, "look"],
      [12, looked([well]), "tell held 1, wake 1000"],
      [13, answered(1, "same"), "look"],
      [13, looked([well]), "end reached 0"],
    ],
  ],
  [
    "an answer to a question that became void ends nothing",
    [
      [0, named, "look"],
      [0, looked([well]), "tell held 0, wake 1000"],
      [2, ticked, "look"],
      [2, looked([well]), "tell held 2, ask 1, wake 1000"],
      [3, heard([ill]), "tell broken 3, wake 1000"],
      [3, heard([well]), "tell held 0, wake 1000"],
      [4, answered(1, "same"), ""],
    ],
    { stableFor: 2_000 },
  ],
  [
    "the server has it otherwise: all is read again, and it is asked again after a second",
    [
      [0, named, "look"],
      [0, looked([well]), "tell held 0, wake 1000"],
      [2, ticked, "look"],
      [2, looked([well]), "tell held 2, ask 1, wake 1000"],
      [2.5, answered(1, "other"), "refresh, look"],
      [2.5, looked([well]), "tell held 2.5, wake 1000"],
      [3, ticked, "look"],
      [3, looked([well]), "tell held 3, ask 2, wake 1000"],
    ],
    { stableFor: 2_000 },
  ],
  [
    "the server does not answer: the time begins anew",
    [
      [0, named, "look"],
      [0, looked([well]), "tell held 0, wake 1000"],
      [2, ticked, "look"],
      [2, looked([well]), "tell held 2, ask 1, wake 1000"],
      [4, answered(1, "silent"), "refresh, tell held 0 broken 4, wake 1000"],
    ],
    { stableFor: 2_000 },
  ],
  [
    "a machine that slept has seen nothing: all is read again, and the time begins anew",
    [
      [0, named, "look"],
      [0, looked([well]), "tell held 0, wake 1000"],
      [3600, ticked, "refresh, look"],
      [3600, looked([well]), "tell broken 5, wake 1000"],
      [3601, ticked, "tell held 0, wake 1000"],
    ],
    { stableFor: 30_000 },
  ],
  [
    "time that was slept through does not count for the timeout",
    [
      [0, named, "look"],
      [0, looked([ill]), "tell, wake 1000"],
      [3600, ticked, "refresh, look"],
      [3600, looked([ill]), "tell, wake 1000"],
    ],
  ],
  [
    "a wake is not later than the time can be over",
    [
      [0, named, "look"],
      [0, looked([ill]), "tell, wake 300"],
    ],
    { timeout: 300 },
  ],
  [
    "nor later than it has lasted",
    [
      [0, named, "look"],
      [0, looked([well]), "tell held 0, wake 400"],
    ],
    { stableFor: 400 },
  ],
  [
    "the server is down at the beginning: the wait goes on until it is up",
    [
      [0, ticked, "tell, wake 1000"],
      [1, unreached, "tell unreachable, wake 1000"],
      [2, ticked, "tell unreachable, wake 1000"],
      [3, named, "look"],
      [3, looked(undefined, "unreachable"), "tell unreachable, wake 1000"],
      [4, heard([well]), "end reached 0"],
    ],
  ],
  [
    "the server is down until the time is over: timed out",
    [
      [0, unreached, "tell unreachable, wake 1000"],
      [4, ticked, "tell unreachable, wake 1000"],
      [5, ticked, "end timed-out 5"],
    ],
    { timeout: 5_000 },
  ],
  [
    "with --timeout 0 a server that is down is an error at once",
    [
      [0, named, "look"],
      [0, looked(undefined, "unreachable"), "refuse error: the server does not respond"],
      [1, heard([well]), ""],
    ],
    { timeout: 0 },
  ],
  [
    "credentials that are refused at the beginning are an error at once",
    [
      [0, named, "look"],
      [0, looked(undefined, "authRequired"), "refuse error: the server does not respond"],
    ],
  ],
  [
    "the server does not respond later: the wait goes on",
    [
      [0, named, "look"],
      [0, looked([ill]), "tell, wake 1000"],
      [1, heard(undefined, "unreachable"), "tell, wake 1000"],
      [5, ticked, "look"],
      [5, looked(undefined, "unreachable"), "end timed-out 5"],
    ],
    { timeout: 5_000 },
  ],
  [
    "the time is over, whatever was unknown by then: timed out",
    [
      [0, named, "look"],
      [0, looked([unsure]), "tell, wake 1000"],
      [4, heard([unsure]), "tell, wake 1000"],
      [5, ticked, "look"],
      [5, looked([unsure]), "end timed-out 5"],
    ],
    { timeout: 5_000 },
  ],
  [
    "the state is unknown at the only look of --timeout 0: unknown",
    [
      [0, named, "look"],
      [0, looked([unsure]), "end unknown 4"],
    ],
    { timeout: 0 },
  ],
  [
    "nothing exists to wait for at the first look, which refuses the wait",
    [
      [0, named, "look"],
      [
        0,
        looked([]),
        "refuse error: cannot wait for healthy: no HyperConverged found in any namespace. Use --for create to wait until one exists.",
      ],
    ],
  ],
  [
    "what vanishes after the first look may come back",
    [
      [0, named, "look"],
      [0, looked([ill]), "tell, wake 1000"],
      [4, heard([]), "tell, wake 1000"],
    ],
  ],
  [
    "nothing exists yet for --for create, which waits for it",
    [
      [0, named, "look"],
      [0, looked([]), "tell, wake 1000"],
      [4, heard([ill]), "end reached 0"],
    ],
    { goal: { is: "create" } },
  ],
  [
    "a connection that is back within 10 s does not break what has to last",
    [
      [0, named, "look"],
      [0, looked([well]), "tell held 0, wake 1000"],
      [5, heard([well], "stale"), "tell held 5, wake 1000"],
      [10, heard([well], "stale"), "tell held 10, wake 1000"],
      [15, heard([well]), "tell held 15, wake 1000"],
    ],
    { stableFor: 30_000 },
  ],
  [
    "one that is lost for longer does",
    [
      [0, named, "look"],
      [0, looked([well]), "tell held 0, wake 1000"],
      [5, heard([well], "stale"), "tell held 5, wake 1000"],
      [10, heard([well], "stale"), "tell held 10, wake 1000"],
      [15, heard([well], "stale"), "tell held 15, wake 1000"],
      [16, heard([well], "stale"), "tell broken 16, wake 1000"],
      [17, heard([well]), "tell held 0, wake 1000"],
    ],
    { stableFor: 30_000 },
  ],
  [
    "with --fail-fast a lost login is permanent after a minute",
    [
      [0, named, "look"],
      [0, looked([ill]), "tell, wake 1000"],
      ...[5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 64].map(
        (second): Short => [second, heard([ill], "authRequired"), "tell, wake 1000"],
      ),
      [65, heard([ill], "authRequired"), "end unknown 2"],
    ],
    { failFast: true, timeout: 600_000 },
  ],
  [
    "a signal ends it, and nothing follows",
    [
      [0, named, "look"],
      [0, looked([ill]), "tell, wake 1000"],
      [1, { is: "stopped", signal: "SIGTERM" }, "end interrupted 143"],
      [1, { is: "stopped", signal: "SIGINT" }, ""],
      [2, heard([well]), ""],
    ],
  ],
  [
    "a root is deleted, and without --fail-fast it may come back",
    [
      [0, { is: "named", requested: { wanted: [{ kind: hcoProfile.root }], unknown: [] } }, "look"],
      [0, looked([ill]), "tell, wake 1000"],
      [1, heard([]), "tell, wake 1000"],
      ...[6, 11, 16, 21, 26].map((second): Short => [second, heard([]), "tell, wake 1000"]),
    ],
  ],
  [
    "with --fail-fast it has 20 s for that",
    [
      [0, { is: "named", requested: { wanted: [{ kind: hcoProfile.root }], unknown: [] } }, "look"],
      [0, looked([ill]), "tell, wake 1000"],
      ...[1, 6, 11, 16, 20.9].map((second): Short => [second, heard([]), "tell, wake 1000"]),
      [21, heard([]), "end permanent 2"],
    ],
    { failFast: true },
  ],
];

test.for(rows)("%s", ([, steps, more]) => {
  let state = beginWait(0);
  const done = steps.map(([seconds, event]): Short => {
    const step = nextStep(state, event, seconds * 1000, { ...setting, ...more });
    state = step.state;
    return [seconds, event, step.effects.map(inShort).join(", ")];
  });
  expect(done).toEqual(steps);
});
