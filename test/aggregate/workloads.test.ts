import { describe, expect, test } from "vitest";
import type { PrintedReport } from "../printed.ts";
import {
  component,
  condition,
  deployment,
  goodConditions,
  hyperConverged,
  type Manifest,
  namespace,
  relatedObjectEntries,
  reportOf,
} from "./installation.ts";

function reportWith(degraded: "True" | "False", ...workloads: readonly Manifest[]): PrintedReport {
  const cdi = component("CDI", [...goodConditions().slice(0, 2), condition("Degraded", degraded)]);
  return reportOf([hyperConverged({ relatedObjects: relatedObjectEntries([cdi]) }), cdi, ...workloads]);
}

const cdiOf = ({ roots }: PrintedReport) => roots[0]?.children.find(({ label }) => label === "CDI");
const codes = ({ findings }: PrintedReport) =>
  findings.map(({ code }) => code).filter((code) => /operator-down|workload|message/.test(code));

describe("what runs for a component", () => {
  test("is below it, and makes its verdict neither better nor worse", () => {
    const report = reportWith("False", deployment("cdi-deployment", 0, 1));
    expect(cdiOf(report)?.children.map(({ label, verdict }) => [label, verdict])).toEqual([
      ["cdi-deployment", "unavailable"],
    ]);
    expect(cdiOf(report)?.verdict).toBe("healthy");
    expect(codes(report)).toEqual(["component-workload-down"]);
  });

  test("is down where it is scaled to nothing", () => {
    const report = reportWith("False", deployment("cdi-deployment", 0, 0));
    expect(cdiOf(report)?.children[0]).toMatchObject({ verdict: "unavailable", facts: { ready: "0/0" } });
    expect(codes(report)).toEqual(["component-workload-down"]);
  });

  test("that has some of what it wants is named", () => {
    expect(codes(reportWith("False", deployment("cdi-deployment", 1, 2)))).toEqual(["workload-not-ready"]);
  });

  test("its operator that is down leaves its conditions behind", () => {
    const report = reportWith("False", deployment("cdi-operator", 0, 1), deployment("cdi-deployment", 1, 1));
    expect(codes(report)).toEqual(["component-operator-down"]);
  });

  test("stands in for the words that it does not give", () => {
    expect(codes(reportWith("True", deployment("cdi-deployment", 0, 1)))).toEqual([]);
    expect(reportWith("True", deployment("cdi-deployment", 0, 1)).roots[0]?.rootCause?.path).toEqual([
      namespace,
      "CDI",
      "cdi-deployment",
    ]);
    expect(reportWith("True", deployment("cdi-deployment", 1, 1)).findings).toContainEqual(
      expect.objectContaining({ code: "empty-message", workloadsReady: true }),
    );
    expect(codes(reportWith("True"))).toEqual(["empty-message"]);
  });
});

test("what the product runs beside its components stands beside them", () => {
  const webhook = deployment("hco-webhook", 0, 1, { labels: { "app.kubernetes.io/component": "deployment" } });
  const [root] = reportWith("False", webhook, deployment("mine", 0, 1)).roots;
  expect(root?.children.filter(({ role }) => role === "workload").map(({ label }) => label)).toEqual(["hco-webhook"]);
});
