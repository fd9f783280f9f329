import type { ConditionStatus } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { greenhouseKinds } from "../../model/family-roots.ts";
import { type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import type { EvaluatedCondition, ReportNode } from "../../model/report.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { greenhouseProfile } from "../../profiles/greenhouse/profile.ts";
import { optionalTypes, statelessKinds } from "../../tables/greenhouse-kinds.ts";
import { keepFirstOfEachKey } from "../evaluation/compare.ts";
import { evaluateConditions, verdictByPolarity } from "../evaluation/condition-polarity.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import { isOlderThanSpec } from "../evaluation/freshness.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { type ConditionShare, mergeParts, readClusterShares, readInventoryShares } from "./aggregated-parts.ts";
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

/** Evaluates one Greenhouse object with its parts below it. `keysAbove` has the keys of the objects above it. */
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
    stale: false,
    deleting: isDeleting,
    // The controller does not compute Ready again in both cases (cloudoperators/greenhouse pkg/lifecycle/reconcile.go).
    frozen: isSuspended || isDeleting,
    facts: readFacts(object, index),
    children,
  };
}

/**
 * The best verdict that an object can have, whatever its conditions report: the worst of what the controller would write
 * now, and of the parts that the status calls not ready. It is healthy, so that it changes nothing, for an object that is
 * suspended, is being deleted, or was not reconciled yet.
 */
function recomputeVerdict(subject: GreenhouseSubject, index: ObjectIndex): Verdict {
  const { object, conditions, isSuspended, isDeleting } = subject;
  if (isSuspended || isDeleting || conditions.length === 0) return "healthy";
  const partVerdicts = mergeParts(object, index).offenders.map(({ condition }) =>
    verdictByPolarity("good", condition?.status ?? "False"),
  );
  const isComparable = findGreenhouseDriftExcuse(subject, index) === null;
  const expected = isComparable ? computeExpectedConditions(subject, index).controller.conditions : [];
  const expectedVerdicts = expected.map(({ type, status }) =>
    type === "Ready" ? evaluateExpectedReady(subject, status, index) : verdictByPolarity("good", status),
  );
  return worstVerdict(["healthy", ...partVerdicts, ...expectedVerdicts]);
}

/**
 * The verdict of the Ready that the controller would write. Where a condition that does not exist decides it, the verdict is
 * unknown. It is healthy if none of the conditions that Ready depends on exists: another release computed Ready from others.
 */
function evaluateExpectedReady(subject: GreenhouseSubject, status: ConditionStatus, index: ObjectIndex): Verdict {
  const { conditions, rule } = subject;
  const decidingType = computeReady(subject, conditions, index)?.by;
  if (decidingType === undefined || firstConditionOfType(conditions, decidingType) !== undefined) {
    return verdictByPolarity("main", status);
  }
  const isAnyGateReported = rule?.gates.some((gate) => findGateCondition(gate, conditions) !== undefined);
  return isAnyGateReported ? "unknown" : "healthy";
}

/** The object's parts, each with the share of its verdict that explains the object. */
export function listCountedParts(
  object: KubeObject,
  parts: readonly ReportNode[],
  index: ObjectIndex,
): readonly (ReportNode & { readonly counted: Verdict })[] {
  const links = new Map(listDistinctLinks(object, index).map((link) => [keyOf(link.lookup.ref), link]));
  return parts.flatMap((part) => {
    const link = links.get(keyOf(part.ref));
    return link === undefined ? [] : [{ ...part, counted: readCountedVerdict(link, part) }];
  });
}

/**
 * The conditions with the profile's polarities. Those that do not count are not abnormal: all but the first of a type,
 * leftovers of older releases, and optional conditions that are Unknown.
 */
function evaluateOwnConditions(
  subject: GreenhouseSubject,
  { polarities }: EvaluationContext,
): readonly EvaluatedCondition[] {
  const { object, conditions, leftovers } = subject;
  const firstOfType = new Map(conditions.toReversed().map((condition) => [condition.type, condition]));
  const mayBeUnknown = new Set([
    ...(optionalTypes[object.ref.kind] ?? []),
    ...(reportsNoChart(conditions) ? ["HelmReleaseCreated", "HelmReleaseDeployed", "ExposedServicesSynced"] : []),
  ]);
  return evaluateConditions(greenhouseProfile, object, conditions, true, polarities).map((condition, position) => {
    const { type, status } = condition;
    if (firstOfType.get(type) !== conditions[position]) return { ...condition, abnormal: false };
    if (leftovers.includes(type)) return { ...condition, polarity: "info", abnormal: false };
    return status === "Unknown" && mayBeUnknown.has(type) ? { ...condition, abnormal: false } : condition;
  });
}

/**
 * The worst of the object's own conditions by their polarity, also of those that Ready does not depend on. An object that is
 * suspended or being deleted is at least progressing. Without Ready the verdict is at best unknown, but for kinds without a
 * status.
 */
function evaluateOwnVerdict(
  { object, isDeleting, isSuspended }: GreenhouseSubject,
  conditions: readonly EvaluatedCondition[],
): Verdict {
  const bestVerdict: Verdict = isDeleting || isSuspended ? "progressing" : "healthy";
  if (statelessKinds.has(object.ref.kind)) return bestVerdict;
  const hasReady = conditions.some(({ polarity }) => polarity === "main");
  const verdicts = conditions.map(({ polarity, status, abnormal }) =>
    abnormal ? verdictByPolarity(polarity, status) : "healthy",
  );
  return worstVerdict([...verdicts, bestVerdict, hasReady ? "healthy" : "unknown"]);
}

/**
 * The parts of an object, without the objects above it. Below a part only those are shown that exist or must exist, because
 * the plan does not read others.
 */
function evaluateChildren(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
  keysAbove: ReadonlySet<string>,
  depth: number,
): readonly ReportNode[] {
  const links = listDistinctLinks(object, index);
  const seenKeys = new Set([...keysAbove, keyOf(object.ref), ...links.map(({ lookup }) => keyOf(lookup.ref))]);
  const parts = links
    .filter(({ lookup }) => !keysAbove.has(keyOf(lookup.ref)))
    .map((link) => evaluatePart(link, index, context, seenKeys, depth + 1));
  return depth === 0 ? parts : parts.filter(({ outcome, required }) => outcome === "found" || required);
}

/** The links of an object. Of two links to one object the first stays, which counts most. */
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
  const shared = { role: "part" as const, label: ref.name, outcome, required: isRequired(link) };
  if (lookup.outcome !== "found") {
    return {
      ...shared,
      ...makeUnreadFields(ref, outcome === "absent" ? "unavailable" : "unknown"),
      ...readReportedTrouble(link),
    };
  }
  const { object } = lookup;
  const node = isGreenhouseKind(object.ref)
    ? evaluateObject(readSubject(object), index, context, keysAbove, depth)
    : evaluateFluxObject(object, context);
  return { ...shared, ...node };
}

/** The trouble of a part that was not read, as the status of the object above it reports it. */
function readReportedTrouble({ share, lookup }: ObjectLink): Pick<ReportNode, "trouble"> {
  const condition = share?.condition;
  if (condition === undefined || condition.status === "True" || lookup.outcome === "absent") return {};
  const { reason, message, since } = condition;
  return {
    trouble: { reason: reason === "" ? "NotReady" : reason, message, ...definedFields({ since }) },
  };
}

function makeUnreadFields(
  ref: Ref,
  verdict: Verdict,
): Omit<EvaluatedObject, "children"> & Pick<ReportNode, "children"> {
  const nothing = { conditions: [], facts: {}, children: [] };
  return { ref, verdict, ownVerdict: verdict, stale: false, deleting: false, frozen: false, ...nothing };
}

/** Evaluates a Flux object by its own conditions. It has an observedGeneration, and its spec may suspend it. */
function evaluateFluxObject(object: KubeObject, { polarities }: EvaluationContext): EvaluatedObject {
  const reported = conditionsAt(object).conditions;
  const conditions = evaluateConditions(greenhouseProfile, object, reported, true, polarities);
  const stale = isOlderThanSpec(object, reported);
  const deleting = object.deletedAt !== undefined;
  const frozen = valueAt(object.spec, "suspend") === true;
  const verdicts = conditions.map(({ polarity, status }) => verdictByPolarity(polarity, status));
  const isKnown = conditions.some(({ polarity }) => polarity !== "info");
  const verdict = worstVerdict([
    ...verdicts,
    isKnown ? "healthy" : "unknown",
    stale || deleting || frozen ? "progressing" : "healthy",
  ]);
  return {
    ref: object.ref,
    verdict,
    ownVerdict: verdict,
    conditions,
    stale,
    deleting,
    frozen,
    facts: {},
    children: [],
  };
}

function isGreenhouseKind({ group, kind }: Ref): boolean {
  return group === greenhouseKinds.Plugin.group && Object.hasOwn(greenhouseKinds, kind);
}

type Facts = Readonly<Record<string, string>>;

/**
 * The facts of an object, which stand for the typed State of ADR-4 that no kind has: the state of a Plugin's Helm release,
 * the counters of a PluginPreset, the nodes of a Cluster, the counts of a TeamRoleBinding and a Catalog, and versions. The
 * content of a kubeconfig is never shown.
 */
function readFacts(object: KubeObject, index: ObjectIndex): Facts {
  switch (object.ref.kind) {
    case "Plugin":
      return readPluginFacts(object, index);
    case "PluginPreset":
      return readPresetFacts(object);
    case "Cluster":
      return {
        ...readReadyCount(object, ["nodes", "ready"], ["nodes", "total"]),
        ...omitUnknown("observedVersion", readSubjectText(object, ["status", "kubernetesVersion"])),
      };
    case "TeamRoleBinding":
      return countReadyShares(readClusterShares(object));
    case "Catalog":
      return countReadyShares(readInventoryShares(object, index));
    default:
      return {};
  }
}

/**
 * The facts of a Plugin. `state` is that of its release by Flux or Helm: deployed, failed, pending-upgrade or suspended
 * (plugin_controller_flux.go:396-443).
 */
function readPluginFacts(object: KubeObject, index: ObjectIndex): Facts {
  const definition = findPluginDefinition(object, index);
  const wanted = definition?.outcome === "found" ? readSubjectText(definition.object, ["spec", "version"]) : "";
  const observed = readSubjectText(object, ["status", "version"]);
  return {
    ...omitUnknown("state", readSubjectText(object, ["status", "helmReleaseStatus", "status"])),
    ...omitUnknown("observedVersion", observed),
    ...omitUnknown("expectedVersion", observed === "" ? "" : wanted),
    ...omitUnknown("cluster", readSubjectText(object, ["spec", "clusterName"])),
  };
}

/** The counters of a PluginPreset. Older releases count in `availablePlugins` the Plugins that have a Ready condition. */
function readPresetFacts(object: KubeObject): Facts {
  const hasTotal = wholeNumberAt(object.status, "totalPlugins") !== undefined;
  const facts: Record<string, string> = {
    ...readReadyCount(object, ["readyPlugins"], [hasTotal ? "totalPlugins" : "availablePlugins"]),
  };
  for (const counter of ["totalPlugins", "availablePlugins", "readyPlugins", "failedPlugins"]) {
    const count = wholeNumberAt(object.status, counter);
    if (count !== undefined) facts[counter] = String(count);
  }
  return facts;
}

/** How many shares have the status True, as the fact `ready`: `2/3`. None without any share. */
function countReadyShares(shares: readonly ConditionShare[]): Facts {
  const ready = shares.filter(({ condition }) => condition?.status === "True").length;
  return shares.length === 0 ? {} : { ready: `${ready}/${shares.length}` };
}

/** The fact `ready` from two counters at these paths of the status: `2/3`. The controller omits a count of zero. */
function readReadyCount({ status }: KubeObject, readyPath: readonly string[], totalPath: readonly string[]): Facts {
  const total = wholeNumberAt(status, ...totalPath);
  return total === undefined ? {} : { ready: `${textAt(status, ...readyPath) || "0"}/${total}` };
}

/** A fact, unless its value is empty or "unknown". */
function omitUnknown(key: string, value: string): Facts {
  return value === "" || value === "unknown" ? {} : { [key]: value };
}
