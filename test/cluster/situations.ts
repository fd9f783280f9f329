import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { readCertificateBundle } from "../../shared/parse/certificates.ts";
import { readDocuments } from "../../shared/parse/documents/split-documents.ts";
import { toList } from "../../shared/parse/json-value.ts";
import { takenAt } from "../aggregate/generic/objects.ts";
import type { Collected } from "../io/must-gather-layouts/layouts.ts";
import { applyOne, erase } from "./apply.ts";
import { ApiError, call } from "./http.ts";
import { machineKinds } from "./kinds.ts";
import type { Manifest, Stored } from "./manifest.ts";
import { pathOf, resourceOf } from "./resources.ts";
import type { Cluster } from "./server.ts";
import { createBundle } from "./validity.ts";

// Situations on a real API server. Tests without a server evaluate those of `named-causes` as files.

const folders = [
  join(import.meta.dirname, "../aggregate/generic/named-causes"),
  join(import.meta.dirname, "situations"),
];

function findSituation(situation: string): string {
  const file = folders.map((folder) => join(folder, `${situation}.yaml`)).find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`no situation ${situation} in ${folders.join(" or ")}`);
  return file;
}

/**
 * Creates the objects of a situation, with all times as long before `at` as they are before the situation was read. The
 * server sets the times of creation, deletion and writes, and gives the objects other uids, which owners and labels then
 * name. It prunes what the published types of virtual machines lack, so that a situation may have no other fields.
 */
export async function createSituation(cluster: Cluster, situation: string, at: string): Promise<readonly Stored[]> {
  const { documents } = readDocuments(readFileSync(findSituation(situation), "utf8"), situation);
  const uids = new Map<unknown, string>();
  const created: Stored[] = [];
  for (const { value } of documents) {
    const manifest = value as { readonly metadata: Readonly<Record<string, unknown>> };
    const { uid, managedFields: _, creationTimestamp: __, generation: ___, ...metadata } = manifest.metadata;
    const bundles = await renewBundles(value, at);
    const adapted = adapt({ ...manifest, metadata }, { uids, bundles, at }) as Manifest;
    await createNamespace(cluster, adapted.metadata.namespace);
    const stored = await send(cluster, adapted);
    if (uid !== undefined) uids.set(uid, stored.metadata.uid);
    if (machineKinds.some(({ kind }) => kind === adapted.kind)) {
      expect(stored).toMatchObject({ spec: adapted.spec, status: adapted.status });
    }
    created.push(stored);
  }
  return created;
}

/** The kinds whose status the API server itself writes. */
const kindsWithServerStatus: ReadonlySet<string> = new Set(["APIService", "CustomResourceDefinition"]);

/**
 * Sends an object of a situation. A status that the API server itself writes is not sent: the situation lists the
 * conditions that are awaited.
 */
async function send(cluster: Cluster, object: Manifest): Promise<Stored> {
  if (!kindsWithServerStatus.has(object.kind)) return await applyOne(cluster, object);
  const { status, ...objectWithoutStatus } = object;
  const stored = await applyOne(cluster, objectWithoutStatus);
  const expected = toList(status?.["conditions"]).map((condition) => expect.objectContaining(condition as object));
  await expect
    .poll(async () => (await readStored(cluster, object))?.status?.["conditions"])
    .toEqual(expect.arrayContaining(expected));
  return stored;
}

/** What the fields of a situation become on the server. */
interface Adaptation {
  /** The uids that the server gave, by those of the situation. */
  readonly uids: ReadonlyMap<unknown, string>;
  /** As {@link renewBundles} returns them. */
  readonly bundles: ReadonlyMap<unknown, string>;
  /** When the situation is read. */
  readonly at: string;
}

/** A value with the uids that the server gave, and with its times and certificates counted back from `at`. */
function adapt(value: unknown, adaptation: Adaptation): unknown {
  if (Array.isArray(value)) return value.map((item) => adapt(item, adaptation));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, adaptField(name, field, adaptation)]),
    );
  }
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(value)) return value;
  return shiftTime(Date.parse(value), adaptation.at);
}

/** A time of a situation, as long before `at` as it is before the situation was read. */
function shiftTime(milliseconds: number, at: string): string {
  return new Date(Date.parse(at) - (Date.parse(takenAt) - milliseconds)).toISOString().replace(/\.\d+/, "");
}

/** New bundles by those of `manifest`: their certificates begin and end as long before `at` as before the situation was read. */
async function renewBundles(manifest: unknown, at: string): Promise<ReadonlyMap<unknown, string>> {
  const bundles = new Map<unknown, string>();
  for (const [, bundle = ""] of JSON.stringify(manifest).matchAll(/"caBundle":"([^"]+)"/g)) {
    const { certificates = [] } = readCertificateBundle(bundle) ?? {};
    const validities = certificates.map(({ notBefore, notAfter }) => ({
      from: shiftTime(notBefore, at),
      to: shiftTime(notAfter, at),
    }));
    bundles.set(bundle, await createBundle(validities));
  }
  return bundles;
}

/** The fields and labels whose value is a uid. */
const uidFields: ReadonlySet<string> = new Set([
  "uid",
  "migrationUid",
  "kubevirt.io/created-by",
  "kubevirt.io/migrationJobUID",
]);

function adaptField(name: string, field: unknown, adaptation: Adaptation): unknown {
  if (uidFields.has(name)) return adaptation.uids.get(field) ?? field;
  if (name === "caBundle") return adaptation.bundles.get(field) ?? field;
  return adapt(field, adaptation);
}

async function createNamespace(cluster: Cluster, name: string | undefined): Promise<void> {
  if (name !== undefined) await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
}

/**
 * Deletes the objects of a situation, and waits until the server has none of them. Webhooks and policies go first, because
 * they may refuse the deletion of the others.
 */
export async function eraseSituation(cluster: Cluster, objects: readonly Stored[]): Promise<void> {
  const refusing = objects.filter(mayRefuseDeletion);
  const others = objects.filter((object) => !mayRefuseDeletion(object));
  for (const object of [...refusing, ...others]) {
    await erase(cluster, object);
    if (object.kind === "Namespace") await finalizeNamespace(cluster, object);
  }
  for (const object of objects) await expect.poll(() => readStored(cluster, object)).toBeUndefined();
}

/** Whether an object is a webhook, a policy or the binding of a policy. */
function mayRefuseDeletion({ apiVersion }: Stored): boolean {
  return apiVersion.startsWith("admissionregistration.k8s.io/");
}

/** Ends the deletion of a Namespace, as its controller does once nothing is left in it. Where one runs, it may do so before. */
async function finalizeNamespace(cluster: Cluster, namespace: Stored): Promise<void> {
  const stored = await readStored(cluster, namespace);
  if (stored === undefined) return;
  const finalized = { ...stored, spec: { finalizers: [] } };
  await undefinedWhereAbsent(call(cluster, "PUT", `${pathOf(namespace)}/finalize`, finalized));
}

/** The objects as the server has them now, by their kinds, as a gather collects them. */
export async function collectObjects(cluster: Cluster, objects: readonly Stored[]): Promise<readonly Collected[]> {
  const found = await Promise.all(objects.map((object) => readStored(cluster, object)));
  const byKind = Map.groupBy(
    found.filter((object) => object !== undefined),
    ({ apiVersion, kind }) => `${apiVersion} ${kind}`,
  );
  return [...byKind.values()].flatMap((ofKind): readonly Collected[] => {
    const [first] = ofKind;
    if (first === undefined) return [];
    const { apiVersion, kind } = first;
    const { plural, namespaced } = resourceOf(first);
    const [group = "", version = ""] = apiVersion.includes("/") ? apiVersion.split("/") : ["", apiVersion];
    return [{ kind: { group, kind, plural, namespaced }, version, objects: ofKind }];
  });
}

/** An object as the server has it. Undefined where it exists no more: a pod without a grace period goes at once. */
async function readStored(cluster: Cluster, object: Manifest): Promise<Stored | undefined> {
  return await undefinedWhereAbsent(call<Stored>(cluster, "GET", pathOf(object)));
}

async function undefinedWhereAbsent<Result>(response: Promise<Result>): Promise<Result | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ApiError && error.code === 404) return undefined;
    throw error;
  }
}
