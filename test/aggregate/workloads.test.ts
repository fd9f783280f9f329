import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import type { PrintedReport } from "../printed.ts";
import { aggregate } from "../printed.ts";

const here = "kubevirt-hyperconverged";

function deployment(name: string, replicas: number, ready: number, labels: object = {}): object {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace: here, labels },
    spec: { replicas },
    status: {
      replicas,
      updatedReplicas: replicas,
      ...(ready > 0 ? { readyReplicas: ready, availableReplicas: ready } : {}),
    },
  };
}

function judged(degraded: "True" | "False", ...workloads: object[]): PrintedReport {
  const relatedObjects = [{ apiVersion: "cdi.kubevirt.io/v1beta1", kind: "CDI", name: "cdi-kubevirt-hyperconverged" }];
  const good = { status: "False", lastTransitionTime: "2026-11-21T11:00:00Z" };
  const conditions = [
    { ...good, type: "Available", status: "True" },
    { ...good, type: "Progressing" },
    { ...good, type: "Degraded", status: degraded },
  ];
  const objects = [
    {
      apiVersion: "hco.kubevirt.io/v1",
      kind: "HyperConverged",
      metadata: { name: here, namespace: here },
      status: { relatedObjects },
    },
    {
      apiVersion: "cdi.kubevirt.io/v1beta1",
      kind: "CDI",
      metadata: { name: "cdi-kubevirt-hyperconverged" },
      status: { conditions },
    },
    ...workloads,
  ];
  return aggregate(
    snapshotOf(objects.map(toObject), { takenAt: "2026-11-21T12:00:00Z", source: { kind: "files", name: "x" } }),
  );
}

const cdiOf = ({ roots }: PrintedReport) => roots[0]?.children.find(({ label }) => label === "CDI");
const codes = ({ findings }: PrintedReport) =>
  findings.map(({ code }) => code).filter((code) => /operator-down|workload|message/.test(code));

describe("what runs for a component", () => {
  test("is below it, and makes its verdict neither better nor worse", () => {
    const report = judged("False", deployment("cdi-deployment", 1, 0));
    expect(cdiOf(report)?.children.map(({ label, verdict }) => [label, verdict])).toEqual([
      ["cdi-deployment", "unavailable"],
    ]);
    expect(cdiOf(report)?.verdict).toBe("healthy");
    expect(codes(report)).toEqual(["component-workload-down"]);
  });

  test("is down where it is scaled to nothing", () => {
    const report = judged("False", deployment("cdi-deployment", 0, 0));
    expect(cdiOf(report)?.children[0]).toMatchObject({ verdict: "unavailable", facts: { ready: "0/0" } });
    expect(codes(report)).toEqual(["component-workload-down"]);
  });

  test("that has some of what it wants is named", () => {
    expect(codes(judged("False", deployment("cdi-deployment", 2, 1)))).toEqual(["workload-not-ready"]);
  });

  test("its operator that is down leaves its conditions behind", () => {
    const report = judged("False", deployment("cdi-operator", 1, 0), deployment("cdi-deployment", 1, 1));
    expect(codes(report)).toEqual(["component-operator-down"]);
  });

  test("stands in for the words that it does not give", () => {
    expect(codes(judged("True", deployment("cdi-deployment", 1, 0)))).toEqual([]);
    expect(judged("True", deployment("cdi-deployment", 1, 0)).roots[0]?.rootCause?.path).toEqual([
      here,
      "CDI",
      "cdi-deployment",
    ]);
    expect(judged("True", deployment("cdi-deployment", 1, 1)).findings).toContainEqual(
      expect.objectContaining({ code: "empty-message", workloadsReady: true }),
    );
    expect(codes(judged("True"))).toEqual(["empty-message"]);
  });
});

test("what the product runs beside its components stands beside them", () => {
  const webhook = deployment("hco-webhook", 1, 0, { "app.kubernetes.io/component": "deployment" });
  const [root] = judged("False", webhook, deployment("mine", 1, 0)).roots;
  expect(root?.children.filter(({ role }) => role === "workload").map(({ label }) => label)).toEqual(["hco-webhook"]);
});
