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

function reasonsOf({
  children = [operator(), webhook()],
  part = {},
  gaps = [],
  report: more = {},
}: Situation): readonly UpgradeRow[] {
  const one = root({ children, ...part });
  return listOperatorRows(one, report([one], { completeness: completeness(1, gaps), ...more }));
}

type Rows = readonly (readonly [sentence: string, situation: Situation, reasons: readonly UpgradeRow[]])[];

describe("the operator that would upgrade runs", () => {
  const own = deployment("hco-operator");
  const incomplete = (name: string, more: object): UpgradeRow =>
    ({ code: "IncompleteReading", effect: "unknown", about: deployment(name), ...more }) as UpgradeRow;
  const down = (place: string, name = "hco-operator"): Report["findings"] => [
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
    about: own,
    component: "hco-operator",
    reason: "",
    message: "",
    judged: true,
  };
  const isDown = (effect: UpgradeRow["effect"], ready = "0/1"): UpgradeRow => ({
    code: "OperatorDown",
    effect,
    about: own,
    ready,
  });
  const facts = { ready: "0/1" };
  const paused = { code: "Paused", effect: "blocks", about: own } as const;
  const gone = { code: "Deleting", effect: "blocks", about: own } as const;
  const withoutIt = [webhook()];
  const rows: Rows = [
    ["it is", {}, []],
    ["under its name without OLM", { children: [operator({}, "hyperconverged-cluster-operator"), webhook()] }, []],
    ["it is down", { children: [operator({ verdict: "unavailable", facts }), webhook()] }, [isDown("blocks")]],
    ["it is short", { children: [operator({ verdict: "degraded", facts }), webhook()] }, [isDown("blocks")]],
    ["it is not known", { children: [operator({ verdict: "unknown", facts }), webhook()] }, [isDown("unknown")]],
    ["its status is old", { children: [operator({ stale: true, facts }), webhook()] }, [isDown("unknown")]],
    [
      "it is down by no count",
      { children: [operator({ verdict: "unavailable", facts: {} }), webhook()] },
      [isDown("blocks", "")],
    ],
    ["it is rolled out", { children: [operator({ verdict: "progressing" }), webhook()] }, [progressing]],
    [
      "it is rolled out, and paused",
      { children: [operator({ verdict: "progressing", facts: { paused: "true" } }), webhook()] },
      [progressing, paused],
    ],
    ["it is paused", { children: [operator({ facts: { paused: "true" } }), webhook()] }, [paused]],
    ["it is not paused", { children: [operator({ facts: { paused: "false" } }), webhook()] }, []],
    [
      "it is down, and paused",
      { children: [operator({ verdict: "unavailable", facts: { ...facts, paused: "true" } }), webhook()] },
      [isDown("blocks"), paused],
    ],
    ["it is being deleted", { children: [operator({ deleting: true }), webhook()] }, [gone]],
    [
      "it is being deleted, and paused",
      { children: [operator({ deleting: true, facts: { paused: "true" } }), webhook()] },
      [gone, paused],
    ],
    [
      "it was found to be gone",
      { children: withoutIt, report: { findings: down(namespace) } },
      [{ ...isDown("blocks", "0/2"), about: deployment("hco-operator") }],
    ],
    [
      "that of another namespace was found to be gone",
      { children: withoutIt, report: { findings: down("other") } },
      [incomplete("hyperconverged-cluster-operator", { outcome: "unread", verb: "get", cause: "" })],
    ],
    [
      "another finding says nothing of it",
      { children: withoutIt, report: { findings: [finding("info", { code: "installing" })] } },
      [incomplete("hyperconverged-cluster-operator", { outcome: "unread", verb: "get", cause: "" })],
    ],
    [
      "Deployments may not be listed",
      { children: withoutIt, gaps: [gap()] },
      [incomplete("", { outcome: "forbidden", verb: "list", cause: "no" })],
    ],
    [
      "Deployments of all namespaces could not be listed",
      {
        children: withoutIt,
        gaps: [{ ...gap({ outcome: "unread", cause: "late" }), namespace: undefined } as unknown as ReadGap],
      },
      [incomplete("", { outcome: "unread", verb: "list", cause: "late" })],
    ],
    [
      "it could not be read by name",
      { children: withoutIt, gaps: [gap({ verb: "get" })] },
      [incomplete("hyperconverged-cluster-operator", { outcome: "forbidden", verb: "get", cause: "no" })],
    ],
    [
      "Deployments of another namespace may not be listed",
      { children: withoutIt, gaps: [gap({ namespace: "other" })] },
      [incomplete("hyperconverged-cluster-operator", { outcome: "unread", verb: "get", cause: "" })],
    ],
  ];
  test.for(rows)("%s", ([sentence, situation, reasons]) => {
    // Deployments that were listed without a gap would show a webhook, which the row is not about.
    expect([sentence, reasonsOf(situation)]).toStrictEqual([sentence, reasons]);
  });

  test("a HyperConverged that is refused has its operator elsewhere", () => {
    const conditions = [condition("ReconcileComplete", "F", 1, "InvalidRequest")];
    expect(reasonsOf({ children: [], part: { conditions } })).toStrictEqual([]);
  });

  const two: readonly [
    sentence: string,
    versions: readonly (string | undefined)[],
    reportedVersions: readonly string[] | null,
  ][] = [
    ["of one version", ["1.20.0", "1.20.0"], null],
    ["of two versions", ["1.20.0", "1.19.0"], ["1.19.0", "1.20.0"]],
    ["of which one is not known", ["1.20.0", undefined], ["", "1.20.0"]],
    ["of which neither is known", [undefined, undefined], ["", ""]],
  ];
  test.for(two)("two of them %s", ([, versions, reportedVersions]) => {
    const [first, second] = versions.map((version, at) =>
      operator(
        { facts: { ready: "1/1", ...definedFields({ observedVersion: version }) } },
        ["hco-operator", "hyperconverged-cluster-operator"][at],
      ),
    );
    if (first === undefined || second === undefined) throw new Error("two");
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
    expect(reasonsOf({ children: [first, second, webhook()] })).toStrictEqual(
      reportedVersions === null ? [] : [reported],
    );
  });
});

describe("what is the operator is a Deployment of its name", () => {
  const rows: readonly [sentence: string, node: ReportNode, is: boolean][] = [
    ["with OLM", operator(), true],
    ["without OLM", operator({}, "hyperconverged-cluster-operator"), true],
    ["of another name", operator({}, "virt-operator"), false],
    ["a Pod of that name", operator({ role: "pod" }), false],
    ["a StatefulSet of that name", operator({ ref: { ...operator().ref, kind: "StatefulSet" } }), false],
  ];
  test.for(rows)("%s: %s", ([, node, is]) => {
    expect(isOperatorNode(node)).toBe(is);
  });
});

describe("every HyperConverged is written through the webhook", () => {
  const isDown = (name: string, ready = "0/1"): UpgradeRow => ({
    code: "WorkloadDown",
    effect: "blocks",
    about: deployment(name),
    ready,
  });
  const unseen: UpgradeRow = {
    code: "WorkloadDown",
    effect: "unknown",
    ready: "",
    about: deployment("hyperconverged-cluster-webhook"),
  };
  const facts = { ready: "0/1" };
  const looked = component("KubeVirt", "healthy", "v1", {
    children: [workloadBelow("workload", "virt-operator", "healthy")],
  });
  const rows: Rows = [
    ["it runs", {}, []],
    [
      "it runs under its name without OLM",
      { children: [operator(), webhook({}, "hyperconverged-cluster-webhook")] },
      [],
    ],
    ["it is down", { children: [operator(), webhook({ verdict: "unavailable", facts })] }, [isDown("hco-webhook")]],
    [
      "of two the second is down",
      {
        children: [operator(), webhook(), webhook({ verdict: "unavailable", facts }, "hyperconverged-cluster-webhook")],
      },
      [isDown("hyperconverged-cluster-webhook")],
    ],
    ["it is short", { children: [operator(), webhook({ verdict: "degraded", facts })] }, []],
    ["it is not there", { children: [operator()] }, [unseen]],
    ["a Pod of its name is no webhook", { children: [operator(), webhook({ role: "pod" })] }, [unseen]],
    ["a file does not hold it, nor any other", { children: [operator()], report: { source: files } }, []],
    [
      "a file that holds others does not hold it",
      { children: [operator(), looked], report: { source: files } },
      [{ ...unseen, notIn: "files" } as UpgradeRow],
    ],
    [
      "a file of which one part has a workload and another has none",
      { children: [component("CDI", "healthy", "v1"), operator(), looked], report: { source: files } },
      [{ ...unseen, notIn: "files" } as UpgradeRow],
    ],
    ["Deployments may not be listed", { children: [operator()], gaps: [gap()] }, []],
    [
      "Deployments of another namespace may not be listed",
      { children: [operator()], gaps: [gap({ namespace: "other" })] },
      [unseen],
    ],
  ];
  test.for(rows)("%s", ([sentence, situation, reasons]) => {
    const all = reasonsOf(situation);
    const of = (reason: UpgradeRow): boolean => reason.code === "WorkloadDown";
    expect([sentence, all.filter(of)]).toStrictEqual([sentence, reasons]);
  });

  const failed = (about: Report["findings"][number]["about"]): Report["findings"] => [
    finding("error", { code: "conversion-webhook", webhook: "hco-webhook.cnv.svc", cause: "down" }, about),
  ];
  const conversion: UpgradeRow = {
    code: "WorkloadDown",
    effect: "blocks",
    ready: "",
    about: { ...hyperconverged, kind: "Webhook", name: "hco-webhook.cnv.svc" },
  };
  const answers: Rows = [
    ["it did not convert the HyperConverged", { report: { findings: failed(hyperconverged) } }, [conversion]],
    [
      "it did not convert a refused one",
      {
        part: { conditions: [condition("ReconcileComplete", "F", 1, "InvalidRequest")] },
        report: { findings: failed(hyperconverged) },
      },
      [conversion],
    ],
    ["that of another group failed", { report: { findings: failed({ ...hyperconverged, group: "kubevirt.io" }) } }, []],
    ["something else was found", { report: { findings: [finding("info", { code: "installing" })] } }, []],
  ];
  test.for(answers)("%s", ([, situation, reasons]) => {
    expect(reasonsOf(situation)).toStrictEqual(reasons);
  });
});
