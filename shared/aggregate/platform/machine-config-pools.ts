import type { KubeObject } from "../../model/object.ts";
import { conditionOf, conditionsAt } from "../../parse/conditions.ts";
import { textAt, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { machineConfigPools, requiredForUpgradeLabel } from "../../profiles/openshift.ts";
import type { UpgradeRow } from "../hco/upgrade/component.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { evaluateExpectedCondition, listObjects, listStaleRow } from "./condition-rows.ts";

/** The rows of the pools of nodes that are being updated, degraded, or paused. */
export function listPoolRows(index: ObjectIndex): readonly UpgradeRow[] {
  const { objects, unread } = listObjects(machineConfigPools, index);
  return [...unread, ...objects.flatMap(listRowsOfPool)];
}

function listRowsOfPool(pool: KubeObject): readonly UpgradeRow[] {
  const updating = listUpdatingRow(pool);
  // Without any condition, the row about the missing Updating is enough.
  if (conditionsAt(pool).conditions.length === 0) return [...updating, ...listPausedRow(pool)];
  return [...listDegradedRow(pool), ...updating, ...listPausedRow(pool), ...listStaleRow(pool)];
}

function listUpdatingRow(pool: KubeObject): readonly UpgradeRow[] {
  const reason = evaluateExpectedCondition("MachineConfigPoolUpdating", pool, { good: "False" });
  return reason === undefined ? [] : [{ code: "MachineConfigPoolUpdating", ...reason, ...countMachines(pool) }];
}

/**
 * The row of a degraded pool. Where Degraded has no words, as after a failed rendering of the configuration, those of the
 * condition that it sums up are taken (openshift/machine-config-operator pkg/controller/node/status.go, calculateStatus).
 */
function listDegradedRow(pool: KubeObject): readonly UpgradeRow[] {
  const reason = evaluateExpectedCondition("MachineConfigPoolDegraded", pool, { good: "False" });
  if (reason === undefined) return [];
  const row = { code: "MachineConfigPoolDegraded", ...reason } as const;
  const hasWords = reason.reason !== "" || reason.message !== "";
  const cause = causesOfDegraded.map((type) => conditionOf(pool, type)).find((each) => each?.status === "True");
  if (hasWords || cause === undefined) return [row];
  return [{ ...row, reason: cause.reason, message: cause.message }];
}

/** The conditions that Degraded sums up. */
const causesOfDegraded = ["NodeDegraded", "RenderDegraded", "ImageBuildDegraded", "PinnedImageSetsDegraded"] as const;

/**
 * The row of a paused pool whose nodes wait for an update, or that must not be paused while the cluster is updated. Any other
 * pool may be paused on purpose, as for an update of the control plane alone, and nothing waits for it
 * (openshift/machine-config-operator pkg/operator/sync.go, syncRequiredMachineConfigPools; pkg/controller/node/status.go,
 * calculateStatus).
 */
function listPausedRow(pool: KubeObject): readonly UpgradeRow[] {
  if (valueAt(pool.spec, "paused") !== true) return [];
  const about = pool.ref;
  if (isUpdatePending(pool)) {
    // Until the controller has counted by the newest configuration, the counts show all machines as up to date.
    const counts = areMachinesBehind(pool) ? countMachines(pool) : {};
    return [{ code: "MachineConfigPoolPaused", effect: "blocks", about, pending: true, ...counts }];
  }
  return pool.labels.has(requiredForUpgradeLabel) ? [{ code: "MachineConfigPoolPaused", effect: "blocks", about }] : [];
}

/** Whether a pool has nodes without its newest configuration. Its controller writes Updated=False for these. */
function isUpdatePending(pool: KubeObject): boolean {
  const updated = conditionOf(pool, "Updated");
  const wanted = textAt(pool.spec, "configuration", "name");
  const present = textAt(pool.status, "configuration", "name");
  return updated?.status === "False" || areMachinesBehind(pool) || (wanted !== "" && wanted !== present);
}

function areMachinesBehind(pool: KubeObject): boolean {
  const { updated, machines } = countMachines(pool);
  return updated !== undefined && machines !== undefined && updated < machines;
}

function countMachines({ status }: KubeObject): { readonly updated?: number; readonly machines?: number } {
  const updated = wholeNumberAt(status, "updatedMachineCount");
  const machines = wholeNumberAt(status, "machineCount");
  return updated === undefined || machines === undefined ? {} : { updated, machines };
}
