import type { Condition } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Drift } from "../../model/drift.ts";
import type { FindingCode, MalformedEvidence } from "../../model/finding/evidence.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../model/finding/make-finding.ts";
import { isSameObject, keyOf, type Ref } from "../../model/object.ts";
import type { EvaluatedCondition, ReportNode, RootNode } from "../../model/report.ts";
import { formatStamp, parseMilliseconds } from "../../model/time.ts";
import type { Verdict } from "../../model/verdict.ts";
import { faultText } from "../../tables/reasons.ts";

/** Adds to each finding of a root the root, the component that it comes from, and the verdict that it gives the root. */
export function assignRoot(findings: readonly Finding[], root: RootNode): readonly Finding[] {
  if (findings.length === 0) return [];
  // A root may have thousands of parts and of findings, so the parts are indexed once.
  const partsByKey = new Map(root.children.map((part) => [keyOf(part.ref), part]));
  const ownersByKey = new Map(
    root.children.flatMap((part) => part.children.map(({ ref }) => [keyOf(ref), part] as const)),
  );
  return findings.map((finding): Finding => {
    const key = keyOf(finding.about);
    const part = partsByKey.get(key);
    const owner = part ?? ownersByKey.get(key);
    const isOfComponent = owner?.role === "component" || (part !== undefined && faultsInTree.has(finding.code));
    const component = finding.component ?? (isOfComponent ? owner?.label : undefined);
    const verdict = faultCodes.has(finding.code)
      ? verdictOf(component, part, root)
      : verdictInTree(finding, part, owner, root);
    return { ...finding, root: root.ref, ...definedFields({ component }), verdict } as Finding;
  });
}

/**
 * The verdict that a finding gives a root by its severity and its place. The first rule that fits decides:
 * 1. An error about a conversion of the root: the own verdict of the root.
 * 2. A refused certificate that is a cause: the verdict of the root.
 * 3. An error about an object in the tree: the verdict of that part, or of the part above the object.
 * 4. Otherwise healthy.
 */
function verdictInTree(
  { code, severity, about }: Finding,
  part: ReportNode | undefined,
  owner: ReportNode | undefined,
  root: RootNode,
): Verdict {
  if (severity === "error" && faultsOfRoot.has(code)) return root.ownVerdict;
  if (code === "certificate-refused" && root.causes.some((cause) => isSameObject(cause.about, about))) {
    return root.verdict;
  }
  if (severity !== "error" || !faultsInTree.has(code)) return "healthy";
  if (part !== undefined) return part.verdict;
  return owner?.required === true ? owner.verdict : "healthy";
}

/** The verdict that the state of a component, of another part or of the root itself gives the root. */
export function verdictOf(component: string | undefined, part: ReportNode | undefined, root: RootNode): Verdict {
  const node = component === undefined ? part : root.children.find(({ label }) => label === component);
  if (node === undefined) return root.ownVerdict;
  return node.required ? node.verdict : "healthy";
}

/** The codes of findings about a fault, an absence or work under way. Other findings are information and change nothing. */
const faultCodes: ReadonlySet<FindingCode> = new Set([
  "operator-down",
  "operator-unknown",
  "operator-rollout",
  "invalid-request",
  "reconcile-failed",
  "status-unknown",
  "installing",
  "not-yet-seen",
  "stale",
  "deleting",
  "deletion-blocked",
  "deletion-abandoned",
  "upgrade-stall",
  "upgrade-stuck",
  "component-absent",
  "not-read",
  "no-conditions",
  "component-operator-down",
  "component-workload-down",
  "workload-not-ready",
  "workload-absent",
  "api-not-available",
  "component-new",
  "not-evaluated",
]);

/** The codes of findings that are about a fault of the root itself if they are errors. */
const faultsOfRoot: ReadonlySet<FindingCode> = new Set(["conversion-webhook", "conversion-failed"]);

/** The codes of findings about an object below the root, as a webhook below its component. */
const faultsInTree: ReadonlySet<FindingCode> = new Set([
  "ca-bundle-invalid",
  "certificate-refused",
  "webhook-without-endpoints",
]);

/** At most one finding: the condition types of an object whose polarity is inferred from their names. */
export function listInferredFindings(about: Ref, conditions: readonly EvaluatedCondition[]): readonly Finding[] {
  const types = [...new Set(conditions.filter(({ inferred }) => inferred === true).map(({ type }) => type))];
  return types.length === 0 ? [] : [makeFinding(about, { code: "inferred-polarity", types })];
}

/** The most conditions that a finding lists. */
const maxListedConditions = 10;

/**
 * At most one finding: the conditions of an object that no rule knows and that may report a fault. They have no effect on
 * the verdict.
 *
 * @param isKnown whether a table has the polarity of a type
 */
export function listSuspectFindings(
  about: Ref,
  conditions: readonly EvaluatedCondition[],
  isKnown: (type: string) => boolean,
): readonly Finding[] {
  const suspects = conditions.filter((each) => each.polarity === "info" && mayReportFault(each) && !isKnown(each.type));
  const [first] = suspects;
  if (first === undefined) return [];
  const { reason, message } = first;
  const listed = suspects.slice(0, maxListedConditions).map(({ type, status }) => ({ type, status }));
  return [
    makeFinding(about, { code: "suspect-condition", conditions: listed, count: suspects.length, reason, message }),
  ];
}

/** Whether a condition is False with a reason or message, or its text mentions a failure. */
function mayReportFault({ status, reason, message }: EvaluatedCondition): boolean {
  if (/^(AsExpected|NotRequired|Disabled|NotApplicable)$/.test(reason)) return false;
  return (status === "False" && `${reason}${message}` !== "") || faultText.test(`${reason} ${message}`);
}

/** The milliseconds by which the clocks of server and viewer may differ before one of them is considered wrong. */
const maxClockSkewMs = 60_000;

/** The findings about malformed conditions, and about the first condition with a time later than the snapshot. */
export function listMalformedFindings(
  about: Ref,
  malformed: readonly MalformedEvidence[],
  conditions: readonly Condition[],
  takenAt: string,
): readonly Finding[] {
  const findings = malformed.map((field): Finding => makeFinding(about, field));
  // Times in RFC 3339 UTC with whole seconds sort as text.
  const latestTime = formatStamp((parseMilliseconds(takenAt) ?? 0) + maxClockSkewMs);
  for (const { type, since } of conditions) {
    if (since === undefined || since <= latestTime) continue;
    return [...findings, makeFinding(about, { code: "clock-ahead", type, since })];
  }
  return findings;
}

/** Makes the finding that a condition of the CR differs from what its rule set computes. */
export function makeDriftFinding(
  severity: "warning" | "info",
  about: Ref,
  { type, what, reported, expected }: Drift,
): Finding {
  const words = definedFields({
    reportedReason: reported?.reason,
    reportedStatus: reported?.status,
    expectedReason: expected?.reason,
    expectedStatus: expected?.status,
  });
  return makeGradedFinding(severity, about, { code: "drift", type, what, ...words });
}
