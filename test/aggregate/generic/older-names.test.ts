import { describe, expect, test } from "vitest";
import type { Kind } from "../../../shared/model/kind.ts";
import { dataVolumes, machineInstances, virtualMachines } from "../../../shared/profiles/virtual-machines.ts";
import { aggregateAndPrint } from "../../printed.ts";
import type { Manifest } from "./objects.ts";
import { readAsCluster } from "./read-as-cluster.ts";

const ready = { type: "Ready", status: "True", lastTransitionTime: "2026-11-01T12:00:00Z" };
const notReady = { ...ready, status: "False", reason: "VMINotExists" };
const template = { spec: { domain: { devices: {} } } };

function object({ kind }: Kind, apiVersion: string, spec: Manifest, status: Manifest): Manifest {
  const metadata = { name: "web", namespace: "shop", uid: "it", creationTimestamp: "2026-11-01T11:59:00Z" };
  return { apiVersion, kind, metadata, spec, status };
}

const machine = (spec: Manifest, status: Manifest): Manifest =>
  object(virtualMachines, "kubevirt.io/v1alpha3", { template, ...spec }, status);

function reportOn(manifest: Manifest) {
  const kinds = [virtualMachines, machineInstances, dataVolumes];
  const kind = kinds.find((each) => each.kind === manifest["kind"]) ?? virtualMachines;
  const scope = { namespace: "shop", wanted: [{ kind, name: "web" }] };
  return aggregateAndPrint(readAsCluster([manifest], scope).snapshot, scope);
}

// `spec.running` before `runStrategy` (https://kubevirt.io/user-guide/compute/run_strategies/), v1alpha3 before v1, a
// VirtualMachine before `printableStatus` (KubeVirt 0.42), `spec.pvc` before `storage` of a DataVolume (CDI 1.37).
const healthy: readonly (readonly [title: string, manifest: Manifest])[] = [
  [
    "a machine that has `running` and runs",
    machine({ running: true }, { printableStatus: "Running", created: true, ready: true, conditions: [ready] }),
  ],
  [
    "a machine that has `running` and is to be stopped",
    machine({ running: false }, { printableStatus: "Stopped", conditions: [notReady] }),
  ],
  [
    "a machine that runs, of a KubeVirt without `printableStatus`",
    machine({ running: true }, { created: true, ready: true, conditions: [ready] }),
  ],
  [
    "an instance of v1alpha3",
    object(machineInstances, "kubevirt.io/v1alpha3", template.spec, {
      phase: "Running",
      nodeName: "worker-1",
      conditions: [ready, { type: "LiveMigratable", status: "True" }],
    }),
  ],
  [
    "a DataVolume of v1alpha1 with `pvc`, without conditions",
    object(
      dataVolumes,
      "cdi.kubevirt.io/v1alpha1",
      { pvc: {}, source: { blank: {} } },
      { phase: "Succeeded", progress: "100.0%" },
    ),
  ],
];

describe("an object with the names of an older KubeVirt or CDI is healthy, without a finding", () => {
  test.for(healthy)("%s", ([, manifest]) => {
    const { roots, findings } = reportOn(manifest);
    expect(roots.map(({ verdict }) => verdict)).toEqual(["healthy"]);
    expect(findings.map(({ code }) => code)).toEqual([]);
  });
});

const faulty: readonly (readonly [title: string, manifest: Manifest, verdict: string])[] = [
  [
    "a machine that has `running` and is stopped",
    machine({ running: true }, { printableStatus: "Stopped", conditions: [notReady] }),
    "progressing",
  ],
  [
    "a machine that does not run, of a KubeVirt without `printableStatus`",
    machine({ running: true }, { created: true, conditions: [{ ...notReady, reason: "GuestNotRunning" }] }),
    "degraded",
  ],
  [
    "an instance of v1alpha3 that failed",
    object(machineInstances, "kubevirt.io/v1alpha3", template.spec, { phase: "Failed" }),
    "degraded",
  ],
  [
    "a DataVolume of v1alpha1 that failed",
    object(dataVolumes, "cdi.kubevirt.io/v1alpha1", { pvc: {} }, { phase: "Failed" }),
    "degraded",
  ],
];

describe("an object with the names of an older KubeVirt or CDI that is at fault is not healthy", () => {
  test.for(faulty)("%s", ([, manifest, verdict]) => {
    expect(reportOn(manifest).roots.map((root) => root.verdict)).toEqual([verdict]);
  });
});
