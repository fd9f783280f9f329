import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { readDocuments } from "../../shared/parse/documents/split-documents.ts";
import { takenAt } from "../aggregate/generic/objects.ts";
import type { Collected } from "../io/must-gather-layouts/layouts.ts";
import { applyOne } from "./apply.ts";
import { ApiError, call } from "./http.ts";
import { machineKinds } from "./kinds.ts";
import type { Manifest, Stored } from "./manifest.ts";
import { pathOf, resourceOf } from "./resources.ts";
import type { Cluster } from "./server.ts";

// The situations of virtual machines, which tests without a server evaluate as files, on a real API server.

const folder = join(import.meta.dirname, "../aggregate/generic/named-causes");

/**
 * Creates the objects of a situation, with all times as long before `at` as they are before the situation was read. The
 * server sets the times of creation and of writes, and gives the objects other uids, which owners and labels then name. It
 * prunes what the published types of virtual machines lack, so that a situation may have no other fields.
 */
export async function createSituation(cluster: Cluster, situation: string, at: string): Promise<readonly Stored[]> {
  const { documents } = readDocuments(readFileSync(join(folder, `${situation}.yaml`), "utf8"), situation);
  const uids = new Map<unknown, string>();
  const created: Stored[] = [];
  for (const { value } of documents) {
    const manifest = value as { readonly metadata: Readonly<Record<string, unknown>> };
    const { uid, managedFields: _, creationTimestamp: __, generation: ___, ...metadata } = manifest.metadata;
    const sent = adapt({ ...manifest, metadata }, uids, at) as Manifest;
    await createNamespace(cluster, sent.metadata.namespace);
    const stored = await applyOne(cluster, sent);
    if (uid !== undefined) uids.set(uid, stored.metadata.uid);
    if (machineKinds.some(({ kind }) => kind === sent.kind)) {
      expect(stored).toMatchObject({ spec: sent.spec, status: sent.status });
    }
    created.push(stored);
  }
  return created;
}

/** A value with the uids that the server gave, and with its times counted back from `at`. */
function adapt(value: unknown, uids: ReadonlyMap<unknown, string>, at: string): unknown {
  if (Array.isArray(value)) return value.map((item) => adapt(item, uids, at));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, adaptField(name, field, uids, at)]));
  }
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(value)) return value;
  const milliseconds = Date.parse(at) - (Date.parse(takenAt) - Date.parse(value));
  return new Date(milliseconds).toISOString().replace(/\.\d+/, "");
}

/** The fields and labels whose value is a uid. */
const uidFields: ReadonlySet<string> = new Set([
  "uid",
  "migrationUid",
  "kubevirt.io/created-by",
  "kubevirt.io/migrationJobUID",
]);

function adaptField(name: string, field: unknown, uids: ReadonlyMap<unknown, string>, at: string): unknown {
  return uidFields.has(name) ? (uids.get(field) ?? field) : adapt(field, uids, at);
}

async function createNamespace(cluster: Cluster, name: string | undefined): Promise<void> {
  if (name !== undefined) await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
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
async function readStored(cluster: Cluster, object: Stored): Promise<Stored | undefined> {
  try {
    return await call<Stored>(cluster, "GET", pathOf(object));
  } catch (error) {
    if (error instanceof ApiError && error.code === 404) return undefined;
    throw error;
  }
}
