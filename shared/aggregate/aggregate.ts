import { definedFields } from "../model/defined-fields.ts";
import type { Finding } from "../model/finding/finding.ts";
import { makeFinding } from "../model/finding/make-finding.ts";
import type { SilentCondition } from "../model/finding/operator-silence.ts";
import { severities } from "../model/finding/severity.ts";
import { type KubeObject, keyOf } from "../model/object.ts";
import type { Report, ReportNode, ReportWithoutSteps, RootNode } from "../model/report.ts";
import { foundObject, type Outcome, type Snapshot, type Source } from "../model/snapshot.ts";
import { compareVerdicts, worstVerdict } from "../model/verdict.ts";
import { parseFieldSelector, parseLabelSelector } from "../parse/label-selector.ts";
import { chooseProfileName } from "./choose-profile.ts";
import { evaluateCompleteness } from "./completeness/completeness.ts";
import { compareTexts } from "./evaluation/compare.ts";
import type { EvaluationContext, RootEvaluation } from "./evaluation/evaluation.ts";
import { withRoot } from "./evaluation/shared-findings.ts";
import { evaluatorsByFamily, profileKnowing } from "./families.ts";
import { addUpgradeEffects } from "./hco/upgrade/upgrade-findings.ts";
import { withImpact } from "./impact.ts";
import type { AggregateOptions } from "./options.ts";
import { otherObjects } from "./other-objects.ts";
import { evaluatePlatform } from "./platform/platform.ts";
import { addGenerations, markUnreadSources } from "./root-cause/cause-evidence.ts";
import { addCauseFindings, addCauseTimes } from "./root-cause/cause-findings.ts";
import { addCauseLogs } from "./root-cause/cause-logs.ts";
import { addFindingSteps } from "./root-cause/finding-steps.ts";
import { addAlerts } from "./root-cause/firing-alerts.ts";
import { stepsOfReport } from "./root-cause/report-steps.ts";
import { isGiven, refuseManyRoots, selectRoots } from "./select-roots.ts";
import { indexSnapshot, type ObjectIndex } from "./snapshot/object-index.ts";
import { orphanFindings, snapshotFindings } from "./snapshot-findings.ts";

/**
 * Evaluates a snapshot and returns its Report. Pure and total: every snapshot gives a Report, whatever the objects
 * hold.
 */
export function aggregate(snapshot: Snapshot, options: AggregateOptions = {}): Report {
  return aggregateOver(indexSnapshot(snapshot), snapshot, withSavedOptions(snapshot, options));
}

/**
 * The options combined with those of a saved snapshot. Objects outside the original request were not read. So the
 * original selectors apply in addition to the current ones. The other original options apply where the current ones are
 * not set.
 */
function withSavedOptions({ request }: Snapshot, options: AggregateOptions): AggregateOptions {
  if (request === undefined) return options;
  const { wanted, namespace, profile, selector, fieldSelector, tree } = request;
  const selectors = [
    ...(selector === undefined ? [] : [parseLabelSelector(selector)]),
    ...(fieldSelector === undefined ? [] : [parseFieldSelector(fieldSelector)]),
    ...(options.isWanted === undefined ? [] : [options.isWanted]),
  ];
  const matches = selectors.filter((each) => typeof each === "function");
  return {
    ...definedFields({ wanted, namespace, profile }),
    ...options,
    ...(matches.length > 0 && { isWanted: (root: KubeObject) => matches.every((holds) => holds(root)) }),
    ...(tree === true && { tree }),
  };
}

/** As {@link aggregate}, with the snapshot's index already built. */
export function aggregateOver(index: ObjectIndex, snapshot: Snapshot, options: AggregateOptions): Report {
  const evaluations = evaluateRoots(index, snapshot, options);
  const orphans = orphanFindings(snapshot, index);
  const roots = evaluations.map(({ root, findings: own }) =>
    addAlerts(addCauseTimes(withCauseContext(root, own, snapshot.source), snapshot.takenAt), own),
  );
  const ofSnapshot = [
    ...evaluations.flatMap(({ root, findings: own }) => withRoot(own, root)),
    ...(options.polarities === undefined || options.polarities.length === 0 ? [] : roots.flatMap(polarityFindings)),
    ...snapshotFindings(snapshot, index, roots),
    ...orphans,
    ...otherFindings(index, snapshot, options, roots),
  ];
  const platform = options.platform === true ? evaluatePlatform(index, roots, ofSnapshot, snapshot.takenAt) : undefined;
  const findings = [...ofSnapshot, ...(platform?.findings ?? [])];
  const completeness = evaluateCompleteness(snapshot, index.size, { roots, findings, wanted: options.wanted });
  const withoutImpact = addUpgradeEffects(
    {
      apiVersion: "hco-status/v1",
      kind: "Report",
      takenAt: snapshot.takenAt,
      source: snapshot.source,
      // A root that may be hidden from the reader makes the whole unknown. Other roots, even if healthy, do not change
      // that.
      verdict: worstVerdict([
        ...roots.map((root) => root.verdict),
        ...(completeness.hidesRoots ? (["unknown"] as const) : []),
      ]),
      completeness: completeness.summary,
      roots: roots.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict)),
      findings,
    },
    platform?.rows,
  );
  const report = withImpacts(withoutImpact, index, snapshot, orphans);
  const stepped = addFindingSteps(addCauseFindings(report.findings, report.roots), report.roots, index);
  const sorted = { ...report, findings: stepped.toSorted(compareFindings) };
  return addCauseLogs({ ...sorted, next: stepsOfReport(sorted, index) }, snapshot.logs);
}

/** The Report whose roots say what their states mean for virtual machines. */
function withImpacts(
  report: ReportWithoutSteps,
  index: ObjectIndex,
  { source }: Snapshot,
  orphans: readonly Finding[],
): ReportWithoutSteps {
  const orphanKeys = new Set(orphans.map(({ about }) => keyOf(about)));
  const findingsByRoot = Map.groupBy(report.findings, ({ root }) => (root === undefined ? undefined : keyOf(root)));
  const roots = report.roots.map((root) => {
    const key = keyOf(root.ref);
    return withImpact(root, findingsByRoot.get(key) ?? [], {
      isLookedUp: (ref) => lookedUp.has(index.find(ref).outcome),
      objectOf: (ref) => {
        const lookup = index.find(ref);
        return foundObject(lookup);
      },
      isOrphan: orphanKeys.has(key),
      source: source.kind,
    });
  });
  return { ...report, roots };
}

/** The root, whose causes say what depends on the source and on the findings beside them. */
function withCauseContext(root: RootNode, findings: readonly Finding[], source: Source): RootNode {
  return addGenerations(markUnreadSources(root, source), findings);
}

/** The finding about a root with conditions in its tree whose polarity a polarity file sets, not the built-in tables. */
function polarityFindings(root: ReportNode): readonly Finding[] {
  const all = overriddenConditions(root);
  const conditions = all.slice(0, most);
  return all.length === 0 ? [] : [makeFinding(root.ref, { code: "polarity-from-file", conditions, count: all.length })];
}

function overriddenConditions({ ref, conditions, children }: ReportNode): readonly SilentCondition[] {
  const own = conditions.flatMap(({ type, status, polarity, polarityFrom }) =>
    polarityFrom === undefined ? [] : [{ object: `${ref.kind} ${ref.name}`, type, status, polarity, polarityFrom }],
  );
  return [...own, ...children.flatMap(overriddenConditions)];
}

/** At most this many conditions are listed in the finding. */
const most = 10;

/** The outcomes that say whether an object exists. */
const lookedUp: ReadonlySet<Outcome> = new Set(["found", "absent"]);

/**
 * Evaluates the roots that the options select, each by the function of its family.
 * @throws InputLimitError where there are more of them than a Report may have.
 */
function evaluateRoots(index: ObjectIndex, snapshot: Snapshot, options: AggregateOptions): readonly RootEvaluation[] {
  const evaluate = evaluateWith(index, snapshot, options);
  const roots = selectRoots(index, { ...options, isGiven: isGiven(snapshot) });
  return refuseManyRoots(roots, snapshot.source).map(evaluate);
}

/** What is given beside the roots, where the user restricted nothing. */
function otherFindings(
  index: ObjectIndex,
  snapshot: Snapshot,
  options: AggregateOptions,
  roots: readonly RootNode[],
): readonly Finding[] {
  const { wanted, name, isWanted, others = false } = options;
  const isRestricted = (wanted ?? name ?? isWanted) !== undefined;
  if (!others || isRestricted || !isGiven(snapshot)) return [];
  const evaluate = evaluateWith(index, snapshot, options);
  return otherObjects(index, roots, snapshot.source.name, (object) => evaluate(object).root.verdict);
}

function evaluateWith(
  index: ObjectIndex,
  { takenAt, source }: Snapshot,
  { profile, ruleSet, polarities = [], kinds = [], tree = false, lasting }: AggregateOptions,
): (object: KubeObject) => RootEvaluation {
  const context: EvaluationContext = {
    takenAt,
    source,
    polarities,
    kinds,
    tree,
    profileKnowing,
    ...definedFields({ ruleSet, lasting }),
  };
  return (object) => evaluatorsByFamily[chooseProfileName(object, profile)](object, index, context);
}

/** Orders findings worst first, then by code, then by name. The order is part of the contract of `-o json`. */
function compareFindings(a: Finding, b: Finding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareTexts(a.code, b.code) ||
    compareTexts(a.about.name, b.about.name)
  );
}
