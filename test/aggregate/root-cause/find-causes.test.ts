import { describe, expect, test } from "vitest";
import type { Candidate } from "../../../shared/aggregate/root-cause/candidates.ts";
import { addCauses } from "../../../shared/aggregate/root-cause/find-causes.ts";
import { indexSnapshot } from "../../../shared/aggregate/snapshot/object-index.ts";
import { scaledToZero } from "../../../shared/model/cause/trouble.ts";
import { describeObject, listWebhooks, type NextStep, scaleUp } from "../../../shared/model/next-step.ts";
import type { Cause, ReportNode, RootNode } from "../../../shared/model/report.ts";
import type { Verdict } from "../../../shared/model/verdict.ts";
import { clusterMessage, component, namespace, node, refOf, root, workloadBelow } from "../../render/build.ts";

const nothing = indexSnapshot({ source: { kind: "cluster", name: "" }, takenAt: "", readings: [], damage: [] });

/** The causes that the candidates make of a root, a HyperConverged named `hco` unless it is given. */
function causesOf(
  own: Partial<RootNode> & { readonly verdict: Verdict },
  candidates: readonly Candidate[],
  ownSteps: readonly NextStep[] = [],
): readonly Cause[] {
  const { causes: _, since: __, ...bare } = root({ label: "hco", ...own });
  return addCauses(bare, candidates, nothing, ownSteps).causes;
}

/** A component that reports why it is degraded. */
function degradedCandidate(name: string, part: Partial<Candidate> = {}): Candidate {
  return {
    component: name,
    verdict: "degraded",
    required: true,
    evidence: { about: refOf(name), clauses: clusterMessage(`${name} has no disk`) },
    ...part,
  };
}

function candidateOf(part: ReportNode): Candidate {
  return { component: part.label, verdict: part.verdict, required: true, evidence: { node: part } };
}

test("a healthy root has no cause, whatever a part reports", () => {
  expect(causesOf({ verdict: "healthy" }, [degradedCandidate("CDI")])).toEqual([]);
});

describe("the commands of a root that is its own cause", () => {
  const web = { group: "apps", kind: "Deployment", namespace, name: "web" };
  const stopped = { reason: scaledToZero, message: "" };
  const own = { label: "web", ref: web, verdict: "degraded", trouble: stopped } as const;

  test("are those for its kind", () => {
    expect(causesOf(own, []).map(({ next }) => next)).toEqual([[...describeObject(web), ...scaleUp(web, "web")]]);
  });

  test("are the given ones, before those that describe it", () => {
    expect(causesOf(own, [], listWebhooks()).map(({ next }) => next)).toEqual([
      [...listWebhooks(), ...describeObject(web)],
    ]);
  });
});

describe("what follows from another component", () => {
  const follows = degradedCandidate("AAQ", { consequenceOf: "CDI" });

  test("has the commands of that one and nothing else of it", () => {
    const causes = causesOf({ verdict: "degraded" }, [
      follows,
      degradedCandidate("KubeVirt"),
      degradedCandidate("CDI"),
    ]);
    expect(causes.map(({ component: name, about, next }) => [name, about, next])).toEqual([
      ["KubeVirt", refOf("KubeVirt"), describeObject(refOf("KubeVirt"))],
      ["CDI", refOf("CDI"), describeObject(refOf("CDI"))],
      ["AAQ", refOf("AAQ"), describeObject(refOf("CDI"))],
    ]);
  });

  test("keeps its own where that one is no cause", () => {
    const causes = causesOf({ verdict: "degraded" }, [follows, degradedCandidate("KubeVirt")]);
    expect(causes.map(({ component: name, next }) => [name, next])).toEqual([
      ["KubeVirt", describeObject(refOf("KubeVirt"))],
      ["AAQ", describeObject(refOf("AAQ"))],
    ]);
  });
});

describe("parts with the same object at their end", () => {
  const lost = node({
    role: "related",
    label: "worker",
    ref: { group: "", kind: "Node", name: "worker" },
    verdict: "unavailable",
    trouble: { reason: "NodeStatusUnknown", message: "" },
  });
  const componentOnLostNode = (name: string, ...deployments: readonly string[]): ReportNode =>
    component(name, "unavailable", "v1", {
      children: deployments.map((each) =>
        workloadBelow("workload", each, "unavailable", {
          facts: { ready: "0/1" },
          children: [workloadBelow("pod", `${each}-1`, "degraded", { children: [lost], facts: { node: "worker" } })],
        }),
      ),
    });
  const sharedBy = (...parts: readonly ReportNode[]) =>
    causesOf({ verdict: "unavailable" }, parts.map(candidateOf)).map((cause) => [cause.component, cause.sharedBy]);

  test("are one cause of the first, which names the others", () => {
    expect(
      sharedBy(componentOnLostNode("CDI", "a"), componentOnLostNode("AAQ", "b"), componentOnLostNode("SSP", "c")),
    ).toEqual([["CDI", ["AAQ", "SSP"]]]);
  });

  test("are one cause of two", () => {
    expect(sharedBy(componentOnLostNode("CDI", "a"), componentOnLostNode("AAQ", "b"))).toEqual([["CDI", ["AAQ"]]]);
  });

  test("are named once, and the part itself never", () => {
    expect(sharedBy(componentOnLostNode("CDI", "a", "b"), componentOnLostNode("AAQ", "c", "d"))).toEqual([
      ["CDI", ["AAQ"]],
    ]);
    expect(sharedBy(componentOnLostNode("CDI", "a", "b"))).toEqual([["CDI", undefined]]);
  });
});

describe("what a cause is called", () => {
  const silent = { trouble: { reason: "Broken", message: "no disk" } };
  const workload = workloadBelow("workload", "web", "degraded", silent);
  const rows: readonly [what: string, candidate: Candidate, label: string, path: readonly string[]][] = [
    ["a component, by its name", candidateOf(component("CDI", "degraded", "v1", silent)), "CDI", ["hco", "CDI"]],
    ["a workload beside the components, by its kind too", candidateOf(workload), "Deployment web", ["hco", "web"]],
    ["a workload that is a part of an Application", candidateOf({ ...workload, role: "part" }), "web", ["hco", "web"]],
    ["a workload that is the root", candidateOf({ ...workload, role: "root" }), "web", ["hco", "web"]],
    ["an object with evidence of its own", degradedCandidate("CDI"), "CDI", ["hco", "CDI"]],
    ["the root by evidence of its own", degradedCandidate("hco"), "hco", ["hco"]],
    [
      "a part with the name of its root",
      candidateOf({ ...workload, label: "hco", role: "part" }),
      "hco",
      ["hco", "hco"],
    ],
  ];
  test.for(rows)("%s", ([, candidate, label, path]) => {
    expect(causesOf({ verdict: "degraded" }, [candidate]).map((cause) => [cause.label, cause.path])).toEqual([
      [label, path],
    ]);
  });
});
