import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { displayWidth } from "../../../shared/characters/display-width.ts";
import type { Impact } from "../../../shared/model/finding/impact.ts";
import { impactClauses, impactText } from "../../../shared/outline/words/impact.ts";
import { readGoldenCase } from "../../golden/recorded.ts";
import { firstScreenLines } from "../../outline/fronts.ts";
import { component, report, root } from "../build.ts";

const handler = { group: "apps", kind: "DaemonSet", name: "virt-handler" };

/** The impact that no VM can be started, or that none can be started and migrated on one node. */
function buildImpact(node?: string): Impact {
  const stopped = { code: "vm", components: ["KubeVirt"], because: [handler] } as const;
  return node === undefined
    ? { ...stopped, stops: ["start-vm"] }
    : { ...stopped, stops: ["start-vm", "migrate-vm"], count: 1, of: 9, nodes: [node] };
}

const machinesGoOn: Impact = {
  code: "goes-on",
  goesOn: "running",
  stops: [],
  components: ["KubeVirt"],
  because: [handler],
};
const machinesAreNotRestarted: Impact = { ...machinesGoOn, goesOn: "running-without-restart" };

/** The lines of the first screen of a degraded root with this impact. */
function renderLines(impact: readonly Impact[], width: number): readonly string[] {
  const cdi = component("CDI", "degraded", "v1.66.0");
  return firstScreenLines(report([root({ children: [cdi], impact })]), { width });
}

describe("the line about the impact on virtual machines", () => {
  test("the impact stands directly below the headline", () => {
    const [headline, impact] = renderLines([buildImpact(), machinesGoOn], 80);
    expect(headline).toContain("degraded");
    expect(impact).toBe("  Impact    no VM can be started; running VMs go on");
  });

  test("the impact of a healthy root stands between its first warning and the command", () => {
    const sentence = "the-endpoints-of-virt-api-changed-a-minute-ago-and-none-is-ready";
    const lines = firstScreenLines(aggregate(readGoldenCase(sentence)), { width: 80 });
    const impact = lines.findIndex((line) => line.startsWith("  Impact"));
    // It has two lines.
    expect(lines[impact + 2]).toMatch(/^ {2}\$ kubectl/);
    expect(lines.slice(0, impact).join("\n")).not.toContain("$");
  });

  test("a root without an impact has no line about it", () => {
    expect(renderLines([], 80).join("\n")).not.toContain("Impact");
  });

  const notKnown = [
    {
      rule: "workloads that the file lacks stand under NOT KNOWN",
      sentence: "kubevirt-is-down-and-cdi-is-degraded",
      line: "? the Deployments and DaemonSets of KubeVirt and CDI are not in the file",
    },
    {
      rule: "workloads of custom resources that the file lacks too are not listed under NOT KNOWN",
      sentence: "a-file-without-components-has-the-causes-that-the-cr-names",
      line: "? KubeVirt, NetworkAddonsConfig, MigController and FileRestoreOperator are not",
    },
  ] as const;
  test.for(notKnown)("$rule", ({ sentence, line }) => {
    const lines = firstScreenLines(aggregate(readGoldenCase(sentence)), { width: 80 });
    expect(lines[lines.indexOf("NOT KNOWN") + 1]).toBe(line);
    expect(lines.filter((each) => each.includes("Deployments"))).toEqual(line.includes("Deployments") ? [line] : []);
  });

  test.for([24, 40, 80, 120])("the impact omits whole clauses at its end and counts them in %s columns", (width) => {
    const impactOfNodes = ["a", "b", "c", "d", "e"].map((node) => buildImpact(node));
    const lines = renderLines([...impactOfNodes, machinesGoOn], width);
    const start = lines.findIndex((line) => line.startsWith("  Impact"));
    const after = lines.slice(start + 1);
    const end = after.findIndex((line) => !line.startsWith(" ".repeat(12)));
    for (const line of lines.slice(start, start + end + 1)) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    const text = [lines[start]?.slice(12), ...after.slice(0, end).map((line) => line.slice(12))].join(" ");
    const shown = text.split("; ");
    const omittedCount = /^and (\d+) more$/.exec(shown.at(-1) ?? "")?.[1];
    const wholeClauses = new Set([...impactOfNodes, machinesGoOn].map(impactText));
    const clauses = omittedCount === undefined ? shown : shown.slice(0, -1);
    expect(clauses.filter((clause) => !wholeClauses.has(clause))).toEqual([]);
    expect(clauses.length + Number(omittedCount ?? 0)).toBe(6);
  });

  test.for([
    { machines: { running: 0 }, text: "running VMs go on, but are not restarted after a failure" },
    { machines: { running: 1 }, text: "the running VM goes on, but is not restarted after a failure" },
    { machines: { running: 42 }, text: "42 running VMs go on, but are not restarted after a failure" },
    {
      machines: { running: 9000, isAtLeast: true },
      text: "at least 9000 running VMs go on, but are not restarted after a failure",
    },
  ] as const)("the impact has the number of running virtual machines: $text", ({ machines, text }) => {
    expect(impactText({ ...machinesAreNotRestarted, machines })).toBe(text);
    expect(
      impactClauses([{ impact: [buildImpact()] }, { impact: [{ ...machinesAreNotRestarted, machines }] }]).at(-1),
    ).toBe(text);
  });

  test("the impact of a lost node has no number for the virtual machines on other nodes", () => {
    const beside = { ...machinesGoOn, isNodeLost: true, machines: { running: 42 } } as const;
    expect(impactText(beside)).toBe("running VMs on other nodes go on");
  });

  test("the impact of several roots has each clause once, and the least that goes on", () => {
    const roots = [{ impact: [buildImpact(), machinesGoOn] }, { impact: [buildImpact(), machinesAreNotRestarted] }];
    expect(impactClauses(roots)).toEqual([
      "no VM can be started",
      "running VMs go on, but are not restarted after a failure",
    ]);
  });
});
