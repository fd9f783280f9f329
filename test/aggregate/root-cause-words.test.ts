import { describe, expect, test } from "vitest";
import { indexSnapshot, type ObjectIndex } from "../../shared/aggregate/snapshot/object-index.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Contribution, ContributionsByType, ReportNode } from "../../shared/model/report.ts";
import { component, condition, contribution, minutesAgo, namespace, workloadBelow } from "../render/build.ts";
import { findCauses, findCausesBelow, summarizeCauses } from "./root-cause/causes-of.ts";

const takenAt = "2026-11-21T06:13:18Z";
const source = { kind: "files", name: "x" } as const;
const nothing = indexSnapshot(snapshotOf([], { takenAt, source }));

const trouble = (reason: string, since?: string): Pick<ReportNode, "trouble"> => ({
  trouble: { reason, message: "", ...definedFields({ since }) },
});
const workload = (name: string, part: Partial<ReportNode> = {}): ReportNode =>
  workloadBelow("workload", name, "unavailable", {
    facts: { ready: "0/1" },
    ...trouble("MinimumReplicasUnavailable"),
    ...part,
  });
const pod = (name: string, part: Partial<ReportNode> = {}): ReportNode =>
  workloadBelow("pod", name, "degraded", { ...trouble("NotReady"), ...part });
const container = (name: string, part: Partial<ReportNode> = {}): ReportNode =>
  workloadBelow("container", name, "degraded", {
    facts: { waiting: "CrashLoopBackOff", restarts: "3" },
    ...trouble("CrashLoopBackOff"),
    ...part,
  });
const cdi = (children: readonly ReportNode[], part: Partial<ReportNode> = {}): ReportNode =>
  component("CDI", "unavailable", "v1", { children, ...part });
const aaq = (children: readonly ReportNode[], part: Partial<ReportNode> = {}): ReportNode =>
  component("AAQ", "unavailable", "v1", { children, ...part });

const causeOf = (...parts: readonly ReportNode[]) => summarizeCauses(findCauses("unavailable", parts, {}, nothing));
const belowOf = (own: ReportNode, index: ObjectIndex) => summarizeCauses(findCausesBelow(own, index));

describe("the conditions of the root replace a component that was not read", () => {
  const row = (component: string, reason: string, message: string, more: Partial<Contribution> = {}): Contribution => ({
    ...contribution(component, true, "reported-reason", reason, message),
    ...more,
  });
  const unread = component("CDI", "unknown", "", { outcome: "forbidden" });
  const summarizeBlamed = (
    blamed: ContributionsByType,
    parts: readonly ReportNode[] = [unread],
    verdict: ReportNode["verdict"] = "degraded",
  ) => summarizeCauses(findCauses(verdict, parts, blamed, nothing));
  const expectedCause = (component: string, words: string, since?: string): object => ({
    path: ["hco", component],
    text: `Degraded because ${component}: ${words}`,
    ...definedFields({ since }),
  });
  const rows: readonly [sentence: string, blamed: ContributionsByType, cause: object | undefined][] = [
    ["a root without a contribution has no cause", {}, undefined],
    ["a contribution to Progressing is no cause", { Progressing: [row("CDI", "R", "m")] }, undefined],
    [
      "a contribution to Available is a cause",
      { Available: [row("CDI", "R", "CDI is not available: m")] },
      expectedCause("CDI", "CDI is not available: m"),
    ],
    [
      "a contribution to Degraded is a cause",
      { Degraded: [row("CDI", "R", "CDI is degraded: m")] },
      expectedCause("CDI", "CDI is degraded: m"),
    ],
    [
      "Available goes before Degraded",
      { Available: [row("CDI", "R", "a: m")], Degraded: [row("AAQ", "R", "b: m")] },
      expectedCause("CDI", "a: m"),
    ],
    [
      "HCODegraded in Available stands for the component that Degraded names",
      { Available: [row("CDI", "HCODegraded", "a: m")], Degraded: [row("AAQ", "R", "b: m")] },
      expectedCause("AAQ", "b: m"),
    ],
    ["HCODegraded alone is no cause", { Available: [row("CDI", "HCODegraded", "a: m")] }, undefined],
    [
      "a message without an end is replaced by that of Degraded",
      { Available: [row("CDI", "R", "CDI is not available: ")], Degraded: [row("CDI", "R", "CDI is degraded: m")] },
      expectedCause("CDI", "CDI is degraded: m"),
    ],
    [
      "a message without an end is replaced by that of Progressing",
      { Degraded: [row("CDI", "R", "CDI is degraded: ")], Progressing: [row("CDI", "R", "CDI is progressing: m")] },
      expectedCause("CDI", "CDI is progressing: m"),
    ],
    [
      "a message without an end is replaced by a later one of Available",
      { Available: [row("CDI", "R", "CDI is not available: "), row("CDI", "R", "CDI is not available: m")] },
      expectedCause("CDI", "CDI is not available: m"),
    ],
    [
      "the message of another component does not replace it",
      { Degraded: [row("CDI", "R", "CDI is degraded: ")], Progressing: [row("AAQ", "R", "AAQ is progressing: m")] },
      expectedCause("CDI", "CDI is degraded: (no message)"),
    ],
    [
      "a reason replaces a missing message",
      { Degraded: [row("CDI", "CDIDegraded", "")] },
      expectedCause("CDI", "CDIDegraded"),
    ],
    [
      "the cause has the time of the contribution",
      { Degraded: [row("CDI", "R", "a: m", { since: minutesAgo(4) })] },
      expectedCause("CDI", "a: m", minutesAgo(4)),
    ],
    [
      "the cause has the time of the quoted contribution",
      {
        Degraded: [row("CDI", "R", "a:", { since: minutesAgo(4) })],
        Progressing: [row("CDI", "R", "a: m", { since: minutesAgo(2) })],
      },
      expectedCause("CDI", "a: m", minutesAgo(2)),
    ],
    [
      "an unknown component is a cause",
      { Degraded: [row("Stranger", "R", "a: m")] },
      expectedCause("Stranger", "a: m"),
    ],
  ];
  test.for(rows)("%s", ([, blamed, cause]) => {
    const { others: _, ...first } = summarizeBlamed(blamed) ?? {};
    expect(first).toStrictEqual(cause ?? {});
  });

  test("a root that is neither unavailable nor degraded has no such cause", () => {
    const blamed = { Degraded: [row("CDI", "R", "a: m")] };
    expect(summarizeBlamed(blamed, [unread], "unknown")?.text).toBe(
      "Unknown because CDI: no permission to read CDI cdi-kubevirt-hyperconverged",
    );
    expect(summarizeBlamed(blamed, [unread], "healthy")).toBeUndefined();
    expect(summarizeBlamed(blamed, [unread], "unavailable")?.text).toBe("Unavailable because CDI: a: m");
  });

  test("a component that was read and explains the verdict is the cause alone", () => {
    const both = summarizeBlamed({ Degraded: [row("CDI", "R", "a: m")] }, [unread, aaq([])], "unavailable");
    expect(both?.path).toEqual(["hco", "AAQ"]);
    // What is not required makes nothing worse.
    expect(
      summarizeBlamed({ Degraded: [row("CDI", "R", "a: m")] }, [unread, aaq([], { required: false })])?.path,
    ).toEqual(["hco", "CDI"]);
  });

  test("the workload of a component explains it behind the component's message", () => {
    const seen = { ...unread, children: [workload("d", { children: [pod("p", { children: [container("c")] })] })] };
    const text = (message: string) => summarizeBlamed({ Degraded: [row("CDI", "R", message)] }, [seen])?.text;
    const found = "Deployment d 0/1 ready; container c in CrashLoopBackOff (3 restarts)";
    expect(text("CDI is degraded: m")).toBe(`Degraded because CDI: CDI is degraded: m; ${found}`);
    expect(text("CDI is degraded: ")).toBe(`Degraded because CDI: ${found}`);
    expect(summarizeBlamed({ Degraded: [row("CDI", "R", "a: m")] }, [seen])?.path).toEqual([
      "hco",
      "CDI",
      "d",
      "p",
      "c",
    ]);
  });
});

describe("causes that are as deep and as bad stand beside it", () => {
  const crashingWorkload = (name: string, label = "c"): ReportNode =>
    workload(name, { children: [pod(`${name}-p`, { children: [container(label)] })] });
  const listOtherPaths = (...parts: readonly ReportNode[]) =>
    causeOf(...parts)?.others?.map(({ path }) => path.slice(1).join("/"));

  test("causes of the same role and verdict, or with a reason, are named once for each workload", () => {
    expect(listOtherPaths(cdi([crashingWorkload("a"), crashingWorkload("b", "x")]))).toEqual(["CDI/b/b-p/x"]);
    expect(listOtherPaths(cdi([crashingWorkload("a"), workload("b")]))).toBeUndefined();
    const worse = workload("b", {
      children: [pod("q", { verdict: "unavailable", children: [container("x", { verdict: "unavailable" })] })],
    });
    // Of two workloads that are as bad the first by name, and an end of another verdict shows why too.
    expect([
      causeOf(cdi([crashingWorkload("a"), worse]))?.path.at(-1),
      listOtherPaths(cdi([crashingWorkload("a"), worse])),
    ]).toEqual(["c", ["CDI/b/q/x"]]);
  });
  test("two workloads of one component are two causes where each has a message", () => {
    expect(listOtherPaths(cdi([workload("a", { children: [] }), workload("b", { facts: { ready: "0/2" } })]))).toEqual([
      "CDI/b",
    ]);
  });
  test("a component with a message and without workloads is a cause beside it", () => {
    expect(listOtherPaths(cdi([]), aaq([]))).toEqual(["AAQ"]);
  });
  test("the older fault is first, since it explains more", () => {
    const workloadSince = (name: string, at: string) =>
      workload(name, { facts: { ready: name }, ...trouble("FailedCreate", at) });
    const first = "2026-11-21T01:00:00Z";
    const second = "2026-11-21T02:00:00Z";
    const third = "2026-11-21T03:00:00Z";
    expect(
      causeOf(
        cdi([workloadSince("x", third ?? ""), workloadSince("y", second ?? ""), workloadSince("z", first ?? "")]),
      )?.path.at(-1),
    ).toBe("z");
    expect(
      listOtherPaths(
        cdi([workloadSince("x", third ?? ""), workloadSince("y", second ?? ""), workloadSince("z", first ?? "")]),
      ),
    ).toEqual(["CDI/y", "CDI/x"]);
  });
  test("each text stands once", () => {
    const pods = (name: string): ReportNode => pod(name, { children: [container("c")] });
    const two = [workload("d", { children: [pods("p"), pods("q")] }), workload("e", { children: [pods("r")] })];
    const texts = causeOf(cdi(two))?.others?.map(({ text }) => text) ?? [];
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).not.toContain(causeOf(cdi(two))?.text);
  });
});

describe("events about the objects on the path to the cause", () => {
  const event = {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: "e", namespace },
    type: "Warning",
    reason: "BackOff",
    message: "m",
    involvedObject: { apiVersion: "apps/v1", kind: "Deployment", namespace, name: "d" },
    count: 2,
    lastTimestamp: takenAt,
  };
  const seen = indexSnapshot(snapshotOf([event], { takenAt, source }));
  test("stand with the cause", () => {
    const cause = summarizeCauses(findCauses("unavailable", [cdi([workload("d")])], {}, seen));
    expect(cause?.events?.map(({ reason, count }) => [reason, count])).toEqual([["BackOff", 2]]);
  });
  test("a cause without events has no such field", () => {
    expect(causeOf(cdi([workload("d")]))).not.toHaveProperty("events");
    expect(summarizeCauses(findCauses("unavailable", [cdi([workload("e")])], {}, seen))).not.toHaveProperty("events");
  });
});

describe("the cause of a single object", () => {
  test("is found one step below the object", () => {
    const cause = belowOf(workload("d", { children: [pod("p", trouble("Unschedulable", minutesAgo(3)))] }), nothing);
    expect([cause?.path, cause?.since]).toEqual([["d", "p"], minutesAgo(3)]);
    expect(cause?.text).toMatch(/^Unavailable because Deployment d: /);
    expect(cause).not.toHaveProperty("others");
  });
  test("is found also where the object only progresses", () => {
    expect(belowOf(workload("d", { verdict: "progressing", children: [pod("p")] }), nothing)?.path).toEqual(["d", "p"]);
    expect(belowOf(workload("d"), nothing)).toBeUndefined();
  });
  test("has the messages of the objects that are as bad", () => {
    const one = belowOf(
      cdi([
        workload("d", { children: [pod("p", { children: [container("c")] })] }),
        workload("e", { children: [pod("q", { children: [container("x")] })] }),
      ]),
      nothing,
    );
    expect(one?.others?.map(({ path, text }) => [path, text])).toEqual([
      [["CDI", "e", "q", "x"], expect.stringContaining("container x in CrashLoopBackOff")],
    ]);
  });
  test("has the name of an Application's part without its kind", () => {
    const part: ReportNode = workload("d", {
      role: "part",
      required: true,
      children: [pod("p", { children: [container("c")] })],
    });
    expect(causeOf(part)?.text).toMatch(/^Unavailable because d: /);
    expect(causeOf({ ...part, role: "workload" })?.text).toMatch(/^Unavailable because Deployment d: /);
  });
});

test("has no time where no object has one", () => {
  expect(causeOf(cdi([workload("d")], { conditions: [condition("Available", "F")] }))).not.toHaveProperty("since");
});
