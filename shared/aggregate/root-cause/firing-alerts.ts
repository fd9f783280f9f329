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

/**
 * The root and its causes with the alerts that fire if what it shows lasts, in the order of the table. Objects that are unavailable or
 * degraded count, not those of a roll-out. In a deletion nothing is expected to run, so nothing fires.
 */
export function withAlerts(root: RootNode, findings: readonly Finding[]): RootNode {
  const known: KnownRows = new Map();
  const alerting = findings.filter(({ code }) => alertingCodes.has(code));
  const causes = root.causes.map((cause) => ({ ...cause, alerts: alertsOfCause(root, cause, alerting, known) }));
  return { ...root, causes, alerts: root.deleting ? [] : firingAlerts([root], findings) };
}

type Rows = ReadonlySet<(typeof alertRows)[number]>;

/** The rows that the nodes of a component show. All causes of one component share them. */
type KnownRows = Map<string, Rows>;

/** The codes of the findings that make an alert fire. */
const alertingCodes: ReadonlySet<string> = new Set(
  alertRows.flatMap(({ sign }) => ("finding" in sign ? [sign.finding] : [])),
);

/**
 * The alerts of one cause: those of the part that it concerns with all below it, and of the findings about either.
 * Where it concerns the root itself, the root alone.
 */
export function alertsOfCause(
  root: RootNode,
  { component, about }: { readonly component: string; readonly about: Ref },
  findings: readonly Finding[],
  known: KnownRows = new Map(),
): readonly AlertName[] {
  if (root.deleting) return [];
  const own = findings.filter(
    (finding) => isSameObject(finding.about, about) || ("component" in finding && finding.component === component),
  );
  const shown = known.get(component) ?? rowsOfComponent(root, component);
  known.set(component, shown);
  return alertNames(shown, own);
}

function rowsOfComponent(root: RootNode, component: string): Rows {
  const parts = childrenNamed(root, component);
  return rowsOfNodes(parts.length > 0 ? parts : [{ ...root, children: [] }]);
}

/** The alerts that these objects, what was read below them, and the findings make fire. */
export function firingAlerts(nodes: readonly ReportNode[], findings: readonly Finding[] = []): readonly AlertName[] {
  return alertNames(rowsOfNodes(nodes), findings);
}

function rowsOfNodes(nodes: readonly ReportNode[]): Rows {
  const all = nodes.flatMap(nodeAndBelow);
  const serious = all.filter(({ verdict }) => isSerious(verdict));
  return new Set(
    alertRows.filter(({ sign }) => ("health" in sign ? all : serious).some((node) => isSignOfNode(node, sign))),
  );
}

/** The names of these rows, and of the rows that the findings tell, in the order of the table. */
function alertNames(shown: Rows, findings: readonly Finding[]): readonly AlertName[] {
  const firing = alertRows.filter(
    (row) => shown.has(row) || findings.some((finding) => isSignOfFinding(finding, row.sign)),
  );
  return [...new Set(firing.map(({ alert }) => alert))];
}

function nodeAndBelow(node: ReportNode): readonly ReportNode[] {
  return [node, ...node.children.flatMap(nodeAndBelow)];
}

/** Whether a node shows the sign. Of an object that is neither unavailable nor degraded only the health counts. */
function isSignOfNode(node: ReportNode, sign: AlertSign): boolean {
  if ("finding" in sign) return false;
  if ("health" in sign) return node.facts["systemHealthStatus"] === sign.health;
  return "workload" in sign ? isShortOf(node, sign) : isUnavailable(node, sign);
}

type WorkloadSign = Extract<AlertSign, { readonly workload: string }>;
type ComponentSign = Extract<AlertSign, { readonly component: string }>;

/** Whether the node is that workload with so few ready pods. A workload that does not exist has none. */
function isShortOf(node: ReportNode, sign: WorkloadSign): boolean {
  const { ref, outcome, facts } = node;
  const isIt =
    ref.name === sign.workload && ref.group === "apps" && workloadKinds.some(({ kind }) => kind === ref.kind);
  if (!isIt || (outcome !== "found" && outcome !== "absent")) return false;
  const counts = outcome === "absent" ? "0/0" : facts["ready"];
  if (counts === undefined) return false;
  const [ready = 0, wanted = 0] = counts.split("/").map(Number);
  const fits = { none: ready === 0, some: ready > 0 && ready < wanted, "not-all": ready < wanted };
  return fits[sign.ready] && (sign.pods === undefined || arePods(sign.pods, nodeAndBelow(node)));
}

/** Whether the pods among the nodes are in that state, as far as they were read. */
function arePods(state: PodsSign, nodes: readonly ReportNode[]): boolean {
  const pods = nodes.filter(({ role }) => role === "pod");
  const running = pods.filter(({ facts }) => facts["phase"] === "Running");
  switch (state) {
    case "none-up":
      return !running.some((pod) => pod.children.some(({ facts, role }) => role === "container" && isServing(facts)));
    case "unready-runs":
      return pods.length === 0 || running.some(({ verdict }) => verdict !== "healthy");
    case "seen-running":
      return running.length > 0;
  }
}

/** Whether a container runs: it neither waits nor has ended. */
function isServing(facts: ReportNode["facts"]): boolean {
  return facts["waiting"] === undefined && facts["exitCode"] === undefined;
}

/**
 * Whether the node is the CR of that component and reports so. An absent CR counts for the network addons alone: their
 * rule takes a missing metric for 0, the rule of CDI does not.
 */
function isUnavailable({ ref, outcome, conditions }: ReportNode, { component, state }: ComponentSign): boolean {
  const row = hcoComponents.find((each) => each.component === component);
  if (row?.group !== ref.group || row.kind !== ref.kind) return false;
  if (outcome === "absent") return state === "unavailable";
  const is = (type: string): boolean => lastConditionOfType(conditions, type)?.status === "True";
  return outcome === "found" && !is("Available") && (state === "unavailable" || !is("Progressing"));
}

function isSignOfFinding(finding: Finding, sign: AlertSign): boolean {
  if (!("finding" in sign) || finding.code !== sign.finding) return false;
  return sign.reason === undefined || ("reason" in finding && finding.reason === sign.reason);
}
