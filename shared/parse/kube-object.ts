import { groupVersion, type KubeObject, keyOf, type Ref } from "../model/object.ts";
import { formatStamp, normalizeUtc, parseMilliseconds } from "../model/time.ts";
import {
  type Fields,
  generationNumber,
  recordAt,
  textAt,
  toList,
  toRecord,
  toText,
  valueAt,
  wholeNumberAt,
} from "./json-value.ts";

/** A longer grace period is no time that a controller waits. */
const maxGraceSeconds = 365 * 24 * 60 * 60;

/** Most objects have none. One list and one map for all of them save a third of the memory of a bare object. */
const noFinalizers: readonly string[] = [];
const noTexts: ReadonlyMap<string, string> = new Map();

/**
 * One object with complete metadata: a missing field, or one of another type, is empty or absent. Of a Secret only
 * name, namespace, labels, uid, resourceVersion and creation time are kept. Never throws, whatever `raw` is.
 */
export function toObject(raw: unknown): KubeObject {
  const fields = toRecord(raw) ?? {};
  const object = isSecretObject(fields) ? keepSecretMetadata(fields) : fields;
  const metadata = recordAt(object, "metadata") ?? {};
  const generation = generationNumber(valueAt(metadata, "generation"));
  const createdAt = normalizeUtc(valueAt(metadata, "creationTimestamp"));
  const deletedAt = readDeletionRequestTime(metadata);
  const ref = readRef(object, metadata);
  // Conditional spreads and not `definedFields`, because this runs for each of a hundred thousand objects.
  return {
    ref,
    key: keyOf(ref),
    apiVersion: textAt(object, "apiVersion"),
    uid: textAt(metadata, "uid"),
    resourceVersion: textAt(metadata, "resourceVersion"),
    ...(generation !== undefined && { generation }),
    ...(createdAt !== undefined && { createdAt }),
    ...(deletedAt !== undefined && { deletedAt }),
    finalizers: readFinalizers(valueAt(metadata, "finalizers")),
    labels: readTexts(valueAt(metadata, "labels")),
    annotations: readTexts(valueAt(metadata, "annotations")),
    spec: valueAt(object, "spec"),
    status: valueAt(object, "status"),
    raw: object,
  };
}

/**
 * When the deletion was requested. The deletionTimestamp is that time plus the grace period, so it may be in the future
 * (apimachinery, meta/v1/types.go, ObjectMeta). An impossible grace period counts as none.
 */
function readDeletionRequestTime(metadata: Fields): string | undefined {
  const dueMs = parseMilliseconds(valueAt(metadata, "deletionTimestamp"));
  if (dueMs === undefined) return undefined;
  const graceSeconds = wholeNumberAt(metadata, "deletionGracePeriodSeconds") ?? 0;
  const isPossible = graceSeconds >= 0 && graceSeconds <= maxGraceSeconds;
  return formatStamp(isPossible ? dueMs - graceSeconds * 1000 : dueMs);
}

function readRef(object: Fields, metadata: Fields): Ref {
  const { group, version } = groupVersion(textAt(object, "apiVersion"));
  const namespace = textAt(metadata, "namespace");
  const uid = textAt(metadata, "uid");
  return {
    group,
    version,
    kind: textAt(object, "kind"),
    ...(namespace !== "" && { namespace }),
    name: textAt(metadata, "name"),
    ...(uid !== "" && { uid }),
  };
}

/** Whether this is a Secret in any spelling, because a file that the API server would reject can still have a secret. */
function isSecretObject(object: Fields): boolean {
  return textAt(object, "kind").toLowerCase() === "secret" && !textAt(object, "apiVersion").includes("/");
}

/** A Secret with its metadata alone, without annotations, because kubectl apply keeps the whole Secret in one of them. */
function keepSecretMetadata(secret: Fields): Fields {
  const metadata = recordAt(secret, "metadata") ?? {};
  const remainingMetadata: Record<string, unknown> = {};
  for (const name of ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"]) {
    const text = textAt(metadata, name);
    if (text !== "") remainingMetadata[name] = text;
  }
  remainingMetadata["labels"] = Object.fromEntries(readTexts(valueAt(metadata, "labels")));
  return { apiVersion: textAt(secret, "apiVersion"), kind: textAt(secret, "kind"), metadata: remainingMetadata };
}

function readFinalizers(value: unknown): readonly string[] {
  const finalizers = toList(value);
  return finalizers.length === 0 ? noFinalizers : finalizers.filter((entry) => typeof entry === "string");
}

/** The entries of a mapping whose values are scalars, as texts. Empty for any other value. */
function readTexts(value: unknown): ReadonlyMap<string, string> {
  const entries = Object.entries(toRecord(value) ?? {});
  if (entries.length === 0) return noTexts;
  return new Map(entries.filter(([, entry]) => isScalar(entry)).map(([key, entry]) => [key, toText(entry)]));
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
