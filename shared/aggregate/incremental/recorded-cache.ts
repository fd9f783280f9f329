import type { KubeObject } from "../../model/object.ts";
import { toList, toRecord, valueAt } from "../../parse/json-value.ts";
import {
  keepRecorded,
  type RecordedField,
  type RecordedReferences,
  recordedFrom,
  recordedIn,
} from "../snapshot/recorded-references.ts";

/**
 * The related objects of a CR that was read again, based on those of its previous version. Equal entries at the
 * beginning and at the end of the field are the same objects. Without any difference the result is the same list.
 */
export function recordedAgain({ status: old }: KubeObject, { status }: KubeObject): RecordedReferences {
  const known = recordedIn({ status: old });
  const field = valueAt(status, ["relatedObjects"]);
  if (known.unusable > 0 || known.isOdd || !Array.isArray(field)) return recordedIn({ status });
  return keepRecorded(status, readAfter(known, toList(valueAt(old, ["relatedObjects"])), field));
}

function readAfter(known: RecordedReferences, old: readonly unknown[], now: readonly unknown[]): RecordedReferences {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && isSameEntry(old[start], now[start])) start += 1;
  if (start === old.length && start === now.length) return known;
  let end = 0;
  while (end < most - start && isSameEntry(old[old.length - 1 - end], now[now.length - 1 - end])) end += 1;
  const between = recordedFrom(now.slice(start, now.length - end));
  const objects = [...known.objects.slice(0, start), ...between.objects, ...known.objects.slice(old.length - end)];
  return { ...between, objects };
}

function isSameEntry(a: unknown, b: unknown): boolean {
  const [one, other] = [toRecord(a), toRecord(b)];
  if (one === undefined || other === undefined) return false;
  // Of thousands of entries nearly all are equal. Entries with equal fields give equal objects.
  for (const field of recordedFields) if (one[field] !== other[field]) return false;
  return true;
}

const isRecordedField: Readonly<Record<RecordedField, true>> = {
  ...{ name: true, resourceVersion: true, uid: true, kind: true },
  ...{ apiVersion: true, namespace: true, resource: true, group: true },
};
const recordedFields = Object.keys(isRecordedField);
