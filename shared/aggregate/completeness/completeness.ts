import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { formatGroupKind, type GroupKind, isSameKind } from "../../model/kind.ts";
import type { Completeness, ReadGap, ReportNode, RootNode } from "../../model/report.ts";
import type { Damage, Outcome, Query, Reading, Snapshot } from "../../model/snapshot.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { knownRoots } from "../../profiles/root-kinds.ts";
import { keepFirstOfEachKey } from "../evaluation/compare.ts";
import type { RequestedKind } from "../snapshot/queries.ts";

/** The completeness of the reading behind a Report. */
interface MeasuredCompleteness {
  readonly summary: Completeness;
  /** A root may exist that the reader could not see. */
  readonly hidesRoots: boolean;
}

/**
 * Counts the queries and their outcomes. `asked` counts every object that was read, every query without an object, and
 * every missing component that no query explains. A refused list is one gap, which is required where a required part is
 * missing behind it.
 *
 * @param objects how many objects were read.
 */
export function evaluateCompleteness(
  snapshot: Snapshot,
  objects: number,
  reported: ReportedRoots,
): MeasuredCompleteness {
  const { hidesRoots, isMissed } = classifyReadings(snapshot, reported);
  const parts = reported.roots.flatMap((root) => root.children.filter(({ role }) => role === "component"));
  const missing = parts.filter((part) => part.outcome !== "found");
  const ofEach = snapshot.readings
    .filter((reading) => reading.outcome !== "found" || reading.objects.length === 0)
    .flatMap((reading) => findReadingGaps(reading, isMissed(reading), missing));
  // Two lists of a kind by different labels are one gap.
  const ofReadings = keepFirstOfEachKey(ofEach, (gap) => JSON.stringify(gap));
  const ofParts = missing.flatMap((part) => findPartGaps(part, ofReadings));
  const gaps = [...ofReadings, ...ofParts, ...snapshot.damage.map(makeDamageGap)];
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
 * The gap of one reading without objects. None where the reading is conclusive all the same.
 *
 * @param isMissed the Report lacks its objects.
 * @param missing parts that were not found.
 */
function findReadingGaps(reading: Reading, isMissed: boolean, missing: readonly ReportNode[]): readonly ReadGap[] {
  const { verb, group, kind, namespace, name } = reading.query;
  const place = definedFields({ namespace });
  if (reading.outcome === "found") {
    // An empty list is conclusive, and a gap only where the Report lacks its objects. A list by label does not cover
    // other objects.
    const isWhole = reading.query.labelSelector === undefined;
    return isWhole && isMissed ? [{ outcome: "absent", verb, group, kind, ...place, required: true }] : [];
  }
  const { outcome } = reading;
  const hidesPart = missing.some((part) => part.required && explainsMissingPart(part, { outcome, kind, group }));
  return [
    {
      outcome,
      verb,
      group,
      kind,
      ...place,
      ...definedFields({ name }),
      ...(reading.outcome === "absent" || reading.cause === "" ? {} : { cause: reading.cause }),
      required: isMissed || hidesPart,
    },
  ];
}

/**
 * Whether the refused query is the reason that the part was not found. It is not where another response proves the part
 * absent.
 */
function explainsMissingPart(
  { ref, outcome }: Pick<ReportNode, "ref" | "outcome">,
  gap: Pick<ReadGap, "outcome" | "kind" | "group">,
): boolean {
  return ref.kind === gap.kind && ref.group === gap.group && outcome === gap.outcome;
}

/** The gap of a missing part. None where the gap of a reading explains it. */
function findPartGaps({ outcome, ref, required }: ReportNode, ofReadings: readonly ReadGap[]): readonly ReadGap[] {
  if (ofReadings.some((gap) => explainsMissingPart({ outcome, ref }, gap))) return [];
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

/** The roots and findings of the Report, and the kinds that the user named. Without any, all known root kinds count. */
interface ReportedRoots {
  readonly roots: readonly RootNode[];
  readonly findings: readonly Finding[];
  readonly wanted: readonly RequestedKind[] | undefined;
}

/**
 * Finds the readings that matter for the roots: those that search for roots, and those for components of an
 * Application.
 */
function classifyReadings({ unasked = [] }: Snapshot, { roots, findings, wanted }: ReportedRoots): RootReadings {
  const rootKinds = wanted?.map(({ kind }) => kind) ?? [hcoProfile.root];
  const unlisted = listUnlistedKinds(findings);
  const isWithoutHyperConverged = !roots.some(({ ref }) => isOfKinds(ref, [hcoProfile.root]));

  function hidesRoots({ query, outcome }: Reading): boolean {
    if (outcome !== "forbidden" && outcome !== "unread") return false;
    if (!isOfKinds(query, rootKinds) && !mayHoldOtherRoots({ query, outcome })) return false;
    // The original request of a kept snapshot covered less than the current one, so its roots may be incomplete.
    if (unasked.includes(query)) return true;
    // A refused list hides nothing where another list returned roots of this kind.
    return !roots.some(({ ref }) => isSameKind(ref, query));
  }

  /**
   * Whether a list that returned nothing may hold roots of kinds that the user did not name. A component without a
   * HyperConverged is a root. A kind of another family counts only where it was not read: for a kind that does not exist,
   * the API server responds with 403 to a user without permissions.
   */
  function mayHoldOtherRoots({ query, outcome }: Pick<Reading, "query" | "outcome">): boolean {
    if (wanted !== undefined || !isWithoutHyperConverged) return false;
    return isOfKinds(query, hcoProfile.components) || (outcome === "unread" && isOfKinds(query, knownRoots));
  }

  function isMissed(reading: Reading): boolean {
    const { query } = reading;
    if (unlisted.has(keyOfKindInNamespace(query))) return true;
    if (hidesRoots(reading)) return true;
    if (roots.length > 0) return false;
    // Without any root every query for one is missed. Where the user named no kind, this is true of every known root
    // kind.
    return isOfKinds(query, rootKinds) || (wanted === undefined && isOfKinds(query, knownRoots));
  }

  return { hidesRoots, isMissed };
}

function isOfKinds(query: GroupKind, kinds: readonly GroupKind[]): boolean {
  return kinds.some((kind) => isSameKind(query, kind));
}

/**
 * The kinds that a finding misses, each with its namespace. These are components of an Application that could not be
 * listed, and parts and workloads of a component. An operator's Deployment is one too, if it is unknown whether the
 * operator runs, and so are the Pods of a workload that may fail.
 */
function listUnlistedKinds(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(
    findings.flatMap((one) => {
      if (one.code === "not-read") return [keyOfKindInNamespace(one.about)];
      if (one.code === "component-kind-unread") return [`${one.kind} ${one.about.namespace}`];
      if (one.code === "operator-rollout" && one.state === "unknown") return [`Pod ${one.about.namespace}`];
      if ("arePodsUnread" in one) return [`Pod ${one.about.namespace}`];
      return one.code === "operator-unknown" ? [`Deployment.apps ${one.about.namespace}`] : [];
    }),
  );
}

/** The kind and namespace of a query, in the form of {@link listUnlistedKinds}. */
function keyOfKindInNamespace({ group, kind, namespace }: Pick<Query, "group" | "kind" | "namespace">): string {
  return `${formatGroupKind({ group, kind })} ${namespace}`;
}
