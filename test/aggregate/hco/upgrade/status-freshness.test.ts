import { describe, expect, test } from "vitest";
import type { UpgradeRow } from "../../../../shared/aggregate/hco/upgrade/component.ts";
import { listStateRows } from "../../../../shared/aggregate/hco/upgrade/status-freshness.ts";
import type { EvaluatedCondition, Report, RootNode } from "../../../../shared/model/report.ts";
import {
  condition,
  finding,
  goodConditions,
  hyperconverged,
  minutesAgo,
  openGates,
  report,
  root,
} from "../../../render/build.ts";

const about = hyperconverged;

/** The goodConditions ones, these instead of those of their type. */
function withConditions(...own: readonly EvaluatedCondition[]): Partial<RootNode> {
  return { conditions: [...goodConditions.filter(({ type }) => !own.some((each) => each.type === type)), ...own] };
}

function withoutCondition(type: string): Partial<RootNode> {
  return { conditions: goodConditions.filter((each) => each.type !== type) };
}

function reasonsOf(
  part: Partial<RootNode>,
  findings: Report["findings"] = [],
  reported: readonly UpgradeRow[] = [],
): readonly UpgradeRow[] {
  const one = root({ conditions: goodConditions, ...part });
  return listStateRows(one, report([one], { findings }), reported);
}

const words = { reason: "R", message: "m" };
const missing = { effect: "unknown", about, status: "Unknown", reason: "", message: "", missing: true };

describe("a condition of the HyperConverged that is not as expected", () => {
  const bad = { Upgradeable: "F", Available: "F", Degraded: "T", Progressing: "T" } as const;
  const types = ["Upgradeable", "Available", "Degraded", "Progressing"] as const;
  const blocks = (code: (typeof types)[number]): UpgradeRow => ({
    code,
    effect: "blocks",
    about,
    ...words,
    since: minutesAgo(5),
    status: bad[code] === "T" ? "True" : "False",
  });
  const say = (type: (typeof types)[number]): Partial<RootNode> =>
    withConditions(condition(type, bad[type], 5, "R", "m"));

  test("everything is healthy", () => {
    expect(reasonsOf({})).toStrictEqual([]);
  });
  test.for(types)("%s stands against it", (type) => {
    expect(reasonsOf(say(type))).toStrictEqual([blocks(type)]);
  });
  test.for(types)("%s is not known", (type) => {
    const known = { code: type, effect: "unknown", about, status: "Unknown", ...words, since: minutesAgo(5) };
    expect(reasonsOf(withConditions(condition(type, "U", 5, "R", "m")))).toStrictEqual([known]);
  });
  test.for(types)("%s is not there", (type) => {
    expect(reasonsOf(withoutCondition(type))).toStrictEqual([{ code: type, ...missing }]);
  });
  test("without a time it has none", () => {
    expect(reasonsOf(withConditions(condition("Available", "F")))[0]).not.toHaveProperty("since");
  });
  test.for(types)("%s is explained by a component that blocks with it, and by nothing else", (type) => {
    const other: UpgradeRow = { code: "Deleting", effect: "blocks", about };
    const unsure: UpgradeRow = { ...blocks(type), effect: "unknown" };
    expect(reasonsOf(say(type), [], [other, blocks(type)])).toStrictEqual([]);
    expect(reasonsOf(say(type), [], [other, unsure])).toStrictEqual([blocks(type)]);
  });
  test("they come in this order, and of two of one type the worse", () => {
    const all = [...types, ...types].map((type, at) =>
      condition(type, at < 4 ? bad[type] : bad[type] === "T" ? "F" : "T"),
    );
    expect(reasonsOf(withConditions(...all)).map(({ code }) => code)).toStrictEqual([...types]);
  });
});

describe("what else it says of itself", () => {
  const upgrade = {
    ...openGates,
    upgrade: { running: true, from: "1.19.0", to: "1.20.0", waitingFor: ["CDI"] },
  } as const;
  const upgrading = condition("Progressing", "T", 7, "HCOUpgrading");
  const runs = {
    code: "UpgradeRunning",
    effect: "blocks",
    about,
    running: true,
    from: "1.19.0",
    to: "1.20.0",
    waitingFor: ["CDI"],
  };
  const reconcile = { code: "ReconcileComplete", effect: "blocks", about, ...words, since: minutesAgo(3) };
  const known = { observedVersion: "1.20.0", expectedVersion: "1.20.0" };
  const unsure = { code: "UpgradeRunning", effect: "unknown", about, waitingFor: [] };
  const rows: readonly [sentence: string, part: Partial<RootNode>, reasons: readonly object[]][] = [
    [
      "a HyperConverged that is being deleted blocks",
      { deleting: true },
      [{ code: "Deleting", effect: "blocks", about }],
    ],
    [
      "a deletion has its time",
      { deleting: true, facts: { ...known, deletedAt: minutesAgo(4) } },
      [{ code: "Deleting", effect: "blocks", about, since: minutesAgo(4) }],
    ],
    [
      "a HyperConverged that is being deleted with a stale status has both rows",
      { deleting: true, stale: true },
      [{ code: "Deleting", effect: "blocks", about }],
    ],
    ["its status is old", { stale: true }, [{ code: "Stale", effect: "unknown", about }]],
    [
      "one of its conditions is old",
      withConditions({ ...condition("Available", "T"), outdated: true }),
      [{ code: "Stale", effect: "unknown", about }],
    ],
    [
      "a reconcile failed",
      withConditions(condition("ReconcileComplete", "F", 3, "R", "m")),
      [{ ...reconcile, status: "False" }],
    ],
    [
      "an installation blocks",
      withConditions(condition("ReconcileComplete", "U", 3, "R", "m")),
      [{ ...reconcile, status: "Unknown" }],
    ],
    ["no reconcile is reported", withoutCondition("ReconcileComplete"), [{ code: "ReconcileComplete", ...missing }]],
    ["an upgrade runs", { gates: upgrade }, [runs]],
    [
      "an upgrade runs, and says so",
      { gates: upgrade, ...withConditions(upgrading) },
      [{ ...runs, since: minutesAgo(7) }],
    ],
    [
      "an upgrade runs, and something else progresses",
      { gates: upgrade, ...withConditions(condition("Progressing", "T", 7, "Other")) },
      [
        runs,
        {
          code: "Progressing",
          effect: "blocks",
          about,
          status: "True",
          reason: "Other",
          message: "",
          since: minutesAgo(7),
        },
      ],
    ],
    [
      "it says that it upgrades, and no upgrade runs",
      withConditions(upgrading),
      [
        {
          code: "Progressing",
          effect: "blocks",
          about,
          status: "True",
          reason: "HCOUpgrading",
          message: "",
          since: minutesAgo(7),
        },
      ],
    ],
    [
      "another condition has the reason of an upgrade",
      { gates: upgrade, ...withConditions(condition("Degraded", "T", 7, "HCOUpgrading")) },
      [
        runs,
        {
          code: "Degraded",
          effect: "blocks",
          about,
          status: "True",
          reason: "HCOUpgrading",
          message: "",
          since: minutesAgo(7),
        },
      ],
    ],
    [
      "an upgrade runs, and its versions stand in the facts",
      {
        gates: { ...upgrade, upgrade: { running: true, waitingFor: [] } },
        facts: { observedVersion: "a", expectedVersion: "b" },
      },
      [{ ...runs, from: "a", to: "b", waitingFor: [] }],
    ],
    [
      "an upgrade runs, and its versions are not known",
      { gates: { ...upgrade, upgrade: { running: true, waitingFor: [] } }, facts: {} },
      [{ code: "UpgradeRunning", effect: "blocks", about, running: true, waitingFor: [] }],
    ],
    ["its version is not known", { facts: { expectedVersion: "b" } }, [{ ...unsure, to: "b" }]],
    ["the operator's version is not known", { facts: { observedVersion: "a" } }, [{ ...unsure, from: "a" }]],
    ["neither version is known", { facts: {} }, [unsure]],
    [
      "the versions of a refused one are not known, which is never upgraded",
      { facts: {}, ...withConditions(condition("ReconcileComplete", "F", 3, "InvalidRequest", "m")) },
      [{ ...reconcile, status: "False", reason: "InvalidRequest" }],
    ],
    [
      "its systemHealthStatus says error, and nothing says why",
      { facts: { ...known, systemHealthStatus: "error" } },
      [{ code: "Degraded", effect: "unknown", about, status: "Unknown", reason: "", message: "", health: "error" }],
    ],
    ["its systemHealthStatus says warning", { facts: { ...known, systemHealthStatus: "warning" } }, []],
    [
      "its systemHealthStatus says error, as it is",
      { facts: { ...known, systemHealthStatus: "error" }, verdict: "degraded" },
      [],
    ],
  ];
  test.for(rows)("%s", ([, part, reasons]) => {
    expect(reasonsOf(part)).toStrictEqual(reasons);
  });

  test("its systemHealthStatus says error, and a component says why", () => {
    const reported: UpgradeRow = { code: "Deleting", effect: "blocks", about };
    expect(reasonsOf({ facts: { ...known, systemHealthStatus: "error" } }, [], [reported])).toStrictEqual([]);
  });
});

describe("patches that the operator does not look through", () => {
  const evidence = { component: "CDI", annotation: "a/jsonpatch", operations: 2 };
  const taintedFinding = (of = about): Report["findings"][number] =>
    finding("warning", { code: "tainted", ...evidence }, of);
  const reason = { code: "TaintedConfiguration", effect: "blocks", about };
  const rows: readonly [
    sentence: string,
    part: Partial<RootNode>,
    findings: Report["findings"],
    reasons: readonly object[],
  ][] = [
    ["an annotation", {}, [taintedFinding()], [{ ...reason, ...evidence }]],
    [
      "an annotation, and the condition since then",
      withConditions(condition("TaintedConfiguration", "T", 9)),
      [taintedFinding()],
      [{ ...reason, ...evidence, since: minutesAgo(9) }],
    ],
    [
      "an annotation, and the condition of before",
      withConditions(condition("TaintedConfiguration", "F", 9)),
      [taintedFinding()],
      [{ ...reason, ...evidence }],
    ],
    ["an annotation of another object", {}, [taintedFinding({ ...about, name: "other" })], []],
    ["another finding", {}, [finding("info", { code: "installing" })], []],
    [
      "the condition alone",
      withConditions(condition("TaintedConfiguration", "T", 9)),
      [],
      [{ ...reason, since: minutesAgo(9) }],
    ],
    ["the condition alone, without a time", withConditions(condition("TaintedConfiguration", "T")), [], [reason]],
    [
      "the condition does not know",
      withConditions(condition("TaintedConfiguration", "U", 9)),
      [],
      [{ ...reason, effect: "unknown" }],
    ],
    ["the condition says no", withConditions(condition("TaintedConfiguration", "F", 9)), [], []],
  ];
  test.for(rows)("%s", ([, part, findings, reasons]) => {
    expect(reasonsOf(part, findings)).toStrictEqual(reasons);
  });
});
