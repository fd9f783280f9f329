import { expect, test } from "vitest";
import type { PrintedReport } from "../../../printed.ts";
import {
  component,
  condition,
  deployment,
  goodConditions,
  hyperConverged,
  type Manifest,
  relatedObjectEntries,
  reportOf,
} from "../../installation.ts";

/** The report about a HyperConverged with CDI, which reports this status of Degraded without a message. */
function reportWith(degraded: "True" | "False", ...workloads: readonly Manifest[]): PrintedReport {
  const cdi = component("CDI", [...goodConditions().slice(0, 2), condition("Degraded", degraded)]);
  return reportOf([hyperConverged({ relatedObjects: relatedObjectEntries([cdi]) }), cdi, ...workloads]);
}

const down = deployment("cdi-deployment", 0, 1);
const running = deployment("cdi-deployment", 1, 1);

test.for<readonly [rule: string, degraded: "True" | "False", workloads: readonly Manifest[], seen: readonly string[]]>([
  [
    "a Deployment that is down is a finding, and a component that reports healthy stays healthy",
    "False",
    [down],
    ["healthy", "cdi-deployment unavailable 0/1", "component-workload-down"],
  ],
  [
    "a Deployment that is scaled to zero is down",
    "False",
    [deployment("cdi-deployment", 0, 0)],
    ["healthy", "cdi-deployment unavailable 0/0", "component-workload-down"],
  ],
  [
    "a Deployment that lacks a pod is a finding",
    "False",
    [deployment("cdi-deployment", 1, 2)],
    ["healthy", "cdi-deployment degraded 1/2", "workload-not-ready"],
  ],
  [
    "an operator that is down is a finding about the conditions of its component",
    "False",
    [deployment("cdi-operator", 0, 1), running],
    ["healthy", "cdi-deployment healthy 1/1", "cdi-operator unavailable 0/1", "component-operator-down"],
  ],
  [
    "a Deployment that is down replaces the message that a degraded component lacks",
    "True",
    [down],
    ["degraded", "cdi-deployment unavailable 0/1"],
  ],
  [
    "a degraded component without a message is a finding where its Deployments run",
    "True",
    [running],
    ["degraded", "cdi-deployment healthy 1/1", "empty-message workloadsReady"],
  ],
  [
    "a degraded component without a message is a finding where no Deployment was read",
    "True",
    [],
    ["degraded", "empty-message"],
  ],
])("%s", ([, degraded, workloads, seen]) => {
  const { roots, findings } = reportWith(degraded, ...workloads);
  const cdi = roots[0]?.children.find(({ label }) => label === "CDI");
  const below = cdi?.children.map(({ label, verdict, facts }) => `${label} ${verdict} ${facts["ready"]}`) ?? [];
  const codes = findings
    .map((finding) => `${finding.code}${"workloadsReady" in finding ? " workloadsReady" : ""}`)
    .filter((code) => /operator-down|workload|message/.test(code));
  expect([cdi?.verdict, ...below, ...codes]).toEqual(seen);
});

test("the product's Deployments that belong to no component stand beside the components, and no others", () => {
  const webhook = deployment("hco-webhook", 0, 1, { labels: { "app.kubernetes.io/component": "deployment" } });
  const [root] = reportWith("False", webhook, deployment("mine", 0, 1)).roots;
  expect(root?.children.filter(({ role }) => role === "workload").map(({ label }) => label)).toEqual(["hco-webhook"]);
});
