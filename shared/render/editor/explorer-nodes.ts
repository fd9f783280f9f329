import { sanitizeLabel } from "../../characters/sanitize-label.ts";
import type { Ref } from "../../model/object.ts";
import type { Report } from "../../model/report.ts";
import { sortWorstFirst, type Verdict } from "../../model/verdict.ts";

/** One node in the explorer of the Kubernetes extension; all texts are harmless. */
export interface ExplorerNode {
  readonly label: string;
  readonly description: string;
  readonly verdict: Verdict;
  /** The root behind the node; absent for the node that stands for further roots. */
  readonly ref?: Ref;
}

/** The most roots, because that explorer has more to show. */
const maxNodes = 20;

/**
 * Returns the nodes for the roots of a Report, worst first.
 * @param asOf the time of day until which the Report was current; empty where it is.
 */
export function explorerNodes({ roots }: Report, asOf: string): readonly ExplorerNode[] {
  const sorted = sortWorstFirst(roots);
  const nodes = sorted.slice(0, maxNodes).map(({ ref, verdict }): ExplorerNode => {
    const label = sanitizeLabel(`${ref.kind} ${ref.name}`);
    return { label, description: explorerStateText(verdict, asOf), verdict, ref };
  });
  const [next] = sorted.slice(maxNodes);
  if (next === undefined) return nodes;
  const label = `${sorted.length - maxNodes} more in HCO Status`;
  return [...nodes, { label, description: explorerStateText(next.verdict, asOf), verdict: next.verdict }];
}

/** The verdict of a root; `asOf`: a time of day where it may be out of date, else empty. */
function explorerStateText(verdict: Verdict, asOf: string): string {
  return asOf === "" ? verdict : `${verdict} as of ${asOf}`;
}
