import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { type GateCode, gateCodes } from "../../shared/model/finding/row.ts";
import type { Reading, Snapshot } from "../../shared/model/snapshot.ts";
import type { GateAnswer, GateReport } from "../../shared/model/upgrade-gate.ts";
import { upgradeGate } from "../../shared/upgrade-gate/upgrade-gate.ts";
import { findObject, type Raw, readCaseAsCluster, readFromCluster } from "../aggregate/gate-situation.ts";
import { readGoldenCase, sentences } from "../golden/recorded.ts";
import { isLongRun } from "../size.ts";

const healthyCase = "all-six-components-are-healthy";
const openShift = "openshift-with-ssp-and-an-operatorcondition-is-healthy";

function gateOf(snapshot: Snapshot, accept: readonly GateCode[] = []): GateReport {
  return upgradeGate(aggregate(snapshot), accept);
}

/** Codes and states, each once: `Upgradeable blocks`. */
function listReasons({ reasons }: GateReport): readonly string[] {
  return [...new Set(reasons.map(({ code, state }) => `${code} ${state}`))];
}

function put(object: Raw, type: string, status: string | undefined, reason = "Because"): void {
  const others = object["status"].conditions.filter((each: Raw) => each["type"] !== type);
  const own = { type, status, reason, message: "so", lastTransitionTime: "2026-11-21T11:00:00Z" };
  object["status"].conditions = status === undefined ? others : [...others, own];
}

const operator = "hyperconverged-cluster-operator";

type Change = (all: Raw[]) => void;

/** The object of this kind reports this condition. */
function reports(kind: string, ...condition: [type: string, status: string | undefined, reason?: string]): Change {
  return (all) => put(findObject(all, kind), ...condition);
}

/** The object of this kind has these fields. */
function setFields(kind: string, part: "metadata" | "spec" | "status", fields: object): Change {
  return (all) => Object.assign(findObject(all, kind)[part], fields);
}

function gateAfter(change: Change, sentence: string): readonly [GateAnswer, readonly string[]] {
  const objects = readCaseAsCluster(sentence);
  change(objects);
  const gate = gateOf(readFromCluster(objects));
  return [gate.answer, listReasons(gate)];
}

describe("each reason against an upgrade has its code in an otherwise healthy cluster", () => {
  const rows: [what: string, answer: GateAnswer, codes: readonly string[], change: Change][] = [
    ["nothing", "ALLOW", [], () => {}],
    ["the CR refuses", "BLOCK", ["Upgradeable blocks"], reports("HyperConverged", "Upgradeable", "False")],
    ["the CR does not know", "UNKNOWN", ["Upgradeable unknown"], reports("HyperConverged", "Upgradeable", "Unknown")],
    ["the CR does not say", "UNKNOWN", ["Upgradeable unknown"], reports("HyperConverged", "Upgradeable", undefined)],
    [
      "a component refuses and the CR hides it",
      "BLOCK",
      ["Upgradeable blocks"],
      reports("CDI", "Upgradeable", "False"),
    ],
    ["a component does not know", "UNKNOWN", ["Upgradeable unknown"], reports("CDI", "Upgradeable", "Unknown")],
    ["a component is down", "BLOCK", ["Available blocks"], reports("CDI", "Available", "False")],
    ["a component is degraded", "BLOCK", ["Degraded blocks"], reports("CDI", "Degraded", "True")],
    [
      "a component progresses",
      "BLOCK",
      ["Upgradeable blocks", "Progressing blocks"],
      reports("CDI", "Progressing", "True"),
    ],
    ["a component says Unknown", "UNKNOWN", ["Available unknown"], reports("CDI", "Available", "Unknown")],
    ["a component lacks a condition", "UNKNOWN", ["Degraded unknown"], reports("CDI", "Degraded", undefined)],
    [
      "the CR alone says that it is down",
      "BLOCK",
      ["Available blocks"],
      reports("HyperConverged", "Available", "False"),
    ],
    [
      "a reconcile failed",
      "BLOCK",
      ["ReconcileComplete blocks"],
      reports("HyperConverged", "ReconcileComplete", "False", "ReconcileFailed"),
    ],
    [
      "no reconcile is reported",
      "UNKNOWN",
      ["ReconcileComplete unknown"],
      reports("HyperConverged", "ReconcileComplete", undefined),
    ],
    ["a component is gone", "BLOCK", ["Available blocks"], (all) => all.splice(all.indexOf(findObject(all, "CDI")), 1)],
    [
      "a component is behind",
      "BLOCK",
      ["ComponentBehind blocks"],
      setFields("CDI", "status", { observedVersion: "v0.0.1" }),
    ],
    [
      "the operator is of another version than the CR",
      "BLOCK",
      ["UpgradeRunning blocks"],
      setFields("HyperConverged", "status", { versions: [{ name: "operator", version: "1.19.0" }] }),
    ],
    [
      "virtual machines run in old pods",
      "BLOCK",
      ["OutdatedVMIWorkloads blocks"],
      setFields("KubeVirt", "status", { outdatedVirtualMachineInstanceWorkloads: 2 }),
    ],
    [
      "the taint alone",
      "BLOCK",
      ["TaintedConfiguration blocks"],
      reports("HyperConverged", "TaintedConfiguration", "True"),
    ],
    [
      "a patch alone",
      "BLOCK",
      ["TaintedConfiguration blocks"],
      setFields("HyperConverged", "metadata", {
        annotations: { "kubevirt.kubevirt.io/jsonpatch": '[{"op":"remove","path":"/spec/x"}]' },
      }),
    ],
    [
      "the HyperConverged is being deleted",
      "BLOCK",
      ["Deleting blocks"],
      setFields("HyperConverged", "metadata", { deletionTimestamp: "2026-11-21T11:59:00Z" }),
    ],
    [
      "a component is being deleted",
      "BLOCK",
      ["Deleting blocks"],
      setFields("KubeVirt", "metadata", { deletionTimestamp: "2026-11-21T11:59:00Z" }),
    ],
    [
      "the status is out of date",
      "UNKNOWN",
      ["Stale unknown"],
      setFields("HyperConverged", "metadata", { generation: 1000 }),
    ],
    [
      "the operator is down",
      "BLOCK",
      ["OperatorDown blocks"],
      (all) => {
        findObject(all, "Deployment", operator)["status"].readyReplicas = 0;
      },
    ],
    [
      "the operator is gone",
      "BLOCK",
      ["OperatorDown blocks", "UpgradeRunning unknown"],
      (all) => all.splice(all.indexOf(findObject(all, "Deployment", operator)), 1),
    ],
  ];
  test.for(rows)("%s: %s", ([, answer, codes, change]) => {
    expect(gateAfter(change, healthyCase)).toEqual([answer, codes]);
  });

  test("what is down below a component and in none of its conditions", () => {
    const sentences = [
      "the-operator-of-cdi-is-down-and-cdi-reports-healthy",
      "the-conversion-webhook-is-down-and-v1beta1-is-stored",
    ];
    for (const sentence of sentences)
      expect(listReasons(gateOf(readGoldenCase(sentence)))).toContain("WorkloadDown blocks");
  });

  test("a component that the CR does not show is marked as hidden, the one it shows is not", () => {
    const objects = readCaseAsCluster(healthyCase);
    put(findObject(objects, "CDI"), "Upgradeable", "False");
    const [reason] = gateOf(readFromCluster(objects)).reasons;
    expect(reason).toMatchObject({
      code: "Upgradeable",
      component: "CDI",
      status: "False",
      hidden: true,
      message: "so",
    });
    const [shown] = gateOf(
      readGoldenCase("networkaddonsconfig-blocks-the-upgrade-of-a-healthy-hyperconverged"),
    ).reasons.filter(({ component }) => component === "NetworkAddonsConfig");
    expect(shown).not.toHaveProperty("hidden");
  });
});

describe("what holds OLM back has its code", () => {
  const upgradeableCondition = (status: string): Raw[] => [{ type: "Upgradeable", status, reason: "R", message: "m" }];
  const rows: [what: string, answer: GateAnswer, codes: readonly string[], change: Change][] = [
    ["nothing", "ALLOW", [], () => {}],
    [
      "the operator refuses",
      "BLOCK",
      ["OperatorCondition blocks"],
      setFields("OperatorCondition", "spec", { conditions: upgradeableCondition("False") }),
    ],
    [
      "the operator does not know",
      "UNKNOWN",
      ["OperatorCondition unknown"],
      setFields("OperatorCondition", "spec", { conditions: upgradeableCondition("Unknown") }),
    ],
    [
      "a user overrides it with a refusal",
      "BLOCK",
      ["OperatorCondition blocks"],
      setFields("OperatorCondition", "spec", { overrides: upgradeableCondition("False") }),
    ],
    [
      "a user overrides a refusal",
      "BLOCK",
      ["OperatorCondition blocks"],
      setFields("OperatorCondition", "spec", {
        conditions: upgradeableCondition("False"),
        overrides: upgradeableCondition("True"),
      }),
    ],
    [
      "the operator is being installed",
      "BLOCK",
      ["ClusterServiceVersion blocks"],
      setFields("ClusterServiceVersion", "status", { phase: "Installing", reason: "Waiting", message: "m" }),
    ],
    [
      "OLM has not evaluated a version yet",
      "UNKNOWN",
      ["ClusterServiceVersion unknown"],
      (all) => {
        const csv = structuredClone(findObject(all, "ClusterServiceVersion"));
        csv["metadata"].name = "kubevirt-hyperconverged-operator.v9.9.9";
        csv["status"] = {};
        all.push(csv);
      },
    ],
  ];
  test.for(rows)("%s: %s", ([, answer, codes, change]) => {
    expect(gateAfter(change, openShift)).toEqual([answer, codes]);
  });

  const unseen: [outcome: "forbidden" | "unread", kind: string, answer: GateAnswer][] = [
    ["forbidden", "OperatorCondition", "UNKNOWN"],
    ["forbidden", "ClusterServiceVersion", "UNKNOWN"],
    ["unread", "OperatorCondition", "UNKNOWN"],
    ["unread", "ClusterServiceVersion", "UNKNOWN"],
  ];
  test.for(unseen)("on OpenShift %s %s is %s", ([outcome, kind, answer]) => {
    expect(gateOf(without(readFromCluster(readCaseAsCluster(openShift)), kind, outcome)).answer).toBe(answer);
  });

  test("if OLM owns nothing of the operator, what a must-gather did not collect does not exist", () => {
    const snapshot = readFromCluster(readCaseAsCluster(healthyCase));
    const mustGather: Snapshot = { ...snapshot, source: { kind: "must-gather", name: "mg" } };
    expect(gateOf(without(mustGather, "OperatorCondition", "unread")).answer).toBe("ALLOW");
    // A cluster was asked for it.
    expect(gateOf(without(snapshot, "OperatorCondition", "unread")).answer).toBe("UNKNOWN");
    expect(gateOf(without(snapshot, "OperatorCondition", "forbidden")).answer).toBe("UNKNOWN");
    const marked = readCaseAsCluster(healthyCase);
    findObject(marked, "Deployment", operator)["metadata"].labels = {
      "olm.owner": "kubevirt-hyperconverged-operator.v1",
    };
    expect(gateOf(without(readFromCluster(marked), "OperatorCondition", "unread")).answer).toBe("UNKNOWN");
  });
});

const shownByNothingElse: ReadonlySet<string> = new Set([
  "APIService",
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
  "EndpointSlice",
]);

describe("every golden case has its answer", () => {
  const allowed = [
    "an-unavailable-aaq-that-the-cr-does-not-enable-is-a-warning",
    "a-taint-that-is-false-leaves-a-hyperconverged-healthy",
    "all-certificates-of-a-webhook-whose-failure-is-ignored-expired",
    // Of virtual machines only, which an upgrade does not write.
    "the-endpoints-of-virt-api-changed-a-minute-ago-and-none-is-ready",
    "a-generation-that-each-status-of-cdi-increases-is-not-stale",
    "the-service-of-the-operators-webhook-is-a-name-of-another-host",
    healthyCase,
    openShift,
  ];
  const unknown = [
    "all-certificates-of-an-ignored-webhook-expired-beside-a-kubevirt-and-a-cdi-without-a-hyperconverged",
    "a-file-with-only-a-healthy-cr-is-unknown",
    // On the day of the cluster that is made of their objects the certificates are not valid yet.
    "an-expired-certificate-is-beside-a-valid-one-in-the-bundle-of-a-webhook",
    "the-newest-certificate-of-the-webhooks-of-kubevirt-is-past-its-rotation",
    "cdi-reports-unknown-and-the-cr-reports-healthy",
    "components-exist-after-their-hyperconverged-was-deleted",
    "migcontroller-lacks-progressing-and-degraded-and-the-cr-reports-healthy",
    "no-hyperconverged-exists",
    "listing-hyperconvergeds-is-forbidden",
    "red-hats-4-20-is-release-1-16-and-healthy",
    "the-crd-of-hyperconverged-is-not-installed",
    "the-spec-is-newer-than-the-status",
  ];
  // The cluster that is made of its objects has the missing workload, and converts them.
  const mended = [
    "the-conversion-webhook-returns-an-error-and-v1beta1-is-stored",
    "the-operators-of-kubevirt-and-cdi-do-not-exist-and-both-report-healthy",
    // On the day of that cluster its endpoints have not changed yet.
    "the-service-of-virt-api-has-no-endpoints-and-its-deployment-is-ready",
    "virt-handler-does-not-exist-and-kubevirt-reports-healthy",
  ];
  const cases = sentences.filter((sentence) => {
    const { roots } = aggregate(readGoldenCase(sentence));
    return roots.length === 0 || roots.some(({ profile, ref }) => profile === "hco" || /kubevirt/.test(ref.group));
  });
  test.for(cases)("%s", (sentence) => {
    const report = aggregate(readGoldenCase(sentence));
    const gate = upgradeGate(report);
    // No case holds the components' operators.
    const isOpen = allowed.includes(sentence) || unknown.includes(sentence);
    const answer = isOpen ? "UNKNOWN" : "BLOCK";
    expect(gate.answer).toBe(answer);
    expect(gate.reasons).not.toEqual([]);
    // It is never milder than the Report.
    const whole = gateOf(readFromCluster(readCaseAsCluster(sentence)));
    expect(whole.answer === "ALLOW").toBe([...allowed, ...mended].includes(sentence));
    if (!mended.includes(sentence) && whole.answer === "ALLOW") expect(report.verdict).toBe("healthy");
    if (report.roots.some(({ gates }) => gates.upgradeable.answer === "no")) expect(answer).toBe("BLOCK");
    for (const { code } of gate.reasons) expect(gateCodes).toContain(code);
    expect(JSON.parse(JSON.stringify(gate))).toEqual(gate);
  });

  test.for(cases)("%s: without any one of its readings it is not allowed", (sentence) => {
    const snapshot = readGoldenCase(sentence);
    const whole = snapshot.source.kind === "cluster" ? snapshot : readFromCluster(readCaseAsCluster(sentence));
    if (gateOf(whole).answer === "ALLOW") return;
    for (const [index, { query }] of whole.readings.entries()) {
      const lost: readonly (readonly Reading[])[] = [
        [],
        [{ query, outcome: "unread", cause: "timed out" }],
        [{ query, outcome: "forbidden", cause: "no" }],
      ];
      // Over all cases each answer is lost in all three ways; a long run loses it in all three in each case.
      const turn = (cases.indexOf(sentence) + index) % lost.length;
      for (const instead of isLongRun ? lost : lost.slice(turn, turn + 1)) {
        const readings = whole.readings.toSpliced(index, 1, ...instead);
        // A reader responds to every query of a plan. Nothing else shows the lists of these kinds.
        if (instead.length === 0 && shownByNothingElse.has(query.kind)) continue;
        expect(gateOf({ ...whole, readings }).answer, `${query.kind} ${instead[0]?.outcome}`).not.toBe("ALLOW");
      }
    }
  });

  test.for(cases)("%s: a component that gets worse does not allow it", (sentence) => {
    const objects = readCaseAsCluster(sentence);
    if (gateOf(readFromCluster(objects)).answer === "ALLOW") return;
    const kinds = ["KubeVirt", "CDI", "NetworkAddonsConfig", "AAQ", "SSP", "MigController", "FileRestoreOperator"];
    const changes = [
      ["Available", "False"],
      ["Degraded", "True"],
      ["Upgradeable", "False"],
    ] as const;
    for (const kind of kinds.filter((each) => objects.some((object) => object["kind"] === each))) {
      // Over all cases each kind gets worse in all three ways; in a long run in each case.
      const turn = (cases.indexOf(sentence) + kinds.indexOf(kind)) % changes.length;
      for (const [type, status] of isLongRun ? changes : changes.slice(turn, turn + 1)) {
        const worse = structuredClone(objects);
        const object = findObject(worse, kind);
        object["status"] = { conditions: [], ...object["status"] };
        put(object, type, status);
        expect(gateOf(readFromCluster(worse)).answer, `${kind} ${type}=${status}`).not.toBe("ALLOW");
      }
    }
  });
});

describe("an accepted code does not block, and accepts no other", () => {
  const blocked = sentences.filter((sentence) => {
    const { roots, reasons } = gateOf(readGoldenCase(sentence));
    return roots.length > 0 && reasons.every(({ code }) => code !== "NoHyperConverged");
  });
  test.for(blocked)("%s", (sentence) => {
    const report = aggregate(readGoldenCase(sentence));
    const codes = [...new Set(upgradeGate(report).reasons.map(({ code }) => code))];
    const all = upgradeGate(report, codes);
    expect([all.answer, new Set(all.reasons.map(({ state }) => state))]).toEqual(["ALLOW", new Set(["accepted"])]);
    for (const code of codes) {
      const most = upgradeGate(
        report,
        codes.filter((each) => each !== code),
      );
      expect(most.answer).not.toBe("ALLOW");
      expect(most.reasons.filter(({ state }) => state !== "accepted").map((each) => each.code)).toContain(code);
    }
  });

  test("what blocks goes before what is not known, and what is not needed is listed", () => {
    const report = aggregate(readGoldenCase("an-upgrade-cannot-finish-because-ssp-does-not-report-degraded"));
    const gate = upgradeGate(report, ["UpgradeRunning", "OperatorCondition", "Stale"]);
    expect([gate.answer, gate.accepted, gate.unneeded]).toEqual([
      "UNKNOWN",
      ["UpgradeRunning", "OperatorCondition", "Stale"],
      ["Stale"],
    ]);
    expect(upgradeGate(report).reasons.map(({ state }) => state)).toEqual(["blocks", "blocks", "unknown", "unknown"]);
    expect(gate.reasons.filter(({ state }) => state === "accepted").map(({ was }) => was)).toEqual([
      "blocks",
      "blocks",
    ]);
  });

  test("without a HyperConverged no accepted code allows an upgrade", () => {
    expect(gateOf(readGoldenCase("listing-hyperconvergeds-is-forbidden"), gateCodes).answer).toBe("UNKNOWN");
    expect(gateOf(readGoldenCase("no-hyperconverged-exists"), gateCodes).answer).toBe("UNKNOWN");
  });
});

describe("a component that is requested alone is never allowed, whatever is accepted", () => {
  const rows: [says: string | undefined, answer: GateAnswer][] = [
    ["True", "UNKNOWN"],
    ["False", "BLOCK"],
    ["Unknown", "UNKNOWN"],
    [undefined, "UNKNOWN"],
  ];
  test.for(rows)("Upgradeable=%s: %s", ([says, answer]) => {
    const all = readCaseAsCluster(healthyCase);
    const kubeVirt = findObject(all, "KubeVirt");
    put(kubeVirt, "Upgradeable", says);
    const beside = all.filter(({ kind, metadata }) => kind !== "KubeVirt" && metadata.name.startsWith("virt-"));
    const gate = gateOf(readFromCluster([kubeVirt, ...beside]));
    expect(gate.answer).toBe(answer);
    expect(gate.reasons.map(({ code }) => code)).toContain("NoHyperConverged");
    expect(gateOf(readFromCluster([kubeVirt, ...beside]), gateCodes).answer).toBe("UNKNOWN");
  });
});

function without(snapshot: Snapshot, kind: string, outcome: "forbidden" | "unread"): Snapshot {
  return {
    ...snapshot,
    readings: snapshot.readings.map((reading) =>
      reading.query.kind === kind ? { query: reading.query, outcome, cause: "not collected" } : reading,
    ),
  };
}
