import { groupVersion, type KubeObject, type Ref } from "../model/object.ts";
import { utc } from "../model/time.ts";
import { at, type Fields, generationNumber, list, record, text } from "./value.ts";

/**
 * One object, its metadata made total: what is missing or of another type is empty or absent. Of a Secret only name,
 * namespace, labels, uid, resourceVersion and creation time are kept. Never throws, whatever `raw` is.
 */
export function toObject(raw: unknown): KubeObject {
  const fields = record(raw) ?? {};
  const object = isSecret(fields) ? secretOnly(fields) : fields;
  const metadata = record(at(object, ["metadata"])) ?? {};
  const generation = generationNumber(at(metadata, ["generation"]));
  const createdAt = utc(at(metadata, ["creationTimestamp"]));
  const deletedAt = utc(at(metadata, ["deletionTimestamp"]));
  return {
    ref: refOf(object, metadata),
    apiVersion: textAt(object, "apiVersion"),
    uid: textAt(metadata, "uid"),
    resourceVersion: textAt(metadata, "resourceVersion"),
    ...(generation !== undefined && { generation }),
    ...(createdAt !== undefined && { createdAt }),
    ...(deletedAt !== undefined && { deletedAt }),
    finalizers: list(at(metadata, ["finalizers"])).filter((entry) => typeof entry === "string"),
    labels: textsOf(at(metadata, ["labels"])),
    annotations: textsOf(at(metadata, ["annotations"])),
    spec: at(object, ["spec"]),
    status: at(object, ["status"]),
    raw: object,
  };
}

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

// Of any spelling: a file that the API server would refuse can hold a secret all the same.
function isSecret(object: Fields): boolean {
  return textAt(object, "kind").toLowerCase() === "secret" && !textAt(object, "apiVersion").includes("/");
}

// Not the annotations: kubectl apply keeps the whole Secret in one of them.
function secretOnly(object: Fields): Fields {
  const metadata = record(at(object, ["metadata"])) ?? {};
  const kept = ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"]
    .map((key) => [key, textAt(metadata, key)] as const)
    .filter(([, value]) => value !== "");
  const labels = Object.fromEntries(textsOf(at(metadata, ["labels"])));
  return {
    apiVersion: textAt(object, "apiVersion"),
    kind: textAt(object, "kind"),
    metadata: { ...Object.fromEntries(kept), labels },
  };
}

function textsOf(value: unknown): ReadonlyMap<string, string> {
  const entries = Object.entries(record(value) ?? {});
  return new Map(entries.filter(([, entry]) => isScalar(entry)).map(([key, entry]) => [key, text(entry)]));
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function textAt(fields: Fields, key: string): string {
  return text(at(fields, [key]));
}
