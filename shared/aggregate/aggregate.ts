import { type Finding, severities } from "../model/finding.ts";
import type { KubeObject } from "../model/object.ts";
import type { SenseRow } from "../model/profile.ts";
import type { ProfileName, Report, RootNode, RuleSetName } from "../model/report.ts";
import type { Outcome, Query, Snapshot } from "../model/snapshot.ts";
import { type Verdict, verdicts, worst } from "../model/verdict.ts";
import { hco } from "../profiles/hco.ts";
import { knownRoots } from "../profiles/roots.ts";
import { judgeApplication } from "./application/root.ts";
import { aged } from "./cause-age.ts";
import { completenessOf } from "./completeness.ts";
import { judgeAlone } from "./generic-root.ts";
import { judgeGreenhouse } from "./greenhouse/root.ts";
import { judgeHyperConverged } from "./hco/root.ts";
import type { Context, Judgement } from "./judgement.ts";
import { asKept } from "./kept.ts";
import { type Index, indexOf } from "./lookup.ts";
import { profileNameOf } from "./profile-name.ts";
import type { Wanted } from "./queries.ts";
import { isGiven, rootsOf } from "./roots.ts";
import { saidFindings } from "./said.ts";
import { snapshotFindings } from "./snapshot-findings.ts";
import { compareTexts } from "./texts.ts";

/** What somebody may ask of the aggregation; nothing given is everything, judged by the profile's own rule set. */
export interface AggregateOptions {
  /** Drift is computed with this rule set where the profile has it. */
  readonly ruleSet?: RuleSetName;
  /** Every root is judged by this profile. */
  readonly profile?: ProfileName;
  /** Only these kinds and names are roots. */
  readonly wanted?: readonly Wanted[];
  /** Only roots of this name. */
  readonly name?: string;
  /** Only roots in this namespace, and, but for those named by kind, none that lies in no namespace. */
  readonly namespace?: string;
  /** Only roots of which this holds: what `-l` and `--field-selector` say. */
  readonly isWanted?: (root: KubeObject) => boolean;
  /** What condition types mean, asked before every table of ours. */
  readonly senses?: readonly SenseRow[];
  /** What a root owns stands below it, by ownerReferences. */
  readonly tree?: boolean;
}

/** Judges a snapshot: the one way in. Pure and total: whatever the objects hold, a Report comes out. */
export function aggregate(snapshot: Snapshot, options: AggregateOptions = {}): Report {
  return aggregateOver(indexOf(snapshot), snapshot, asKept(snapshot, options));
}

/** The same, where the snapshot's index is there already. */
export function aggregateOver(index: Index, snapshot: Snapshot, options: AggregateOptions): Report {
  const { takenAt } = snapshot;
  const { ruleSet, senses = [], tree = false } = options;
  const context: Context = { takenAt, senses, tree, ...(ruleSet === undefined ? {} : { ruleSet }) };
  const judgements = rootsOf(index, { ...options, isGiven: isGiven(snapshot) })
    .filter(({ ref }) => options.name === undefined || ref.name === options.name)
    .filter((object) => options.isWanted === undefined || options.isWanted(object))
    .map((object) => judges[profileNameOf(object, options.profile)](object, index, context));
  const roots = judgements.map(({ root }) => aged(root, takenAt));
  const parts = roots.flatMap((root) => root.children.filter((child) => child.role === "component"));
  const findings = [
    ...judgements.flatMap((judgement) => judgement.findings),
    ...(senses.length === 0 ? [] : roots.flatMap(saidFindings)),
    ...snapshotFindings(snapshot, index, roots),
  ];
  const isRootKind = rootKindOf(options.wanted);
  const isNeeded = neededKindOf(findings);
  const { unasked = [] } = snapshot;
  return {
    apiVersion: "hco-status/v1",
    kind: "Report",
    takenAt,
    source: snapshot.source,
    verdict: worst([...roots.map((root) => root.verdict), ...unseenRoots(snapshot, roots, isRootKind, unasked)]),
    completeness: completenessOf(
      snapshot,
      index.size,
      parts,
      (query, outcome) =>
        isNeeded(query) ||
        (roots.length === 0
          ? isRootKind(query) || isLookedFor(query, options.wanted)
          : isUnseen(query, outcome, roots, isRootKind, unasked)),
    ),
    roots: roots.toSorted(byVerdict),
    findings: findings.toSorted(compareFindings),
  };
}

type Judge = (object: KubeObject, index: Index, context: Context) => Judgement;

const judges: Readonly<Record<ProfileName, Judge>> = {
  hco: judgeHyperConverged,
  application: judgeApplication,
  greenhouse: judgeGreenhouse,
  generic: judgeAlone,
};

/** Whether a question looks for the roots themselves. */
function rootKindOf(wanted: readonly Wanted[] | undefined): (query: Query) => boolean {
  const kinds = wanted?.map(({ kind }) => kind) ?? [hco.root];
  return (query) => kinds.some(({ group, kind }) => query.group === group && query.kind === kind);
}

/** Whether a question looks for components of an Application that could not be listed. */
function neededKindOf(findings: readonly Finding[]): (query: Query) => boolean {
  const kinds = new Set(
    findings.flatMap((one) => (one.code === "component-kind-unread" ? [`${one.kind} ${one.about.namespace}`] : [])),
  );
  return ({ group, kind, namespace }) => kinds.has(`${group === "" ? kind : `${kind}.${group}`} ${namespace}`);
}

/** Where nothing was named every known kind of root is looked for. */
function isLookedFor(query: Query, wanted: readonly Wanted[] | undefined): boolean {
  return wanted === undefined && knownRoots.some(({ group, kind }) => query.group === group && query.kind === kind);
}

/** Where roots could not be looked for, whatever else is well does not make the whole well. */
function unseenRoots(
  { readings }: Snapshot,
  roots: readonly RootNode[],
  isRootKind: (query: Query) => boolean,
  unasked: readonly Query[],
): readonly Verdict[] {
  return readings.some(({ query, outcome }) => isUnseen(query, outcome, roots, isRootKind, unasked)) ? ["unknown"] : [];
}

/**
 * Roots of a kind could not be looked for, and there is none of this kind; in a kept snapshot also where there is one: it
 * was asked for less than it is now.
 */
function isUnseen(
  query: Query,
  outcome: Outcome,
  roots: readonly RootNode[],
  isRootKind: (query: Query) => boolean,
  unasked: readonly Query[],
): boolean {
  return (
    (outcome === "forbidden" || outcome === "unread") &&
    isRootKind(query) &&
    (unasked.includes(query) || !roots.some(({ ref }) => ref.group === query.group && ref.kind === query.kind))
  );
}

function byVerdict(a: RootNode, b: RootNode): number {
  return verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict);
}

/** Worst first, then by code, then by name; the order is part of the contract of `-o json`. */
function compareFindings(a: Finding, b: Finding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareTexts(a.code, b.code) ||
    compareTexts(a.about.name, b.about.name)
  );
}
