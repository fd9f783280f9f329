import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { keepFirstOfEachKey } from "../../model/items-by-key.ts";
import { formatGroupKind, type GroupKind, isSameKind } from "../../model/kind.ts";
import type { Completeness, ReadGap, ReportNode, RootNode } from "../../model/report.ts";
import type { Damage, Outcome, Query, Reading, Snapshot } from "../../model/snapshot.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { knownRoots } from "../../profiles/root-kinds.ts";
import type { RequestedKind } from "../snapshot/queries.ts";

/** The completeness of the reading behind a Report. */
interface MeasuredCompleteness {
  readonly summary: Completeness;
  /** Whether a root may exist that the reader could not see. */
  readonly hidesRoots: boolean;
}

/** The roots and findings of a Report, and the kinds that the user named. */
interface ReportedRoots {
  readonly roots: readonly RootNode[];
  readonly findings: readonly Finding[];
  /** Undefined if the user named no kind. All known root kinds are searched then. */
  readonly wanted: readonly RequestedKind[] | undefined;
}

/**
 * Counts the queries of a reading and their outcomes. A gap is a query without an object, or a component that was not found and
 * that no query explains. `asked` is the number of objects that were read and of gaps.
 *
 * @param objects how many objects were read
 */
export function evaluateCompleteness(
  snapshot: Snapshot,
  objects: number,
  reported: ReportedRoots,
): MeasuredCompleteness {
  const { hidesRoots, isMissed } = classifyReadings(snapshot, reported);
  const components = reported.roots.flatMap((root) => root.children.filter(({ role }) => role === "component"));
  const missingComponents = components.filter(({ outcome }) => outcome !== "found");
  const readingsWithoutObject = snapshot.readings.filter(
    (reading) => reading.outcome !== "found" || reading.objects.length === 0,
  );
  const readingGaps = keepFirstOfEachKey(
    readingsWithoutObject.flatMap((reading) => findReadingGaps(reading, isMissed(reading), missingComponents)),
    // Two lists of a kind by different labels are one gap.
    (gap) => JSON.stringify(gap),
  );
  const componentGaps = missingComponents.flatMap((component) => findComponentGaps(component, readingGaps));
  const gaps = [...readingGaps, ...componentGaps, ...snapshot.damage.map(makeDamageGap)];
  const count = (outcome: Outcome): number => gaps.filter((gap) => gap.outcome === outcome).length;
  return {
    hidesRoots: snapshot.readings.some(hidesRoots),
    summary: {
      asked: objects + gaps.length,
      found: objects,
      absent: count("absent"),
      noSuchKind: count("noSuchKind"),
      forbidden: count("forbidden"),
      unread: count("unread"),
      gaps,
    },
  };
}

/**
 * The gap of one reading without objects. A refused list is required if a required component may be missing because of it.
 * Empty for an empty list, unless the Report lacks its objects and it is a list of all objects.
 *
 * @param isMissed whether the Report lacks the objects of the reading
 */
function findReadingGaps(
  reading: Reading,
  isMissed: boolean,
  missingComponents: readonly ReportNode[],
): readonly ReadGap[] {
  const { verb, group, kind, namespace, name, labelSelector } = reading.query;
  if (reading.outcome === "found") {
    if (!isMissed || labelSelector !== undefined) return [];
    return [{ outcome: "absent", verb, group, kind, ...definedFields({ namespace }), required: true }];
  }
  const { outcome } = reading;
  const cause = reading.outcome === "absent" ? undefined : reading.cause || undefined;
  const hidesComponent = missingComponents.some(
    (component) => component.required && explainsMissingComponent(component, { outcome, kind, group }),
  );
  const required = isMissed || hidesComponent;
  return [{ outcome, verb, group, kind, ...definedFields({ namespace, name, cause }), required }];
}

/** Whether a refused query is the reason that a component was not found: both are of one kind and have the same outcome. */
function explainsMissingComponent(
  { ref, outcome }: Pick<ReportNode, "ref" | "outcome">,
  gap: Pick<ReadGap, "outcome" | "kind" | "group">,
): boolean {
  return ref.kind === gap.kind && ref.group === gap.group && outcome === gap.outcome;
}

/** The gap of a component that was not found. Empty if the gap of a reading explains it. */
function findComponentGaps(
  { outcome, ref, required }: ReportNode,
  readingGaps: readonly ReadGap[],
): readonly ReadGap[] {
  if (readingGaps.some((gap) => explainsMissingComponent({ outcome, ref }, gap))) return [];
  const { group, kind, namespace, name } = ref;
  const gap = { verb: "get", group, kind, name, required, ...definedFields({ namespace }) } as const;
  return [{ ...gap, outcome: outcome === "found" ? "unread" : outcome }];
}

/** The gap of a piece of input that could not be used. */
function makeDamageGap({ where, cause }: Damage): ReadGap {
  return { outcome: "unread", verb: "read", group: "", kind: "", name: where, cause, required: false };
}

/** The effect of a snapshot's readings on the roots of its Report. */
interface RootReadings {
  /** Whether this reading may hide a root that exists. */
  readonly hidesRoots: (reading: Reading) => boolean;
  /** Whether the Report lacks the objects of this reading, whatever parts were found. */
  readonly isMissed: (reading: Reading) => boolean;
}

/** Finds the readings that matter for the roots: those that search for roots, and those of the objects that a finding misses. */
function classifyReadings({ unasked = [] }: Snapshot, { roots, findings, wanted }: ReportedRoots): RootReadings {
  const rootKinds = wanted?.map(({ kind }) => kind) ?? [hcoProfile.root];
  const kindsMissedByFindings = listKindsMissedByFindings(findings);
  const hasHyperConverged = roots.some(({ ref }) => isSameKind(ref, hcoProfile.root));

  function hidesRoots({ query, outcome }: Reading): boolean {
    if (outcome !== "forbidden" && outcome !== "unread") return false;
    if (!isOfKinds(query, rootKinds) && !mayHoldOtherRoots({ query, outcome })) return false;
    // The original request of a saved snapshot covered less than the current one, so its roots may be incomplete.
    if (unasked.includes(query)) return true;
    // A refused list hides nothing if another list has roots of its kind.
    return !roots.some(({ ref }) => isSameKind(ref, query));
  }

  /**
   * Whether a list that returned nothing may hold roots of kinds that the user did not name: components of HyperConverged, which
   * are roots without a HyperConverged, or roots of another family. A forbidden list of another family does not count, because
   * the API server forbids a kind that does not exist to a user without permissions.
   */
  function mayHoldOtherRoots({ query, outcome }: Pick<Reading, "query" | "outcome">): boolean {
    if (wanted !== undefined || hasHyperConverged) return false;
    return isOfKinds(query, hcoProfile.components) || (outcome === "unread" && isOfKinds(query, knownRoots));
  }

  function isMissed(reading: Reading): boolean {
    const { query } = reading;
    if (kindsMissedByFindings.has(keyOfKindInNamespace(query))) return true;
    if (hidesRoots(reading)) return true;
    // Without any root every query that could have found one is missed.
    if (roots.length > 0) return false;
    return isOfKinds(query, rootKinds) || (wanted === undefined && isOfKinds(query, knownRoots));
  }

  return { hidesRoots, isMissed };
}

function isOfKinds(query: GroupKind, kinds: readonly GroupKind[]): boolean {
  return kinds.some((kind) => isSameKind(query, kind));
}

/**
 * The kinds with their namespaces that were not read although a finding needs their objects, as `Pod kubevirt-hyperconverged`:
 * - the parts and workloads of a component,
 * - the components of an Application,
 * - the Pods of an operator that is rolled out, and of a workload that may fail,
 * - the Deployment of an operator.
 */
function listKindsMissedByFindings(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(
    findings.flatMap((finding) => {
      const { namespace } = finding.about;
      if (finding.code === "not-read") return [keyOfKindInNamespace(finding.about)];
      if (finding.code === "component-kind-unread") return [`${finding.kind} ${namespace}`];
      if (finding.code === "operator-rollout" && finding.state === "unknown") return [`Pod ${namespace}`];
      if ("arePodsUnread" in finding) return [`Pod ${namespace}`];
      return finding.code === "operator-unknown" ? [`Deployment.apps ${namespace}`] : [];
    }),
  );
}

/** The kind and namespace of a query, in the form of {@link listKindsMissedByFindings}. */
function keyOfKindInNamespace({ group, kind, namespace }: Pick<Query, "group" | "kind" | "namespace">): string {
  return `${formatGroupKind({ group, kind })} ${namespace}`;
}
