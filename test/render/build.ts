import { makePartCandidate } from "../../shared/aggregate/root-cause/blamed-parts.ts";
import { addCauseTimes } from "../../shared/aggregate/root-cause/cause-findings.ts";
import { addCauses, type RootWithoutCauses } from "../../shared/aggregate/root-cause/find-causes.ts";
import { stepsOfReport } from "../../shared/aggregate/root-cause/report-steps.ts";
import { indexSnapshot } from "../../shared/aggregate/snapshot/object-index.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { CauseClause } from "../../shared/model/cause/cause-evidence.ts";
import type { Polarity } from "../../shared/model/condition.ts";
import type { Finding } from "../../shared/model/finding/finding.ts";
import type { Ref } from "../../shared/model/object.ts";
import type {
  Cause,
  Completeness,
  Contribution,
  EvaluatedCondition,
  Gates,
  ReadGap,
  Report,
  ReportNode,
  RootNode,
} from "../../shared/model/report.ts";
import { type Verdict, worstVerdict } from "../../shared/model/verdict.ts";

// Short ways to write a Report by hand. Times are minutes (or `3d`) before `now`.

export const now = "2026-11-21T06:13:18Z";
export const namespace = "kubevirt-hyperconverged";

/** The stamp of so many minutes before {@link now}. */
export function minutesAgo(minutes: number): string {
  return new Date(Date.parse(now) - minutes * 60_000).toISOString().replace(/\.\d+Z$/, "Z");
}

const polarities: Readonly<Record<string, Polarity>> = {
  Available: "main",
  Ready: "main",
  Degraded: "bad",
  Error: "bad",
  Progressing: "busy",
  Upgradeable: "advice",
  TaintedConfiguration: "caution",
  Created: "info",
};

/** `condition("Available", "F", 14, "CDINotAvailable", "CDI is not available: ")`; whether it is abnormal follows from its polarity. */
export function condition(
  type: string,
  letter: "T" | "F" | "U",
  minutes?: number,
  reason = "",
  message = "",
): EvaluatedCondition {
  const status = ({ T: "True", F: "False", U: "Unknown" } as const)[letter];
  const polarity = polarities[type] ?? "good";
  const wanted = ["bad", "busy", "caution"].includes(polarity) ? "False" : "True";
  return {
    type,
    status,
    reason,
    message,
    ...(minutes === undefined ? {} : { since: minutesAgo(minutes) }),
    polarity,
    abnormal: polarity !== "info" && status !== wanted,
    outdated: false,
  };
}

/** Available, Progressing, Degraded of a component that is well. */
const good: readonly EvaluatedCondition[] = [
  condition("Available", "T", 4560, "AllComponentsReady", "All components are ready."),
  condition("Progressing", "F", 4560),
  condition("Degraded", "F", 4560),
];

const refs: Readonly<Record<string, Ref>> = {
  KubeVirt: { group: "kubevirt.io", kind: "KubeVirt", namespace, name: "kubevirt-kubevirt-hyperconverged" },
  CDI: { group: "cdi.kubevirt.io", kind: "CDI", name: "cdi-kubevirt-hyperconverged" },
  NetworkAddonsConfig: {
    group: "networkaddonsoperator.network.kubevirt.io",
    kind: "NetworkAddonsConfig",
    name: "cluster",
  },
  AAQ: { group: "aaq.kubevirt.io", kind: "AAQ", name: "aaq-kubevirt-hyperconverged" },
  MigController: {
    group: "migrations.kubevirt.io",
    kind: "MigController",
    namespace,
    name: "migcontroller-kubevirt-hyperconverged",
  },
  FileRestoreOperator: {
    group: "filerestore.kubevirt.io",
    kind: "FileRestoreOperator",
    namespace,
    name: "vm-file-restore-kubevirt-hyperconverged",
  },
  SSP: { group: "ssp.kubevirt.io", kind: "SSP", namespace, name: "ssp-kubevirt-hyperconverged" },
};

/** The conditions of a healthy HyperConverged. */
export const goodConditions: readonly EvaluatedCondition[] = [
  condition("ReconcileComplete", "T"),
  condition("Available", "T"),
  condition("Progressing", "F"),
  condition("Degraded", "F"),
  condition("Upgradeable", "T"),
];

export function refOf(component: string): Ref {
  return refs[component] ?? { group: "", kind: component, namespace, name: component.toLowerCase() };
}

/** A node as it was found, its own verdict the same as its verdict unless said otherwise. */
export function node(part: Partial<ReportNode> & Pick<ReportNode, "role" | "label" | "ref" | "verdict">): ReportNode {
  return {
    outcome: "found",
    required: false,
    ownVerdict: part.verdict,
    conditions: [],
    stale: false,
    deleting: false,
    frozen: false,
    facts: {},
    children: [],
    ...part,
  };
}

/** A required component; `version` is what it runs, `wanted` what it should. */
export function component(
  label: string,
  verdict: Verdict,
  version: string,
  part: Partial<ReportNode> = {},
  wanted: string = version,
): ReportNode {
  const facts = { observedVersion: version, expectedVersion: wanted };
  const conditions = verdict === "healthy" ? good : [];
  return node({ role: "component", label, ref: refOf(label), verdict, required: true, conditions, facts, ...part });
}

/** Deployment, Pod and container below a component. */
export function workloadBelow(
  role: "workload" | "replicaset" | "pod" | "container",
  name: string,
  verdict: Verdict,
  part: Partial<ReportNode> = {},
): ReportNode {
  const kind = { workload: "Deployment", replicaset: "ReplicaSet", pod: "Pod", container: "Container" }[role];
  const group = role === "workload" || role === "replicaset" ? "apps" : "";
  return node({ role, label: name, ref: { group, kind, namespace, name }, verdict, ...part });
}

export const hyperconverged: Ref = {
  group: "hco.kubevirt.io",
  version: "v1",
  kind: "HyperConverged",
  namespace,
  name: "kubevirt-hyperconverged",
  uid: "7f0c",
};

export const openGates: Gates = {
  ready: { answer: "yes", because: [] },
  upgradeable: { answer: "yes", because: [] },
  upgrade: { running: false, waitingFor: [] },
};

/**
 * A HyperConverged whose verdict is the worst of its components and its own, with the causes that follow from them. A
 * `firstCause` that is given stands first among them.
 */
export function root(part: Partial<RootNode> & { readonly firstCause?: FirstCause }): RootNode {
  const { firstCause, causes, impact = [], ...given } = part;
  const children = given.children ?? [];
  const own = given.ownVerdict ?? "healthy";
  const verdict =
    given.verdict ?? worstVerdict([own, ...children.filter((child) => child.required).map((child) => child.verdict)]);
  const bare: RootWithoutCauses = {
    ...node({ role: "root", label: hyperconverged.name, ref: hyperconverged, verdict, required: true }),
    ownVerdict: own,
    facts: { observedVersion: "1.20.0", expectedVersion: "1.20.0" },
    profile: "hco",
    ruleSet: "operator",
    expected: {
      "conditions-doc": { conditions: [], ready: null },
      "status-doc": { conditions: [], ready: null },
      operator: { conditions: [] },
    },
    drift: [],
    driftHeld: null,
    offenders: {},
    uncertain: {},
    gates: openGates,
    related: [],
    ...given,
  };
  const found = { ...addCauseTimes(addCauses(bare, children.map(makePartCandidate), nothing), now), impact };
  if (firstCause !== undefined) return { ...found, causes: firstCauses(found, firstCause) };
  return causes === undefined ? found : { ...bare, causes, alerts: [], impact };
}

const nothing = indexSnapshot(snapshotOf([], { takenAt: now, source: { kind: "files", name: "x" } }));

type FirstCause = Pick<Cause, "path" | "evidence"> & Partial<Pick<Cause, "since" | "events">>;

/** The evidence of a cause in the words of the cluster. */
export function clusterMessage(message: string, reason = ""): readonly CauseClause[] {
  return [{ is: "quote", reason, message }];
}

/** The causes with the given one in place of the first about its component. */
function firstCauses(of: RootNode, first: FirstCause): readonly Cause[] {
  const component = first.path[1] ?? of.label;
  const same = of.causes.find((cause) => cause.component === component);
  const bare = { component, label: component, verdict: of.verdict, about: of.ref, events: [], next: [], alerts: [] };
  return [{ ...bare, ...same, ...first }, ...of.causes.filter((cause) => cause !== same)];
}

/** One share of a component in a condition type; `shown` is what the CR carries. */
export function contribution(
  name: string,
  shown: boolean,
  rule: Contribution["rule"],
  reason = "",
  message = "",
): Contribution {
  return { component: name, status: rule === "not-available" ? "False" : "True", reason, message, rule, shown };
}

export function report(roots: readonly RootNode[], part: Partial<Report> = {}): Report {
  const made: Omit<Report, "next"> = {
    apiVersion: "hco-status/v1",
    kind: "Report",
    takenAt: now,
    source: { kind: "cluster", name: "admin@prod", server: "https://prod:6443" },
    verdict: worstVerdict(roots.map((one) => one.verdict)),
    completeness: completeness(44),
    roots,
    findings: [],
    ...part,
  };
  return { ...made, next: part.next ?? stepsOfReport(made, nothing) };
}

/** So many objects read and, beside them, these questions without an answer. */
export function completeness(found: number, gaps: readonly ReadGap[] = []): Completeness {
  const count = (outcome: ReadGap["outcome"]): number => gaps.filter((gap) => gap.outcome === outcome).length;
  return {
    asked: found + gaps.length,
    found,
    absent: count("absent"),
    noSuchKind: count("noSuchKind"),
    forbidden: count("forbidden"),
    unread: count("unread"),
    gaps,
  };
}

type Bare = Finding extends infer F
  ? F extends Finding
    ? Omit<F, "about" | "severity" | "verdict" | "effects" | "rows" | "next">
    : never
  : never;

/** A finding about a component by its name, or about the root. */
export function finding(severity: Finding["severity"], evidence: Bare, about: Ref = hyperconverged): Finding {
  return { ...evidence, severity, about, verdict: "healthy", effects: {}, rows: [], next: [] } as Finding;
}
