import { expect, test } from "vitest";
import { builtInKind } from "../../../shared/profiles/core-kinds.ts";
import { virtualMachines } from "../../../shared/profiles/virtual-machines.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { condition, type Manifest } from "./objects.ts";
import { readAsCluster } from "./read-as-cluster.ts";

const scope = { namespace: "shop", wanted: [{ kind: virtualMachines, name: "hp" }] };

/** A running virtual machine with a second disk. */
function machine(hotpluggable: boolean): Manifest {
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachine",
    metadata: { name: "hp", namespace: "shop", uid: "vm" },
    spec: { template: { spec: { volumes: [{ name: "extra", dataVolume: { name: "hp-extra", hotpluggable } }] } } },
    status: { printableStatus: "Running", conditions: [condition("Ready", "True")] },
  };
}

function instance(phase: string): Manifest {
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachineInstance",
    metadata: { name: "hp", namespace: "shop", uid: "vmi" },
    status: {
      phase: "Running",
      conditions: [condition("Ready", "True")],
      volumeStatus: [{ name: "extra", hotplugVolume: {}, phase, message: "PVC is in phase Pending" }],
    },
  };
}

function verdictOf(...manifests: readonly Manifest[]): string | undefined {
  return aggregateAndPrint(readAsCluster(manifests, scope).snapshot, scope).roots[0]?.verdict;
}

test.for<{ readonly rule: string; readonly manifests: readonly Manifest[]; readonly verdict: string }>([
  { rule: "is not attached", manifests: [machine(true), instance("Pending")], verdict: "progressing" },
  { rule: "is attached", manifests: [machine(true), instance("Ready")], verdict: "healthy" },
  { rule: "is that of an instance which was not read", manifests: [machine(true)], verdict: "healthy" },
])("a virtual machine whose hotplugged volume $rule", ({ manifests, verdict }) => {
  expect(verdictOf(...manifests)).toBe(verdict);
});

test("the instance of a healthy virtual machine is requested only for a volume that can be hotplugged", () => {
  const requested = (one: Manifest): readonly string[] => readAsCluster([one, instance("Ready")], scope).waves.flat();
  expect(requested(machine(true))).toContain("get VirtualMachineInstance hp in shop");
  expect(requested(machine(false))).not.toContain("get VirtualMachineInstance hp in shop");
});

const claims = builtInKind("", "PersistentVolumeClaim");
const ofClaim = { namespace: "shop", wanted: [{ kind: claims, name: "hp-extra" }] };

function claim(createdAt: string, spec: Manifest = { storageClassName: "ceph" }): Manifest {
  const metadata = { name: "hp-extra", namespace: "shop", uid: "claim", creationTimestamp: createdAt };
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata, spec, status: { phase: "Pending" } };
}

function storageClass(fields: Manifest = {}): Manifest {
  return { apiVersion: "storage.k8s.io/v1", kind: "StorageClass", metadata: { name: "ceph", uid: "class" }, ...fields };
}

function eventOfClaim(reason: string): Manifest {
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: "hp-extra.1", namespace: "shop", creationTimestamp: "2026-11-21T11:50:00Z" },
    involvedObject: {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      name: "hp-extra",
      namespace: "shop",
      uid: "claim",
    },
    type: "Warning",
    reason,
    message: "pool full",
    lastTimestamp: "2026-11-21T11:59:00Z",
  };
}

const tenMinutesAgo = "2026-11-21T11:50:00Z";
const fourMinutesAgo = "2026-11-21T11:56:00Z";
const late = storageClass({ volumeBindingMode: "WaitForFirstConsumer" });

test.for<{ readonly rule: string; readonly manifests: readonly Manifest[]; readonly verdict: string }>([
  {
    rule: "its provisioner fails",
    manifests: [claim(tenMinutesAgo), storageClass(), eventOfClaim("ProvisioningFailed")],
    verdict: "degraded",
  },
  {
    rule: "its provisioner fails, for 4 minutes",
    manifests: [claim(fourMinutesAgo), storageClass(), eventOfClaim("ProvisioningFailed")],
    verdict: "progressing",
  },
  {
    rule: "another event is about it",
    manifests: [claim(tenMinutesAgo), storageClass(), eventOfClaim("VolumeMismatch")],
    verdict: "progressing",
  },
  {
    rule: "its class waits for the first consumer",
    manifests: [claim(tenMinutesAgo), late],
    verdict: "progressing",
  },
  {
    rule: "it asks for a volume without a class",
    manifests: [claim(tenMinutesAgo, { storageClassName: "" })],
    verdict: "progressing",
  },
  {
    rule: "it asks for a volume without a class, and none is the default",
    manifests: [claim(tenMinutesAgo, { storageClassName: "" }), storageClass()],
    verdict: "progressing",
  },
  {
    rule: "it names no class, and none is the default",
    manifests: [claim(tenMinutesAgo, {}), storageClass()],
    verdict: "degraded",
  },
])("a claim without a volume: $rule", ({ manifests, verdict }) => {
  expect(aggregateAndPrint(readAsCluster(manifests, ofClaim).snapshot, ofClaim).roots[0]?.verdict).toBe(verdict);
});
