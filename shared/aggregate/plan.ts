import type { KubeObject } from "../model/object.ts";
import type { Kind } from "../model/profile.ts";
import type { Query, Reading, Snapshot } from "../model/snapshot.ts";
import {
  clusterServiceVersions,
  deployments,
  events,
  hco,
  knownNamespaces,
  operatorConditions,
} from "../profiles/hco.ts";
import { unasked } from "./guesses.ts";
import { type RecordedObject, stateOf } from "./hco/state.ts";
import { type Index, indexOf } from "./lookup.ts";

/** Where to look: nothing given is all namespaces. */
export interface Scope {
  readonly namespace?: string;
  readonly name?: string;
  /** Where a root lay the last time: what lies around it is asked for in the first wave, on a guess. */
  readonly expected?: string;
}

/**
 * What to read, given what has been read; asked again until it asks nothing new. Two waves where every namespace may be
 * listed, three where only some may: first the roots and the cluster's own components, then what lies in the roots'
 * namespaces. At most 16 requests, so what counts least comes last and is left out first. Where the namespace is known
 * or guessed right one wave is enough; a wrong guess costs up to seven requests more.
 */
export function plan(snapshot: Snapshot, scope: Scope): readonly Query[] {
  const index = indexOf(snapshot);
  const expected = scope.namespace ?? scope.expected;
  const guessed = snapshot.readings.length > 0 || expected === undefined ? [] : aroundNamespace(expected);
  const first = [...firstWave(scope), ...guessed];
  const retried = scope.namespace === undefined && isRefused(snapshot, listOf(hco.root)) ? inKnownNamespaces() : [];
  // Around a refused one there is nothing of its own: its operator, and the components, lie in another namespace.
  const served = index.all(hco.root).filter((root) => !stateOf(root, index).isRefused);
  const orphans = isEmpty(snapshot, listOf(hco.root)) ? present.map((row) => listOf(row)) : [];
  const around = served.flatMap((root) => aroundRoot(snapshot, root, index));
  return unasked([...first, ...retried, ...orphans, ...around], snapshot).slice(0, mostRequests);
}

const mostRequests = 16;

/** Components of today; one that has gone is asked for only where the CR records it. */
const present = hco.components.filter((row) => row.until === undefined);

/** Lists rather than single objects: one request says found and absent, and a second CR of a kind shows. */
function firstWave(scope: Scope): readonly Query[] {
  const clusterScoped = present.filter((row) => !row.namespaced);
  const kubeVirt = present.filter((row) => row.component === "KubeVirt");
  return [
    listOf(hco.root, scope.namespace),
    ...kubeVirt.map((row) => listOf(row, scope.namespace)),
    ...clusterScoped.map((row) => listOf(row)),
  ];
}

function inKnownNamespaces(): readonly Query[] {
  return knownNamespaces.map((namespace) => listOf(hco.root, namespace));
}

/** What lies in the operator's namespace, which is the CR's; what the first wave already holds is not asked again. */
function aroundRoot(snapshot: Snapshot, root: KubeObject, index: Index): readonly Query[] {
  const namespace = root.ref.namespace ?? "";
  const { related } = stateOf(root, index);
  const rows = hco.components.filter(
    (row) =>
      (row.until === undefined ? row.namespaced : related.some(({ ref }) => ref.kind === row.kind)) &&
      !isHeld(snapshot, row),
  );
  const components = [...new Map(rows.map((row) => [row.kind, row])).values()];
  return [
    ...components.map((row) => listOf(recordedVersionFirst(row, related), namespace)),
    ...surroundings(namespace),
  ];
}

/** The same before the root is known; what only its CR calls for comes later. */
function aroundNamespace(namespace: string): readonly Query[] {
  const components = present.filter((row) => row.namespaced && row.component !== "KubeVirt");
  return [...components.map((row) => listOf(row, namespace)), ...surroundings(namespace)];
}

function surroundings(namespace: string): readonly Query[] {
  return [
    listOf(deployments, namespace),
    { ...listOf(events, namespace), fieldSelector: "type=Warning" },
    listOf(operatorConditions, namespace),
    listOf(clusterServiceVersions, namespace),
  ];
}

/** The list of all namespaces was answered for certain. */
function isHeld(snapshot: Snapshot, kind: Kind): boolean {
  return snapshot.readings.some(
    ({ query, outcome }) =>
      query.group === kind.group &&
      query.kind === kind.kind &&
      query.namespace === undefined &&
      (outcome === "found" || outcome === "noSuchKind"),
  );
}

/** relatedObjects say in which version the operator itself speaks to a component: asking that one first saves a request. */
function recordedVersionFirst(kind: Kind, related: readonly RecordedObject[]): Kind {
  const recorded = related.find(({ ref }) => ref.group === kind.group && ref.kind === kind.kind);
  const version = recorded?.ref.version;
  if (version === undefined || version === "") return kind;
  return { ...kind, versions: [version, ...kind.versions.filter((each) => each !== version)] };
}

/** There is none anywhere: what is left of its components lies in any namespace. */
function isEmpty(snapshot: Snapshot, asked: Query): boolean {
  return snapshot.readings.some(
    ({ query, ...answer }) =>
      query.kind === asked.kind &&
      query.group === asked.group &&
      query.namespace === undefined &&
      answer.outcome === "found" &&
      answer.objects.length === 0,
  );
}

function isRefused(snapshot: Snapshot, asked: Query): boolean {
  return snapshot.readings.some(
    (reading: Reading) =>
      reading.outcome === "forbidden" &&
      reading.query.kind === asked.kind &&
      reading.query.group === asked.group &&
      reading.query.namespace === undefined,
  );
}

function listOf({ group, kind, plural, versions, namespaced }: Kind, namespace?: string): Query {
  const query = { verb: "list" as const, group, kind, plural, versions, namespaced };
  return namespaced && namespace !== undefined ? { ...query, namespace } : query;
}
