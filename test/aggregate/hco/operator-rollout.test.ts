import { describe, expect, test } from "vitest";
import type { Verdict } from "../../../shared/model/verdict.ts";
import { describeFinding } from "../../../shared/render/words/index.ts";
import { upgradeGate } from "../../../shared/upgrade-gate/upgrade-gate.ts";
import { permanentFindings } from "../../../shared/wait/permanent-findings.ts";
import { evaluateWaitGoal } from "../../../shared/wait/wait-goal.ts";
import type { Lose } from "../gate-situation.ts";
import { running } from "../gate-situation.ts";
import { namespace, next, type OperatorPod, old, podName, type RollingOperator, reportOf } from "./rolling-operator.ts";

const oldPod: OperatorPod = { version: old };
const newPod: OperatorPod = { version: next };
/** An old Pod that runs, and a new one that is not ready: two replicas, one of them updated, one ready. */
const surge = { replicas: 2, updatedReplicas: 1 };
const none = { replicas: 1, updatedReplicas: 0 };
const available = { type: "Available", status: "True", reason: "MinimumReplicasAvailable", message: "" };
const deadline = {
  type: "Progressing",
  status: "False",
  reason: "ProgressDeadlineExceeded",
  message: "ReplicaSet has timed out progressing.",
};
const quota = { type: "ReplicaFailure", status: "True", reason: "FailedCreate", message: "exceeded quota: pods" };

function waiting(reason: string): OperatorPod {
  return { ...newPod, waiting: { reason, message: `${reason} for now` } };
}

const paused: RollingOperator = { template: next, spec: { paused: true }, status: none, pods: [oldPod] };
const image: RollingOperator = { template: next, status: surge, pods: [oldPod, waiting("ImagePullBackOff")] };
const unread: Lose = ({ kind }) => (kind === "Pod" || kind === "ReplicaSet" ? "forbidden" : undefined);

type Row = readonly [
  sentence: string,
  operator: RollingOperator,
  state: string | undefined,
  verdict: Verdict,
  text: string | RegExp,
];

const held: readonly Row[] = [
  [
    "paused before its template",
    paused,
    "paused",
    "healthy",
    /is paused and starts no more pods of 1\.21\.0; 1\.20\.0 keeps running/,
  ],
  [
    "paused, and nobody may read its pods",
    { ...paused, lose: unread },
    "paused",
    "healthy",
    /is paused and starts no more pods of 1\.21\.0$/,
  ],
  [
    "the image of its new pod is not there",
    image,
    "stuck",
    "degraded",
    /cannot roll out 1\.21\.0, so 1\.20\.0 keeps running: .*ImagePullBackOff/,
  ],
  [
    "its new pod cannot pull its image for the first time",
    { ...image, pods: [oldPod, waiting("ErrImagePull")] },
    "stuck",
    "degraded",
    /ErrImagePull for now$/,
  ],
  [
    "its new pod crashes while the old one leads",
    { ...image, pods: [oldPod, waiting("CrashLoopBackOff")], holder: podName(old) },
    "stuck",
    "degraded",
    /CrashLoopBackOff/,
  ],
  [
    "a quota refuses its new pod",
    { template: next, status: none, conditions: [available, quota], pods: [oldPod] },
    "stuck",
    "degraded",
    /FailedCreate: exceeded quota: pods$/,
  ],
  [
    "a quota has just refused its new pod, and its status says nothing of it yet",
    { template: next, status: none, generation: 3, refusal: quota, pods: [oldPod] },
    "stuck",
    "degraded",
    /FailedCreate: exceeded quota: pods$/,
  ],
  [
    "no node has room for its new pod",
    { ...image, pods: [oldPod, { ...newPod, unschedulable: "0/3 nodes are available" }] },
    "stuck",
    "degraded",
    /Unschedulable: 0\/3 nodes are available/,
  ],
  [
    "its new pod did not get ready in time, and nobody may read it",
    { template: next, status: surge, conditions: [available, deadline], lose: unread },
    "stuck",
    "degraded",
    /ProgressDeadlineExceeded: ReplicaSet has timed out progressing\.$/,
  ],
];

const calm: readonly Row[] = [
  ["rolled out", { pods: [oldPod] }, "complete", "healthy", /is rolled out \(1\/1 ready\)$/],
  [
    "its new pod starts",
    { ...image, pods: [oldPod, { ...newPod, ready: false }] },
    "underway",
    "healthy",
    /is rolling out/,
  ],
  [
    "its new pod waits for the Lease, which the old one holds until it ends",
    { template: next, pods: [{ ...oldPod, deleted: true }, newPod], holder: podName(old) },
    "underway",
    "healthy",
    new RegExp(`: Pod ${podName(next)} waits for the Lease that the previous Pod holds; 1\\.20\\.0 keeps running$`),
  ],
  [
    "its new pod waits for the Lease of an old one that is gone",
    { template: next, pods: [newPod], holder: podName(old), renewed: 9 },
    "underway",
    "healthy",
    /waits for the Lease/,
  ],
  [
    "its new pod is not made yet",
    { template: next, status: none, generation: 3, pods: [oldPod] },
    "underway",
    "healthy",
    /is rolling out 1\.21\.0; 1\.20\.0 keeps running$/,
  ],
  [
    "its controller says that it has ended, and a short status lacks the count of updated pods",
    {
      status: { updatedReplicas: undefined },
      conditions: [available, { ...deadline, status: "True", reason: "NewReplicaSetAvailable" }],
    },
    "complete",
    "healthy",
    /is rolled out/,
  ],
  [
    "paused with the template that its pods have",
    { spec: { paused: true }, pods: [oldPod] },
    "complete",
    "healthy",
    /is rolled out/,
  ],
  [
    "a paused Deployment that is not the operator's says nothing",
    { beside: [{ ...running("x", namespace), spec: { replicas: 1, paused: true } }] },
    "complete",
    "healthy",
    /is rolled out/,
  ],
];

describe("a roll-out of the operator is complete, under way, paused or stuck", () => {
  test.for([...held, ...calm])("%s", ([, operator, state, verdict, text]) => {
    const { root } = reportOf(operator);
    expect([root.operator?.running, root.operator?.rollout?.state, root.verdict]).toEqual(["yes", state, verdict]);
    expect(root.operator?.rollout?.text).toMatch(text);
  });

  test.for([
    ["no status", { status: null }],
    ["nothing is wanted", { spec: { replicas: 0 }, status: { replicas: 0, readyReplicas: 0, updatedReplicas: 0 } }],
    ["no Deployment", { isAbsent: true }],
  ] as const satisfies readonly (readonly [string, RollingOperator])[])(
    "nothing is known of it: %s",
    ([, operator]) => {
      expect(reportOf(operator).root.operator?.rollout).toBeUndefined();
    },
  );

  test("pods that crash after it leave it complete, and the operator is down", () => {
    const over = { ...deadline, status: "True", reason: "NewReplicaSetAvailable" };
    const pods = [{ ...oldPod, waiting: { reason: "CrashLoopBackOff", message: "" } }];
    const { root, report } = reportOf({ status: { readyReplicas: 0 }, conditions: [available, over], pods });
    expect([root.operator?.rollout?.state, root.operator?.version]).toEqual(["complete", old]);
    expect(report.findings.map(({ code }) => code)).toContain("operator-down");
    expect(report.findings.map(({ code }) => code)).not.toContain("operator-rollout");
  });
});

describe("until the new version leads no upgrade has begun", () => {
  test.for([...held, ...calm])("%s", ([, operator, state]) => {
    const { report, root } = reportOf(operator);
    expect(root.gates.upgrade).toEqual({ running: false, waitingFor: [] });
    expect([root.driftHeld, root.offenders["UpgradeStall"]]).toEqual([null, undefined]);
    expect(report.findings.filter(({ code }) => code.startsWith("upgrade-"))).toEqual([]);
    const { reasons, answer } = upgradeGate(report);
    const codes = reasons.filter(({ state: how }) => how === "blocks").map(({ code }) => code);
    expect([answer, codes]).toEqual(state === "complete" ? [answer, codes] : ["BLOCK", ["OperatorRollout"]]);
    const { blocking } = evaluateWaitGoal(report, { is: "upgraded" });
    const told = blocking
      .map(({ code }) => code)
      .filter((code) => code !== "not-upgraded" || root.operator?.version === old);
    expect(told).toEqual(state === "complete" ? [] : [state === "underway" ? "operator-replaced" : "operator-rollout"]);
  });

  test("it has as soon as the new pod leads", () => {
    const { root } = reportOf({ template: next, pods: [newPod], holder: podName(next) });
    expect([root.gates.upgrade.running, root.operator?.version]).toEqual([true, next]);
    expect(root.gates.upgrade.waitingFor).toContain("KubeVirt");
  });
});

const lostDeployments: Lose = ({ kind }) => (kind === "Deployment" ? "forbidden" : undefined);
const lostSets: Lose = (query) => (query.kind === "ReplicaSet" ? "forbidden" : lostDeployments(query));

describe("a roll-out whose Deployment or Pods could not be read", () => {
  test.for([
    ["forbidden", /unknown whether its new pods start: no permission to list pods in namespace \S+$/],
    ["unread", /unknown whether its new pods start: pods in namespace \S+ could not be read$/],
  ] as const)("its pods are %s, and nothing else says whether it is stuck: unknown", ([outcome, text]) => {
    const lose: Lose = ({ kind }) => (kind === "Pod" ? outcome : undefined);
    const { report, root } = reportOf({ ...image, lose });
    expect([root.operator?.running, root.operator?.rollout?.state, root.verdict]).toEqual([
      "yes",
      "unknown",
      "unknown",
    ]);
    expect(root.operator?.rollout?.text).toMatch(text);
    expect(root.gates.ready).toEqual({ answer: "unknown", because: ["OperatorRollout"] });
    expect(report.completeness.gaps).toContainEqual(expect.objectContaining({ kind: "Pod", outcome, required: true }));
    for (const is of ["healthy", "upgraded"] as const) {
      const { blocking, isKnown } = evaluateWaitGoal(report, { is });
      expect([is, blocking.length > 0, isKnown && is === "healthy"]).toEqual([is, true, false]);
    }
  });

  test.for([
    [
      "the image of the new pod is not there",
      image,
      /cannot roll out 1\.21\.0, so 1\.20\.0 keeps running: .*ImagePullBackOff/,
    ],
    ["the new pod crashes", { ...image, pods: [oldPod, waiting("CrashLoopBackOff")] }, /CrashLoopBackOff/],
  ] as const satisfies readonly (readonly [string, RollingOperator, RegExp])[])(
    "its Deployment is forbidden, and its pods show that it is stuck: %s",
    ([, operator, text]) => {
      for (const lose of [lostDeployments, lostSets]) {
        const { report, root } = reportOf({ ...operator, lose });
        expect([root.operator?.rollout?.state, root.verdict]).toEqual(["stuck", "degraded"]);
        expect(root.operator?.rollout?.text).toMatch(text);
        expect(root.rootCause?.path.slice(0, 2)).toEqual([
          "kubevirt-hyperconverged",
          "hyperconverged-cluster-operator",
        ]);
        expect(report.findings).toContainEqual(expect.objectContaining({ code: "operator-rollout", state: "stuck" }));
      }
    },
  );

  test("its Deployment is forbidden: an upgrade to its newest template has no end, one to a version has", () => {
    const { report, root } = reportOf({ pods: [oldPod], holder: podName(old), lose: lostDeployments });
    expect([root.operator?.running, root.operator?.rollout]).toEqual(["yes", undefined]);
    const { blocking } = evaluateWaitGoal(report, { is: "upgraded" });
    expect(blocking.map(({ code }) => code)).toEqual(["operator-replaced"]);
    expect(evaluateWaitGoal(report, { is: "upgraded", version: old }).blocking).toEqual([]);
  });
});

describe("what holds the roll-out is the culprit", () => {
  test.for(held)("%s", ([, operator, state]) => {
    const { report, root } = reportOf(operator);
    const told = report.findings.filter(({ code }) => code.startsWith("operator-"));
    expect(told.map(({ code, severity, about }) => [code, severity, about.name])).toEqual([
      ["operator-rollout", state === "stuck" ? "error" : "warning", "hyperconverged-cluster-operator"],
    ]);
    expect(told.map((each) => describeFinding(each))).toEqual([
      `the operator's ${root.operator?.rollout?.text.replace(/\.$/, "")}`,
    ]);
    expect(root.rootCause?.path.slice(0, 2)).toEqual(
      state === "stuck" ? ["kubevirt-hyperconverged", "hyperconverged-cluster-operator"] : undefined,
    );
    const ready = { answer: state === "stuck" ? "no" : "yes", because: state === "stuck" ? ["OperatorRollout"] : [] };
    expect(root.gates.ready).toEqual(ready);
  });

  test("the reason and the message are the cluster's own", () => {
    const [told] = reportOf(image).report.findings;
    expect(told).toMatchObject({
      reason: "ImagePullBackOff",
      message: "ImagePullBackOff for now",
      from: old,
      to: next,
    });
  });

  test("only a user can end a pause, so waiting is useless", () => {
    const { report } = reportOf(paused);
    const { blocking } = evaluateWaitGoal(report, { is: "upgraded" });
    expect(permanentFindings(report, { is: "upgraded" }, blocking)).toMatchObject([
      { code: "operator-rollout", state: "paused", graceSeconds: 0 },
    ]);
  });
});
