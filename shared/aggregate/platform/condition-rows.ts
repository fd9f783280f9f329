import { definedFields } from "../../model/defined-fields.ts";
import type { Effect } from "../../model/finding/effect.ts";
import type { PlatformCondition } from "../../model/finding/row.ts";
import type { Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { generationNumber, valueAt } from "../../parse/json-value.ts";
import type { UpgradeRow } from "../hco/upgrade/component.ts";
import { makeUnreadListRow } from "../hco/upgrade/workloads.ts";
import type { ListQuery } from "../snapshot/list-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** A condition of an object: its type, and the status that is no reason against an upgrade. */
interface ExpectedCondition {
  readonly type: string;
  readonly good: "True" | "False";
  /** Its owner removes the condition where there is nothing to report. */
  readonly isOptional?: true;
  /** Unknown is as bad as the other status: nothing reports the object any more. */
  readonly isUnknownBad?: true;
}

/** What a condition makes of an upgrade, with the words of the object. */
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
 * What a condition of an object makes of an upgrade: it blocks where it has the other status than the good one, and leaves
 * it unknown where it is Unknown or missing. Undefined: nothing.
 */
export function evaluateExpectedCondition(
  object: KubeObject,
  expected: ExpectedCondition,
): ConditionReason | undefined {
  const { type, good, isOptional = false, isUnknownBad = false } = expected;
  const about = object.ref;
  const condition = conditionOf(object, type);
  if (condition === undefined)
    return isOptional
      ? undefined
      : { effect: "unknown", about, status: "Unknown", reason: "", message: "", missing: true };
  const { status, reason, message, since } = condition;
  if (status === good) return undefined;
  const effect = status === "Unknown" && !isUnknownBad ? "unknown" : "blocks";
  return { effect, about, status, reason, message, ...definedFields({ since }) };
}

/** The row of a condition under the code that it has for an object of this kind. */
export function listConditionRow(
  code: PlatformCondition,
  object: KubeObject,
  expected: ExpectedCondition,
): readonly UpgradeRow[] {
  const reason = evaluateExpectedCondition(object, expected);
  return reason === undefined ? [] : [{ code, ...reason }];
}

/** The row of a status that is of an earlier generation than the object. Its conditions are then about the earlier one. */
export function listStaleRow({ ref: about, generation, status }: KubeObject): readonly UpgradeRow[] {
  const observedGeneration = generationNumber(valueAt(status, "observedGeneration"));
  if (generation === undefined || observedGeneration === undefined || observedGeneration >= generation) return [];
  return [{ code: "Stale", effect: "unknown", about, observedGeneration, generation }];
}

/** All objects of a kind, and the reason that they are not known. */
interface ListedObjects {
  readonly objects: readonly KubeObject[];
  readonly unread: readonly UpgradeRow[];
}

/** All objects of a kind that an upgrade stands on. A kind that the cluster does not serve is no reason. */
export function listObjects(kind: Kind, index: ObjectIndex): ListedObjects {
  return { objects: index.all(kind), unread: listUnreadRows(kind, kind, index) };
}

/** The reason that a list of a kind was not read. A file without any object of the kind proves nothing. */
export function listUnreadRows(kind: Kind, question: ListQuery, index: ObjectIndex): readonly UpgradeRow[] {
  const listing = index.list({
    group: question.group,
    kind: question.kind,
    ...definedFields({ labelSelector: question.labelSelector }),
  });
  if (listing.outcome === "noSuchKind") return [];
  if (listing.outcome !== "found") return [makeUnreadListRow(kind, undefined, listing)];
  const isLacking = listing.isGiven === true && listing.objects.length === 0;
  return isLacking ? [makeUnreadListRow(kind, undefined, { outcome: "unread" })] : [];
}
