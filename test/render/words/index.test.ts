import { describe, expect, test } from "vitest";
import type { Finding } from "../../../shared/model/finding/finding.ts";
import { guessPlural } from "../../../shared/model/resource-name.ts";
import { formatAge } from "../../../shared/outline/ages.ts";
import { evidenceInBrief, evidenceText } from "../../../shared/outline/cause.ts";
import { causeText } from "../../../shared/outline/cause-clauses.ts";
import { describeFinding as sentence } from "../../../shared/outline/findings/describe.ts";
import { finding, namespace, refOf } from "../build.ts";

describe("an age reads as kubectl prints it", () => {
  const m = 60;
  const h = 3600;
  const d = 86_400;
  const y = 365 * 86_400;
  const rows: [seconds: number, text: string][] = [
    [-5, "0s"],
    [0, "0s"],
    [119, "119s"],
    [120, "2m"],
    [3 * m + 20, "3m20s"],
    [10 * m + 20, "10m"],
    [179 * m, "179m"],
    [3 * h, "3h"],
    [5 * h + 20 * m, "5h20m"],
    [8 * h + 59 * m, "8h"],
    [47 * h, "47h"],
    [48 * h, "2d"],
    [3 * d + 4 * h, "3d4h"],
    [8 * d + 4 * h, "8d"],
    [729 * d, "729d"],
    [2 * y, "2y"],
    [3 * y + 120 * d, "3y120d"],
    [8 * y + 1 * d, "8y"],
  ];
  test.for(rows)("%i s = %s", ([seconds, text]) => {
    expect(formatAge(seconds)).toBe(text);
  });
});

describe("evidence is reason and message, each once", () => {
  const rows: [reason: string, message: string, text: string][] = [
    ["", "", "no reason given"],
    ["Boom", "", "Boom"],
    ["", "boom", "boom"],
    ["Boom", "it broke", "Boom: it broke"],
    ["DeploymentReady", "Deployment ready", "Deployment ready"],
    ["Boom", "\n  first\nsecond", "Boom: first second"],
    ["CDIDegraded", "CDI is degraded: ", "CDIDegraded: CDI is degraded: (no message)"],
    ["R", "you must delete the service:", "R: you must delete the service:"],
  ];
  test.for(rows)("%j, %j", ([reason, message, text]) => {
    expect(evidenceText({ reason, message })).toBe(text);
  });

  test("the short form has the reason once", () => {
    expect(evidenceInBrief({ reason: "CDIDegraded", message: "CDI is degraded: boom: x" })).toBe(
      "CDIDegraded: boom: x",
    );
    expect(evidenceInBrief({ reason: "CDIDegraded", message: "CDI is degraded: " })).toBe("CDIDegraded (no message)");
    expect(evidenceInBrief({ reason: "Boom", message: "a: b" })).toBe("Boom: a: b");
  });

  test("a root cause names the verdict, who and why", () => {
    const evidence = [{ is: "workload", kind: "Deployment", name: "virt-operator", ready: "0/2" }] as const;
    expect(causeText({ verdict: "degraded", label: "KubeVirt", evidence }, { now: "" })).toBe(
      "Degraded because KubeVirt: Deployment virt-operator 0/2 ready",
    );
  });
});

describe("plurals follow apimachinery", () => {
  const rows: [kind: string, plural: string][] = [
    ["CDI", "cdis"],
    ["HyperConverged", "hyperconvergeds"],
    ["Ingress", "ingresses"],
    ["NetworkPolicy", "networkpolicies"],
    ["Gateway", "gateways"],
    ["Switch", "switches"],
    ["SearchIndex", "searchindices"],
    ["Analysis", "analyses"],
    ["NetworkMatrix", "networkmatrices"],
    ["Person", "people"],
    ["Child", "children"],
    ["Mouse", "mice"],
    ["Warehouse", "warehouses"],
    ["TimeSeries", "timeseries"],
    ["Shelf", "shelves"],
  ];
  test.for(rows)("%s, %s", ([kind, plural]) => {
    expect(guessPlural(kind)).toBe(plural);
  });
});

const cdi = refOf("CDI");
const deployment = { group: "apps", kind: "Deployment", namespace, name: "virt-api" };

/** The sentences that no report of test/golden has word for word. */
describe("each finding has one sentence", () => {
  const rows: [finding: Finding, text: string][] = [
    [
      finding("error", { code: "operator-down", deployment: "hco-operator", ready: 0, wanted: 1, found: false }),
      "the operator is down (no Deployment hco-operator): the CR's status is out of date",
    ],
    [
      finding("error", {
        code: "operator-down",
        deployment: "hco-operator",
        ready: 0,
        wanted: 1,
        found: false,
        hasNoStatus: true,
      }),
      "the operator is down (no Deployment hco-operator): nothing has evaluated the CR yet",
    ],
    [
      finding("error", { code: "component-absent", component: "CDI", outcome: "absent" }, cdi),
      "CDI is missing: CDI cdi-kubevirt-hyperconverged does not exist",
    ],
    [
      finding("error", { code: "component-absent", component: "CDI", outcome: "noSuchKind" }, cdi),
      "CDI is missing: CRD cdis.cdi.kubevirt.io is not installed",
    ],
    [
      finding("warning", { code: "not-read", component: "CDI", outcome: "forbidden", cause: "" }, cdi),
      'cannot read CDI: forbidden; request "get" permission on cdis.cdi.kubevirt.io',
    ],
    [
      finding("warning", { code: "not-read", outcome: "unread", cause: "timed out" }, deployment),
      "cannot read deployments.apps in namespace kubevirt-hyperconverged: timed out",
    ],
    [
      finding("error", { code: "no-conditions", component: "CDI" }, cdi),
      "CDI has no conditions: its operator has not reconciled it yet, or is not running",
    ],
    [
      finding("warning", { code: "missing-condition", component: "CDI", types: ["Progressing", "Degraded"] }, cdi),
      "CDI does not report Progressing and Degraded; the operator ignores that except in an upgrade, so whether one can finish is not known",
    ],
    [
      finding("warning", { code: "unknown-condition", component: "CDI", type: "Available", reason: "Lost" }, cdi),
      "CDI reports Available=Unknown (Lost)",
    ],
    [
      finding("warning", { code: "hidden-offender", component: "CDI", types: ["Available"], shown: ["SSP"] }, cdi),
      "CDI also affects Available, but the CR reports only SSP",
    ],
    [
      finding("info", { code: "empty-message", component: "CDI", type: "Available" }, cdi),
      "CDI gives no message for Available: check its Deployments",
    ],
    [
      finding("warning", {
        code: "drift",
        type: "Degraded",
        what: "missing",
        expectedStatus: "True",
        expectedReason: "CDIDegraded",
      }),
      "the CR does not report Degraded, expected True (CDIDegraded) from its components",
    ],
    [
      finding("warning", {
        code: "drift",
        type: "Degraded",
        what: "extra",
        reportedStatus: "True",
        reportedReason: "X",
      }),
      "the CR reports Degraded=True (X), which its components do not explain",
    ],
    [
      finding("warning", { code: "drift", type: "Degraded", what: "message" }),
      "the CR's message for Degraded is out of date",
    ],
    [
      finding("warning", {
        code: "health-disagrees",
        reported: "healthy",
        evaluated: "unavailable",
        expected: "error",
        why: "not-updated",
      }),
      "the CR's systemHealthStatus is still healthy: the operator has not updated it",
    ],
    [
      finding("info", {
        code: "conditions-disagree",
        type: "Available",
        reason: "HCODegraded",
        evaluated: "progressing",
      }),
      "the CR reports Available=False (HCODegraded), but its components are only progressing: the verdict follows the components",
    ],
    [
      finding("info", {
        code: "conditions-disagree",
        type: "Degraded",
        reason: "KubeVirtDegraded",
        evaluated: "progressing",
        named: { component: "KubeVirt", status: "False", message: "KubeVirt is degraded: virt-handler is not ready" },
      }),
      "the CR reports Degraded=True (KubeVirtDegraded: virt-handler is not ready), but KubeVirt itself reports Degraded=False",
    ],
    [
      finding("info", { code: "reconcile-failed", message: "conflict", seconds: 12, transient: true }),
      "the operator has not completed a reconcile for 12s, which is often resolved within a minute: conflict",
    ],
    [
      finding("error", { code: "status-unknown", seconds: 700, transient: false }),
      "the operator has not evaluated its components for 11m",
    ],
    [
      finding("info", { code: "installing" }),
      "the operator is installing: the CR has not been available since its creation",
    ],
    [
      finding("warning", { code: "stale", generation: 5, observedGeneration: 4 }),
      "the status of HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged is stale (generation 5, observed 4)",
    ],
    [
      finding("warning", { code: "upgrade-stuck", from: "1.18.0", to: "1.19.0", message: "no matches for kind" }),
      "every reconcile of the upgrade 1.18.0 -> 1.19.0 fails, which the CR does not report: no matches for kind",
    ],
    [
      finding("warning", { code: "operator-condition", status: "True", reason: "", message: "", expected: "False" }),
      "OLM may begin an upgrade (its OperatorCondition reports Upgradeable=True), although the operator should not allow it",
    ],
    [
      finding("warning", {
        code: "operator-condition",
        status: "True",
        reason: "",
        message: "",
        expected: "False",
        outdated: true,
        observedGeneration: 1,
        generation: 2,
      }),
      "the OperatorCondition reports Upgradeable=True and is outdated (generation 2, observed 1), although the operator should not allow an upgrade",
    ],
    [
      finding("warning", {
        code: "operator-condition",
        status: "True",
        reason: "",
        message: "",
        expected: "False",
        override: "False",
      }),
      "the OperatorCondition reports Upgradeable=True, expected False; OLM follows its spec.overrides, Upgradeable=False",
    ],
    [
      finding("warning", {
        code: "operator-condition",
        status: "False",
        reason: "KubeVirtNotUpgradeable",
        message: "",
        expected: "True",
      }),
      "OLM begins no upgrade (its OperatorCondition reports Upgradeable=False), although nothing blocks it: KubeVirtNotUpgradeable",
    ],
    [
      finding("error", { code: "conversion-webhook", webhook: "hco-webhook", cause: "connection refused" }),
      "HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged cannot be read, its conversion webhook hco-webhook does not respond (connection refused); check that its pods are running",
    ],
    [
      finding("info", { code: "injector-not-ready", reason: "NotReady", message: "" }),
      "the network resources injector is not ready: NotReady",
    ],
    [
      finding("info", { code: "overwritten", object: "ConfigMap x", count: 1 }),
      "the operator reverted 1 edit of ConfigMap x; another client modifies it",
    ],
    [
      finding("info", { code: "not-counted", component: "AAQ", evaluated: "degraded", because: "switched-off" }),
      "AAQ is degraded, but the operator ignores it, because the CR does not enable it",
    ],
    [
      finding("info", { code: "uncounted-workload", ready: 0, wanted: 2 }, deployment),
      "Deployment kubevirt-hyperconverged/virt-api has 0 of 2 replicas ready (ignored by the CR's conditions)",
    ],
    [
      finding(
        "info",
        {
          code: "uncounted-workload",
          ready: 0,
          wanted: 2,
          cause: { reason: "CrashLoopBackOff", message: "cannot read its configuration" },
        },
        deployment,
      ),
      "Deployment kubevirt-hyperconverged/virt-api has 0 of 2 replicas ready: CrashLoopBackOff: cannot read its configuration (ignored by the CR's conditions)",
    ],
    [
      finding("info", { code: "outdated-workloads", count: 2, movedBy: "person" }),
      "2 VirtualMachineInstances still run in the pods of an older KubeVirt; workloadUpdateMethods names no method, so migrate or restart them",
    ],
    [
      finding("info", { code: "boot-image", name: "fedora", reason: "", message: "no storage class" }),
      "boot image fedora is not up to date: no storage class",
    ],
    [
      finding("warning", { code: "related-object", state: "replaced" }, deployment),
      "Deployment kubevirt-hyperconverged/virt-api is listed in relatedObjects but was recreated since",
    ],
    [
      finding("warning", { code: "orphan" }, cdi),
      "CDI cdi-kubevirt-hyperconverged exists although nothing requires it",
    ],
    [
      finding("warning", { code: "clock-ahead", type: "Ready", since: "2030-01-01T00:00:00Z" }, cdi),
      "Ready of CDI cdi-kubevirt-hyperconverged changed at 2030-01-01T00:00:00Z, after it was read: a clock is wrong, and its age is shown as 0",
    ],
    [
      finding("warning", { code: "not-read", outcome: "noSuchKind", cause: "" }, cdi),
      "cannot read cdis.cdi.kubevirt.io: cdis.cdi.kubevirt.io is not installed",
    ],
    [
      finding("warning", { code: "conditions-not-a-list" }, cdi),
      "the conditions of CDI cdi-kubevirt-hyperconverged are not a list and were not read",
    ],
    [
      finding("warning", { code: "condition-not-an-object" }, cdi),
      "an entry in the conditions of CDI cdi-kubevirt-hyperconverged is not a condition and was ignored",
    ],
    [
      finding("warning", { code: "condition-without-type" }, cdi),
      "a condition of CDI cdi-kubevirt-hyperconverged has no type: what it reports is unknown",
    ],
    [
      finding("warning", { code: "duplicate-condition", type: "Ready" }, cdi),
      "CDI cdi-kubevirt-hyperconverged lists Ready more than once; the last one is used",
    ],
    [
      finding("warning", { code: "odd-status", type: "Ready", value: "true" }, cdi),
      'Ready of CDI cdi-kubevirt-hyperconverged has status "true", which is not True, False or Unknown; it is read as Unknown',
    ],
    [
      finding("warning", { code: "odd-time", type: "Ready", value: "soon" }, cdi),
      'Ready of CDI cdi-kubevirt-hyperconverged has an invalid time, "soon"; its age is unknown',
    ],
    [
      finding("warning", { code: "odd-text", type: "Ready" }, cdi),
      "Ready of CDI cdi-kubevirt-hyperconverged has a reason or message that is not text",
    ],
    [
      finding("warning", { code: "odd-generation", value: "newest" }, cdi),
      'the generation or observedGeneration of CDI cdi-kubevirt-hyperconverged is not a number, "newest"; unknown whether the status is stale',
    ],
    [
      finding(
        "info",
        { code: "restarting", container: "c", restarts: 57, reason: "OOMKilled", exitCode: "137", last: "" },
        { group: "", kind: "Pod", namespace: "prod", name: "web-1" },
      ),
      "container c of Pod web-1 is ready but was restarted 57 times, most recently after OOMKilled (exit 137)",
    ],
  ];
  test.for(rows.map(([about, text]) => ({ about, text })))("$about.code: $text", ({ about, text }) => {
    expect(sentence(about)).toBe(text);
    expect(text).not.toMatch(/\.$/);
  });
});
