import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Kind } from "../../shared/model/kind.ts";
import { clusterServiceVersions, hcoProfile, operatorConditions } from "../../shared/profiles/hco/profile.ts";
import { coreKinds } from "../../shared/tables/core-kinds.ts";
import type { Collected, Raw } from "../io/must-gather-layouts/layouts.ts";
import { ApiError, call } from "./http.ts";
import type { Cluster } from "./server.ts";

/** Of Kubernetes' own kinds what stands in a namespace that is inspected, and what lies around namespaces. */
const ownPlurals: ReadonlyMap<string, readonly string[]> = new Map([
  ["", ["namespaces", "nodes", "pods", "events", "services", "configmaps", "persistentvolumeclaims"]],
  ["apps", ["deployments", "daemonsets", "replicasets", "statefulsets"]],
  ["apiextensions.k8s.io", ["customresourcedefinitions"]],
]);

/** What gathers collect, of all that an API server holds: the kinds of an HCO and Kubernetes' own around it. */
const kinds: readonly Kind[] = [
  hcoProfile.root,
  ...new Map(hcoProfile.components.map((row) => [row.kind, row])).values(),
  operatorConditions,
  clusterServiceVersions,
  ...coreKinds.filter(({ group, plural }) => ownPlurals.get(group)?.includes(plural)),
];

/** Every object of these kinds in all namespaces, as the server has it; kinds that it does not know are left out. */
export async function collectAll(cluster: Cluster): Promise<readonly Collected[]> {
  const all = await Promise.all(kinds.map((kind) => collect(cluster, kind)));
  return all.filter((each) => each !== undefined);
}

async function collect(cluster: Cluster, kind: Kind): Promise<Collected | undefined> {
  for (const version of kind.versions) {
    const api = kind.group === "" ? "/api/v1" : `/apis/${kind.group}/${version}`;
    try {
      const list = await call<{ items: Raw[] }>(cluster, "GET", `${api}/${kind.plural}`);
      const apiVersion = kind.group === "" ? version : `${kind.group}/${version}`;
      const objects = list.items.map((item) => ({ ...item, apiVersion, kind: kind.kind }));
      return { kind, version, objects };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 404) throw error;
    }
  }
  return undefined;
}

/** The real `kubectl cluster-info dump` of all namespaces, into a folder or as one text. */
export async function clusterInfoDump(
  cluster: Cluster,
  folder: string | undefined,
  format: "json" | "yaml",
): Promise<string> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const into = folder === undefined ? [] : ["--output-directory", folder];
  const flags = ["--kubeconfig", cluster.kubeconfig, "--cache-dir", join(cluster.directory, "kubectl")];
  // No kubelet runs here, so that there are no logs; kubectl writes why, and goes on.
  const words = ["cluster-info", "dump", "--all-namespaces", "-o", format, "--pod-running-timeout", "1s", ...into];
  const { stdout } = await promisify(execFile)(cluster.kubectl, [...flags, ...words], { maxBuffer: 2 ** 28 });
  return folder ?? stdout;
}
