import type { KubeObject } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Query, Snapshot } from "../../model/snapshot.ts";
import { clusterServiceVersions, deployments, hco, knownNamespaces, operatorConditions } from "../../profiles/hco.ts";
import { kindOf } from "../kinds.ts";
import { type Index, kindKey } from "../lookup.ts";
import { isEmpty, isRefused, listOf, type Scope, warningsIn } from "../queries.ts";
import { type RecordedObject, recordedKinds } from "../recorded.ts";
import { componentAlone, strangersIn } from "./components.ts";
import { belowComponents, belowHyperConverged } from "./plan-below.ts";
import { stateOf } from "./state.ts";
import { homesOf } from "./ways.ts";

/** How HyperConvergeds and components are looked for: the roots and the cluster's own components, and what lies around. */
export function seek(snapshot: Snapshot, scope: Scope): readonly Query[] {
  const expected = scope.namespace ?? scope.expected;
  const guessed = snapshot.readings.length > 0 || expected === undefined ? [] : aroundNamespace(expected);
  const first = [...firstWave(scope), ...guessed];
  const retried = scope.namespace === undefined && isRefused(snapshot, listOf(hco.root)) ? inKnownNamespaces() : [];
  const orphans = isEmpty(snapshot, listOf(hco.root)) ? present.map((row) => listOf(row)) : [];
  return [...first, ...retried, ...orphans];
}

/** What lies around one HyperConverged; around a refused one there is nothing of its own: its operator is elsewhere. */
export function around(root: KubeObject, index: Index, snapshot: Snapshot, scope: Scope): readonly Query[] {
  const state = stateOf(root, index);
  if (state.isRefused) return [];
  return [...aroundRoot(snapshot, root, index), ...belowHyperConverged(state, index, snapshot.takenAt, scope)];
}

/** A component CR that stands on its own: its workloads, and what is below them where it is not well. */
export function aroundComponent(root: KubeObject, index: Index, snapshot: Snapshot, scope: Scope): readonly Query[] {
  const row = hco.components.find((each) => each.group === root.ref.group && each.kind === root.ref.kind);
  if (row === undefined) return [];
  const component = componentAlone(row, root);
  const homes = homesOf(component, index);
  return [
    ...homes.flatMap((home) => [listOf(deployments, home), warningsIn(home)]),
    ...belowComponents([component], homes, index, snapshot.takenAt, scope),
  ];
}

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
  const recorded = new Set([...recordedKinds(related).values()].map(([first]) => first?.ref.kind));
  const rows = hco.components.filter(
    (row) => (row.until === undefined ? row.namespaced : recorded.has(row.kind)) && !isHeld(snapshot, row),
  );
  const components = [...new Map(rows.map((row) => [row.kind, row])).values()];
  return [
    ...components.map((row) => listOf(recordedVersionFirst(row, related), namespace)),
    ...surroundings(namespace),
    ...unknownComponents(related, namespace),
  ];
}

/** Kinds of KubeVirt's groups that no table of ours has: components of a release to come, as long as they are few. */
function unknownComponents(related: readonly RecordedObject[], home: string): readonly Query[] {
  const strangers = strangersIn(related).filter(({ ref }) => kindOf(ref) === undefined);
  const kinds = new Map(strangers.map(({ ref }) => [`${ref.group}/${ref.kind}`, ref]));
  return [...kinds.values()].slice(0, mostUnknown).map(({ group, kind, version = "", namespace }) => {
    const asked = { group, kind, plural: "", versions: version === "" ? [] : [version], namespaced: true };
    return listOf(asked, namespace ?? home);
  });
}

const mostUnknown = 3;

/** The same before the root is known; what only its CR calls for comes later. */
function aroundNamespace(namespace: string): readonly Query[] {
  const components = present.filter((row) => row.namespaced && row.component !== "KubeVirt");
  return [...components.map((row) => listOf(row, namespace)), ...surroundings(namespace)];
}

function surroundings(namespace: string): readonly Query[] {
  return [
    listOf(deployments, namespace),
    warningsIn(namespace),
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
  const [recorded] = recordedKinds(related).get(kindKey(kind)) ?? [];
  const version = recorded?.ref.version;
  if (version === undefined || version === "") return kind;
  return { ...kind, versions: [version, ...kind.versions.filter((each) => each !== version)] };
}
