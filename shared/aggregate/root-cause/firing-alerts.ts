import type { AlertName } from "../../model/alert-name.ts";
import { childrenNamed } from "../../model/cause/cause-path.ts";
import { lastConditionOfType } from "../../model/condition.ts";
import type { Finding } from "../../model/finding/finding.ts";
import type { AlertSign, PodsSign } from "../../model/hyperconverged-rows.ts";
import { isSameObject, type Ref } from "../../model/object.ts";
import type { ReportNode, RootNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { workloadKinds } from "../../profiles/hco/workloads.ts";
import { alertRows } from "../../tables/alerts.ts";
import { hcoComponents } from "../../tables/components.ts";

type AlertRows = ReadonlySet<(typeof alertRows)[number]>;

/** The rows whose signs the nodes of a component show, by the component's label. All causes of a component share them. */
type RowsByComponent = Map<string, AlertRows>;

/** The codes of the findings that make an alert fire. */
const alertingCodes: ReadonlySet<string> = new Set(
  alertRows.flatMap(({ sign }) => ("finding" in sign ? [sign.finding] : [])),
);

/**
 * Adds to a root and its causes the alerts that fire if what they show lasts, in the order of the table. Objects that are
 * unavailable or degraded count, not those of a roll-out. In a deletion nothing is expected to run, so nothing fires.
 */
export function addAlerts(root: RootNode, findings: readonly Finding[]): RootNode {
  const rowsByComponent: RowsByComponent = new Map();
  const alerting = findings.filter(({ code }) => alertingCodes.has(code));
  const causes = root.causes.map((cause) => {
    const alerts = alertsOfCause(root, cause, alerting, rowsByComponent);
    return { ...cause, alerts };
  });
  return { ...root, causes, alerts: root.deleting ? [] : listFiringAlerts([root], findings) };
}

/**
 * The alerts of one cause, in the order of the table: by the nodes of its component and all nodes below them, and by the
 * findings about its object or its component. For a cause that is the root itself, the nodes are the root alone.
 */
export function alertsOfCause(
  root: RootNode,
  { component, about }: { readonly component: string; readonly about: Ref },
  findings: readonly Finding[],
  rowsByComponent: RowsByComponent = new Map(),
): readonly AlertName[] {
  if (root.deleting) return [];
  const findingsOfCause = findings.filter(
    (finding) => isSameObject(finding.about, about) || ("component" in finding && finding.component === component),
  );
  const rows = rowsByComponent.get(component) ?? rowsOfComponent(root, component);
  rowsByComponent.set(component, rows);
  return listAlertNames(rows, findingsOfCause);
}

function rowsOfComponent(root: RootNode, component: string): AlertRows {
  const parts = childrenNamed(root, component);
  return rowsOfNodes(parts.length > 0 ? parts : [{ ...root, children: [] }]);
}

/** Lists the alerts that fire because of these nodes, the nodes below them, or the findings. */
export function listFiringAlerts(
  nodes: readonly ReportNode[],
  findings: readonly Finding[] = [],
): readonly AlertName[] {
  return listAlertNames(rowsOfNodes(nodes), findings);
}

/** The rows whose signs the nodes or those below them show. A sign of health also counts on a node that is not serious. */
function rowsOfNodes(nodes: readonly ReportNode[]): AlertRows {
  const allNodes = nodes.flatMap(listNodeAndDescendants);
  const seriousNodes = allNodes.filter(({ verdict }) => isSerious(verdict));
  const firing = alertRows.filter(({ sign }) => {
    const candidates = "health" in sign ? allNodes : seriousNodes;
    return candidates.some((node) => showsSign(node, sign));
  });
  return new Set(firing);
}

/** The alerts of these rows, and of the rows whose sign is one of the findings, in the order of the table. */
function listAlertNames(rows: AlertRows, findings: readonly Finding[]): readonly AlertName[] {
  const firing = alertRows.filter(
    (row) => rows.has(row) || findings.some((finding) => isSignOfFinding(finding, row.sign)),
  );
  return [...new Set(firing.map(({ alert }) => alert))];
}

function listNodeAndDescendants(node: ReportNode): readonly ReportNode[] {
  return [node, ...node.children.flatMap(listNodeAndDescendants)];
}

function showsSign(node: ReportNode, sign: AlertSign): boolean {
  if ("finding" in sign) return false;
  if ("health" in sign) return node.facts["systemHealthStatus"] === sign.health;
  return "workload" in sign ? isWorkloadShort(node, sign) : isComponentUnavailable(node, sign);
}

type WorkloadSign = Extract<AlertSign, { readonly workload: string }>;
type ComponentSign = Extract<AlertSign, { readonly component: string }>;

/** Whether the node is the workload of the sign and lacks as many pods. A workload that does not exist has none. */
function isWorkloadShort(node: ReportNode, sign: WorkloadSign): boolean {
  const { ref, outcome, facts } = node;
  const isWorkload = ref.group === "apps" && workloadKinds.some(({ kind }) => kind === ref.kind);
  if (!isWorkload || ref.name !== sign.workload || (outcome !== "found" && outcome !== "absent")) return false;
  const counts = outcome === "absent" ? "0/0" : facts["ready"];
  if (counts === undefined) return false;
  const [ready = 0, desired = 0] = counts.split("/").map(Number);
  const isReadyState = { none: ready === 0, some: ready > 0 && ready < desired, "not-all": ready < desired };
  if (!isReadyState[sign.ready]) return false;
  return sign.pods === undefined || arePodsInState(sign.pods, listNodeAndDescendants(node));
}

/** Whether the pods among the nodes are in the state of the sign, as far as they were read. */
function arePodsInState(state: PodsSign, nodes: readonly ReportNode[]): boolean {
  const pods = nodes.filter(({ role }) => role === "pod");
  const running = pods.filter(({ facts }) => facts["phase"] === "Running");
  switch (state) {
    case "none-up":
      return !running.some((pod) =>
        pod.children.some(({ facts, role }) => role === "container" && isContainerRunning(facts)),
      );
    case "unready-runs":
      return pods.length === 0 || running.some(({ verdict }) => verdict !== "healthy");
    case "seen-running":
      return running.length > 0;
  }
}

function isContainerRunning(facts: ReportNode["facts"]): boolean {
  return facts["waiting"] === undefined && facts["exitCode"] === undefined;
}

/**
 * Whether the node is the CR of the sign's component and is not available. A component that is progressing counts only for
 * the state `unavailable`. So does an absent CR: the rule of the network addons takes a missing metric for 0, the rule of
 * CDI does not.
 */
function isComponentUnavailable(
  { ref, outcome, conditions }: ReportNode,
  { component, state }: ComponentSign,
): boolean {
  const row = hcoComponents.find((each) => each.component === component);
  if (row?.group !== ref.group || row.kind !== ref.kind) return false;
  if (outcome === "absent") return state === "unavailable";
  const isTrue = (type: string): boolean => lastConditionOfType(conditions, type)?.status === "True";
  return outcome === "found" && !isTrue("Available") && (state === "unavailable" || !isTrue("Progressing"));
}

function isSignOfFinding(finding: Finding, sign: AlertSign): boolean {
  if (!("finding" in sign) || finding.code !== sign.finding) return false;
  return sign.reason === undefined || ("reason" in finding && finding.reason === sign.reason);
}
