import type { KubeObject } from "../model/object.ts";
import { isSameValue } from "./live-yaml-same.ts";

/** Both sides of a comparison, each plain data with its keys in the file's order; `live` absent: there is none. */
export interface Compared {
  readonly file: unknown;
  readonly live?: unknown;
}

/**
 * What of a manifest and of the live object is worth comparing: all but status and what the server and controllers write
 * into metadata; of a Secret no values. `manifest`: one document as plain data, as far as it could be read.
 */
export function compared(manifest: unknown, live: KubeObject | undefined): Compared {
  const file = withoutNulls(comparable(manifest), live === undefined ? undefined : comparable(live.raw));
  return live === undefined ? { file } : { file, live: specForDiff(live, manifest) };
}

/**
 * The live object as far as it can differ from the manifest: what stands in the manifest, and what does not and was applied
 * before (annotation last-applied-configuration), so that applying the manifest would take it away (kubectl,
 * pkg/cmd/apply/patcher.go, three-way). All else nobody has asked for: defaults, and what controllers write. Where nothing
 * says what was applied before (server-side apply), only what stands in the manifest is compared.
 *
 * Lists are matched by `name` or `key` where every item of both has one of its own, else by place. Of a kind of Kubernetes'
 * own, items of such a list that others have added stay with them (strategic merge); any other kind's list is replaced as
 * a whole, so there, and where they are matched by place, every item counts. Values that the API server only writes
 * otherwise stand as in the manifest ({@link isSameValue}).
 */
function specForDiff(live: KubeObject, manifest: unknown): unknown {
  const applied = comparable(lastApplied(live));
  const isOwnKind = strategic.has(live.ref.group);
  return folded(comparable(manifest), comparable(live.raw), applied, [], isOwnKind);
}

const appliedBefore = "kubectl.kubernetes.io/last-applied-configuration";

function lastApplied(live: KubeObject): unknown {
  const text = live.annotations.get(appliedBefore);
  if (text === undefined || text.length > mostApplied) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Whoever wrote it, it tells nothing.
    return undefined;
  }
}

/** Annotations together may have 256 KiB (apimachinery, api/validation/objectmeta.go). */
const mostApplied = 300_000;

/** Of metadata, what people write. */
const keptMetadata: readonly string[] = ["name", "generateName", "namespace", "labels", "annotations"];

function comparable(value: unknown): unknown {
  const fields = mapOf(value);
  if (fields === undefined) return value;
  const isSecret = fields["kind"] === "Secret" && fields["apiVersion"] === "v1";
  const kept = Object.entries(fields).filter(([key]) => key !== "status" && !(isSecret && !ofSecrets.has(key)));
  return fromEntries(kept.map(([key, entry]) => [key, key === "metadata" ? ownMetadata(entry, isSecret) : entry]));
}

/** A Secret is never read but for these. */
const ofSecrets: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

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
  return fields === undefined ? value : fromEntries(Object.entries(fields).filter(([key]) => key !== appliedBefore));
}

/** Groups of Kubernetes' own kinds, which kubectl patches by strategic merge (client-go, kubernetes/scheme/register.go). */
const strategic: ReadonlySet<string> = new Set([
  ...["", "apps", "autoscaling", "batch", "extensions", "policy"],
  ...["admissionregistration", "authentication", "authorization", "certificates", "coordination", "discovery"].map(
    (group) => `${group}.k8s.io`,
  ),
  ...["events", "networking", "node", "rbac.authorization", "resource", "scheduling", "storage"].map(
    (group) => `${group}.k8s.io`,
  ),
  ...["flowcontrol.apiserver.k8s.io", "internal.apiserver.k8s.io", "storagemigration.k8s.io"],
]);

function folded(file: unknown, live: unknown, applied: unknown, path: readonly string[], isOwnKind: boolean): unknown {
  if (path.length > deepest) return live;
  const [fileMap, liveMap] = [mapOf(file), mapOf(live)];
  if (liveMap !== undefined && (fileMap !== undefined || file === undefined))
    return foldedMap(fileMap ?? {}, liveMap, mapOf(applied) ?? {}, path, isOwnKind);
  if (Array.isArray(file) && Array.isArray(live))
    return foldedList(file, live, Array.isArray(applied) ? applied : [], path, isOwnKind);
  return isSameValue(file, live, path) ? file : live;
}

const deepest = 400;

type Fields = Readonly<Record<string, unknown>>;

function foldedMap(file: Fields, live: Fields, applied: Fields, path: readonly string[], isOwnKind: boolean): unknown {
  const inFile = Object.keys(file).filter((key) => Object.hasOwn(live, key));
  // A null in the manifest asks for it to be gone, as leaving it out does.
  const removed = Object.keys(live).filter(
    (key) => Object.hasOwn(applied, key) && applied[key] !== null && !Object.hasOwn(file, key),
  );
  const entries = [...inFile, ...removed].map((key): readonly [string, unknown] => {
    const mine = Object.hasOwn(file, key) ? file[key] : undefined;
    const before = Object.hasOwn(applied, key) ? applied[key] : undefined;
    return [key, folded(mine, live[key], before, [...path, key], isOwnKind)];
  });
  // An empty map would say that the live one is empty, too.
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

/** All items are maps, and each has another text under `key`. */
function isNamedBy(key: string, items: readonly unknown[]): boolean {
  const names = new Set(items.map((item) => mapOf(item)?.[key]));
  return names.size === items.length && [...names].every((name) => typeof name === "string");
}

/** A null means that nothing is set, which the API server does not keep: it is a difference only where something is. */
function withoutNulls(file: unknown, live: unknown, depth = 0): unknown {
  if (depth > deepest) return file;
  if (Array.isArray(file)) {
    const others = Array.isArray(live) ? live : [];
    return file.map((item, index) => withoutNulls(item, others[index], depth + 1));
  }
  const fields = mapOf(file);
  if (fields === undefined) return file;
  const other = mapOf(live) ?? {};
  const kept = Object.entries(fields).filter(([key, entry]) => entry !== null || Object.hasOwn(other, key));
  return fromEntries(
    kept.map(([key, entry]) => [
      key,
      withoutNulls(entry, Object.hasOwn(other, key) ? other[key] : undefined, depth + 1),
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

/** Own properties only: a key may be `__proto__`. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): Fields {
  return Object.fromEntries(entries);
}
