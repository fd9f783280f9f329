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
import type { UpgradeRow } from "./component.ts";

/**
 * Reasons for workloads below components that are down, by their health and not by the components' conditions, or that are
 * missing or lack pods below a component that reports healthy. An upgrade does not complete while its operator or a
 * workload is down. An operator that is unhealthy may do nothing at all.
 *
 * @param missingOperator what an operator does to an upgrade that a complete list of this namespace lacks: it blocks where
 * it can be in no other namespace.
 */
export function listWorkloadRows(
  parts: readonly ReportNode[],
  namespace: string,
  report: ReportWithoutSteps,
  missingOperator: Effect,
): readonly UpgradeRow[] {
  const served = parts.filter(({ outcome }) => outcome === "found");
  const alone = served.filter((part) => readOperatorName(part) !== undefined && findOperatorNode(part) === undefined);
  return [
    ...served.flatMap((part) => listRowsBelow(part, report)),
    ...listMissingOperatorRows(alone, served, namespace, report, missingOperator),
    ...served.flatMap((part) => listRequiredInFile(part, report)),
    ...listUnreadDaemonSetRows(served, namespace, report),
  ];
}

/**
 * Reasons for the workloads that a component always has, where a file holds only others of them: the file need not be
 * complete. A list of a cluster or a must-gather is, so that what it lacks does not exist.
 */
function listRequiredInFile(
  { children, label: component }: ReportNode,
  { source }: ReportWithoutSteps,
): readonly UpgradeRow[] {
  const lacking = readLackingSource(source);
  if (lacking.notIn === undefined) return [];
  const required = requiredWorkloads.filter((each) => each.component === component);
  const held = children.filter(
    ({ role, ref }) => role === "workload" && required.some(({ name }) => name === ref.name),
  );
  const [first] = held;
  if (first === undefined) return [];
  return required
    .filter(({ name }) => !held.some(({ ref }) => ref.name === name))
    .map(({ kind, name }): UpgradeRow => {
      const about = { ...first.ref, kind, name };
      return { code: "WorkloadDown", effect: "unknown", about, component, ready: "", ...lacking };
    });
}

/** The file that lacks an object, to which the user can add it. A cluster and a must-gather have complete lists. */
export function readLackingSource({ kind }: Source): { readonly notIn?: "files" | "buffer" } {
  return kind === "files" || kind === "buffer" ? { notIn: kind } : {};
}

/** A reason where the DaemonSets that components run on every node could not be listed. */
function listUnreadDaemonSetRows(
  served: readonly ReportNode[],
  namespace: string,
  { completeness }: ReportWithoutSteps,
): readonly UpgradeRow[] {
  const gap = findListGap(completeness.gaps, daemonSets.kind, namespace);
  return gap === undefined || served.length === 0 ? [] : [makeUnreadListRow(daemonSets, namespace, gap)];
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

function listRowsBelow(part: ReportNode, { findings }: ReportWithoutSteps): readonly UpgradeRow[] {
  const operator = findOperatorNode(part);
  const keysOf = (code: FindingCode): ReadonlySet<string> =>
    new Set(findings.flatMap((one) => (one.code === code ? [keyOf(one.about)] : [])));
  const short = keysOf("workload-not-ready");
  const missing = keysOf("workload-absent");
  return part.children.flatMap((node): readonly UpgradeRow[] => {
    if (node.role !== "workload") return [];
    const lacks = { code: "WorkloadDown", effect: "blocks", about: node.ref, component: part.label } as const;
    if (missing.has(keyOf(node.ref))) return [{ ...lacks, ready: "" }];
    if (node.outcome !== "found") return [];
    const reason = {
      code: "WorkloadDown",
      about: node.ref,
      component: part.label,
      ready: readReadyText(node),
    } as const;
    if (node.verdict === "unavailable") return [{ ...reason, effect: "blocks" }];
    const isUncertain = node.stale || (node === operator && isWorkloadUncertain(node));
    if (node.verdict === "unknown") return [{ ...reason, effect: "unknown" }];
    if (short.has(keyOf(node.ref))) return [{ ...reason, code: "WorkloadNotReady", effect: "blocks" }];
    return isUncertain ? [{ ...reason, effect: "unknown" }] : [];
  });
}

/** Whether the verdict of a component that reports healthy comes from workloads or APIs with a reason of their own. */
export function isVerdictFromBelow({ ownVerdict, label }: ReportNode, reasons: readonly UpgradeRow[]): boolean {
  return ownVerdict === "healthy" && reasons.some(({ component, code }) => component === label && codesBelow.has(code));
}

const codesBelow: ReadonlySet<GateCode> = new Set(["WorkloadDown", "WorkloadNotReady", "ApiNotAvailable"]);

/** Whether it is uncertain that a workload does its work: unhealthy, being deleted, or with a status out of date. */
export function isWorkloadUncertain({ verdict, deleting, stale }: ReportNode): boolean {
  return verdict !== "healthy" || deleting || stale;
}

export function readReadyText({ facts }: ReportNode): string {
  return facts["ready"] ?? "";
}

/**
 * Reasons for components whose operator was not found: one for each if Deployments were read. If the source holds no
 * Deployment, a single reason reports the unread list.
 */
function listMissingOperatorRows(
  alone: readonly ReportNode[],
  served: readonly ReportNode[],
  namespace: string,
  { completeness, source }: ReportWithoutSteps,
  missingOperator: Effect,
): readonly UpgradeRow[] {
  if (alone.length === 0) return [];
  const gap = findDeploymentsGap(completeness.gaps, namespace);
  const hasNoOperator = source.kind !== "cluster" && !served.some((part) => findOperatorNode(part) !== undefined);
  if (gap !== undefined) return [makeUnreadListRow(deploymentKind, namespace, gap)];
  if (hasNoOperator)
    return [{ ...makeUnreadListRow(deploymentKind, namespace, { outcome: "unread" }), notIn: source.kind }];
  return alone.map((part): UpgradeRow => {
    const { group, kind } = deploymentKind;
    const about = { group, kind, namespace, name: readOperatorName(part) ?? "" };
    const lacking = readLackingSource(source);
    const effect = lacking.notIn === undefined ? missingOperator : "unknown";
    return { code: "WorkloadDown", effect, about, component: part.label, ready: "", ...lacking };
  });
}

/** The failed list of Deployments in this namespace, or in all. */
export function findDeploymentsGap(gaps: readonly ReadGap[], place: string): ReadGap | undefined {
  return findListGap(gaps, deploymentKind.kind, place);
}

function findListGap(gaps: readonly ReadGap[], sought: string, place: string): ReadGap | undefined {
  return gaps.find((gap) => gap.kind === sought && (gap.namespace ?? place) === place && isUnread(gap));
}

function findOperatorNode(part: ReportNode): ReportNode | undefined {
  return part.children.find(({ ref, outcome }) => ref.name === readOperatorName(part) && outcome === "found");
}

/** The Deployment name of a component's operator; some components of some releases have none that is known. */
function readOperatorName({ label }: ReportNode): string | undefined {
  return workloadRows.find(({ component }) => component === label)?.operator;
}
