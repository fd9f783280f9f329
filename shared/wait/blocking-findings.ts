import { listUpgradeableRoots } from "../aggregate/hco/upgrade/upgrade-findings.ts";
import { causeOf } from "../model/cause/cause-path.ts";
import { definedFields } from "../model/defined-fields.ts";
import { families } from "../model/families.ts";
import type { Effect, GoalName } from "../model/finding/effect.ts";
import type { Finding } from "../model/finding/finding.ts";
import {
  type BlockingFinding,
  type GoalFinding,
  makeGoalFinding,
  type UpgradeLag,
  withEffect,
} from "../model/finding/goal.ts";
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

/** The findings about the roots that the Report has which block the goal, or leave it unknown whether it is reached. */
export function listFindingsOnRoots(report: Report, goal: WaitGoal): readonly BlockingFinding[] {
  const { roots, findings } = report;
  switch (goal.is) {
    case "healthy":
      return roots.flatMap((root) =>
        addSettling(root, [
          ...reportOutdatedStatus(root, findings),
          ...listUnhealthyParts(root, findings, isUnhealthy),
          ...listShortWorkloads(root, findings, shortWorkloadCodes, isUnhealthy),
        ]).map((finding) => assignToGoal(finding, goal, root)),
      );
    case "available":
      return roots.flatMap((root) =>
        addSettling(root, [
          ...reportOutdatedStatus(root, findings),
          ...addOperator(reportUnavailability(root, findings), root, findings),
          ...listShortWorkloads(root, findings, ["component-workload-down", "workload-absent"], isDown),
        ]).map((finding) => assignToGoal(finding, goal, root)),
      );
    case "upgradeable": {
      const upgradeable = listUpgradeableRoots(report);
      return [
        ...(upgradeable.length === 0 ? [] : listFindingsOnUpgrade(report)),
        ...reportMissingVersions(roots, upgradeable, goal),
      ];
    }
    case "upgraded": {
      const versioned = roots.filter(({ profile }) => families[profile].hasUpgradeGate);
      const blocking = versioned.flatMap((root) =>
        addSettling(root, [
          ...reportOutdatedStatus(root, findings),
          ...addOperator(reportUnfinishedUpgrade(root, findings, goal.version), root, findings),
        ]).map((finding) => assignToGoal(finding, goal, root)),
      );
      return [...blocking, ...reportMissingVersions(roots, versioned, goal)];
    }
    case "condition":
      return roots.flatMap((root) =>
        [...reportOtherCondition(root, goal.type, goal.status), ...listOperatorUnknown(root, findings)].map((finding) =>
          assignToGoal(finding, goal, root),
        ),
      );
    case "deleted":
    case "create":
      return [];
  }
}

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

/** The findings that block an upgrade, then those that leave it unknown: of a root its own, then its components'. */
function listFindingsOnUpgrade({ roots, findings }: Report): readonly Finding[] {
  const labels = roots.flatMap(({ children }) => children.map(({ label }) => label));
  const place = ({ component }: Finding): number => labels.indexOf(component ?? "");
  return (["blocks", "unknown"] as const).flatMap((effect) =>
    findings.filter(({ effects }) => effects.upgrade === effect).toSorted((a, b) => place(a) - place(b)),
  );
}

/** That no root can be upgraded. Where some can, the others do not block. */
function reportMissingVersions(
  roots: readonly RootNode[],
  versioned: readonly RootNode[],
  goal: WaitGoal,
): readonly BlockingFinding[] {
  if (versioned.length > 0) return [];
  return roots.map((root) => assignToGoal(makeGoalFinding(root.ref, { code: "no-versions" }), goal, root));
}

// What a root reports

/** That the object is being deleted or its status is out of date. Its state is then no evidence. */
function reportOutdatedStatus(root: RootNode, findings: readonly Finding[]): readonly BlockingFinding[] {
  if (root.deleting) return [findDeletion(root, findings)];
  return root.stale ? [findStaleStatus(root, findings)] : [];
}

/** That a root is being deleted: the Report's finding, which names what still exists, where it has one. */
export function findDeletion({ ref }: RootNode, findings: readonly Finding[]): BlockingFinding {
  const known = findings.find(({ code, about }) => code === "deleting" && isSameObject(about, ref));
  return known ?? makeGoalFinding(ref, { code: "outdated-status", because: "deleting" });
}

function findStaleStatus(node: ReportNode, findings: readonly Finding[]): BlockingFinding {
  const known = findings.find(({ code, about }) => code === "stale" && isSameObject(about, node.ref));
  return known ?? makeGoalFinding(node.ref, { code: "outdated-status", because: "stale" }, readComponent(node));
}

/** The short name of a component, also as a root without its HyperConverged. Other nodes are called by their names. */
function readComponent({ ref, label }: ReportNode): { readonly component?: string } {
  return label === ref.name ? {} : { component: label };
}

/**
 * The findings. Where there is none, the operator may still be about to write the CR after its components. Until then
 * the CR shows what was before, which blocks a goal and is no finding of the Report.
 */
function addSettling({ ref, driftHeld }: RootNode, blocking: readonly BlockingFinding[]): readonly BlockingFinding[] {
  if (blocking.length > 0 || driftHeld !== "settling") return blocking;
  return [makeGoalFinding(ref, { code: "outdated-status", because: "settling" })];
}

/**
 * The findings, and one that the operator does not run, or that this is unknown. Its reports may then be out of date.
 */
function addOperator(
  blocking: readonly BlockingFinding[],
  root: RootNode,
  findings: readonly Finding[],
): readonly BlockingFinding[] {
  if (root.gates.ready.because.includes("OperatorDown")) return [...blocking, findOperatorDown(root, findings)];
  const isAdded = blocking.some((finding) => finding.code === "unhealthy" && finding.reason === "OperatorUnknown");
  return isAdded ? blocking : [...blocking, ...listOperatorUnknown(root, findings)];
}

function findOperatorDown({ ref }: RootNode, findings: readonly Finding[]): BlockingFinding {
  const known = findings.find(({ code, about }) => code === "operator-down" && about.namespace === ref.namespace);
  return known ?? makeGoalFinding(ref, { code: "outdated-status", because: "operator-down" });
}

/** That it is unknown whether the operator runs. A condition that it wrote is then no evidence. */
function listOperatorUnknown({ ref, profile }: RootNode, findings: readonly Finding[]): readonly BlockingFinding[] {
  if (families[profile].operatorPods === undefined) return [];
  const unknown = findings.find(
    (finding) => finding.code === "operator-unknown" && !finding.isGiven && finding.about.namespace === ref.namespace,
  );
  return unknown === undefined ? [] : [unknown];
}

/**
 * That a condition is not as requested, compared as kubectl does: type and status in any case. A condition of an older
 * generation does not count (kubectl, pkg/cmd/wait/condition.go), and one without a generation is as old as the status.
 * Of several of one type all must match, while kubectl takes the first.
 */
function reportOtherCondition(
  { ref, conditions, stale }: RootNode,
  type: string,
  expected: string,
): readonly BlockingFinding[] {
  const reported = conditions.filter((condition) => condition.type.toLowerCase() === type.toLowerCase());
  if (reported.length === 0) {
    const absent = { status: null, reason: "", outdated: false };
    return [makeGoalFinding(ref, { code: "other-condition", type, expected, ...absent })];
  }
  const isOld = (condition: EvaluatedCondition): boolean =>
    condition.outdated || (condition.observedGeneration === undefined && stale);
  const isAsRequested = (condition: EvaluatedCondition): boolean =>
    condition.status.toLowerCase() === expected.toLowerCase() && !isOld(condition);
  const other = reported.find((condition) => !isAsRequested(condition));
  if (other === undefined) return [];
  const { status, reason } = other;
  return [
    makeGoalFinding(ref, {
      code: "other-condition",
      type: other.type,
      expected,
      status,
      reason,
      outdated: isOld(other),
    }),
  ];
}

// The health of a root and its parts

function isUnhealthy(verdict: Verdict): boolean {
  return verdict !== "healthy";
}

function isDown(verdict: Verdict): boolean {
  return verdict === "unavailable" || verdict === "unknown";
}

/** The required parts that are unhealthy, and the root itself where these do not explain it. */
function listUnhealthyParts(
  root: RootNode,
  findings: readonly Finding[],
  isBad: (verdict: Verdict) => boolean,
): readonly BlockingFinding[] {
  const own = listUnhealthyRoot(root, findings, isBad);
  if (families[root.profile].verdictFrom === "status") return own;
  const parts = root.children.filter((part) => part.required && isBad(part.verdict));
  const ofParts = parts.map((part) => reportUnhealthyNode(part, root, part.verdict, findings));
  return parts.length > 0 && !isBad(root.ownVerdict) ? ofParts : [...own, ...ofParts];
}

function listUnhealthyRoot(
  root: RootNode,
  findings: readonly Finding[],
  isBad: (verdict: Verdict) => boolean,
): readonly BlockingFinding[] {
  const { ownVerdict, verdict, conditions, gates, facts } = root;
  // The parts may be worse than the root's own verdict without explaining it.
  if (!(isBad(verdict) || isBad(ownVerdict)) || root.deleting || root.stale) return [];
  const { reconcileCondition } = families[root.profile];
  const reconcile = conditions.find(({ type }) => type === reconcileCondition);
  const isReconciling = reconcile !== undefined && reconcile.status !== "True";
  const isUpgrade = ownVerdict === "progressing" || (facts["stalledSince"] !== undefined && !isReconciling);
  const operator = ["OperatorDown", "OperatorUnknown"].find((reason) => gates.ready.because.includes(reason));
  if (isUpgrade && operator === undefined && gates.upgrade.running === true && isBad(ownVerdict))
    return [makeNotUpgraded(root, [])];
  const finding = reportUnhealthyNode(root, root, isBad(ownVerdict) ? ownVerdict : verdict, findings);
  if (finding.code !== "unhealthy") return [finding];
  return [{ ...finding, reason: operator ?? (isReconciling ? reconcile.reason : finding.reason) }];
}

/**
 * That a part, or the root itself, has this verdict, with the Report's first cause of it. Of a part that was not found
 * the Report has a finding.
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
    const known = findings.find(
      ({ code, about }) => (code === "component-absent" || code === "not-read") && isSameObject(about, ref),
    );
    if (known !== undefined) return { ...known, verdict, ...component };
  }
  if (outcome === "forbidden" || outcome === "unread")
    return { ...makeGradedFinding("warning", ref, { code: "not-read", outcome, cause: "" }), verdict, ...component };
  const cause = outcome === "found" ? findExplanation(node, root) : undefined;
  const evidence = { outcome, reason: readReason(node), ...definedFields({ cause }) };
  return makeGoalFinding(ref, { code: "unhealthy", ...evidence }, { verdict, ...component });
}

/**
 * The Report's first cause of a part; of the root the first that no finding about one of its parts has. An operator may
 * be stuck at a component that reports healthy.
 */
function findExplanation(node: ReportNode, root: RootNode): Cause | undefined {
  if (node.role !== "root") return causeOf(root, node);
  if (families[root.profile].verdictFrom === "status") return root.causes[0];
  const unhealthy = new Set(
    root.children
      .filter(({ required, outcome, verdict }) => required && outcome === "found" && isUnhealthy(verdict))
      .map(({ label }) => label),
  );
  return root.causes.find(({ path, component }) => path.length === 1 || !unhealthy.has(component));
}

function readReason({ conditions, trouble }: ReportNode): string {
  const worst = ["main", "bad", "good", "busy"].flatMap((polarity) =>
    conditions.filter((condition) => condition.abnormal && condition.polarity === polarity && condition.reason !== ""),
  );
  return trouble?.reason ?? worst[0]?.reason ?? "";
}

/**
 * What keeps a root from being available. No required object may be down, unknown or stale. An object with a condition
 * for availability, as HyperConverged has, must report it. One without it, as a StatefulSet or a new object, is
 * available when it is healthy.
 */
function reportUnavailability(root: RootNode, findings: readonly Finding[]): readonly BlockingFinding[] {
  const { conditions, children, profile } = root;
  const parts = children.filter((part) => part.required && !isDown(part.verdict));
  // A component that is degraded, by itself or by a workload, may not know whether it is available.
  const unknown = parts
    .filter((part) => findMainCondition(part)?.status === "Unknown")
    .map((part) => reportUnhealthyNode(part, root, "unknown", findings));
  const stale = parts.filter((part) => part.stale).map((part) => findStaleStatus(part, findings));
  const down = [...listUnhealthyParts(root, findings, isDown), ...unknown, ...stale];
  if (down.length > 0 || root.deleting || root.stale) return down;
  const reported = conditions.find(({ type }) => type === "Available") ?? findMainCondition(root);
  if (reported === undefined && !families[profile].hasAvailableCondition)
    return listUnhealthyParts(root, findings, isUnhealthy);
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
 * The findings of these codes about workloads below required components, and the workloads whose status is out of date.
 * Within its deadline such a workload makes no component worse, but a wait that does not count it ends too early.
 * `isCovered`: the components of such a verdict have a finding of their own.
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
  // Its counts are those of an older template.
  const stale = counted
    .flatMap((part) => part.children.filter((node) => node.role === "workload" && node.stale))
    .map((workload) => findStaleStatus(workload, findings));
  return [...short, ...stale];
}

// Versions

/**
 * What keeps an upgrade from being finished. Without any of the operator's conditions nothing shows that it has
 * finished, whatever version the status has. `requested`: the version that the user requires.
 */
function reportUnfinishedUpgrade(
  root: RootNode,
  findings: readonly Finding[],
  requested?: string,
): readonly BlockingFinding[] {
  const blocking = [...reportOtherVersion(root, requested), ...reportReplacedOperator(root, findings, requested)];
  const isSeen = root.conditions.some(({ type }) => operatorTypes.includes(type));
  return isSeen || blocking.length > 0 ? blocking : [reportUnhealthyNode(root, root, "unknown", findings)];
}

/**
 * That the CR's version is not the operator's, that an upgrade runs, or that a component is behind. An unknown version
 * counts as not reached.
 */
function reportOtherVersion(root: RootNode, requested?: string): readonly BlockingFinding[] {
  const { gates, facts, children } = root;
  const { observedVersion, expectedVersion } = facts;
  const behind = children
    .filter(({ required, facts: own }) => required && (own["expectedVersion"] ?? "") !== "" && isBehind(own))
    .map(({ label }) => label);
  const isFinished =
    gates.upgrade.running === false && observedVersion !== undefined && observedVersion === expectedVersion;
  const isRequested = requested === undefined || isSameVersion(requested, observedVersion);
  if (isFinished && isRequested && behind.length === 0) return [];
  return [makeNotUpgraded(root, behind, isRequested ? undefined : requested)];
}

/** That an upgrade is not finished, with the components that it waits for and those that are `behind`. */
function makeNotUpgraded(root: RootNode, behind: readonly string[], requested?: string): GoalFinding {
  const { ref, gates, facts, children } = root;
  const { observedVersion, expectedVersion } = facts;
  const isOther = requested !== undefined && !isSameVersion(requested, expectedVersion);
  const waitingFor = [...new Set([...gates.upgrade.waitingFor, ...behind])];
  return makeGoalFinding(
    ref,
    {
      code: "not-upgraded",
      running: gates.upgrade.running,
      ...definedFields({ observedVersion, expectedVersion }),
      ...(isOther && { requestedVersion: requested }),
      waitingFor,
      lags: children
        .filter((child) => waitingFor.includes(child.label))
        .map((child) => describeUpgradeLag(child, root)),
    },
    { verdict: root.ownVerdict },
  );
}

function describeUpgradeLag({ label, facts, conditions, verdict }: ReportNode, root: RootNode): UpgradeLag {
  const { observedVersion, expectedVersion } = facts;
  const { stalledSince } = root.facts;
  // A component that reports that it is healthy does not show since when the upgrade waits for it.
  const isSilent = verdict === "healthy" && expectedVersion !== undefined && isBehind(facts);
  const busy = (isSilent ? root.conditions : conditions).find(
    ({ polarity, status }) => polarity === "busy" && status === "True",
  );
  const since = stalledSince ?? busy?.since;
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

/** Whether two versions are the same without a leading `v`: `v1.20.0` is 1.20.0. An unknown version is none. */
function isSameVersion(a: string, b = ""): boolean {
  return stripPrefix(a) === stripPrefix(b);
}

function stripPrefix(version: string): string {
  return version.replace(/^v(?=\d)/, "");
}

/**
 * That the operator itself is being replaced: the upgrade that it is to make has not begun. Where its Deployment could
 * not be read, it may have a newer template than the operator that runs. That does not block a version that the user
 * requires.
 */
function reportReplacedOperator(
  { ref, operator }: RootNode,
  findings: readonly Finding[],
  requested?: string,
): readonly BlockingFinding[] {
  if (operator === undefined) return [];
  const { rollout, running } = operator;
  if (rollout === undefined) {
    const isUnseen = running === "yes" && requested === undefined;
    return isUnseen ? [makeGoalFinding(ref, { code: "operator-replaced" })] : [];
  }
  if (rollout.state === "complete") return [];
  const held = findings.find(({ code, root }) => code === "operator-rollout" && root && isSameObject(root, ref));
  return [held ?? makeGoalFinding(ref, { code: "operator-replaced", rollout })];
}
