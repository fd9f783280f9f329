import type { Finding } from "../../model/finding/finding.ts";
import type { ReportNode, RootNode } from "../../model/report.ts";
import type { Candidate } from "./candidates.ts";

/** A standalone object after evaluation, before its related and owned objects are added below it. */
export interface StandaloneComponent {
  readonly node: ReportNode;
  readonly uncertain: RootNode["uncertain"];
  /** The objects added below do not explain its state, only what stands below it already. */
  readonly isExplained?: true;
  /** What explains it in place of what stands below it. */
  readonly candidates?: readonly Candidate[];
  readonly findings: readonly Finding[];
}
