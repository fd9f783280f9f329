/** What a sentence on the roll-out of an operator names. */
interface RolloutWords {
  readonly deployment: string;
  /** The version that leads, and the one that is to replace it. Empty where not known. */
  readonly from: string;
  readonly to: string;
}

/** `Deployment x is rolled out (1/1 ready)`. */
export function completeRolloutText(deployment: string, ready: string): string {
  return `Deployment ${deployment} is rolled out (${ready} ready)`;
}

/** How the Pods of a Deployment could not be read. */
export interface UnreadPods {
  readonly outcome: "forbidden" | "unread";
  readonly namespace: string;
}

/** `Deployment x rolls out 1.20.0, and nothing shows whether its new pods start: no permission to list pods in namespace y`. */
export function unknownRolloutText(words: RolloutWords, { outcome, namespace }: UnreadPods): string {
  const place = `pods in namespace ${namespace}`;
  const why = outcome === "forbidden" ? `no permission to list ${place}` : `${place} could not be read`;
  return `Deployment ${words.deployment} is rolling out ${targetOf(words)}; unknown whether its new pods start: ${why}`;
}

/** `Deployment x rolls out 1.20.0: Pod x-2 waits for the Lease; 1.19.0 runs on`. */
export function underwayRolloutText(words: RolloutWords, waiting: string | undefined): string {
  const why = waiting === undefined ? "" : `: Pod ${waiting} waits for the Lease that the previous Pod holds`;
  return `Deployment ${words.deployment} is rolling out ${targetOf(words)}${why}${runsOn(words)}`;
}

/** `Deployment x is paused, and no pod of 1.20.0 starts; 1.19.0 runs on`. */
export function pausedRolloutText(words: RolloutWords): string {
  return `Deployment ${words.deployment} is paused and starts no more pods of ${targetOf(words)}${runsOn(words)}`;
}

/** `Deployment x cannot roll out 1.20.0, so 1.19.0 runs on: container y in ImagePullBackOff: …`. */
export function stuckRolloutText(words: RolloutWords, evidence: string): string {
  return `Deployment ${words.deployment} cannot roll out ${targetOf(words)}${runsOn(words, ", so ")}: ${evidence}`;
}

function targetOf({ to }: RolloutWords): string {
  return to === "" ? "its newest template" : to;
}

function runsOn({ from, to }: RolloutWords, link = "; "): string {
  return from === "" || from === to ? "" : `${link}${from} keeps running`;
}
