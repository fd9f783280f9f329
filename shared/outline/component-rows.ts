import { nodesOnPath } from "../model/cause/cause-path.ts";
import { nodeSince } from "../model/condition-age.ts";
import { definedFields } from "../model/defined-fields.ts";
import type { Finding } from "../model/finding/finding.ts";
import { keyOf, type Ref } from "../model/object.ts";
import type { Mark, Text } from "../model/outline.ts";
import type { Cause, ReportNode, RootNode } from "../model/report.ts";
import type { Outcome } from "../model/snapshot.ts";
import { compareVerdicts, isSerious, type Verdict } from "../model/verdict.ts";
import { type AgeClock, ageText } from "./ages.ts";
import { joinClauses } from "./end-marks.ts";
import { silentPart, workloadWarning } from "./findings/silent-components.ts";
import { verdictMark } from "./marks.ts";
import { type NodeRow, nodeRows } from "./node-rows.ts";
import { controllerWords, isCountedDifferently } from "./words/application.ts";
import { explainUnhealthy, formatUpgradeBlock, nodeLabel, versionText } from "./words/component.ts";
import { shortenNames } from "./words/names.ts";

/** One component or part of a root, without what stands below it. */
export interface PartLine {
  readonly mark: Mark;
  readonly label: string;
  readonly ref: Ref;
  readonly outcome: Outcome;
  readonly verdict: Verdict;
  /** Age of the verdict, or empty. */
  readonly since: string;
  /** The moment from which the age counts. */
  readonly at?: string;
  /** `v1.64.0`, `v1.63.0 -> v1.64.0` where it does not run the expected version, or empty. */
  readonly version: Text;
  /** The text of its worst condition; empty where it is healthy. */
  readonly why: string;
}

/** The same with the unhealthy objects below it. */
export interface PartRow extends PartLine {
  /** Whether it has its own row: it is unhealthy, blocks an upgrade, or is not ready for its controller. */
  readonly isListed: boolean;
  readonly children: readonly NodeRow[];
}

/**
 * The parts of a root, worst first, without absent parts that are not required. Of equals the cause comes first, the
 * others keep their order.
 */
export function partRows(
  root: RootNode,
  findings: readonly Finding[],
  clock: AgeClock,
  all: boolean,
): readonly PartRow[] {
  return partNodes(root, findings, all).map((node) => partRow(node, { root, findings, clock, all }));
}

/** The nodes of {@link partRows}, in their order. */
export function partNodes(root: RootNode, findings: readonly Finding[], all: boolean): readonly ReportNode[] {
  const worst = partOfWorstCause(root);
  const workloadsWithFinding = new Set(
    findings.filter(({ code }) => workloadCodes.has(code)).map(({ about }) => keyOf(about)),
  );
  const injector = findings.some(({ code }) => code === "injector-not-ready") ? "virt-network-resources-injector" : "";
  const isReportedByFinding = ({ ref, label, children }: ReportNode): boolean =>
    (workloadsWithFinding.has(keyOf(ref)) || label === injector) &&
    children.every((child) => child.verdict === "healthy");
  return (
    root.children
      .filter(isRequiredOrExists)
      // Unless `all`, an operator's workload is listed only where it is unhealthy and no finding reports all of it.
      .filter((node) => all || node.role !== "workload" || (node.verdict !== "healthy" && !isReportedByFinding(node)))
      .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict) || Number(b === worst) - Number(a === worst))
  );
}

/** Whether a part belongs to its root: something requires it, or it may exist. */
export function isRequiredOrExists({ required, outcome }: ReportNode): boolean {
  return required || (outcome !== "absent" && outcome !== "noSuchKind");
}

/** The unhealthy part on the path of the first cause, where that is a fault. */
function partOfWorstCause(root: RootNode): ReportNode | undefined {
  const [first] = root.causes;
  if (first === undefined || !isSerious(first.verdict)) return undefined;
  const [part] = nodesOnPath(root, first);
  return part?.verdict === "healthy" ? undefined : part;
}

/** Findings that report a Deployment short of replicas. */
const workloadCodes: ReadonlySet<Finding["code"]> = new Set(["operator-down", "uncounted-workload"]);

interface PartSetting {
  readonly root: RootNode;
  readonly findings: readonly Finding[];
  readonly clock: AgeClock;
  readonly all: boolean;
}

/** One row of {@link partRows}. */
export function partRow(node: ReportNode, setting: PartSetting): PartRow {
  const { root, findings, clock, all } = setting;
  const children = nodeRows(node.children, clock, all);
  const isListed =
    node.verdict !== "healthy" ||
    isAwaited(node, root) ||
    silenceOf(node, findings) !== "" ||
    isCountedDifferently(node, root.ruleSet) ||
    (!all && children.length > 0);
  return { ...partLine(node, setting), isListed, children };
}

/** A part by itself. */
export function partLine(node: ReportNode, setting: PartSetting): PartLine {
  const { findings, clock, all } = setting;
  const since = node.verdict === "healthy" && !all ? undefined : nodeSince(node);
  return {
    mark: partMark(node, findings),
    label: partLabel(node),
    ref: node.ref,
    outcome: node.outcome,
    verdict: node.verdict,
    since: ageText(since, clock),
    ...definedFields({ at: since }),
    version: versionText(node.facts),
    why: partWhy(node, setting),
  };
}

/** The mark of a part. A part that reports healthy while its workloads are down, or lack pods, gets a remark. */
export function partMark(node: ReportNode, findings: readonly Finding[]): Mark {
  const isSilent = node.verdict === "healthy" && silenceOf(node, findings) !== "";
  return isSilent || isWarnedPart(node, findings) ? "remark" : verdictMark(node.verdict);
}

/** Whether a part is healthy, but a warning is about one of its workloads. */
export function isWarnedPart(node: ReportNode, findings: readonly Finding[]): boolean {
  return node.verdict === "healthy" && silenceOf(node, findings) === "" && warningOf(node, findings) !== "";
}

/** The name of a part: a component as its operator calls it, anything else by kind and name. */
export function partLabel(node: ReportNode): string {
  return node.role === "component" ? node.label : nodeLabel(node);
}

/** The most names of parts with one cause. Components are few, but a Pod may have thousands of containers. */
const maxNamesOfCause = 10;

/**
 * What has a cause: `CDI`, `CDI, SSP` where they share it, and the kind of the root where the root itself has it.
 * @param nameOf what the part of the cause is called
 */
export function causeName(
  { path, component, sharedBy = [] }: Cause,
  root: RootNode,
  nameOf: (part: ReportNode) => string,
): string {
  if (path.length === 1) return root.ref.kind;
  const [part] = nodesOnPath(root, { path });
  const own = part === undefined ? component : nameOf(part);
  return shortenNames([own, ...sharedBy], maxNamesOfCause).join(", ");
}

/**
 * Why a part is listed: the text of its worst condition, its controller's result, and what it does not report. Empty
 * where none of these applies.
 */
function partWhy(node: ReportNode, { root, findings, all }: Omit<PartSetting, "clock">): string {
  const byController = controllerWords(node, root.ruleSet, all);
  if (node.verdict !== "healthy") {
    const isExplained = node.children.some(({ verdict }) => verdict !== "healthy");
    return joinClauses([explainUnhealthy(node, findings, all, isExplained), byController]);
  }
  const awaited = isAwaited(node, root) ? formatUpgradeBlock(node, findings) : "";
  // Where only unhealthy parts are listed, the warning itself has a line.
  return joinClauses([awaited, byController, silenceOf(node, findings), all ? warningOf(node, findings) : ""]);
}

function isAwaited({ label }: ReportNode, { gates }: RootNode): boolean {
  return gates.upgrade.waitingFor.includes(label);
}

/** A sentence where the part's workloads are down although it reports otherwise, else empty. */
function silenceOf(node: ReportNode, findings: readonly Finding[]): string {
  return node.role === "component" ? silentPart(findings, node.label) : "";
}

/** What a warning says about a workload of the part, else empty. */
function warningOf(node: ReportNode, findings: readonly Finding[]): string {
  return node.role === "component" ? workloadWarning(findings, node.label) : "";
}
