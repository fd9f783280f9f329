import type { AlertName } from "../../model/alert-name.ts";
import { childrenNamed } from "../../model/cause/cause-path.ts";
import { lastConditionOfType } from "../../model/condition.ts";
import type { Finding } from "../../model/finding/finding.ts";
import type { AlertSign, PodsSign } from "../../model/hyperconverged-rows.ts";
import { isSameObject } from "../../model/object.ts";
import type { ReportNode, RootNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { workloadKinds } from "../../profiles/hco/workloads.ts";
import { alertRows } from "../../tables/alerts.ts";
import { hcoComponents } from "../../tables/components.ts";
import { parseReadyCount, type ReadyCount } from "../core/ready-count.ts";
import { listNodeAndDescendants } from "../evaluation/node-tree.ts";

type AlertRow = (typeof alertRows)[number];

type WorkloadSign = Extract<AlertSign, { readonly workload: string }>;
type ComponentSign = Extract<AlertSign, { readonly component: string }>;

/** The codes of the findings that make an alert fire. */
const codesOfSigns: ReadonlySet<string> = new Set(
  alertRows.flatMap(({ sign }) => ("finding" in sign ? [sign.finding] : [])),
);

/**
 * Adds to a root and its causes the alerts that fire if their state lasts, in the order of the table. Only objects that are
 * unavailable or degraded count. A root that is being deleted has no alerts, because nothing is expected to run.
 */
export function addAlerts(root: RootNode, findings: readonly Finding[]): RootNode {
  if (root.deleting) return root;
  const alertingFindings = findings.filter(({ code }) => codesOfSigns.has(code));
  // Thousands of causes may be of one component, so its rows are searched once.
  const rowsByComponent = new Map<string, ReadonlySet<AlertRow>>();
  const causes = root.causes.map((cause) => {
    const { component, about } = cause;
    const rows = rowsByComponent.get(component) ?? findRowsOfComponent(root, component);
    rowsByComponent.set(component, rows);
    const findingsOfCause = alertingFindings.filter(
      (finding) => finding.component === component || isSameObject(finding.about, about),
    );
    return { ...cause, alerts: listAlertNames(rows, findingsOfCause) };
  });
  return { ...root, causes, alerts: listAlertNames(findRowsOfNodes([root]), alertingFindings) };
}

/** The rows whose signs the nodes of a component show, or the root alone where the component is the root itself. */
function findRowsOfComponent(root: RootNode, component: string): ReadonlySet<AlertRow> {
  const parts = childrenNamed(root, component);
  return findRowsOfNodes(parts.length > 0 ? parts : [{ ...root, children: [] }]);
}

/**
 * The rows whose signs a node or one below it shows. A node shows a sign only if it is unavailable or degraded, except a sign
 * of system health, which any node shows.
 */
function findRowsOfNodes(nodes: readonly ReportNode[]): ReadonlySet<AlertRow> {
  const allNodes = nodes.flatMap(listNodeAndDescendants);
  const seriousNodes = allNodes.filter(({ verdict }) => isSerious(verdict));
  const rows = alertRows.filter(({ sign }) => {
    const candidates = "health" in sign ? allNodes : seriousNodes;
    return candidates.some((node) => showsSign(node, sign));
  });
  return new Set(rows);
}

/** The alerts of these rows, and of the rows whose sign is one of the findings, in the order of the table. */
function listAlertNames(rows: ReadonlySet<AlertRow>, findings: readonly Finding[]): readonly AlertName[] {
  if (rows.size === 0 && findings.length === 0) return [];
  const firingRows = alertRows.filter(
    (row) => rows.has(row) || findings.some((finding) => isSignOfFinding(finding, row.sign)),
  );
  return [...new Set(firingRows.map(({ alert }) => alert))];
}

/** Whether a node shows a sign. No node shows the sign of a finding, which `isSignOfFinding` checks. */
function showsSign(node: ReportNode, sign: AlertSign): boolean {
  if ("finding" in sign) return false;
  if ("health" in sign) return node.facts["systemHealthStatus"] === sign.health;
  return "workload" in sign ? lacksPods(node, sign) : isComponentUnavailable(node, sign);
}

function isSignOfFinding(finding: Finding, sign: AlertSign): boolean {
  if (!("finding" in sign) || finding.code !== sign.finding) return false;
  return sign.reason === undefined || ("reason" in finding && finding.reason === sign.reason);
}

/** Whether a node is the workload of the sign and lacks as many pods as the sign requires. */
function lacksPods(node: ReportNode, sign: WorkloadSign): boolean {
  const { ref } = node;
  const isWorkload = ref.group === "apps" && workloadKinds.some(({ kind }) => kind === ref.kind);
  if (!isWorkload || ref.name !== sign.workload) return false;
  const pods = readPodCount(node);
  if (pods === undefined || !hasReadyCount(pods, sign.ready)) return false;
  return sign.pods === undefined || arePodsInState(sign.pods, listNodeAndDescendants(node));
}

/** The pods of a workload by its fact `ready`, none for a workload that does not exist. Undefined if it was not read. */
function readPodCount({ outcome, facts }: ReportNode): ReadyCount | undefined {
  if (outcome === "absent") return { ready: 0, desired: 0 };
  return outcome === "found" ? parseReadyCount(facts["ready"]) : undefined;
}

function hasReadyCount({ ready, desired }: ReadyCount, expected: WorkloadSign["ready"]): boolean {
  switch (expected) {
    case "none":
      return ready === 0;
    case "some":
      return ready > 0 && ready < desired;
    case "not-all":
      return ready < desired;
  }
}

/** Whether the pods among the nodes are in the state of the sign, as far as they were read. */
function arePodsInState(state: PodsSign, nodes: readonly ReportNode[]): boolean {
  const pods = nodes.filter(({ role }) => role === "pod");
  const runningPods = pods.filter(({ facts }) => facts["phase"] === "Running");
  switch (state) {
    case "none-up":
      return !runningPods.some(hasRunningContainer);
    case "unready-runs":
      return pods.length === 0 || runningPods.some(({ verdict }) => verdict !== "healthy");
    case "seen-running":
      return runningPods.length > 0;
  }
}

function hasRunningContainer({ children }: ReportNode): boolean {
  const containers = children.filter(({ role }) => role === "container");
  return containers.some(({ facts }) => facts["waiting"] === undefined && facts["exitCode"] === undefined);
}

/**
 * Whether a node is the CR of the component of a sign and is not available. With the state `unavailable` a CR that is
 * progressing or does not exist counts too, because the rule of the network addons takes an absent metric for 0. The rule
 * of CDI has another state, and does not do that.
 */
function isComponentUnavailable(
  { ref, outcome, conditions }: ReportNode,
  { component, state }: ComponentSign,
): boolean {
  const row = hcoComponents.find((componentRow) => componentRow.component === component);
  if (row?.group !== ref.group || row.kind !== ref.kind) return false;
  if (outcome === "absent") return state === "unavailable";
  if (outcome !== "found" || isConditionTrue(conditions, "Available")) return false;
  return state === "unavailable" || !isConditionTrue(conditions, "Progressing");
}

function isConditionTrue(conditions: ReportNode["conditions"], type: string): boolean {
  return lastConditionOfType(conditions, type)?.status === "True";
}
