/** The exports for other programs; they run under plain Node 24 and read nothing by themselves. */
export { aggregate } from "./aggregate/aggregate.ts";
export {
  equalConditions,
  firstConditionOfType as conditionOf,
  isReadyTrue,
  setConditions,
} from "./aggregate/evaluation/condition-verbs.ts";
export { profiles } from "./aggregate/families.ts";
export type { AggregateOptions } from "./aggregate/options.ts";
export { snapshotOf } from "./aggregate/snapshot-of-objects.ts";
export { createWatchEvaluation, type WatchEvaluation } from "./aggregate/watch-evaluation.ts";
export { isSameToSee, listChanges as changesBetween } from "./changes/compare-reports.ts";
export type { Condition, ConditionStatus, Polarity } from "./model/condition.ts";
export type { RuleSetName } from "./model/families.ts";
export type { FindingCode } from "./model/finding/evidence.ts";
export type { Finding } from "./model/finding/finding.ts";
export type { Severity } from "./model/finding/severity.ts";
export type { Kind } from "./model/kind.ts";
export type { KubeObject, Ref } from "./model/object.ts";
export type { ComponentRow, Profile } from "./model/profile.ts";
export type { Report, ReportNode as Node, RootNode } from "./model/report.ts";
export type { Transition } from "./model/report-change.ts";
export type { Outcome, Query, Reading, Snapshot, Source } from "./model/snapshot.ts";
export { allVerdicts as verdicts, type Verdict, worstVerdict as worst } from "./model/verdict.ts";
export {
  type PrintedCause,
  type PrintedReport,
  type PrintedRoot,
  printReport,
} from "./outline/printed-report.ts";
export {
  type ConditionHistory as History,
  findPast as pastOf,
  type ObjectPast as Past,
  rememberReport as remembered,
} from "./timeline/condition-history.ts";
