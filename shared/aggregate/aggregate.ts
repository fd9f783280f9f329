import { type Finding, severities } from "../model/finding.ts";
import type { KubeObject } from "../model/object.ts";
import type { Report, RootNode, RuleSetName } from "../model/report.ts";
import type { Query, Snapshot } from "../model/snapshot.ts";
import { type Verdict, verdicts, worst } from "../model/verdict.ts";
import { hco } from "../profiles/hco.ts";
import { completenessOf } from "./completeness.ts";
import { judgeAlone } from "./generic-root.ts";
import { type Judgement, judgeHyperConverged } from "./hco/root.ts";
import { type Index, indexOf } from "./lookup.ts";
import { snapshotFindings } from "./snapshot-findings.ts";

/** What somebody may ask of the aggregation; nothing given is everything, judged by the profile's own rule set. */
export interface AggregateOptions {
  /** Drift is computed with this rule set where the profile has it. */
  readonly ruleSet?: RuleSetName;
  /** Only roots of this name. */
  readonly name?: string;
  /** Only roots in this namespace, and none that lies in no namespace: whose it is was not looked at. */
  readonly namespace?: string;
  /** Only roots of which this holds: what `-l` and `--field-selector` say. */
  readonly isWanted?: (root: KubeObject) => boolean;
}

/** Judges a snapshot: the one way in. Pure and total: whatever the objects hold, a Report comes out. */
export function aggregate(snapshot: Snapshot, options: AggregateOptions = {}): Report {
  const index = indexOf(snapshot);
  const judgements = rootsOf(index)
    .filter(({ ref }) => options.name === undefined || ref.name === options.name)
    .filter(({ ref }) => options.namespace === undefined || ref.namespace === options.namespace)
    .filter((object) => options.isWanted === undefined || options.isWanted(object))
    .map((object) => judgeRoot(object, index, snapshot.takenAt, options.ruleSet));
  const roots = judgements.map((judgement) => judgement.root);
  const parts = roots.flatMap((root) => root.children.filter((child) => child.role === "component"));
  const findings = [
    ...judgements.flatMap((judgement) => judgement.findings),
    ...snapshotFindings(snapshot, index, roots),
  ];
  return {
    apiVersion: "hco-status/v1",
    kind: "Report",
    takenAt: snapshot.takenAt,
    source: snapshot.source,
    verdict: worst([...roots.map((root) => root.verdict), ...unseenRoots(snapshot, roots)]),
    completeness: completenessOf(
      snapshot,
      index.objects.length,
      parts,
      (query) => isRootKind(query) && roots.length === 0,
    ),
    roots: roots.toSorted(byVerdict),
    findings: findings.toSorted(compareFindings),
  };
}

/** HyperConvergeds; without any, the component CRs on their own; without these, every custom resource with conditions. */
function rootsOf(index: Index): readonly KubeObject[] {
  const own = index.all(hco.root);
  if (own.length > 0) return own;
  const components = hco.components.flatMap((row) => index.all(row));
  if (components.length > 0) return components;
  return index.objects.filter(({ ref, status }) => isCustom(ref.group) && hasConditions(status));
}

/** Groups of custom resources carry a domain of their own; Kubernetes' own have none or end in k8s.io. */
function isCustom(group: string): boolean {
  return group.includes(".") && !/(^|\.)k8s\.io$/.test(group);
}

function hasConditions(status: unknown): boolean {
  return typeof status === "object" && status !== null && ("conditions" in status || "statusConditions" in status);
}

function judgeRoot(object: KubeObject, index: Index, takenAt: string, ruleSet?: RuleSetName): Judgement {
  const isHyperConverged = object.ref.group === hco.root.group && object.ref.kind === hco.root.kind;
  return isHyperConverged ? judgeHyperConverged(object, index, takenAt, ruleSet) : judgeAlone(object, index, takenAt);
}

function isRootKind(query: Query): boolean {
  return query.group === hco.root.group && query.kind === hco.root.kind;
}

/** Where HyperConverged could not be looked for, whatever else is well does not make the whole well. */
function unseenRoots(snapshot: Snapshot, roots: readonly RootNode[]): readonly Verdict[] {
  const isSeen = roots.some((root) => root.profile === "hco");
  const refused = snapshot.readings.some(
    ({ query, outcome }) => isRootKind(query) && (outcome === "forbidden" || outcome === "unread"),
  );
  return !isSeen && refused ? ["unknown"] : [];
}

function byVerdict(a: RootNode, b: RootNode): number {
  return verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict);
}

/** Worst first, then by code, then by name; the order is part of the contract of `-o json`. */
function compareFindings(a: Finding, b: Finding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compare(a.code, b.code) ||
    compare(a.about.name, b.about.name)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
