import { sanitizeLine } from "../../characters/sanitize.ts";
import type { BlockingFinding, PermanentFinding } from "../../model/finding/goal.ts";
import type { LinkState } from "../../model/report-change.ts";
import { formatAge } from "../../outline/ages.ts";
import { blockingText } from "../../outline/blocking-text.ts";
import { describeBlockingFinding } from "../../outline/findings/wait.ts";
import { isCause } from "../words/commands/wait.ts";
import { liveYamlLinkText } from "./live-yaml/live-yaml.ts";

/** The shown state of a wait. */
export interface WaitShown {
  readonly state: "waiting" | "holding" | "unseen";
  readonly blocking: readonly BlockingFinding[];
  readonly permanent: readonly PermanentFinding[];
  /** The state of the connection, and its cause. */
  readonly link: LinkState;
  readonly cause?: string;
  /** Since the beginning of the wait. */
  readonly elapsedMs: number;
  /** Since when the goal holds. */
  readonly heldMs: number;
  /** When the Report was taken, RFC 3339 UTC. */
  readonly takenAt?: string;
}

/**
 * The text beside the bar: what the wait still needs, and its duration. While the goal holds, only for how long it
 * does.
 */
export function waitMessage(shown: WaitShown, minHoldMs: number): string {
  const words = waitedForText(shown, minHoldMs);
  return shown.state === "holding" ? words : `${words}; waiting for ${formatAge(shown.elapsedMs / 1000)}`;
}

function waitedForText(shown: WaitShown, minHoldMs: number): string {
  const { state, blocking, permanent, link, cause = "", heldMs, takenAt = "" } = shown;
  if (state === "unseen")
    return isCause(cause) ? `${liveYamlLinkText(link)}: ${sanitizeLine(cause)}` : liveYamlLinkText(link);
  if (state !== "waiting")
    return `healthy for ${formatAge(heldMs / 1000)}; checking stability for ${formatAge(minHoldMs / 1000)}`;
  const [first] = permanent;
  const clock = { now: takenAt, format: "age" } as const;
  if (first !== undefined)
    return `will not become healthy without intervention: ${sanitizeLine(describeBlockingFinding(first, clock))}`;
  return blockingText(blocking, [], clock);
}
