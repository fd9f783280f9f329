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
function unhealthy(about = hyperconverged, header: Partial<Pick<Finding, "root" | "component">> = {}): BlockingFinding {
  return makeGoalFinding(about, { code: "unhealthy", outcome: "found", reason: "" }, header);
}

const blocked: readonly BlockingFinding[] = [unhealthy()];

/** `CDI: CrashLoopBackOff`, of a container `CDI/c: CrashLoopBackOff`; of another finding its code. */
function inShort(one: PermanentFinding): string {
  if (one.code !== "stuck") return `${one.about.name}: ${one.code}`;
  return `${one.part}${one.container === undefined ? "" : `/${one.container}`}: ${one.reason}`;
}

function found(
  roots: readonly RootNode[],
  blocking: readonly BlockingFinding[] = blocked,
  goal: WaitGoal = healthy,
  findings: readonly Finding[] = [],
): readonly string[] {
  return listPermanentFindings(report(roots, { findings }), goal, blocking).map(inShort);
}

const crashing = (name: string, part: Partial<ReportNode> = {}): ReportNode =>
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

const crash = root({ children: [cdi([deployment([pod([crashing("c")])])])] });

describe("a paused roll-out of the operator", () => {
  const rollout = (state: RolloutProgress["state"]): RolloutProgress => ({
    state,
    deployment: "hco-operator",
    from: "1.20.0",
    to: "1.21.0",
  });
  const reported = (state: "paused" | "stuck", effects: Effects): Finding => ({
    ...finding("warning", { code: "operator-rollout", ...rollout(state), state, reason: "", message: "" }),
    effects,
  });
  const replaced = (state: RolloutProgress["state"]): BlockingFinding =>
    makeGoalFinding(hyperconverged, { code: "operator-replaced", rollout: rollout(state) });
  const rows: readonly [sentence: string, blocking: BlockingFinding, found: readonly string[]][] = [
    ["that blocks an upgrade", reported("paused", { upgraded: "blocks" }), ["operator-rollout"]],
    ["that blocks nothing", reported("paused", {}), []],
    ["is no pause where it is stuck", reported("stuck", { upgraded: "blocks" }), []],
    ["that a wait sees", replaced("paused"), ["operator-replaced"]],
    ["is no pause where it goes on", replaced("underway"), []],
    ["is not another finding", unhealthy(), []],
  ];
  test.for(rows)("%s", ([, blocking, expected]) => {
    expect(found([root({})], [blocking])).toEqual(expected.map((code) => `kubevirt-hyperconverged: ${code}`));
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
    expect(found([going], blocked, goal)).toEqual(ends ? ["kubevirt-hyperconverged: outdated-status"] : []);
  });
});

describe("of several roots", () => {
  const otherRef = { ...hyperconverged, name: "other" };
  const other = root({ label: "other", ref: otherRef, children: crash.children });
  const refused = finding("error", { code: "invalid-request", message: "no" }, otherRef);

  test("one that its operator refuses is enough", () => {
    expect(found([root({}), other], [], healthy, [refused])).toEqual(["other: invalid-request"]);
  });

  test("only the one that the goal concerns is refused", () => {
    expect(found([root({})], [], healthy, [refused])).toEqual([]);
  });

  test("what blocks one of them concerns no other", () => {
    const own = unhealthy(otherRef, { root: otherRef });
    expect(found([crash, other], [own])).toEqual(["CDI/c: CrashLoopBackOff"]);
    expect(found([crash], [own])).toEqual([]);
  });

  test("what blocks no root in particular concerns each", () => {
    expect(found([crash], [unhealthy(refOf("CDI"))])).toEqual(["CDI/c: CrashLoopBackOff"]);
  });

  test("nothing is stuck where nothing blocks", () => {
    expect(found([crash], [])).toEqual([]);
  });
});

describe("the roll-out of the operator, where no cause says what holds it", () => {
  const operator = workloadBelow("workload", "hco-operator", "degraded", {
    children: [pod([crashing("hco")])],
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
    ["beside something else that blocks", own(), [unhealthy(), stopped], ["hco-operator/hco: CrashLoopBackOff"]],
    ["is stuck at nothing where it does not block", own(), blocked, []],
    [
      "is no other workload",
      own({ operator: { ...standing, rollout: { ...rollout, deployment: "other" } } }),
      [stopped],
      [],
    ],
    ["is no other node of its name", own({ children: [{ ...operator, role: "component" }] }), [stopped], []],
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
    expect(found([one], blocking)).toEqual(expected);
  });

  test("has the clause of what holds it", () => {
    const [first] = listPermanentFindings(report([own()]), healthy, [stopped]);
    expect(first).toMatchObject({ code: "stuck", clause: evidence });
  });
});

describe("whether a finding concerns the part below which something is stuck", () => {
  const lag = (waitingFor: readonly string[]): BlockingFinding =>
    makeGoalFinding(refOf("SSP"), { code: "not-upgraded", running: true, waitingFor, lags: [] });
  const notRead = (name?: string): BlockingFinding =>
    finding("warning", {
      code: "not-read",
      outcome: "forbidden",
      cause: "",
      ...(name !== undefined && { component: name }),
    });
  const rows: readonly [sentence: string, blocking: BlockingFinding, concerns: boolean][] = [
    ["about the root", unhealthy(), true],
    ["about the part", unhealthy(refOf("CDI")), true],
    ["about another part", unhealthy(refOf("SSP")), false],
    ["an upgrade that waits for the part", lag(["SSP", "CDI"]), true],
    ["an upgrade that waits for another", lag(["SSP"]), false],
    ["an object that does not exist", makeGoalFinding(hyperconverged, { code: "missing-object" }), false],
    ["a list that was not read", notRead(), false],
    ["the root, not read for a component", notRead("CDI"), true],
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
    expect(found([crash], [blocking])).toEqual(concerns ? ["CDI/c: CrashLoopBackOff"] : []);
  });

  test("for the next upgrade, one of its component", () => {
    const goal: WaitGoal = { is: "upgradeable" };
    expect(found([crash], [unhealthy(hyperconverged, { component: "CDI" })], goal)).toEqual([
      "CDI/c: CrashLoopBackOff",
    ]);
    expect(found([crash], [unhealthy(hyperconverged, { component: "SSP" })], goal)).toEqual([]);
    expect(found([crash], [makeGoalFinding(hyperconverged, { code: "no-versions" })], goal)).toEqual([
      "CDI/c: CrashLoopBackOff",
    ]);
  });

  test("one of several is enough", () => {
    expect(found([crash], [unhealthy(refOf("SSP")), unhealthy(refOf("CDI"))])).toEqual(["CDI/c: CrashLoopBackOff"]);
  });

  test("the part need not be the first that a cause names", () => {
    const [cause] = crash.causes;
    if (cause === undefined) throw new Error("it has a cause");
    const shared = { ...crash, causes: [{ ...cause, component: "SSP", sharedBy: ["AAQ", "CDI"] }] };
    expect(found([shared], [unhealthy(refOf("CDI"))])).toEqual(["CDI/c: CrashLoopBackOff"]);
  });
});

describe("the object of a cause that rarely recovers", () => {
  const rows: readonly [sentence: string, children: readonly ReportNode[], found: readonly string[]][] = [
    [
      "is the deepest",
      [deployment([pod([crashing("c")])], { trouble: { reason: "ProgressDeadlineExceeded", message: "" } })],
      ["CDI/c: CrashLoopBackOff"],
    ],
    [
      "is the workload where nothing below is one",
      [deployment([], { trouble: { reason: "ProgressDeadlineExceeded", message: "" } })],
      ["CDI: ProgressDeadlineExceeded"],
    ],
    [
      "is no container that was started again only twice",
      [deployment([pod([crashing("c", { facts: { waiting: "CrashLoopBackOff", restarts: "2" } })])])],
      [],
    ],
    [
      "is a container from its third restart",
      [deployment([pod([crashing("c", { facts: { waiting: "CrashLoopBackOff", restarts: "3" } })])])],
      ["CDI/c: CrashLoopBackOff"],
    ],
    [
      "is no container whose restarts are not known",
      [deployment([pod([crashing("c", { facts: { waiting: "CrashLoopBackOff" } })])])],
      [],
    ],
    [
      "is no container that waits for its image to be made",
      [
        deployment([
          pod([
            crashing("c", {
              facts: { waiting: "ContainerCreating" },
              trouble: { reason: "ContainerCreating", message: "" },
            }),
          ]),
        ]),
      ],
      [],
    ],
    [
      "is no container by how it ended before",
      [deployment([pod([crashing("c", { trouble: { reason: "Error", message: "" } })])])],
      [],
    ],
    ["is nothing below a pod that is fine", [deployment([pod([crashing("c")], { verdict: "progressing" })])], []],
  ];
  test.for(rows)("%s", ([, children, expected]) => {
    expect(found([root({ children: [cdi(children)] })])).toEqual(expected);
  });

  test("counts its time only from where a rolling workload still wants it", () => {
    const set = (kind: string, ownVerdict: ReportNode["ownVerdict"]): ReportNode =>
      node({
        role: "workload",
        label: "s",
        ref: { group: "apps", kind, namespace: "n", name: "s" },
        verdict: "degraded",
        ownVerdict,
        children: [pod([crashing("c")])],
      });
    const since = (one: ReportNode): string | undefined =>
      listPermanentFindings(report([root({ children: [cdi([one])] })]), healthy, blocked)[0]?.since;
    expect(since(set("StatefulSet", "progressing"))).toBeUndefined();
    expect(since(set("DaemonSet", "progressing"))).toBeUndefined();
    expect(since(set("StatefulSet", "degraded"))).toBe(minutesAgo(14));
    expect(since(set("Deployment", "progressing"))).toBe(minutesAgo(14));
  });
});

describe("a controller that reports Stalled", () => {
  const stalled = (words: readonly [reason?: string, message?: string], part: Partial<ReportNode> = {}): RootNode =>
    root({ verdict: "degraded", conditions: [condition("Stalled", "T", 5, ...words)], ...part });
  test("is quoted by its reason, or by that type", () => {
    expect(found([stalled(["Broken"])])).toEqual(["kubevirt-hyperconverged: Broken"]);
    expect(found([stalled([])])).toEqual(["kubevirt-hyperconverged: Stalled"]);
  });
  test("does not count for an older generation", () => {
    expect(found([stalled(["Broken"], { stale: true })])).toEqual([]);
  });
  test("does not count where the object is paused", () => {
    expect(found([stalled(["Broken"], { frozen: true })])).toEqual(["kubevirt-hyperconverged: Paused"]);
  });
});

describe("two Reports have the same finding", () => {
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
    ["whatever its message and its time", crash, stuckAt("CDI", "CrashLoopBackOff", "c", minutesAgo(9)), true],
    ["of the same reason", crash, stuckAt("CDI", "OOMKilled", "c"), false],
    ["of the same container", crash, stuckAt("CDI", "CrashLoopBackOff", "d"), false],
    ["of a container, or of none", crash, stuckAt("CDI", "CrashLoopBackOff"), false],
    ["of the same part", crash, stuckAt("SSP", "CrashLoopBackOff", "c"), false],
    ["of the same code", tainted("CDI"), deleting("CDI"), false],
    ["of the same component", tainted("CDI", hyperconverged), tainted("SSP", hyperconverged), false],
    ["of the same object", deleting("CDI"), deleting("SSP"), false],
    ["of the same object, without a component", deleting("CDI"), deleting("CDI"), true],
  ];
  test.for(rows)("%s", ([, a, b, isSame]) => {
    expect(keyOfPermanent(a) === keyOfPermanent(b)).toBe(isSame);
  });
});
