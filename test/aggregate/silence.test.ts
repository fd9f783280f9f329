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

// Unhealthy workloads that no condition reports, and components that could not be read.

const healthyConditions = goodConditions();
const degradedConditions = [...healthyConditions.slice(0, 2), condition("Degraded", "True")];
const progressingConditions = [
  healthyConditions[0],
  condition("Progressing", "True"),
  healthyConditions[2],
] as Manifest[];

function buildDaemonSet(name: string, ready: number, desired: number): Manifest {
  const status = {
    desiredNumberScheduled: desired,
    numberReady: ready,
    updatedNumberScheduled: desired,
  };
  return object("apps/v1", "DaemonSet", name, { spec: {}, status });
}

/** A Deployment with a ReplicaSet and a Pod whose container crashes. */
function buildCrashingWorkload(name: string): readonly Manifest[] {
  const state = { waiting: { reason: "CrashLoopBackOff" } };
  const lastState = { terminated: { exitCode: 1, reason: "Error", finishedAt: "2026-11-21T11:50:00Z" } };
  const status = {
    phase: "Running",
    containerStatuses: [{ name: "main", ready: false, restartCount: 7, state, lastState }],
  };
  const replicas = { spec: { replicas: 1 }, status: { replicas: 1 } };
  const podMetadata = { ...ownedMetadata("ReplicaSet", `${name}-r`), creationTimestamp: "2026-11-21T11:00:00Z" };
  return [
    deployment(name, 0),
    object("apps/v1", "ReplicaSet", `${name}-r`, replicas, ownedMetadata("Deployment", name)),
    object("v1", "Pod", `${name}-p`, { spec: { containers: [{ name: "main" }] }, status }, podMetadata),
  ];
}

const conditionsOfHealthyRoot = [
  ...healthyConditions,
  condition("ReconcileComplete", "True"),
  condition("Upgradeable", "True"),
];

/** The report about a HyperConverged that records KubeVirt and CDI, and these objects beside it. */
function reportWith(
  objects: readonly Manifest[],
  conditions: readonly Manifest[] = conditionsOfHealthyRoot,
): PrintedReport {
  const root = hyperConverged({
    conditions,
    relatedObjects: relatedObjectEntries([component("KubeVirt"), component("CDI")]),
  });
  return reportOf([root, component("NetworkAddonsConfig"), deployment("hco-operator", 1, 1), ...objects]);
}

/** `SEVERITY CODE` of the findings but drift, since the conditions here have no messages. */
function listCodes(report: PrintedReport): readonly string[] {
  const findings = listedFindings(report).filter(({ code }) => code !== "drift");
  return findings.map(({ code, severity }) => `${severity} ${code}`);
}

const healthyComponents = [component("KubeVirt"), component("CDI")];

describe("the status of a component is out of date while its operator is down", () => {
  const rows: readonly { readonly rule: string; readonly objects: readonly Manifest[]; readonly line: string }[] = [
    {
      rule: "every format reports an operator that is down in its first line",
      objects: [...healthyComponents, deployment("virt-operator", 0, 2)],
      line: "the operator of KubeVirt is down (Deployment virt-operator 0/2 ready): the status of KubeVirt is out of date",
    },
    {
      rule: "every format reports two operators that are down in one line",
      objects: [...healthyComponents, deployment("virt-operator", 0, 2), deployment("cdi-operator", 0, 1)],
      line: "cdi-operator and virt-operator are not running: the status of CDI and KubeVirt is out of date",
    },
    {
      rule: "every format reports a DaemonSet that is down while its component reports healthy",
      objects: [...healthyComponents, buildDaemonSet("virt-handler", 0, 3)],
      line: "DaemonSet virt-handler of KubeVirt is not running (0/3 ready), but KubeVirt does not report it",
    },
  ];
  test.for(rows)("$rule", async ({ objects, line }) => {
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

  const reportWithoutOperator = reportWith([...healthyComponents, deployment("virt-operator", 0, 2)]);

  test("an operator that is down is a warning of a healthy report, and blocks an upgrade", () => {
    const report = reportWithoutOperator;
    expect(report.verdict).toBe("healthy");
    expect(listCodes(report)).toEqual(["warning component-operator-down"]);
    expect(report.roots[0]?.gates).toMatchObject({
      ready: { answer: "yes" },
      upgradeable: { answer: "no", because: [], blockedBy: expect.arrayContaining(["KubeVirt"]) },
    });
  });

  test("a component whose operator is down has a line of its own in -o wide", async () => {
    const text = await printed("wide", reportWithoutOperator, {});
    expect(text).toMatch(/^! KubeVirt healthy 60m: its operator is not running: its status is out of date$/m);
    expect(text).toMatch(/^✓ CDI healthy 60m\n✓ NetworkAddonsConfig healthy 60m$/m);
  });

  test("a component whose operator is down has a row with a remark in the tree", () => {
    const [rootRow] = buildTreeRows(reportWithoutOperator);
    const parts = rootRow?.children().find(({ id }) => id.endsWith("/parts"));
    expect(parts?.children().map(({ mark, label }) => `${mark} ${label}`)).toEqual([
      "remark KubeVirt",
      "good CDI",
      "good NetworkAddonsConfig",
      "good Deployment hco-operator",
    ]);
  });

  test("a DaemonSet of a progressing component is no finding", () => {
    const report = reportWith([
      component("KubeVirt", progressingConditions),
      component("CDI"),
      buildDaemonSet("virt-handler", 0, 3),
    ]);
    expect(listCodes(report)).toEqual([]);
  });

  test("a line names all of five operators that are down", () => {
    const about = { group: "apps", kind: "Deployment", namespace, name: "" };
    const operatorsDown = ["a", "b", "c", "d", "e"].map(
      (name): Finding => ({
        ...finding("warning", { code: "component-operator-down", component: name.toUpperCase(), ready: "0/1" }),
        about: { ...about, name },
      }),
    );
    expect(silentLines(operatorsDown).map(plainText)).toEqual([
      "a, b, c, d and e are not running: the status of A, B, C, D and E is out of date",
    ]);
  });

  test("a component without a HyperConverged has the finding about its operator", () => {
    expect(listCodes(reportOf([component("KubeVirt"), deployment("virt-operator", 0, 2)]))).toContain(
      "warning component-operator-down",
    );
  });
});

describe("a component that is being deleted below its HyperConverged is a finding", () => {
  const metadata = { deletionTimestamp: "2026-11-21T11:40:00Z", finalizers: ["kubevirt.io/keep"] };
  const report = reportWith([component("KubeVirt", healthyConditions, metadata), component("CDI")]);

  test("the finding about a component in deletion has its start and the finalizers", () => {
    expect(listedFindings(report).filter(({ code }) => code !== "drift")).toMatchObject([
      { code: "deleting", severity: "warning", since: "2026-11-21T11:40:00Z", finalizers: ["kubevirt.io/keep"] },
    ]);
  });

  test("a component in deletion makes readiness unknown and blocks an upgrade", () => {
    expect(report.roots[0]?.gates).toMatchObject({
      ready: { answer: "unknown", because: ["KubeVirt"] },
      upgradeable: { answer: "no", because: [], blockedBy: expect.arrayContaining(["KubeVirt"]) },
    });
  });

  test("a component in deletion is printed with its age", async () => {
    const text = await printed("wide", report, {});
    expect(text).toContain("~ KubeVirt progressing for 20m\n  being deleted\n");
    expect(text).toContain("~ KubeVirt progressing 20m: being deleted\n");
  });
});

describe("the ClusterServiceVersion of the operator is a finding where OLM gave it up", () => {
  const name = "kubevirt-hyperconverged-operator.v1.20.0";
  const buildServiceVersion = (phase: string, versionName = name): Manifest =>
    object("operators.coreos.com/v1alpha1", "ClusterServiceVersion", versionName, {
      status: { phase, reason: "ComponentUnhealthy", message: "waiting" },
    });
  const rows: readonly {
    readonly rule: string;
    readonly serviceVersion: Manifest;
    readonly reported: readonly string[];
  }[] = [
    {
      rule: "a failed ClusterServiceVersion of the operator is a finding",
      serviceVersion: buildServiceVersion("Failed"),
      reported: ["warning csv-failed"],
    },
    {
      rule: "a ClusterServiceVersion that is being installed is no finding",
      serviceVersion: buildServiceVersion("Installing"),
      reported: [],
    },
    {
      rule: "a failed ClusterServiceVersion of another operator is no finding",
      serviceVersion: buildServiceVersion("Failed", "other.v1"),
      reported: [],
    },
  ];
  test.for(rows)("$rule", ({ serviceVersion, reported }) => {
    expect(listCodes(reportWith([...healthyComponents, serviceVersion]))).toEqual(reported);
  });

  test("the sentence about a ClusterServiceVersion has the reason and message of OLM", () => {
    const [finding] = reportWith([...healthyComponents, buildServiceVersion("Failed")]).findings;
    expect(finding && describeFinding(finding)).toBe(
      `OLM reports ClusterServiceVersion ${namespace}/${name} Failed: ComponentUnhealthy: waiting`,
    );
  });
});

describe("the deepest unhealthy object is reported for every component", () => {
  test("a component that is not the first cause has its deepest object", async () => {
    const unavailableConditions = [
      condition("Available", "False", "Deploying"),
      condition("Progressing", "True"),
      condition("Degraded", "False"),
    ];
    const report = reportWith([
      component("KubeVirt", unavailableConditions),
      component("CDI", degradedConditions),
      ...buildCrashingWorkload("cdi-deployment"),
    ]);
    const causes = (report.roots[0]?.causes ?? []).slice(1);
    expect(causes.map(({ path }) => path.slice(1))).toEqual([
      ["CDI", "cdi-deployment", "cdi-deployment-r", "cdi-deployment-p", "main"],
    ]);
    expect(await printed("wide", report, {})).toContain(
      "✗ CDI degraded for 60m\n  Deployment cdi-deployment 0/1 > Pod cdi-deployment-p > container main\n  CrashLoopBackOff (exit 1, 7 restarts)\n",
    );
  });

  test("a component that reports to be progressing is degraded by its deepest object", async () => {
    const report = reportWith([
      component("KubeVirt"),
      component("CDI", progressingConditions),
      ...buildCrashingWorkload("cdi-deployment"),
    ]);
    expect(report.roots[0]?.rootCause?.text).toMatch(/^Degraded because CDI: .*container main in CrashLoopBackOff/);
    expect(await printed("wide", report, { width: 200 })).toMatch(
      /^✗ CDI degraded.*\n.*container main\n {2}CrashLoopBackOff/m,
    );
    expect(await printed("wide", report, {})).toContain(
      "kubectl logs -n kubevirt-hyperconverged cdi-deployment-p -c main",
    );
  });

  test("a component that could not be read has the workloads below it", async () => {
    const conditionsThatBlameCdi = [
      condition("Available", "False", "AAQNotAvailable"),
      condition("Progressing", "False", "ReconcileCompleted"),
      condition("Degraded", "True", "CDIDegraded"),
      condition("ReconcileComplete", "True"),
    ];
    const report = reportWith(
      [component("KubeVirt"), ...buildCrashingWorkload("cdi-deployment")],
      conditionsThatBlameCdi,
    );
    expect(report.roots[0]?.rootCause?.path.slice(1, 3)).toEqual(["CDI", "cdi-deployment"]);
    const text = await printed("wide", report, {});
    expect(text).toMatch(/^\? CDI unknown: is not in the file$/m);
    expect(text).toMatch(/container main CrashLoopBackOff, exit 1, 7 restarts/);
  });
});
