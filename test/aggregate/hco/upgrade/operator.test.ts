import { describe, expect, test } from "vitest";
import type { UpgradeRow } from "../../../../shared/aggregate/hco/upgrade/component.ts";
import { isOperatorNode, listOperatorRows } from "../../../../shared/aggregate/hco/upgrade/operator.ts";
import { definedFields } from "../../../../shared/model/defined-fields.ts";
import type { ReadGap, Report, ReportNode, RootNode } from "../../../../shared/model/report.ts";
import {
  completeness,
  component,
  condition,
  finding,
  hyperconverged,
  namespace,
  report,
  root,
  workloadBelow,
} from "../../../render/build.ts";

const operator = (part: Partial<ReportNode> = {}, name = "hco-operator"): ReportNode =>
  workloadBelow("workload", name, "healthy", { facts: { ready: "1/1", observedVersion: "1.20.0" }, ...part });
const webhook = (part: Partial<ReportNode> = {}, name = "hco-webhook"): ReportNode =>
  workloadBelow("workload", name, "healthy", { facts: { ready: "1/1" }, ...part });

const deployment = (name: string): UpgradeRow["about"] => ({ group: "apps", kind: "Deployment", namespace, name });

const gap = (part: Partial<ReadGap> = {}): ReadGap => ({
  outcome: "forbidden",
  verb: "list",
  group: "apps",
  kind: "Deployment",
  namespace,
  cause: "no",
  required: true,
  ...part,
});

const files = { kind: "files", name: "x" } as const;

interface Situation {
  readonly children?: readonly ReportNode[];
  readonly part?: Partial<RootNode>;
  readonly gaps?: readonly ReadGap[];
  readonly report?: Partial<Report>;
}

function listRows({
  children = [operator(), webhook()],
  part = {},
  gaps = [],
  report: more = {},
}: Situation): readonly UpgradeRow[] {
  const one = root({ children, ...part });
  return listOperatorRows(one, report([one], { completeness: completeness(1, gaps), ...more }));
}

type Rows = readonly (readonly [sentence: string, situation: Situation, reasons: readonly UpgradeRow[]])[];

describe("the operator that carries out an upgrade has to run", () => {
  const operatorRef = deployment("hco-operator");
  const incompleteReading = (name: string, more: object): UpgradeRow =>
    ({ code: "IncompleteReading", effect: "unknown", about: deployment(name), ...more }) as UpgradeRow;
  const operatorDownFinding = (place: string, name = "hco-operator"): Report["findings"] => [
    finding(
      "error",
      { code: "operator-down", deployment: name, ready: 0, wanted: 2, found: false },
      { ...hyperconverged, namespace: place },
    ),
  ];
  const progressing: UpgradeRow = {
    code: "Progressing",
    effect: "blocks",
    status: "True",
    about: operatorRef,
    component: "hco-operator",
    reason: "",
    message: "",
    judged: true,
  };
  const downRow = (effect: UpgradeRow["effect"], ready = "0/1"): UpgradeRow => ({
    code: "OperatorDown",
    effect,
    about: operatorRef,
    ready,
  });
  const facts = { ready: "0/1" };
  const paused = { code: "Paused", effect: "blocks", about: operatorRef } as const;
  const deleting = { code: "Deleting", effect: "blocks", about: operatorRef } as const;
  const withoutOperator = [webhook()];
  const rows: Rows = [
    ["an operator that runs has no row", {}, []],
    [
      "an operator under its name without OLM has no row",
      { children: [operator({}, "hyperconverged-cluster-operator"), webhook()] },
      [],
    ],
    [
      "an unavailable operator blocks the upgrade",
      { children: [operator({ verdict: "unavailable", facts }), webhook()] },
      [downRow("blocks")],
    ],
    [
      "a degraded operator blocks the upgrade",
      { children: [operator({ verdict: "degraded", facts }), webhook()] },
      [downRow("blocks")],
    ],
    [
      "an operator of unknown status makes the answer unknown",
      { children: [operator({ verdict: "unknown", facts }), webhook()] },
      [downRow("unknown")],
    ],
    [
      "an operator whose status is stale makes the answer unknown",
      { children: [operator({ stale: true, facts }), webhook()] },
      [downRow("unknown")],
    ],
    [
      "an unavailable operator without a count of its Pods blocks the upgrade",
      { children: [operator({ verdict: "unavailable", facts: {} }), webhook()] },
      [downRow("blocks", "")],
    ],
    [
      "an operator that is rolled out blocks the upgrade",
      { children: [operator({ verdict: "progressing" }), webhook()] },
      [progressing],
    ],
    [
      "an operator that is rolled out and paused has both rows",
      { children: [operator({ verdict: "progressing", facts: { paused: "true" } }), webhook()] },
      [progressing, paused],
    ],
    [
      "a paused operator blocks the upgrade",
      { children: [operator({ facts: { paused: "true" } }), webhook()] },
      [paused],
    ],
    [
      "an operator with paused: false has no row",
      { children: [operator({ facts: { paused: "false" } }), webhook()] },
      [],
    ],
    [
      "an unavailable and paused operator has both rows",
      { children: [operator({ verdict: "unavailable", facts: { ...facts, paused: "true" } }), webhook()] },
      [downRow("blocks"), paused],
    ],
    [
      "an operator that is being deleted blocks the upgrade",
      { children: [operator({ deleting: true }), webhook()] },
      [deleting],
    ],
    [
      "an operator that is being deleted and paused has both rows",
      { children: [operator({ deleting: true, facts: { paused: "true" } }), webhook()] },
      [deleting, paused],
    ],
    [
      "an operator that does not exist blocks the upgrade",
      { children: withoutOperator, report: { findings: operatorDownFinding(namespace) } },
      [{ ...downRow("blocks", "0/2"), about: deployment("hco-operator") }],
    ],
    [
      "an operator that does not exist in another namespace has no effect",
      { children: withoutOperator, report: { findings: operatorDownFinding("other") } },
      [incompleteReading("hyperconverged-cluster-operator", { outcome: "unread", verb: "get", cause: "" })],
    ],
    [
      "another finding does not replace an operator that was not read",
      { children: withoutOperator, report: { findings: [finding("info", { code: "installing" })] } },
      [incompleteReading("hyperconverged-cluster-operator", { outcome: "unread", verb: "get", cause: "" })],
    ],
    [
      "Deployments that are forbidden make the answer unknown",
      { children: withoutOperator, gaps: [gap()] },
      [incompleteReading("", { outcome: "forbidden", verb: "list", cause: "no" })],
    ],
    [
      "Deployments of all namespaces that could not be listed make the answer unknown",
      {
        children: withoutOperator,
        gaps: [{ ...gap({ outcome: "unread", cause: "late" }), namespace: undefined } as unknown as ReadGap],
      },
      [incompleteReading("", { outcome: "unread", verb: "list", cause: "late" })],
    ],
    [
      "an operator that could not be read by its name makes the answer unknown",
      { children: withoutOperator, gaps: [gap({ verb: "get" })] },
      [incompleteReading("hyperconverged-cluster-operator", { outcome: "forbidden", verb: "get", cause: "no" })],
    ],
    [
      "Deployments that are forbidden in another namespace do not explain a missing operator",
      { children: withoutOperator, gaps: [gap({ namespace: "other" })] },
      [incompleteReading("hyperconverged-cluster-operator", { outcome: "unread", verb: "get", cause: "" })],
    ],
  ];
  test.for(rows)("%s", ([sentence, situation, reasons]) => {
    // Deployments that were listed without a gap would show a webhook, which the row is not about.
    expect([sentence, listRows(situation)]).toStrictEqual([sentence, reasons]);
  });

  test("a HyperConverged that its operator refuses has no row of the operator", () => {
    const conditions = [condition("ReconcileComplete", "F", 1, "InvalidRequest")];
    expect(listRows({ children: [], part: { conditions } })).toStrictEqual([]);
  });

  const versionRows: readonly [
    sentence: string,
    versions: readonly (string | undefined)[],
    reportedVersions: readonly string[] | null,
  ][] = [
    ["of one version have no row", ["1.20.0", "1.20.0"], null],
    ["of two versions make the answer unknown", ["1.20.0", "1.19.0"], ["1.19.0", "1.20.0"]],
    ["of which one version is unknown make the answer unknown", ["1.20.0", undefined], ["", "1.20.0"]],
    ["of unknown versions make the answer unknown", [undefined, undefined], ["", ""]],
  ];
  test.for(versionRows)("two operators %s", ([, versions, reportedVersions]) => {
    const [first, second] = versions.map((version, at) =>
      operator(
        { facts: { ready: "1/1", ...definedFields({ observedVersion: version }) } },
        ["hco-operator", "hyperconverged-cluster-operator"][at],
      ),
    );
    if (first === undefined || second === undefined) throw new Error("no two operators");
    const [from = "", to = ""] = reportedVersions ?? [];
    const reported = {
      code: "UpgradeRunning",
      effect: "unknown",
      about: hyperconverged,
      from,
      to,
      waitingFor: [],
      other: second.ref,
    };
    expect(listRows({ children: [first, second, webhook()] })).toStrictEqual(
      reportedVersions === null ? [] : [reported],
    );
  });
});

describe("isOperatorNode tells the operator's Deployment from other nodes", () => {
  const rows: readonly [sentence: string, node: ReportNode, is: boolean][] = [
    ["the Deployment of an installation with OLM", operator(), true],
    ["the Deployment of an installation without OLM", operator({}, "hyperconverged-cluster-operator"), true],
    ["a Deployment of another name", operator({}, "virt-operator"), false],
    ["a Pod of the operator's name", operator({ role: "pod" }), false],
    ["a StatefulSet of the operator's name", operator({ ref: { ...operator().ref, kind: "StatefulSet" } }), false],
  ];
  test.for(rows)("%s: %s", ([, node, is]) => {
    expect(isOperatorNode(node)).toBe(is);
  });
});

describe("the webhook, which checks every change of a HyperConverged, has to run", () => {
  const downRow = (name: string, ready = "0/1"): UpgradeRow => ({
    code: "WorkloadDown",
    effect: "blocks",
    about: deployment(name),
    ready,
  });
  const webhookNotFound: UpgradeRow = {
    code: "WorkloadDown",
    effect: "unknown",
    ready: "",
    about: deployment("hyperconverged-cluster-webhook"),
  };
  const facts = { ready: "0/1" };
  const componentWithWorkload = component("KubeVirt", "healthy", "v1", {
    children: [workloadBelow("workload", "virt-operator", "healthy")],
  });
  const rows: Rows = [
    ["a webhook that runs has no row", {}, []],
    [
      "a webhook under its name without OLM has no row",
      { children: [operator(), webhook({}, "hyperconverged-cluster-webhook")] },
      [],
    ],
    [
      "an unavailable webhook blocks the upgrade",
      { children: [operator(), webhook({ verdict: "unavailable", facts })] },
      [downRow("hco-webhook")],
    ],
    [
      "the second of two webhooks is unavailable and blocks the upgrade",
      {
        children: [operator(), webhook(), webhook({ verdict: "unavailable", facts }, "hyperconverged-cluster-webhook")],
      },
      [downRow("hyperconverged-cluster-webhook")],
    ],
    ["a degraded webhook has no row", { children: [operator(), webhook({ verdict: "degraded", facts })] }, []],
    ["a webhook that does not exist makes the answer unknown", { children: [operator()] }, [webhookNotFound]],
    [
      "a Pod of the webhook's name is no webhook",
      { children: [operator(), webhook({ role: "pod" })] },
      [webhookNotFound],
    ],
    [
      "a file without any workload says nothing about the webhook",
      { children: [operator()], report: { source: files } },
      [],
    ],
    [
      "a file with other workloads and without the webhook makes the answer unknown",
      { children: [operator(), componentWithWorkload], report: { source: files } },
      [{ ...webhookNotFound, notIn: "files" } as UpgradeRow],
    ],
    [
      "a file in which one component has workloads and another has none makes the answer unknown",
      { children: [component("CDI", "healthy", "v1"), operator(), componentWithWorkload], report: { source: files } },
      [{ ...webhookNotFound, notIn: "files" } as UpgradeRow],
    ],
    ["Deployments that are forbidden have no row of the webhook", { children: [operator()], gaps: [gap()] }, []],
    [
      "Deployments that are forbidden in another namespace do not explain a missing webhook",
      { children: [operator()], gaps: [gap({ namespace: "other" })] },
      [webhookNotFound],
    ],
  ];
  test.for(rows)("%s", ([sentence, situation, reasons]) => {
    const all = listRows(situation);
    const isWorkloadDown = (reason: UpgradeRow): boolean => reason.code === "WorkloadDown";
    expect([sentence, all.filter(isWorkloadDown)]).toStrictEqual([sentence, reasons]);
  });

  const conversionFailed = (about: Report["findings"][number]["about"]): Report["findings"] => [
    finding("error", { code: "conversion-webhook", webhook: "hco-webhook.cnv.svc", cause: "down" }, about),
  ];
  const conversion: UpgradeRow = {
    code: "WorkloadDown",
    effect: "blocks",
    ready: "",
    about: { group: "hco.kubevirt.io", kind: "Webhook", name: "hco-webhook.cnv.svc" },
  };
  const conversionRows: Rows = [
    [
      "a webhook that did not convert the HyperConverged blocks the upgrade",
      { report: { findings: conversionFailed(hyperconverged) } },
      [conversion],
    ],
    [
      "a webhook that did not convert a refused HyperConverged blocks the upgrade",
      {
        part: { conditions: [condition("ReconcileComplete", "F", 1, "InvalidRequest")] },
        report: { findings: conversionFailed(hyperconverged) },
      },
      [conversion],
    ],
    [
      "a webhook of another group has no row",
      { report: { findings: conversionFailed({ ...hyperconverged, group: "kubevirt.io" }) } },
      [],
    ],
    ["another finding has no row", { report: { findings: [finding("info", { code: "installing" })] } }, []],
  ];
  test.for(conversionRows)("%s", ([, situation, reasons]) => {
    expect(listRows(situation)).toStrictEqual(reasons);
  });
});
