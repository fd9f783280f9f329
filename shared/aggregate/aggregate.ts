import { compareTexts } from "../model/compare-texts.ts";
import { definedFields, trueFlags } from "../model/defined-fields.ts";
import type { SilentCondition } from "../model/finding/evidence-parts.ts";
import type { Finding } from "../model/finding/finding.ts";
import { makeFinding } from "../model/finding/make-finding.ts";
import { severities } from "../model/finding/severity.ts";
import { type KubeObject, keyOf } from "../model/object.ts";
import type { Report, ReportNode, ReportWithoutSteps, RootNode } from "../model/report.ts";
import { foundObject, type Outcome, type Snapshot } from "../model/snapshot.ts";
import { isSerious, sortWorstFirst, type Verdict, worstVerdict } from "../model/verdict.ts";
import { parseFieldSelector, parseLabelSelector } from "../parse/label-selector.ts";
import { chooseProfileName } from "./choose-profile.ts";
import { evaluateCompleteness } from "./completeness/completeness.ts";
import { doubtHealthyRoot, isTruncatedAsAWhole } from "./completeness/truncated-input.ts";
import type { EvaluationContext, RootEvaluation } from "./evaluation/evaluation.ts";
import { assignRoot } from "./evaluation/shared-findings.ts";
import { evaluatorsByFamily, findProfileOf } from "./families.ts";
import { dropPastMigrations, isPastMigration } from "./generic/awaited-migrations.ts";
import { addUpgradeEffects } from "./hco/upgrade/upgrade-findings.ts";
import { addImpact } from "./impact.ts";
import type { AggregateOptions } from "./options.ts";
import { findOtherObjects } from "./other-objects.ts";
import { listDrainFindingsOfNodes } from "./platform/nodes.ts";
import { evaluatePlatform } from "./platform/platform.ts";
import { addGenerations, markUnreadSources } from "./root-cause/cause-evidence.ts";
import { addCauseFindings, addCauseTimes } from "./root-cause/cause-findings.ts";
import { addCauseLogs } from "./root-cause/cause-logs.ts";
import { addFindingSteps } from "./root-cause/finding-steps.ts";
import { addAlerts } from "./root-cause/firing-alerts.ts";
import { listReportSteps } from "./root-cause/report-steps.ts";
import { hasSingleObjects, refuseManyRoots, selectRoots } from "./select-roots.ts";
import { indexSnapshot, type ObjectIndex } from "./snapshot/object-index.ts";
import { listOrphanFindings, listSnapshotFindings } from "./snapshot-findings.ts";

/** Evaluates a snapshot and returns its Report. It is pure and total: every snapshot has a Report, whatever its objects. */
export function aggregate(snapshot: Snapshot, options: AggregateOptions = {}): Report {
  return aggregateOver(indexSnapshot(snapshot), snapshot, mergeSavedOptions(snapshot, options));
}

/**
 * Merges the options with the request of a saved snapshot. Objects outside that request were not read, so its selectors
 * restrict the roots in addition to the current filter. Of its other settings those apply that the options do not set.
 */
function mergeSavedOptions({ request }: Snapshot, options: AggregateOptions): AggregateOptions {
  if (request === undefined) return options;
  const { wanted, namespace, profile, selector, fieldSelector, tree } = request;
  const selectors = [
    selector === undefined ? undefined : parseLabelSelector(selector),
    fieldSelector === undefined ? undefined : parseFieldSelector(fieldSelector),
    options.isWanted,
  ];
  const filters = selectors.filter((each) => typeof each === "function");
  const isWanted = (root: KubeObject): boolean => filters.every((matches) => matches(root));
  return {
    ...definedFields({ wanted, namespace, profile }),
    ...options,
    ...definedFields({ isWanted: filters.length > 0 ? isWanted : undefined }),
    ...trueFlags({ tree }),
  };
}

/** The Report of a snapshot whose index is built already, see {@link aggregate}. */
export function aggregateOver(index: ObjectIndex, snapshot: Snapshot, options: AggregateOptions): Report {
  const evaluations = evaluateRoots(index, snapshot, options);
  const roots = evaluations.map(({ root }) => root);
  const orphans = listOrphanFindings(snapshot, index);
  const hasUserPolarities = options.polarities !== undefined && options.polarities.length > 0;
  const polarityFindings = hasUserPolarities ? roots.flatMap(listPolarityFindings) : [];
  const findings = [
    ...evaluations.flatMap((evaluation) => evaluation.findings),
    ...polarityFindings,
    ...listSnapshotFindings(snapshot, index, roots),
    ...orphans,
    ...listDrainFindingsOfNodes(index, roots, snapshot.takenAt),
    ...listOtherFindings(index, snapshot, options, roots),
  ];
  const platformRows = options.platform === true ? evaluatePlatform(index, roots, findings) : undefined;
  const completeness = evaluateCompleteness(snapshot, index.size, { roots, findings, wanted: options.wanted });
  const reportWithoutImpact = addUpgradeEffects(
    {
      apiVersion: "hco-status/v1",
      kind: "Report",
      takenAt: snapshot.takenAt,
      source: snapshot.source,
      verdict: evaluateRootsTogether(roots, completeness.hidesRoots),
      completeness: completeness.summary,
      roots: sortWorstFirst(roots),
      findings,
    },
    platformRows,
  );
  const reportWithImpact = addImpacts(reportWithoutImpact, index, snapshot, orphans, options.onRoot);
  const findingsWithCauses = addCauseFindings(reportWithImpact.findings, reportWithImpact.roots);
  const findingsWithSteps = addFindingSteps(findingsWithCauses, reportWithImpact.roots, index);
  const report = { ...reportWithImpact, findings: findingsWithSteps.toSorted(compareFindings) };
  return addCauseLogs({ ...report, next: listReportSteps(report, index) }, snapshot.logs);
}

/**
 * Evaluates the roots that the options select, each by the function of its family. Each root is finished before the next one
 * is evaluated, because unfinished nodes of thousands of roots would take much memory.
 *
 * @throws InputLimitError where there are more of them than a Report may have.
 */
function evaluateRoots(index: ObjectIndex, snapshot: Snapshot, options: AggregateOptions): readonly RootEvaluation[] {
  const evaluate = createEvaluator(index, snapshot, options);
  const isTruncated = isTruncatedAsAWhole(snapshot);
  const roots = listRoots(index, snapshot, options, evaluate);
  return refuseManyRoots(roots, snapshot.source).map((object) => {
    const evaluation = evaluate(object);
    options.onRoot?.();
    return {
      root: finishRoot(evaluation, snapshot, isTruncated),
      findings: assignRoot(evaluation.findings, evaluation.root),
    };
  });
}

/**
 * The objects that the Report is about. Where the user gave only objects that exist and report nothing, such as webhook
 * configurations, those that are unhealthy all the same: the certificates of a webhook have expired, a deletion has stopped.
 */
function listRoots(
  index: ObjectIndex,
  snapshot: Snapshot,
  options: AggregateOptions,
  evaluate: (object: KubeObject) => RootEvaluation,
): readonly KubeObject[] {
  const isGiven = hasSingleObjects(snapshot);
  const selectedRoots = selectRoots(index, { ...options, isGiven });
  if (isRestricted(options)) return selectedRoots;
  if (selectedRoots.length > 0 || !isGiven) return dropPastMigrations(selectedRoots, snapshot.takenAt);
  const { namespace } = options;
  return index.objects().filter((object) => {
    const isInNamespace = namespace === undefined || object.ref.namespace === namespace;
    return isInNamespace && isSerious(evaluate(object).root.verdict);
  });
}

/** Returns the function that evaluates an object as a root, by its family or the family that the options name. */
function createEvaluator(
  index: ObjectIndex,
  { takenAt, source, readings }: Snapshot,
  { profile, ruleSet, polarities = [], kinds = [], tree = false, lasting }: AggregateOptions,
): (object: KubeObject) => RootEvaluation {
  const context: EvaluationContext = {
    takenAt,
    source,
    readings,
    polarities,
    kinds,
    tree,
    profileKnowing: findProfileOf,
    ...definedFields({ ruleSet, lasting }),
  };
  return (object) => evaluatorsByFamily[chooseProfileName(object, profile)](object, index, context);
}

/**
 * Adds to a root what depends on the time, the source and the completeness of the snapshot, and on the findings about the
 * root.
 */
function finishRoot({ root, findings }: RootEvaluation, { source, takenAt }: Snapshot, isTruncated: boolean): RootNode {
  const doubtedRoot = isTruncated ? doubtHealthyRoot(root) : root;
  const withContext = addGenerations(markUnreadSources(doubtedRoot, source), findings);
  return addAlerts(addCauseTimes(withContext, takenAt), findings);
}

/** The finding about the given objects that no root shows. Empty if the user restricted what is reported. */
function listOtherFindings(
  index: ObjectIndex,
  snapshot: Snapshot,
  options: AggregateOptions,
  roots: readonly RootNode[],
): readonly Finding[] {
  if (options.others !== true || isRestricted(options) || !hasSingleObjects(snapshot)) return [];
  const evaluate = createEvaluator(index, snapshot, options);
  const verdictOf = (object: KubeObject): Verdict =>
    isPastMigration(object, snapshot.takenAt) ? "healthy" : evaluate(object).root.verdict;
  return findOtherObjects(index, roots, snapshot.source.name, verdictOf);
}

/** Whether the user named what is to be reported. */
function isRestricted({ wanted, name, isWanted }: AggregateOptions): boolean {
  return (wanted ?? name ?? isWanted) !== undefined;
}

/** The worst verdict of the roots. A root that the reader may not see is unknown, even if all others are healthy. */
function evaluateRootsTogether(roots: readonly RootNode[], mayHideRoots: boolean): Verdict {
  const verdicts = roots.map(({ verdict }) => verdict);
  return worstVerdict(mayHideRoots ? [...verdicts, "unknown"] : verdicts);
}

/** The outcomes that decide whether an object exists. */
const conclusiveOutcomes: ReadonlySet<Outcome> = new Set(["found", "absent"]);

/** Adds to each root what its state means for virtual machines. */
function addImpacts(
  report: ReportWithoutSteps,
  index: ObjectIndex,
  { source }: Snapshot,
  orphans: readonly Finding[],
  onRoot: () => void = () => {},
): ReportWithoutSteps {
  const orphanKeys = new Set(orphans.map(({ about }) => keyOf(about)));
  const findingsByRoot = Map.groupBy(report.findings, ({ root }) => (root === undefined ? undefined : keyOf(root)));
  const roots = report.roots.map((root) => {
    onRoot();
    const key = keyOf(root.ref);
    return addImpact(root, findingsByRoot.get(key) ?? [], {
      isLookedUp: (ref) => conclusiveOutcomes.has(index.find(ref).outcome),
      objectOf: (ref) => foundObject(index.find(ref)),
      isOrphan: orphanKeys.has(key),
      source: source.kind,
    });
  });
  return { ...report, roots };
}

/** The most conditions that the finding about a polarity file lists. */
const maxListedConditions = 10;

/** The finding about the conditions in the tree of a root whose polarity comes from a polarity file. Empty without any. */
function listPolarityFindings(root: ReportNode): readonly Finding[] {
  const overridden = listOverriddenConditions(root);
  const count = overridden.length;
  if (count === 0) return [];
  const conditions = overridden.slice(0, maxListedConditions);
  return [makeFinding(root.ref, { code: "polarity-from-file", conditions, count })];
}

function listOverriddenConditions({ ref, conditions, children }: ReportNode): readonly SilentCondition[] {
  const overridden: SilentCondition[] = [];
  for (const { type, status, polarity, polarityFrom } of conditions) {
    if (polarityFrom === undefined) continue;
    overridden.push({ object: `${ref.kind} ${ref.name}`, type, status, polarity, polarityFrom });
  }
  return [...overridden, ...children.flatMap(listOverriddenConditions)];
}

/** Orders findings worst first, then by code, then by name. The order is part of the contract of `-o json`. */
function compareFindings(a: Finding, b: Finding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareTexts(a.code, b.code) ||
    compareTexts(a.about.name, b.about.name)
  );
}
