import type { ConditionStatus } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { greenhouseKinds } from "../../model/family-roots.ts";
import { keepFirstOfEachKey } from "../../model/items-by-key.ts";
import { type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import type { EvaluatedCondition, ReportNode } from "../../model/report.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import { textAt, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { greenhouseProfile } from "../../profiles/greenhouse/profile.ts";
import { optionalTypes, statelessKinds } from "../../tables/greenhouse-kinds.ts";
import { evaluateConditions, verdictByPolarity } from "../evaluation/condition-polarity.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import { evaluateConditionsAlone } from "../evaluation/conditions-alone.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import {
  mergeReadinessOfParts,
  type PartReadiness,
  readClusterReadiness,
  readInventoryReadiness,
} from "./aggregated-parts.ts";
import { computeExpectedConditions } from "./expected-conditions.ts";
import { findPluginDefinition, isRequired, listLinks, type ObjectLink, readCountedVerdict } from "./object-links.ts";
import { computeReady } from "./ready-by-controller.ts";
import { findGateCondition } from "./ready-summary.ts";
import { findGreenhouseDriftExcuse } from "./status-drift.ts";
import { type GreenhouseSubject, readSubject, readSubjectText, reportsNoChart } from "./subject.ts";

/** The levels of parts below a root. Further down every link leads back, or to another cluster. */
const maxDepth = 2;

/** The fields that a root and a part share. */
export type EvaluatedObject = Pick<
  ReportNode,
  "ref" | "verdict" | "ownVerdict" | "conditions" | "stale" | "deleting" | "frozen" | "facts" | "children"
>;

/**
 * Evaluates one Greenhouse object with its parts below it.
 *
 * @param keysAbove the keys of the objects above it, which are not its parts
 * @param depth the number of levels between it and the root
 */
export function evaluateObject(
  subject: GreenhouseSubject,
  index: ObjectIndex,
  context: EvaluationContext,
  keysAbove: ReadonlySet<string> = new Set(),
  depth = 0,
): EvaluatedObject {
  const { object, isDeleting, isSuspended } = subject;
  const conditions = evaluateOwnConditions(subject, context);
  const children = depth < maxDepth ? evaluateChildren(object, index, context, keysAbove, depth) : [];
  const ownVerdict = worstVerdict([evaluateOwnVerdict(subject, conditions), recomputeVerdict(subject, index)]);
  const requiredVerdicts = children.filter((child) => child.required).map((child) => child.verdict);
  return {
    ref: object.ref,
    verdict: worstVerdict([ownVerdict, ...requiredVerdicts]),
    ownVerdict,
    conditions,
    // No Greenhouse kind has an observedGeneration that could be older than the spec.
    stale: false,
    deleting: isDeleting,
    // In both cases the controller does not compute Ready again (cloudoperators/greenhouse pkg/lifecycle/reconcile.go).
    frozen: isSuspended || isDeleting,
    facts: readFacts(object, index),
    children,
  };
}

/**
 * The best verdict that an object can have, whatever its conditions report: the worst of what the controller would write
 * now, and of the parts that are not Ready. It is healthy, so that it changes nothing, for an object that is suspended, is
 * being deleted, or was not reconciled yet.
 */
function recomputeVerdict(subject: GreenhouseSubject, index: ObjectIndex): Verdict {
  const { object, conditions, isSuspended, isDeleting } = subject;
  if (isSuspended || isDeleting || conditions.length === 0) return "healthy";
  const { unready } = mergeReadinessOfParts(object, index);
  const partVerdicts = unready.map(({ condition }) => verdictByPolarity("good", condition?.status ?? "False"));
  return worstVerdict(["healthy", ...partVerdicts, ...listExpectedVerdicts(subject, index)]);
}

/** The verdicts of the conditions that the controller would write now. Empty if they cannot be compared with the status. */
function listExpectedVerdicts(subject: GreenhouseSubject, index: ObjectIndex): readonly Verdict[] {
  if (findGreenhouseDriftExcuse(subject, index) !== null) return [];
  const { conditions } = computeExpectedConditions(subject, index).controller;
  return conditions.map(({ type, status }) => {
    if (type === "Ready") return evaluateExpectedReady(subject, status, index);
    return verdictByPolarity("good", status);
  });
}

/**
 * The verdict of the Ready that the controller would write with this status:
 * 1. by that status, unless a condition that does not exist decides it,
 * 2. otherwise unknown, if the object has another condition on which Ready depends,
 * 3. otherwise healthy, because a release with other conditions computed Ready.
 */
function evaluateExpectedReady(subject: GreenhouseSubject, status: ConditionStatus, index: ObjectIndex): Verdict {
  const { conditions, rule } = subject;
  const decidingType = computeReady(subject, conditions, index)?.decidingType;
  const isDecidedByMissing = decidingType !== undefined && firstConditionOfType(conditions, decidingType) === undefined;
  if (!isDecidedByMissing) return verdictByPolarity("main", status);
  const isAnyGateReported = rule?.gates.some((gate) => findGateCondition(gate, conditions) !== undefined);
  return isAnyGateReported ? "unknown" : "healthy";
}

/** A part with its verdict as far as that explains the object above it. */
export type CountedPart = ReportNode & { readonly counted: Verdict };

/** The parts of an object that it has links to, each with the verdict that explains the object. */
export function listCountedParts(
  object: KubeObject,
  parts: readonly ReportNode[],
  index: ObjectIndex,
): readonly CountedPart[] {
  const linksByKey = new Map(listDistinctLinks(object, index).map((link) => [keyOf(link.lookup.ref), link]));
  return parts.flatMap((part) => {
    const link = linksByKey.get(keyOf(part.ref));
    return link === undefined ? [] : [{ ...part, counted: readCountedVerdict(link, part) }];
  });
}

/** Conditions that are Unknown in a Plugin without a chart, because nothing is installed. */
const installationTypes = ["HelmReleaseCreated", "HelmReleaseDeployed", "ExposedServicesSynced"];

/**
 * The conditions with the profile's polarities. Those that do not count are not abnormal: all but the first of a type,
 * leftovers of older releases, and optional conditions that are Unknown.
 */
function evaluateOwnConditions(
  subject: GreenhouseSubject,
  { polarities }: EvaluationContext,
): readonly EvaluatedCondition[] {
  const { object, conditions, leftovers } = subject;
  const typesThatMayBeUnknown = new Set(optionalTypes[object.ref.kind] ?? []);
  if (reportsNoChart(conditions)) {
    for (const type of installationTypes) typesThatMayBeUnknown.add(type);
  }
  return evaluateConditions(greenhouseProfile, object, conditions, { polarities }).map((condition, position) => {
    const { type, status } = condition;
    const isFirstOfType = firstConditionOfType(conditions, type) === conditions[position];
    if (!isFirstOfType) return { ...condition, abnormal: false };
    if (leftovers.includes(type)) return { ...condition, polarity: "info", abnormal: false };
    if (status === "Unknown" && typesThatMayBeUnknown.has(type)) return { ...condition, abnormal: false };
    return condition;
  });
}

/**
 * The worst verdict of the object's abnormal conditions by their polarity, also of those that Ready does not depend on. An
 * object that is suspended or being deleted is progressing at best. One without Ready is unknown at best, unless its kind
 * has no status.
 */
function evaluateOwnVerdict(
  { object, isDeleting, isSuspended }: GreenhouseSubject,
  conditions: readonly EvaluatedCondition[],
): Verdict {
  const bestVerdict: Verdict = isDeleting || isSuspended ? "progressing" : "healthy";
  if (statelessKinds.has(object.ref.kind)) return bestVerdict;
  const verdicts = conditions
    .filter(({ abnormal }) => abnormal)
    .map(({ polarity, status }) => verdictByPolarity(polarity, status));
  const hasReady = conditions.some(({ polarity }) => polarity === "main");
  return worstVerdict([...verdicts, bestVerdict, hasReady ? "healthy" : "unknown"]);
}

/**
 * The parts of an object, without the objects above it. Below a part only those are returned that exist or must exist,
 * because the plan does not read others.
 */
function evaluateChildren(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
  keysAbove: ReadonlySet<string>,
  depth: number,
): readonly ReportNode[] {
  const links = listDistinctLinks(object, index);
  const linkedKeys = links.map(({ lookup }) => keyOf(lookup.ref));
  const keysAboveParts = new Set([...keysAbove, keyOf(object.ref), ...linkedKeys]);
  const parts = links
    .filter(({ lookup }) => !keysAbove.has(keyOf(lookup.ref)))
    .map((link) => evaluatePart(link, index, context, keysAboveParts, depth + 1));
  return depth === 0 ? parts : parts.filter(({ outcome, required }) => outcome === "found" || required);
}

/** The links of an object. Of two links to one part the first is kept, on which the object depends more. */
function listDistinctLinks(object: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  return keepFirstOfEachKey(listLinks(object, index), ({ lookup }) => keyOf(lookup.ref));
}

function evaluatePart(
  link: ObjectLink,
  index: ObjectIndex,
  context: EvaluationContext,
  keysAbove: ReadonlySet<string>,
  depth: number,
): ReportNode {
  const { lookup } = link;
  const { ref, outcome } = lookup;
  const fieldsOfPart = { role: "part" as const, label: ref.name, outcome, required: isRequired(link) };
  if (lookup.outcome !== "found") {
    const node = makeNodeWithoutObject(ref, outcome === "absent" ? "unavailable" : "unknown");
    return { ...fieldsOfPart, ...node, ...definedFields({ trouble: readReportedTrouble(link) }) };
  }
  const { object } = lookup;
  const node = isGreenhouseKind(object.ref)
    ? evaluateObject(readSubject(object), index, context, keysAbove, depth)
    : evaluateFluxObject(object, context);
  return { ...fieldsOfPart, ...node };
}

/**
 * The trouble of a part that was not read, as the status of the object above it reports it. Undefined if that status does
 * not mention the part or calls it Ready, and for a part that does not exist, because then the status is out of date.
 */
function readReportedTrouble({ reported, lookup }: ObjectLink): ReportNode["trouble"] {
  const condition = reported?.condition;
  if (condition === undefined || condition.status === "True" || lookup.outcome === "absent") return undefined;
  const { reason, message, since } = condition;
  return { reason: reason === "" ? "NotReady" : reason, message, ...definedFields({ since }) };
}

/** The fields of a part of which no object was read. */
function makeNodeWithoutObject(ref: Ref, verdict: Verdict): EvaluatedObject {
  return {
    ref,
    verdict,
    ownVerdict: verdict,
    stale: false,
    deleting: false,
    frozen: false,
    conditions: [],
    facts: {},
    children: [],
  };
}

/** Evaluates a Flux object by its own conditions. */
function evaluateFluxObject(object: KubeObject, { polarities }: EvaluationContext): EvaluatedObject {
  const frozen = valueAt(object.spec, "suspend") === true;
  const health = evaluateConditionsAlone(object, greenhouseProfile, { polarities, frozen });
  return { ref: object.ref, ...health, facts: {}, children: [] };
}

function isGreenhouseKind({ group, kind }: Ref): boolean {
  return group === greenhouseKinds.Plugin.group && Object.hasOwn(greenhouseKinds, kind);
}

type Facts = Readonly<Record<string, string>>;

/**
 * The facts of an object by name: the state of a Plugin's Helm release, the counters of a PluginPreset, the nodes of a
 * Cluster, the counts of a TeamRoleBinding and a Catalog, and versions. They are shown instead of the typed State that
 * ADR-4 proposes and no kind has. The content of a kubeconfig is never shown.
 */
function readFacts(object: KubeObject, index: ObjectIndex): Facts {
  switch (object.ref.kind) {
    case "Plugin":
      return readPluginFacts(object, index);
    case "PluginPreset":
      return readPresetFacts(object);
    case "Cluster":
      return keepKnownFacts({
        ready: formatReadyCounters(object, ["nodes", "ready"], ["nodes", "total"]),
        observedVersion: readSubjectText(object, ["status", "kubernetesVersion"]),
      });
    case "TeamRoleBinding":
      return keepKnownFacts({ ready: countReadyParts(readClusterReadiness(object)) });
    case "Catalog":
      return keepKnownFacts({ ready: countReadyParts(readInventoryReadiness(object, index)) });
    default:
      return {};
  }
}

/**
 * The facts of a Plugin. `state` is that of its release by Flux or Helm: deployed, failed, pending-upgrade or suspended
 * (plugin_controller_flux.go:396-443). `expectedVersion` is that of the definition, beside an observed version.
 */
function readPluginFacts(plugin: KubeObject, index: ObjectIndex): Facts {
  const definition = findPluginDefinition(plugin, index);
  const definedVersion = definition?.outcome === "found" ? readSubjectText(definition.object, ["spec", "version"]) : "";
  const observedVersion = readSubjectText(plugin, ["status", "version"]);
  return keepKnownFacts({
    state: readSubjectText(plugin, ["status", "helmReleaseStatus", "status"]),
    observedVersion,
    expectedVersion: observedVersion === "" ? "" : definedVersion,
    cluster: readSubjectText(plugin, ["spec", "clusterName"]),
  });
}

/** The counters of a PluginPreset. Older releases count in `availablePlugins` the Plugins that have a Ready condition. */
function readPresetFacts(preset: KubeObject): Facts {
  const hasTotal = wholeNumberAt(preset.status, "totalPlugins") !== undefined;
  const totalCounter = hasTotal ? "totalPlugins" : "availablePlugins";
  return keepKnownFacts({
    ready: formatReadyCounters(preset, ["readyPlugins"], [totalCounter]),
    totalPlugins: formatCounter(preset, "totalPlugins"),
    availablePlugins: formatCounter(preset, "availablePlugins"),
    readyPlugins: formatCounter(preset, "readyPlugins"),
    failedPlugins: formatCounter(preset, "failedPlugins"),
  });
}

/** The whole number in a field of the status as text: `"3"`. Empty if the field is no whole number. */
function formatCounter({ status }: KubeObject, field: string): string {
  return String(wholeNumberAt(status, field) ?? "");
}

/** Two counters at these paths of the status: `"2/3"`. Empty without the total. The controller omits a ready count of 0. */
function formatReadyCounters(
  { status }: KubeObject,
  readyPath: readonly string[],
  totalPath: readonly string[],
): string {
  const total = wholeNumberAt(status, ...totalPath);
  return total === undefined ? "" : `${textAt(status, ...readyPath) || "0"}/${total}`;
}

/** How many of the parts are Ready: `"2/3"`. Empty without parts. */
function countReadyParts(parts: readonly PartReadiness[]): string {
  const ready = parts.filter(({ condition }) => condition?.status === "True").length;
  return parts.length === 0 ? "" : `${ready}/${parts.length}`;
}

/** The facts whose value is known, which is neither empty nor Greenhouse's own word "unknown". */
function keepKnownFacts(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== "" && value !== "unknown"));
}
