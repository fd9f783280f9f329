import { describe, expect, test } from "vitest";
import type { Kind } from "../../../shared/model/kind.ts";
import { dataVolumes, machineInstances, virtualMachines } from "../../../shared/profiles/virtual-machines.ts";
import type { Manifest } from "./objects.ts";
import { reportOnMachine } from "./read-as-cluster.ts";

const ready = { type: "Ready", status: "True", lastTransitionTime: "2026-11-01T12:00:00Z" };
const notReady = { ...ready, status: "False", reason: "VMINotExists" };
const template = { spec: { domain: { devices: {} } } };

function buildObject({ kind }: Kind, apiVersion: string, spec: Manifest, status: Manifest): Manifest {
  const metadata = { name: "web", namespace: "shop", uid: "it", creationTimestamp: "2026-11-01T11:59:00Z" };
  return { apiVersion, kind, metadata, spec, status };
}

const buildMachine = (spec: Manifest, status: Manifest): Manifest =>
  buildObject(virtualMachines, "kubevirt.io/v1alpha3", { template, ...spec }, status);

// `spec.running` before `runStrategy` (https://kubevirt.io/user-guide/compute/run_strategies/), v1alpha3 before v1, a
// VirtualMachine before `printableStatus` (KubeVirt 0.42), `spec.pvc` before `storage` of a DataVolume (CDI 1.37).
const healthy: readonly { readonly rule: string; readonly manifest: Manifest }[] = [
  {
    rule: "a VirtualMachine with spec.running that runs is healthy",
    manifest: buildMachine(
      { running: true },
      { printableStatus: "Running", created: true, ready: true, conditions: [ready] },
    ),
  },
  {
    rule: "a VirtualMachine with spec.running=false that is stopped is healthy",
    manifest: buildMachine({ running: false }, { printableStatus: "Stopped", conditions: [notReady] }),
  },
  {
    rule: "a VirtualMachine without printableStatus that runs is healthy",
    manifest: buildMachine({ running: true }, { created: true, ready: true, conditions: [ready] }),
  },
  {
    rule: "a VirtualMachineInstance of v1alpha3 that runs is healthy",
    manifest: buildObject(machineInstances, "kubevirt.io/v1alpha3", template.spec, {
      phase: "Running",
      nodeName: "worker-1",
      conditions: [ready, { type: "LiveMigratable", status: "True" }],
    }),
  },
  {
    rule: "a DataVolume of v1alpha1 with spec.pvc that succeeded is healthy",
    manifest: buildObject(
      dataVolumes,
      "cdi.kubevirt.io/v1alpha1",
      { pvc: {}, source: { blank: {} } },
      { phase: "Succeeded", progress: "100.0%" },
    ),
  },
];

describe("a healthy object with the fields of an older KubeVirt or CDI has no finding", () => {
  test.for(healthy)("$rule", ({ manifest }) => {
    const { roots, findings } = reportOnMachine([manifest]);
    expect(roots.map(({ verdict }) => verdict)).toEqual(["healthy"]);
    expect(findings.map(({ code }) => code)).toEqual([]);
  });
});

const faulty: readonly { readonly rule: string; readonly manifest: Manifest; readonly verdict: string }[] = [
  {
    rule: "a VirtualMachine with spec.running that is stopped is progressing",
    manifest: buildMachine({ running: true }, { printableStatus: "Stopped", conditions: [notReady] }),
    verdict: "progressing",
  },
  {
    rule: "a VirtualMachine without printableStatus that does not run is degraded",
    manifest: buildMachine(
      { running: true },
      { created: true, conditions: [{ ...notReady, reason: "GuestNotRunning" }] },
    ),
    verdict: "degraded",
  },
  {
    rule: "a VirtualMachineInstance of v1alpha3 that failed is degraded",
    manifest: buildObject(machineInstances, "kubevirt.io/v1alpha3", template.spec, { phase: "Failed" }),
    verdict: "degraded",
  },
  {
    rule: "a DataVolume of v1alpha1 that failed is degraded",
    manifest: buildObject(dataVolumes, "cdi.kubevirt.io/v1alpha1", { pvc: {} }, { phase: "Failed" }),
    verdict: "degraded",
  },
];

describe("an unhealthy object with the fields of an older KubeVirt or CDI is not healthy", () => {
  test.for(faulty)("$rule", ({ manifest, verdict }) => {
    expect(reportOnMachine([manifest]).roots.map((root) => root.verdict)).toEqual([verdict]);
  });
});
