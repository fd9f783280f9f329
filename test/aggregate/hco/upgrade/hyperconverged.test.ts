import { describe, expect, test } from "vitest";
import type { UpgradeRow } from "../../../../shared/aggregate/hco/upgrade/component.ts";
import { listHyperConvergedRows } from "../../../../shared/aggregate/hco/upgrade/hyperconverged.ts";
import type { Contribution, ReadGap, ReportNode, RootNode } from "../../../../shared/model/report.ts";
import type { Verdict } from "../../../../shared/model/verdict.ts";
import {
  completeness,
  component,
  condition,
  contribution,
  goodConditions,
  hyperconverged,
  minutesAgo,
  namespace,
  refOf,
  report,
  root,
  workloadBelow,
} from "../../../render/build.ts";

const goodComponentConditions = [
  condition("Available", "T"),
  condition("Progressing", "F"),
  condition("Degraded", "F"),
];
const runningDeployment = (name: string): ReportNode =>
  workloadBelow("workload", name, "healthy", { facts: { ready: "1/1", observedVersion: "1.20.0" } });
const operator = runningDeployment("hco-operator");
const runningOperators = [operator, runningDeployment("hco-webhook")];
const cdi = (part: Partial<ReportNode> = {}): ReportNode =>
  component("CDI", "healthy", "v1", {
    conditions: goodComponentConditions,
    children: [runningDeployment("cdi-operator")],
    ...part,
  });
const aaq = (part: Partial<ReportNode> = {}): ReportNode =>
  component("AAQ", "healthy", "v1", {
    conditions: goodComponentConditions,
    children: [runningDeployment("aaq-operator")],
    ...part,
  });

/** Each row as `EFFECT CODE COMPONENT MARKS`, such as `blocks Available CDI hidden`. */
function summarizeRows(rows: readonly UpgradeRow[]): readonly string[] {
  return rows.map((row) => {
    const marks = (["hidden", "missing", "judged", "absent"] as const).filter(
      (mark) => mark in row && (row as { readonly [name in typeof mark]?: boolean })[mark] === true,
    );
    const rule = "rule" in row ? [`by ${row.rule}`] : [];
    return [row.effect, row.code, row.component ?? row.about.kind, ...marks, ...rule].join(" ");
  });
}

/** The rows of a HyperConverged with these components, beside an operator and a webhook that run. */
function listRows(
  components: readonly ReportNode[],
  part: Partial<RootNode> = {},
  gaps: readonly ReadGap[] = [],
): readonly UpgradeRow[] {
  const evaluated = root({
    conditions: goodConditions,
    children: [...components, ...runningOperators],
    verdict: "healthy",
    ...part,
  });
  return listHyperConvergedRows(evaluated, report([evaluated], { completeness: completeness(1, gaps) }));
}

type Rows = readonly (readonly [
  sentence: string,
  components: readonly ReportNode[],
  part: Partial<RootNode>,
  expected: readonly string[],
])[];

function expectRows([sentence, components, part, expected]: Rows[number]): void {
  expect([sentence, ...summarizeRows(listRows(components, part))]).toEqual([sentence, ...expected]);
}

describe("only required components have rows, after those of OLM and the operator", () => {
  const rows: Rows = [
    ["a healthy HyperConverged has no row", [cdi(), aaq()], {}, []],
    ["a paused component blocks the upgrade", [cdi({ frozen: true })], {}, ["blocks Paused CDI"]],
    [
      "a component that is not required has no row",
      [cdi(), aaq({ frozen: true, required: false, verdict: "unavailable" })],
      {},
      [],
    ],
    [
      "a Deployment beside the components has no row",
      [cdi(), { ...runningDeployment("x"), required: true, frozen: true }],
      {},
      [],
    ],
    [
      "each component has its row, in the order of the components",
      [cdi({ frozen: true }), aaq({ frozen: true })],
      {},
      ["blocks Paused CDI", "blocks Paused AAQ"],
    ],
    [
      "the rows are those of OLM, the operator, the components and the workloads below them",
      [],
      {
        children: [
          cdi({ frozen: true, children: [workloadBelow("workload", "cdi-operator", "unavailable")] }),
          { ...operator, deleting: true },
          runningDeployment("hco-webhook"),
        ],
        deleting: true,
        olm: {
          unsettled: [{ about: hyperconverged, phase: "Failed", reason: "", message: "", unmet: [] }],
          unseen: [],
        },
        offenders: { Available: [contribution("Stranger", true, "not-available")] },
      },
      [
        "blocks Deleting HyperConverged",
        "blocks ClusterServiceVersion HyperConverged",
        "blocks Deleting Deployment",
        "blocks Paused CDI",
        "blocks WorkloadDown CDI",
        "blocks Available Stranger",
      ],
    ],
  ];
  test.for(rows)("%s", expectRows);
});

describe("a contribution to a condition of the HyperConverged is a row of the component", () => {
  const down = [condition("Available", "F"), condition("Progressing", "F"), condition("Degraded", "F")];
  const contributeToAvailable = (shown: boolean, more: Partial<Contribution> = {}): RootNode["offenders"] => ({
    Available: [{ ...contribution("CDI", shown, "not-available", "R", "m"), ...more }],
  });
  const rows: Rows = [
    [
      "a contribution that the HyperConverged shows is a row",
      [cdi({ conditions: down })],
      { offenders: contributeToAvailable(true) },
      ["blocks Available CDI"],
    ],
    [
      "a contribution that the HyperConverged does not show is marked as hidden",
      [cdi({ conditions: down })],
      { offenders: contributeToAvailable(false) },
      ["blocks Available CDI hidden"],
    ],
    [
      "a contribution that the component's own condition contradicts names its rule",
      [cdi()],
      { offenders: contributeToAvailable(true) },
      ["blocks Available CDI by not-available"],
    ],
    [
      "a contribution of a condition that the component lacks names its rule",
      [cdi({ conditions: goodComponentConditions.slice(1) })],
      { offenders: contributeToAvailable(true) },
      ["blocks Available CDI by not-available"],
    ],
    [
      "a contribution of a component that was not found is one row",
      [cdi({ outcome: "absent", verdict: "unavailable" })],
      { offenders: contributeToAvailable(true) },
      [
        // The operator's words and that it is gone are one reason.
        "blocks Available CDI",
      ],
    ],
    [
      "the contributions to each type are rows, in the order of the types",
      [cdi()],
      {
        offenders: Object.fromEntries(
          ["Progressing", "Degraded", "Available", "Upgradeable", "Other"].map((type) => [
            type,
            [contribution("CDI", true, "version")],
          ]),
        ),
      },
      [
        "blocks Upgradeable CDI by version",
        "blocks Available CDI",
        "blocks Degraded CDI by version",
        "blocks Progressing CDI by version",
      ],
    ],
    [
      "an uncertain contribution is unknown",
      [cdi()],
      {
        uncertain: { Available: [{ ...contribution("CDI", false, "unknown"), status: "Unknown" }] },
      },
      ["unknown Available CDI"],
    ],
    [
      "an uncertain contribution of a missing condition is unknown",
      [cdi()],
      {
        uncertain: { Degraded: [{ ...contribution("CDI", false, "missing-condition"), missing: ["Degraded"] }] },
      },
      ["unknown Degraded CDI missing"],
    ],
    [
      "a missing condition that keeps an upgrade open is unknown under its type",
      [cdi()],
      {
        offenders: {
          UpgradeStall: [{ ...contribution("CDI", false, "missing-condition"), missing: ["Progressing", "Degraded"] }],
        },
      },
      ["unknown Degraded CDI missing", "unknown Progressing CDI missing"],
    ],
    [
      "a version that keeps an upgrade open is no contribution",
      [cdi()],
      {
        offenders: { UpgradeStall: [contribution("CDI", false, "version")] },
      },
      [],
    ],
    [
      "a contribution that the component's own condition repeats is one row",
      [cdi({ conditions: [...goodComponentConditions, condition("Upgradeable", "F")] })],
      {
        offenders: { Upgradeable: [{ ...contribution("CDI", false, "not-upgradeable"), status: "False" }] },
      },
      ["blocks Upgradeable CDI hidden"],
    ],
    [
      "a contribution and a condition that is Unknown are two rows",
      [cdi({ conditions: [...goodComponentConditions, condition("Upgradeable", "U")] })],
      {
        offenders: { Upgradeable: [{ ...contribution("CDI", true, "not-upgradeable"), status: "False" }] },
      },
      ["blocks Upgradeable CDI by not-upgradeable", "unknown Upgradeable CDI hidden"],
    ],
    [
      "a contribution of one of two components is one row",
      [cdi({ conditions: down }), aaq()],
      { offenders: contributeToAvailable(true) },
      ["blocks Available CDI"],
    ],
    [
      "a contribution of an unknown component explains the condition of the HyperConverged",
      [cdi()],
      {
        conditions: [...goodConditions, condition("Available", "F", 1, "R")],
        offenders: { Available: [contribution("Stranger", true, "not-available")] },
      },
      ["blocks Available Stranger"],
    ],
    [
      "a hidden contribution of an unknown component comes last",
      [cdi({ frozen: true })],
      {
        offenders: { Available: [contribution("Stranger", false, "not-available")] },
      },
      ["blocks Paused CDI", "blocks Available Stranger hidden"],
    ],
  ];
  test.for(rows)("%s", expectRows);

  test("the row of a contribution has the component's reason, message and time", () => {
    const offenders = {
      Available: [{ ...contribution("CDI", true, "not-available", "R", "m"), since: minutesAgo(3) }],
    };
    const words = { status: "False", reason: "R", message: "m", since: minutesAgo(3) };
    expect(listRows([cdi({ conditions: down })], { offenders })).toStrictEqual([
      { code: "Available", effect: "blocks", about: refOf("CDI"), component: "CDI", ...words },
    ]);
    const stranger = listRows([cdi()], {
      offenders: { Available: [contribution("Stranger", true, "version")] },
    });
    expect(stranger).toStrictEqual([
      {
        code: "Available",
        effect: "blocks",
        about: hyperconverged,
        component: "Stranger",
        status: "True",
        reason: "",
        message: "",
      },
    ]);
  });
});

describe("Upgradeable=False of a component is hidden where the HyperConverged has Upgradeable=True", () => {
  const refuses = cdi({ conditions: [...goodComponentConditions, condition("Upgradeable", "F")] });
  const rows: Rows = [
    [
      "Upgradeable=False is hidden while the HyperConverged is upgradeable",
      [refuses],
      {},
      ["blocks Upgradeable CDI hidden"],
    ],
    ["a pause is not hidden", [cdi({ frozen: true })], {}, ["blocks Paused CDI"]],
    [
      "Upgradeable=False is not hidden while the HyperConverged is not upgradeable",
      [refuses],
      { conditions: [...goodConditions.slice(0, 4), condition("Upgradeable", "F")] },
      ["blocks Upgradeable CDI"],
    ],
  ];
  test.for(rows)("%s", expectRows);
});

describe("the verdict of a component is a row where no contribution explains it", () => {
  function withCdi(verdict: Verdict, more: Partial<ReportNode> = {}): readonly ReportNode[] {
    return [cdi({ verdict, ...more })];
  }
  function contributeTo(type: string): RootNode["offenders"] {
    return { [type]: [contribution("CDI", true, "version")] };
  }
  const rows: Rows = [
    ["an unavailable component blocks under Available", withCdi("unavailable"), {}, ["blocks Available CDI judged"]],
    [
      "an unavailable component with a contribution to Available has one row",
      withCdi("unavailable"),
      { offenders: contributeTo("Available") },
      ["blocks Available CDI"],
    ],
    [
      "an unavailable component with a contribution to Degraded has both rows",
      withCdi("unavailable"),
      { offenders: contributeTo("Degraded") },
      ["blocks Degraded CDI by version", "blocks Available CDI judged"],
    ],
    [
      "an unavailable component with an uncertain contribution has both rows",
      withCdi("unavailable"),
      { uncertain: contributeTo("Available") },
      ["unknown Available CDI", "blocks Available CDI judged"],
    ],
    ["a degraded component blocks under Degraded", withCdi("degraded"), {}, ["blocks Degraded CDI judged"]],
    [
      "a degraded component with a contribution to Degraded has one row",
      withCdi("degraded"),
      { offenders: contributeTo("Degraded") },
      ["blocks Degraded CDI by version"],
    ],
    [
      "a degraded component with a contribution to Available has both rows",
      withCdi("degraded"),
      { offenders: contributeTo("Available") },
      ["blocks Available CDI", "blocks Degraded CDI judged"],
    ],
    ["a progressing component blocks under Progressing", withCdi("progressing"), {}, ["blocks Progressing CDI judged"]],
    [
      "a progressing component with a contribution to Progressing has one row",
      withCdi("progressing"),
      { offenders: contributeTo("Progressing") },
      ["blocks Progressing CDI by version"],
    ],
    [
      "a component that is being deleted has only that row",
      withCdi("progressing", { deleting: true }),
      {},
      ["blocks Deleting CDI"],
    ],
    [
      "a paused component that is progressing has only the row of the pause",
      withCdi("progressing", { frozen: true }),
      {},
      ["blocks Paused CDI"],
    ],
    [
      "a progressing component of another version has both rows",
      withCdi("progressing", { facts: { observedVersion: "v0", expectedVersion: "v1" } }),
      {},
      ["blocks ComponentBehind CDI", "blocks Progressing CDI judged"],
    ],
    [
      "a component of unknown status is unknown under Available",
      withCdi("unknown"),
      {},
      ["unknown Available CDI judged"],
    ],
    [
      "a component whose status is stale has only that row",
      withCdi("unknown", { stale: true }),
      {},
      ["unknown Stale CDI"],
    ],
    [
      "a paused component of unknown status has both rows",
      withCdi("unknown", { frozen: true }),
      {},
      ["blocks Paused CDI", "unknown Available CDI judged"],
    ],
  ];
  test.for(rows)("%s", expectRows);
});

describe("a component whose expected version is unknown has a row", () => {
  const bare = { observedVersion: "v1" };
  const rows: Rows = [
    ["a component without an expected version is unknown", [cdi({ facts: bare })], {}, ["unknown ComponentBehind CDI"]],
    ["a component of the expected version has no row", [cdi()], {}, []],
    [
      "a component whose versions are empty blocks the upgrade",
      [cdi({ facts: { observedVersion: "", expectedVersion: "" } })],
      {},
      ["blocks ComponentBehind CDI"],
    ],
    [
      "an operator that was not found replaces the row of the version",
      [],
      { children: [cdi({ facts: bare }), runningDeployment("hco-webhook")] },
      ["unknown IncompleteReading Deployment"],
    ],
    [
      "a component that was not found has no row of its version",
      [cdi({ facts: {}, outcome: "absent", verdict: "unavailable" })],
      {},
      ["blocks Available CDI absent"],
    ],
    [
      "an unknown component has no row of its version",
      [component("Odd", "healthy", "v1", { conditions: goodComponentConditions, facts: bare })],
      {},
      [],
    ],
  ];
  test.for(rows)("%s", expectRows);
  test("the row names the version that the component runs, where it reports one", () => {
    const reported = { code: "ComponentBehind", effect: "unknown", about: refOf("CDI"), component: "CDI" };
    expect(listRows([cdi({ facts: bare })])).toStrictEqual([{ ...reported, observedVersion: "v1" }]);
    expect(listRows([cdi({ facts: {} })])).toStrictEqual([reported]);
  });
});

describe("Deployments that could not be listed are reported once", () => {
  const gap: ReadGap = {
    outcome: "forbidden",
    verb: "list",
    group: "apps",
    kind: "Deployment",
    namespace,
    required: true,
  };
  test("an operator and workloads that could not be listed are one row", () => {
    expect(summarizeRows(listRows([], { children: [cdi({ children: [] })] }, [gap]))).toEqual([
      "unknown IncompleteReading Deployment",
    ]);
  });
  test("workloads that could not be listed are one row beside an operator that was read", () => {
    expect(summarizeRows(listRows([cdi({ children: [] })], {}, [gap]))).toEqual([
      "unknown IncompleteReading Deployment",
    ]);
  });
  test("a workload that is down is a row of its own", () => {
    const children = [workloadBelow("workload", "cdi-deployment", "unavailable")];
    expect(summarizeRows(listRows([], { children: [cdi({ children })] }, [gap]))).toEqual([
      "unknown IncompleteReading Deployment",
      "blocks WorkloadDown CDI",
    ]);
  });
});

describe("an installation is one row, and so is a component without conditions", () => {
  const initializing = (type: string, letter: "F" | "U" | "T" = "U") =>
    condition(type, letter, 1, "Init", "Initializing");
  const contributeNoConditionsTo = (...types: readonly string[]): RootNode["offenders"] =>
    Object.fromEntries(types.map((type) => [type, [contribution("CDI", true, "no-conditions")]]));
  const silent = cdi({ conditions: [], verdict: "unavailable" });
  const rows: Rows = [
    [
      "five conditions with the reason Init are one row",
      [cdi()],
      {
        conditions: ["ReconcileComplete", "Available", "Progressing", "Degraded", "Upgradeable"].map((type) =>
          initializing(type),
        ),
      },
      ["blocks ReconcileComplete HyperConverged"],
    ],
    [
      "a condition with another reason than Init is a row of its own",
      [cdi()],
      {
        conditions: [
          initializing("ReconcileComplete"),
          condition("Available", "F", 1, "Other"),
          initializing("Progressing"),
          ...goodConditions.slice(3),
        ],
      },
      ["blocks ReconcileComplete HyperConverged", "blocks Available HyperConverged"],
    ],
    [
      "a component without conditions has one row for all its contributions",
      [silent],
      {
        offenders: contributeNoConditionsTo("Upgradeable", "Available", "Progressing"),
      },
      ["blocks Available CDI by no-conditions"],
    ],
    [
      "a component without conditions that does not contribute to Available has the row of its verdict",
      [silent],
      { offenders: contributeNoConditionsTo("Upgradeable", "Degraded") },
      ["blocks Available CDI judged"],
    ],
    [
      "a degraded component without conditions has the row of its first contribution",
      [cdi({ conditions: [], verdict: "degraded" })],
      {
        offenders: contributeNoConditionsTo("Upgradeable", "Degraded"),
      },
      ["blocks Upgradeable CDI by no-conditions"],
    ],
    [
      "a component without conditions and without a version has one row",
      [cdi({ conditions: [], verdict: "unavailable", facts: { expectedVersion: "v1" } })],
      {
        offenders: contributeNoConditionsTo("Available"),
      },
      ["blocks Available CDI by no-conditions"],
    ],
    [
      "a component without conditions of another version has both rows",
      [cdi({ conditions: [], verdict: "unavailable", facts: { observedVersion: "v0", expectedVersion: "v1" } })],
      { offenders: contributeNoConditionsTo("Available") },
      ["blocks Available CDI by no-conditions", "blocks ComponentBehind CDI"],
    ],
    [
      "a paused component without conditions has both rows",
      [{ ...silent, frozen: true }],
      { offenders: contributeNoConditionsTo("Upgradeable", "Available") },
      ["blocks Available CDI by no-conditions", "blocks Paused CDI"],
    ],
    [
      "a paused and degraded component without conditions has both rows",
      [cdi({ conditions: [], verdict: "degraded", frozen: true })],
      {},
      ["blocks Paused CDI", "blocks Degraded CDI judged"],
    ],
    [
      "a component with conditions has a row for each contribution",
      [cdi()],
      { offenders: contributeNoConditionsTo("Upgradeable", "Available") },
      ["blocks Upgradeable CDI by no-conditions", "blocks Available CDI"],
    ],
    [
      "a component that was not found has a row for each contribution",
      [cdi({ conditions: [], outcome: "absent", verdict: "unavailable" })],
      { offenders: contributeNoConditionsTo("Upgradeable", "Available") },
      ["blocks Upgradeable CDI", "blocks Available CDI"],
    ],
    [
      "two components without conditions have a row each",
      [silent, aaq({ conditions: [], verdict: "unavailable" })],
      {},
      ["blocks Available CDI judged", "blocks Available AAQ judged"],
    ],
  ];
  test.for(rows)("%s", expectRows);
});

test("a verdict of the HyperConverged that no other row explains is the last row", () => {
  expect(summarizeRows(listRows([cdi()], { ownVerdict: "degraded" }))).toEqual([
    "blocks Degraded HyperConverged judged",
  ]);
});
