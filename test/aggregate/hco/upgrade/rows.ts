import type { UpgradeRow } from "../../../../shared/aggregate/hco/upgrade/component.ts";
import { listHyperConvergedRows } from "../../../../shared/aggregate/hco/upgrade/hyperconverged.ts";
import type { EvaluatedCondition, ReadGap, Report, ReportNode, RootNode } from "../../../../shared/model/report.ts";
import {
  completeness,
  component,
  condition,
  goodConditions,
  hyperconverged,
  namespace,
  now,
  report,
  root,
  workloadBelow,
} from "../../../render/build.ts";

/** The conditions of a healthy component, without the times and words of {@link component}. */
export const goodComponentConditions: readonly EvaluatedCondition[] = [
  condition("Available", "T"),
  condition("Progressing", "F"),
  condition("Degraded", "F"),
];

/** A Deployment that runs. */
export function deployment(name: string, part: Partial<ReportNode> = {}): ReportNode {
  return workloadBelow("workload", name, "healthy", {
    facts: { ready: "1/1", observedVersion: "1.20.0" },
    ...part,
  });
}

/** The operator and the webhook of HyperConverged, which run. */
export const runningWorkloads: readonly ReportNode[] = [deployment("hco-operator"), deployment("hco-webhook")];

/** A healthy CDI with its operator. */
export function cdi(part: Partial<ReportNode> = {}): ReportNode {
  return component("CDI", "healthy", "v1", {
    conditions: goodComponentConditions,
    children: [deployment("cdi-operator")],
    ...part,
  });
}

/** A list of Deployments that was forbidden. */
export function deploymentsGap(part: Partial<ReadGap> = {}): ReadGap {
  return {
    outcome: "forbidden",
    verb: "list",
    group: "apps",
    kind: "Deployment",
    namespace,
    cause: "no",
    required: true,
    ...part,
  };
}

/** The list that failed, in all namespaces. */
export function inAllNamespaces({ namespace: _, ...gap }: ReadGap): ReadGap {
  return gap;
}

export function withoutCause({ cause: _, ...gap }: ReadGap): ReadGap {
  return gap;
}

/** The Report whose reading has these gaps. */
export function withGaps(...gaps: readonly ReadGap[]): Pick<Report, "completeness"> {
  return { completeness: completeness(1, gaps) };
}

/** The rows against upgrading a HyperConverged with these components, beside an operator and a webhook that run. */
export function listRows(
  components: readonly ReportNode[],
  part: Partial<RootNode> = {},
  reportPart: Partial<Report> = {},
): readonly string[] {
  const evaluated = root({
    conditions: goodConditions,
    children: [...components, ...runningWorkloads],
    verdict: "healthy",
    ...part,
  });
  return listHyperConvergedRows(evaluated, report([evaluated], reportPart)).map(formatRow);
}

/**
 * A row as its effect, code with status, component, object and evidence: `blocks Available=False CDI reason=R hidden
 * since=5m`, or `blocks WorkloadDown KubeVirt Deployment virt-api ready=0/2` about another object than the component's CR.
 * Empty fields are omitted, and a time is its age in minutes.
 */
function formatRow(row: UpgradeRow): string {
  const {
    effect,
    code,
    about,
    component: label,
    status,
    ...evidence
  } = row as UpgradeRow & { readonly status?: string };
  const fields = Object.entries(evidence).map(([name, value]): string => {
    if (value === "" || (Array.isArray(value) && value.length === 0)) return "";
    if (value === true) return name;
    if (name === "since") return `since=${(Date.parse(now) - Date.parse(String(value))) / 60_000}m`;
    return typeof value === "object" && "name" in value ? `${name}=${value.name}` : `${name}=${value}`;
  });
  return [effect, status === undefined ? code : `${code}=${status}`, formatSubject(about, label), ...fields]
    .filter((text) => text !== "")
    .join(" ");
}

function formatSubject(about: UpgradeRow["about"], label: string | undefined): string {
  if (about.kind === label) return label;
  const object = about === hyperconverged ? "HyperConverged" : `${about.kind} ${about.name}`.trim();
  return label === undefined ? object : `${label} ${object}`;
}
