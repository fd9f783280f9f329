import type { RolloutProgress } from "../model/cause/cause-evidence.ts";
import { clauseText } from "./cause-clauses.ts";

/**
 * How far the operator's Deployment is with its newest template, such as
 * `Deployment x cannot roll out 1.20.0, so 1.19.0 keeps running: container y in ImagePullBackOff`.
 */
export function rolloutText(progress: RolloutProgress): string {
  const { state, deployment, ready = "", waitingPod, unreadPods, evidence } = progress;
  const target = progress.to === "" ? "its newest template" : progress.to;
  switch (state) {
    case "complete":
      return `Deployment ${deployment} is rolled out (${ready} ready)`;
    case "underway": {
      const why = waitingPod === undefined ? "" : `: Pod ${waitingPod} waits for the Lease that the previous Pod holds`;
      return `Deployment ${deployment} is rolling out ${target}${why}${keepsRunning(progress, "; ")}`;
    }
    case "paused":
      return `Deployment ${deployment} is paused and starts no more pods of ${target}${keepsRunning(progress, "; ")}`;
    case "stuck": {
      const why = evidence === undefined ? "" : `: ${clauseText(evidence)}`;
      return `Deployment ${deployment} cannot roll out ${target}${keepsRunning(progress, ", so ")}${why}`;
    }
    case "unknown": {
      const pods = `pods in namespace ${unreadPods?.namespace ?? ""}`;
      const why = unreadPods?.outcome === "forbidden" ? `no permission to list ${pods}` : `${pods} could not be read`;
      return `Deployment ${deployment} is rolling out ${target}; unknown whether its new pods start: ${why}`;
    }
  }
}

/** The release that runs on, where it is known and another one. */
function keepsRunning({ from, to }: RolloutProgress, link: string): string {
  return from === "" || from === to ? "" : `${link}${from} keeps running`;
}
