import { describe, expect, test } from "vitest";
import type { Candidate } from "../../../shared/aggregate/root-cause/candidates.ts";
import { addCauses } from "../../../shared/aggregate/root-cause/find-causes.ts";
import { indexSnapshot } from "../../../shared/aggregate/snapshot/object-index.ts";
import { scaledToZero } from "../../../shared/model/cause/trouble.ts";
import { describeObject, listWebhooks, type NextStep, scaleUp } from "../../../shared/model/next-step.ts";
import type { Cause, ReportNode, RootNode } from "../../../shared/model/report.ts";
import type { Verdict } from "../../../shared/model/verdict.ts";
import { clusterMessage, component, namespace, node, refOf, root, workloadBelow } from "../../render/build.ts";

const emptyIndex = indexSnapshot({ source: { kind: "cluster", name: "" }, takenAt: "", readings: [], damage: [] });

/** The causes that the candidates make of a root, a HyperConverged named `hco` unless it is given. */
function findCauses(
  part: Partial<RootNode> & { readonly verdict: Verdict },
  candidates: readonly Candidate[],
  rootSteps: readonly NextStep[] = [],
): readonly Cause[] {
  const { causes: _, since: __, ...rootWithoutCauses } = root({ label: "hco", ...part });
  return addCauses(rootWithoutCauses, candidates, emptyIndex, rootSteps).causes;
}

/** A component that reports why it is degraded. */
function buildDegradedCandidate(name: string, part: Partial<Candidate> = {}): Candidate {
  return {
    component: name,
    verdict: "degraded",
    required: true,
    evidence: { about: refOf(name), clauses: clusterMessage(`${name} has no disk`) },
    ...part,
  };
}

function buildCandidate(part: ReportNode): Candidate {
  return { component: part.label, verdict: part.verdict, required: true, evidence: { node: part } };
}

test("a healthy root has no cause, whatever a part reports", () => {
  expect(findCauses({ verdict: "healthy" }, [buildDegradedCandidate("CDI")])).toEqual([]);
});

describe("a root that is its own cause has commands of its own", () => {
  const web = { group: "apps", kind: "Deployment", namespace, name: "web" };
  const stoppedWeb = {
    label: "web",
    ref: web,
    verdict: "degraded",
    trouble: { reason: scaledToZero, message: "" },
  } as const;

  test("a stopped Deployment that is its own cause has the commands that describe it and scale it up", () => {
    expect(findCauses(stoppedWeb, []).map(({ next }) => next)).toEqual([
      [...describeObject(web), ...scaleUp(web, "web")],
    ]);
  });

  test("the given commands of a root come before those that describe it", () => {
    expect(findCauses(stoppedWeb, [], listWebhooks()).map(({ next }) => next)).toEqual([
      [...listWebhooks(), ...describeObject(web)],
    ]);
  });
});

describe("a component that is unhealthy because of another one has the commands of that one", () => {
  const consequence = buildDegradedCandidate("AAQ", { consequenceOf: "CDI" });

  test("a cause that follows from another cause has the commands of that one and keeps its own object", () => {
    const causes = findCauses({ verdict: "degraded" }, [
      consequence,
      buildDegradedCandidate("KubeVirt"),
      buildDegradedCandidate("CDI"),
    ]);
    expect(causes.map(({ component: name, about, next }) => [name, about, next])).toEqual([
      ["KubeVirt", refOf("KubeVirt"), describeObject(refOf("KubeVirt"))],
      ["CDI", refOf("CDI"), describeObject(refOf("CDI"))],
      ["AAQ", refOf("AAQ"), describeObject(refOf("CDI"))],
    ]);
  });

  test("a cause keeps its own commands where the component that it follows from is no cause", () => {
    const causes = findCauses({ verdict: "degraded" }, [consequence, buildDegradedCandidate("KubeVirt")]);
    expect(causes.map(({ component: name, next }) => [name, next])).toEqual([
      ["KubeVirt", describeObject(refOf("KubeVirt"))],
      ["AAQ", describeObject(refOf("AAQ"))],
    ]);
  });
});

describe("components that fail because of one object have one cause", () => {
  const lostNode = node({
    role: "related",
    label: "worker",
    ref: { group: "", kind: "Node", name: "worker" },
    verdict: "unavailable",
    trouble: { reason: "NodeStatusUnknown", message: "" },
  });
  const buildComponentOnLostNode = (name: string, ...deployments: readonly string[]): ReportNode =>
    component(name, "unavailable", "v1", {
      children: deployments.map((each) =>
        workloadBelow("workload", each, "unavailable", {
          facts: { ready: "0/1" },
          children: [
            workloadBelow("pod", `${each}-1`, "degraded", { children: [lostNode], facts: { node: "worker" } }),
          ],
        }),
      ),
    });
  const listSharedCauses = (...parts: readonly ReportNode[]) =>
    findCauses({ verdict: "unavailable" }, parts.map(buildCandidate)).map((cause) => [cause.component, cause.sharedBy]);

  test("three components on one lost node are one cause of the first, which names the other two", () => {
    expect(
      listSharedCauses(
        buildComponentOnLostNode("CDI", "a"),
        buildComponentOnLostNode("AAQ", "b"),
        buildComponentOnLostNode("SSP", "c"),
      ),
    ).toEqual([["CDI", ["AAQ", "SSP"]]]);
  });

  test("two components on one lost node are one cause of the first, which names the other", () => {
    expect(listSharedCauses(buildComponentOnLostNode("CDI", "a"), buildComponentOnLostNode("AAQ", "b"))).toEqual([
      ["CDI", ["AAQ"]],
    ]);
  });

  test("a component is named once in the cause that it shares by two Deployments", () => {
    const cdi = buildComponentOnLostNode("CDI", "a", "b");
    const aaq = buildComponentOnLostNode("AAQ", "c", "d");
    expect(listSharedCauses(cdi, aaq)).toEqual([["CDI", ["AAQ"]]]);
  });

  test("a component does not share a cause with itself", () => {
    const cdi = buildComponentOnLostNode("CDI", "a", "b");
    expect(listSharedCauses(cdi)).toEqual([["CDI", undefined]]);
  });
});

describe("a cause has a label, and a path from the root", () => {
  const noDisk = { trouble: { reason: "Broken", message: "no disk" } };
  const workload = workloadBelow("workload", "web", "degraded", noDisk);
  const rows: readonly {
    readonly rule: string;
    readonly candidate: Candidate;
    readonly label: string;
    readonly path: readonly string[];
  }[] = [
    {
      rule: "a component is called by its name",
      candidate: buildCandidate(component("CDI", "degraded", "v1", noDisk)),
      label: "CDI",
      path: ["hco", "CDI"],
    },
    {
      rule: "a workload beside the components is called by its kind and name",
      candidate: buildCandidate(workload),
      label: "Deployment web",
      path: ["hco", "web"],
    },
    {
      rule: "a workload that is a part of an Application is called by its name",
      candidate: buildCandidate({ ...workload, role: "part" }),
      label: "web",
      path: ["hco", "web"],
    },
    {
      rule: "a workload that is the root is called by its name",
      candidate: buildCandidate({ ...workload, role: "root" }),
      label: "web",
      path: ["hco", "web"],
    },
    {
      rule: "a component with evidence of its own is called by its name",
      candidate: buildDegradedCandidate("CDI"),
      label: "CDI",
      path: ["hco", "CDI"],
    },
    {
      rule: "a root with evidence of its own has a path of one",
      candidate: buildDegradedCandidate("hco"),
      label: "hco",
      path: ["hco"],
    },
    {
      rule: "a part with the name of its root has a path of two equal names",
      candidate: buildCandidate({ ...workload, label: "hco", role: "part" }),
      label: "hco",
      path: ["hco", "hco"],
    },
  ];
  test.for(rows)("$rule", ({ candidate, label, path }) => {
    expect(findCauses({ verdict: "degraded" }, [candidate]).map((cause) => [cause.label, cause.path])).toEqual([
      [label, path],
    ]);
  });
});
