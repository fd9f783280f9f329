import type { Cause, NextStep, Report, RootNode } from "../../../model/report.ts";
import { type Verdict, worstVerdict } from "../../../model/verdict.ts";
import { partRows } from "../../page/component-rows.ts";
import { gateRows } from "../../page/gate-rows.ts";
import { rootFindings } from "../../page/group-findings.ts";
import { checkText, gateCheck, wholeCheck, wholeText } from "../../words/commands/pipeline.ts";
import { qualifiedName } from "../../words/report/names.ts";

/** The result of a check. `open`: neither passed nor failed, because it is unknown or in progress. */
type CheckResult = "passed" | "failed" | "open";

/** One thing that a pipeline counts: a root, a component or a gate. Texts are the cluster's own, not escaped. */
export interface PipelineCheck {
  readonly name: string;
  readonly result: CheckResult;
  /** The verdict, or the answer of a gate. */
  readonly state: string;
  readonly text: string;
  /** A gate may be closed although all is healthy. */
  readonly isGate?: true;
  readonly next: readonly NextStep[];
}

/** The checks of one root, or of the report as a whole. */
export interface CheckGroup {
  readonly name: string;
  readonly checks: readonly PipelineCheck[];
}

const results: Readonly<Record<Verdict, CheckResult>> = {
  unavailable: "failed",
  degraded: "failed",
  unknown: "open",
  progressing: "open",
  healthy: "passed",
};

/**
 * The checks of a Report: each root with its components and gates. A component that is not required never fails. Where
 * the roots do not explain the verdict of the Report, or there are none, a check of the whole comes first, so that a
 * pipeline never counts nothing as passed.
 */
export function groupChecks(report: Report): readonly CheckGroup[] {
  const { verdict, source, roots, next } = report;
  const groups = roots.map((root) => groupOf(root, report));
  if (roots.length > 0 && worstVerdict(roots.map((root) => root.verdict)) === verdict) return groups;
  const whole = { name: wholeCheck, result: results[verdict], state: verdict, text: wholeText(report), next };
  return [{ name: source.name, checks: [whole] }, ...groups];
}

function groupOf(root: RootNode, report: Report): CheckGroup {
  const findings = rootFindings(report, root);
  const clock = { now: report.takenAt, tells: "age" } as const;
  const [first] = root.causes;
  const own: PipelineCheck = {
    name: wholeCheck,
    result: results[root.verdict],
    state: root.verdict,
    text: checkText(root.verdict, first?.text ?? ""),
    next: first?.next ?? [],
  };
  // By look-ups, since a root may have thousands of parts and causes.
  const required = new Set(root.children.filter((child) => child.required).map((child) => child.ref));
  const causes = new Map<string, Cause>();
  for (const cause of root.causes.toReversed())
    for (const name of [cause.component, ...(cause.sharedBy ?? [])]) causes.set(name, cause);
  const parts = partRows(root, findings, clock, true).map(({ label, ref, verdict, why }): PipelineCheck => {
    const cause = verdict === "healthy" ? undefined : causes.get(label);
    const result = results[verdict];
    return {
      name: label,
      result: result === "failed" && !required.has(ref) ? "open" : result,
      state: verdict,
      text: checkText(verdict, cause?.text ?? why),
      next: cause?.next ?? [],
    };
  });
  const gates = gateRows(root).map(({ name, words }): PipelineCheck => {
    const { answer, blockedBy } = name === "ready" ? root.gates.ready : root.gates.upgradeable;
    const closed = blockedBy !== undefined || answer === "no";
    return {
      name: gateCheck(name),
      result: closed ? "failed" : answer === "yes" ? "passed" : "open",
      state: closed ? "no" : answer,
      text: words,
      isGate: true,
      next: [],
    };
  });
  return { name: qualifiedName(root.ref), checks: [own, ...parts, ...gates] };
}
