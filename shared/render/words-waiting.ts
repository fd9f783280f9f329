import type { Ref } from "../model/object.ts";
import type { LinkState } from "../model/report-change.ts";
import type { Hopeless, Obstacle } from "../model/waiting.ts";
import { harmless } from "./safe.ts";
import type { Say } from "./say.ts";
import { age } from "./words-age.ts";
import { linkWords } from "./words-live.ts";
import { hopelessWords, isCause, obstaclesWords } from "./words-wait.ts";

/** What is shown of a wait. */
export interface WaitShown {
  readonly state: "waiting" | "holding" | "unseen";
  readonly obstacles: readonly Obstacle[];
  readonly hopeless: readonly Hopeless[];
  /** How the way there is, and why. */
  readonly link: LinkState;
  readonly cause?: string;
  /** Milliseconds: since the beginning, and for how long it is so. */
  readonly passed: number;
  readonly held: number;
  /** When the Report was taken, RFC 3339 UTC. */
  readonly takenAt?: string;
}

/** Over the bar. */
export function waitTitle(say: Say, ref: Ref, place: string): string {
  return say("Waiting until {0} is healthy on {1}", nameOf(ref), harmless(place));
}

/** Beside it: what it still waits for, and how long it has; while it is healthy only how long it is. */
export function waitMessage(say: Say, shown: WaitShown, mustHold: number): string {
  const words = standing(say, shown, mustHold);
  return shown.state === "holding" ? words : say("{0}; waiting for {1}", words, age(shown.passed / 1000));
}

function standing(say: Say, shown: WaitShown, mustHold: number): string {
  const { state, obstacles, hopeless, link, cause = "", held, takenAt = "" } = shown;
  if (state === "unseen")
    return isCause(cause) ? say("{0}: {1}", linkWords(say, link), harmless(cause)) : linkWords(say, link);
  if (state !== "waiting")
    return say("healthy for {0}, has to stay so for {1}", age(held / 1000), age(mustHold / 1000));
  const [first] = hopeless;
  const clock = { now: takenAt, tells: "age" } as const;
  if (first !== undefined) return say("it will not come by itself: {0}", hopelessWords(first, clock));
  return obstaclesWords(obstacles, [], clock);
}

/** The one message at the end. */
export function reachedMessage(say: Say, ref: Ref, place: string, passed: number): string {
  return say("{0} is healthy on {1}, after {2}", nameOf(ref), harmless(place), age(passed / 1000));
}

/** Where the person has had enough. */
export function stoppedMessage(say: Say, ref: Ref, passed: number): string {
  return say("Not waiting for {0} any more, after {1}", nameOf(ref), age(passed / 1000));
}

/** Whoever has the name now is not the one that was waited for. */
export function replacedMessage(say: Say, ref: Ref, place: string): string {
  return say(
    "Not waiting any more: {0} was replaced by another object of that name on {1}",
    nameOf(ref),
    harmless(place),
  );
}

/** `place`: the cluster's name that was waited on. */
export function elsewhereMessage(say: Say, ref: Ref, place: string): string {
  return say(
    "Not waiting any more for {0} on {1}: the current context is another cluster now",
    nameOf(ref),
    harmless(place),
  );
}

/** Only roots can be waited for. */
export function noWaitMessage(say: Say): string {
  return say("Only a root of HCO Status can be waited for, and on a cluster.");
}

function nameOf({ kind, name }: Ref): string {
  return harmless(`${kind} ${name}`);
}
