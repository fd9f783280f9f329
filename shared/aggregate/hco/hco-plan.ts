import { keepFirstOfEachKey } from "../../model/items-by-key.ts";
import { isSameKind, type Kind, kindKey } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ComponentRow } from "../../model/profile.ts";
import { foundObject, type Query, type Snapshot } from "../../model/snapshot.ts";
import { replicaSets } from "../../profiles/core-kinds.ts";
import { deploymentKind, hcoProfile, operatorLease, operatorPodLabel } from "../../profiles/hco/profile.ts";
import { daemonSets } from "../../profiles/hco/workloads.ts";
import { foldPodLists, podLabelsOfWorkload, queryPods } from "../core/pod-lists.ts";
import { findKnownKind } from "../snapshot/known-kind.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery, queryKey, queryWarnings, type ReadScope } from "../snapshot/queries.ts";
import { groupRecordedByKind, type RecordedObject } from "../snapshot/recorded-references.ts";
import { listWorkloadNamespaces } from "./component-homes.ts";
import { listUnknownComponentKinds, readStandaloneComponent } from "./components.ts";
import { type HyperConvergedState, readHyperConvergedState } from "./hyperconverged-state.ts";
import { isRolledOut } from "./operator/deployment.ts";
import { findUpgradingCondition } from "./operator/upgrading-condition.ts";
import { readTemplateVersion } from "./operator/variables.ts";
import { planNamespaceReads } from "./root-search.ts";
import { selectOtherPods } from "./surroundings/other-pods.ts";
import { planHintedReads, planWebhookReads } from "./surroundings/plan.ts";
import { planReadsBelowComponents, planReadsBelowRoot } from "./workloads/workload-plan.ts";

/** The most kinds that the tables do not know and that are listed nevertheless. */
const maxUnknownKinds = 3;

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
    ...planHintedReads(state, index, snapshot.readings),
    ...planReadsBelowRoot(state, index, snapshot.takenAt, scope),
    ...planOperatorReads(state, snapshot),
  ];
  // A query that two plans need is requested once, because the limit of requests counts every query.
  return keepFirstOfEachKey(foldPodLists(queries, selectOtherPods(index)), queryKey);
}

/**
 * The queries that show whether the operator runs and which version leads: its Pods, its Lease and its ReplicaSets. They
 * are needed once its Deployment was requested, and
 * - it does not show that the operator runs,
 * - or it is rolling out,
 * - or its template has another version than the CR, while the CR does not report that the upgrade has begun. Whichever
 *   Pod leads has begun the upgrade otherwise.
 * The template is compared, and not what these queries return, so that the plan stays the same after they were read.
 */
function planOperatorReads(
  { namespace, operator, version, conditions }: HyperConvergedState,
  { readings }: Snapshot,
): readonly Query[] {
  const { lookup, running, secondDeployment } = operator;
  const isInNamespace = (query: Query): boolean => query.namespace === undefined || query.namespace === namespace;
  const isDeploymentRequested = readings.some(
    ({ query }) => kindKey(query) === kindKey(deploymentKind) && isInNamespace(query),
  );
  if (!isDeploymentRequested) return [];
  const deployment = foundObject(lookup);
  const isRolloutOver = deployment !== undefined && isRolledOut(deployment);
  const templateVersion = deployment === undefined ? "" : readTemplateVersion(deployment);
  const isOtherVersion = templateVersion !== "" && version !== undefined && templateVersion !== version;
  const hasUpgradeBegun = findUpgradingCondition(conditions) !== undefined;
  if (running === true && isRolloutOver && (!isOtherVersion || hasUpgradeBegun)) return [];
  const lease: Query = { ...listQuery(operatorLease, namespace), verb: "get", name: operatorLease.name };
  const queries = [...planOperatorPodLists(operator, namespace), lease];
  const isAnyFound = deployment !== undefined || secondDeployment !== undefined;
  return isAnyFound ? [...queries, listQuery(replicaSets, namespace)] : queries;
}

/** The queries for the operator's Pods: by its Deployments, or by their label where none was found. */
function planOperatorPodLists(
  { lookup, secondDeployment }: HyperConvergedState["operator"],
  namespace: string,
): readonly Query[] {
  const deployments = [foundObject(lookup), secondDeployment].filter((deployment) => deployment !== undefined);
  const operatorLabel = new Map([[operatorPodLabel.name, operatorPodLabel.value]]);
  const selectors = deployments.length === 0 ? [operatorLabel] : deployments.map(podLabelsOfWorkload);
  return selectors.map((labels) => queryPods(namespace, labels));
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
    ...homes.flatMap((home) => [listQuery(deploymentKind, home), listQuery(daemonSets, home), queryWarnings(home)]),
    ...planWebhookReads(component, homes, index),
    ...foldPodLists(
      planReadsBelowComponents([component], homes, index, snapshot.takenAt, scope),
      selectOtherPods(index),
    ),
  ];
}

/** The queries in the operator's namespace, which is the CR's. Kinds that were listed in all namespaces are omitted. */
function planRootReads(snapshot: Snapshot, root: KubeObject, index: ObjectIndex): readonly Query[] {
  const { namespace, related } = readHyperConvergedState(root, index);
  const recordedKinds = new Set([...groupRecordedByKind(related).values()].map(([first]) => first?.ref.kind));
  // A component that newer releases have removed is read only where the CR records it.
  const mayExist = (row: ComponentRow): boolean =>
    row.until === undefined ? row.namespaced : recordedKinds.has(row.kind);
  const rows = hcoProfile.components.filter((row) => mayExist(row) && !isListRead(snapshot, row));
  const rowByKind = new Map(rows.map((row) => [row.kind, row]));
  const componentLists = Array.from(rowByKind.values(), (row) =>
    listQuery(putRecordedVersionFirst(row, related), namespace),
  );
  return [...componentLists, ...planNamespaceReads(namespace), ...planUnknownKindReads(related, namespace)];
}

/** The queries for kinds of KubeVirt's groups that the tables do not know: a newer release may have added components. */
function planUnknownKindReads(related: readonly RecordedObject[], home: string): readonly Query[] {
  const unknown = listUnknownComponentKinds(related).filter(({ ref }) => findKnownKind(ref) === undefined);
  const kinds = new Map(unknown.map(({ ref }) => [kindKey(ref), ref]));
  return [...kinds.values()].slice(0, maxUnknownKinds).map(({ group, kind, version = "", namespace }) => {
    const versions = version === "" ? [] : [version];
    return listQuery({ group, kind, plural: "", versions, namespaced: true }, namespace ?? home);
  });
}

/** Whether the list of a kind in all namespaces was read, or showed that the cluster does not serve the kind. */
function isListRead(snapshot: Snapshot, kind: Kind): boolean {
  const readings = snapshot.readings.filter(({ query }) => isSameKind(query, kind) && query.namespace === undefined);
  return readings.some(({ outcome }) => outcome === "found" || outcome === "noSuchKind");
}

/**
 * The kind with the version first in which the operator records its component in relatedObjects, because a reader tries the
 * versions in their order: `["v1beta1", "v1"]`, recorded as v1 -> `["v1", "v1beta1"]`.
 */
function putRecordedVersionFirst(kind: Kind, related: readonly RecordedObject[]): Kind {
  const [recorded] = groupRecordedByKind(related).get(kindKey(kind)) ?? [];
  const version = recorded?.ref.version;
  if (version === undefined || version === "") return kind;
  const otherVersions = kind.versions.filter((other) => other !== version);
  return { ...kind, versions: [version, ...otherVersions] };
}
