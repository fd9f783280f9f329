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

/** The status with which a condition is no reason against an upgrade. */
interface ExpectedStatus {
  readonly good: "True" | "False";
  /** Its owner removes the condition where there is nothing to report. */
  readonly isOptional?: true;
  /** Unknown blocks too, because nothing reports about the object any more. */
  readonly isUnknownBad?: true;
}

/** The effect of a condition on an upgrade, with the words of the object. */
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
 * The effect of a condition on an upgrade: it blocks where it has another status than the good one, and leaves the upgrade
 * unknown where it is Unknown or missing. Undefined where it has the good status.
 */
export function evaluateExpectedCondition(
  code: PlatformCondition,
  object: KubeObject,
  expected: ExpectedStatus,
): ConditionReason | undefined {
  const { good, isOptional = false, isUnknownBad = false } = expected;
  const about = object.ref;
  const condition = conditionOf(object, platformConditionTypes[code]);
  if (condition === undefined) {
    if (isOptional) return undefined;
    return { effect: "unknown", about, status: "Unknown", reason: "", message: "", missing: true };
  }
  const { status, reason, message, since } = condition;
  if (status === good) return undefined;
  const effect = status === "Unknown" && !isUnknownBad ? "unknown" : "blocks";
  return { effect, about, status, reason, message, ...definedFields({ since }) };
}

/** The row of a condition under the code that it has for an object of this kind. */
export function listConditionRow(
  code: PlatformCondition,
  object: KubeObject,
  expected: ExpectedStatus,
): readonly UpgradeRow[] {
  const reason = evaluateExpectedCondition(code, object, expected);
  return reason === undefined ? [] : [{ code, ...reason }];
}

/** The row of a status that describes an earlier generation than the object has. */
export function listStaleRow({ ref: about, generation, status }: KubeObject): readonly UpgradeRow[] {
  const observedGeneration = generationNumber(valueAt(status, "observedGeneration"));
  if (generation === undefined || observedGeneration === undefined || observedGeneration >= generation) return [];
  return [{ code: "Stale", effect: "unknown", about, observedGeneration, generation }];
}

/** All objects of a kind that were read, and the row that the list was not read. */
interface ListedObjects {
  readonly objects: readonly KubeObject[];
  readonly unread: readonly UpgradeRow[];
}

/** Lists all objects of a kind on which an upgrade depends. A kind that the cluster does not serve has no row. */
export function listObjects(kind: Kind, index: ObjectIndex): ListedObjects {
  return { objects: index.all(kind), unread: listUnreadRows(kind, kind, index) };
}

/** The row that a list of a kind was not read. A file without any object of the kind counts as not read. */
export function listUnreadRows(kind: Kind, query: ListQuery, index: ObjectIndex): readonly UpgradeRow[] {
  const listing = index.list({
    group: query.group,
    kind: query.kind,
    ...definedFields({ labelSelector: query.labelSelector }),
  });
  if (listing.outcome === "noSuchKind") return [];
  if (listing.outcome !== "found") return [makeUnreadListRow(kind, undefined, listing)];
  const isLacking = listing.isGiven === true && listing.objects.length === 0;
  return isLacking ? [makeUnreadListRow(kind, undefined, { outcome: "unread" })] : [];
}
