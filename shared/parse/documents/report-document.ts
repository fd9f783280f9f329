import type { RolloutProgress } from "../../model/cause/cause-evidence.ts";
import type { DocumentFault } from "../../model/fault/document.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { severities } from "../../model/finding/severity.ts";
import type { OperatorStatus, Report, ReportNode } from "../../model/report.ts";
import { readOutcomes, sourceKinds } from "../../model/snapshot.ts";
import { normalizeUtc } from "../../model/time.ts";
import { allVerdicts } from "../../model/verdict.ts";
import {
  attemptDocument,
  checkEntries,
  checkOneOf,
  checkOptional,
  checkSection,
  checkString,
  DocumentError,
  unexpectedValue,
} from "../checked-fields.ts";
import { type Fields, textAt, valueAt } from "../json-value.ts";
import { causeWithEvidence, checkCause, checkRef, checkSteps, checkTexts, stepsOf } from "./report-causes.ts";

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
    checkReport(checkSection(value, ""));
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
        ...(operator !== undefined && { operator: withoutSentence(operator) }),
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

function checkReport(report: Fields): void {
  const version = textAt(report, "apiVersion");
  if (version !== "hco-status/v1") throw new DocumentError({ code: "other-report-version" });
  if (normalizeUtc(report["takenAt"]) === undefined) throw unexpectedValue("takenAt", "time", report["takenAt"]);
  const source = checkSection(report["source"], "source");
  checkOneOf(source["kind"], sourceKinds, "source.kind");
  checkString(source["name"], "source.name");
  for (const key of ["server", "snapshot"]) checkOptional(source, key, "source");
  checkOneOf(report["verdict"], allVerdicts, "verdict");
  for (const [gap, place] of checkEntries(checkSection(report["completeness"], "completeness"), "gaps", "completeness"))
    checkGap(checkSection(gap, place), place);
  for (const [root, place] of checkEntries(report, "roots")) checkRoot(checkSection(root, place), place);
  for (const [finding, place] of checkEntries(report, "findings")) checkFinding(checkSection(finding, place), place);
  checkSteps(report);
}

function checkGap(gap: Fields, place: string): void {
  checkOneOf(gap["outcome"], readOutcomes.slice(1), `${place}.outcome`);
  for (const key of ["verb", "group", "kind"]) checkString(gap[key], `${place}.${key}`);
  for (const key of ["namespace", "name"]) checkOptional(gap, key, place);
}

function checkRoot(root: Fields, place: string): void {
  checkNode(root, place, 0);
  const gates = checkSection(root["gates"], `${place}.gates`);
  for (const name of ["ready", "upgradeable"]) {
    const gate = checkSection(gates[name], `${place}.gates.${name}`);
    checkOneOf(gate["answer"], ["yes", "no", "unknown"], `${place}.gates.${name}.answer`);
    checkTexts(gate, "because", `${place}.gates.${name}`);
    if (gate["blockedBy"] !== undefined) checkTexts(gate, "blockedBy", `${place}.gates.${name}`);
  }
  const upgrade = checkSection(gates["upgrade"], `${place}.gates.upgrade`);
  const { running } = upgrade;
  if (typeof running !== "boolean" && running !== null)
    throw unexpectedValue(`${place}.gates.upgrade.running`, "boolean-or-null", running);
  for (const key of ["from", "to"]) checkOptional(upgrade, key, `${place}.gates.upgrade`);
  checkTexts(upgrade, "waitingFor", `${place}.gates.upgrade`);
  if (upgrade["notCreated"] !== undefined) checkTexts(upgrade, "notCreated", `${place}.gates.upgrade`);
  if (root["causes"] !== undefined)
    for (const [cause, where] of checkEntries(root, "causes", place)) checkCause(cause, where);
  for (const [entry, where] of checkEntries(root, "related", place)) {
    const related = checkSection(entry, where);
    checkRef(related["ref"], `${where}.ref`);
    checkString(related["state"], `${where}.state`);
  }
}

/** Deeper than any tree of a cluster, so that no recursion over the tree overflows the stack. */
const deepest = 100;

function checkNode(node: Fields, place: string, depth: number): void {
  if (depth > deepest) throw new DocumentError({ code: "nested-too-deep", place, limit: deepest });
  for (const key of ["role", "label"] as const satisfies readonly (keyof ReportNode)[])
    checkString(node[key], `${place}.${key}`);
  checkRef(node["ref"], `${place}.ref`);
  checkOneOf(node["outcome"], readOutcomes, `${place}.outcome`);
  for (const key of ["verdict", "ownVerdict"]) checkOneOf(node[key], allVerdicts, `${place}.${key}`);
  for (const key of ["stale", "deleting", "frozen"])
    if (typeof node[key] !== "boolean") throw unexpectedValue(`${place}.${key}`, "boolean", node[key]);
  for (const [key, fact] of Object.entries(checkSection(node["facts"], `${place}.facts`)))
    checkString(fact, `${place}.facts.${key}`);
  for (const [entry, where] of checkEntries(node, "conditions", place)) {
    const condition = checkSection(entry, where);
    checkOneOf(condition["status"], ["True", "False", "Unknown"], `${where}.status`);
    for (const key of ["type", "reason", "message", "polarity"]) checkString(condition[key], `${where}.${key}`);
    checkOptional(condition, "since", where);
  }
  if (node["trouble"] !== undefined)
    checkOptional(checkSection(node["trouble"], `${place}.trouble`), "since", `${place}.trouble`);
  for (const [child, where] of checkEntries(node, "children", place))
    checkNode(checkSection(child, where), where, depth + 1);
}

function checkFinding(finding: Fields, place: string): void {
  checkString(finding["code" satisfies keyof Finding], `${place}.code`);
  checkOneOf(finding["severity"], severities, `${place}.severity`);
  checkRef(finding["about"], `${place}.about`);
  checkSteps(finding, place);
}
