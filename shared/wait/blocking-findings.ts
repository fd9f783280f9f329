import { listUpgradeableRoots } from "../aggregate/hco/upgrade/upgrade-findings.ts";
import { causeOf } from "../model/cause/cause-path.ts";
import { definedFields } from "../model/defined-fields.ts";
import { families } from "../model/families.ts";
import type { Effect, GoalName } from "../model/finding/effect.ts";
import type { UpgradeLag } from "../model/finding/evidence-parts.ts";
import type { Finding } from "../model/finding/finding.ts";
import { type BlockingFinding, type GoalFinding, makeGoalFinding, withEffect } from "../model/finding/goal.ts";
import { makeGradedFinding } from "../model/finding/make-finding.ts";
import { isSameObject } from "../model/object.ts";
import type { Cause, EvaluatedCondition, Report, ReportNode, RootNode } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";
import type { WaitGoal } from "../model/wait.ts";
import { operatorTypes } from "../profiles/hco/profile.ts";

/** The goal that the effects of findings name. */
export function nameGoal({ is }: WaitGoal): GoalName {
  if (is === "deleted") return "deletion";
  return is === "upgradeable" ? "upgrade" : is;
}

/** The findings about the Report's roots that block the goal, or leave it unknown whether the goal is reached. */
export function listFindingsOnRoots(report: Report, goal: WaitGoal): readonly BlockingFinding[] {
  const { roots } = report;
  switch (goal.is) {
    case "upgradeable": {
      const upgradeable = listUpgradeableRoots(report);
      const blocking = upgradeable.length === 0 ? [] : listFindingsOnUpgrade(report);
      return [...blocking, ...reportMissingVersions(roots, upgradeable, goal)];
    }
    case "upgraded": {
      const versioned = roots.filter(({ profile }) => families[profile].hasUpgradeGate);
      const blocking = versioned.flatMap((root) => listFindingsOnRoot(root, report, goal));
      return [...blocking, ...reportMissingVersions(roots, versioned, goal)];
    }
    default:
      return roots.flatMap((root) => listFindingsOnRoot(root, report, goal));
  }
}

/** The findings about one root that block a goal, assigned to that goal. */
function listFindingsOnRoot(root: RootNode, { findings }: Report, goal: WaitGoal): readonly BlockingFinding[] {
  return listBlockersOfRoot(root, findings, goal).map((finding) => assignToGoal(finding, goal, root));
}

function listBlockersOfRoot(root: RootNode, findings: readonly Finding[], goal: WaitGoal): readonly BlockingFinding[] {
  switch (goal.is) {
    case "healthy":
      return addSettling(root, [
        ...reportOutdatedStatus(root, findings),
        ...listUnhealthyParts(root, findings, isUnhealthy),
        ...listShortWorkloads(root, findings, shortWorkloadCodes, isUnhealthy),
      ]);
    case "available":
      return addSettling(root, [
        ...reportOutdatedStatus(root, findings),
        ...addOperator(reportUnavailability(root, findings), root, findings),
        ...listShortWorkloads(root, findings, ["component-workload-down", "workload-absent"], isDown),
      ]);
    case "upgraded":
      return addSettling(root, [
        ...reportOutdatedStatus(root, findings),
        ...addOperator(reportUnfinishedUpgrade(root, findings, goal.version), root, findings),
      ]);
    case "condition":
      return [...reportOtherCondition(root, goal.type, goal.status), ...listOperatorUnknown(root, findings)];
    case "upgradeable":
    case "deleted":
    case "create":
      return [];
  }
}

/** The finding about its root, with its effect on the goal. */
function assignToGoal(finding: BlockingFinding, goal: WaitGoal, root: RootNode): BlockingFinding {
  return withEffect({ ...finding, root: root.ref }, nameGoal(goal), effectOf(finding));
}

/** Whether a finding shows that the goal is not reached, or only that this is unknown. */
function effectOf(finding: BlockingFinding): Effect {
  switch (finding.code) {
    case "no-versions":
    case "operator-unknown":
      return "unknown";
    case "unhealthy":
    case "component-absent":
    case "not-read":
      return finding.verdict === "unknown" ? "unknown" : "blocks";
    case "operator-rollout":
      return finding.state === "unknown" ? "unknown" : "blocks";
    case "operator-replaced":
      return finding.rollout === undefined || finding.rollout.state === "unknown" ? "unknown" : "blocks";
    case "not-upgraded": {
      const isVersionUnknown = finding.observedVersion === undefined || finding.expectedVersion === undefined;
      return finding.running === null || (finding.running === false && isVersionUnknown) ? "unknown" : "blocks";
    }
    default:
      return "blocks";
  }
}

/**
 * The findings that block an upgrade, then those that leave it unknown. In both groups the findings about roots come first,
 * then those about components in the order of the Report.
 */
function listFindingsOnUpgrade({ roots, findings }: Report): readonly Finding[] {
  const labels = roots.flatMap(({ children }) => children.map(({ label }) => label));
  // A finding about a root has no component, and the position -1.
  const positionOf = ({ component }: Finding): number => labels.indexOf(component ?? "");
  const sorted = findings.toSorted((a, b) => positionOf(a) - positionOf(b));
  return [
    ...sorted.filter(({ effects }) => effects.upgrade === "blocks"),
    ...sorted.filter(({ effects }) => effects.upgrade === "unknown"),
  ];
}

/** A finding about each root where no root can be upgraded. Where one can, the others do not block. */
function reportMissingVersions(
  roots: readonly RootNode[],
  versioned: readonly RootNode[],
  goal: WaitGoal,
): readonly BlockingFinding[] {
  if (versioned.length > 0) return [];
  return roots.map((root) => assignToGoal(makeGoalFinding(root.ref, { code: "no-versions" }), goal, root));
}

// What a root reports

/** The finding that the object is being deleted or has an outdated status, so that its state is no evidence. */
function reportOutdatedStatus(root: RootNode, findings: readonly Finding[]): readonly BlockingFinding[] {
  if (root.deleting) return [findDeletion(root, findings)];
  return root.stale ? [findStaleStatus(root, findings)] : [];
}

/** The finding that a root is being deleted. The Report's own finding, where it has one, names what still exists. */
export function findDeletion({ ref }: RootNode, findings: readonly Finding[]): BlockingFinding {
  const reported = findings.find(({ code, about }) => code === "deleting" && isSameObject(about, ref));
  return reported ?? makeGoalFinding(ref, { code: "outdated-status", because: "deleting" });
}

function findStaleStatus(node: ReportNode, findings: readonly Finding[]): BlockingFinding {
  const reported = findings.find(({ code, about }) => code === "stale" && isSameObject(about, node.ref));
  return reported ?? makeGoalFinding(node.ref, { code: "outdated-status", because: "stale" }, readComponent(node));
}

/** The short name of a component, also as a root without its HyperConverged. Other nodes are called by their names. */
function readComponent({ ref, label }: ReportNode): { readonly component?: string } {
  return label === ref.name ? {} : { component: label };
}

/**
 * The findings. Where there is none and the operator may be about to write the CR after its components, one that the CR is
 * outdated. The Report has no such finding.
 */
function addSettling({ ref, driftHeld }: RootNode, blocking: readonly BlockingFinding[]): readonly BlockingFinding[] {
  if (blocking.length > 0 || driftHeld !== "settling") return blocking;
  return [makeGoalFinding(ref, { code: "outdated-status", because: "settling" })];
}

/**
 * The findings, and one that the operator does not run or that it is unknown whether it does, because what it wrote may then
 * be out of date.
 */
function addOperator(
  blocking: readonly BlockingFinding[],
  root: RootNode,
  findings: readonly Finding[],
): readonly BlockingFinding[] {
  if (root.gates.ready.because.includes("OperatorDown")) return [...blocking, findOperatorDown(root, findings)];
  const isReported = blocking.some((finding) => finding.code === "unhealthy" && finding.reason === "OperatorUnknown");
  return isReported ? blocking : [...blocking, ...listOperatorUnknown(root, findings)];
}

function findOperatorDown({ ref }: RootNode, findings: readonly Finding[]): BlockingFinding {
  const reported = findings.find(({ code, about }) => code === "operator-down" && about.namespace === ref.namespace);
  return reported ?? makeGoalFinding(ref, { code: "outdated-status", because: "operator-down" });
}

/** The finding that it is unknown whether the operator runs, so that a condition that it wrote is no evidence. */
function listOperatorUnknown({ ref, profile }: RootNode, findings: readonly Finding[]): readonly BlockingFinding[] {
  if (families[profile].operatorPods === undefined) return [];
  const unknown = findings.find(
    (finding) => finding.code === "operator-unknown" && !finding.isGiven && finding.about.namespace === ref.namespace,
  );
  return unknown === undefined ? [] : [unknown];
}

/**
 * The finding that a condition is not as requested, by the rules of kubectl (pkg/cmd/wait/condition.go):
 * - Type and status are compared in any case.
 * - A condition of an older generation does not count. One without a generation is as old as the status.
 * - Of several conditions of one type all must match, where kubectl takes the first.
 */
function reportOtherCondition(
  { ref, conditions, stale }: RootNode,
  type: string,
  expected: string,
): readonly BlockingFinding[] {
  const ofType = conditions.filter((condition) => condition.type.toLowerCase() === type.toLowerCase());
  if (ofType.length === 0) {
    const evidence = { type, expected, status: null, reason: "", outdated: false };
    return [makeGoalFinding(ref, { code: "other-condition", ...evidence })];
  }
  const isOutdated = (condition: EvaluatedCondition): boolean =>
    condition.outdated || (condition.observedGeneration === undefined && stale);
  const isAsRequested = (condition: EvaluatedCondition): boolean =>
    condition.status.toLowerCase() === expected.toLowerCase() && !isOutdated(condition);
  const other = ofType.find((condition) => !isAsRequested(condition));
  if (other === undefined) return [];
  const { status, reason } = other;
  const evidence = { type: other.type, expected, status, reason, outdated: isOutdated(other) };
  return [makeGoalFinding(ref, { code: "other-condition", ...evidence })];
}

// The health of a root and its parts

function isUnhealthy(verdict: Verdict): boolean {
  return verdict !== "healthy";
}

function isDown(verdict: Verdict): boolean {
  return verdict === "unavailable" || verdict === "unknown";
}

/** The findings about the root itself, where the parts do not explain it, and about the required parts that are bad. */
function listUnhealthyParts(
  root: RootNode,
  findings: readonly Finding[],
  isBad: (verdict: Verdict) => boolean,
): readonly BlockingFinding[] {
  const rootFindings = listUnhealthyRoot(root, findings, isBad);
  if (families[root.profile].verdictFrom === "status") return rootFindings;
  const badParts = root.children.filter((part) => part.required && isBad(part.verdict));
  const partFindings = badParts.map((part) => reportUnhealthyNode(part, root, part.verdict, findings));
  const isRootExplained = badParts.length > 0 && !isBad(root.ownVerdict);
  return isRootExplained ? partFindings : [...rootFindings, ...partFindings];
}

/** The finding about a root that is bad by its verdict or its own verdict, unless its status is no evidence anyway. */
function listUnhealthyRoot(
  root: RootNode,
  findings: readonly Finding[],
  isBad: (verdict: Verdict) => boolean,
): readonly BlockingFinding[] {
  const { ownVerdict, verdict, conditions, gates, facts } = root;
  const isRootBad = isBad(verdict) || isBad(ownVerdict);
  if (!isRootBad || root.deleting || root.stale) return [];
  const { reconcileCondition } = families[root.profile];
  const reconcile = conditions.find(({ type }) => type === reconcileCondition);
  const isReconciling = reconcile !== undefined && reconcile.status !== "True";
  const isUpgrade = ownVerdict === "progressing" || (facts["stalledSince"] !== undefined && !isReconciling);
  const operatorReason = ["OperatorDown", "OperatorUnknown"].find((reason) => gates.ready.because.includes(reason));
  const isUpgradeRunning = isUpgrade && operatorReason === undefined && gates.upgrade.running === true;
  if (isUpgradeRunning && isBad(ownVerdict)) return [makeNotUpgraded(root, [])];
  const finding = reportUnhealthyNode(root, root, isBad(ownVerdict) ? ownVerdict : verdict, findings);
  if (finding.code !== "unhealthy") return [finding];
  const reconcileReason = isReconciling ? reconcile.reason : undefined;
  return [{ ...finding, reason: operatorReason ?? reconcileReason ?? finding.reason }];
}

/**
 * The finding that a part, or the root itself, has this verdict, with the Report's first cause of it. For a part that was not
 * found it is the Report's own finding.
 */
function reportUnhealthyNode(
  node: ReportNode,
  root: RootNode,
  verdict: Verdict,
  findings: readonly Finding[],
): BlockingFinding {
  const { outcome, ref, role, label } = node;
  const component = role === "root" ? readComponent(node) : { component: label };
  if (outcome !== "found" && role !== "root") {
    const reported = findings.find(
      ({ code, about }) => (code === "component-absent" || code === "not-read") && isSameObject(about, ref),
    );
    if (reported !== undefined) return { ...reported, verdict, ...component };
  }
  if (outcome === "forbidden" || outcome === "unread") {
    const finding = makeGradedFinding("warning", ref, { code: "not-read", outcome, cause: "" });
    return { ...finding, verdict, ...component };
  }
  const cause = outcome === "found" ? findExplanation(node, root) : undefined;
  const evidence = { outcome, reason: readReason(node), ...definedFields({ cause }) };
  return makeGoalFinding(ref, { code: "unhealthy", ...evidence }, { verdict, ...component });
}

/**
 * The Report's first cause of a part. For the root, the first cause that is about the root, or about a component that no
 * finding about a part names: an operator may be stuck at a component that reports itself healthy.
 */
function findExplanation(node: ReportNode, root: RootNode): Cause | undefined {
  if (node.role !== "root") return causeOf(root, node);
  if (families[root.profile].verdictFrom === "status") return root.causes[0];
  const reportedParts = root.children.filter(
    ({ required, outcome, verdict }) => required && outcome === "found" && isUnhealthy(verdict),
  );
  const reportedLabels = new Set(reportedParts.map(({ label }) => label));
  return root.causes.find(({ path, component }) => path.length === 1 || !reportedLabels.has(component));
}

/** The polarities of the conditions that give a node its reason, the first one first. */
const reasonPolarities = ["main", "bad", "good", "busy"];

/** The reason of a node: that of its trouble, else that of its first abnormal condition. Empty where neither has one. */
function readReason({ conditions, trouble }: ReportNode): string {
  if (trouble !== undefined) return trouble.reason;
  const withReason = conditions.filter(({ abnormal, reason }) => abnormal && reason !== "");
  for (const polarity of reasonPolarities) {
    const condition = withReason.find((candidate) => candidate.polarity === polarity);
    if (condition !== undefined) return condition.reason;
  }
  return "";
}

/**
 * The findings that keep a root from being available. No required object may be down, unknown or stale. A root with a
 * condition for availability, as HyperConverged has, must report it. One without, such as a StatefulSet or a new object, is
 * available if it is healthy.
 */
function reportUnavailability(root: RootNode, findings: readonly Finding[]): readonly BlockingFinding[] {
  const { conditions, children, profile } = root;
  const otherParts = children.filter((part) => part.required && !isDown(part.verdict));
  // A degraded component may report its availability as Unknown.
  const unknown = otherParts
    .filter((part) => findMainCondition(part)?.status === "Unknown")
    .map((part) => reportUnhealthyNode(part, root, "unknown", findings));
  const stale = otherParts.filter((part) => part.stale).map((part) => findStaleStatus(part, findings));
  const partFindings = [...listUnhealthyParts(root, findings, isDown), ...unknown, ...stale];
  if (partFindings.length > 0 || root.deleting || root.stale) return partFindings;
  const reported = conditions.find(({ type }) => type === "Available") ?? findMainCondition(root);
  if (reported === undefined && !families[profile].hasAvailableCondition) {
    return listUnhealthyParts(root, findings, isUnhealthy);
  }
  return reportOtherCondition(root, reported?.type ?? "Available", "True");
}

function findMainCondition({ conditions }: ReportNode): EvaluatedCondition | undefined {
  return conditions.find(({ polarity }) => polarity === "main");
}

/** The codes of the findings about workloads that are missing or lack pods. */
export const shortWorkloadCodes: readonly Finding["code"][] = [
  "component-operator-down",
  "component-workload-down",
  "workload-not-ready",
  "workload-absent",
];

/**
 * The findings of these codes about workloads below required components, and findings about workloads whose status is out of
 * date. Within its deadline such a workload makes no component worse, but a wait that ignores it ends too early. `isCovered`:
 * whether components of a verdict have a finding of their own, so that their workloads do not count.
 */
function listShortWorkloads(
  { children }: RootNode,
  findings: readonly Finding[],
  codes: readonly Finding["code"][],
  isCovered: (verdict: Verdict) => boolean,
): readonly BlockingFinding[] {
  const counted = children.filter(({ required, verdict }) => required && !isCovered(verdict));
  const labels = new Set(counted.map(({ label }) => label));
  const short = findings.filter(({ code, component = "" }) => codes.includes(code) && labels.has(component));
  // The counts in an outdated status are those of an older template.
  const stale = counted
    .flatMap((part) => part.children.filter((node) => node.role === "workload" && node.stale))
    .map((workload) => findStaleStatus(workload, findings));
  return [...short, ...stale];
}

// Versions

/**
 * The findings that keep an upgrade from being finished. Without any of the operator's conditions nothing shows that it has
 * finished, whatever version the status has. `requestedVersion`: the version that the user requires.
 */
function reportUnfinishedUpgrade(
  root: RootNode,
  findings: readonly Finding[],
  requestedVersion?: string,
): readonly BlockingFinding[] {
  const blocking = [
    ...reportOtherVersion(root, requestedVersion),
    ...reportReplacedOperator(root, findings, requestedVersion),
  ];
  const hasOperatorCondition = root.conditions.some(({ type }) => operatorTypes.includes(type));
  if (hasOperatorCondition || blocking.length > 0) return blocking;
  return [reportUnhealthyNode(root, root, "unknown", findings)];
}

/**
 * The finding that the CR's version is not the operator's or the requested one, that an upgrade runs, or that a component has
 * another version than its operator installs. An unknown version counts as not reached.
 */
function reportOtherVersion(root: RootNode, requestedVersion?: string): readonly BlockingFinding[] {
  const { gates, facts, children } = root;
  const { observedVersion, expectedVersion } = facts;
  const behind = children
    .filter((part) => part.required && (part.facts["expectedVersion"] ?? "") !== "" && isBehind(part.facts))
    .map(({ label }) => label);
  const isFinished =
    gates.upgrade.running === false && observedVersion !== undefined && observedVersion === expectedVersion;
  const isRequested = requestedVersion === undefined || isSameVersion(requestedVersion, observedVersion);
  if (isFinished && isRequested && behind.length === 0) return [];
  return [makeNotUpgraded(root, behind, isRequested ? undefined : requestedVersion)];
}

/** The finding that an upgrade is not finished, with the components that it waits for and those that are `behind`. */
function makeNotUpgraded(root: RootNode, behind: readonly string[], requestedVersion?: string): GoalFinding {
  const { ref, gates, facts, children } = root;
  const { observedVersion, expectedVersion } = facts;
  const isOtherRequested = requestedVersion !== undefined && !isSameVersion(requestedVersion, expectedVersion);
  const waitingFor = [...new Set([...gates.upgrade.waitingFor, ...behind])];
  const lags = children
    .filter(({ label }) => waitingFor.includes(label))
    .map((child) => describeUpgradeLag(child, root));
  const versions = definedFields({
    observedVersion,
    expectedVersion,
    requestedVersion: isOtherRequested ? requestedVersion : undefined,
  });
  const evidence = { running: gates.upgrade.running, ...versions, waitingFor, lags };
  return makeGoalFinding(ref, { code: "not-upgraded", ...evidence }, { verdict: root.ownVerdict });
}

function describeUpgradeLag({ label, facts, conditions, verdict }: ReportNode, root: RootNode): UpgradeLag {
  const { observedVersion, expectedVersion } = facts;
  const { stalledSince } = root.facts;
  // A component that reports that it is healthy does not show since when the upgrade waits for it.
  const isSilent = verdict === "healthy" && expectedVersion !== undefined && isBehind(facts);
  const progressing = (isSilent ? root.conditions : conditions).find(
    ({ polarity, status }) => polarity === "busy" && status === "True",
  );
  const since = stalledSince ?? progressing?.since;
  return {
    label,
    stalled: stalledSince !== undefined,
    ...definedFields({ observedVersion, expectedVersion, since }),
  };
}

/** Whether a component has another version than its operator installs. */
function isBehind({ observedVersion, expectedVersion }: ReportNode["facts"]): boolean {
  return observedVersion !== expectedVersion;
}

/** Whether two versions are the same, as `v1.20.0` and `1.20.0` are. An unknown version equals no other. */
function isSameVersion(version: string, other: string | undefined): boolean {
  return other !== undefined && stripPrefix(version) === stripPrefix(other);
}

function stripPrefix(version: string): string {
  return version.replace(/^v(?=\d)/, "");
}

/**
 * The finding that the operator itself is being replaced, so that the upgrade has not begun. Where its Deployment could not
 * be read, it may have a newer template than the operator that runs. That blocks only where the user requires no version.
 */
function reportReplacedOperator(
  { ref, operator }: RootNode,
  findings: readonly Finding[],
  requestedVersion?: string,
): readonly BlockingFinding[] {
  if (operator === undefined) return [];
  const { rollout, running } = operator;
  if (rollout === undefined) {
    const mayBeReplaced = running === "yes" && requestedVersion === undefined;
    return mayBeReplaced ? [makeGoalFinding(ref, { code: "operator-replaced" })] : [];
  }
  if (rollout.state === "complete") return [];
  const reported = findings.find(({ code, root }) => code === "operator-rollout" && root && isSameObject(root, ref));
  return [reported ?? makeGoalFinding(ref, { code: "operator-replaced", rollout })];
}
