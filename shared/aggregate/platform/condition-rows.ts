import { definedFields } from "../../model/defined-fields.ts";
import type { Effect } from "../../model/finding/effect.ts";
import type { PlatformCondition } from "../../model/finding/row.ts";
import { platformConditionTypes } from "../../model/finding/row-evidence.ts";
import type { Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { generationNumber, valueAt } from "../../parse/json-value.ts";
import type { UpgradeRow } from "../hco/upgrade/component.ts";
import { makeUnreadListRow } from "../hco/upgrade/workloads.ts";
import type { ListQuery } from "../snapshot/list-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** When a condition is no reason against an upgrade. */
interface ExpectedStatus {
  /** The status that is no reason. */
  readonly good: "True" | "False";
  /** A missing condition is no reason either, because its owner removes the condition if there is nothing to report. */
  readonly isOptional?: true;
  /** Unknown blocks the upgrade, because it means that nothing reports about the object any more. */
  readonly isUnknownBad?: true;
}

/** A condition as a reason against an upgrade. */
interface ConditionReason {
  readonly effect: Effect;
  readonly about: KubeObject["ref"];
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
  readonly missing?: true;
  /** RFC 3339 UTC. */
  readonly since?: string;
}

/**
 * A condition as a reason against an upgrade:
 * - With the good status it is none: undefined.
 * - Missing, it leaves the upgrade unknown, unless it is optional: then undefined.
 * - Unknown, it leaves the upgrade unknown, unless Unknown is bad: then it blocks.
 * - With the opposite status it blocks.
 */
export function evaluateExpectedCondition(
  code: PlatformCondition,
  object: KubeObject,
  expected: ExpectedStatus,
): ConditionReason | undefined {
  const { good, isOptional = false, isUnknownBad = false } = expected;
  const condition = conditionOf(object, platformConditionTypes[code]);
  if (condition === undefined) {
    if (isOptional) return undefined;
    return { effect: "unknown", about: object.ref, status: "Unknown", reason: "", message: "", missing: true };
  }
  const { status, reason, message, since } = condition;
  if (status === good) return undefined;
  const effect = status === "Unknown" && !isUnknownBad ? "unknown" : "blocks";
  return { effect, about: object.ref, status, reason, message, ...definedFields({ since }) };
}

/** The row of a condition that is a reason against an upgrade. Empty if it is none. */
export function listConditionRow(
  code: PlatformCondition,
  object: KubeObject,
  expected: ExpectedStatus,
): readonly UpgradeRow[] {
  const reason = evaluateExpectedCondition(code, object, expected);
  return reason === undefined ? [] : [{ code, ...reason }];
}

/** The row of a status that describes an earlier generation than the object has. */
export function listStaleRow({ ref, generation, status }: KubeObject): readonly UpgradeRow[] {
  const observedGeneration = generationNumber(valueAt(status, "observedGeneration"));
  if (generation === undefined || observedGeneration === undefined || observedGeneration >= generation) return [];
  return [{ code: "Stale", effect: "unknown", about: ref, observedGeneration, generation }];
}

/** All objects of a kind that were read. `unread` has the row that the list was not read. */
interface ListedObjects {
  readonly objects: readonly KubeObject[];
  readonly unread: readonly UpgradeRow[];
}

/** Lists all objects of a kind on which an upgrade depends. A kind that the cluster does not serve has no row. */
export function listObjects(kind: Kind, index: ObjectIndex): ListedObjects {
  return { objects: index.all(kind), unread: listUnreadRows(kind, kind, index) };
}

/**
 * The row that a list of a kind was not read. A file without any object of the kind counts as not read. Empty if the list was
 * read, or if the cluster does not serve the kind.
 */
export function listUnreadRows(kind: Kind, query: ListQuery, index: ObjectIndex): readonly UpgradeRow[] {
  const { labelSelector } = query;
  const list = index.list({ group: query.group, kind: query.kind, ...definedFields({ labelSelector }) });
  if (list.outcome === "noSuchKind") return [];
  if (list.outcome !== "found") return [makeUnreadListRow(kind, undefined, list)];
  const doesFileLackKind = list.isGiven === true && list.objects.length === 0;
  return doesFileLackKind ? [makeUnreadListRow(kind, undefined, { outcome: "unread" })] : [];
}
