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

const said = [condition("Available", "T"), condition("Progressing", "F"), condition("Degraded", "F")];
const runs = (name: string): ReportNode =>
  workloadBelow("workload", name, "healthy", { facts: { ready: "1/1", observedVersion: "1.20.0" } });
const operator = runs("hco-operator");
const beside = [operator, runs("hco-webhook")];
const cdi = (part: Partial<ReportNode> = {}): ReportNode =>
  component("CDI", "healthy", "v1", { conditions: said, children: [runs("cdi-operator")], ...part });
const aaq = (part: Partial<ReportNode> = {}): ReportNode =>
  component("AAQ", "healthy", "v1", { conditions: said, children: [runs("aaq-operator")], ...part });

/** `blocks Available CDI hidden`, in their order. */
function brief(reasons: readonly UpgradeRow[]): readonly string[] {
  return reasons.map((reason) => {
    const marks = (["hidden", "missing", "judged", "absent"] as const).filter(
      (mark) => mark in reason && (reason as { readonly [name in typeof mark]?: boolean })[mark] === true,
    );
    const rule = "rule" in reason ? [`by ${reason.rule}`] : [];
    return [reason.effect, reason.code, reason.component ?? reason.about.kind, ...marks, ...rule].join(" ");
  });
}

function reasonsOf(
  children: readonly ReportNode[],
  part: Partial<RootNode> = {},
  gaps: readonly ReadGap[] = [],
): readonly UpgradeRow[] {
  const one = root({ conditions: goodConditions, children, verdict: "healthy", ...part });
  return listHyperConvergedRows(one, report([one], { completeness: completeness(1, gaps) }));
}

type Rows = readonly (readonly [
  sentence: string,
  children: readonly ReportNode[],
  part: Partial<RootNode>,
  reasons: readonly string[],
])[];
const check = ([sentence, children, part, reasons]: Rows[number]): void => {
  expect([sentence, ...brief(reasonsOf(children, part))]).toEqual([sentence, ...reasons]);
};

describe("required components count, and what is not required does not", () => {
  const rows: Rows = [
    ["everything is healthy", [cdi(), aaq(), ...beside], {}, []],
    ["one is paused", [cdi({ frozen: true }), ...beside], {}, ["blocks Paused CDI"]],
    [
      "one that is not required is",
      [cdi(), aaq({ frozen: true, required: false, verdict: "unavailable" }), ...beside],
      {},
      [],
    ],
    [
      "what runs beside them is no component",
      [cdi(), ...beside, { ...runs("x"), required: true, frozen: true }],
      {},
      [],
    ],
    [
      "each has its row, in their order",
      [cdi({ frozen: true }), aaq({ frozen: true }), ...beside],
      {},
      ["blocks Paused CDI", "blocks Paused AAQ"],
    ],
    [
      "OLM, the operator, the components and what runs below them",
      [
        cdi({ frozen: true, children: [workloadBelow("workload", "cdi-operator", "unavailable")] }),
        { ...operator, deleting: true },
        runs("hco-webhook"),
      ],
      {
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
  test.for(rows)("%s", check);
});

describe("what a component contributes by the operator's rules", () => {
  const down = [condition("Available", "F"), condition("Progressing", "F"), condition("Degraded", "F")];
  const available = (shown: boolean, more: Partial<Contribution> = {}): RootNode["offenders"] => ({
    Available: [{ ...contribution("CDI", shown, "not-available", "R", "m"), ...more }],
  });
  const rows: Rows = [
    [
      "and the CR shows",
      [cdi({ conditions: down }), ...beside],
      { offenders: available(true) },
      ["blocks Available CDI"],
    ],
    [
      "and the CR hides",
      [cdi({ conditions: down }), ...beside],
      { offenders: available(false) },
      ["blocks Available CDI hidden"],
    ],
    [
      "though it says another status",
      [cdi(), ...beside],
      { offenders: available(true) },
      ["blocks Available CDI by not-available"],
    ],
    [
      "though it has no such condition",
      [cdi({ conditions: said.slice(1) }), ...beside],
      { offenders: available(true) },
      ["blocks Available CDI by not-available"],
    ],
    [
      "and was not found",
      [cdi({ outcome: "absent", verdict: "unavailable" }), ...beside],
      { offenders: available(true) },
      [
        // The operator's words and that it is gone are one reason.
        "blocks Available CDI",
      ],
    ],
    [
      "under each type, in this order",
      [cdi(), ...beside],
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
      "that it is not sure of",
      [cdi(), ...beside],
      {
        uncertain: { Available: [{ ...contribution("CDI", false, "unknown"), status: "Unknown" }] },
      },
      ["unknown Available CDI"],
    ],
    [
      "that it does not say",
      [cdi(), ...beside],
      {
        uncertain: { Degraded: [{ ...contribution("CDI", false, "missing-condition"), missing: ["Degraded"] }] },
      },
      ["unknown Degraded CDI missing"],
    ],
    [
      "that keeps an upgrade open",
      [cdi(), ...beside],
      {
        offenders: {
          UpgradeStall: [{ ...contribution("CDI", false, "missing-condition"), missing: ["Progressing", "Degraded"] }],
        },
      },
      ["unknown Degraded CDI missing", "unknown Progressing CDI missing"],
    ],
    [
      "a version that keeps an upgrade open is a row of the component",
      [cdi(), ...beside],
      {
        offenders: { UpgradeStall: [contribution("CDI", false, "version")] },
      },
      [],
    ],
    [
      "and says itself, once",
      [cdi({ conditions: [...said, condition("Upgradeable", "F")] }), ...beside],
      {
        offenders: { Upgradeable: [{ ...contribution("CDI", false, "not-upgradeable"), status: "False" }] },
      },
      ["blocks Upgradeable CDI hidden"],
    ],
    [
      "and does not know itself",
      [cdi({ conditions: [...said, condition("Upgradeable", "U")] }), ...beside],
      {
        offenders: { Upgradeable: [{ ...contribution("CDI", true, "not-upgradeable"), status: "False" }] },
      },
      ["blocks Upgradeable CDI by not-upgradeable", "unknown Upgradeable CDI hidden"],
    ],
    [
      "of two that are there, once",
      [cdi({ conditions: down }), aaq(), ...beside],
      { offenders: available(true) },
      ["blocks Available CDI"],
    ],
    [
      "who is no component explains what the CR says",
      [cdi(), ...beside],
      {
        conditions: [...goodConditions, condition("Available", "F", 1, "R")],
        offenders: { Available: [contribution("Stranger", true, "not-available")] },
      },
      ["blocks Available Stranger"],
    ],
    [
      "who is no component comes last, and says so itself",
      [cdi({ frozen: true }), ...beside],
      {
        offenders: { Available: [contribution("Stranger", false, "not-available")] },
      },
      ["blocks Paused CDI", "blocks Available Stranger hidden"],
    ],
  ];
  test.for(rows)("%s", check);

  test("in the words of the component, since then, about its object", () => {
    const offenders = {
      Available: [{ ...contribution("CDI", true, "not-available", "R", "m"), since: minutesAgo(3) }],
    };
    const words = { status: "False", reason: "R", message: "m", since: minutesAgo(3) };
    expect(reasonsOf([cdi({ conditions: down }), ...beside], { offenders })).toStrictEqual([
      { code: "Available", effect: "blocks", about: refOf("CDI"), component: "CDI", ...words },
    ]);
    const stranger = reasonsOf([cdi(), ...beside], {
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

describe("a refusal that older operators do not read is hidden where the CR allows", () => {
  const refuses = cdi({ conditions: [...said, condition("Upgradeable", "F")] });
  const rows: Rows = [
    ["the CR allows", [refuses, ...beside], {}, ["blocks Upgradeable CDI hidden"]],
    ["another reason is not", [cdi({ frozen: true }), ...beside], {}, ["blocks Paused CDI"]],
    [
      "the CR refuses too",
      [refuses, ...beside],
      { conditions: [...goodConditions.slice(0, 4), condition("Upgradeable", "F")] },
      ["blocks Upgradeable CDI"],
    ],
  ];
  test.for(rows)("%s", check);
});

describe("the verdict of a component counts where none of its conditions explains it", () => {
  const is = (verdict: Verdict, more: Partial<ReportNode> = {}): readonly ReportNode[] => [
    cdi({ verdict, ...more }),
    ...beside,
  ];
  const by = (type: string): RootNode["offenders"] => ({ [type]: [contribution("CDI", true, "version")] });
  const rows: Rows = [
    ["unavailable", is("unavailable"), {}, ["blocks Available CDI judged"]],
    ["unavailable, and said", is("unavailable"), { offenders: by("Available") }, ["blocks Available CDI"]],
    [
      "unavailable, and only degraded is said",
      is("unavailable"),
      { offenders: by("Degraded") },
      ["blocks Degraded CDI by version", "blocks Available CDI judged"],
    ],
    [
      "unavailable, and only not known is said",
      is("unavailable"),
      { uncertain: by("Available") },
      ["unknown Available CDI", "blocks Available CDI judged"],
    ],
    ["degraded", is("degraded"), {}, ["blocks Degraded CDI judged"]],
    ["degraded, and said", is("degraded"), { offenders: by("Degraded") }, ["blocks Degraded CDI by version"]],
    [
      "degraded, and only unavailable is said",
      is("degraded"),
      { offenders: by("Available") },
      ["blocks Available CDI", "blocks Degraded CDI judged"],
    ],
    ["progressing", is("progressing"), {}, ["blocks Progressing CDI judged"]],
    [
      "progressing, and said",
      is("progressing"),
      { offenders: by("Progressing") },
      ["blocks Progressing CDI by version"],
    ],
    ["progressing, for it is being deleted", is("progressing", { deleting: true }), {}, ["blocks Deleting CDI"]],
    ["progressing, for it is paused", is("progressing", { frozen: true }), {}, ["blocks Paused CDI"]],
    [
      "progressing, and only its version is said",
      is("progressing", { facts: { observedVersion: "v0", expectedVersion: "v1" } }),
      {},
      ["blocks ComponentBehind CDI", "blocks Progressing CDI judged"],
    ],
    ["not known", is("unknown"), {}, ["unknown Available CDI judged"]],
    ["not known, and something is not known", is("unknown", { stale: true }), {}, ["unknown Stale CDI"]],
    [
      "not known, and something blocks",
      is("unknown", { frozen: true }),
      {},
      ["blocks Paused CDI", "unknown Available CDI judged"],
    ],
  ];
  test.for(rows)("%s", check);
});

describe("a version that the operator does not name may be any", () => {
  const bare = { observedVersion: "v1" };
  const rows: Rows = [
    ["it is not named", [cdi({ facts: bare }), ...beside], {}, ["unknown ComponentBehind CDI"]],
    ["it is named", [cdi(), ...beside], {}, []],
    [
      "it is named, and empty",
      [cdi({ facts: { observedVersion: "", expectedVersion: "" } }), ...beside],
      {},
      ["blocks ComponentBehind CDI"],
    ],
    [
      "the operator was not found",
      [cdi({ facts: bare }), runs("hco-webhook")],
      {},
      ["unknown IncompleteReading Deployment"],
    ],
    [
      "the component was not found",
      [cdi({ facts: {}, outcome: "absent", verdict: "unavailable" }), ...beside],
      {},
      ["blocks Available CDI absent"],
    ],
    [
      "a component that no table has",
      [component("Odd", "healthy", "v1", { conditions: said, facts: bare }), ...beside],
      {},
      [],
    ],
  ];
  test.for(rows)("%s", check);
  test("it has the version that it runs, where it says one", () => {
    const reported = { code: "ComponentBehind", effect: "unknown", about: refOf("CDI"), component: "CDI" };
    expect(reasonsOf([cdi({ facts: bare }), ...beside])).toStrictEqual([{ ...reported, observedVersion: "v1" }]);
    expect(reasonsOf([cdi({ facts: {} }), ...beside])).toStrictEqual([reported]);
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
  test("the operator and what runs below the components", () => {
    expect(brief(reasonsOf([cdi({ children: [] })], {}, [gap]))).toEqual(["unknown IncompleteReading Deployment"]);
  });
  test("the operator was seen, and not what runs below the components", () => {
    expect(brief(reasonsOf([cdi({ children: [] }), ...beside], {}, [gap]))).toEqual([
      "unknown IncompleteReading Deployment",
    ]);
  });
  test("what is down below a component is another matter", () => {
    const children = [workloadBelow("workload", "cdi-deployment", "unavailable")];
    expect(brief(reasonsOf([cdi({ children })], {}, [gap]))).toEqual([
      "unknown IncompleteReading Deployment",
      "blocks WorkloadDown CDI",
    ]);
  });
});

describe("an installation is one reason, and so is a component that says nothing yet", () => {
  const init = (type: string, letter: "F" | "U" | "T" = "U") => condition(type, letter, 1, "Init", "Initializing");
  const all = (...types: readonly string[]): RootNode["offenders"] =>
    Object.fromEntries(types.map((type) => [type, [contribution("CDI", true, "no-conditions")]]));
  const silent = cdi({ conditions: [], verdict: "unavailable" });
  const rows: Rows = [
    [
      "all five say Init",
      [cdi(), ...beside],
      {
        conditions: ["ReconcileComplete", "Available", "Progressing", "Degraded", "Upgradeable"].map((type) =>
          init(type),
        ),
      },
      ["blocks ReconcileComplete HyperConverged"],
    ],
    [
      "one of them says more",
      [cdi(), ...beside],
      {
        conditions: [
          init("ReconcileComplete"),
          condition("Available", "F", 1, "Other"),
          init("Progressing"),
          ...goodConditions.slice(3),
        ],
      },
      ["blocks ReconcileComplete HyperConverged", "blocks Available HyperConverged"],
    ],
    [
      "a component without conditions lacks each",
      [silent, ...beside],
      {
        offenders: all("Upgradeable", "Available", "Progressing"),
      },
      ["blocks Available CDI by no-conditions"],
    ],
    [
      "a component without conditions lacks others",
      [silent, ...beside],
      { offenders: all("Upgradeable", "Degraded") },
      ["blocks Available CDI judged"],
    ],
    [
      "a component without conditions, and none of them is Available",
      [cdi({ conditions: [], verdict: "degraded" }), ...beside],
      {
        offenders: all("Upgradeable", "Degraded"),
      },
      ["blocks Upgradeable CDI by no-conditions"],
    ],
    [
      "it has no version yet",
      [cdi({ conditions: [], verdict: "unavailable", facts: { expectedVersion: "v1" } }), ...beside],
      {
        offenders: all("Available"),
      },
      ["blocks Available CDI by no-conditions"],
    ],
    [
      "it has another version",
      [
        cdi({ conditions: [], verdict: "unavailable", facts: { observedVersion: "v0", expectedVersion: "v1" } }),
        ...beside,
      ],
      { offenders: all("Available") },
      ["blocks Available CDI by no-conditions", "blocks ComponentBehind CDI"],
    ],
    [
      "what it says besides stays",
      [{ ...silent, frozen: true }, ...beside],
      { offenders: all("Upgradeable", "Available") },
      ["blocks Available CDI by no-conditions", "blocks Paused CDI"],
    ],
    [
      "what it says besides does not stand for how it is",
      [cdi({ conditions: [], verdict: "degraded", frozen: true }), ...beside],
      {},
      ["blocks Paused CDI", "blocks Degraded CDI judged"],
    ],
    [
      "a component with conditions says each",
      [cdi(), ...beside],
      { offenders: all("Upgradeable", "Available") },
      ["blocks Upgradeable CDI by no-conditions", "blocks Available CDI"],
    ],
    [
      "of a component that was not found nothing is left out",
      [cdi({ conditions: [], outcome: "absent", verdict: "unavailable" }), ...beside],
      { offenders: all("Upgradeable", "Available") },
      ["blocks Upgradeable CDI", "blocks Available CDI"],
    ],
    [
      "two components without conditions are two",
      [silent, aaq({ conditions: [], verdict: "unavailable" }), ...beside],
      {},
      ["blocks Available CDI judged", "blocks Available AAQ judged"],
    ],
  ];
  test.for(rows)("%s", check);
});

test("what the Report has and no reason covers is last", () => {
  expect(brief(reasonsOf([cdi(), ...beside], { ownVerdict: "degraded" }))).toEqual([
    "blocks Degraded HyperConverged judged",
  ]);
});
