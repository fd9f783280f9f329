import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { PermanentFinding } from "../../shared/model/finding/goal.ts";
import type { Report } from "../../shared/model/report.ts";
import { secondsBetween } from "../../shared/model/time.ts";
import type { WaitGoal } from "../../shared/model/wait.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { listPermanentFindings } from "../../shared/wait/permanent-findings.ts";
import { evaluateWaitGoal } from "../../shared/wait/wait-goal.ts";
import { allHealthyCase, type Edit, openChangedCase, reportOf, setCondition } from "../aggregate/waiting-cluster.ts";
import { readGoldenCase } from "../golden/recorded.ts";

/** The permanent findings of the first Report: `CDI, container cdi-controller: CrashLoopBackOff`. */
function permanentCauses(report: Report, goal: WaitGoal): readonly string[] {
  const found = listPermanentFindings(report, goal, evaluateWaitGoal(report, goal).blocking);
  const lasting = found.filter(
    ({ since, graceSeconds }) => graceSeconds === 0 || (secondsBetween(since, report.takenAt) ?? 0) >= graceSeconds,
  );
  return [...new Set(lasting.map(summarizeFinding))];
}

function summarizeFinding(one: PermanentFinding): string {
  if (one.code !== "stuck") return `${one.component ?? one.about.name}: ${one.code}`;
  const { part, isBelow, container, about, reason } = one;
  if (container !== undefined) return `${part}, container ${container}: ${reason}`;
  return `${isBelow ? `${part}, ${about.kind} ${about.name}` : part}: ${reason}`;
}

const crashes = "cdi-crashes-and-aaq-cannot-pull-its-image";
const daemonSet = "networkaddonsconfig-names-a-daemonset-that-cannot-pull-its-image";
const application = "an-application-reports-ready-while-its-deployment-and-job-fail";
const healthy: WaitGoal = { is: "healthy" };
const isGoing: Edit[1] = (raw) => {
  raw.metadata.deletionTimestamp = "2026-11-21T10:00:00Z";
};

describe("what will not come by itself", () => {
  const standing = "an-upgrade-waits-for-cdi-which-reports-its-old-version";
  const rows: readonly [what: string, sentence: string, goal: WaitGoal, found: readonly string[]][] = [
    ["all is well", allHealthyCase, healthy, []],
    [
      "a container that crashes for minutes, and an image that is not there",
      crashes,
      healthy,
      ["CDI, container cdi-controller: CrashLoopBackOff", "AAQ, container aaq-server: ImagePullBackOff"],
    ],
    ["an image of a DaemonSet", daemonSet, healthy, ["NetworkAddonsConfig, container cni-plugins: ImagePullBackOff"]],
    [
      "an init container",
      "an-init-container-of-virt-handler-fails",
      healthy,
      ["KubeVirt, container virt-launcher: CrashLoopBackOff"],
    ],
    [
      "a quota",
      "a-quota-stops-the-replicaset-of-virt-api",
      healthy,
      ["KubeVirt, ReplicaSet virt-api-584f312f7a: FailedCreate"],
    ],
    ["no room", "no-node-has-room-for-cdi", healthy, ["CDI, Pod cdi-deployment-ff221a4411-53124: Unschedulable"]],
    [
      "an operator that crashes",
      "the-operator-crashes-and-its-container-is-the-cause",
      healthy,
      ["hyperconverged-cluster-operator, container hyperconverged-cluster-operator: CrashLoopBackOff"],
    ],
    [
      "an operator that crashes, so that what it has said may be true no more",
      "the-operator-crashes-and-its-container-is-the-cause",
      { is: "available" },
      ["hyperconverged-cluster-operator, container hyperconverged-cluster-operator: CrashLoopBackOff"],
    ],
    [
      "a refused HyperConverged",
      "a-hyperconverged-with-another-name-is-rejected",
      healthy,
      ["my-hco: invalid-request"],
    ],
    [
      "an Application's Deployment out of patience, and a Job out of tries",
      application,
      healthy,
      ["migrate: BackoffLimitExceeded", "web: ProgressDeadlineExceeded"],
    ],
    ["what is paused", "a-suspended-greenhouse-plugin-keeps-its-old-ready", healthy, ["ingress: Paused"]],
    [
      "a patch behind its back, for what it keeps from being",
      "a-json-patch-changes-cdi-of-a-healthy-hyperconverged",
      { is: "upgradeable" },
      ["CDI: tainted"],
    ],
    [
      "a patch behind its back, for anything else",
      "a-json-patch-changes-cdi-of-a-healthy-hyperconverged",
      { is: "upgraded" },
      [],
    ],
    [
      "a refusal to be deleted",
      "virtual-machines-block-the-deletion",
      { is: "deleted" },
      ["KubeVirt: deletion-blocked"],
    ],
    ["a deletion", "virtual-machines-block-the-deletion", healthy, ["kubevirt-hyperconverged: deleting"]],
    [
      "a crash, for a condition that is to be good",
      crashes,
      { is: "condition", type: "Available", status: "True" },
      ["CDI, container cdi-controller: CrashLoopBackOff", "AAQ, container aaq-server: ImagePullBackOff"],
    ],
    ["a crash, for a condition that is to be bad", crashes, { is: "condition", type: "Degraded", status: "True" }, []],
    ["a crash, for a condition of an unknown type", crashes, { is: "condition", type: "Foo", status: "True" }, []],
    ["an upgrade that only takes its time", "an-upgrade-updates-kubevirt", healthy, []],
    ["an upgrade that stands still", standing, healthy, ["CDI: UpgradeStalled"]],
    ["an upgrade that stands still, for its end", standing, { is: "upgraded" }, ["CDI: UpgradeStalled"]],
    ["an upgrade that stands still, for the next one", standing, { is: "upgradeable" }, ["CDI: UpgradeStalled"]],
    [
      "an upgrade whose every reconcile fails for longer than 15 minutes",
      "an-upgrade-from-1-18-never-completes-and-no-condition-reports-it",
      { is: "upgraded" },
      ["kubevirt-hyperconverged: UpgradeStalled"],
    ],
    ["an upgrade that stands still, for what it does not keep from being", standing, { is: "available" }, []],
    ["components that may not be read", "components-are-forbidden-and-the-cr-names-its-last-writer", healthy, []],
  ];
  test.for(rows)("%s", ([, sentence, goal, found]) => {
    expect(permanentCauses(reportOf(openChangedCase(sentence, []), sentence), goal)).toEqual(found);
  });
});

describe("an upgrade whose every reconcile fails is stalled like any other, after 15 minutes", () => {
  const stuck = "an-upgrade-from-1-18-never-completes-and-no-condition-reports-it";
  test.for<[minutes: number, expected: readonly string[]]>([
    [14, []],
    [15, ["kubevirt-hyperconverged: UpgradeStalled"]],
  ])("%i minutes", ([minutes, expected]) => {
    const since = new Date(Date.parse(readGoldenCase(stuck).takenAt) - minutes * 60_000)
      .toISOString()
      .replace(".000Z", "Z");
    const failing: Edit = [
      "Event",
      (raw) => {
        raw.firstTimestamp = since;
      },
    ];
    const report = reportOf(openChangedCase(stuck, [failing]), stuck);
    expect(report.roots[0]?.causes).toMatchObject([{ since, evidence: [{ is: "failing-upgrade", count: 18 }] }]);
    for (const is of ["healthy", "upgraded", "upgradeable"] as const)
      expect(permanentCauses(report, { is })).toEqual(expected);
  });
});

describe("what may still mend itself", () => {
  /** Not ready since so many seconds before it is looked at, and its containers were started again so often. */
  function startedAgo(seconds: number, restarts: number, reason?: string): Edit {
    return [
      "Pod",
      (raw) => {
        const at = new Date(Date.parse("2026-11-21T12:00:00Z") - seconds * 1000).toISOString();
        for (const each of raw.status.conditions) each.lastTransitionTime = at;
        for (const each of raw.status.containerStatuses) {
          each.restartCount = restarts;
          if (reason !== undefined) each.state = { waiting: { reason, message: "" } };
        }
      },
      "cdi-deployment-ff221a4411-53124",
    ];
  }
  const cdi = "cdi-is-degraded-without-a-message-and-its-controller-crashes";
  const found = ["CDI, container cdi-controller: "];
  const rows: readonly [what: string, edit: Edit, found: readonly string[]][] = [
    ["a crash loop of 20 s", startedAgo(20, 2), []],
    ["a crash loop that began after a long pull of the image", startedAgo(300, 2), []],
    ["a crash loop of an old container for 20 s", startedAgo(20, 50), []],
    ["a crash loop of two minutes", startedAgo(120, 4), [`${found}CrashLoopBackOff`]],
    ["an image that was not there for a minute", startedAgo(60, 0, "ImagePullBackOff"), []],
    ["an image that was not there for three minutes", startedAgo(180, 0, "ErrImagePull"), [`${found}ErrImagePull`]],
    ["an image of no name", startedAgo(1, 0, "InvalidImageName"), [`${found}InvalidImageName`]],
    ["a ConfigMap that was not there for a minute", startedAgo(60, 0, "CreateContainerConfigError"), []],
    ["a reason that is not known", startedAgo(900, 0, "toString"), []],
  ];
  test.for(rows)("%s", ([, edit, expected]) => {
    const cluster = openChangedCase(cdi, [edit]);
    const before = Date.parse(reportOf(openChangedCase(cdi, []), cdi).takenAt);
    const report = reportOf(cluster, cdi, {}, (Date.parse("2026-11-21T12:00:00Z") - before) / 1000);
    expect(permanentCauses(report, healthy)).toEqual(expected);
  });

  test("a Pod of a DaemonSet that rolls may be one that is to go: only who looks on knows since when", () => {
    const rolling: Edit = [
      "DaemonSet",
      (raw) => {
        raw.metadata.creationTimestamp = readGoldenCase(daemonSet).takenAt;
      },
    ];
    const report = reportOf(openChangedCase(daemonSet, [rolling]), daemonSet);
    const all = listPermanentFindings(report, healthy, evaluateWaitGoal(report, healthy).blocking);
    expect(all.map((one) => [summarizeFinding(one), one.since, one.graceSeconds])).toContainEqual([
      "NetworkAddonsConfig, container cni-plugins: ImagePullBackOff",
      undefined,
      120,
    ]);
  });
});

describe("what its controller has given up", () => {
  test("Stalled is its word for that (kstatus), unless it is of an older generation", () => {
    const stalled = openChangedCase(allHealthyCase, [
      ["CDI", setCondition("Available", "False")],
      ["CDI", setCondition("Stalled", "True", { reason: "Broken" })],
    ]);
    expect(permanentCauses(reportOf(stalled, allHealthyCase), healthy)).toEqual(["CDI: Broken"]);
    const goal: WaitGoal = { is: "available" };
    const other = openChangedCase(allHealthyCase, [
      ["KubeVirt", setCondition("Available", "False")],
      ["CDI", setCondition("Degraded", "True")],
      ["CDI", setCondition("Stalled", "True")],
    ]);
    // It is not in the way.
    expect(permanentCauses(reportOf(other, allHealthyCase), goal)).toEqual([]);
  });

  test("an object that is being deleted reaches no state but its deletion", () => {
    const report = reportOf(openChangedCase(allHealthyCase, [["HyperConverged", isGoing]]), allHealthyCase);
    for (const is of ["healthy", "available", "upgraded", "upgradeable"] as const) {
      expect(permanentCauses(report, { is })).toEqual(["kubevirt-hyperconverged: deleting"]);
    }
    expect(permanentCauses(report, { is: "deleted" })).toEqual([]);
  });
});

describe("a custom resource whose own status reports that its work ended with a failure", () => {
  const at = "2026-11-21T11:00:00Z";
  const condition = (type: string, status: string, reason: string): object => ({
    type,
    status,
    reason,
    message: "",
    lastTransitionTime: at,
  });
  const notReady = condition("Ready", "False", "DoesNotExist");
  const rows: readonly [rule: string, kind: string, status: object, found: readonly string[]][] = [
    [
      "a Certificate that could not be issued",
      "Certificate",
      { conditions: [notReady, condition("Issuing", "False", "Failed")] },
      ["x: Failed"],
    ],
    [
      "a Certificate that is being issued",
      "Certificate",
      { conditions: [notReady, condition("Issuing", "True", "DoesNotExist")] },
      [],
    ],
    [
      "a request that was denied",
      "CertificateRequest",
      { conditions: [condition("Ready", "False", "Denied")] },
      ["x: Denied"],
    ],
    ["a task in phase Failed", "Backup", { phase: "Failed" }, ["x: Failed"]],
    ["a task that runs", "Backup", { phase: "Running" }, []],
    ["a failure that will be retried", "Widget", { conditions: [condition("Ready", "False", "SyncError")] }, []],
    ["good conditions", "Widget", { conditions: [condition("Ready", "True", "Failed")] }, []],
  ];
  test.for(rows)("%s", ([, kind, status, found]) => {
    const raw = { apiVersion: "acme.io/v1", kind, metadata: { name: "x", namespace: "n" }, status };
    const snapshot = snapshotOf([toObject(raw)], {
      takenAt: "2026-11-21T12:00:00Z",
      source: "x",
    });
    const report = aggregate(snapshot);
    // A word of a status has no time, so the wait counts from its first look.
    const all = listPermanentFindings(report, healthy, evaluateWaitGoal(report, healthy).blocking);
    expect(all.map(summarizeFinding)).toEqual(found);
    expect(all.every(({ graceSeconds }) => graceSeconds > 0)).toBe(true);
  });
});
