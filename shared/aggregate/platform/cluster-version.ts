import type { KubeObject } from "../../model/object.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { clusterVersionName, clusterVersions } from "../../profiles/openshift.ts";
import type { UpgradeRow } from "../hco/upgrade/component.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listConditionRow, listObjects, listStaleRow } from "./condition-rows.ts";

/**
 * The reasons of the ClusterVersion. The cluster-version-operator always writes Progressing and Failing, and removes
 * Upgradeable where nothing speaks against an update (openshift/cluster-version-operator pkg/cvo/status.go,
 * setUpgradeableCondition). Failing is Unknown while one operator takes longer than expected.
 */
export function listClusterVersionRows(index: ObjectIndex): readonly UpgradeRow[] {
  const { objects, unread } = listObjects(clusterVersions, index);
  // A cluster has only one, so a must-gather that holds it by itself lacks none.
  if (objects.length > 0) return objects.flatMap(listVersionRows);
  if (unread.length > 0) return unread;
  return isClusterVersionServed(index) ? [makeAbsentVersionRow()] : [];
}

function listVersionRows(object: KubeObject): readonly UpgradeRow[] {
  const progressing = listConditionRow("ClusterVersionProgressing", object, { type: "Progressing", good: "False" });
  // Without any condition, one row says it.
  if (conditionsAt(object).conditions.length === 0) return progressing;
  return [
    ...listConditionRow("ClusterVersionFailing", object, { type: "Failing", good: "False" }),
    ...progressing,
    ...listConditionRow("ClusterVersionUpgradeable", object, { type: "Upgradeable", good: "True", isOptional: true }),
    ...listStaleRow(object),
  ];
}

function isClusterVersionServed(index: ObjectIndex): boolean {
  return index.list(clusterVersions).outcome === "found";
}

/** The reason that a cluster serves the kind and has no ClusterVersion. */
function makeAbsentVersionRow(): UpgradeRow {
  const { group, kind } = clusterVersions;
  const about = { group, kind, name: clusterVersionName };
  return { code: "IncompleteReading", effect: "unknown", about, outcome: "absent", verb: "get", cause: "" };
}

/**
 * The version that the cluster is to be updated to: the one that a user asked for, else the one that the cluster is at.
 * Empty where it is not known. An update that is only checked changes nothing (openshift/api
 * config/v1/types_cluster_version.go, UpdateModePreflight).
 */
export function readTargetVersion(index: ObjectIndex): string {
  const [version] = index.all(clusterVersions);
  if (version === undefined) return "";
  const wanted = valueAt(version.spec, "desiredUpdate");
  const isOnlyChecked = textAt(wanted, "mode") === "Preflight";
  const asked = isOnlyChecked ? "" : textAt(wanted, "version");
  return asked === "" ? textAt(version.status, "desired", "version") : asked;
}
