/** An API that a component's own workloads serve, and whose Service is not there. */
import { setTimeout as sleep } from "node:timers/promises";
import { applyOne } from "./apply.ts";
import { call } from "./http.ts";
import { servedName } from "./hyperconverged.ts";
import type { Fields, Manifest, Stored } from "./manifest.ts";
import { pathOf } from "./resources.ts";
import type { Cluster } from "./server.ts";

/**
 * Makes the APIService and waits until the API server itself has written that it is not available (kube-aggregator,
 * status/remote/remote_available_controller.go). It then dates that back to `since`, which the API server leaves as it
 * is for as long as the status is the same.
 */
export async function loseApi(
  cluster: Cluster,
  group: string,
  service: string,
  since: string,
  version = "v1beta1",
): Promise<Stored> {
  const made = await applyOne(cluster, apiService(group, version, service));
  const path = pathOf(made);
  for (;;) {
    const stored = await call<Stored>(cluster, "GET", path);
    const said = (stored.status?.["conditions"] ?? []) as readonly Fields[];
    const conditions = said.map((each) => ({ ...each, lastTransitionTime: since }));
    const isLost = said.some(({ type, status }) => type === "Available" && status === "False");
    if (isLost) return await call<Stored>(cluster, "PATCH", `${path}/status`, { status: { conditions } });
    await sleep(50);
  }
}

/** As CDI and KubeVirt make theirs (containerized-data-importer, pkg/operator/resources/cluster/uploadproxy). */
function apiService(group: string, version: string, service: string): Manifest {
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: `${version}.${group}`, labels: { app: servedName.name } },
    spec: {
      group,
      version,
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      insecureSkipTLSVerify: true,
      service: { name: service, namespace: servedName.namespace, port: 443 },
    },
  };
}
