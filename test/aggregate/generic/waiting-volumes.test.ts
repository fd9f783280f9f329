import { describe, expect, test } from "vitest";
import { builtInKind } from "../../../shared/profiles/core-kinds.ts";
import { machineInstances, virtualMachines } from "../../../shared/profiles/virtual-machines.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { reportOf } from "../installation.ts";
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

const running = { phase: "Running", conditions: [condition("Ready", "True")] };

function buildInstance(phase: string): Manifest {
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachineInstance",
    metadata: { name: "hp", namespace: "shop", uid: "vmi" },
    status: {
      ...running,
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

/** A volume that is to be attached by the pod `hp-NAME`, and that pod. */
function buildAttachment(name: string, createdAt: string): { readonly volume: Manifest; readonly pod: Manifest } {
  const podName = `hp-${name}`;
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: podName, namespace: "shop", uid: podName, creationTimestamp: createdAt },
    status: { phase: "Running", conditions: [condition("Ready", "True")] },
  };
  return { volume: { name, phase: "AttachedToNode", hotplugVolume: { attachPodName: podName } }, pod };
}

describe("of several hotplugged volumes", () => {
  const early = buildAttachment("early", "2026-11-21T11:59:00Z");
  const late = buildAttachment("late", "2026-11-21T09:00:00Z");
  const without = { name: "without", phase: "Pending", hotplugVolume: {} };

  test.for<{ readonly rule: string; readonly volumes: readonly Manifest[]; readonly says: readonly unknown[] }>([
    {
      rule: "the late one counts, beside one that was just attached to the node",
      volumes: [early.volume, late.volume],
      says: ["degraded", "late"],
    },
    {
      rule: "the late one counts, beside one that has no pod yet",
      volumes: [without, late.volume],
      says: ["degraded", "late"],
    },
    {
      rule: "the first one counts while none is late",
      volumes: [early.volume, without],
      says: ["progressing", "early"],
    },
  ])("$rule", ({ volumes, says }) => {
    const instance = { ...buildInstance("Pending"), status: { ...running, volumeStatus: volumes } };
    const manifests = [buildMachine({ hotpluggable: true }), instance, early.pod, late.pod];
    for (const kind of [virtualMachines, machineInstances]) {
      const [root] = reportOf(manifests, { namespace: "shop", wanted: [{ kind, name: "hp" }] }).roots;
      const [, name] = /hotplugged volume (\S+) is not attached yet/.exec(root?.causes[0]?.text ?? "") ?? [];
      expect([root?.verdict, name]).toEqual(says);
    }
  });
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
