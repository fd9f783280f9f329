import type { FieldPath } from "../model/manifest/manifest.ts";
import { toRecord, valueAt } from "../parse/json-value.ts";
import { lastAppliedAnnotation, parseLastApplied } from "../parse/last-applied.ts";
import { componentsDrivenBy } from "../profiles/hco/field-drivers.ts";

/** The fields in which two states of one object differ. */
export interface ChangedFields {
  /** The paths of the differing fields, in the order of the new state, then those that were removed. */
  readonly paths: readonly FieldPath[];
  /** Whether there are more than these. */
  readonly isCut: boolean;
  /** The components that the fields drive, each once; empty where no table knows. */
  readonly drives: readonly string[];
}

/** The most paths, because users do not read more. */
const maxPaths = 200;

/**
 * Compares two states of an object field by field: lists of the same length by place, others as a whole.
 * @param kind as the manifest names it.
 */
export function findChangedFields(
  kind: { readonly group: string; readonly version: string; readonly kind: string },
  before: unknown,
  after: unknown,
): ChangedFields {
  const all: FieldPath[] = [];
  collectChanged(before, after, [], all);
  const paths = all.slice(0, maxPaths);
  const drives = paths.flatMap((path) => {
    // A gate that is removed stands only in the state before.
    const driven = componentsDrivenBy(kind, path, after) ?? componentsDrivenBy(kind, path, before);
    return driven?.drives.map(({ name }) => name) ?? [];
  });
  return { paths, isCut: all.length > maxPaths, drives: [...new Set(drives)] };
}

/**
 * Returns the fields that `kubectl apply` stored in its record of an object and that `manifest` no longer has, so that
 * kubectl would remove them (kubectl, pkg/cmd/apply/patcher.go). Server-side apply by another manager keeps them. Empty
 * without such a record.
 */
export function findRemovedFields(live: unknown, manifest: unknown): readonly FieldPath[] {
  const applied = parseLastApplied(valueAt(live, "metadata", "annotations", lastAppliedAnnotation));
  const found: FieldPath[] = [];
  collectAbsent(applied, manifest, [], found);
  return found.slice(0, maxPaths);
}

function collectAbsent(applied: unknown, manifest: unknown, path: FieldPath, found: FieldPath[]): void {
  const recordedFields = toRecord(applied);
  const fields = toRecord(manifest);
  if (recordedFields === undefined || fields === undefined || path.length > maxDepth) return;
  for (const [key, value] of Object.entries(recordedFields)) {
    // kubectl itself writes an empty map of annotations.
    const below = toRecord(value);
    if (value === null || (below !== undefined && Object.keys(below).length === 0)) continue;
    if (Object.hasOwn(fields, key)) collectAbsent(value, fields[key], [...path, key], found);
    else if (path.length > 0 || key === "spec" || key === "data") found.push([...path, key]);
  }
}

function collectChanged(before: unknown, after: unknown, path: FieldPath, found: FieldPath[]): void {
  if (found.length > maxPaths || Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, item] of after.entries()) collectChanged(before[index], item, [...path, index], found);
    return;
  }
  const fieldsBefore = toRecord(before);
  const fieldsAfter = toRecord(after);
  if (fieldsBefore === undefined || fieldsAfter === undefined || path.length > maxDepth) {
    if (JSON.stringify(before) !== JSON.stringify(after)) found.push(path);
    return;
  }
  for (const key of new Set([...Object.keys(fieldsAfter), ...Object.keys(fieldsBefore)]))
    collectChanged(valueAt(fieldsBefore, key), valueAt(fieldsAfter, key), [...path, key], found);
}

/** Deeper values count as one. */
const maxDepth = 100;
