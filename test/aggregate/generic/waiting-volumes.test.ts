import { expect, test } from "vitest";
import { builtInKind } from "../../../shared/profiles/core-kinds.ts";
import { virtualMachines } from "../../../shared/profiles/virtual-machines.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { condition, type Manifest } from "./objects.ts";
import { readAsCluster } from "./read-as-cluster.ts";

const scope = { namespace: "shop", wanted: [{ kind: virtualMachines, name: "hp" }] };

/** A running virtual machine with a second disk. */
function buildMachine({ hotpluggable }: { readonly hotpluggable: boolean }): Manifest {
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachine",
    metadata: { name: "hp", namespace: "shop", uid: "vm" },
    spec: { template: { spec: { volumes: [{ name: "extra", dataVolume: { name: "hp-extra", hotpluggable } }] } } },
    status: { printableStatus: "Running", conditions: [condition("Ready", "True")] },
  };
}

function buildInstance(phase: string): Manifest {
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

function evaluateVerdict(...manifests: readonly Manifest[]): string | undefined {
  return aggregateAndPrint(readAsCluster(manifests, scope).snapshot, scope).roots[0]?.verdict;
}

test.for<{ readonly rule: string; readonly manifests: readonly Manifest[]; readonly verdict: string }>([
  {
    rule: "a virtual machine whose hotplugged volume is not attached is progressing",
    manifests: [buildMachine({ hotpluggable: true }), buildInstance("Pending")],
    verdict: "progressing",
  },
  {
    rule: "a virtual machine whose hotplugged volume is attached is healthy",
    manifests: [buildMachine({ hotpluggable: true }), buildInstance("Ready")],
    verdict: "healthy",
  },
  {
    rule: "a virtual machine whose instance was not read is healthy",
    manifests: [buildMachine({ hotpluggable: true })],
    verdict: "healthy",
  },
])("$rule", ({ manifests, verdict }) => {
  expect(evaluateVerdict(...manifests)).toBe(verdict);
});

test("the instance of a healthy virtual machine is requested where a volume can be hotplugged", () => {
  const { waves } = readAsCluster([buildMachine({ hotpluggable: true }), buildInstance("Ready")], scope);
  expect(waves.flat()).toContain("get VirtualMachineInstance hp in shop");
});

test("the instance of a healthy virtual machine is not requested where no volume can be hotplugged", () => {
  const { waves } = readAsCluster([buildMachine({ hotpluggable: false }), buildInstance("Ready")], scope);
  expect(waves.flat()).not.toContain("get VirtualMachineInstance hp in shop");
});

const claimKind = builtInKind("", "PersistentVolumeClaim");
const scopeOfClaim = { namespace: "shop", wanted: [{ kind: claimKind, name: "hp-extra" }] };

function buildClaim(createdAt: string, spec: Manifest = { storageClassName: "ceph" }): Manifest {
  const metadata = { name: "hp-extra", namespace: "shop", uid: "claim", creationTimestamp: createdAt };
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata, spec, status: { phase: "Pending" } };
}

function buildStorageClass(fields: Manifest = {}): Manifest {
  return { apiVersion: "storage.k8s.io/v1", kind: "StorageClass", metadata: { name: "ceph", uid: "class" }, ...fields };
}

function buildEvent(reason: string): Manifest {
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
const classOfFirstConsumer = buildStorageClass({ volumeBindingMode: "WaitForFirstConsumer" });

test.for<{ readonly rule: string; readonly manifests: readonly Manifest[]; readonly verdict: string }>([
  {
    rule: "a claim whose provisioner fails is degraded",
    manifests: [buildClaim(tenMinutesAgo), buildStorageClass(), buildEvent("ProvisioningFailed")],
    verdict: "degraded",
  },
  {
    rule: "a claim whose provisioner fails for less than 5 minutes is progressing",
    manifests: [buildClaim(fourMinutesAgo), buildStorageClass(), buildEvent("ProvisioningFailed")],
    verdict: "progressing",
  },
  {
    rule: "a claim with another event is progressing",
    manifests: [buildClaim(tenMinutesAgo), buildStorageClass(), buildEvent("VolumeMismatch")],
    verdict: "progressing",
  },
  {
    rule: "a claim whose class waits for the first consumer is progressing",
    manifests: [buildClaim(tenMinutesAgo), classOfFirstConsumer],
    verdict: "progressing",
  },
  {
    rule: "a claim for a volume without a class is progressing",
    manifests: [buildClaim(tenMinutesAgo, { storageClassName: "" })],
    verdict: "progressing",
  },
  {
    rule: "a claim for a volume without a class is progressing although no class is the default",
    manifests: [buildClaim(tenMinutesAgo, { storageClassName: "" }), buildStorageClass()],
    verdict: "progressing",
  },
  {
    rule: "a claim that names no class is degraded where no class is the default",
    manifests: [buildClaim(tenMinutesAgo, {}), buildStorageClass()],
    verdict: "degraded",
  },
])("$rule", ({ manifests, verdict }) => {
  expect(aggregateAndPrint(readAsCluster(manifests, scopeOfClaim).snapshot, scopeOfClaim).roots[0]?.verdict).toBe(
    verdict,
  );
});
