import { describe, expect, test } from "vitest";
import type { Verdict } from "../../../shared/model/verdict.ts";
import { upgradeGate } from "../../../shared/upgrade-gate/upgrade-gate.ts";
import { listPermanentFindings } from "../../../shared/wait/permanent-findings.ts";
import { evaluateWaitGoal } from "../../../shared/wait/wait-goal.ts";
import type { Lose } from "../gate-situation.ts";
import { runningDeployment } from "../gate-situation.ts";
import {
  namespace,
  newVersion,
  type OperatorPod,
  oldVersion,
  podName,
  type RollingOperator,
  reportOf,
} from "./rolling-operator.ts";

const oldPod: OperatorPod = { version: oldVersion };
const newPod: OperatorPod = { version: newVersion };
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

function waitingPod(reason: string): OperatorPod {
  return { ...newPod, waiting: { reason, message: `${reason} for now` } };
}

const paused: RollingOperator = { template: newVersion, spec: { paused: true }, status: none, pods: [oldPod] };
const image: RollingOperator = { template: newVersion, status: surge, pods: [oldPod, waitingPod("ImagePullBackOff")] };
const loseWorkloads: Lose = ({ kind }) => (kind === "Pod" || kind === "ReplicaSet" ? "forbidden" : undefined);

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
    "paused, and its pods are forbidden",
    { ...paused, lose: loseWorkloads },
    "paused",
    "healthy",
    /is paused and starts no more pods of 1\.21\.0$/,
  ],
  [
    "the image of its new pod is not there",
    image,
    "stuck",
    "healthy",
    /cannot roll out 1\.21\.0, so 1\.20\.0 keeps running: .*ImagePullBackOff/,
  ],
  [
    "its new pod cannot pull its image for the first time",
    { ...image, pods: [oldPod, waitingPod("ErrImagePull")] },
    "stuck",
    "healthy",
    /ErrImagePull for now$/,
  ],
  [
    "its new pod crashes while the old one leads",
    { ...image, pods: [oldPod, waitingPod("CrashLoopBackOff")], holder: podName(oldVersion) },
    "stuck",
    "healthy",
    /CrashLoopBackOff/,
  ],
  [
    "a quota refuses its new pod",
    { template: newVersion, status: none, conditions: [available, quota], pods: [oldPod] },
    "stuck",
    "healthy",
    /FailedCreate: exceeded quota: pods$/,
  ],
  [
    "a quota has just refused its new pod, and its status says nothing of it yet",
    { template: newVersion, status: none, generation: 3, refusal: quota, pods: [oldPod] },
    "stuck",
    "healthy",
    /FailedCreate: exceeded quota: pods$/,
  ],
  [
    "no node has room for its new pod",
    { ...image, pods: [oldPod, { ...newPod, unschedulable: "0/3 nodes are available" }] },
    "stuck",
    "healthy",
    /Unschedulable: 0\/3 nodes are available/,
  ],
  [
    "its new pod did not get ready in time and is forbidden",
    { template: newVersion, status: surge, conditions: [available, deadline], lose: loseWorkloads },
    "stuck",
    "healthy",
    /ProgressDeadlineExceeded: ReplicaSet has timed out progressing\.$/,
  ],
  [
    "its new pod waits for the Lease, and the node of the old one does not confirm that it stopped",
    {
      template: newVersion,
      pods: [{ ...oldPod, deleted: "2026-11-21T11:58:30Z" }, newPod],
      holder: podName(oldVersion),
    },
    "stuck",
    "healthy",
    /cannot roll out 1\.21\.0, so 1\.20\.0 keeps running: Pod \S+ \(1\.20\.0\) holds the Lease and does not terminate: node node01 has not confirmed that it stopped$/,
  ],
  [
    "its new pod waits for the Lease, and a finalizer keeps the old one",
    {
      template: newVersion,
      pods: [{ ...oldPod, deleted: "2026-11-21T11:58:30Z", finalizers: ["acme.io/x"] }, newPod],
      holder: podName(oldVersion),
    },
    "stuck",
    "healthy",
    /holds the Lease and is Terminating: deletion waits for finalizer acme\.io\/x$/,
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
    { template: newVersion, pods: [{ ...oldPod, deleted: true }, newPod], holder: podName(oldVersion) },
    "underway",
    "healthy",
    new RegExp(
      `: Pod ${podName(newVersion)} waits for the Lease that the previous Pod holds; 1\\.20\\.0 keeps running$`,
    ),
  ],
  [
    "its new pod waits for the Lease, and the old one has hardly passed its grace period",
    {
      template: newVersion,
      pods: [{ ...oldPod, deleted: "2026-11-21T11:59:30Z" }, newPod],
      holder: podName(oldVersion),
    },
    "underway",
    "healthy",
    /waits for the Lease that the previous Pod holds/,
  ],
  [
    "its new pod waits for the Lease of an old one that is gone",
    { template: newVersion, pods: [newPod], holder: podName(oldVersion), renewed: 9 },
    "underway",
    "healthy",
    /waits for the Lease/,
  ],
  [
    "its new pod is not made yet",
    { template: newVersion, status: none, generation: 3, pods: [oldPod] },
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
    { beside: [{ ...runningDeployment("x", namespace), spec: { replicas: 1, paused: true } }] },
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
    expect([root.operator?.rollout?.state, root.operator?.version]).toEqual(["complete", oldVersion]);
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
    const reported = blocking
      .map(({ code }) => code)
      .filter((code) => code !== "not-upgraded" || root.operator?.version === oldVersion);
    expect(reported).toEqual(
      state === "complete" ? [] : [state === "underway" ? "operator-replaced" : "operator-rollout"],
    );
  });

  test("an upgrade has begun as soon as the new pod leads", () => {
    const { root } = reportOf({ template: newVersion, pods: [newPod], holder: podName(newVersion) });
    expect([root.gates.upgrade.running, root.operator?.version]).toEqual([true, newVersion]);
    expect(root.gates.upgrade.waitingFor).toContain("KubeVirt");
  });
});

const lostDeployments: Lose = ({ kind }) => (kind === "Deployment" ? "forbidden" : undefined);
const lostSets: Lose = (query) => (query.kind === "ReplicaSet" ? "forbidden" : lostDeployments(query));

describe("a roll-out whose Deployment or Pods could not be read", () => {
  test.for([
    ["forbidden", /unknown whether its new pods start: no permission to list pods in namespace \S+$/],
    ["unread", /unknown whether its new pods start: pods in namespace \S+ could not be read$/],
  ] as const)(
    "its pods are %s, and nothing else says whether it is stuck: a warning, and unknown for the upgrade",
    ([outcome, text]) => {
      const lose: Lose = ({ kind }) => (kind === "Pod" ? outcome : undefined);
      const { report, root } = reportOf({ ...image, lose });
      expect([root.operator?.running, root.operator?.rollout?.state, root.verdict]).toEqual([
        "yes",
        "unknown",
        "healthy",
      ]);
      expect(root.operator?.rollout?.text).toMatch(text);
      expect(root.gates.ready).toEqual({ answer: "yes", because: [] });
      expect(root.gates.upgradeable.answer).not.toBe("yes");
      expect(report.completeness.gaps).toContainEqual(
        expect.objectContaining({ kind: "Pod", outcome, required: true }),
      );
      expect(evaluateWaitGoal(report, { is: "upgraded" }).blocking.length).toBeGreaterThan(0);
    },
  );

  test.for([
    [
      "the image of the new pod is not there",
      image,
      /cannot roll out 1\.21\.0, so 1\.20\.0 keeps running: .*ImagePullBackOff/,
    ],
    ["the new pod crashes", { ...image, pods: [oldPod, waitingPod("CrashLoopBackOff")] }, /CrashLoopBackOff/],
  ] as const satisfies readonly (readonly [string, RollingOperator, RegExp])[])(
    "its Deployment is forbidden, and its pods show that it is stuck: %s",
    ([, operator, text]) => {
      for (const lose of [lostDeployments, lostSets]) {
        const { report, root } = reportOf({ ...operator, lose });
        expect([root.operator?.rollout?.state, root.verdict]).toEqual(["stuck", "healthy"]);
        expect(root.operator?.rollout?.text).toMatch(text);
        expect(report.findings).toContainEqual(expect.objectContaining({ code: "operator-rollout", state: "stuck" }));
      }
    },
  );

  test("its Deployment is forbidden: an upgrade to its newest template has no end, one to a version has", () => {
    const { report, root } = reportOf({ pods: [oldPod], holder: podName(oldVersion), lose: lostDeployments });
    expect([root.operator?.running, root.operator?.rollout]).toEqual(["yes", undefined]);
    const { blocking } = evaluateWaitGoal(report, { is: "upgraded" });
    expect(blocking.map(({ code }) => code)).toEqual(["operator-replaced"]);
    expect(evaluateWaitGoal(report, { is: "upgraded", version: oldVersion }).blocking).toEqual([]);
  });
});

describe("a roll-out that is held is a warning beside a healthy, current status", () => {
  test.for(held)("%s", ([, operator]) => {
    const { report, root } = reportOf(operator);
    const reported = report.findings.filter(({ code }) => code.startsWith("operator-"));
    expect(reported.map(({ code, severity, about }) => [code, severity, about.name])).toEqual([
      ["operator-rollout", "warning", "hyperconverged-cluster-operator"],
    ]);
    expect(root.causes).toEqual([]);
    expect(root.gates.ready).toEqual({ answer: "yes", because: [] });
  });

  test.for([
    ["paused: its Deployment", paused, "kubectl describe deployment hyperconverged-cluster-operator"],
    ["stuck: its newest pod", image, `kubectl describe pod ${podName(newVersion)}`],
    [
      "stuck: the pod that does not end",
      {
        template: newVersion,
        pods: [{ ...oldPod, deleted: "2026-11-21T11:58:30Z" }, newPod],
        holder: podName(oldVersion),
      },
      `kubectl describe pod ${podName(oldVersion)}`,
    ],
    [
      "unknown: the permissions to request",
      { ...image, lose: loseWorkloads },
      "kubectl hco-status permissions hyperconverged",
    ],
  ] as const)("its command is about its new pods: %s", ([, operator, command]) => {
    const [reported] = reportOf(operator).report.findings.filter(({ code }) => code === "operator-rollout");
    expect(reported?.next[0]?.command).toBe(`${command} -n ${namespace}`);
  });

  test("the command that resumes a paused one, and so starts an upgrade, is not the first", () => {
    const [reported] = reportOf(paused).report.findings.filter(({ code }) => code === "operator-rollout");
    expect(reported?.next[1]?.command).toBe(
      `kubectl rollout resume deployment/hyperconverged-cluster-operator -n ${namespace}`,
    );
  });

  test("a roll-out that is held is a fault where the status is stale, since no operator keeps it current", () => {
    const { report, root } = reportOf({ ...image, isStale: true });
    expect([root.verdict, root.causes[0]?.path.slice(0, 2)]).toEqual([
      "degraded",
      ["kubevirt-hyperconverged", "hyperconverged-cluster-operator"],
    ]);
    expect(report.findings.find(({ code }) => code === "operator-rollout")?.severity).toBe("error");
  });

  test("waiting for the upgrade ends with --fail-fast once the deadline of its Deployment is over", () => {
    const { report } = reportOf({
      template: newVersion,
      status: surge,
      conditions: [available, deadline],
      lose: loseWorkloads,
    });
    const { blocking } = evaluateWaitGoal(report, { is: "upgraded" });
    expect(listPermanentFindings(report, { is: "upgraded" }, blocking)).toMatchObject([
      { code: "stuck", reason: "ProgressDeadlineExceeded", graceSeconds: 0 },
    ]);
    const healthy = evaluateWaitGoal(report, { is: "healthy" });
    expect(listPermanentFindings(report, { is: "healthy" }, healthy.blocking)).toEqual([]);
  });

  test("the reason and the message are the cluster's own", () => {
    const [reported] = reportOf(image).report.findings;
    expect(reported).toMatchObject({
      reason: "ImagePullBackOff",
      message: "ImagePullBackOff for now",
      from: oldVersion,
      to: newVersion,
    });
  });

  test("only a user can end a pause, so waiting is useless", () => {
    const { report } = reportOf(paused);
    const { blocking } = evaluateWaitGoal(report, { is: "upgraded" });
    expect(listPermanentFindings(report, { is: "upgraded" }, blocking)).toMatchObject([
      { code: "operator-rollout", state: "paused", graceSeconds: 0 },
    ]);
  });
});
