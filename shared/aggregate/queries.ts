import type { Kind } from "../model/profile.ts";
import type { ProfileName } from "../model/report.ts";
import type { Query, Reading, Snapshot } from "../model/snapshot.ts";
import { events } from "../profiles/hco.ts";

/** A kind of which the objects are the roots, or the one of this name. */
export interface Wanted {
  readonly kind: Kind;
  readonly name?: string;
}

/** Where to look and how far: nothing given is the HyperConvergeds of all namespaces, else whatever known root kinds there are. */
export interface Scope {
  readonly namespace?: string;
  readonly wanted?: readonly Wanted[];
  /** Which objects of a wanted kind are asked for, as `-l` says it; HyperConvergeds are all read, for they count each other. */
  readonly labelSelector?: string;
  /** Where a root lay the last time: what lies around it is asked for in the first wave, on a guess. */
  readonly expected?: string;
  /** Judged by this profile, whatever the kind. */
  readonly profile?: ProfileName;
  /** Down to the containers also where all is well. */
  readonly deep?: boolean;
  /** Every entry of relatedObjects is looked up. */
  readonly related?: boolean;
  /** What objects own by ownerReferences is read too: of these kinds, which are all that the cluster serves. */
  readonly tree?: boolean;
  readonly kinds?: readonly Kind[];
}

/** The list of a kind, in one namespace where one is given and the kind has any. */
export function listOf({ group, kind, plural, versions, namespaced }: Kind, namespace?: string): Query {
  const query = { verb: "list" as const, group, kind, plural, versions, namespaced };
  return namespaced && namespace !== undefined ? { ...query, namespace } : query;
}

/** The Warning events of a namespace. */
export function warningsIn(namespace: string): Query {
  return { ...listOf(events, namespace), fieldSelector: "type=Warning" };
}

/** The list of all namespaces was answered, and there is none. */
export function isEmpty(snapshot: Snapshot, asked: Query): boolean {
  return answersTo(snapshot, asked).some((answer) => answer.outcome === "found" && answer.objects.length === 0);
}

/** The list of all namespaces was refused. */
export function isRefused(snapshot: Snapshot, asked: Query): boolean {
  return answersTo(snapshot, asked).some((answer) => answer.outcome === "forbidden");
}

/** What the list of all namespaces was answered with. */
function answersTo(snapshot: Snapshot, asked: Query): readonly Reading[] {
  return snapshot.readings.filter(
    ({ query }) => query.kind === asked.kind && query.group === asked.group && query.namespace === undefined,
  );
}
