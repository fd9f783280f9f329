import type { KubeObject } from "../../../model/object.ts";
import { type Fields, toList, toRecord, valueAt } from "../../../parse/json-value.ts";
import { lastAppliedAnnotation, parseLastApplied } from "../../../parse/last-applied.ts";
import { comparableFields, isEmptyMap } from "./comparable-fields.ts";
import { isSameValue } from "./same-value.ts";

/** Both sides of a comparison, each plain data with its keys in the file's order; `live` absent: no live object. */
export interface YamlComparison {
  readonly file: unknown;
  readonly live?: unknown;
}

/** A place in the compared objects. */
interface ComparePosition {
  /** The keys from the top of the object; items of a list by their name, else by their index. */
  readonly path: readonly string[];
  /** Whether kubectl merges lists of this kind by the names of their items (strategic merge), and replaces no list. */
  readonly isMergedByName: boolean;
}

/** The deepest level that is compared; deeper values are taken as they are. */
const maxDepth = 400;

const groupsWithoutDomain = ["", "apps", "autoscaling", "batch", "extensions", "policy"];

const groupsOfKubernetes = [
  "admissionregistration",
  "authentication",
  "authorization",
  "certificates",
  "coordination",
  "discovery",
  "events",
  "flowcontrol.apiserver",
  "internal.apiserver",
  "networking",
  "node",
  "rbac.authorization",
  "resource",
  "scheduling",
  "storage",
  "storagemigration",
].map((group) => `${group}.k8s.io`);

/** Groups of Kubernetes' own kinds, which kubectl patches by strategic merge (client-go, kubernetes/scheme/register.go). */
const strategicGroups: ReadonlySet<string> = new Set([...groupsWithoutDomain, ...groupsOfKubernetes]);

/**
 * The comparable parts of a manifest and of its live object: without status, server-written metadata and Secret values.
 * `manifest`: one document as plain data, as far as it could be read.
 */
export function compareYaml(manifest: unknown, live: KubeObject | undefined): YamlComparison {
  const file = comparableFields(manifest);
  if (live === undefined) return { file: withoutNulls(file, undefined) };
  const liveFields = comparableFields(live.raw);
  const applied = comparableFields(parseLastApplied(live.annotations.get(lastAppliedAnnotation)));
  const position = { path: [], isMergedByName: strategicGroups.has(live.ref.group) };
  return { file: withoutNulls(file, liveFields), live: selectLive(file, liveFields, applied, position) };
}

/**
 * The manifest's data without nulls that change nothing. The API server does not store null. A null is a difference
 * only where the live object has a value.
 */
function withoutNulls(file: unknown, live: unknown, depth = 0): unknown {
  if (depth > maxDepth) return file;
  if (Array.isArray(file)) return file.map((item, index) => withoutNulls(item, toList(live)[index], depth + 1));
  const fields = toRecord(file);
  if (fields === undefined) return file;
  const liveFields = toRecord(live) ?? {};
  const kept = Object.entries(fields).filter(([key, field]) => field !== null || Object.hasOwn(liveFields, key));
  return Object.fromEntries(
    kept.map(([key, field]) => [key, withoutNulls(field, valueAt(liveFields, key), depth + 1)]),
  );
}

/**
 * The parts of a live value that can differ from the manifest:
 * - what stands in the manifest;
 * - what was applied before and is omitted now, because applying the manifest would remove it (kubectl,
 *   pkg/cmd/apply/patcher.go, three-way). Server-side apply leaves no record of what was applied before.
 *
 * Defaults and what controllers write are no part of the user's request, and are omitted. A value that the API server only
 * writes in another form stands as in the manifest ({@link isSameValue}).
 */
function selectLive(file: unknown, live: unknown, applied: unknown, position: ComparePosition): unknown {
  if (position.path.length > maxDepth) return live;
  const fileFields = toRecord(file);
  const liveFields = toRecord(live);
  if (liveFields !== undefined && (fileFields !== undefined || file === undefined)) {
    return selectFields(fileFields ?? {}, liveFields, toRecord(applied) ?? {}, position);
  }
  if (Array.isArray(file) && Array.isArray(live)) return selectItems(file, live, toList(applied), position);
  return isSameValue(file, live, position.path) ? file : live;
}

function selectFields(file: Fields, live: Fields, applied: Fields, position: ComparePosition): Fields {
  const keysInBoth = Object.keys(file).filter((key) => Object.hasOwn(live, key));
  const removedKeys = Object.keys(live).filter((key) => {
    const appliedField = valueAt(applied, key);
    // A null that was applied requested the removal already.
    return !Object.hasOwn(file, key) && appliedField !== undefined && appliedField !== null;
  });
  const selected: [string, unknown][] = [];
  for (const key of [...keysInBoth, ...removedKeys]) {
    const field = selectLive(valueAt(file, key), live[key], valueAt(applied, key), stepInto(position, key));
    // A map of which nothing was selected would suggest that the live map is empty.
    const isMisleading = field !== null && isEmptyMap(field) && !isEmptyMap(live[key]) && !isEmptyMap(file[key]);
    if (!isMisleading) selected.push([key, field]);
  }
  return Object.fromEntries(selected);
}

/**
 * The items of a live list that can differ from the manifest. Items are matched by `name` or `key` where every item of
 * both lists has one of its own, else by index.
 * - Matched by index, every live item counts.
 * - Matched by name, items that others have added do not count in kinds whose lists kubectl merges by name. In all other
 *   kinds a list is replaced as a whole, so every item counts.
 */
function selectItems(
  file: readonly unknown[],
  live: readonly unknown[],
  applied: readonly unknown[],
  position: ComparePosition,
): readonly unknown[] {
  const nameKey = ["name", "key"].find((key) => hasDistinctNames(file, key) && hasDistinctNames(live, key));
  if (nameKey === undefined) {
    return live.map((item, index) => {
      if (index >= file.length) return item;
      return selectLive(file[index], item, applied[index], stepInto(position, `${index}`));
    });
  }
  const nameOf = (item: unknown): unknown => valueAt(item, nameKey);
  const findByName = (items: readonly unknown[], name: unknown): unknown => items.find((item) => nameOf(item) === name);
  const matched: unknown[] = [];
  for (const item of file) {
    const name = nameOf(item);
    const liveItem = findByName(live, name);
    if (liveItem === undefined) continue;
    matched.push(selectLive(item, liveItem, findByName(applied, name), stepInto(position, `${name}`)));
  }
  const fileNames = file.map(nameOf);
  const added = live.filter((item) => !fileNames.includes(nameOf(item)));
  if (!position.isMergedByName) return [...matched, ...added];
  return [...matched, ...added.filter((item) => findByName(applied, nameOf(item)) !== undefined)];
}

/** Whether all items are maps, each with a different text under `key`. */
function hasDistinctNames(items: readonly unknown[], key: string): boolean {
  const names = new Set(items.map((item) => valueAt(item, key)));
  return names.size === items.length && [...names].every((name) => typeof name === "string");
}

function stepInto({ path, isMergedByName }: ComparePosition, key: string): ComparePosition {
  return { path: [...path, key], isMergedByName };
}
