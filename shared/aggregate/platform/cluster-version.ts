import type { KubeObject } from "../../model/object.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { clusterVersionName, clusterVersions } from "../../profiles/openshift.ts";
import type { UpgradeRow } from "../hco/upgrade/component.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listConditionRow, listObjects, listStaleRow } from "./condition-rows.ts";

/**
 * The rows of the ClusterVersion: of its conditions, that it was not read, or that it does not exist although the cluster
 * serves its kind.
 */
export function listClusterVersionRows(index: ObjectIndex): readonly UpgradeRow[] {
  const { objects, unread } = listObjects(clusterVersions, index);
  // A cluster has only one ClusterVersion, so a must-gather with one lacks none, even without the list.
  if (objects.length > 0) return objects.flatMap(listVersionRows);
  if (unread.length > 0) return unread;
  const isKindServed = index.list(clusterVersions).outcome === "found";
  return isKindServed ? [makeAbsentVersionRow()] : [];
}

/**
 * The rows of the conditions of a ClusterVersion. The cluster-version-operator always writes Progressing and Failing, and
 * removes Upgradeable if nothing is against an update (openshift/cluster-version-operator pkg/cvo/status.go,
 * setUpgradeableCondition). Failing is Unknown while one operator takes longer than expected.
 */
function listVersionRows(object: KubeObject): readonly UpgradeRow[] {
  const progressing = listConditionRow("ClusterVersionProgressing", object, { good: "False" });
  // Without any condition, the row about the missing Progressing is enough.
  if (conditionsAt(object).conditions.length === 0) return progressing;
  return [
    ...listConditionRow("ClusterVersionFailing", object, { good: "False" }),
    ...progressing,
    ...listConditionRow("ClusterVersionUpgradeable", object, { good: "True", isOptional: true }),
    ...listStaleRow(object),
  ];
}

/** The row of a cluster that serves the kind and has no ClusterVersion. */
function makeAbsentVersionRow(): UpgradeRow {
  const { group, kind } = clusterVersions;
  const about = { group, kind, name: clusterVersionName };
  return { code: "IncompleteReading", effect: "unknown", about, outcome: "absent", verb: "get", cause: "" };
}

/**
 * The version to which the cluster is to be updated: the requested one, or without a request the one that it has. Empty if
 * neither is known. A request that only checks an update does not count (openshift/api config/v1/types_cluster_version.go,
 * UpdateModePreflight).
 */
export function readTargetVersion(index: ObjectIndex): string {
  const [version] = index.all(clusterVersions);
  if (version === undefined) return "";
  const desiredUpdate = valueAt(version.spec, "desiredUpdate");
  const isOnlyChecked = textAt(desiredUpdate, "mode") === "Preflight";
  const requestedVersion = isOnlyChecked ? "" : textAt(desiredUpdate, "version");
  return requestedVersion === "" ? textAt(version.status, "desired", "version") : requestedVersion;
}
