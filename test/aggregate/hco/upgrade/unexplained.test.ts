import { describe, expect, test } from "vitest";
import type { UpgradeRow } from "../../../../shared/aggregate/hco/upgrade/component.ts";
import { listUnexplainedRows } from "../../../../shared/aggregate/hco/upgrade/unexplained.ts";
import type { Finding } from "../../../../shared/model/finding/finding.ts";
import type { RootNode } from "../../../../shared/model/report.ts";
import type { Verdict } from "../../../../shared/model/verdict.ts";
import { hyperconverged as about, finding, report, root } from "../../../render/build.ts";

const buildVerdictRow = (code: string, effect: string, status: string): object => ({
  code,
  effect,
  about,
  status,
  reason: "",
  message: "",
  judged: true,
});
const deployment = { group: "apps", kind: "Deployment", name: "" };
const buildRow = (code: UpgradeRow["code"], effect: UpgradeRow["effect"], more: object = {}): UpgradeRow =>
  ({ code, effect, about, ...more }) as UpgradeRow;

describe("an operator that does not run, or is unknown, is a row of its own where no other row explains it", () => {
  const operatorDown = { running: "no", from: "pod" } as const;
  const operatorUnknown = finding("warning", { code: "operator-unknown", outcome: "forbidden", cause: "" });
  const operatorNotInFile = finding("info", { code: "operator-unknown", outcome: "unread", cause: "", isGiven: true });
  const operatorRow = ["unknown OperatorDown"];
  const rows: readonly {
    readonly rule: string;
    readonly part: Partial<RootNode>;
    readonly findings: readonly Finding[];
    readonly otherRows: readonly UpgradeRow[];
    readonly expected: readonly string[];
  }[] = [
    {
      rule: "an operator that runs adds no row",
      part: { operator: { running: "yes", from: "pod" } },
      findings: [],
      otherRows: [],
      expected: [],
    },
    {
      rule: "an operator that does not run adds a row",
      part: { operator: operatorDown },
      findings: [],
      otherRows: [],
      expected: operatorRow,
    },
    {
      rule: "an operator that does not run adds no row where its Deployment has one",
      part: { operator: operatorDown },
      findings: [],
      otherRows: [buildRow("OperatorDown", "blocks", { about: deployment })],
      expected: [],
    },
    {
      rule: "an operator of unknown state adds a row",
      part: {},
      findings: [operatorUnknown],
      otherRows: [],
      expected: operatorRow,
    },
    {
      rule: "an operator of unknown state adds no row where the list of Deployments was refused",
      part: {},
      findings: [operatorUnknown],
      otherRows: [buildRow("IncompleteReading", "unknown", { about: deployment })],
      expected: [],
    },
    {
      rule: "an operator of unknown state adds a row where only a workload is down",
      part: {},
      findings: [operatorUnknown],
      otherRows: [buildRow("WorkloadDown", "unknown", { about: deployment })],
      expected: operatorRow,
    },
    {
      rule: "an operator of unknown state adds a row where another list was refused",
      part: {},
      findings: [operatorUnknown],
      otherRows: [buildRow("IncompleteReading", "unknown")],
      expected: operatorRow,
    },
    {
      rule: "an operator adds no row where a file has no workloads",
      part: {},
      findings: [operatorNotInFile],
      otherRows: [],
      expected: [],
    },
  ];
  test.for(rows)("$rule", ({ part, findings, otherRows, expected }) => {
    const hyperConverged = root(part);
    const added = listUnexplainedRows(hyperConverged, report([hyperConverged], { findings }), otherRows);
    expect(added.map(({ effect, code }) => `${effect} ${code}`)).toEqual(expected);
  });
});

/** The rows that are added for a root of this verdict beside the other rows. */
function listAddedRows(ownVerdict: Verdict, otherRows: readonly UpgradeRow[]): readonly UpgradeRow[] {
  const hyperConverged = root({ ownVerdict });
  return listUnexplainedRows(hyperConverged, report([hyperConverged]), otherRows);
}

describe("the verdict of a root has a row of its own where no other row covers it", () => {
  const addedRows: Readonly<Record<Exclude<Verdict, "healthy">, object>> = {
    unavailable: buildVerdictRow("Available", "blocks", "False"),
    degraded: buildVerdictRow("Degraded", "blocks", "True"),
    progressing: buildVerdictRow("Progressing", "blocks", "True"),
    unknown: buildVerdictRow("Available", "unknown", "Unknown"),
  };
  const coverage: readonly {
    readonly verdict: Exclude<Verdict, "healthy">;
    readonly coveredBy: readonly UpgradeRow["code"][];
    readonly notCoveredBy: readonly UpgradeRow["code"][];
  }[] = [
    { verdict: "unavailable", coveredBy: ["Available"], notCoveredBy: ["Degraded", "Progressing", "OperatorDown"] },
    {
      verdict: "degraded",
      coveredBy: ["Degraded", "Available", "ReconcileComplete", "OperatorDown"],
      notCoveredBy: ["Progressing", "Deleting"],
    },
    {
      verdict: "progressing",
      coveredBy: ["Progressing", "ReconcileComplete", "UpgradeRunning", "Deleting", "Stale", "OperatorDown"],
      notCoveredBy: ["Available", "Degraded"],
    },
  ];
  test("a healthy root adds no row", () => {
    expect(listAddedRows("healthy", [])).toEqual([]);
  });

  test.for(Object.entries(addedRows))("a root that is %s adds a row where no other row is there", ([verdict, row]) => {
    expect(listAddedRows(verdict as Verdict, [])).toEqual([row]);
  });

  test.for(coverage.flatMap(({ verdict, coveredBy }) => coveredBy.map((code) => ({ verdict, code }))))(
    "a root that is $verdict adds no row beside the row $code",
    ({ verdict, code }) => {
      expect(listAddedRows(verdict, [buildRow(code, "blocks")])).toEqual([]);
    },
  );

  test.for(coverage.flatMap(({ verdict, notCoveredBy }) => notCoveredBy.map((code) => ({ verdict, code }))))(
    "a root that is $verdict adds a row beside the row $code",
    ({ verdict, code }) => {
      expect(listAddedRows(verdict, [buildRow(code, "blocks")])).toEqual([addedRows[verdict]]);
    },
  );

  test("an unknown root adds a row beside a row that blocks", () => {
    expect(listAddedRows("unknown", [buildRow("Available", "blocks")])).toEqual([addedRows.unknown]);
  });

  test("an unknown root adds no row beside an unknown row", () => {
    expect(listAddedRows("unknown", [buildRow("Stale", "unknown")])).toEqual([]);
  });

  test.for([
    { verdict: "degraded", code: "Degraded" },
    { verdict: "degraded", code: "Available" },
    { verdict: "progressing", code: "Progressing" },
  ] as const)("a root that is $verdict adds no row beside the row $code of a component", ({ verdict, code }) => {
    expect(listAddedRows(verdict, [buildRow(code, "blocks", { component: "CDI" })])).toEqual([]);
  });

  test.for([
    { verdict: "degraded", code: "ReconcileComplete", effect: "blocks" },
    { verdict: "progressing", code: "Deleting", effect: "blocks" },
    { verdict: "unknown", code: "Stale", effect: "unknown" },
  ] as const)("a root that is $verdict adds a row beside the row $code of a component", ({ verdict, code, effect }) => {
    expect(listAddedRows(verdict, [buildRow(code, effect, { component: "CDI" })])).toEqual([addedRows[verdict]]);
  });
});
