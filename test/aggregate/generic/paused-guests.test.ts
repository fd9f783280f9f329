import { expect, test } from "vitest";
import { podKind } from "../../../shared/profiles/core-kinds.ts";
import { machineInstances } from "../../../shared/profiles/virtual-machines.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { condition, type Manifest } from "./objects.ts";
import { readAsCluster } from "./read-as-cluster.ts";

const gate = "kubevirt.io/virtual-machine-unpaused";
const scope = { namespace: "shop", wanted: [{ kind: podKind, name: "virt-launcher-db" }] };

interface PodFields {
  readonly gates?: readonly Manifest[];
  readonly reason?: string;
  readonly areContainersReady?: boolean;
}

/** The pod of the instance `db`, which is not ready by one of two readiness gates. */
function buildPod({
  gates = [condition(gate, "False", "Paused"), condition("example.com/x", "True")],
  reason = "ReadinessGatesNotReady",
  areContainersReady = true,
}: PodFields = {}): Manifest {
  const owner = { apiVersion: "kubevirt.io/v1", kind: machineInstances.kind, name: "db", uid: "vmi", controller: true };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "virt-launcher-db", namespace: "shop", uid: "pod", ownerReferences: [owner] },
    spec: {
      containers: [{ name: "compute" }],
      readinessGates: [{ conditionType: gate }, { conditionType: "example.com/x" }],
    },
    status: {
      phase: "Running",
      conditions: [
        condition("ContainersReady", areContainersReady ? "True" : "False"),
        condition("Ready", "False", reason),
        ...gates,
      ],
      containerStatuses: [{ name: "compute", ready: true, restartCount: 0, state: { running: {} } }],
    },
  };
}

function buildInstance(reason: string, uid = "vmi"): Manifest {
  return {
    apiVersion: "kubevirt.io/v1",
    kind: machineInstances.kind,
    metadata: { name: "db", namespace: "shop", uid },
    status: {
      phase: "Running",
      conditions: [condition("Ready", "False", "ReadinessGatesNotReady"), condition("Paused", "True", reason)],
    },
  };
}

const pausedByUser = buildInstance("PausedByUser");

test.for<{ readonly rule: string; readonly manifests: readonly Manifest[]; readonly verdict: string }>([
  { rule: "is healthy where a user paused its guest", manifests: [buildPod(), pausedByUser], verdict: "healthy" },
  {
    rule: "is healthy where a migration paused its guest",
    manifests: [buildPod(), buildInstance("PausedByMigrationMonitor")],
    verdict: "healthy",
  },
  {
    rule: "is degraded where its disk failed",
    manifests: [buildPod(), buildInstance("PausedIOError")],
    verdict: "degraded",
  },
  { rule: "is degraded where its instance was not read", manifests: [buildPod()], verdict: "degraded" },
  {
    rule: "is degraded where the instance that was read is another one of the same name",
    manifests: [buildPod(), buildInstance("PausedByUser", "other")],
    verdict: "degraded",
  },
  {
    rule: "is degraded where another gate is closed too",
    manifests: [
      buildPod({ gates: [condition(gate, "False", "Paused"), condition("example.com/x", "False")] }),
      pausedByUser,
    ],
    verdict: "degraded",
  },
  {
    rule: "is degraded where nothing says yet whether its guest is paused",
    manifests: [buildPod({ gates: [condition("example.com/x", "True")] }), pausedByUser],
    verdict: "degraded",
  },
  {
    rule: "is degraded where it is not ready for another reason",
    manifests: [buildPod({ reason: "NodeNotReady" }), pausedByUser],
    verdict: "degraded",
  },
  {
    rule: "is degraded where its containers are not ready",
    manifests: [buildPod({ areContainersReady: false }), pausedByUser],
    verdict: "degraded",
  },
])("a pod with the gate of a paused guest $rule", ({ manifests, verdict }) => {
  const [root] = aggregateAndPrint(readAsCluster(manifests, scope).snapshot, scope).roots;
  expect(root?.verdict).toBe(verdict);
});

test("the instance is requested only for a pod whose guest is paused", () => {
  const instance = "get VirtualMachineInstance db in shop";
  expect(readAsCluster([buildPod(), pausedByUser], scope).waves.flat()).toContain(instance);
  const open = buildPod({ gates: [condition(gate, "True"), condition("example.com/x", "False")] });
  expect(readAsCluster([open, pausedByUser], scope).waves.flat()).not.toContain(instance);
});
