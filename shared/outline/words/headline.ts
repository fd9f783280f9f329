import type { Finding } from "../../model/finding/finding.ts";
import type { Mark } from "../../model/outline.ts";

/** One line of the headline. */
export interface HeadlineLead {
  readonly mark: Mark;
  readonly text: string;
}

/**
 * Whether the operator, or its roll-out, is unknown because a cluster's evidence is missing. What a plain file leaves out
 * is a note.
 */
export function isOperatorUnknown(finding: Finding): boolean {
  if (finding.code === "operator-rollout") return finding.state === "unknown";
  return finding.code === "operator-unknown" && finding.isGiven === undefined;
}
