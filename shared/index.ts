/** What other programs import; it runs under bare Node 24 and reads nothing by itself. */
export { type AggregateOptions, aggregate } from "./aggregate/aggregate.ts";
export { changesBetween, isSameToSee } from "./aggregate/changes.ts";
export { type History, type Past, pastOf, remembered } from "./aggregate/history.ts";
export { type Judging, judging } from "./aggregate/judging.ts";
export { conditionOf, equalConditions, isReadyTrue, setConditions } from "./aggregate/verbs.ts";
export type { Condition, ConditionStatus, Sense } from "./model/condition.ts";
export type { Finding, FindingCode, Severity } from "./model/finding.ts";
export type { KubeObject, Ref } from "./model/object.ts";
export type { ComponentRow, Kind, Profile } from "./model/profile.ts";
export type { Node, Report, RootNode, RuleSetName } from "./model/report.ts";
export type { Transition } from "./model/report-change.ts";
export type { Outcome, Query, Reading, Snapshot, Source } from "./model/snapshot.ts";
export { type Verdict, verdicts, worst } from "./model/verdict.ts";
export { snapshotOf } from "./parse/snapshot.ts";
export { profiles } from "./profiles/index.ts";
