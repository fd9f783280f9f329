import { planReads, type ReadScope } from "../aggregate/read-plan.ts";
import { queryDefinition } from "../aggregate/snapshot/definition-query.ts";
import type { Kind } from "../model/kind.ts";
import type { Query, Reading, Snapshot } from "../model/snapshot.ts";
import { type WorstCaseCluster, worstCaseClusters } from "./worst-case-clusters.ts";
import { worstCaseHome, worstCaseName } from "./worst-case-objects.ts";

/** What a reader is to be permitted to read. */
export interface PermissionScope extends Pick<ReadScope, "namespace" | "deep" | "related"> {
  /** The kinds that the user names. Without any, all known roots. */
  readonly kinds: readonly Kind[];
}

/**
 * Every query that a report, `-w`, `wait` or the gate may send in the scope. The plans themselves name them, for clusters
 * in which everything fails. Kinds that only a real cluster knows are missing, and so are those without a plural.
 */
export function possibleQueries({ kinds, ...scope }: PermissionScope): readonly Query[] {
  const home = scope.namespace ?? worstCaseHome;
  const clusters = worstCaseClusters(home, kinds);
  const scopes = kinds.length === 0 ? [scope] : kinds.flatMap((kind) => scopesOfKind(kind, scope, home));
  const queries = scopes.flatMap((each) => clusters.flatMap((cluster) => namedQueries(cluster, each)));
  return [...queries, ...definitionsOf(queries)].filter(({ plural }) => plural !== "");
}

/** The requests for all objects of a kind, and for one by its name. */
function scopesOfKind(kind: Kind, scope: ReadScope, home: string): readonly ReadScope[] {
  return [
    { ...scope, wanted: [{ kind }] },
    { ...scope, namespace: home, wanted: [{ kind, name: worstCaseName }] },
  ];
}

/** The definitions that a watch follows where a kind is deleted. */
function definitionsOf(queries: readonly Query[]): readonly Query[] {
  return queries.flatMap((query) => queryDefinition(query) ?? []);
}

/** All queries that the plan names while it reads the cluster to the end. */
function namedQueries(cluster: WorstCaseCluster, scope: ReadScope): readonly Query[] {
  const readings = new Map<string, Reading>();
  for (let wave = 0; wave < mostWaves; wave += 1) {
    const snapshot: Snapshot = { source, takenAt, readings: [...readings.values()], damage: [] };
    const asked = planReads(snapshot, scope).filter((query) => !readings.has(JSON.stringify(query)));
    for (const query of asked) readings.set(JSON.stringify(query), readFrom(cluster, query));
    if (asked.length === 0) break;
  }
  return [...readings.values()].map(({ query }) => query);
}

const mostWaves = 8;
const source = { kind: "cluster", name: "" } as const;
const takenAt = "2026-01-01T00:00:00Z";

function readFrom(cluster: WorstCaseCluster, query: Query): Reading {
  const objects = cluster.filter(
    ({ ref }) =>
      ref.group === query.group &&
      ref.kind === query.kind &&
      (query.namespace === undefined || query.namespace === ref.namespace) &&
      (query.name === undefined || query.name === ref.name),
  );
  return query.verb === "get" && objects.length === 0
    ? { query, outcome: "absent" }
    : { query, outcome: "found", objects };
}
