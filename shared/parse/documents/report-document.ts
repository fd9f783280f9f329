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
  for (const [gap, path] of checkEntries(checkSection(report["completeness"], "completeness"), "gaps", "completeness"))
    checkGap(checkSection(gap, path), path);
  for (const [root, path] of checkEntries(report, "roots")) checkRoot(checkSection(root, path), path);
  for (const [finding, path] of checkEntries(report, "findings")) checkFinding(checkSection(finding, path), path);
  checkSteps(report);
}

function checkGap(gap: Fields, path: string): void {
  checkOneOf(gap["outcome"], readOutcomes.slice(1), `${path}.outcome`);
  for (const key of ["verb", "group", "kind"]) checkString(gap[key], `${path}.${key}`);
  for (const key of ["namespace", "name"]) checkOptional(gap, key, path);
}

function checkRoot(root: Fields, path: string): void {
  checkNode(root, path, 0);
  const gates = checkSection(root["gates"], `${path}.gates`);
  for (const name of ["ready", "upgradeable"]) {
    const gate = checkSection(gates[name], `${path}.gates.${name}`);
    checkOneOf(gate["answer"], ["yes", "no", "unknown"], `${path}.gates.${name}.answer`);
    checkTexts(gate, "because", `${path}.gates.${name}`);
    if (gate["blockedBy"] !== undefined) checkTexts(gate, "blockedBy", `${path}.gates.${name}`);
  }
  const upgrade = checkSection(gates["upgrade"], `${path}.gates.upgrade`);
  const { running } = upgrade;
  if (typeof running !== "boolean" && running !== null)
    throw unexpectedValue(`${path}.gates.upgrade.running`, "boolean-or-null", running);
  for (const key of ["from", "to"]) checkOptional(upgrade, key, `${path}.gates.upgrade`);
  checkTexts(upgrade, "waitingFor", `${path}.gates.upgrade`);
  if (upgrade["notCreated"] !== undefined) checkTexts(upgrade, "notCreated", `${path}.gates.upgrade`);
  if (root["causes"] !== undefined)
    for (const [cause, where] of checkEntries(root, "causes", path)) checkCause(cause, where);
  for (const [entry, where] of checkEntries(root, "related", path)) {
    const related = checkSection(entry, where);
    checkRef(related["ref"], `${where}.ref`);
    checkString(related["state"], `${where}.state`);
  }
}

/** Deeper than any tree of a cluster, so that no recursion over the tree overflows the stack. */
const maxDepth = 100;

function checkNode(node: Fields, path: string, depth: number): void {
  if (depth > maxDepth) throw new DocumentError({ code: "nested-too-deep", path: path, limit: maxDepth });
  for (const key of ["role", "label"] as const satisfies readonly (keyof ReportNode)[])
    checkString(node[key], `${path}.${key}`);
  checkRef(node["ref"], `${path}.ref`);
  checkOneOf(node["outcome"], readOutcomes, `${path}.outcome`);
  for (const key of ["verdict", "ownVerdict"]) checkOneOf(node[key], allVerdicts, `${path}.${key}`);
  for (const key of ["stale", "deleting", "frozen"])
    if (typeof node[key] !== "boolean") throw unexpectedValue(`${path}.${key}`, "boolean", node[key]);
  for (const [key, fact] of Object.entries(checkSection(node["facts"], `${path}.facts`)))
    checkString(fact, `${path}.facts.${key}`);
  for (const [entry, where] of checkEntries(node, "conditions", path)) {
    const condition = checkSection(entry, where);
    checkOneOf(condition["status"], ["True", "False", "Unknown"], `${where}.status`);
    for (const key of ["type", "reason", "message", "polarity"]) checkString(condition[key], `${where}.${key}`);
    checkOptional(condition, "since", where);
  }
  if (node["trouble"] !== undefined)
    checkOptional(checkSection(node["trouble"], `${path}.trouble`), "since", `${path}.trouble`);
  for (const [child, where] of checkEntries(node, "children", path))
    checkNode(checkSection(child, where), where, depth + 1);
}

function checkFinding(finding: Fields, path: string): void {
  checkString(finding["code" satisfies keyof Finding], `${path}.code`);
  checkOneOf(finding["severity"], severities, `${path}.severity`);
  checkRef(finding["about"], `${path}.about`);
  checkSteps(finding, path);
}
