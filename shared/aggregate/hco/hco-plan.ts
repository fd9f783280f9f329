import { isSameKind, type Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { foundObject, type Query, type Snapshot } from "../../model/snapshot.ts";
import { replicaSets } from "../../profiles/core-kinds.ts";
import { deploymentKind, hcoProfile, operatorLease, operatorPodLabel } from "../../profiles/hco/profile.ts";
import { daemonSets } from "../../profiles/hco/workloads.ts";
import { foldPodLists, podLabelsOfWorkload, queryPods } from "../core/pod-lists.ts";
import { keepFirstOfEachKey } from "../evaluation/compare.ts";
import { findKnownKind } from "../snapshot/known-kind.ts";
import { kindKey, type ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery, type ReadScope, warningsIn } from "../snapshot/queries.ts";
import { type RecordedObject, recordedKinds } from "../snapshot/recorded-references.ts";
import { listWorkloadNamespaces } from "./component-homes.ts";
import { listUnknownComponentKinds, readStandaloneComponent } from "./components.ts";
import { type HyperConvergedState, readHyperConvergedState } from "./hyperconverged-state.ts";
import { isRolledOut } from "./operator/deployment.ts";
import { findUpgradingCondition } from "./operator/upgrading-condition.ts";
import { readTemplateVersion } from "./operator/variables.ts";
import { planNamespaceReads } from "./root-search.ts";
import { selectOtherPods } from "./surroundings/other-pods.ts";
import { hintedQueries } from "./surroundings/plan.ts";
import { planReadsBelowComponents, planReadsBelowRoot } from "./workloads/workload-plan.ts";

/**
 * The queries around one HyperConverged. There are none for a refused one, because its operator runs in another
 * namespace.
 */
export function planHyperConvergedReads(
  root: KubeObject,
  index: ObjectIndex,
  snapshot: Snapshot,
  scope: ReadScope,
): readonly Query[] {
  const state = readHyperConvergedState(root, index);
  if (state.isRefused) return [];
  const queries = [
    ...planRootReads(snapshot, root, index),
    ...hintedQueries(state, index, snapshot.readings),
    ...planReadsBelowRoot(state, index, snapshot.takenAt, scope),
    ...planOperatorReads(state, snapshot),
  ];
  // Each once, because the limit of requests counts every query.
  return keepFirstOfEachKey(foldPodLists(queries, selectOtherPods(index)), ({ versions: _versions, ...place }) =>
    JSON.stringify(place),
  );
}

/**
 * The queries that show whether the operator runs and which version leads, where its Deployment, once read, does not.
 * They are needed while it rolls out, and while its template and the CR's version differ and the CR does not report that the
 * upgrade runs. The template decides, because it does not depend on what these queries return.
 */
function planOperatorReads(
  { namespace, operator, version, conditions }: HyperConvergedState,
  { readings }: Snapshot,
): readonly Query[] {
  const { lookup, running } = operator;
  const isHere = (query: Query): boolean => query.namespace === undefined || query.namespace === namespace;
  const isRead = readings.some(({ query }) => kindKey(query) === kindKey(deploymentKind) && isHere(query));
  if (!isRead) return [];
  const isOver = lookup.outcome === "found" && isRolledOut(lookup.object);
  const isNew = lookup.outcome === "found" && isOtherVersion(readTemplateVersion(lookup.object), version);
  // Whichever of these Pods leads has begun its upgrade.
  const isBegun = findUpgradingCondition(conditions) !== undefined;
  if (running === true && isOver && (!isNew || isBegun)) return [];
  const lease: Query = { ...listQuery(operatorLease, namespace), verb: "get", name: operatorLease.name };
  const isThere = lookup.outcome === "found" || operator.beside !== undefined;
  return [...planOperatorPodLists(operator, namespace), lease, ...(isThere ? [listQuery(replicaSets, namespace)] : [])];
}

/** The queries for the operator's Pods: by its Deployments, or by their label where none was found. */
function planOperatorPodLists(
  { lookup, beside }: HyperConvergedState["operator"],
  namespace: string,
): readonly Query[] {
  const found = [foundObject(lookup), beside].filter((each) => each !== undefined);
  const byLabel = new Map([[operatorPodLabel.name, operatorPodLabel.value]]);
  return (found.length === 0 ? [byLabel] : found.map(podLabelsOfWorkload)).map((labels) =>
    queryPods(namespace, labels),
  );
}

function isOtherVersion(template: string, version: string | undefined): boolean {
  return template !== "" && version !== undefined && template !== version;
}

/** The queries around a standalone component CR: its workloads, and what is below them where it is unhealthy. */
export function planStandaloneReads(
  root: KubeObject,
  index: ObjectIndex,
  snapshot: Snapshot,
  scope: ReadScope,
): readonly Query[] {
  const row = hcoProfile.components.find((each) => isSameKind(each, root.ref));
  if (row === undefined) return [];
  const component = readStandaloneComponent(row, root);
  const homes = listWorkloadNamespaces(component, index);
  return [
    ...homes.flatMap((home) => [listQuery(deploymentKind, home), listQuery(daemonSets, home), warningsIn(home)]),
    ...foldPodLists(
      planReadsBelowComponents([component], homes, index, snapshot.takenAt, scope),
      selectOtherPods(index),
    ),
  ];
}

/** The queries in the operator's namespace, which is the CR's. Lists that the first wave already holds are omitted. */
function planRootReads(snapshot: Snapshot, root: KubeObject, index: ObjectIndex): readonly Query[] {
  const { namespace, related } = readHyperConvergedState(root, index);
  const recorded = new Set([...recordedKinds(related).values()].map(([first]) => first?.ref.kind));
  const rows = hcoProfile.components.filter(
    (row) => (row.until === undefined ? row.namespaced : recorded.has(row.kind)) && !isListRead(snapshot, row),
  );
  const components = [...new Map(rows.map((row) => [row.kind, row])).values()];
  return [
    ...components.map((row) => listQuery(putRecordedVersionFirst(row, related), namespace)),
    ...planNamespaceReads(namespace),
    ...planUnknownKindReads(related, namespace),
  ];
}

/**
 * The queries for kinds of KubeVirt's groups that the tables do not know, up to a few. A newer release may have added
 * them.
 */
function planUnknownKindReads(related: readonly RecordedObject[], home: string): readonly Query[] {
  const strangers = listUnknownComponentKinds(related).filter(({ ref }) => findKnownKind(ref) === undefined);
  const kinds = new Map(strangers.map(({ ref }) => [`${ref.group}/${ref.kind}`, ref]));
  return [...kinds.values()].slice(0, mostUnknown).map(({ group, kind, version = "", namespace }) => {
    const asked = { group, kind, plural: "", versions: version === "" ? [] : [version], namespaced: true };
    return listQuery(asked, namespace ?? home);
  });
}

const mostUnknown = 3;

/** Whether the list of all namespaces has a certain outcome. */
function isListRead(snapshot: Snapshot, kind: Kind): boolean {
  return snapshot.readings.some(
    ({ query, outcome }) =>
      query.group === kind.group &&
      query.kind === kind.kind &&
      query.namespace === undefined &&
      (outcome === "found" || outcome === "noSuchKind"),
  );
}

/**
 * The kind with the version first that the operator itself uses for a component (relatedObjects). This saves a request.
 */
function putRecordedVersionFirst(kind: Kind, related: readonly RecordedObject[]): Kind {
  const [recorded] = recordedKinds(related).get(kindKey(kind)) ?? [];
  const version = recorded?.ref.version;
  if (version === undefined || version === "") return kind;
  return { ...kind, versions: [version, ...kind.versions.filter((each) => each !== version)] };
}
