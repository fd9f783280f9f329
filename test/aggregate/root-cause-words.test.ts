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

describe("where the part was not read the words of the root stand in for it", () => {
  const row = (component: string, reason: string, message: string, more: Partial<Contribution> = {}): Contribution => ({
    ...contribution(component, true, "reported-reason", reason, message),
    ...more,
  });
  const unread = component("CDI", "unknown", "", { outcome: "forbidden" });
  const said = (
    blamed: ContributionsByType,
    parts: readonly ReportNode[] = [unread],
    verdict: ReportNode["verdict"] = "degraded",
  ) => summarizeCauses(findCauses(verdict, parts, blamed, nothing));
  const of = (component: string, words: string, since?: string): object => ({
    path: ["hco", component],
    text: `Degraded because ${component}: ${words}`,
    ...definedFields({ since }),
  });
  const rows: readonly [sentence: string, blamed: ContributionsByType, cause: object | undefined][] = [
    ["it names no part", {}, undefined],
    ["only Progressing names one", { Progressing: [row("CDI", "R", "m")] }, undefined],
    [
      "Available names one",
      { Available: [row("CDI", "R", "CDI is not available: m")] },
      of("CDI", "CDI is not available: m"),
    ],
    ["Degraded names one", { Degraded: [row("CDI", "R", "CDI is degraded: m")] }, of("CDI", "CDI is degraded: m")],
    [
      "Available goes before Degraded",
      { Available: [row("CDI", "R", "a: m")], Degraded: [row("AAQ", "R", "b: m")] },
      of("CDI", "a: m"),
    ],
    [
      "HCODegraded in Available stands for whom Degraded names",
      { Available: [row("CDI", "HCODegraded", "a: m")], Degraded: [row("AAQ", "R", "b: m")] },
      of("AAQ", "b: m"),
    ],
    ["HCODegraded alone names no part", { Available: [row("CDI", "HCODegraded", "a: m")] }, undefined],
    [
      "of words without an end Degraded has more to say",
      { Available: [row("CDI", "R", "CDI is not available: ")], Degraded: [row("CDI", "R", "CDI is degraded: m")] },
      of("CDI", "CDI is degraded: m"),
    ],
    [
      "of words without an end Progressing has more to say",
      { Degraded: [row("CDI", "R", "CDI is degraded: ")], Progressing: [row("CDI", "R", "CDI is progressing: m")] },
      of("CDI", "CDI is progressing: m"),
    ],
    [
      "of words without an end a later row of Available has more to say",
      { Available: [row("CDI", "R", "CDI is not available: "), row("CDI", "R", "CDI is not available: m")] },
      of("CDI", "CDI is not available: m"),
    ],
    [
      "what another says is no word of it",
      { Degraded: [row("CDI", "R", "CDI is degraded: ")], Progressing: [row("AAQ", "R", "AAQ is progressing: m")] },
      of("CDI", "CDI is degraded: (no message)"),
    ],
    ["without a message its reason is said", { Degraded: [row("CDI", "CDIDegraded", "")] }, of("CDI", "CDIDegraded")],
    ["since then", { Degraded: [row("CDI", "R", "a: m", { since: minutesAgo(4) })] }, of("CDI", "a: m", minutesAgo(4))],
    [
      "since the words that are said",
      {
        Degraded: [row("CDI", "R", "a:", { since: minutesAgo(4) })],
        Progressing: [row("CDI", "R", "a: m", { since: minutesAgo(2) })],
      },
      of("CDI", "a: m", minutesAgo(2)),
    ],
    ["it names what is no part", { Degraded: [row("Stranger", "R", "a: m")] }, of("Stranger", "a: m")],
  ];
  test.for(rows)("%s", ([, blamed, cause]) => {
    const { others: _, ...first } = said(blamed) ?? {};
    expect(first).toStrictEqual(cause ?? {});
  });

  test("not where the root is neither unavailable nor degraded", () => {
    const blamed = { Degraded: [row("CDI", "R", "a: m")] };
    expect(said(blamed, [unread], "unknown")?.text).toBe(
      "Unknown because CDI: no permission to read CDI cdi-kubevirt-hyperconverged",
    );
    expect(said(blamed, [unread], "healthy")).toBeUndefined();
    expect(said(blamed, [unread], "unavailable")?.text).toBe("Unavailable because CDI: a: m");
  });

  test("not where a part that was read explains the root's verdict", () => {
    const both = said({ Degraded: [row("CDI", "R", "a: m")] }, [unread, aaq([])], "unavailable");
    expect(both?.path).toEqual(["hco", "AAQ"]);
    // What is not required makes nothing worse.
    expect(said({ Degraded: [row("CDI", "R", "a: m")] }, [unread, aaq([], { required: false })])?.path).toEqual([
      "hco",
      "CDI",
    ]);
  });

  test("what runs for it explains it, behind the words that have an end", () => {
    const seen = { ...unread, children: [workload("d", { children: [pod("p", { children: [container("c")] })] })] };
    const text = (message: string) => said({ Degraded: [row("CDI", "R", message)] }, [seen])?.text;
    const found = "Deployment d 0/1 ready; container c in CrashLoopBackOff (3 restarts)";
    expect(text("CDI is degraded: m")).toBe(`Degraded because CDI: CDI is degraded: m; ${found}`);
    expect(text("CDI is degraded: ")).toBe(`Degraded because CDI: ${found}`);
    expect(said({ Degraded: [row("CDI", "R", "a: m")] }, [seen])?.path).toEqual(["hco", "CDI", "d", "p", "c"]);
  });
});

describe("causes that are as deep and as bad stand beside it", () => {
  const crashing = (name: string, label = "c"): ReportNode =>
    workload(name, { children: [pod(`${name}-p`, { children: [container(label)] })] });
  const others = (...parts: readonly ReportNode[]) =>
    causeOf(...parts)?.others?.map(({ path }) => path.slice(1).join("/"));

  test("of the same role and verdict, or where they show why, once for each workload", () => {
    expect(others(cdi([crashing("a"), crashing("b", "x")]))).toEqual(["CDI/b/b-p/x"]);
    expect(others(cdi([crashing("a"), workload("b")]))).toBeUndefined();
    const worse = workload("b", {
      children: [pod("q", { verdict: "unavailable", children: [container("x", { verdict: "unavailable" })] })],
    });
    // Of two workloads that are as bad the first by name, and an end of another verdict shows why too.
    expect([causeOf(cdi([crashing("a"), worse]))?.path.at(-1), others(cdi([crashing("a"), worse]))]).toEqual([
      "c",
      ["CDI/b/q/x"],
    ]);
  });
  test("of two workloads below one part, by words of their own", () => {
    expect(others(cdi([workload("a", { children: [] }), workload("b", { facts: { ready: "0/2" } })]))).toEqual([
      "CDI/b",
    ]);
  });
  test("a part by its words alone too", () => {
    expect(others(cdi([]), aaq([]))).toEqual(["AAQ"]);
  });
  test("the older fault explains more, so it is first", () => {
    const since = (name: string, at: string) =>
      workload(name, { facts: { ready: name }, ...trouble("FailedCreate", at) });
    const first = "2026-11-21T01:00:00Z";
    const second = "2026-11-21T02:00:00Z";
    const third = "2026-11-21T03:00:00Z";
    expect(
      causeOf(cdi([since("x", third ?? ""), since("y", second ?? ""), since("z", first ?? "")]))?.path.at(-1),
    ).toBe("z");
    expect(others(cdi([since("x", third ?? ""), since("y", second ?? ""), since("z", first ?? "")]))).toEqual([
      "CDI/y",
      "CDI/x",
    ]);
  });
  test("each text once", () => {
    const pods = (name: string): ReportNode => pod(name, { children: [container("c")] });
    const two = [workload("d", { children: [pods("p"), pods("q")] }), workload("e", { children: [pods("r")] })];
    const texts = causeOf(cdi(two))?.others?.map(({ text }) => text) ?? [];
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).not.toContain(causeOf(cdi(two))?.text);
  });
});

describe("events about what lies on the way down", () => {
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
  test("and where there are none, nothing does", () => {
    expect(causeOf(cdi([workload("d")]))).not.toHaveProperty("events");
    expect(summarizeCauses(findCauses("unavailable", [cdi([workload("e")])], {}, seen))).not.toHaveProperty("events");
  });
});

describe("an object on its own", () => {
  test("one step down is enough", () => {
    const cause = belowOf(workload("d", { children: [pod("p", trouble("Unschedulable", minutesAgo(3)))] }), nothing);
    expect([cause?.path, cause?.since]).toEqual([["d", "p"], minutesAgo(3)]);
    expect(cause?.text).toMatch(/^Unavailable because Deployment d: /);
    expect(cause).not.toHaveProperty("others");
  });
  test("also where it is only progressing", () => {
    expect(belowOf(workload("d", { verdict: "progressing", children: [pod("p")] }), nothing)?.path).toEqual(["d", "p"]);
    expect(belowOf(workload("d"), nothing)).toBeUndefined();
  });
  test("what is as bad has its words, too", () => {
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
  test("a part of an Application has no kind before its name", () => {
    const part: ReportNode = workload("d", {
      role: "part",
      required: true,
      children: [pod("p", { children: [container("c")] })],
    });
    expect(causeOf(part)?.text).toMatch(/^Unavailable because d: /);
    expect(causeOf({ ...part, role: "workload" })?.text).toMatch(/^Unavailable because Deployment d: /);
  });
});

test("without a time anywhere it has none", () => {
  expect(causeOf(cdi([workload("d")], { conditions: [condition("Available", "F")] }))).not.toHaveProperty("since");
});
