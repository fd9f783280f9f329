import { definedFields } from "../../../model/defined-fields.ts";
import type { Effect } from "../../../model/finding/effect.ts";
import type { FindingCode } from "../../../model/finding/evidence.ts";
import type { GateCode } from "../../../model/finding/row.ts";
import type { GroupKind } from "../../../model/kind.ts";
import { keyOf } from "../../../model/object.ts";
import type { ReadGap, ReportNode, ReportWithoutSteps } from "../../../model/report.ts";
import { isUnread, type Source } from "../../../model/snapshot.ts";
import { deploymentKind } from "../../../profiles/hco/profile.ts";
import { daemonSets } from "../../../profiles/hco/workloads.ts";
import { requiredWorkloads, workloadRows } from "../../../tables/workloads.ts";
import { makeDeploymentRef } from "../operator/deployment.ts";
import type { UpgradeRow } from "./component.ts";

/**
 * Reasons for the workloads of components, because an upgrade does not complete while a workload is down:
 * - workloads that are down by their own health, or that are missing or lack pods although their component is healthy,
 * - operators of components that were not found,
 * - workloads that a component always has and that a file lacks,
 * - DaemonSets that could not be listed.
 *
 * @param effectOfMissingOperator of an operator that a complete list of this namespace lacks: it blocks where the operator
 * can be in no other namespace
 */
export function listWorkloadRows(
  parts: readonly ReportNode[],
  namespace: string,
  report: ReportWithoutSteps,
  effectOfMissingOperator: Effect,
): readonly UpgradeRow[] {
  const found = parts.filter(({ outcome }) => outcome === "found");
  return [
    ...found.flatMap((part) => listRowsOfPart(part, report)),
    ...listMissingOperatorRows(found, namespace, report, effectOfMissingOperator),
    ...found.flatMap((part) => listRequiredInFile(part, report)),
    ...listUnreadDaemonSetRows(found, namespace, report),
  ];
}

/**
 * Reasons for the workloads that a component always has, where a file holds some of them and lacks others, because a file
 * need not be complete. A list of a cluster or a must-gather is complete: what it lacks does not exist.
 */
function listRequiredInFile(
  { children, label: component }: ReportNode,
  { source }: ReportWithoutSteps,
): readonly UpgradeRow[] {
  const lacking = readLackingSource(source);
  if (lacking.notIn === undefined) return [];
  const required = requiredWorkloads.filter((workload) => workload.component === component);
  const workloadRefs = children.filter(({ role }) => role === "workload").map(({ ref }) => ref);
  const held = workloadRefs.filter((ref) => required.some(({ name }) => name === ref.name));
  const [firstHeld] = held;
  if (firstHeld === undefined) return [];
  const missing = required.filter(({ name }) => !held.some((ref) => ref.name === name));
  return missing.map(({ kind, name }): UpgradeRow => {
    const about = { ...firstHeld, kind, name };
    return { code: "WorkloadDown", effect: "unknown", about, component, ready: "", ...lacking };
  });
}

/** The file that lacks an object, to which the user can add it. A cluster and a must-gather have complete lists. */
export function readLackingSource({ kind }: Source): { readonly notIn?: "files" | "buffer" } {
  return kind === "files" || kind === "buffer" ? { notIn: kind } : {};
}

/** The row where the DaemonSets that components run on every node could not be listed. */
function listUnreadDaemonSetRows(
  found: readonly ReportNode[],
  namespace: string,
  { completeness }: ReportWithoutSteps,
): readonly UpgradeRow[] {
  const gap = findListGap(completeness.gaps, daemonSets.kind, namespace);
  return gap === undefined || found.length === 0 ? [] : [makeUnreadListRow(daemonSets, namespace, gap)];
}

/** The reason that the objects of a kind could not be listed. */
export function makeUnreadListRow(
  { group, kind }: GroupKind,
  namespace: string | undefined,
  { outcome, cause = "" }: Pick<ReadGap, "outcome" | "cause">,
): UpgradeRow & { readonly code: "IncompleteReading" } {
  const about = { group, kind, ...definedFields({ namespace }), name: "" };
  return { code: "IncompleteReading", effect: "unknown", about, outcome, verb: "list", cause };
}

/**
 * The rows of the workloads below a component. Of each workload the first of these counts:
 * 1. a finding says that it is missing: blocks,
 * 2. it is unavailable: blocks,
 * 3. its verdict is unknown: unknown,
 * 4. a finding says that it lacks pods: blocks,
 * 5. its status is out of date, or it is the component's operator and uncertain: unknown.
 */
function listRowsOfPart(part: ReportNode, { findings }: ReportWithoutSteps): readonly UpgradeRow[] {
  const operator = findOperatorNode(part);
  const listKeys = (code: FindingCode): ReadonlySet<string> =>
    new Set(findings.filter((finding) => finding.code === code).map(({ about }) => keyOf(about)));
  const unready = listKeys("workload-not-ready");
  const missing = listKeys("workload-absent");
  return part.children.flatMap((node): readonly UpgradeRow[] => {
    if (node.role !== "workload") return [];
    const key = keyOf(node.ref);
    const row = { code: "WorkloadDown", about: node.ref, component: part.label } as const;
    if (missing.has(key)) return [{ ...row, effect: "blocks", ready: "" }];
    if (node.outcome !== "found") return [];
    const ready = readReadyText(node);
    if (node.verdict === "unavailable") return [{ ...row, ready, effect: "blocks" }];
    if (node.verdict === "unknown") return [{ ...row, ready, effect: "unknown" }];
    if (unready.has(key)) return [{ ...row, code: "WorkloadNotReady", ready, effect: "blocks" }];
    const isUncertain = node.stale || (node === operator && isWorkloadUncertain(node));
    return isUncertain ? [{ ...row, ready, effect: "unknown" }] : [];
  });
}

/** Whether the verdict of a component that reports healthy comes from workloads or APIs that one of `rows` is about. */
export function isVerdictFromBelow({ ownVerdict, label }: ReportNode, rows: readonly UpgradeRow[]): boolean {
  return ownVerdict === "healthy" && rows.some(({ component, code }) => component === label && workloadCodes.has(code));
}

const workloadCodes: ReadonlySet<GateCode> = new Set(["WorkloadDown", "WorkloadNotReady", "ApiNotAvailable"]);

/** Whether it is uncertain that a workload does its work: unhealthy, being deleted, or with a status out of date. */
export function isWorkloadUncertain({ verdict, deleting, stale }: ReportNode): boolean {
  return verdict !== "healthy" || deleting || stale;
}

/** The ready pods of a workload as text, "2/3", or empty where they are not known. */
export function readReadyText({ facts }: ReportNode): string {
  return facts["ready"] ?? "";
}

/**
 * The rows of components whose operator was not found: one for each if Deployments were read. Otherwise a single row about
 * the list of Deployments, which could not be read or which the file lacks.
 *
 * @param found the components that were found.
 */
function listMissingOperatorRows(
  found: readonly ReportNode[],
  namespace: string,
  { completeness, source }: ReportWithoutSteps,
  effectOfMissingOperator: Effect,
): readonly UpgradeRow[] {
  const withoutOperator = found.filter(
    (part) => readOperatorName(part) !== undefined && findOperatorNode(part) === undefined,
  );
  if (withoutOperator.length === 0) return [];
  const gap = findDeploymentsGap(completeness.gaps, namespace);
  if (gap !== undefined) return [makeUnreadListRow(deploymentKind, namespace, gap)];
  const isAnyOperatorFound = found.some((part) => findOperatorNode(part) !== undefined);
  if (source.kind !== "cluster" && !isAnyOperatorFound) {
    return [{ ...makeUnreadListRow(deploymentKind, namespace, { outcome: "unread" }), notIn: source.kind }];
  }
  const lacking = readLackingSource(source);
  const effect = lacking.notIn === undefined ? effectOfMissingOperator : "unknown";
  return withoutOperator.map((part): UpgradeRow => {
    const about = makeDeploymentRef(namespace, readOperatorName(part) ?? "");
    return { code: "WorkloadDown", effect, about, component: part.label, ready: "", ...lacking };
  });
}

/** The failed list of Deployments in this namespace, or in all. */
export function findDeploymentsGap(gaps: readonly ReadGap[], namespace: string): ReadGap | undefined {
  return findListGap(gaps, deploymentKind.kind, namespace);
}

function findListGap(gaps: readonly ReadGap[], kind: string, namespace: string): ReadGap | undefined {
  return gaps.find((gap) => gap.kind === kind && (gap.namespace ?? namespace) === namespace && isUnread(gap));
}

function findOperatorNode(part: ReportNode): ReportNode | undefined {
  return part.children.find(({ ref, outcome }) => ref.name === readOperatorName(part) && outcome === "found");
}

/** The name of the Deployment of a component's operator. Undefined where the table has none. */
function readOperatorName({ label }: ReportNode): string | undefined {
  return workloadRows.find(({ component }) => component === label)?.operator;
}
