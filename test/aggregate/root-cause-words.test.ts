import { describe, expect, test } from "vitest";
import { causeBelow, findRootCause } from "../../shared/aggregate/root-cause/root-cause.ts";
import { indexSnapshot } from "../../shared/aggregate/snapshot/object-index.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { Contribution, ReportNode } from "../../shared/model/report.ts";
import { ago, below, component, condition, namespace, share } from "../render/build.ts";

const takenAt = "2026-11-21T06:13:18Z";
const source = { kind: "files", name: "x" } as const;
const nothing = indexSnapshot(snapshotOf([], { takenAt, source }));

const trouble = (reason: string, since?: string): Pick<ReportNode, "trouble"> => ({
  trouble: { reason, message: "", ...(since !== undefined && { since }) },
});
const workload = (name: string, part: Partial<ReportNode> = {}): ReportNode =>
  below("workload", name, "unavailable", {
    facts: { ready: "0/1" },
    ...trouble("MinimumReplicasUnavailable"),
    ...part,
  });
const pod = (name: string, part: Partial<ReportNode> = {}): ReportNode =>
  below("pod", name, "degraded", { ...trouble("NotReady"), ...part });
const container = (name: string, part: Partial<ReportNode> = {}): ReportNode =>
  below("container", name, "degraded", {
    facts: { waiting: "CrashLoopBackOff", restarts: "3" },
    ...trouble("CrashLoopBackOff"),
    ...part,
  });
const cdi = (children: readonly ReportNode[], part: Partial<ReportNode> = {}): ReportNode =>
  component("CDI", "unavailable", "v1", { children, ...part });
const aaq = (children: readonly ReportNode[], part: Partial<ReportNode> = {}): ReportNode =>
  component("AAQ", "unavailable", "v1", { children, ...part });

const causeOf = (...parts: readonly ReportNode[]) => findRootCause("hco", "unavailable", parts, {}, nothing);

describe("where the part was not read the words of the root stand in for it", () => {
  const row = (component: string, reason: string, message: string, more: Partial<Contribution> = {}): Contribution => ({
    ...share(component, true, "reported-reason", reason, message),
    ...more,
  });
  const unread = component("CDI", "unknown", "", { outcome: "forbidden" });
  const said = (
    blamed: Readonly<Record<string, readonly Contribution[]>>,
    parts: readonly ReportNode[] = [unread],
    verdict: ReportNode["verdict"] = "degraded",
  ) => findRootCause("hco", verdict, parts, blamed, nothing);
  const of = (component: string, words: string, since?: string): object => ({
    path: ["hco", component],
    text: `Degraded because ${component}: ${words}`,
    ...(since !== undefined && { since }),
  });
  const rows: readonly [
    sentence: string,
    blamed: Readonly<Record<string, readonly Contribution[]>>,
    cause: object | undefined,
  ][] = [
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
    ["since then", { Degraded: [row("CDI", "R", "a: m", { since: ago(4) })] }, of("CDI", "a: m", ago(4))],
    [
      "since the words that are said",
      {
        Degraded: [row("CDI", "R", "a:", { since: ago(4) })],
        Progressing: [row("CDI", "R", "a: m", { since: ago(2) })],
      },
      of("CDI", "a: m", ago(2)),
    ],
    ["it names what is no part", { Degraded: [row("Stranger", "R", "a: m")] }, of("Stranger", "a: m")],
  ];
  test.for(rows)("%s", ([, blamed, cause]) => {
    expect(said(blamed)).toStrictEqual(cause);
  });

  test("not where the root is neither unavailable nor degraded", () => {
    const blamed = { Degraded: [row("CDI", "R", "a: m")] };
    for (const verdict of ["unknown", "progressing", "healthy"] as const)
      expect(said(blamed, [unread], verdict)).toBeUndefined();
    expect(said(blamed, [unread], "unavailable")?.text).toBe("Unavailable because CDI: a: m");
  });

  test("not where a part that was read is unavailable or degraded", () => {
    expect(said({ Degraded: [row("CDI", "R", "a: m")] }, [unread, aaq([])])?.path).toEqual(["hco", "AAQ"]);
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
  const also = (...parts: readonly ReportNode[]) => causeOf(...parts)?.also?.map(({ path }) => path.slice(1).join("/"));

  test("of the same role and verdict, once for each workload", () => {
    expect(also(cdi([crashing("a"), crashing("b", "x")]))).toEqual(["CDI/b/b-p/x"]);
    expect(also(cdi([crashing("a"), workload("b")]))).toBeUndefined();
    const worse = workload("b", {
      children: [pod("q", { verdict: "unavailable", children: [container("x", { verdict: "unavailable" })] })],
    });
    // Of two workloads that are as bad the first by name, and an end of another verdict is not as bad.
    expect([causeOf(cdi([crashing("a"), worse]))?.path.at(-1), also(cdi([crashing("a"), worse]))]).toEqual([
      "c",
      undefined,
    ]);
  });
  test("of two workloads below one part, by words of their own", () => {
    expect(also(cdi([workload("a", { children: [] }), workload("b", { facts: { ready: "0/2" } })]))).toEqual(["CDI/b"]);
  });
  test("not a part by its words alone", () => {
    expect(also(cdi([]), aaq([]))).toBeUndefined();
  });
  test("in the order of what explains more: the older trouble first", () => {
    const since = (name: string, at: string) =>
      workload(name, { facts: { ready: name }, ...trouble("FailedCreate", at) });
    const [first, second, third] = ["2026-11-21T01:00:00Z", "2026-11-21T02:00:00Z", "2026-11-21T03:00:00Z"];
    expect(
      causeOf(cdi([since("x", third ?? ""), since("y", second ?? ""), since("z", first ?? "")]))?.path.at(-1),
    ).toBe("z");
    expect(also(cdi([since("x", third ?? ""), since("y", second ?? ""), since("z", first ?? "")]))).toEqual([
      "CDI/y",
      "CDI/x",
    ]);
  });
  test("each text once", () => {
    const pods = (name: string): ReportNode => pod(name, { children: [container("c")] });
    const two = [workload("d", { children: [pods("p"), pods("q")] }), workload("e", { children: [pods("r")] })];
    const texts = causeOf(cdi(two))?.also?.map(({ text }) => text) ?? [];
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).not.toContain(causeOf(cdi(two))?.text);
  });
});

describe("events about what lies on the way down", () => {
  const event = {
    ...{
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: "e", namespace },
      type: "Warning",
      reason: "BackOff",
      message: "m",
    },
    involvedObject: { apiVersion: "apps/v1", kind: "Deployment", namespace, name: "d" },
    ...{ count: 2, lastTimestamp: takenAt },
  };
  const seen = indexSnapshot(snapshotOf([event], { takenAt, source }));
  test("stand with the cause", () => {
    const cause = findRootCause("hco", "unavailable", [cdi([workload("d")])], {}, seen);
    expect(cause?.events?.map(({ reason, count }) => [reason, count])).toEqual([["BackOff", 2]]);
  });
  test("and where there are none, nothing does", () => {
    expect(causeOf(cdi([workload("d")]))).not.toHaveProperty("events");
    expect(findRootCause("hco", "unavailable", [cdi([workload("e")])], {}, seen)).not.toHaveProperty("events");
  });
});

describe("an object on its own", () => {
  test("one step down is enough", () => {
    const cause = causeBelow(workload("d", { children: [pod("p", trouble("Unschedulable", ago(3)))] }), nothing);
    expect([cause?.path, cause?.since]).toEqual([["d", "p"], ago(3)]);
    expect(cause?.text).toMatch(/^Unavailable because Deployment d: /);
    expect(cause).not.toHaveProperty("also");
  });
  test("only where it is unavailable or degraded itself", () => {
    expect(causeBelow(workload("d", { verdict: "progressing", children: [pod("p")] }), nothing)).toBeUndefined();
    expect(causeBelow(workload("d"), nothing)).toBeUndefined();
  });
  test("what is as bad has its words, too", () => {
    const one = causeBelow(
      cdi([
        workload("d", { children: [pod("p", { children: [container("c")] })] }),
        workload("e", { children: [pod("q", { children: [container("x")] })] }),
      ]),
      nothing,
    );
    expect(one?.also?.map(({ path, text }) => [path, text])).toEqual([
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
