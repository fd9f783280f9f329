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

/**
 * One object with complete metadata: a missing field, or one of another type, is empty or absent. Of a Secret only
 * name, namespace, labels, uid, resourceVersion and creation time are kept. Never throws, whatever `raw` is.
 */
export function toObject(raw: unknown): KubeObject {
  const fields = toRecord(raw) ?? {};
  const object = isSecretObject(fields) ? secretOnly(fields) : fields;
  const metadata = recordAt(object, "metadata") ?? {};
  const generation = generationNumber(valueAt(metadata, "generation"));
  const createdAt = normalizeUtc(valueAt(metadata, "creationTimestamp"));
  const deletedAt = deletionRequestTime(metadata);
  const ref = refOf(object, metadata);
  return {
    ref,
    key: keyOf(ref),
    apiVersion: textAt(object, "apiVersion"),
    uid: textAt(metadata, "uid"),
    resourceVersion: textAt(metadata, "resourceVersion"),
    ...(generation !== undefined && { generation }),
    ...(createdAt !== undefined && { createdAt }),
    ...(deletedAt !== undefined && { deletedAt }),
    finalizers: finalizersOf(valueAt(metadata, "finalizers")),
    labels: textsOf(valueAt(metadata, "labels")),
    annotations: textsOf(valueAt(metadata, "annotations")),
    spec: valueAt(object, "spec"),
    status: valueAt(object, "status"),
    raw: object,
  };
}

/**
 * When the deletion was requested. The deletionTimestamp is that time plus the grace period, so it may be in the future
 * (apimachinery, meta/v1/types.go, ObjectMeta).
 */
function deletionRequestTime(metadata: Fields): string | undefined {
  const due = parseMilliseconds(valueAt(metadata, "deletionTimestamp"));
  const graceSeconds = wholeNumberAt(metadata, "deletionGracePeriodSeconds") ?? 0;
  const isPossible = graceSeconds >= 0 && graceSeconds <= maxGraceSeconds;
  return due === undefined ? undefined : formatStamp(due - (isPossible ? graceSeconds : 0) * 1000);
}

/** Seconds: a year. A longer grace period is no time that a controller waits. */
const maxGraceSeconds = 365 * 24 * 60 * 60;

function refOf(object: Fields, metadata: Fields): Ref {
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

// Of any spelling: a file that the API server would reject can still contain a secret.
function isSecretObject(object: Fields): boolean {
  return textAt(object, "kind").toLowerCase() === "secret" && !textAt(object, "apiVersion").includes("/");
}

// Without the annotations: kubectl apply keeps the whole Secret in one of them.
function secretOnly(object: Fields): Fields {
  const metadata = recordAt(object, "metadata") ?? {};
  const kept = ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"]
    .map((key) => [key, textAt(metadata, key)] as const)
    .filter(([, value]) => value !== "");
  const labels = Object.fromEntries(textsOf(valueAt(metadata, "labels")));
  return {
    apiVersion: textAt(object, "apiVersion"),
    kind: textAt(object, "kind"),
    metadata: { ...Object.fromEntries(kept), labels },
  };
}

function finalizersOf(value: unknown): readonly string[] {
  const all = toList(value);
  return all.length === 0 ? noFinalizers : all.filter((entry) => typeof entry === "string");
}

/** Most objects have none. One list and one map for all of them save a third of the memory of a bare object. */
const noFinalizers: readonly string[] = [];
const noTexts: ReadonlyMap<string, string> = new Map();

function textsOf(value: unknown): ReadonlyMap<string, string> {
  const entries = Object.entries(toRecord(value) ?? {});
  if (entries.length === 0) return noTexts;
  return new Map(entries.filter(([, entry]) => isScalar(entry)).map(([key, entry]) => [key, toText(entry)]));
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
