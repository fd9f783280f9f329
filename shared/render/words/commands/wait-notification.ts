import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { BlockingFinding, PermanentFinding } from "../../../model/finding/goal.ts";
import type { Ref } from "../../../model/object.ts";
import type { LinkState } from "../../../model/report-change.ts";
import { formatAge } from "../../../outline/ages.ts";
import { blockingText } from "../../../outline/blocking-text.ts";
import { describeBlockingFinding } from "../../../outline/findings/goal.ts";
import type { Translate } from "../../../outline/translate.ts";
import { liveYamlLinkText } from "../editor/live-yaml.ts";
import { isCause } from "./wait.ts";

/** The shown state of a wait. */
export interface WaitShown {
  readonly state: "waiting" | "holding" | "unseen";
  readonly blocking: readonly BlockingFinding[];
  readonly permanent: readonly PermanentFinding[];
  /** The state of the connection, and its cause. */
  readonly link: LinkState;
  readonly cause?: string;
  /** Milliseconds: since the beginning, and since the goal holds. */
  readonly elapsedMs: number;
  readonly held: number;
  /** When the Report was taken, RFC 3339 UTC. */
  readonly takenAt?: string;
}

/** The title above the progress bar. */
export function waitTitle(say: Translate, ref: Ref, place: string): string {
  return say("Waiting until {0} is healthy on {1}", nameOf(ref), sanitizeLine(place));
}

/**
 * The text beside the bar: what the wait still needs, and its duration. While the goal holds, only for how long it
 * does.
 */
export function waitMessage(say: Translate, shown: WaitShown, mustHold: number): string {
  const words = standing(say, shown, mustHold);
  return shown.state === "holding" ? words : say("{0}; waiting for {1}", words, formatAge(shown.elapsedMs / 1000));
}

function standing(say: Translate, shown: WaitShown, mustHold: number): string {
  const { state, blocking, permanent, link, cause = "", held, takenAt = "" } = shown;
  if (state === "unseen")
    return isCause(cause)
      ? say("{0}: {1}", liveYamlLinkText(say, link), sanitizeLine(cause))
      : liveYamlLinkText(say, link);
  if (state !== "waiting")
    return say("healthy for {0}; checking stability for {1}", formatAge(held / 1000), formatAge(mustHold / 1000));
  const [first] = permanent;
  const clock = { now: takenAt, tells: "age" } as const;
  if (first !== undefined)
    return say(
      "will not become healthy without intervention: {0}",
      sanitizeLine(describeBlockingFinding(first, clock)),
    );
  return blockingText(blocking, [], clock);
}

/** The message at the end of a successful wait. */
export function reachedMessage(say: Translate, ref: Ref, place: string, elapsedMs: number): string {
  return say("{0} is healthy on {1}, after {2}", nameOf(ref), sanitizeLine(place), formatAge(elapsedMs / 1000));
}

/** The message where the user has cancelled the wait. */
export function stoppedMessage(say: Translate, ref: Ref, elapsedMs: number): string {
  return say("Stopped waiting for {0} after {1}", nameOf(ref), formatAge(elapsedMs / 1000));
}

/** The message where another object has taken the name of the awaited one. */
export function replacedMessage(say: Translate, ref: Ref, place: string): string {
  return say("Stopped waiting: {0} was recreated on {1}", nameOf(ref), sanitizeLine(place));
}

/** The message where the cluster has changed; `place` is the name of the cluster that was waited on. */
export function elsewhereMessage(say: Translate, ref: Ref, place: string): string {
  return say(
    "Stopped waiting for {0} on {1}: the current context is now another cluster",
    nameOf(ref),
    sanitizeLine(place),
  );
}

/** The message for an object that is no root: only roots can be waited for. */
export function noWaitMessage(say: Translate): string {
  return say("Waiting requires a top-level object of the HCO Status view and a live cluster.");
}

function nameOf({ kind, name }: Ref): string {
  return sanitizeLine(`${kind} ${name}`);
}
