import { addUpgradeEffects } from "../../shared/aggregate/hco/upgrade/upgrade-findings.ts";
import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import type { BlockingFinding } from "../../shared/model/finding/goal.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { ReadGap, Report, ReportNode, RootNode } from "../../shared/model/report.ts";
import type { WaitGoal, WaitResult } from "../../shared/model/wait.ts";
import { evaluateWaitGoal, parseWaitGoal } from "../../shared/wait/wait-goal.ts";
import { completeness, component, goodConditions, hyperconverged, refOf, report, root } from "../render/build.ts";

export function cdi(part: Partial<ReportNode> = {}): ReportNode {
  return component("CDI", "healthy", "v1", part);
}

export function healthyRoot(part: Partial<RootNode> = {}): RootNode {
  return root({ conditions: goodConditions, children: [cdi()], ...part });
}

export const label: string = hyperconverged.name;

/** The fields of a finding about the HyperConverged, and about its CDI. */
export const aboutHyperConverged: { readonly about: Ref; readonly root: Ref } = {
  about: hyperconverged,
  root: hyperconverged,
};
export const aboutCdi: { readonly about: Ref; readonly component: string; readonly root: Ref } = {
  about: refOf("CDI"),
  component: "CDI",
  root: hyperconverged,
};

/** A finding without what every finding has, and without the cause that the Report has too. */
export function shortFinding(finding: BlockingFinding): object {
  const { severity: _severity, effects: _effects, rows: _rows, next: _next, verdict, ...evidence } = finding;
  if (evidence.code === "not-read") return { ...evidence, verdict };
  if (evidence.code !== "unhealthy") return evidence;
  const { cause: _cause, ...own } = evidence;
  return { ...own, verdict };
}

/** What a wait knows beside the goal and the roots: what the user named, what it found before, the rest of the Report. */
export interface WaitContext {
  readonly requested?: readonly RequestedKind[];
  readonly foundBefore?: readonly Ref[];
  readonly report?: Partial<Report>;
  readonly gaps?: readonly ReadGap[];
}

/** Evaluates a value of `--for` over a Report of these roots. */
export function evaluateRoots(
  goalText: string,
  roots: readonly RootNode[],
  { requested, foundBefore, report: part = {}, gaps = [] }: WaitContext = {},
): WaitResult {
  const evaluated = addUpgradeEffects(report(roots, { completeness: completeness(1, gaps), ...part }));
  return evaluateWaitGoal(evaluated, parsedGoal(goalText), requested, foundBefore);
}

export function parsedGoal(goalText: string): WaitGoal {
  const goal = parseWaitGoal(goalText);
  if (goal === undefined) throw new Error(`no goal: ${goalText}`);
  return goal;
}

/** A root that differs from the healthy one in some fields, and the findings that block the goal. */
export interface BlockingRow {
  readonly rule: string;
  readonly root: Partial<RootNode>;
  readonly blocking: readonly object[];
}

/** The findings that block a goal for a root with these fields. */
export function listBlockingFindings(
  goalText: string,
  fields: Partial<RootNode>,
  context: WaitContext = {},
): readonly object[] {
  return evaluateRoots(goalText, [healthyRoot(fields)], context).blocking.map(shortFinding);
}

/** The finding that the HyperConverged is unhealthy. */
export function unhealthyRoot(fields: object): object {
  return { code: "unhealthy", outcome: "found", reason: "", ...aboutHyperConverged, ...fields };
}

/** The finding that the CDI of the HyperConverged is unhealthy. */
export function unhealthyCdi(fields: object): object {
  return { code: "unhealthy", outcome: "found", reason: "", ...aboutCdi, ...fields };
}
