import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { displayWidth } from "../../../shared/characters/display-width.ts";
import type { Impact } from "../../../shared/model/finding/impact.ts";
import { impactClauses, impactText } from "../../../shared/outline/words/impact.ts";
import { readGoldenCase } from "../../golden/recorded.ts";
import { firstScreenLines } from "../../outline/fronts.ts";
import { component, report, root } from "../build.ts";

const handler = { group: "apps", kind: "DaemonSet", name: "virt-handler" };

/** That no VM can be started, or on one node neither started nor migrated. */
function clause(node?: string): Impact {
  const stopped = { code: "vm", components: ["KubeVirt"], because: [handler] } as const;
  return node === undefined
    ? { ...stopped, stops: ["start-vm"] }
    : { ...stopped, stops: ["start-vm", "migrate-vm"], count: 1, of: 9, nodes: [node] };
}

const goesOn: Impact = { code: "goes-on", goesOn: "running", stops: [], components: ["KubeVirt"], because: [handler] };
const unattended: Impact = { ...goesOn, goesOn: "running-without-restart" };

/** The lines of the first screen of a degraded root with this impact. */
function linesWith(impact: readonly Impact[], width: number): readonly string[] {
  const cdi = component("CDI", "degraded", "v1.66.0");
  return firstScreenLines(report([root({ children: [cdi], impact })]), { width });
}

describe("the line on impact", () => {
  test("stands directly below the headline", () => {
    const [headline, impact] = linesWith([clause(), goesOn], 80);
    expect(headline).toContain("degraded");
    expect(impact).toBe("  Impact    no VM can be started; running VMs go on");
  });

  test("stands between the first warning of a healthy root and its command", () => {
    const sentence = "the-endpoints-of-virt-api-changed-a-minute-ago-and-none-is-ready";
    const lines = firstScreenLines(aggregate(readGoldenCase(sentence)), { width: 80 });
    const impact = lines.findIndex((line) => line.startsWith("  Impact"));
    // It has two lines.
    expect(lines[impact + 2]).toMatch(/^ {2}\$ kubectl/);
    expect(lines.slice(0, impact).join("\n")).not.toContain("$");
  });

  test("is not there where nothing is affected", () => {
    expect(linesWith([], 80).join("\n")).not.toContain("Impact");
  });

  const notKnown = [
    {
      rule: "workloads that the file lacks",
      sentence: "kubevirt-is-down-and-cdi-is-degraded",
      line: "? the Deployments and DaemonSets of KubeVirt and CDI are not in the file",
    },
    {
      rule: "no workloads of custom resources that the file lacks too",
      sentence: "a-file-without-components-has-the-causes-that-the-cr-names",
      line: "? KubeVirt, NetworkAddonsConfig, MigController and FileRestoreOperator are not",
    },
  ] as const;
  test.for(notKnown)("leaves to NOT KNOWN what was not read: $rule", ({ sentence, line }) => {
    const lines = firstScreenLines(aggregate(readGoldenCase(sentence)), { width: 80 });
    expect(lines[lines.indexOf("NOT KNOWN") + 1]).toBe(line);
    expect(lines.filter((each) => each.includes("Deployments"))).toEqual(line.includes("Deployments") ? [line] : []);
  });

  test.for([24, 40, 80, 120])("loses whole clauses at its end in %s columns, and says how many", (width) => {
    const all = ["a", "b", "c", "d", "e"].map((node) => clause(node));
    const lines = linesWith([...all, goesOn], width);
    const start = lines.findIndex((line) => line.startsWith("  Impact"));
    const after = lines.slice(start + 1);
    const end = after.findIndex((line) => !line.startsWith(" ".repeat(12)));
    for (const line of lines.slice(start, start + end + 1)) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    const text = [lines[start]?.slice(12), ...after.slice(0, end).map((line) => line.slice(12))].join(" ");
    const shown = text.split("; ");
    const left = /^and (\d+) more$/.exec(shown.at(-1) ?? "")?.[1];
    const known = new Set([...all, goesOn].map(impactText));
    const clauses = left === undefined ? shown : shown.slice(0, -1);
    expect(clauses.filter((each) => !known.has(each))).toEqual([]);
    expect(clauses.length + Number(left ?? 0)).toBe(6);
  });

  test.for([
    { machines: { running: 0 }, text: "running VMs go on, but are not restarted after a failure" },
    { machines: { running: 1 }, text: "the running VM goes on, but is not restarted after a failure" },
    { machines: { running: 42 }, text: "42 running VMs go on, but are not restarted after a failure" },
    {
      machines: { running: 9000, isAtLeast: true },
      text: "at least 9000 running VMs go on, but are not restarted after a failure",
    },
  ] as const)("says how many virtual machines run, where they were counted: $machines", ({ machines, text }) => {
    expect(impactText({ ...unattended, machines })).toBe(text);
    expect(impactClauses([{ impact: [clause()] }, { impact: [{ ...unattended, machines }] }]).at(-1)).toBe(text);
  });

  test("does not say of the machines on other nodes how many run in all", () => {
    const beside = { ...goesOn, isNodeLost: true, machines: { running: 42 } } as const;
    expect(impactText(beside)).toBe("running VMs on other nodes go on");
  });

  test("of several roots has each clause once, and the least that goes on", () => {
    const roots = [{ impact: [clause(), goesOn] }, { impact: [clause(), unattended] }];
    expect(impactClauses(roots)).toEqual([
      "no VM can be started",
      "running VMs go on, but are not restarted after a failure",
    ]);
  });
});
