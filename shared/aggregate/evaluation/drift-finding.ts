import type { Drift } from "../../model/drift.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeGradedFinding } from "../../model/finding/make-finding.ts";
import type { Ref } from "../../model/object.ts";

/** Makes the finding that a condition of the CR differs from what its rule set computes. */
export function makeDriftFinding(
  severity: "warning" | "info",
  about: Ref,
  { type, what, reported, expected }: Drift,
): Finding {
  return makeGradedFinding(severity, about, {
    code: "drift",
    type,
    what,
    ...(reported !== undefined && { reportedReason: reported.reason, reportedStatus: reported.status }),
    ...(expected !== undefined && { expectedReason: expected.reason, expectedStatus: expected.status }),
  });
}
