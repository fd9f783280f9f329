import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { isSameKind } from "../../model/kind.ts";
import type { RootNode } from "../../model/report.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { isUpgradeable } from "../../profiles/hco/upgradeable.ts";
import { readHyperConvergedState } from "../hco/hyperconverged-state.ts";
import type { UpgradeRow } from "../hco/upgrade/component.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listClusterVersionRows } from "./cluster-version.ts";
import { listPoolRows } from "./machine-config-pools.ts";
import { listNodeRows } from "./nodes.ts";
import { listServiceVersionRows } from "./service-versions.ts";

/**
 * The reasons against an upgrade in the cluster below the roots: its version, its pools of nodes, its nodes, other operators in
 * the operator's namespace, and virtual machines that nothing moves. What was not read leaves the upgrade unknown.
 *
 * @param findings the findings about the roots and their parts, and about the drains of nodes
 */
export function evaluatePlatform(
  index: ObjectIndex,
  roots: readonly RootNode[],
  findings: readonly Finding[],
): readonly UpgradeRow[] {
  // The plan requests none of these objects if no root can be upgraded.
  if (!roots.some(isUpgradeable)) return [];
  const rows = [...listOpenShiftRows(index)];
  const hyperConvergeds = roots.filter(({ ref }) => isSameKind(ref, hcoProfile.root));
  const namespaces = new Set(hyperConvergeds.flatMap(({ ref }) => ref.namespace ?? []));
  for (const namespace of namespaces) rows.push(...listServiceVersionRows(index, namespace));
  rows.push(...listNodeRows(index, findings), ...findings.flatMap(listUnmovedMachinesRow));
  return rows;
}

/**
 * The rows of the kinds that only OpenShift has. In a cluster that is not OpenShift their lists may be forbidden, because an
 * API server forbids a kind that does not exist like any other. That they were not read is then no reason.
 */
function listOpenShiftRows(index: ObjectIndex): readonly UpgradeRow[] {
  const rows = [...listClusterVersionRows(index), ...listPoolRows(index)];
  return isPlainKubernetes(index) ? rows.filter(({ code }) => code !== "IncompleteReading") : rows;
}

/** Whether the cluster is known not to be OpenShift, by the objects that the operator created for each HyperConverged. */
function isPlainKubernetes(index: ObjectIndex): boolean {
  const hyperConvergeds = index.all(hcoProfile.root);
  if (hyperConvergeds.length === 0) return false;
  return hyperConvergeds.every((object) => readHyperConvergedState(object, index).platform === "plain");
}

/** The row of a KubeVirt with virtual machines in pods of an older version and no method to move them. */
function listUnmovedMachinesRow(finding: Finding): readonly UpgradeRow[] {
  if (finding.code !== "outdated-workloads" || finding.movedBy !== "person") return [];
  const { about, count, component } = finding;
  return [{ code: "WorkloadUpdateMethods", effect: "blocks", about, count, ...definedFields({ component }) }];
}
