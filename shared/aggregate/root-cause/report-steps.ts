import { families } from "../../model/families.ts";
import type { FindingCode } from "../../model/finding/evidence.ts";
import type { Finding, FindingOf } from "../../model/finding/finding.ts";
import { rootFindings } from "../../model/finding/root-findings.ts";
import {
  describeObject,
  findOperatorPods,
  listAllOfKind,
  type NextStep,
  printPermissions,
} from "../../model/next-step.ts";
import type { ReportNode, ReportWithoutSteps, RootNode } from "../../model/report.ts";
import { isMissing } from "../../model/snapshot.ts";
import { sortWorstFirst } from "../../model/verdict.ts";
import { hcoProfile, operatorPodLabel } from "../../profiles/hco/profile.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listPermissionSteps } from "./component-steps.ts";
import {
  listConversionErrorSteps,
  listConversionSteps,
  listOperatorDownSteps,
  listPodsOfDeployment,
} from "./finding-steps.ts";

/** The commands that show more about the worst root of a Report. Empty where nothing is wrong. */
export function listReportSteps(report: ReportWithoutSteps, index: ObjectIndex): readonly NextStep[] {
  if (report.verdict === "healthy") return listStepsOfHealthyReport(report);
  const root = report.roots.find(({ verdict }) => verdict === report.verdict);
  return root === undefined ? listStepsOfGaps(report) : listRootSteps(root, report, index);
}

/** The commands of the first warning beside healthy roots, else of a workload that should run and does not. */
function listStepsOfHealthyReport({ findings }: ReportWithoutSteps): readonly NextStep[] {
  const finding =
    findings.find(({ severity, next }) => severity !== "info" && next.length > 0) ??
    findings.find(({ code }) => code === "uncounted-workload");
  return finding?.next ?? [];
}

/**
 * The commands of the first of these findings that there is, else of the state of the root:
 * 1. The operator does not run. Nothing else is resolved before it does.
 * 2. The conversion webhook fails. Until it responds nothing can write the root.
 * 3. The operator has not evaluated the root yet.
 * 4. A deletion is blocked, or the root is being deleted.
 * 5. The operator rejects the root.
 */
function listRootSteps(root: RootNode, report: ReportWithoutSteps, index: ObjectIndex): readonly NextStep[] {
  const findings = rootFindings(report, root);
  const findFinding = <Code extends FindingCode>(code: Code): FindingOf<Code> | undefined =>
    findings.find((finding): finding is FindingOf<Code> => finding.code === code);
  const operatorDown = findFinding("operator-down");
  if (operatorDown !== undefined) return listOperatorDownSteps(operatorDown, root);
  const webhook = findFinding("conversion-webhook");
  if (webhook !== undefined) return listConversionSteps(webhook, root, index);
  const conversionError = findFinding("conversion-failed");
  if (conversionError !== undefined) return listConversionErrorSteps(conversionError, root);
  const { operatorPods } = families[root.profile];
  if (findFinding("not-yet-seen") !== undefined && operatorPods !== undefined) {
    const causeSteps = root.operator?.running === "yes" ? (root.causes[0]?.next ?? []) : [];
    return causeSteps.length > 0 ? causeSteps : listPodsOfDeployment(operatorPods, root.ref);
  }
  const blocked = findFinding("deletion-blocked");
  if (blocked !== undefined) return describeObject(blocked.about);
  if (root.deleting) return listDeletionSteps(root, findings);
  if (findFinding("invalid-request") !== undefined) return describeObject(root.ref);
  return listStateSteps(root, report);
}

/** The findings about what a deletion waits for, beside `deletion-blocked`. */
const codesOfDeletion: ReadonlySet<FindingCode> = new Set([
  "deletion-abandoned",
  "deletion-waits-for",
  "deletion-waits-for-api",
  "namespace-content-refused",
  "namespace-content-remains",
]);

/** The commands of what a deletion waits for, else those of the first cause of one that lasts, else the root. */
function listDeletionSteps(root: RootNode, findings: readonly Finding[]): readonly NextStep[] {
  const finding = findings.find(({ code, next }) => codesOfDeletion.has(code) && next.length > 0);
  if (finding !== undefined) return finding.next;
  const hasLasted = findings.some(({ code }) => code === "deletion-lasts");
  const causeSteps = hasLasted ? root.causes[0]?.next : undefined;
  return causeSteps ?? describeObject(root.ref);
}

/**
 * The commands of the first of these that there is:
 * 1. A cause below the root that has the root's verdict.
 * 2. The worst object that an Organization holds. Such objects never make their holder unhealthy, but they may be what a
 *    user has to repair.
 * 3. The permissions that the reader lacks.
 * 4. The component that an upgrade waits for.
 * 5. Any cause, else the root itself.
 */
function listStateSteps(root: RootNode, report: ReportWithoutSteps): readonly NextStep[] {
  const [firstCause] = root.causes;
  const isBelowRoot = firstCause !== undefined && firstCause.path.length > 1;
  if (isBelowRoot && firstCause.verdict === root.verdict) return firstCause.next;
  const worstHeldObject = findWorstHeldObject(root);
  if (worstHeldObject !== undefined) return describeObject(worstHeldObject.ref);
  const lacksPermissions = report.completeness.gaps.some(
    ({ required, outcome }) => required && outcome === "forbidden",
  );
  if (lacksPermissions) return listPermissionSteps(root.ref);
  const awaitedPart = root.children.find(({ label }) => root.gates.upgrade.waitingFor.includes(label));
  if (awaitedPart === undefined) return firstCause?.next ?? describeObject(root.ref);
  const causeOfPart = root.causes.find(({ component }) => component === awaitedPart.label);
  return causeOfPart?.next ?? describeObject(awaitedPart.ref);
}

/** The worst object that a root of a holding kind holds, such as an Organization. Undefined if none is unhealthy. */
function findWorstHeldObject({ profile, ref, children }: RootNode): ReportNode | undefined {
  if (!families[profile].holders.includes(ref.kind)) return undefined;
  const unhealthyObjects = children.filter(({ verdict, outcome }) => outcome === "found" && verdict !== "healthy");
  const [worstObject] = sortWorstFirst(unhealthyObjects);
  return worstObject;
}

/**
 * The commands if no root was found, by the first of these cases:
 * 1. A kind is forbidden: the permissions to request for it.
 * 2. A kind was searched in one namespace: its objects in all namespaces, of a cluster that can be queried.
 * 3. There is no HyperConverged: whether an operator runs that could reconcile one.
 */
function listStepsOfGaps({ source, completeness: { gaps } }: ReportWithoutSteps): readonly NextStep[] {
  const forbidden = gaps.find(({ outcome }) => outcome === "forbidden");
  if (forbidden !== undefined) return printPermissions(forbidden, forbidden);
  const gap = gaps.find(({ required }) => required);
  if (gap === undefined) return [];
  if (gap.outcome === "absent" && gap.namespace !== undefined) {
    return source.kind === "cluster" ? listAllOfKind(gap) : [];
  }
  const { operatorPods } = families.hco;
  const lacksHyperConverged = isMissing(gap) && gap.kind === hcoProfile.root.kind;
  if (!lacksHyperConverged || operatorPods === undefined) return [];
  return findOperatorPods(`${operatorPodLabel.name}=${operatorPods}`);
}
