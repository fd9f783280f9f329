import type { RolloutProgress } from "../model/cause/cause-evidence.ts";
import type { Text } from "../model/outline.ts";
import { clauseText } from "./cause-clauses.ts";
import { phrase, word } from "./text.ts";

/**
 * How far the operator's Deployment is with its newest template, such as
 * `Deployment x cannot roll out 1.20.0, so 1.19.0 keeps running: container y in ImagePullBackOff`.
 */
export function rolloutText(progress: RolloutProgress): Text {
  const { state, deployment, ready = "", waitingPod, unreadPods, evidence } = progress;
  const target = progress.to === "" ? phrase`its newest template` : progress.to;
  switch (state) {
    case "complete":
      return phrase`Deployment ${deployment} is rolled out (${ready} ready)`;
    case "underway": {
      const why =
        waitingPod === undefined ? [] : phrase`: Pod ${waitingPod} waits for the Lease that the previous Pod holds`;
      return phrase`Deployment ${deployment} is rolling out ${target}${why}${keepsRunning(progress, "; ")}`;
    }
    case "paused":
      return phrase`Deployment ${deployment} is paused and starts no more pods of ${target}${keepsRunning(progress, "; ")}`;
    case "stuck": {
      const held = heldLeaseText(progress);
      const reported = evidence === undefined ? [] : phrase`: ${clauseText(evidence)}`;
      const why = held.length > 0 ? phrase`: ${held}` : reported;
      return phrase`Deployment ${deployment} cannot roll out ${target}${keepsRunning(progress, ", so ")}${why}`;
    }
    case "unknown": {
      const pods = phrase`pods in namespace ${unreadPods?.namespace ?? ""}`;
      const why =
        unreadPods?.outcome === "forbidden" ? phrase`no permission to list ${pods}` : phrase`${pods} could not be read`;
      return phrase`Deployment ${deployment} is rolling out ${target}; unknown whether its new pods start: ${why}`;
    }
  }
}

/**
 * `Pod x (1.19.0) holds the Lease and does not terminate: node y has not confirmed that it stopped`; empty where no Pod
 * that leads keeps a new one waiting.
 */
export function heldLeaseText({ leadingPod, leadingPodNode, from, evidence }: RolloutProgress): Text {
  if (leadingPod === undefined || evidence === undefined) return [];
  const holder = phrase`Pod ${leadingPod}${from === "" ? [] : phrase` (${from})`} holds the Lease`;
  return leadingPodNode === undefined
    ? phrase`${holder} and is ${clauseText(evidence, { isNamed: false })}`
    : phrase`${holder} and does not terminate: node ${leadingPodNode} has not confirmed that it stopped`;
}

/** The release that runs on, where it is known and another one. */
function keepsRunning({ from, to }: RolloutProgress, link: string): Text {
  return from === "" || from === to ? [] : phrase`${word(link)}${from} keeps running`;
}
