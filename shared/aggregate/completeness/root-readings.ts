import type { Finding } from "../../model/finding/finding.ts";
import type { Kind } from "../../model/kind.ts";
import type { RootNode } from "../../model/report.ts";
import type { Query, Reading, Snapshot } from "../../model/snapshot.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { knownRoots } from "../../profiles/root-kinds.ts";
import type { RequestedKind } from "../snapshot/queries.ts";

/** The effect of a snapshot's readings on the roots of its Report. */
interface RootReadings {
  /** Whether this reading may hide a root that exists. */
  readonly hidesRoots: (reading: Reading) => boolean;
  /** Whether the Report lacks the objects of this reading, whatever parts were found. */
  readonly isMissed: (reading: Reading) => boolean;
}

/** The roots and findings of the Report, and the kinds that the user named. Without any, all known root kinds count. */
export interface ReportedRoots {
  readonly roots: readonly RootNode[];
  readonly findings: readonly Finding[];
  readonly wanted: readonly RequestedKind[] | undefined;
}

/**
 * Finds the readings that matter for the roots: those that search for roots, and those for components of an
 * Application.
 */
export function rootReadings({ unasked = [] }: Snapshot, { roots, findings, wanted }: ReportedRoots): RootReadings {
  const rootKinds = wanted?.map(({ kind }) => kind) ?? [hcoProfile.root];
  const unlisted = unlistedKinds(findings);
  const isWithoutHyperConverged = !roots.some(({ ref }) => isOfKinds(ref, [hcoProfile.root]));

  function hidesRoots({ query, outcome }: Reading): boolean {
    if (outcome !== "forbidden" && outcome !== "unread") return false;
    if (!isOfKinds(query, rootKinds) && !mayHoldOtherRoots({ query, outcome })) return false;
    // The original request of a kept snapshot covered less than the current one, so its roots may be incomplete.
    if (unasked.includes(query)) return true;
    // A refused list hides nothing where another list returned roots of this kind.
    return !roots.some(({ ref }) => ref.group === query.group && ref.kind === query.kind);
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
    if (unlisted.has(listedPlace(query))) return true;
    if (hidesRoots(reading)) return true;
    if (roots.length > 0) return false;
    // Without any root every query for one is missed. Where the user named no kind, this is true of every known root
    // kind.
    return isOfKinds(query, rootKinds) || (wanted === undefined && isOfKinds(query, knownRoots));
  }

  return { hidesRoots, isMissed };
}

function isOfKinds(query: Pick<Query, "group" | "kind">, kinds: readonly Pick<Kind, "group" | "kind">[]): boolean {
  return kinds.some(({ group, kind }) => query.group === group && query.kind === kind);
}

/**
 * The kinds that a finding misses, each with its namespace. These are components of an Application that could not be
 * listed, and parts and workloads of a component. An operator's Deployment is one too, if it is unknown whether the
 * operator runs, and so are the Pods of a workload that may fail.
 */
function unlistedKinds(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(
    findings.flatMap((one) => {
      if (one.code === "not-read") return [listedPlace(one.about)];
      if (one.code === "component-kind-unread") return [`${one.kind} ${one.about.namespace}`];
      if (one.code === "operator-rollout" && one.state === "unknown") return [`Pod ${one.about.namespace}`];
      if ("arePodsUnread" in one) return [`Pod ${one.about.namespace}`];
      return one.code === "operator-unknown" ? [`Deployment.apps ${one.about.namespace}`] : [];
    }),
  );
}

/** The kind and namespace of a query, in the form of {@link unlistedKinds}. */
function listedPlace({ group, kind, namespace }: Pick<Query, "group" | "kind" | "namespace">): string {
  return `${group === "" ? kind : `${kind}.${group}`} ${namespace}`;
}
