import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { isSameKind } from "../../model/kind.ts";
import type { RootNode } from "../../model/report.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { isUpgradeable } from "../../profiles/hco/upgradeable.ts";
import { clusterVersions, machineConfigPools } from "../../profiles/openshift.ts";
import { readHyperConvergedState } from "../hco/hyperconverged-state.ts";
import type { UpgradeRow } from "../hco/upgrade/component.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listClusterVersionRows } from "./cluster-version.ts";
import { listPoolRows } from "./machine-config-pools.ts";
import { listHeldDrains, listNodeRows } from "./nodes.ts";
import { listServiceVersionRows } from "./service-versions.ts";

/** What an upgrade depends on beside its roots: the rows against it, and the findings that some of them are about. */
export interface PlatformState {
  readonly rows: readonly UpgradeRow[];
  readonly findings: readonly Finding[];
}

/**
 * Evaluates what is against an upgrade in the cluster below the roots: its version, its pools of nodes, its nodes, other
 * operators in the operator's namespace, and virtual machines that nothing moves. What was not read leaves the upgrade
 * unknown.
 */
export function evaluatePlatform(
  index: ObjectIndex,
  roots: readonly RootNode[],
  findings: readonly Finding[],
  takenAt: string,
): PlatformState {
  // The plan requests none of these objects where no root can be upgraded.
  if (!roots.some(isUpgradeable)) return { rows: [], findings: [] };
  const drains = listHeldDrains(index, takenAt);
  const namespaces = new Set(roots.filter(isHyperConverged).flatMap(({ ref }) => ref.namespace ?? []));
  const serviceVersionRows = [...namespaces].flatMap((namespace) => listServiceVersionRows(index, namespace));
  const openShiftRows = [...listClusterVersionRows(index), ...listPoolRows(index)];
  const rows = [
    ...openShiftRows.filter((row) => !isForOpenShiftOnly(row, index)),
    ...serviceVersionRows,
    ...listNodeRows(index, drains),
    ...findings.flatMap(listUnmovedRow),
  ];
  return { rows, findings: drains };
}

function isHyperConverged({ ref }: RootNode): boolean {
  return isSameKind(ref, hcoProfile.root);
}

/**
 * Whether a row is about a kind of OpenShift that was not read in a cluster that is none, by the objects that the operator
 * created. The API server forbids a kind that does not exist as it forbids any other.
 */
function isForOpenShiftOnly({ code, about }: UpgradeRow, index: ObjectIndex): boolean {
  const isOpenShift = [clusterVersions, machineConfigPools].some(({ kind }) => kind === about.kind);
  if (code !== "IncompleteReading" || !isOpenShift) return false;
  const roots = index.all(hcoProfile.root);
  return roots.length > 0 && roots.every((object) => readHyperConvergedState(object, index).platform === "plain");
}

/** The row of a KubeVirt with virtual machines in pods of an older version and no method to move them. */
function listUnmovedRow(finding: Finding): readonly UpgradeRow[] {
  if (finding.code !== "outdated-workloads" || finding.movedBy !== "person") return [];
  const { about, count, component } = finding;
  const part = definedFields({ component });
  return [{ code: "WorkloadUpdateMethods", effect: "blocks", about, count, ...part }];
}
