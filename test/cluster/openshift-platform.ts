import {
  clusterVersion,
  instance,
  machineConfigPool,
  node,
  setCondition,
} from "../aggregate/platform/openshift-objects.ts";
import { apply, applyOne, wipe } from "./apply.ts";
import { minutesBefore } from "./clock.ts";
import { define } from "./crds.ts";
import { servedName } from "./hyperconverged.ts";
import { install } from "./installation.ts";
import { machineKinds, openShiftKinds } from "./kinds.ts";
import { clusterServiceVersion, operatorCondition } from "./lifecycle-manager.ts";
import type { Manifest } from "./manifest.ts";
import type { Cluster } from "./server.ts";

/**
 * A healthy HyperConverged on an OpenShift that is healthy but for a cordoned node, which one of its two virtual machines
 * cannot leave. A third one, elsewhere, cannot migrate either.
 */
export async function installPlatform(cluster: Cluster): Promise<void> {
  const now = new Date();
  const others = [...openShiftKinds, ...machineKinds];
  await wipe(cluster);
  await define(cluster, { hyperConverged: "v1", platform: "openshift", others });
  await applyOne(cluster, namespaceOf(servedName.namespace));
  await install(cluster, { now, platform: "openshift" });
  const installed = minutesBefore(now, 90);
  await apply(cluster, [clusterServiceVersion("1.20.0", installed), operatorCondition("1.20.0", installed)]);
  const cordoned = node("worker-1");
  cordoned["spec"] = { unschedulable: true };
  const storeInstance = (name: string, node: string) => {
    const object = instance(name, node);
    // kubevirt.io/api/core/v1 types.go: an instance has a domain.
    object["spec"] = { domain: { devices: {} }, ...object["spec"] };
    return object;
  };
  const held = [storeInstance("db", "worker-1"), storeInstance("mail", "worker-2")];
  for (const each of held) setCondition(each, "LiveMigratable", "False", "PVC is not shared", "DisksNotLiveMigratable");
  await applyOne(cluster, namespaceOf("shop"));
  const pools = [machineConfigPool("master"), machineConfigPool("worker")];
  for (const object of [
    clusterVersion(),
    ...pools,
    cordoned,
    node("worker-2"),
    ...held,
    storeInstance("web", "worker-1"),
  ])
    await applyOne(cluster, withoutUid(object as Manifest));
}

function namespaceOf(name: string): Manifest {
  return { apiVersion: "v1", kind: "Namespace", metadata: { name } };
}

/** The object as a client creates it: the server chooses the uid. */
export function withoutUid({ metadata, ...object }: Manifest): Manifest {
  const { uid: _, ...rest } = metadata as Manifest["metadata"] & { readonly uid?: string };
  return { ...object, metadata: rest };
}
