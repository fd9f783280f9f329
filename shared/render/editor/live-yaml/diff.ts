import { lastAppliedAnnotation } from "../../../model/last-applied.ts";
import type { KubeObject } from "../../../model/object.ts";
import { isSameValue } from "./same-value.ts";

/** Both sides of a comparison, each plain data with its keys in the file's order; `live` absent: no live object. */
export interface YamlComparison {
  readonly file: unknown;
  readonly live?: unknown;
}

/**
 * The comparable parts of a manifest and of its live object: without status, server-written metadata and Secret values.
 * `manifest`: one document as plain data, as far as it could be read.
 */
export function compareYaml(manifest: unknown, live: KubeObject | undefined): YamlComparison {
  const file = withoutNulls(comparableFields(manifest), live === undefined ? undefined : comparableFields(live.raw));
  return live === undefined ? { file } : { file, live: specForDiff(live, manifest) };
}

/**
 * The parts of the live object that can differ from the manifest. These are what stands in the manifest, and what was
 * applied before but omitted now (annotation last-applied-configuration). Applying the manifest would remove the
 * latter (kubectl, pkg/cmd/apply/patcher.go, three-way). Defaults and what controllers write are no part of the user's
 * request and are omitted. Without a record of what was applied before (server-side apply), only what stands in the
 * manifest is compared.
 *
 * Lists are matched by `name` or `key` where every item of both has one of its own, else by place. In Kubernetes' own
 * kinds, items of such a list that others have added stay (strategic merge). Any other kind's list is replaced as a
 * whole, so every item counts. Every item counts too where the match is by place. Values that the API server only
 * writes in another form stand as in the manifest ({@link isSameValue}).
 */
function specForDiff(live: KubeObject, manifest: unknown): unknown {
  const applied = comparableFields(lastApplied(live));
  const isOwnKind = strategicGroups.has(live.ref.group);
  return folded(comparableFields(manifest), comparableFields(live.raw), applied, [], isOwnKind);
}

function lastApplied(live: KubeObject): unknown {
  const text = live.annotations.get(lastAppliedAnnotation);
  if (text === undefined || text.length > maxAnnotationLength) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The annotation is no JSON, so it gives no information, whatever program wrote it.
    return undefined;
  }
}

/** Annotations together may have 256 KiB (apimachinery, api/validation/objectmeta.go). */
const maxAnnotationLength = 300_000;

/** The metadata fields that users write. */
const keptMetadata: readonly string[] = ["name", "generateName", "namespace", "labels", "annotations"];

/**
 * Returns an object without status, the metadata that the server writes, and the values of a Secret. Other data is
 * returned as it is.
 */
export function comparableFields(value: unknown): unknown {
  const fields = mapOf(value);
  if (fields === undefined) return value;
  const isSecret = fields["kind"] === "Secret" && fields["apiVersion"] === "v1";
  const kept = Object.entries(fields).filter(([key]) => key !== "status" && !(isSecret && !secretFields.has(key)));
  return fromEntries(kept.map(([key, entry]) => [key, key === "metadata" ? ownMetadata(entry, isSecret) : entry]));
}

/** The only fields of a Secret that are read. */
const secretFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function ownMetadata(value: unknown, isSecret: boolean): unknown {
  const fields = mapOf(value);
  if (fields === undefined) return value;
  const kept = Object.entries(fields).filter(
    ([key, entry]) => keptMetadata.includes(key) && !(isSecret && key === "annotations") && !isEmptyMap(entry),
  );
  return fromEntries(kept.map(([key, entry]) => [key, key === "annotations" ? withoutApplied(entry) : entry]));
}

function withoutApplied(value: unknown): unknown {
  const fields = mapOf(value);
  return fields === undefined
    ? value
    : fromEntries(Object.entries(fields).filter(([key]) => key !== lastAppliedAnnotation));
}

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

function folded(file: unknown, live: unknown, applied: unknown, path: readonly string[], isOwnKind: boolean): unknown {
  if (path.length > maxDepth) return live;
  const fileMap = mapOf(file);
  const liveMap = mapOf(live);
  if (liveMap !== undefined && (fileMap !== undefined || file === undefined))
    return foldedMap(fileMap ?? {}, liveMap, mapOf(applied) ?? {}, path, isOwnKind);
  if (Array.isArray(file) && Array.isArray(live))
    return foldedList(file, live, Array.isArray(applied) ? applied : [], path, isOwnKind);
  return isSameValue(file, live, path) ? file : live;
}

const maxDepth = 400;

type Fields = Readonly<Record<string, unknown>>;

function foldedMap(file: Fields, live: Fields, applied: Fields, path: readonly string[], isOwnKind: boolean): unknown {
  const inFile = Object.keys(file).filter((key) => Object.hasOwn(live, key));
  // A null in the manifest requests removal, as leaving the field out does.
  const removed = Object.keys(live).filter(
    (key) => Object.hasOwn(applied, key) && applied[key] !== null && !Object.hasOwn(file, key),
  );
  const entries = [...inFile, ...removed].map((key): readonly [string, unknown] => {
    const mine = Object.hasOwn(file, key) ? file[key] : undefined;
    const before = Object.hasOwn(applied, key) ? applied[key] : undefined;
    return [key, folded(mine, live[key], before, [...path, key], isOwnKind)];
  });
  // An empty map would suggest that the live one is empty, too.
  return fromEntries(
    entries.filter(
      ([key, entry]) => !isEmptyMap(entry) || entry === null || isEmptyMap(live[key]) || isEmptyMap(file[key]),
    ),
  );
}

function foldedList(
  file: readonly unknown[],
  live: readonly unknown[],
  applied: readonly unknown[],
  path: readonly string[],
  isOwnKind: boolean,
): unknown {
  const key = ["name", "key"].find((each) => isNamedBy(each, file) && isNamedBy(each, live));
  if (key === undefined)
    return live.map((item, index) =>
      index < file.length ? folded(file[index], item, applied[index], [...path, `${index}`], isOwnKind) : item,
    );
  const nameOf = (item: unknown): unknown => mapOf(item)?.[key];
  const find = (all: readonly unknown[], name: unknown): unknown => all.find((item) => nameOf(item) === name);
  const names = file.map(nameOf);
  const added = live.filter((item) => {
    const isStranger = !names.includes(nameOf(item));
    return isStranger && (!isOwnKind || find(applied, nameOf(item)) !== undefined);
  });
  const matched = names.flatMap((name) => {
    const item = find(live, name);
    return item === undefined
      ? []
      : [folded(find(file, name), item, find(applied, name), [...path, `${name}`], isOwnKind)];
  });
  return [...matched, ...added];
}

/** Whether all items are maps, each with a different text under `key`. */
function isNamedBy(key: string, items: readonly unknown[]): boolean {
  const names = new Set(items.map((item) => mapOf(item)?.[key]));
  return names.size === items.length && [...names].every((name) => typeof name === "string");
}

/**
 * The manifest's data without nulls that change nothing. The API server does not store null. A null is a difference
 * only where the live object has a value.
 */
function withoutNulls(file: unknown, live: unknown, depth = 0): unknown {
  if (depth > maxDepth) return file;
  if (Array.isArray(file)) {
    const others = Array.isArray(live) ? live : [];
    return file.map((item, index) => withoutNulls(item, others[index], depth + 1));
  }
  const fields = mapOf(file);
  if (fields === undefined) return file;
  const liveMap = mapOf(live) ?? {};
  const kept = Object.entries(fields).filter(([key, entry]) => entry !== null || Object.hasOwn(liveMap, key));
  return fromEntries(
    kept.map(([key, entry]) => [
      key,
      withoutNulls(entry, Object.hasOwn(liveMap, key) ? liveMap[key] : undefined, depth + 1),
    ]),
  );
}

function mapOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function isEmptyMap(value: unknown): boolean {
  const fields = mapOf(value);
  return value === null || (fields !== undefined && Object.keys(fields).length === 0);
}

/** An object of own properties only: a key may be `__proto__`. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): Fields {
  return Object.fromEntries(entries);
}
