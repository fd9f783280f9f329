import { minutesBefore } from "../../cluster/clock.ts";
import { lifecycle } from "../../cluster/component-status.ts";
import { readyStatus } from "../../cluster/components.ts";
import { call } from "../../cluster/http.ts";
import { servedStatus } from "../../cluster/hyperconverged.ts";
import { componentsOf } from "../../cluster/inventory.ts";
import { aggregate } from "../../cluster/last-writer.ts";
import type { Manifest } from "../../cluster/manifest.ts";
import type { Cluster } from "../../cluster/server.ts";
import { versions } from "../../cluster/versions.ts";

// What happens on a cluster while somebody looks at it. The objects stay: only what is written into them is new.

const release = "1.20.0";
const namespaced = "namespaces/kubevirt-hyperconverged";

/** Paths of objects of the scenarios. */
const paths = {
  hyperConverged: `/apis/hco.kubevirt.io/v1/${namespaced}/hyperconvergeds/kubevirt-hyperconverged`,
  aaqs: "/apis/aaq.kubevirt.io/v1alpha1/aaqs",
} as const;

/** AAQ is being deployed, or all is well again, as its operator and then HCO's would write it. */
export async function letAaqBe(cluster: Cluster, how: "deploying" | "deployed"): Promise<void> {
  await untilInstalled(cluster);
  const now = new Date();
  const [at, since] = [minutesBefore(now, 0), minutesBefore(now, 90)];
  const status = lifecycle[how](versions[release].AAQ, at);
  await call(cluster, "PATCH", `${await pathOfAaq(cluster)}/status`, { status });
  const reporters = componentsOf("kubernetes").map((name) => {
    const { conditions } = name === "AAQ" ? status : readyStatus(name, release, since);
    return { name, conditions };
  });
  const times = { goodSince: how === "deployed" ? at : since, badSince: at };
  const about = { relatedObjects: [], version: release, injectorReady: true, ...times } as const;
  const { conditions, systemHealthStatus } = servedStatus(aggregate(reporters), about);
  await call(cluster, "PATCH", `${paths.hyperConverged}/status`, { status: { conditions, systemHealthStatus } });
}

/** Waits until a fault of the HyperConverged is none of its installation, which the first ten seconds are. */
async function untilInstalled(cluster: Cluster): Promise<void> {
  const { metadata } = await call<{ metadata: { creationTimestamp: string } }>(cluster, "GET", paths.hyperConverged);
  const installed = Date.parse(metadata.creationTimestamp) + 12_000;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, installed - Date.now())));
}

/** The operator of AAQ gives another reason for its progress; nothing but this changes. */
export async function sayOfAaq(cluster: Cluster, reason: string): Promise<void> {
  const path = await pathOfAaq(cluster);
  const { conditions } = lifecycle.deploying(versions[release].AAQ, minutesBefore(new Date(), 2));
  await call(cluster, "PATCH", `${path}/status`, {
    status: { conditions: conditions.map((each) => (each.type === "Progressing" ? { ...each, reason } : each)) },
  });
}

/** Somebody changes the spec of the HyperConverged, with a merge patch. */
export async function patchSpec(cluster: Cluster, spec: object): Promise<void> {
  await call(cluster, "PATCH", paths.hyperConverged, { spec });
}

/** The HyperConverged says that it is about so many ConfigMaps, of which there is none. */
export async function recordRelated(cluster: Cluster, number: number): Promise<void> {
  const relatedObjects = Array.from({ length: number }, (_, index) => ({
    ...{ apiVersion: "v1", kind: "ConfigMap", namespace: "kubevirt-hyperconverged", name: `recorded-${index}` },
    ...{ uid: `00000000-0000-4000-8000-${`${index}`.padStart(12, "0")}`, resourceVersion: "1" },
  }));
  await call(cluster, "PATCH", `${paths.hyperConverged}/status`, { status: { relatedObjects } });
}

let aaq: { readonly directory: string; readonly path: string } | undefined;

/** Its name is the same in every scenario. */
async function pathOfAaq(cluster: Cluster): Promise<string> {
  if (aaq?.directory !== cluster.directory) {
    const { items } = await call<{ items: readonly Manifest[] }>(cluster, "GET", paths.aaqs);
    aaq = { directory: cluster.directory, path: `${paths.aaqs}/${items[0]?.metadata.name}` };
  }
  return aaq.path;
}

/** Deletes the HyperConverged alone, and creates the same one again after `meanwhile`. Its components stay. */
export async function recreateHyperConverged(cluster: Cluster, meanwhile: () => Promise<void>): Promise<void> {
  const { metadata, status, ...stored } = await call<Manifest & { status?: object }>(
    cluster,
    "GET",
    paths.hyperConverged,
  );
  await call(cluster, "PATCH", paths.hyperConverged, { metadata: { finalizers: null } });
  await call(cluster, "DELETE", paths.hyperConverged);
  await meanwhile();
  const { name, namespace } = metadata;
  const collection = paths.hyperConverged.slice(0, paths.hyperConverged.lastIndexOf("/"));
  await call(cluster, "POST", collection, { ...stored, metadata: { name, namespace } });
  await call(cluster, "PATCH", `${paths.hyperConverged}/status`, { status });
}
