import { describe, expect, test } from "vitest";
import type { Verdict } from "../../../shared/model/verdict.ts";
import { upgradeGate } from "../../../shared/upgrade-gate/upgrade-gate.ts";
import { listPermanentFindings } from "../../../shared/wait/permanent-findings.ts";
import { evaluateWaitGoal } from "../../../shared/wait/wait-goal.ts";
import { printed } from "../../render/printed.ts";
import { type OperatorPod, oldVersion, type RollingOperator, reportOf } from "./rolling-operator.ts";

const lately = "2026-11-21T11:59:50Z";
const long = "2026-11-21T11:40:00Z";
const name = "hyperconverged-cluster-operator";
const creating = { reason: "ContainerCreating", message: "" };

function conditions(since: string, progressing: object = {}): readonly object[] {
  return [
    {
      type: "Available",
      status: "False",
      reason: "MinimumReplicasUnavailable",
      message: "",
      lastTransitionTime: since,
    },
    { type: "Progressing", status: "True", reason: "NewReplicaSetAvailable", message: "", ...progressing },
  ];
}

/** An operator whose only Pod was replaced. */
function restartingOperator(pod: Partial<OperatorPod> = {}, rest: Partial<RollingOperator> = {}): RollingOperator {
  return {
    status: { readyReplicas: 0, availableReplicas: 0, unavailableReplicas: 1 },
    conditions: conditions(lately),
    pods: [{ version: oldVersion, created: lately, waiting: creating, ...pod }],
    ...rest,
  };
}

describe("an operator without a ready Pod is restarting only where its new Pod starts normally", () => {
  const failing = { reason: "CrashLoopBackOff", message: "" };
  const rows: readonly [sentence: string, operator: RollingOperator, verdict: Verdict][] = [
    ["its container is being created", restartingOperator(), "progressing"],
    [
      "its container runs and is not ready",
      restartingOperator({ waiting: undefined, ready: false } as never),
      "progressing",
    ],
    [
      "the Pod before it is still being deleted",
      restartingOperator(
        {},
        {
          pods: [
            { version: oldVersion, name: "before", deleted: true, ready: false },
            { version: oldVersion, created: lately, waiting: creating },
          ],
        },
      ),
      "progressing",
    ],
    ["the Pod is older than the deadline", restartingOperator({ created: long }), "degraded"],
    [
      "the Deployment has a shorter deadline",
      restartingOperator({}, { spec: { progressDeadlineSeconds: 5 } }),
      "degraded",
    ],
    [
      "the operator has been down for longer than the deadline",
      restartingOperator({}, { conditions: conditions(long) }),
      "degraded",
    ],
    ["its container crashes", restartingOperator({ waiting: failing }), "degraded"],
    ["its container has restarted", restartingOperator({ restarts: 1 }), "degraded"],
    [
      "its image cannot be pulled",
      restartingOperator({ waiting: { reason: "ErrImagePull", message: "" } }),
      "degraded",
    ],
    ["no node has room for it", restartingOperator({ unschedulable: "0/3 nodes are available" }), "degraded"],
    ["its Pod has ended", restartingOperator({ phase: "Failed" }), "degraded"],
    [
      "its Deployment says that it takes too long",
      restartingOperator(
        {},
        { conditions: conditions(lately, { status: "False", reason: "ProgressDeadlineExceeded" }) },
      ),
      "degraded",
    ],
    [
      "its Deployment could not create a Pod",
      restartingOperator(
        {},
        {
          conditions: [
            ...conditions(lately),
            { type: "ReplicaFailure", status: "True", reason: "FailedCreate", message: "" },
          ],
        },
      ),
      "degraded",
    ],
    ["no Pod exists", restartingOperator({}, { pods: [] }), "degraded"],
    ["only the old Pod exists, being deleted", restartingOperator({ deleted: true }), "degraded"],
    [
      "a second Pod of it crashes",
      restartingOperator(
        {},
        {
          pods: [
            ...(restartingOperator().pods ?? []),
            { version: oldVersion, name: "b", created: lately, waiting: failing },
          ],
        },
      ),
      "degraded",
    ],
    [
      "the Pod before it was evicted, and is kept as failed",
      restartingOperator(
        {},
        {
          pods: [
            ...(restartingOperator().pods ?? []),
            { version: oldVersion, name: "b", created: lately, phase: "Failed" },
          ],
        },
      ),
      "progressing",
    ],
    ["the operator is scaled to zero", restartingOperator({}, { spec: { replicas: 0 } }), "degraded"],
    [
      "its Pods may not be read",
      restartingOperator({}, { lose: ({ kind }) => (kind === "Pod" ? "forbidden" : undefined) }),
      "degraded",
    ],
    [
      "its Pods were not read",
      restartingOperator({}, { lose: ({ kind }) => (kind === "Pod" ? "unread" : undefined) }),
      "degraded",
    ],
    [
      "its Deployment may not be read",
      restartingOperator({}, { lose: ({ kind }) => (kind === "Deployment" ? "forbidden" : undefined) }),
      "degraded",
    ],
  ];
  test.for(rows)("%s", ([, operator, verdict]) => {
    const { report, root } = reportOf(operator);
    const reported = report.findings.filter(({ code }) => code === "operator-down");
    expect([root.verdict, root.operator?.running]).toEqual([verdict, "no"]);
    expect(reported.map(({ severity }) => severity)).toEqual([verdict === "progressing" ? "info" : "error"]);
  });
});

describe("while the operator restarts", () => {
  const { report, root } = reportOf(restartingOperator());

  test("the headline says so, and the cause is its Pod", async () => {
    const text = await printed("text", report);
    expect(text).toContain("The operator is restarting, so the status of the CR is out of date\n");
    expect(text).toContain("operator restarting\n");
    expect(root.causes.map(({ verdict, path }) => [verdict, path[1]])).toEqual([["progressing", name]]);
  });

  test("no upgrade is allowed, and no wait succeeds or gives up", () => {
    const { answer, reasons } = upgradeGate(report);
    expect([answer, reasons.map(({ code, state }) => `${state} ${code}`)]).toEqual(["BLOCK", ["blocks OperatorDown"]]);
    const { blocking } = evaluateWaitGoal(report, { is: "healthy" });
    expect(blocking).not.toEqual([]);
    expect(listPermanentFindings(report, { is: "healthy" }, blocking)).toEqual([]);
    expect(root.gates.ready).toEqual({ answer: "no", because: ["OperatorDown"] });
  });

  test("the differences of its CR are held as those of an operator that is down", () => {
    expect(root.driftHeld).toBe("operator-down");
  });
});
