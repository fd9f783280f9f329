import { minutesBefore } from "../../cluster/clock.ts";
import { type ComponentStatus, lifecycle } from "../../cluster/component-status.ts";
import { component, readyStatus } from "../../cluster/components.ts";
import { call } from "../../cluster/http.ts";
import { servedStatus } from "../../cluster/hyperconverged.ts";
import { componentsOf } from "../../cluster/inventory.ts";
import { aggregate } from "../../cluster/last-writer.ts";
import type { Manifest, Stored } from "../../cluster/manifest.ts";
import { pathOf, resourceOf } from "../../cluster/resources.ts";
import type { Cluster } from "../../cluster/server.ts";
import { type ComponentName, versions } from "../../cluster/versions.ts";

// What happens on a cluster while a user looks at it. The objects stay: only what is written into them is new.

const release = "1.20.0";
const namespaced = "namespaces/kubevirt-hyperconverged";

/** Paths of objects of the scenarios. */
const paths = {
  hyperConverged: `/apis/hco.kubevirt.io/v1/${namespaced}/hyperconvergeds/kubevirt-hyperconverged`,
  aaqs: "/apis/aaq.kubevirt.io/v1alpha1/aaqs",
} as const;

/** AAQ is being deployed, or all is well again, for so many minutes, as its operator and then HCO's would write it. */
export async function letAaqBe(cluster: Cluster, how: "deploying" | "deployed", minutes = 0): Promise<void> {
  const status = lifecycle[how](versions[release].AAQ, minutesBefore(new Date(), minutes));
  await letComponentsBe(cluster, { AAQ: status }, { areWell: how === "deployed", minutes });
}

/**
 * These components report this, and all others that they are healthy, as their operators and HCO's would write it. HCO has
 * reported it for so many `minutes`, as the statuses should.
 */
export async function letComponentsBe(
  cluster: Cluster,
  statuses: Partial<Readonly<Record<ComponentName, ComponentStatus>>>,
  { areWell = false, minutes = 0 }: { readonly areWell?: boolean; readonly minutes?: number } = {},
): Promise<void> {
  if (minutes === 0) await untilInstalled(cluster);
  const now = new Date();
  const at = minutesBefore(now, minutes);
  const since = minutesBefore(now, 90);
  const served = await call<Stored>(cluster, "GET", paths.hyperConverged);
  const reporters = await Promise.all(
    componentsOf("kubernetes").map(async (name) => {
      const status = statuses[name];
      if (status === undefined) return { name, conditions: readyStatus(name, release, since).conditions };
      const manifest = component(name, release, served, status);
      const path = pathOf(manifest);
      await call(cluster, "PATCH", resourceOf(manifest).statusSubresource ? `${path}/status` : path, { status });
      return { name, conditions: status.conditions };
    }),
  );
  const times = { goodSince: areWell ? at : since, badSince: at };
  const about = { relatedObjects: [], version: release, injectorReady: true, ...times } as const;
  const { conditions, systemHealthStatus } = servedStatus(aggregate(reporters), about);
  await call(cluster, "PATCH", `${paths.hyperConverged}/status`, { status: { conditions, systemHealthStatus } });
}

/** So many Pods of a DaemonSet are ready, as its controller counts them. */
export async function letDaemonSetBe(cluster: Cluster, name: string, ready: number): Promise<void> {
  const path = `/apis/apps/v1/${namespaced}/daemonsets/${name}`;
  const { status } = await call<{ status: { desiredNumberScheduled: number } }>(cluster, "GET", path);
  const numberUnavailable = status.desiredNumberScheduled - ready;
  await call(cluster, "PATCH", `${path}/status`, {
    status: { numberReady: ready, numberAvailable: ready, numberUnavailable },
  });
}

/**
 * Waits until an outage that begins now is a fault of the HyperConverged. In the ten seconds after its creation it belongs
 * to the installation. One that began minutes before the creation is a fault at once.
 */
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

/** Changes the spec of the HyperConverged as another user does, with a merge patch. */
export async function patchSpec(cluster: Cluster, spec: object): Promise<void> {
  await call(cluster, "PATCH", paths.hyperConverged, { spec });
}

/** The HyperConverged says that it is about so many ConfigMaps, of which there is none. */
export async function recordRelated(cluster: Cluster, number: number): Promise<void> {
  const relatedObjects = Array.from({ length: number }, (_, index) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    namespace: "kubevirt-hyperconverged",
    name: `recorded-${index}`,
    uid: `00000000-0000-4000-8000-${`${index}`.padStart(12, "0")}`,
    resourceVersion: "1",
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
