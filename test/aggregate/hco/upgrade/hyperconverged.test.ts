import { describe, expect, test } from "vitest";
import type { Contribution, ReportNode, RootNode } from "../../../../shared/model/report.ts";
import type { Verdict } from "../../../../shared/model/verdict.ts";
import {
  component,
  condition,
  contribution,
  goodConditions,
  hyperconverged,
  workloadBelow,
} from "../../../render/build.ts";
import { cdi, deployment, goodComponentConditions, listRows } from "./rows.ts";

const aaq = (part: Partial<ReportNode> = {}): ReportNode =>
  component("AAQ", "healthy", "v1", {
    conditions: goodComponentConditions,
    children: [deployment("aaq-operator")],
    ...part,
  });

type Rows = readonly (readonly [
  rule: string,
  components: readonly ReportNode[],
  part: Partial<RootNode>,
  expected: readonly string[],
])[];

function expectRows([, components, part, expected]: Rows[number]): void {
  expect(listRows(components, part)).toEqual(expected);
}

describe("only required components have rows, after those of OLM and the operator", () => {
  const rows: Rows = [
    ["a healthy HyperConverged has no row", [cdi(), aaq()], {}, []],
    [
      "a component that is not required has no row",
      [cdi(), aaq({ frozen: true, required: false, verdict: "unavailable" })],
      {},
      [],
    ],
    [
      "a Deployment beside the components has no row",
      [cdi(), deployment("x", { required: true, frozen: true })],
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
          deployment("hco-operator", { deleting: true }),
          deployment("hco-webhook"),
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
        "blocks ClusterServiceVersion HyperConverged phase=Failed",
        "blocks Deleting Deployment hco-operator",
        "blocks Paused CDI",
        "blocks WorkloadDown CDI Deployment cdi-operator",
        "blocks Available=False Stranger HyperConverged",
      ],
    ],
  ];
  test.for(rows)("%s", expectRows);
});

describe("a contribution to a condition of the HyperConverged is a row of the component", () => {
  const down = [condition("Available", "F"), condition("Progressing", "F"), condition("Degraded", "F")];
  const contributeToAvailable = (shown: boolean): RootNode["offenders"] => ({
    Available: [contribution("CDI", shown, "not-available")],
  });
  const uncertain = (type: string, missing?: readonly string[]): RootNode["offenders"] => ({
    [type]: [
      { ...contribution("CDI", false, "unknown"), status: "Unknown", ...(missing && { missing }) } as Contribution,
    ],
  });
  const rows: Rows = [
    [
      "a contribution that the HyperConverged shows is a row with the component's reason, message and time",
      [cdi({ conditions: down })],
      {
        offenders: {
          Available: [{ ...contribution("CDI", true, "not-available", "R", "m"), since: "2026-11-21T06:10:18Z" }],
        },
      },
      ["blocks Available=False CDI reason=R message=m since=3m"],
    ],
    [
      "a contribution that the HyperConverged does not show is marked as hidden",
      [cdi({ conditions: down })],
      { offenders: contributeToAvailable(false) },
      ["blocks Available=False CDI hidden"],
    ],
    [
      "a contribution that the component's own condition contradicts names its rule",
      [cdi()],
      { offenders: contributeToAvailable(true) },
      ["blocks Available=False CDI rule=not-available"],
    ],
    [
      "a contribution of a condition that the component lacks names its rule",
      [cdi({ conditions: goodComponentConditions.slice(1) })],
      { offenders: contributeToAvailable(true) },
      ["blocks Available=False CDI rule=not-available"],
    ],
    [
      "a contribution of a component that was not found is one row with the operator's words",
      [cdi({ outcome: "absent", verdict: "unavailable" })],
      { offenders: contributeToAvailable(true) },
      ["blocks Available=False CDI"],
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
        "blocks Upgradeable=True CDI rule=version",
        "blocks Available=True CDI",
        "blocks Degraded=True CDI rule=version",
        "blocks Progressing=True CDI rule=version",
      ],
    ],
    [
      "an uncertain contribution is unknown",
      [cdi()],
      { uncertain: uncertain("Available") },
      ["unknown Available=Unknown CDI"],
    ],
    [
      "an uncertain contribution of a missing condition is unknown",
      [cdi()],
      { uncertain: uncertain("Degraded", ["Degraded"]) },
      ["unknown Degraded=Unknown CDI missing"],
    ],
    [
      "a missing condition that keeps an upgrade open is unknown under its type",
      [cdi()],
      { offenders: uncertain("UpgradeStall", ["Progressing", "Degraded"]) },
      ["unknown Degraded=Unknown CDI missing", "unknown Progressing=Unknown CDI missing"],
    ],
    [
      "a version that keeps an upgrade open is no contribution",
      [cdi()],
      { offenders: { UpgradeStall: [contribution("CDI", false, "version")] } },
      [],
    ],
    [
      "a contribution that the component's own condition repeats is one row",
      [cdi({ conditions: [...goodComponentConditions, condition("Upgradeable", "F")] })],
      { offenders: { Upgradeable: [{ ...contribution("CDI", false, "not-upgradeable"), status: "False" }] } },
      ["blocks Upgradeable=False CDI hidden"],
    ],
    [
      "a contribution and a condition that is Unknown are two rows",
      [cdi({ conditions: [...goodComponentConditions, condition("Upgradeable", "U")] })],
      { offenders: { Upgradeable: [{ ...contribution("CDI", true, "not-upgradeable"), status: "False" }] } },
      ["blocks Upgradeable=False CDI rule=not-upgradeable", "unknown Upgradeable=Unknown CDI hidden"],
    ],
    [
      "a contribution of one of two components is one row",
      [cdi({ conditions: down }), aaq()],
      { offenders: contributeToAvailable(true) },
      ["blocks Available=False CDI"],
    ],
    [
      "a contribution of an unknown component explains the condition of the HyperConverged",
      [cdi()],
      {
        conditions: [...goodConditions, condition("Available", "F", 1, "R")],
        offenders: { Available: [contribution("Stranger", true, "not-available")] },
      },
      ["blocks Available=False Stranger HyperConverged"],
    ],
    [
      "a hidden contribution of an unknown component comes last",
      [cdi({ frozen: true })],
      { offenders: { Available: [contribution("Stranger", false, "not-available")] } },
      ["blocks Paused CDI", "blocks Available=False Stranger HyperConverged hidden"],
    ],
    [
      "Upgradeable=False of a component is not hidden while the HyperConverged is not upgradeable",
      [cdi({ conditions: [...goodComponentConditions, condition("Upgradeable", "F")] })],
      { conditions: [...goodConditions.slice(0, 4), condition("Upgradeable", "F")] },
      ["blocks Upgradeable=False CDI"],
    ],
  ];
  test.for(rows)("%s", expectRows);
});

describe("the verdict of a component is a row where no contribution explains it", () => {
  const contributeTo = (type: string): RootNode["offenders"] => ({ [type]: [contribution("CDI", true, "version")] });
  const unavailable = "blocks Available=False CDI judged";
  const degraded = "blocks Degraded=True CDI judged";
  const progressing = "blocks Progressing=True CDI judged";
  const unknown = "unknown Available=Unknown CDI judged";
  test.for<
    readonly [
      rule: string,
      verdict: Verdict,
      part: Partial<ReportNode>,
      rootPart: Partial<RootNode>,
      expected: readonly string[],
    ]
  >([
    ["an unavailable component blocks under Available", "unavailable", {}, {}, [unavailable]],
    [
      "an unavailable component with a contribution to Available has one row",
      "unavailable",
      {},
      { offenders: contributeTo("Available") },
      ["blocks Available=True CDI"],
    ],
    [
      "an unavailable component with a contribution to Degraded has both rows",
      "unavailable",
      {},
      { offenders: contributeTo("Degraded") },
      ["blocks Degraded=True CDI rule=version", unavailable],
    ],
    [
      "an unavailable component with an uncertain contribution has both rows",
      "unavailable",
      {},
      { uncertain: contributeTo("Available") },
      ["unknown Available=True CDI", unavailable],
    ],
    ["a degraded component blocks under Degraded", "degraded", {}, {}, [degraded]],
    [
      "a degraded component with a contribution to Degraded has one row",
      "degraded",
      {},
      { offenders: contributeTo("Degraded") },
      ["blocks Degraded=True CDI rule=version"],
    ],
    [
      "a degraded component with a contribution to Available has both rows",
      "degraded",
      {},
      { offenders: contributeTo("Available") },
      ["blocks Available=True CDI", degraded],
    ],
    ["a progressing component blocks under Progressing", "progressing", {}, {}, [progressing]],
    [
      "a progressing component with a contribution to Progressing has one row",
      "progressing",
      {},
      { offenders: contributeTo("Progressing") },
      ["blocks Progressing=True CDI rule=version"],
    ],
    [
      "a component that is being deleted has only that row",
      "progressing",
      { deleting: true },
      {},
      ["blocks Deleting CDI"],
    ],
    [
      "a paused component that is progressing has only the row of the pause",
      "progressing",
      { frozen: true },
      {},
      ["blocks Paused CDI"],
    ],
    [
      "a progressing component of another version has both rows",
      "progressing",
      { facts: { observedVersion: "v0", expectedVersion: "v1" } },
      {},
      ["blocks ComponentBehind CDI observedVersion=v0 expectedVersion=v1", progressing],
    ],
    [
      "a paused component that is degraded has both rows",
      "degraded",
      { frozen: true },
      {},
      ["blocks Paused CDI", degraded],
    ],
    ["a component of unknown status is unknown under Available", "unknown", {}, {}, [unknown]],
    ["a component whose status is stale has only that row", "unknown", { stale: true }, {}, ["unknown Stale CDI"]],
    [
      "a paused component of unknown status has both rows",
      "unknown",
      { frozen: true },
      {},
      ["blocks Paused CDI", unknown],
    ],
  ])("%s", ([, verdict, part, rootPart, expected]) => {
    expect(listRows([cdi({ verdict, ...part })], rootPart)).toEqual(expected);
  });
});

describe("an installation is one row, and so is a component without conditions", () => {
  const initializing = (type: string) => condition(type, "U", 1, "Init");
  const contributeNoConditionsTo = (...types: readonly string[]): Partial<RootNode> => ({
    offenders: Object.fromEntries(types.map((type) => [type, [contribution("CDI", true, "no-conditions")]])),
  });
  const silent = (part: Partial<ReportNode> = {}): ReportNode =>
    cdi({ conditions: [], verdict: "unavailable", ...part });
  const silentRow = "blocks Available=True CDI rule=no-conditions";
  const unavailable = "blocks Available=False CDI judged";
  const rows: Rows = [
    [
      "five conditions with the reason Init are one row",
      [cdi()],
      { conditions: ["ReconcileComplete", "Available", "Progressing", "Degraded", "Upgradeable"].map(initializing) },
      ["blocks ReconcileComplete=Unknown HyperConverged reason=Init since=1m"],
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
      [
        "blocks ReconcileComplete=Unknown HyperConverged reason=Init since=1m",
        "blocks Available=False HyperConverged reason=Other since=1m",
      ],
    ],
    [
      "a component without conditions has one row for all its contributions",
      [silent()],
      contributeNoConditionsTo("Upgradeable", "Available", "Progressing"),
      [silentRow],
    ],
    [
      "a component without conditions that does not contribute to Available has the row of its verdict",
      [silent()],
      contributeNoConditionsTo("Upgradeable", "Degraded"),
      [unavailable],
    ],
    [
      "a degraded component without conditions has the row of its first contribution",
      [silent({ verdict: "degraded" })],
      contributeNoConditionsTo("Upgradeable", "Degraded"),
      ["blocks Upgradeable=True CDI rule=no-conditions"],
    ],
    [
      "a component without conditions and without a version has one row",
      [silent({ facts: { expectedVersion: "v1" } })],
      contributeNoConditionsTo("Available"),
      [silentRow],
    ],
    [
      "a component without conditions of another version has both rows",
      [silent({ facts: { observedVersion: "v0", expectedVersion: "v1" } })],
      contributeNoConditionsTo("Available"),
      [silentRow, "blocks ComponentBehind CDI observedVersion=v0 expectedVersion=v1"],
    ],
    [
      "a paused component without conditions has both rows",
      [silent({ frozen: true })],
      contributeNoConditionsTo("Upgradeable", "Available"),
      [silentRow, "blocks Paused CDI"],
    ],
    [
      "a component with conditions has a row for each contribution",
      [cdi()],
      contributeNoConditionsTo("Upgradeable", "Available"),
      ["blocks Upgradeable=True CDI rule=no-conditions", "blocks Available=True CDI"],
    ],
    [
      "a component that was not found has a row for each contribution",
      [silent({ outcome: "absent" })],
      contributeNoConditionsTo("Upgradeable", "Available"),
      ["blocks Upgradeable=True CDI", "blocks Available=True CDI"],
    ],
    [
      "two components without conditions have a row each",
      [silent(), aaq({ conditions: [], verdict: "unavailable" })],
      {},
      [unavailable, "blocks Available=False AAQ judged"],
    ],
  ];
  test.for(rows)("%s", expectRows);
});
