import { describe, expect, test } from "vitest";
import type { Finding } from "../../shared/model/finding/finding.ts";
import { listedFindings } from "../../shared/model/finding/root-findings.ts";
import { describeFinding } from "../../shared/outline/findings/describe.ts";
import { silentLines } from "../../shared/outline/findings/silent-components.ts";
import { plainText } from "../../shared/outline/text.ts";
import { buildTreeRows } from "../../shared/render/editor/tree/build-rows.ts";
import type { PrintedReport } from "../printed.ts";
import { finding } from "../render/build.ts";
import { printed } from "../render/printed.ts";
import {
  component,
  condition,
  deployment,
  goodConditions,
  hyperConverged,
  type Manifest,
  namespace,
  object,
  ownedMetadata,
  relatedObjectEntries,
  reportOf,
} from "./installation.ts";

// Unhealthy workloads that no condition reports, and what is known about components that could not be read.

const good = goodConditions();
const bad = [...good.slice(0, 2), condition("Degraded", "True")];
const going = [good[0], condition("Progressing", "True"), good[2]] as Manifest[];

function daemonSet(name: string, ready: number, desired: number): Manifest {
  const status = { desiredNumberScheduled: desired, numberReady: ready, updatedNumberScheduled: desired };
  return object("apps/v1", "DaemonSet", name, { spec: {}, status });
}

/** What crashes, up to its Deployment. */
function crashing(name: string): readonly Manifest[] {
  const state = { waiting: { reason: "CrashLoopBackOff" } };
  const lastState = { terminated: { exitCode: 1, reason: "Error", finishedAt: "2026-11-21T11:50:00Z" } };
  const status = {
    phase: "Running",
    containerStatuses: [{ name: "main", ready: false, restartCount: 7, state, lastState }],
  };
  const replicas = { spec: { replicas: 1 }, status: { replicas: 1 } };
  return [
    deployment(name, 0),
    object("apps/v1", "ReplicaSet", `${name}-r`, replicas, ownedMetadata("Deployment", name)),
    object(...(["v1", "Pod", `${name}-p`, { spec: { containers: [{ name: "main" }] }, status }] as const), {
      ...ownedMetadata("ReplicaSet", `${name}-r`),
      creationTimestamp: "2026-11-21T11:00:00Z",
    }),
  ];
}

const ready = [...good, condition("ReconcileComplete", "True"), condition("Upgradeable", "True")];

/** A HyperConverged that calls for CDI and KubeVirt, and whatever else lies around. */
function reportWith(objects: readonly Manifest[], conditions: readonly Manifest[] = ready): PrintedReport {
  const root = hyperConverged({
    conditions,
    relatedObjects: relatedObjectEntries([component("KubeVirt"), component("CDI")]),
  });
  return reportOf([root, component("NetworkAddonsConfig"), deployment("hco-operator", 1, 1), ...objects]);
}

/** Without where the CR's own words differ: they are short here. */
const codes = (report: PrintedReport) =>
  listedFindings(report)
    .filter(({ code }) => code !== "drift")
    .map(({ code, severity }) => `${severity} ${code}`);
const two = [component("KubeVirt"), component("CDI")];

describe("an operator of a component that is down makes its words old", () => {
  const rows: readonly { readonly rule: string; readonly objects: readonly Manifest[]; readonly line: string }[] = [
    {
      rule: "one",
      objects: [...two, deployment("virt-operator", 0, 2)],
      line: "the operator of KubeVirt is down (Deployment virt-operator 0/2 ready): the status of KubeVirt is out of date",
    },
    {
      rule: "two in one line",
      objects: [...two, deployment("virt-operator", 0, 2), deployment("cdi-operator", 0, 1)],
      line: "cdi-operator and virt-operator are not running: the status of CDI and KubeVirt is out of date",
    },
    {
      rule: "a workload of a component that reports healthy",
      objects: [...two, daemonSet("virt-handler", 0, 3)],
      line: "DaemonSet virt-handler of KubeVirt is not running (0/3 ready), but KubeVirt does not report it",
    },
  ];
  test.for(rows)("every format reports it at once: $rule", async ({ objects, line }) => {
    const report = reportWith(objects);
    const [headline, first] = (await printed("text", report, {})).split("\n");
    expect(headline).toMatch(/^✓ HyperConverged .* healthy/);
    expect(first).toBe(`! ${line}`);
    expect(await printed("wide", report, {})).toContain(line);
    expect(await printed("plain", report)).toContain(line);
    expect(await printed("markdown", report)).toContain(line);
    expect(await printed("html", report)).toContain(line);
    expect(buildTreeRows(report)[0]?.description).toContain(line);
  });

  test("a warning, with an upgrade that is blocked, and no component of it folded as healthy", async () => {
    const report = reportWith([...two, deployment("virt-operator", 0, 2)]);
    expect(report.verdict).toBe("healthy");
    expect(codes(report)).toEqual(["warning component-operator-down"]);
    expect(report.roots[0]?.gates).toMatchObject({
      ready: { answer: "yes" },
      upgradeable: { answer: "no", because: [], blockedBy: expect.arrayContaining(["KubeVirt"]) },
    });
    const text = await printed("wide", report, {});
    expect(text).toMatch(/^! KubeVirt healthy 60m: its operator is not running: its status is out of date$/m);
    expect(text).toMatch(/^✓ CDI healthy 60m\n✓ NetworkAddonsConfig healthy 60m$/m);
    const parts = buildTreeRows(report)[0]
      ?.children()
      .find(({ id }) => id.endsWith("/parts"));
    expect(parts?.children().map(({ mark, label }) => `${mark} ${label}`)).toEqual([
      "remark KubeVirt",
      "good CDI",
      "good NetworkAddonsConfig",
      "good Deployment hco-operator",
    ]);
  });

  test("not of a component that says itself that it is progressing", () => {
    const report = reportWith([component("KubeVirt", going), component("CDI"), daemonSet("virt-handler", 0, 3)]);
    expect(codes(report)).toEqual([]);
  });

  test("of many all are named", () => {
    const about = { group: "apps", kind: "Deployment", namespace, name: "" };
    const down = ["a", "b", "c", "d", "e"].map(
      (name): Finding => ({
        ...finding("warning", { code: "component-operator-down", component: name.toUpperCase(), ready: "0/1" }),
        about: { ...about, name },
      }),
    );
    expect(silentLines(down).map(plainText)).toEqual([
      "a, b, c, d and e are not running: the status of A, B, C, D and E is out of date",
    ]);
  });

  test("a component on its own says so too", () => {
    expect(codes(reportOf([component("KubeVirt"), deployment("virt-operator", 0, 2)]))).toContain(
      "warning component-operator-down",
    );
  });
});

describe("a component that is being deleted below its HyperConverged", () => {
  const metadata = { deletionTimestamp: "2026-11-21T11:40:00Z", finalizers: ["kubevirt.io/keep"] };
  const report = reportWith([component("KubeVirt", good, metadata), component("CDI")]);

  test("is a finding with since and finalizers", () => {
    expect(listedFindings(report).filter(({ code }) => code !== "drift")).toMatchObject([
      { code: "deleting", severity: "warning", since: "2026-11-21T11:40:00Z", finalizers: ["kubevirt.io/keep"] },
    ]);
  });

  test("leaves readiness unknown, blocks an upgrade, and is reported with its age", async () => {
    expect(report.roots[0]?.gates).toMatchObject({
      ready: { answer: "unknown", because: ["KubeVirt"] },
      upgradeable: { answer: "no", because: [], blockedBy: expect.arrayContaining(["KubeVirt"]) },
    });
    const text = await printed("wide", report, {});
    expect(text).toContain("~ KubeVirt progressing for 20m\n  being deleted\n");
    expect(text).toContain("~ KubeVirt progressing 20m: being deleted\n");
  });
});

describe("the operator's own ClusterServiceVersion", () => {
  const name = "kubevirt-hyperconverged-operator.v1.20.0";
  const version = (phase: string, called = name): Manifest =>
    object("operators.coreos.com/v1alpha1", "ClusterServiceVersion", called, {
      status: { phase, reason: "ComponentUnhealthy", message: "waiting" },
    });
  const rows: readonly { readonly rule: string; readonly each: Manifest; readonly reported: readonly string[] }[] = [
    { rule: "that OLM gave up on is a finding", each: version("Failed"), reported: ["warning csv-failed"] },
    { rule: "that is being installed is none", each: version("Installing"), reported: [] },
    { rule: "of another operator is none", each: version("Failed", "other.v1"), reported: [] },
  ];
  test.for(rows)("$rule", ({ each, reported }) => {
    expect(codes(reportWith([...two, each]))).toEqual(reported);
  });

  test("its sentence has OLM's words", () => {
    const [finding] = reportWith([...two, version("Failed")]).findings;
    expect(finding && describeFinding(finding)).toBe(
      `OLM reports ClusterServiceVersion ${namespace}/${name} Failed: ComponentUnhealthy: waiting`,
    );
  });
});

describe("the deepest unhealthy object is reported for every part", () => {
  test("parts that are not the cause have a line each", async () => {
    const down = [
      condition("Available", "False", "Deploying"),
      condition("Progressing", "True"),
      condition("Degraded", "False"),
    ];
    const report = reportWith([component("KubeVirt", down), component("CDI", bad), ...crashing("cdi-deployment")]);
    const causes = (report.roots[0]?.causes ?? []).slice(1);
    expect(causes.map(({ path }) => path.slice(1))).toEqual([
      ["CDI", "cdi-deployment", "cdi-deployment-r", "cdi-deployment-p", "main"],
    ]);
    expect(await printed("wide", report, {})).toContain(
      "✗ CDI degraded for 60m\n  Deployment cdi-deployment 0/1 > Pod cdi-deployment-p > container main\n  CrashLoopBackOff (exit 1, 7 restarts)\n",
    );
  });

  test("of one that says it is only progressing too", async () => {
    const report = reportWith([component("KubeVirt"), component("CDI", going), ...crashing("cdi-deployment")]);
    expect(report.roots[0]?.rootCause?.text).toMatch(/^Degraded because CDI: .*container main in CrashLoopBackOff/);
    expect(await printed("wide", report, { width: 200 })).toMatch(
      /^✗ CDI degraded.*\n.*container main\n {2}CrashLoopBackOff/m,
    );
    expect(await printed("wide", report, {})).toContain(
      "kubectl logs -n kubevirt-hyperconverged cdi-deployment-p -c main",
    );
  });

  test("a component that could not be read has its tree, even if another is the first cause", async () => {
    const blaming = [
      condition("Available", "False", "AAQNotAvailable"),
      condition("Progressing", "False", "ReconcileCompleted"),
      condition("Degraded", "True", "CDIDegraded"),
      condition("ReconcileComplete", "True"),
    ];
    const report = reportWith([component("KubeVirt"), ...crashing("cdi-deployment")], blaming);
    expect(report.roots[0]?.rootCause?.path.slice(1, 3)).toEqual(["CDI", "cdi-deployment"]);
    const text = await printed("wide", report, {});
    expect(text).toMatch(/^\? CDI unknown: is not in the file$/m);
    expect(text).toMatch(/container main CrashLoopBackOff, exit 1, 7 restarts/);
  });
});
