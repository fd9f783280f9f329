import { describe, expect, test } from "vitest";
import { definedFields } from "../../../../shared/model/defined-fields.ts";
import type { Lifecycle, Report, ReportNode, RootNode } from "../../../../shared/model/report.ts";
import type { Source } from "../../../../shared/model/snapshot.ts";
import { component, condition, finding, hyperconverged } from "../../../render/build.ts";
import { cdi, deployment, deploymentsGap, inAllNamespaces, listRows, withGaps } from "./rows.ts";

const operator = (part: Partial<ReportNode> = {}): ReportNode => deployment("hco-operator", part);
const webhook = (part: Partial<ReportNode> = {}): ReportNode => deployment("hco-webhook", part);
const refused = { conditions: [condition("ReconcileComplete", "F", 1, "InvalidRequest"), condition("Available", "T")] };
const files: Source = { kind: "files", name: "x" };

describe("the operator that carries out an upgrade has to run", () => {
  const facts = { ready: "0/1", observedVersion: "1.20.0" };
  const rollingOut = "blocks Progressing=True hco-operator Deployment hco-operator judged";
  const paused = "blocks Paused Deployment hco-operator";
  const deleting = "blocks Deleting Deployment hco-operator";
  test.for<readonly [rule: string, operator: Partial<ReportNode>, rows: readonly string[]]>([
    ["an operator that runs has no row", {}, []],
    [
      "an unavailable operator blocks the upgrade",
      { verdict: "unavailable", facts },
      ["blocks OperatorDown Deployment hco-operator ready=0/1"],
    ],
    [
      "a degraded operator blocks the upgrade",
      { verdict: "degraded", facts },
      ["blocks OperatorDown Deployment hco-operator ready=0/1"],
    ],
    [
      "an operator of unknown status makes the answer unknown",
      { verdict: "unknown", facts },
      ["unknown OperatorDown Deployment hco-operator ready=0/1"],
    ],
    [
      "an operator whose status is stale makes the answer unknown",
      { stale: true },
      ["unknown OperatorDown Deployment hco-operator ready=1/1"],
    ],
    [
      "an unavailable operator without a count of its Pods blocks the upgrade",
      { verdict: "unavailable", facts: { observedVersion: "1.20.0" } },
      ["blocks OperatorDown Deployment hco-operator"],
    ],
    ["an operator that is rolled out blocks the upgrade", { verdict: "progressing" }, [rollingOut]],
    [
      "an operator that is rolled out and paused has both rows",
      { verdict: "progressing", facts: { paused: "true" } },
      [rollingOut, paused],
    ],
    ["a paused operator blocks the upgrade", { facts: { paused: "true" } }, [paused]],
    ["an operator with paused: false has no row", { facts: { paused: "false" } }, []],
    [
      "an unavailable and paused operator has both rows",
      { verdict: "unavailable", facts: { ...facts, paused: "true" } },
      ["blocks OperatorDown Deployment hco-operator ready=0/1", paused],
    ],
    ["an operator that is being deleted blocks the upgrade", { deleting: true }, [deleting]],
    [
      "an operator that is being deleted and paused has both rows",
      { deleting: true, facts: { paused: "true" } },
      [deleting, paused],
    ],
  ])("%s", ([, part, rows]) => {
    expect(listRows([], { children: [operator(part), webhook()] })).toEqual(rows);
  });

  test("an operator and a webhook under their names without OLM have no row", () => {
    const children = [deployment("hyperconverged-cluster-operator"), deployment("hyperconverged-cluster-webhook")];
    expect(listRows([], { children })).toEqual([]);
  });

  test("a HyperConverged that its operator refuses has no row of the operator", () => {
    expect(listRows([], { children: [], ...refused }).join()).not.toContain("Deployment");
  });

  test.for<readonly [rule: string, versions: readonly (string | undefined)[], rows: readonly string[]]>([
    ["of one version have no row", ["1.20.0", "1.20.0"], []],
    [
      "of two versions make the answer unknown",
      ["1.20.0", "1.19.0"],
      ["unknown UpgradeRunning HyperConverged from=1.19.0 to=1.20.0 other=hyperconverged-cluster-operator"],
    ],
    [
      "of which one version is unknown make the answer unknown",
      ["1.20.0", undefined],
      ["unknown UpgradeRunning HyperConverged to=1.20.0 other=hyperconverged-cluster-operator"],
    ],
    [
      "of unknown versions make the answer unknown",
      [undefined, undefined],
      ["unknown UpgradeRunning HyperConverged other=hyperconverged-cluster-operator"],
    ],
  ])("two operators %s", ([, [first, second], rows]) => {
    const children = [
      operator({ facts: definedFields({ observedVersion: first }) }),
      deployment("hyperconverged-cluster-operator", { facts: definedFields({ observedVersion: second }) }),
      webhook(),
    ];
    expect(listRows([], { children })).toEqual(rows);
  });
});

describe("an operator that was not found", () => {
  const notRead = "unknown IncompleteReading Deployment hyperconverged-cluster-operator outcome=unread verb=get";
  const downIn = (namespace: string): Partial<Report> => {
    const evidence = { code: "operator-down", deployment: "hco-operator", ready: 0, wanted: 2, found: false } as const;
    return { findings: [finding("error", evidence, { ...hyperconverged, namespace })] };
  };
  test.for<readonly [rule: string, report: Partial<Report>, row: string]>([
    [
      "blocks the upgrade where it does not exist",
      downIn("kubevirt-hyperconverged"),
      "blocks OperatorDown Deployment hco-operator ready=0/2",
    ],
    ["is unread where only that of another namespace does not exist", downIn("other"), notRead],
    ["is unread where another finding is there", { findings: [finding("info", { code: "installing" })] }, notRead],
    [
      "has the row of the list of Deployments where that is forbidden",
      withGaps(deploymentsGap()),
      "unknown IncompleteReading Deployment outcome=forbidden verb=list cause=no",
    ],
    [
      "has the row of the list of all namespaces where that got no response",
      withGaps(inAllNamespaces(deploymentsGap({ outcome: "unread", cause: "late" }))),
      "unknown IncompleteReading Deployment outcome=unread verb=list cause=late",
    ],
    [
      "has a row of its own where reading its name is forbidden",
      withGaps(deploymentsGap({ verb: "get" })),
      "unknown IncompleteReading Deployment hyperconverged-cluster-operator outcome=forbidden verb=get cause=no",
    ],
    [
      "is unread where only Deployments of another namespace are forbidden",
      withGaps(deploymentsGap({ namespace: "other" })),
      notRead,
    ],
    [
      // A Pod and a StatefulSet of the operator's name are not the operator.
      "is unread in a file that has other Deployments",
      { source: files },
      `${notRead} notIn=files`,
    ],
  ])("%s", ([, report, row]) => {
    const ref = { ...operator().ref, kind: "StatefulSet" };
    const children = [operator({ role: "pod" }), operator({ ref }), cdi(), webhook()];
    expect(listRows([], { children }, report)).toEqual([row]);
  });

  test("replaces the row of a version that only the operator reports", () => {
    expect(listRows([], { children: [cdi({ facts: { observedVersion: "v1" } }), webhook()] })).toEqual([notRead]);
  });
});

describe("the webhook, which checks every change of a HyperConverged, has to run", () => {
  const facts = { ready: "0/1" };
  const notFound = "unknown WorkloadDown Deployment hyperconverged-cluster-webhook";
  test.for<readonly [rule: string, webhooks: readonly ReportNode[], report: Partial<Report>, rows: readonly string[]]>([
    [
      "an unavailable webhook blocks the upgrade",
      [webhook({ verdict: "unavailable", facts })],
      {},
      ["blocks WorkloadDown Deployment hco-webhook ready=0/1"],
    ],
    [
      "the second of two webhooks is unavailable and blocks the upgrade",
      [webhook(), deployment("hyperconverged-cluster-webhook", { verdict: "unavailable", facts })],
      {},
      ["blocks WorkloadDown Deployment hyperconverged-cluster-webhook ready=0/1"],
    ],
    ["a degraded webhook has no row", [webhook({ verdict: "degraded", facts })], {}, []],
    ["a webhook that does not exist makes the answer unknown", [], {}, [notFound]],
    ["a Pod of the webhook's name is no webhook", [webhook({ role: "pod" })], {}, [notFound]],
    ["a file without any workload says nothing about the webhook", [], { source: files }, []],
    [
      "a file in which one of two components has workloads makes the answer unknown",
      [component("Odd", "healthy", "v1"), cdi()],
      { source: files },
      [`${notFound} notIn=files`],
    ],
    ["Deployments that are forbidden have no row of the webhook", [], withGaps(deploymentsGap()), []],
    [
      "Deployments that are forbidden in another namespace do not explain a missing webhook",
      [],
      withGaps(deploymentsGap({ namespace: "other" })),
      [notFound],
    ],
  ])("%s", ([, children, report, rows]) => {
    expect(
      listRows(
        children.filter(({ role }) => role === "component"),
        { children: [operator(), ...children] },
        report,
      ),
    ).toEqual(rows);
  });

  const conversionFailed = (about = hyperconverged as ReportNode["ref"]): Partial<Report> => ({
    findings: [finding("error", { code: "conversion-webhook", webhook: "hco-webhook.cnv.svc", cause: "down" }, about)],
  });
  const conversion = "blocks WorkloadDown Webhook hco-webhook.cnv.svc";
  test("a webhook that did not convert the HyperConverged blocks the upgrade", () => {
    expect(listRows([], {}, conversionFailed())).toEqual([conversion]);
  });
  test("a webhook that did not convert a refused HyperConverged blocks the upgrade", () => {
    expect(listRows([], { children: [], ...refused }, conversionFailed())).toContain(conversion);
  });
  test("a webhook that did not convert an object of another group has no row", () => {
    expect(listRows([], {}, conversionFailed({ ...hyperconverged, group: "kubevirt.io" }))).toEqual([]);
  });
});

describe("OLM may hold an upgrade back", () => {
  const about = { group: "operators.coreos.com", kind: "OperatorCondition", namespace: "cnv", name: "o" };
  const version = { ...about, kind: "ClusterServiceVersion" };
  const withOlm = (olm: Partial<Lifecycle>): Partial<RootNode> => ({ olm: { unsettled: [], unseen: [], ...olm } });

  type OperatorCondition = NonNullable<Lifecycle["operatorCondition"]>;
  const says = (status: "True" | "False" | "Unknown", reason: string) => ({ status, reason, message: "m" });
  test.for<readonly [rule: string, condition: Omit<OperatorCondition, "about">, rows: readonly string[]]>([
    ["an OperatorCondition that allows the upgrade has no row", says("True", "operator"), []],
    [
      "an OperatorCondition whose operator refuses the upgrade blocks it",
      says("False", "operator"),
      ["blocks OperatorCondition=False OperatorCondition o reason=operator message=m"],
    ],
    [
      "an OperatorCondition whose operator reports Unknown makes the answer unknown",
      says("Unknown", "operator"),
      ["unknown OperatorCondition=Unknown OperatorCondition o reason=operator message=m"],
    ],
    [
      "an OperatorCondition that the operator and the override allow has no row",
      { ...says("True", "operator"), override: says("True", "admin") },
      [],
    ],
    [
      "an OperatorCondition whose override refuses the upgrade blocks it",
      { ...says("True", "operator"), override: says("False", "admin") },
      ["blocks OperatorCondition=True OperatorCondition o reason=admin message=m override=False"],
    ],
    [
      "an OperatorCondition whose override is Unknown makes the answer unknown",
      { ...says("True", "operator"), override: says("Unknown", "admin") },
      ["unknown OperatorCondition=True OperatorCondition o reason=admin message=m override=Unknown"],
    ],
    [
      "an OperatorCondition whose operator refuses what the override allows blocks the upgrade",
      { ...says("False", "operator"), override: says("True", "admin") },
      ["blocks OperatorCondition=False OperatorCondition o reason=operator message=m override=True"],
    ],
    [
      "an OperatorCondition that both refuse has the reason of the override",
      { ...says("False", "operator"), override: says("False", "admin") },
      ["blocks OperatorCondition=False OperatorCondition o reason=admin message=m override=False"],
    ],
    [
      "an outdated OperatorCondition that allows the upgrade makes the answer unknown",
      { ...says("True", "operator"), outdated: true },
      ["unknown OperatorCondition=True OperatorCondition o reason=operator message=m outdated"],
    ],
    [
      "an outdated OperatorCondition that refuses the upgrade blocks it",
      { ...says("False", "operator"), outdated: true },
      ["blocks OperatorCondition=False OperatorCondition o reason=operator message=m outdated"],
    ],
  ])("%s", ([, operatorCondition, rows]) => {
    expect(listRows([], withOlm({ operatorCondition: { about, ...operatorCondition } }))).toEqual(rows);
  });

  test.for([
    ["Failed", "blocks ClusterServiceVersion ClusterServiceVersion o phase=Failed reason=R message=m unmet=x"],
    ["Unknown", "unknown ClusterServiceVersion ClusterServiceVersion o phase=Unknown reason=R message=m unmet=x"],
    ["", "unknown ClusterServiceVersion ClusterServiceVersion o reason=R message=m unmet=x"],
  ])('a ClusterServiceVersion in phase "%s" has a row', ([phase = "", row]) => {
    const unsettled = [{ about: version, phase, reason: "R", message: "m", unmet: ["x"] }];
    expect(listRows([], withOlm({ unsettled }))).toEqual([row]);
  });

  test.for([
    { outcome: "unread", expected: true, kind: "cluster", isRow: true },
    { outcome: "unread", expected: false, kind: "cluster", isRow: true },
    { outcome: "unread", expected: true, kind: "must-gather", isRow: true },
    { outcome: "unread", expected: false, kind: "must-gather", isRow: false },
    { outcome: "forbidden", expected: false, kind: "must-gather", isRow: true },
    { outcome: "absent", expected: true, kind: "must-gather", isRow: true },
  ] as const)(
    "a ClusterServiceVersion that is $outcome (expected: $expected) in a $kind has a row: $isRow",
    ({ outcome, expected, kind, isRow }) => {
      const unseen = [{ ref: version, outcome, cause: "no", expected }];
      const row = `unknown IncompleteReading ClusterServiceVersion o outcome=${outcome} verb=list cause=no`;
      expect(listRows([], withOlm({ unseen }), { source: { kind, name: "x" } })).toEqual(isRow ? [row] : []);
    },
  );
});
