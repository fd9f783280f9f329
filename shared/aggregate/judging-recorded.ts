import type { KubeObject } from "../model/object.ts";
import { at, list, record } from "../parse/value.ts";
import { keepRecorded, type Recorded, type RecordedWord, recordedFrom, recordedIn } from "./recorded.ts";

/**
 * What a CR records that came anew, read from what it recorded before: the same entries for what is the same at the
 * beginning and at the end of the field, and where nothing in it is otherwise the same list.
 */
export function recordedAgain({ status: old }: KubeObject, { status }: KubeObject): Recorded {
  const known = recordedIn({ status: old });
  const field = at(status, ["relatedObjects"]);
  if (known.unusable > 0 || known.isOdd || !Array.isArray(field)) return recordedIn({ status });
  return keepRecorded(status, readAfter(known, list(at(old, ["relatedObjects"])), field));
}

function readAfter(known: Recorded, old: readonly unknown[], now: readonly unknown[]): Recorded {
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
  const [one, other] = [record(a), record(b)];
  if (one === undefined || other === undefined) return false;
  // Thousands of entries, nearly all the same: what is the same value reads the same.
  for (const word of words) if (one[word] !== other[word]) return false;
  return true;
}

const isWord: Readonly<Record<RecordedWord, true>> = {
  ...{ name: true, resourceVersion: true, uid: true, kind: true },
  ...{ apiVersion: true, namespace: true, resource: true, group: true },
};
const words = Object.keys(isWord);
