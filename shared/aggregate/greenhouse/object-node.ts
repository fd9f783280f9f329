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

/** Levels of parts below a root; further down every link leads back or to another cluster. */
const maxDepth = 2;

/** The fields that a root and a part share. */
export type EvaluatedObject = Pick<
  ReportNode,
  "ref" | "verdict" | "ownVerdict" | "conditions" | "stale" | "deleting" | "frozen" | "facts" | "children"
>;

/** One Greenhouse object with its parts below it; `above` holds the keys of the objects above it. */
export function evaluateObject(
  subject: GreenhouseSubject,
  index: ObjectIndex,
  context: EvaluationContext,
  above: ReadonlySet<string> = new Set(),
  depth = 0,
): EvaluatedObject {
  const { object, isDeleting, isSuspended } = subject;
  const conditions = evaluateOwnConditions(subject, context);
  const children = depth < maxDepth ? evaluateChildren(object, index, context, above, depth) : [];
  const own = worstVerdict([evaluateOwnVerdict(subject, conditions), recomputeVerdict(subject, index)]);
  return {
    ref: object.ref,
    verdict: worstVerdict([own, ...children.filter((child) => child.required).map((child) => child.verdict)]),
    ownVerdict: own,
    conditions,
    stale: false,
    deleting: isDeleting,
    // In both cases the controller does not compute Ready again (cloudoperators/greenhouse pkg/lifecycle/reconcile.go).
    frozen: isSuspended || isDeleting,
    facts: readFacts(object, index),
    children,
  };
}

/**
 * The best verdict that an object can have, whatever its conditions report. It depends on what the controller would
 * write now, and on parts that the status calls not ready. For an object that is suspended or not yet reconciled it
 * says nothing. An absent condition makes it unknown. If all conditions that Ready depends on are absent, another
 * release computed it from others.
 */
function recomputeVerdict(subject: GreenhouseSubject, index: ObjectIndex): Verdict {
  const { object, conditions, isSuspended, isDeleting } = subject;
  if (isSuspended || isDeleting || conditions.length === 0) return "healthy";
  const parts = mergeParts(object, index).offenders.map(({ condition }) =>
    verdictByPolarity("good", condition?.status ?? "False"),
  );
  const expected =
    findGreenhouseDriftExcuse(subject, index) === null
      ? computeExpectedConditions(subject, index).controller.conditions
      : [];
  const written = expected.map(({ type, status }) =>
    type === "Ready" ? evaluateExpectedReady(subject, status, index) : verdictByPolarity("good", status),
  );
  return worstVerdict(["healthy", ...parts, ...written]);
}

function evaluateExpectedReady(subject: GreenhouseSubject, status: ConditionStatus, index: ObjectIndex): Verdict {
  const { conditions, rule } = subject;
  const by = computeReady(subject, conditions, index)?.by;
  if (by === undefined || firstConditionOfType(conditions, by) !== undefined) return verdictByPolarity("main", status);
  return rule?.gates.some((gate) => findGateCondition(gate, conditions) !== undefined) ? "unknown" : "healthy";
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
 * The conditions with the profile's polarities; of each type the first counts. Leftovers of older releases do not
 * count, and optional conditions may be Unknown.
 */
function evaluateOwnConditions(
  subject: GreenhouseSubject,
  { polarities }: EvaluationContext,
): readonly EvaluatedCondition[] {
  const { object, conditions, leftovers } = subject;
  const first = new Map(conditions.toReversed().map((condition) => [condition.type, condition]));
  const mayBeUnknown = new Set([
    ...(optionalTypes[object.ref.kind] ?? []),
    ...(reportsNoChart(conditions) ? ["HelmReleaseCreated", "HelmReleaseDeployed", "ExposedServicesSynced"] : []),
  ]);
  return evaluateConditions(greenhouseProfile, object, conditions, true, polarities).map((condition, place) => {
    const { type, status } = condition;
    if (first.get(type) !== conditions[place]) return { ...condition, abnormal: false };
    if (leftovers.includes(type)) return { ...condition, polarity: "info", abnormal: false };
    return status === "Unknown" && mayBeUnknown.has(type) ? { ...condition, abnormal: false } : condition;
  });
}

/**
 * The worst of its own conditions by their polarity, also of those that Ready does not depend on. A frozen object is at
 * least progressing. Without conditions, or without Ready, the verdict is unknown.
 */
function evaluateOwnVerdict(
  { object, isDeleting, isSuspended }: GreenhouseSubject,
  conditions: readonly EvaluatedCondition[],
): Verdict {
  const frozen: Verdict = isDeleting || isSuspended ? "progressing" : "healthy";
  if (statelessKinds.has(object.ref.kind)) return frozen;
  const isEvaluated = conditions.some(({ polarity }) => polarity === "main");
  const verdicts = conditions.map(({ polarity, status, abnormal }) =>
    abnormal ? verdictByPolarity(polarity, status) : "healthy",
  );
  return worstVerdict([...verdicts, frozen, isEvaluated ? "healthy" : "unknown"]);
}

function evaluateChildren(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
  above: ReadonlySet<string>,
  depth: number,
): readonly ReportNode[] {
  const links = listDistinctLinks(object, index);
  const seen = new Set([...above, keyOf(object.ref), ...links.map(({ lookup }) => keyOf(lookup.ref))]);
  return (
    links
      .filter(({ lookup }) => !above.has(keyOf(lookup.ref)))
      .map((link) => evaluatePart(link, index, context, seen, depth + 1))
      // Below a part only what exists or must exist: the plan does not read the rest.
      .filter(({ outcome, required }) => depth === 0 || outcome === "found" || required)
  );
}

/** The links of an object; two links to one object become the first, which counts most. */
function listDistinctLinks(object: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const all = listLinks(object, index).toReversed();
  return [...new Map(all.map((link) => [keyOf(link.lookup.ref), link])).values()].toReversed();
}

function evaluatePart(
  link: ObjectLink,
  index: ObjectIndex,
  context: EvaluationContext,
  seen: ReadonlySet<string>,
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
    ? evaluateObject(readSubject(object), index, context, seen, depth)
    : evaluateFluxObject(object, context);
  return { ...shared, ...node };
}

/** The trouble of a part that was not read, from the status of the object above it. */
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

/** A Flux object by its own conditions; it has an observedGeneration, and its spec may suspend it. */
function evaluateFluxObject(object: KubeObject, { polarities }: EvaluationContext): EvaluatedObject {
  const read = conditionsAt(object).conditions;
  const conditions = evaluateConditions(greenhouseProfile, object, read, true, polarities);
  const stale = isOlderThanSpec(object, read);
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
 * Facts in place of the typed State of ADR-4, which no kind has: the state of a Plugin's Helm release, the counters of
 * a PluginPreset, the nodes of a Cluster. A TeamRoleBinding and a Catalog have the counts of their lists, and some
 * kinds have versions. The content of a kubeconfig is never shown.
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
 * `state` is the state of the release from Flux or Helm: deployed, failed, pending-upgrade, suspended
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

/** The counters of a PluginPreset. Older releases have `availablePlugins`: the Plugins that have a Ready condition. */
function readPresetFacts(object: KubeObject): Facts {
  const total = wholeNumberAt(object.status, "totalPlugins");
  return {
    ...readReadyCount(object, ["readyPlugins"], [total === undefined ? "availablePlugins" : "totalPlugins"]),
    ...Object.fromEntries(
      ["totalPlugins", "availablePlugins", "readyPlugins", "failedPlugins"].flatMap((key) => {
        const number = wholeNumberAt(object.status, key);
        return number === undefined ? [] : [[key, String(number)]];
      }),
    ),
  };
}

/** How many clusters of a binding, or objects of an inventory, are True. */
function countReadyShares(shares: readonly ConditionShare[]): Facts {
  const ready = shares.filter(({ condition }) => condition?.status === "True").length;
  return shares.length === 0 ? {} : { ready: `${ready}/${shares.length}` };
}

/** `ready`, such as `2/3`; the controller omits a count of zero. */
function readReadyCount({ status }: KubeObject, ready: readonly string[], all: readonly string[]): Facts {
  const total = wholeNumberAt(status, ...all);
  return total === undefined ? {} : { ready: `${textAt(status, ...ready) || "0"}/${total}` };
}

function omitUnknown(key: string, value: string): Facts {
  return value === "" || value === "unknown" ? {} : { [key]: value };
}
