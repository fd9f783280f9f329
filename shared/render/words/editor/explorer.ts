import type { Verdict } from "../../../model/verdict.ts";
import type { Translate } from "../../../outline/translate.ts";

// Nodes in the explorer of the Kubernetes extension.

/** The verdict of a root; `asOf`: a time of day where it may be out of date, else empty. */
export function explorerStateText(say: Translate, verdict: Verdict, asOf: string): string {
  return asOf === "" ? verdict : say("{0} as of {1}", verdict, asOf);
}

export function moreRootsText(say: Translate, count: number): string {
  return say("{0} more in HCO Status", count);
}
