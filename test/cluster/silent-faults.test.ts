import { afterEach, describe, expect, test } from "vitest";
import type { GateReport } from "../../shared/model/upgrade-gate.ts";
import type { PrintedReport } from "../printed.ts";
import { applyOne, wipe } from "./apply.ts";
import { minutesBefore } from "./clock.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { servedName } from "./hyperconverged.ts";
import { type Installation, install } from "./installation.ts";
import type { Platform } from "./inventory.ts";
import { clusterServiceVersion, operatorCondition, pendingServiceVersion } from "./lifecycle-manager.ts";
import { type Ended, kubectl } from "./plugin.ts";
import { loseApi } from "./served-api.ts";
import { crashTrouble, missingImageTrouble } from "./troubles.ts";
import { type Running, watchInPipe } from "./watched.ts";
import { controller, pods, type Workload } from "./workloads.ts";

describeCluster("what no condition reports, on a real API server", (cluster) => {
  let running: Running | undefined;
  afterEach(async () => {
    running?.end("SIGKILL");
    await running?.ended;
    running = undefined;
    // An API that is not available makes the discovery of every client fail.
    await wipe(cluster);
  });

  async function prepareInstallation(now: Date, platform: Platform, how: Partial<Installation> = {}): Promise<void> {
    await wipe(cluster);
    await define(cluster, { hyperConverged: "v1", platform });
    await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: servedName.namespace } });
    await install(cluster, { now, platform, ...how });
  }

  const run = (...args: string[]): Promise<Ended> => kubectl(cluster, ["hco-status", ...args]);
  const readReport = async (): Promise<PrintedReport> => JSON.parse((await run("-o", "json")).stdout) as PrintedReport;
  const readGate = async (...args: string[]): Promise<GateReport> =>
    JSON.parse((await run("gate", "upgrade", "-o", "json", ...args)).stdout) as GateReport;

  describe("workloads lack pods while KubeVirt says AllComponentsReady", () => {
    const troubles = (since: string): NonNullable<Installation["troubles"]> => ({
      "virt-handler": { ...crashTrouble("virt-handler", since), ready: 2 },
      "virt-controller": missingImageTrouble("quay.io/kubevirt/virt-controller:1.20.0", 1, since),
    });
    const short = [
      ["DaemonSet", "virt-handler"],
      ["Deployment", "virt-controller"],
    ];

    test("the report names both and is degraded", async () => {
      const now = new Date();
      await prepareInstallation(now, "kubernetes", { troubles: troubles(minutesBefore(now, 12)) });
      const { roots, findings } = await readReport();
      const [root] = roots;
      const kubeVirt = root?.children.find(({ label }) => label === "KubeVirt");
      expect([root?.verdict, kubeVirt?.verdict, kubeVirt?.ownVerdict]).toEqual(["degraded", "degraded", "healthy"]);
      expect(kubeVirt?.conditions.map(({ reason }) => reason)).toContain("AllComponentsReady");
      const named = findings.flatMap(({ code, about }) =>
        code === "workload-not-ready" ? [[about.kind, about.name]] : [],
      );
      expect(named.toSorted()).toEqual(short);
      expect(root?.causes.map(({ component, path }) => [component, path.at(-1)])).toEqual([
        ["KubeVirt", "virt-handler"],
        ["KubeVirt", "virt-controller"],
      ]);
      expect(root?.causes.map(({ text }) => text)).toEqual([
        expect.stringMatching(/virt-handler 2\/3 ready.*CrashLoopBackOff/),
        expect.stringMatching(/virt-controller 1\/2 ready.*ImagePullBackOff/),
      ]);
      const text = await run("--exit-code");
      expect([text.code, text.stderr]).toEqual([2, ""]);
      expect(text.stdout).toMatch(/DaemonSet virt-handler 2\/3/);
      expect(text.stdout).toMatch(/Deployment virt-controller 1\/2/);
    });

    test("gate upgrade blocks for them, and --accept WorkloadNotReady lets it pass", async () => {
      const now = new Date();
      await prepareInstallation(now, "kubernetes", { troubles: troubles(minutesBefore(now, 12)) });
      const { answer, reasons } = await readGate();
      expect(answer).toBe("BLOCK");
      expect(reasons.map(({ code, state, about }) => [code, state, about.kind, about.name]).toSorted()).toEqual(
        short.map((one) => ["WorkloadNotReady", "blocks", ...one]),
      );
      expect((await run("gate", "upgrade")).code).toBe(2);
      const accepted = await readGate("--accept", "WorkloadNotReady");
      expect([accepted.answer, accepted.reasons.map(({ state }) => state)]).toEqual([
        "ALLOW",
        ["accepted", "accepted"],
      ]);
      expect((await run("gate", "upgrade", "--accept", "WorkloadNotReady")).code).toBe(0);
    });

    test("-w reports it, and that it is resolved", async () => {
      const now = new Date();
      await prepareInstallation(now, "kubernetes");
      running = watchInPipe(cluster, []);
      const { lines } = running;
      await expect.poll(() => lines().length).toBe(1);
      expect(lines()[0]).toContain("healthy");
      const since = minutesBefore(new Date(), 0);
      const around = { namespace: servedName.namespace, release: "1.20.0", since: minutesBefore(now, 90) };
      const healthyWorkload: Workload = {
        name: "virt-handler",
        component: "compute",
        replicas: 3,
        kind: "DaemonSet",
        selector: { "kubevirt.io": "virt-handler" },
      };
      const write = async (workload: Workload): Promise<void> => {
        const set = await applyOne(cluster, controller(workload, around));
        for (const pod of pods(workload, set, around)) await applyOne(cluster, pod);
      };
      await write({ ...healthyWorkload, trouble: { ...crashTrouble("virt-handler", since), ready: 2 } });
      await expect
        .poll(() => lines().join("\n"))
        .toMatch(/KubeVirt.*degraded[\s\S]*virt-handler|virt-handler[\s\S]*KubeVirt.*degraded/);
      await write(healthyWorkload);
      await expect.poll(() => lines().slice(1).join("\n")).toMatch(/KubeVirt.*-> healthy/);
    });
  });

  test("virt-handler does not exist while KubeVirt says AllComponentsReady: the report and the gate name it", async () => {
    await prepareInstallation(new Date(), "kubernetes", { without: ["virt-handler"] });
    const { verdict, roots, next } = await readReport();
    expect([verdict, roots[0]?.rootCause?.path]).toEqual([
      "degraded",
      [servedName.namespace, "KubeVirt", "virt-handler"],
    ]);
    expect(next[0]?.command).toContain("deployment/virt-operator");
    const { answer, reasons } = await readGate();
    expect([answer, reasons.map(({ code, about }) => [code, about.name])]).toEqual([
      "BLOCK",
      [["WorkloadDown", "virt-handler"]],
    ]);
  });

  test("an API of CDI that is not available for more than 5 minutes is named and makes CDI degraded", async () => {
    const now = new Date();
    await prepareInstallation(now, "kubernetes");
    const since = minutesBefore(now, 6);
    const { metadata } = await loseApi(cluster, "upload.cdi.kubevirt.io", "cdi-api", since);
    const { roots, findings } = await readReport();
    const cdi = roots[0]?.children.find(({ label }) => label === "CDI");
    expect([metadata.name, roots[0]?.verdict, cdi?.verdict]).toEqual([
      "v1beta1.upload.cdi.kubevirt.io",
      "degraded",
      "degraded",
    ]);
    expect(findings.filter(({ code }) => code === "api-not-available")).toEqual([
      expect.objectContaining({ severity: "error", component: "CDI", reason: "ServiceNotFound" }),
    ]);
    expect(roots[0]?.rootCause).toMatchObject({ path: [servedName.name, "CDI", metadata.name], since });
    const text = await run("--exit-code");
    expect([text.code, text.stderr]).toEqual([2, ""]);
    expect(text.stdout).toContain("APIService v1beta1.upload.cdi.kubevirt.io");
    const { answer, reasons } = await readGate();
    expect([answer, reasons.map(({ code, component }) => [code, component])]).toEqual([
      "BLOCK",
      [["ApiNotAvailable", "CDI"]],
    ]);
  });

  test("an API of CDI that is not available for less than 5 minutes is named, and CDI stays healthy", async () => {
    const now = new Date();
    await prepareInstallation(now, "kubernetes");
    await loseApi(cluster, "upload.cdi.kubevirt.io", "cdi-api", minutesBefore(now, 1));
    const { verdict, findings } = await readReport();
    expect([verdict, findings.map(({ code, severity }) => [code, severity])]).toEqual([
      "healthy",
      [["api-not-available", "warning"]],
    ]);
  });

  test("a ClusterServiceVersion that lacks a requirement is named, with it, in the report and the gate", async () => {
    const now = new Date();
    const installed = minutesBefore(now, 90);
    await prepareInstallation(now, "openshift", { running: "1.19.0" });
    await applyOne(cluster, clusterServiceVersion("1.19.0", installed));
    await applyOne(cluster, operatorCondition("1.19.0", installed));
    const kind = "virtualmachineclones.clone.kubevirt.io";
    const { metadata } = await applyOne(cluster, pendingServiceVersion("1.20.0", kind, minutesBefore(now, 12)));
    const lacks = `CustomResourceDefinition ${kind} (NotPresent)`;
    const { verdict, findings, roots } = await readReport();
    expect([verdict, roots[0]?.operator?.version]).toEqual(["healthy", "1.19.0"]);
    expect(findings).toEqual([
      expect.objectContaining({ code: "csv-unsettled", severity: "warning", phase: "Pending", unmet: [lacks] }),
    ]);
    const { answer, reasons } = await readGate();
    expect([answer, reasons]).toEqual([
      "BLOCK",
      [expect.objectContaining({ code: "ClusterServiceVersion", state: "blocks", unmet: [lacks] })],
    ]);
    for (const args of [
      ["-o", "wide"],
      ["gate", "upgrade"],
    ]) {
      const { stdout } = await run(...args);
      expect(stdout).toContain(metadata.name);
      expect(stdout.replaceAll(/\s+/g, " ")).toContain(lacks);
    }
  });
});
