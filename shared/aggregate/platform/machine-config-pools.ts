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
  const updatingRow = listUpdatingRow(pool);
  // Without any condition, the row about the missing Updating is enough.
  if (conditionsAt(pool).conditions.length === 0) return [...updatingRow, ...listPausedRow(pool)];
  return [...listDegradedRow(pool), ...updatingRow, ...listPausedRow(pool), ...listStaleRow(pool)];
}

/** The row of a pool that is being updated, with the number of its updated machines. */
function listUpdatingRow(pool: KubeObject): readonly UpgradeRow[] {
  const reason = evaluateExpectedCondition("MachineConfigPoolUpdating", pool, { good: "False" });
  return reason === undefined ? [] : [{ code: "MachineConfigPoolUpdating", ...reason, ...countMachines(pool) }];
}

/** The conditions that the condition Degraded of a pool sums up. */
const summarizedTypes = ["NodeDegraded", "RenderDegraded", "ImageBuildDegraded", "PinnedImageSetsDegraded"] as const;

/**
 * The row of a degraded pool. Degraded may have neither reason nor message, as after a failed rendering of the configuration.
 * Then the row has those of the condition that Degraded sums up (openshift/machine-config-operator
 * pkg/controller/node/status.go, calculateStatus).
 */
function listDegradedRow(pool: KubeObject): readonly UpgradeRow[] {
  const degraded = evaluateExpectedCondition("MachineConfigPoolDegraded", pool, { good: "False" });
  if (degraded === undefined) return [];
  const row = { code: "MachineConfigPoolDegraded", ...degraded } as const;
  if (degraded.reason !== "" || degraded.message !== "") return [row];
  const summarized = summarizedTypes.map((type) => conditionOf(pool, type));
  const cause = summarized.find((condition) => condition?.status === "True");
  return cause === undefined ? [row] : [{ ...row, reason: cause.reason, message: cause.message }];
}

/**
 * The row of a paused pool whose nodes wait for an update, or that must not be paused while the cluster is updated. Empty for
 * any other pool, which may be paused on purpose, as for an update of the control plane alone
 * (openshift/machine-config-operator pkg/operator/sync.go, syncRequiredMachineConfigPools; pkg/controller/node/status.go,
 * calculateStatus).
 */
function listPausedRow(pool: KubeObject): readonly UpgradeRow[] {
  if (valueAt(pool.spec, "paused") !== true) return [];
  const row = { code: "MachineConfigPoolPaused", effect: "blocks", about: pool.ref } as const;
  if (isUpdatePending(pool)) {
    // Until the controller has counted by the newest configuration, the counts show all machines as up to date.
    const counts = areMachinesOutdated(pool) ? countMachines(pool) : {};
    return [{ ...row, pending: true, ...counts }];
  }
  return pool.labels.has(requiredForUpgradeLabel) ? [row] : [];
}

/**
 * Whether a pool has nodes without its newest configuration. Its controller writes Updated=False for these. Until it has seen
 * the newest configuration, only the names of the two configurations differ.
 */
function isUpdatePending(pool: KubeObject): boolean {
  if (conditionOf(pool, "Updated")?.status === "False" || areMachinesOutdated(pool)) return true;
  const desiredConfiguration = textAt(pool.spec, "configuration", "name");
  const observedConfiguration = textAt(pool.status, "configuration", "name");
  return desiredConfiguration !== "" && desiredConfiguration !== observedConfiguration;
}

function areMachinesOutdated(pool: KubeObject): boolean {
  const { updated, machines } = countMachines(pool);
  return updated !== undefined && machines !== undefined && updated < machines;
}

/** How many machines of a pool are updated, and how many it has. Empty unless both are known. */
function countMachines({ status }: KubeObject): { readonly updated?: number; readonly machines?: number } {
  const updated = wholeNumberAt(status, "updatedMachineCount");
  const machines = wholeNumberAt(status, "machineCount");
  return updated === undefined || machines === undefined ? {} : { updated, machines };
}
