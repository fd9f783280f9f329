import { describe, expect, test } from "vitest";
import type { RolloutProgress } from "../../shared/model/cause/cause-evidence.ts";
import type { Effects } from "../../shared/model/finding/effect.ts";
import type { Finding } from "../../shared/model/finding/finding.ts";
import { type BlockingFinding, makeGoalFinding, type PermanentFinding } from "../../shared/model/finding/goal.ts";
import type { ReportNode, RootNode } from "../../shared/model/report.ts";
import type { WaitGoal } from "../../shared/model/wait.ts";
import { keyOfPermanent, listPermanentFindings } from "../../shared/wait/permanent-findings.ts";
import {
  component,
  condition,
  finding,
  hyperconverged,
  minutesAgo,
  node,
  refOf,
  report,
  root,
  workloadBelow,
} from "../render/build.ts";

const healthy: WaitGoal = { is: "healthy" };

/** What blocks: something about the root, or about a part. */
function unhealthyFinding(
  about = hyperconverged,
  header: Partial<Pick<Finding, "root" | "component">> = {},
): BlockingFinding {
  return makeGoalFinding(about, { code: "unhealthy", outcome: "found", reason: "" }, header);
}

const blocked: readonly BlockingFinding[] = [unhealthyFinding()];

/** `CDI: CrashLoopBackOff`, of a container `CDI/c: CrashLoopBackOff`; of another finding its code. */
function summarizeFinding(one: PermanentFinding): string {
  if (one.code !== "stuck") return `${one.about.name}: ${one.code}`;
  return `${one.part}${one.container === undefined ? "" : `/${one.container}`}: ${one.reason}`;
}

function summarizePermanent(
  roots: readonly RootNode[],
  blocking: readonly BlockingFinding[] = blocked,
  goal: WaitGoal = healthy,
  findings: readonly Finding[] = [],
): readonly string[] {
  return listPermanentFindings(report(roots, { findings }), goal, blocking).map(summarizeFinding);
}

const crashingContainer = (name: string, part: Partial<ReportNode> = {}): ReportNode =>
  workloadBelow("container", name, "degraded", {
    facts: { waiting: "CrashLoopBackOff", restarts: "7" },
    trouble: { reason: "CrashLoopBackOff", message: "", since: minutesAgo(14) },
    ...part,
  });
const pod = (children: readonly ReportNode[], part: Partial<ReportNode> = {}): ReportNode =>
  workloadBelow("pod", "p", "degraded", { children, ...part });
const deployment = (children: readonly ReportNode[], part: Partial<ReportNode> = {}): ReportNode =>
  workloadBelow("workload", "d", "unavailable", { facts: { ready: "0/1" }, children, ...part });
const cdi = (children: readonly ReportNode[], part: Partial<ReportNode> = {}): ReportNode =>
  component("CDI", "unavailable", "v1", { children, ...part });

const crash = root({ children: [cdi([deployment([pod([crashingContainer("c")])])])] });

describe("a paused roll-out of the operator", () => {
  const rollout = (state: RolloutProgress["state"]): RolloutProgress => ({
    state,
    deployment: "hco-operator",
    from: "1.20.0",
    to: "1.21.0",
  });
  const rolloutFinding = (state: "paused" | "stuck", effects: Effects): Finding => ({
    ...finding("warning", { code: "operator-rollout", ...rollout(state), state, reason: "", message: "" }),
    effects,
  });
  const operatorReplaced = (state: RolloutProgress["state"]): BlockingFinding =>
    makeGoalFinding(hyperconverged, { code: "operator-replaced", rollout: rollout(state) });
  const rows: readonly [sentence: string, blocking: BlockingFinding, found: readonly string[]][] = [
    ["is permanent where it blocks an upgrade", rolloutFinding("paused", { upgraded: "blocks" }), ["operator-rollout"]],
    ["is not permanent where it blocks nothing", rolloutFinding("paused", {}), []],
    ["is not reported where the roll-out is stuck", rolloutFinding("stuck", { upgraded: "blocks" }), []],
    ["is permanent where the wait itself observes it", operatorReplaced("paused"), ["operator-replaced"]],
    ["is not reported where the roll-out goes on", operatorReplaced("underway"), []],
    ["is not taken from another finding", unhealthyFinding(), []],
  ];
  test.for(rows)("%s", ([, blocking, expected]) => {
    expect(summarizePermanent([root({})], [blocking])).toEqual(
      expected.map((code) => `kubevirt-hyperconverged: ${code}`),
    );
  });
});

describe("a wait for a condition ends early only where its good status is requested", () => {
  const conditions = [
    condition("Available", "T"),
    condition("Degraded", "F"),
    condition("Progressing", "F"),
    condition("Settled", "T"),
  ];
  const rows: readonly [type: string, status: string, ends: boolean][] = [
    ["Available", "True", true],
    ["available", "TRUE", true],
    ["Available", "False", false],
    ["Settled", "True", true],
    ["Settled", "False", false],
    ["Degraded", "False", true],
    ["Degraded", "True", false],
    ["Progressing", "False", false],
    ["Progressing", "True", false],
    ["Ready", "True", true],
    ["ready", "true", true],
    ["Ready", "False", false],
    ["Unheard", "True", false],
  ];
  test.for(rows)("%s=%s: %s", ([type, status, ends]) => {
    const going = root({ conditions, deleting: true });
    const goal: WaitGoal = { is: "condition", type, status };
    expect(summarizePermanent([going], blocked, goal)).toEqual(
      ends ? ["kubevirt-hyperconverged: outdated-status"] : [],
    );
  });
});

describe("among several roots", () => {
  const otherRef = { ...hyperconverged, name: "other" };
  const other = root({ label: "other", ref: otherRef, children: crash.children });
  const refused = finding("error", { code: "invalid-request", message: "no" }, otherRef);

  test("a root that its operator refuses ends the wait", () => {
    expect(summarizePermanent([root({}), other], [], healthy, [refused])).toEqual(["other: invalid-request"]);
  });

  test("a refusal of a root that the goal does not concern is no end", () => {
    expect(summarizePermanent([root({})], [], healthy, [refused])).toEqual([]);
  });

  test("a finding of one root concerns no other", () => {
    const own = unhealthyFinding(otherRef, { root: otherRef });
    expect(summarizePermanent([crash, other], [own])).toEqual(["CDI/c: CrashLoopBackOff"]);
    expect(summarizePermanent([crash], [own])).toEqual([]);
  });

  test("a finding of no root in particular concerns each", () => {
    expect(summarizePermanent([crash], [unhealthyFinding(refOf("CDI"))])).toEqual(["CDI/c: CrashLoopBackOff"]);
  });

  test("a crash is not permanent where nothing blocks", () => {
    expect(summarizePermanent([crash], [])).toEqual([]);
  });
});

describe("a stuck roll-out of the operator that no cause explains", () => {
  const operator = workloadBelow("workload", "hco-operator", "degraded", {
    children: [pod([crashingContainer("hco")])],
    facts: { ready: "0/1" },
  });
  const evidence = { is: "quote", reason: "CrashLoopBackOff", message: "exit 1" } as const;
  const rollout = { state: "stuck", deployment: "hco-operator", from: "a", to: "b", evidence } as const;
  const standing = { running: "yes", from: "lease", rollout } as const;
  const own = (part: Partial<RootNode> = {}): RootNode =>
    root({ verdict: "healthy", operator: standing, children: [component("CDI", "healthy", "v1"), operator], ...part });
  const stopped: BlockingFinding = finding("error", { code: "operator-rollout", ...rollout, reason: "", message: "" });
  const rows: readonly [sentence: string, root: RootNode, blocking: readonly BlockingFinding[], found: string[]][] = [
    ["is stuck at its container", own(), [stopped], ["hco-operator/hco: CrashLoopBackOff"]],
    [
      "is stuck at its container beside another finding that blocks",
      own(),
      [unhealthyFinding(), stopped],
      ["hco-operator/hco: CrashLoopBackOff"],
    ],
    ["is not reported where it does not block", own(), blocked, []],
    [
      "is not another workload",
      own({ operator: { ...standing, rollout: { ...rollout, deployment: "other" } } }),
      [stopped],
      [],
    ],
    ["is not another node of its name", own({ children: [{ ...operator, role: "component" }] }), [stopped], []],
    [
      "is not stuck where its workload is healthy",
      own({ children: [{ ...operator, verdict: "healthy" }] }),
      [stopped],
      [],
    ],
    [
      "is reported once where its workload is a cause",
      own({ verdict: "degraded", children: [{ ...operator, required: true }] }),
      [stopped],
      ["hco-operator/hco: CrashLoopBackOff"],
    ],
  ];
  test.for(rows)("%s", ([, one, blocking, expected]) => {
    expect(summarizePermanent([one], blocking)).toEqual(expected);
  });

  test("quotes the container that holds it", () => {
    const [first] = listPermanentFindings(report([own()]), healthy, [stopped]);
    expect(first).toMatchObject({ code: "stuck", clause: evidence });
  });
});

describe("whether a finding concerns the part below which something is stuck", () => {
  const notUpgraded = (waitingFor: readonly string[]): BlockingFinding =>
    makeGoalFinding(refOf("SSP"), { code: "not-upgraded", running: true, waitingFor, lags: [] });
  const notReadFinding = (name?: string): BlockingFinding =>
    finding("warning", {
      code: "not-read",
      outcome: "forbidden",
      cause: "",
      ...(name !== undefined && { component: name }),
    });
  const rows: readonly [sentence: string, blocking: BlockingFinding, concerns: boolean][] = [
    ["about the root", unhealthyFinding(), true],
    ["about the part", unhealthyFinding(refOf("CDI")), true],
    ["about another part", unhealthyFinding(refOf("SSP")), false],
    ["an upgrade that waits for the part", notUpgraded(["SSP", "CDI"]), true],
    ["an upgrade that waits for another", notUpgraded(["SSP"]), false],
    ["an object that does not exist", makeGoalFinding(hyperconverged, { code: "missing-object" }), false],
    ["a list that was not read", notReadFinding(), false],
    ["the root, not read for a component", notReadFinding("CDI"), true],
    [
      "an operator that is down",
      finding("error", { code: "operator-down", deployment: "x", ready: 0, wanted: 1, found: true }, refOf("x")),
      true,
    ],
    [
      "an operator that is not known",
      finding("error", { code: "operator-unknown", outcome: "unread", cause: "" }, refOf("x")),
      true,
    ],
  ];
  test.for(rows)("%s", ([, blocking, concerns]) => {
    expect(summarizePermanent([crash], [blocking])).toEqual(concerns ? ["CDI/c: CrashLoopBackOff"] : []);
  });

  test("a wait for upgradeable counts only findings of the stuck component", () => {
    const goal: WaitGoal = { is: "upgradeable" };
    expect(summarizePermanent([crash], [unhealthyFinding(hyperconverged, { component: "CDI" })], goal)).toEqual([
      "CDI/c: CrashLoopBackOff",
    ]);
    expect(summarizePermanent([crash], [unhealthyFinding(hyperconverged, { component: "SSP" })], goal)).toEqual([]);
    expect(summarizePermanent([crash], [makeGoalFinding(hyperconverged, { code: "no-versions" })], goal)).toEqual([
      "CDI/c: CrashLoopBackOff",
    ]);
  });

  test("one finding of several that concerns the part is enough", () => {
    expect(summarizePermanent([crash], [unhealthyFinding(refOf("SSP")), unhealthyFinding(refOf("CDI"))])).toEqual([
      "CDI/c: CrashLoopBackOff",
    ]);
  });

  test("the part may be any of those that a cause names", () => {
    const [cause] = crash.causes;
    if (cause === undefined) throw new Error("it has a cause");
    const shared = { ...crash, causes: [{ ...cause, component: "SSP", sharedBy: ["AAQ", "CDI"] }] };
    expect(summarizePermanent([shared], [unhealthyFinding(refOf("CDI"))])).toEqual(["CDI/c: CrashLoopBackOff"]);
  });
});

describe("the object named for a cause that rarely recovers", () => {
  const rows: readonly [sentence: string, children: readonly ReportNode[], found: readonly string[]][] = [
    [
      "is the deepest one",
      [deployment([pod([crashingContainer("c")])], { trouble: { reason: "ProgressDeadlineExceeded", message: "" } })],
      ["CDI/c: CrashLoopBackOff"],
    ],
    [
      "is the workload where no Pod or container is stuck",
      [deployment([], { trouble: { reason: "ProgressDeadlineExceeded", message: "" } })],
      ["CDI: ProgressDeadlineExceeded"],
    ],
    [
      "is no container that restarted twice",
      [deployment([pod([crashingContainer("c", { facts: { waiting: "CrashLoopBackOff", restarts: "2" } })])])],
      [],
    ],
    [
      "is a container from its third restart",
      [deployment([pod([crashingContainer("c", { facts: { waiting: "CrashLoopBackOff", restarts: "3" } })])])],
      ["CDI/c: CrashLoopBackOff"],
    ],
    [
      "is no container whose restarts are unknown",
      [deployment([pod([crashingContainer("c", { facts: { waiting: "CrashLoopBackOff" } })])])],
      [],
    ],
    [
      "is no container that is being created",
      [
        deployment([
          pod([
            crashingContainer("c", {
              facts: { waiting: "ContainerCreating" },
              trouble: { reason: "ContainerCreating", message: "" },
            }),
          ]),
        ]),
      ],
      [],
    ],
    [
      "is no container for the way in which it ended before",
      [deployment([pod([crashingContainer("c", { trouble: { reason: "Error", message: "" } })])])],
      [],
    ],
    [
      "is nothing below a Pod that progresses",
      [deployment([pod([crashingContainer("c")], { verdict: "progressing" })])],
      [],
    ],
  ];
  test.for(rows)("%s", ([, children, expected]) => {
    expect(summarizePermanent([root({ children: [cdi(children)] })])).toEqual(expected);
  });

  test("has a time only where its workload still requires the Pod", () => {
    const set = (kind: string, ownVerdict: ReportNode["ownVerdict"]): ReportNode =>
      node({
        role: "workload",
        label: "s",
        ref: { group: "apps", kind, namespace: "n", name: "s" },
        verdict: "degraded",
        ownVerdict,
        children: [pod([crashingContainer("c")])],
      });
    const sinceOfFirst = (one: ReportNode): string | undefined =>
      listPermanentFindings(report([root({ children: [cdi([one])] })]), healthy, blocked)[0]?.since;
    expect(sinceOfFirst(set("StatefulSet", "progressing"))).toBeUndefined();
    expect(sinceOfFirst(set("DaemonSet", "progressing"))).toBeUndefined();
    expect(sinceOfFirst(set("StatefulSet", "degraded"))).toBe(minutesAgo(14));
    expect(sinceOfFirst(set("Deployment", "progressing"))).toBe(minutesAgo(14));
  });
});

describe("a controller that reports Stalled", () => {
  const stalledRoot = (words: readonly [reason?: string, message?: string], part: Partial<ReportNode> = {}): RootNode =>
    root({ verdict: "degraded", conditions: [condition("Stalled", "T", 5, ...words)], ...part });
  test("is quoted by its reason, or by that type", () => {
    expect(summarizePermanent([stalledRoot(["Broken"])])).toEqual(["kubevirt-hyperconverged: Broken"]);
    expect(summarizePermanent([stalledRoot([])])).toEqual(["kubevirt-hyperconverged: Stalled"]);
  });
  test("does not count for an older generation", () => {
    expect(summarizePermanent([stalledRoot(["Broken"], { stale: true })])).toEqual([]);
  });
  test("does not count where the object is paused", () => {
    expect(summarizePermanent([stalledRoot(["Broken"], { frozen: true })])).toEqual([
      "kubevirt-hyperconverged: Paused",
    ]);
  });
});

describe("two Reports have the same permanent finding", () => {
  const stuckAt = (part: string, reason: string, container?: string, since = minutesAgo(1)): PermanentFinding => ({
    ...makeGoalFinding(refOf(part), {
      code: "stuck",
      part,
      reason,
      message: since,
      ...(container !== undefined && { container }),
    }),
    since,
    graceSeconds: 60,
  });
  const tainted = (name: string, about = refOf(name)): PermanentFinding => ({
    ...finding("warning", { code: "tainted", annotation: "a", component: name, operations: 1 }, about),
    graceSeconds: 0,
  });
  const deleting = (name: string): PermanentFinding => ({
    ...finding("warning", { code: "deleting", since: minutesAgo(1), finalizers: [], remaining: [] }, refOf(name)),
    graceSeconds: 0,
  });
  const crash = stuckAt("CDI", "CrashLoopBackOff", "c");
  const rows: readonly [sentence: string, a: PermanentFinding, b: PermanentFinding, isSame: boolean][] = [
    ["with another message and another time", crash, stuckAt("CDI", "CrashLoopBackOff", "c", minutesAgo(9)), true],
    ["not with another reason", crash, stuckAt("CDI", "OOMKilled", "c"), false],
    ["not of another container", crash, stuckAt("CDI", "CrashLoopBackOff", "d"), false],
    ["not of a container and of none", crash, stuckAt("CDI", "CrashLoopBackOff"), false],
    ["not of another component", crash, stuckAt("SSP", "CrashLoopBackOff", "c"), false],
    ["not with another code", tainted("CDI"), deleting("CDI"), false],
    [
      "not of another component of the same root",
      tainted("CDI", hyperconverged),
      tainted("SSP", hyperconverged),
      false,
    ],
    ["not of another object", deleting("CDI"), deleting("SSP"), false],
    ["of the same object", deleting("CDI"), deleting("CDI"), true],
  ];
  test.for(rows)("%s", ([, a, b, isSame]) => {
    expect(keyOfPermanent(a) === keyOfPermanent(b)).toBe(isSame);
  });
});
