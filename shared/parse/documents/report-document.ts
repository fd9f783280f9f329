import type { RolloutProgress } from "../../model/cause/cause-evidence.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { DocumentFault } from "../../model/fault/document.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { severities } from "../../model/finding/severity.ts";
import type { OperatorStatus, Report, ReportNode } from "../../model/report.ts";
import { readOutcomes, sourceKinds } from "../../model/snapshot.ts";
import { allVerdicts } from "../../model/verdict.ts";
import { attemptDocument, CheckedFields, DocumentError } from "../checked-fields.ts";
import { textAt, valueAt } from "../json-value.ts";
import { causeWithEvidence, checkCause, checkOptionalTexts, checkRef, checkSteps, stepsOf } from "./report-causes.ts";

/** The kind of an hco-status document, of any version; undefined for any other document. */
export function documentKind(value: unknown): string | undefined {
  return textAt(value, "apiVersion").startsWith("hco-status/") ? textAt(value, "kind") : undefined;
}

/**
 * The Report in a document (`-o json`, `-o yaml`), or what is wrong with it. It checks the fields by which two Reports
 * are compared and leaves the rest. Never throws.
 */
export function reportIn(value: unknown): Report | { readonly fault: DocumentFault } {
  return attemptDocument(() => {
    checkReport(new CheckedFields(value, ""));
    return withDefaults(value as Report);
  });
}

/** The Report as it is evaluated: without the sentences that are printed with it, and with every list. */
function withDefaults(report: Report): Report {
  const { next = [] } = report as Partial<Report>;
  return {
    ...report,
    next: stepsOf(next),
    roots: report.roots.map(({ causes = [], alerts = [], impact = [], operator, ...printed }) => {
      const { rootCause: _, ...root } = printed as typeof printed & { readonly rootCause?: unknown };
      return {
        ...root,
        causes: causes.map(causeWithEvidence),
        impact: impact.map(withoutText),
        alerts,
        ...definedFields({ operator: operator && withoutSentence(operator) }),
      };
    }),
    findings: report.findings.map(({ next: steps = [], ...printed }) => {
      const finding = { ...printed, next: stepsOf(steps) } as Finding;
      return finding.code === "operator-rollout" ? withoutText(finding) : finding;
    }),
  };
}

/** The roll-out without its sentence; none where an older release wrote the sentence alone. */
function withoutSentence({ rollout, ...operator }: OperatorStatus): OperatorStatus {
  if (typeof valueAt(rollout, "deployment") !== "string") return operator;
  return { ...operator, rollout: withoutText(rollout as RolloutProgress) };
}

function withoutText<Data extends object>(printed: Data): Data {
  const { text: _, ...data } = printed as Data & { readonly text?: unknown };
  return data as Data;
}

function checkReport(report: CheckedFields): void {
  if (textAt(report.fields, "apiVersion") !== "hco-status/v1")
    throw new DocumentError({ code: "other-report-version" });
  report.time("takenAt");
  const source = report.section("source");
  source.oneOf("kind", sourceKinds);
  source.text("name");
  for (const key of ["server", "snapshot"]) source.optionalText(key);
  report.oneOf("verdict", allVerdicts);
  for (const gap of report.section("completeness").sections("gaps")) checkGap(gap);
  for (const root of report.sections("roots")) checkRoot(root);
  for (const finding of report.sections("findings")) checkFinding(finding);
  checkSteps(report);
}

function checkGap(gap: CheckedFields): void {
  gap.oneOf("outcome", readOutcomes.slice(1));
  for (const key of ["verb", "group", "kind"]) gap.text(key);
  for (const key of ["namespace", "name"]) gap.optionalText(key);
}

function checkRoot(root: CheckedFields): void {
  checkNode(root, 0);
  checkGates(root.section("gates"));
  for (const cause of root.optionalSections("causes")) checkCause(cause);
  for (const related of root.sections("related")) {
    checkRef(related.section("ref"));
    related.text("state");
  }
}

function checkGates(gates: CheckedFields): void {
  for (const name of ["ready", "upgradeable"]) {
    const gate = gates.section(name);
    gate.oneOf("answer", ["yes", "no", "unknown"]);
    gate.texts("because");
    checkOptionalTexts(gate, "blockedBy");
  }
  const upgrade = gates.section("upgrade");
  const running = upgrade.value("running");
  if (typeof running !== "boolean" && running !== null) throw upgrade.unexpected("running", "boolean-or-null");
  for (const key of ["from", "to"]) upgrade.optionalText(key);
  upgrade.texts("waitingFor");
  checkOptionalTexts(upgrade, "notCreated");
}

/** Deeper than any tree of a cluster, so that no recursion over the tree overflows the stack. */
const maxDepth = 100;

function checkNode(node: CheckedFields, depth: number): void {
  if (depth > maxDepth) throw new DocumentError({ code: "nested-too-deep", path: node.path, limit: maxDepth });
  for (const key of ["role", "label"] as const satisfies readonly (keyof ReportNode)[]) node.text(key);
  checkRef(node.section("ref"));
  node.oneOf("outcome", readOutcomes);
  for (const key of ["verdict", "ownVerdict"]) node.oneOf(key, allVerdicts);
  for (const key of ["stale", "deleting", "frozen"]) node.boolean(key);
  const facts = node.section("facts");
  for (const key of Object.keys(facts.fields)) facts.text(key);
  for (const condition of node.sections("conditions")) {
    condition.oneOf("status", ["True", "False", "Unknown"]);
    for (const key of ["type", "reason", "message", "polarity"]) condition.text(key);
    condition.optionalText("since");
  }
  if (node.value("trouble") !== undefined) node.section("trouble").optionalText("since");
  for (const child of node.sections("children")) checkNode(child, depth + 1);
}

function checkFinding(finding: CheckedFields): void {
  finding.text("code" satisfies keyof Finding);
  finding.oneOf("severity", severities);
  checkRef(finding.section("about"));
  checkSteps(finding);
}
