import { hasRule } from "../aggregate/core/kind-rules.ts";
import { planReads, type ReadScope } from "../aggregate/read-plan.ts";
import { queryDefinition } from "../aggregate/snapshot/queries.ts";
import { applicationRoot, greenhouseKinds } from "../model/family-roots.ts";
import { isSameKind, type Kind } from "../model/kind.ts";
import type { KubeObject } from "../model/object.ts";
import type { Query, Reading, Snapshot } from "../model/snapshot.ts";
import { isNode, jobKind, podKind, replicaSets } from "../profiles/core-kinds.ts";
import { isPoolOfNodes } from "../profiles/openshift.ts";
import { namedKindRowsOf, ownedKindRowsOf } from "../profiles/owned-kinds.ts";
import { dataVolumes, virtualMachines } from "../profiles/virtual-machines.ts";
import { coreKinds } from "../tables/core-kinds.ts";
import { fluxKinds } from "../tables/flux-kinds.ts";
import {
  makeAttachmentFailure,
  makeBadConditions,
  makeBoundClaim,
  makeLastingMigration,
  makeLostNode,
  makeNamingFields,
  makePausedPod,
  makeRefusedSourceFields,
  makeStartingPod,
  makeUnboundClaim,
  makeUnscheduledPod,
  makeWorstCaseObject,
  worstCaseHome,
  worstCaseName,
} from "./worst-case-objects.ts";
import { makeCordonedClusters, makeFailedHyperConvergeds, makeStandaloneComponents } from "./worst-case-operator.ts";

/** What a reader is to be permitted to read. */
export interface PermissionScope extends Pick<ReadScope, "namespace" | "deep" | "related" | "platform"> {
  /** The kinds that the user names. Without any, all known roots. */
  readonly kinds: readonly Kind[];
}

/**
 * Every query that a report, `-w`, `wait` or the gate may send in the scope: those that the plans of reading name for
 * made-up clusters in which everything fails. Kinds that only a real cluster knows are missing.
 */
export function listPossibleQueries({ kinds, ...scope }: PermissionScope): readonly Query[] {
  const home = scope.namespace ?? worstCaseHome;
  const readsNodes = scope.platform === true || kinds.some((kind) => isNode(kind) || isPoolOfNodes(kind));
  const clusters = [...makeWorstCaseClusters(home, kinds)];
  if (readsNodes) clusters.push(...makeCordonedClusters(home));
  const clustersWithEvents = clusters.map((cluster) => [...cluster, ...makeEvents(cluster)]);
  const readScopes = kinds.length === 0 ? [scope] : kinds.flatMap((kind) => listScopes(kind, scope, home));
  const queries = readScopes.flatMap((readScope) =>
    clustersWithEvents.flatMap((cluster) => listNamedQueries(cluster, readScope)),
  );
  return [...queries, ...listDefinitions(queries)].filter(({ plural }) => plural !== "");
}

/** The objects of one made-up cluster. */
type WorstCaseCluster = readonly KubeObject[];

/**
 * Clusters on which the plans of all families name every query that they may name. In each, another fault leads to
 * another part of a plan. `home` is the namespace of their objects. Each of `requestedKinds` is the root of a cluster.
 */
function makeWorstCaseClusters(home: string, requestedKinds: readonly Kind[]): readonly WorstCaseCluster[] {
  const clusters = [
    [],
    ...makeFailedHyperConvergeds(home),
    makeStandaloneComponents(home),
    ...makeFailedApplications(home),
    ...makeFailedGreenhouses(home),
    ...requestedKinds.flatMap((kind) => [makeFailedWorkload(kind, home), [makeRefusedObject(kind, home)]]),
  ];
  const hasVirtualMachines = requestedKinds.some((kind) => isSameKind(kind, virtualMachines));
  if (hasVirtualMachines) clusters.push(makeLastingMigration(home));
  if (requestedKinds.some((kind) => isSameKind(kind, podKind))) clusters.push([makePausedPod(home)]);
  return clusters;
}

/** The events about the Pods of a cluster. */
function makeEvents(cluster: WorstCaseCluster): WorstCaseCluster {
  return cluster.filter(({ ref }) => isSameKind(ref, podKind)).map(makeAttachmentFailure);
}

/** An object of a kind whose controller reports a write that the API server refuses: it cannot verify a webhook. */
function makeRefusedObject(kind: Kind, home: string): KubeObject {
  const message =
    'failed calling webhook "w": failed to call webhook: Post "https://s.n.svc:443/v": x509: certificate has expired';
  return makeWorstCaseObject(kind, home, { status: { conditions: makeBadConditions(message) } });
}

/** An object of a kind, and a waiting Pod below it on every way by which a workload owns Pods. */
function makeFailedWorkload(kind: Kind, home: string): WorstCaseCluster {
  const root = makeFaultyObject(kind, home);
  const name = `${worstCaseName}-${kind.plural}`;
  const owners = [replicaSets, jobKind].map((ownerKind) => makeWorstCaseObject(ownerKind, home, { name, owner: root }));
  return [
    root,
    ...[root, ...owners].map((owner) => makeUnscheduledPod(home, owner)),
    ...makeOwnedBelow(root, home),
    makeUnboundClaim(home),
    ...makeBoundClaim(home),
  ];
}

/** The objects that may explain this one, one of each kind, with those that explain them. None of them is healthy. */
function makeOwnedBelow(object: KubeObject, home: string): WorstCaseCluster {
  const owned = ownedKindRowsOf(object.ref).map(({ owned: kind }) =>
    isSameKind(kind, podKind) ? makeStartingPod(home, object) : makeWorstCaseObject(kind, home, { owner: object }),
  );
  // A claim may name another claim, which would lead on without end.
  const named = namedKindRowsOf(object.ref)
    .filter((row) => row.named.kind !== object.ref.kind)
    .map((row) => makeFaultyObject(row.named, home));
  return [...owned, ...named].flatMap((below) => [below, ...makeOwnedBelow(below, home)]);
}

/** An object that names all objects that one of its kind may name. A Pod waits for its volume, and a Node does not report. */
function makeFaultyObject(kind: Kind, home: string): KubeObject {
  if (isNode(kind)) return makeLostNode(home);
  if (isSameKind(kind, podKind)) return makeStartingPod(home);
  const namingFields = makeNamingFields(namedKindRowsOf(kind));
  const sourceFields = isSameKind(kind, dataVolumes) ? makeRefusedSourceFields() : {};
  return makeWorstCaseObject(kind, home, { ...namingFields, ...sourceFields });
}

/** One object of each kind of Greenhouse for each kind of definition, since a plan follows the one that it names. */
function makeFailedGreenhouses(home: string): readonly WorstCaseCluster[] {
  const { PluginDefinition, ClusterPluginDefinition } = greenhouseKinds;
  const inventory = Object.values(fluxKinds).map(({ kind }) => ({ kind }));
  return [PluginDefinition, ClusterPluginDefinition].flatMap(({ kind: definition }) => {
    const plugin = { pluginDefinitionRef: { kind: definition } };
    const fields = { spec: { ...plugin, plugin, helmChart: {} }, status: { inventory: { all: inventory } } };
    return Object.values(greenhouseKinds).map((kind) => [makeWorstCaseObject(kind, home, fields)]);
  });
}

/** Applications that each select the objects of one kind. A plan requests what lies below them by itself. */
function makeFailedApplications(home: string): readonly WorstCaseCluster[] {
  return coreKinds.filter(hasRule).map((row) => {
    const { group, kind } = row;
    const spec = { selector: {}, componentKinds: [{ group, kind }] };
    return [makeWorstCaseObject(applicationRoot, home, { spec }), ...makeFailedWorkload(row, home)];
  });
}

/** The requests for all objects of a kind, and for one by its name. */
function listScopes(kind: Kind, scope: ReadScope, home: string): readonly ReadScope[] {
  return [
    { ...scope, wanted: [{ kind }] },
    { ...scope, namespace: home, wanted: [{ kind, name: worstCaseName }] },
  ];
}

/** The definitions that a watch follows where a kind is deleted. */
function listDefinitions(queries: readonly Query[]): readonly Query[] {
  return queries.flatMap((query) => queryDefinition(query) ?? []);
}

/** The most waves of queries of one plan. */
const maxWaves = 8;

/** All queries that the plan names while it reads the cluster until nothing is left. */
function listNamedQueries(cluster: WorstCaseCluster, scope: ReadScope): readonly Query[] {
  const readings = new Map<string, Reading>();
  for (let wave = 0; wave < maxWaves; wave += 1) {
    const snapshot: Snapshot = { source, takenAt, readings: [...readings.values()], damage: [] };
    const requested = planReads(snapshot, scope).filter((query) => !readings.has(JSON.stringify(query)));
    for (const query of requested) readings.set(JSON.stringify(query), readFrom(cluster, query));
    if (requested.length === 0) break;
  }
  return [...readings.values()].map(({ query }) => query);
}

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
