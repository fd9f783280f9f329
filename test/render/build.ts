import { makePartCandidate } from "../../shared/aggregate/root-cause/blamed-parts.ts";
import { addCauseTimes } from "../../shared/aggregate/root-cause/cause-findings.ts";
import { addCauses, type RootWithoutCauses } from "../../shared/aggregate/root-cause/find-causes.ts";
import { listReportSteps } from "../../shared/aggregate/root-cause/report-steps.ts";
import { indexSnapshot } from "../../shared/aggregate/snapshot/object-index.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { CauseClause } from "../../shared/model/cause/cause-evidence.ts";
import type { Polarity } from "../../shared/model/condition.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
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

// Builders of a Report. Times are given as minutes before `now`.

export const now = "2026-11-21T06:13:18Z";
export const namespace = "kubevirt-hyperconverged";

/** The time so many minutes before {@link now}, RFC 3339. */
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

/**
 * A condition whose polarity follows from its type: `condition("Available", "F", 14, "CDINotAvailable", "CDI is not
 * available: ")` is abnormal and has been False for 14 minutes.
 */
export function condition(
  type: string,
  letter: "T" | "F" | "U",
  minutes?: number,
  reason = "",
  message = "",
): EvaluatedCondition {
  const status = ({ T: "True", F: "False", U: "Unknown" } as const)[letter];
  const polarity = polarities[type] ?? "good";
  const normalStatus = ["bad", "busy", "caution"].includes(polarity) ? "False" : "True";
  return {
    type,
    status,
    reason,
    message,
    ...definedFields({ since: minutes === undefined ? undefined : minutesAgo(minutes) }),
    polarity,
    abnormal: polarity !== "info" && status !== normalStatus,
    outdated: false,
  };
}

/** The conditions of a healthy component. */
const healthyComponentConditions: readonly EvaluatedCondition[] = [
  condition("Available", "T", 4560, "AllComponentsReady", "All components are ready."),
  condition("Progressing", "F", 4560),
  condition("Degraded", "F", 4560),
];

const componentRefs: Readonly<Record<string, Ref>> = {
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

/** The object of a component of HyperConverged, or an object of the core group whose kind is `component`. */
export function refOf(component: string): Ref {
  return componentRefs[component] ?? { group: "", kind: component, namespace, name: component.toLowerCase() };
}

/** A node that was found. Its own verdict is its verdict unless given. */
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

/** A required component that runs `version`. */
export function component(
  label: string,
  verdict: Verdict,
  version: string,
  part: Partial<ReportNode> = {},
  expectedVersion: string = version,
): ReportNode {
  const facts = { observedVersion: version, expectedVersion };
  const conditions = verdict === "healthy" ? healthyComponentConditions : [];
  return node({ role: "component", label, ref: refOf(label), verdict, required: true, conditions, facts, ...part });
}

/** A Deployment, ReplicaSet, Pod or container below a component. */
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
 * A HyperConverged whose verdict is the worst of its own and those of its required components, with the causes that follow
 * from them. `firstCause` replaces the first cause of its component and stands before the others.
 */
export function root(part: Partial<RootNode> & { readonly firstCause?: FirstCause }): RootNode {
  const { firstCause, causes, impact = [], ...given } = part;
  const children = given.children ?? [];
  const ownVerdict = given.ownVerdict ?? "healthy";
  const requiredVerdicts = children.filter(({ required }) => required).map(({ verdict }) => verdict);
  const verdict = given.verdict ?? worstVerdict([ownVerdict, ...requiredVerdicts]);
  const withoutCauses: RootWithoutCauses = {
    ...node({ role: "root", label: hyperconverged.name, ref: hyperconverged, verdict, required: true }),
    ownVerdict,
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
  if (firstCause === undefined && causes !== undefined) return { ...withoutCauses, causes, alerts: [], impact };
  const withCauses = addCauses(withoutCauses, children.map(makePartCandidate), emptyIndex);
  const evaluated = { ...addCauseTimes(withCauses, now), impact };
  if (firstCause === undefined) return evaluated;
  return { ...evaluated, causes: putFirst(evaluated, firstCause) };
}

const emptyIndex = indexSnapshot(snapshotOf([], { takenAt: now, source: { kind: "files", name: "x" } }));

type FirstCause = Pick<Cause, "path" | "evidence"> & Partial<Pick<Cause, "since" | "events">>;

/** The evidence of a cause that quotes a message of the cluster. */
export function clusterMessage(message: string, reason = ""): readonly CauseClause[] {
  return [{ is: "quote", reason, message }];
}

/** The causes of the root, the given one before them in place of the first about its component. */
function putFirst({ label, verdict, ref, causes }: RootNode, first: FirstCause): readonly Cause[] {
  const component = first.path[1] ?? label;
  const replaced = causes.find((cause) => cause.component === component);
  const defaults = { component, label: component, verdict, about: ref, events: [], next: [], alerts: [] };
  return [{ ...defaults, ...replaced, ...first }, ...causes.filter((cause) => cause !== replaced)];
}

/** What a component contributes to a condition of the HyperConverged. `shown`: the condition has the component's reason. */
export function contribution(
  name: string,
  shown: boolean,
  rule: Contribution["rule"],
  reason = "",
  message = "",
): Contribution {
  return { component: name, status: rule === "not-available" ? "False" : "True", reason, message, rule, shown };
}

/** A Report of a cluster about these roots, with the next steps that follow from them. */
export function report(roots: readonly RootNode[], part: Partial<Report> = {}): Report {
  const withoutSteps: Omit<Report, "next"> = {
    apiVersion: "hco-status/v1",
    kind: "Report",
    takenAt: now,
    source: { kind: "cluster", name: "admin@prod", server: "https://prod:6443" },
    verdict: worstVerdict(roots.map(({ verdict }) => verdict)),
    completeness: completeness(44),
    roots,
    findings: [],
    ...part,
  };
  return { ...withoutSteps, next: part.next ?? listReportSteps(withoutSteps, emptyIndex) };
}

/** The completeness of a Snapshot with so many objects that were found, and with these gaps. */
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

type FindingEvidence = Finding extends infer F
  ? F extends Finding
    ? Omit<F, "about" | "severity" | "verdict" | "effects" | "rows" | "next">
    : never
  : never;

/** A finding about the HyperConverged, or another object. */
export function finding(
  severity: Finding["severity"],
  evidence: FindingEvidence,
  about: Ref = hyperconverged,
): Finding {
  return { ...evidence, severity, about, verdict: "healthy", effects: {}, rows: [], next: [] } as Finding;
}
