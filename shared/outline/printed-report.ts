import type { RolloutProgress } from "../model/cause/cause-evidence.ts";
import { definedFields } from "../model/defined-fields.ts";
import type { Finding } from "../model/finding/finding.ts";
import type { Impact } from "../model/finding/impact.ts";
import type { Cause, OperatorStatus, Report, RootNode } from "../model/report.ts";
import { isSerious } from "../model/verdict.ts";
import { causeText } from "./cause-clauses.ts";
import type { PrintedStep } from "./next-command.ts";
import { rolloutText } from "./operator-rollout.ts";
import { plainText } from "./text.ts";
import { impactText } from "./words/impact.ts";
import { writeMessages } from "./written-messages.ts";

/** A Report with the sentences that `-o json`, jsonpath and saved Reports have (model/report.schema.json). */
export interface PrintedReport extends Omit<Report, "roots" | "findings" | "next"> {
  readonly roots: readonly PrintedRoot[];
  readonly findings: readonly PrintedFinding[];
  readonly next: readonly PrintedStep[];
}

export interface PrintedRoot extends Omit<RootNode, "causes" | "impact" | "operator"> {
  readonly rootCause?: RootCause;
  readonly causes: readonly PrintedCause[];
  readonly impact: readonly (Impact & { readonly text: string })[];
  readonly operator?: PrintedOperator;
}

/** `text`: the cause in one sentence with its age. It is never cut. */
export type PrintedCause = Omit<Cause, "next"> & { readonly text: string; readonly next: readonly PrintedStep[] };

type PrintedFinding = Finding | (Finding & { readonly text: string });

interface PrintedOperator extends Omit<OperatorStatus, "rollout"> {
  readonly rollout?: RolloutProgress & { readonly text: string };
}

/** The first cause of a root, where it lies in a part that makes the root unavailable or degraded. */
type RootCause = Pick<PrintedCause, "path" | "text" | "since"> & { readonly events?: Cause["events"] };

/** Adds the sentences to a Report. The fields of each object keep their order. */
export function printReport(given: Report): PrintedReport {
  const report = writeMessages(given);
  const { takenAt, source } = report;
  const clock = { now: takenAt, isNewest: source.takenFrom === "newest" };
  const printCause = ({ evidence, ...cause }: Cause): PrintedCause => ({
    ...cause,
    text: causeText({ ...cause, evidence }, clock),
    evidence,
    // writeMessages has added what each command shows.
    next: cause.next as readonly unknown[] as readonly PrintedStep[],
  });
  const printRoot = ({ causes, operator, ...root }: RootNode): PrintedRoot => {
    const printed = causes.map(printCause);
    const rootCause = rootCauseOf(printed);
    return {
      ...root,
      ...definedFields({ rootCause }),
      causes: printed,
      impact: root.impact.map(({ code, ...clause }) => ({ code, text: impactText({ code, ...clause }), ...clause })),
      ...(operator !== undefined && { operator: printOperator(operator) }),
    };
  };
  return {
    ...report,
    roots: report.roots.map(printRoot),
    findings: report.findings.map(printFinding),
    next: report.next as readonly unknown[] as readonly PrintedStep[],
  };
}

function rootCauseOf([first]: readonly PrintedCause[]): RootCause | undefined {
  if (first === undefined || !isSerious(first.verdict) || first.path.length < 2) return undefined;
  const { path, text, since, events } = first;
  return { path, text, ...definedFields({ since }), ...(events.length > 0 && { events }) };
}

function printOperator({ rollout, ...operator }: OperatorStatus): PrintedOperator {
  if (rollout === undefined) return operator;
  return { ...operator, rollout: { ...rollout, text: plainText(rolloutText(rollout)) } };
}

function printFinding(finding: Finding): PrintedFinding {
  return finding.code === "operator-rollout" ? { ...finding, text: plainText(rolloutText(finding)) } : finding;
}
