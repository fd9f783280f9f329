import type { Node, RootNode } from "../model/report.ts";

/** The controller and a person do not say the same of this part: it counts what is unwell as ready, or the other way round. */
export function isSeenOtherwise({ judged, verdict }: Node): boolean {
  if (judged === undefined) return false;
  return judged.code === "Ready" ? verdict !== "healthy" && verdict !== "progressing" : verdict === "healthy";
}

/** What the controller makes of a part where that is not what stands beside it; `all`: both rule sets always. */
export function controllerWords(node: Node, all: boolean): string {
  const { judged } = node;
  if (judged === undefined) return "";
  if (!all) return isSeenOtherwise(node) ? `the controller calls it ${judged.code}` : "";
  const { proposal } = judged;
  const counted = proposal?.counted === false ? ", not counted" : "";
  return `by the controller ${judged.code}, by the proposal ${proposal === null ? "not judged" : `${proposal.status}${counted}`}`;
}

/** `Components 3/5 ready (the CR says 4/5)`. */
export function componentsWords({ facts }: RootNode): string {
  const said = facts["reportedComponentsReady"];
  const ready = facts["componentsReady"] ?? "";
  return `Components ${ready} ready${said === undefined || said === ready ? "" : ` (the CR says ${said})`}`;
}
