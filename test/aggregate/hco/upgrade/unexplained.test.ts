import { describe, expect, test } from "vitest";
import type { UpgradeRow } from "../../../../shared/aggregate/hco/upgrade/component.ts";
import { listUnexplainedRows } from "../../../../shared/aggregate/hco/upgrade/unexplained.ts";
import type { Finding } from "../../../../shared/model/finding/finding.ts";
import type { RootNode } from "../../../../shared/model/report.ts";
import type { Verdict } from "../../../../shared/model/verdict.ts";
import { hyperconverged as about, finding, report, root } from "../../../render/build.ts";

const rowOfVerdict = (code: string, effect: string, status: string): object => ({
  code,
  effect,
  about,
  status,
  reason: "",
  message: "",
  judged: true,
});
const deployment = { group: "apps", kind: "Deployment", name: "" };
const reason = (code: UpgradeRow["code"], effect: UpgradeRow["effect"], more: object = {}): UpgradeRow =>
  ({ code, effect, about, ...more }) as UpgradeRow;

describe("an operator that does not run, or is unknown, is a row of its own where nothing says it", () => {
  const down = { running: "no", from: "pod" } as const;
  const unknown = finding("warning", { code: "operator-unknown", outcome: "forbidden", cause: "" });
  const given = finding("info", { code: "operator-unknown", outcome: "unread", cause: "", isGiven: true });
  const added = ["unknown OperatorDown"];
  const rows: readonly {
    readonly rule: string;
    readonly part: Partial<RootNode>;
    readonly findings: readonly Finding[];
    readonly said: readonly UpgradeRow[];
    readonly expected: readonly string[];
  }[] = [
    {
      rule: "it runs",
      part: { operator: { running: "yes", from: "pod" } },
      findings: [],
      said: [],
      expected: [],
    },
    { rule: "it does not run", part: { operator: down }, findings: [], said: [], expected: added },
    {
      rule: "its Deployment is said to be down",
      part: { operator: down },
      findings: [],
      said: [reason("OperatorDown", "blocks", { about: deployment })],
      expected: [],
    },
    { rule: "it is unknown", part: {}, findings: [unknown], said: [], expected: added },
    {
      rule: "it is unknown, and its list was refused",
      part: {},
      findings: [unknown],
      said: [reason("IncompleteReading", "unknown", { about: deployment })],
      expected: [],
    },
    {
      rule: "it is unknown, and only a workload is down",
      part: {},
      findings: [unknown],
      said: [reason("WorkloadDown", "unknown", { about: deployment })],
      expected: added,
    },
    {
      rule: "it is unknown, and another list was refused",
      part: {},
      findings: [unknown],
      said: [reason("IncompleteReading", "unknown")],
      expected: added,
    },
    { rule: "a file holds no workload at all", part: {}, findings: [given], said: [], expected: [] },
  ];
  test.for(rows)("$rule", ({ part, findings, said, expected }) => {
    const one = root(part);
    const reported = listUnexplainedRows(one, report([one], { findings }), said);
    expect(reported.map(({ effect, code }) => `${effect} ${code}`)).toEqual(expected);
  });
});

const listUnexplained = (one: RootNode, rows: readonly UpgradeRow[]): readonly UpgradeRow[] =>
  listUnexplainedRows(one, report([one]), rows);

describe("the root's own verdict has a reason that fits", () => {
  const own: Readonly<Record<Exclude<Verdict, "healthy">, object>> = {
    unavailable: rowOfVerdict("Available", "blocks", "False"),
    degraded: rowOfVerdict("Degraded", "blocks", "True"),
    progressing: rowOfVerdict("Progressing", "blocks", "True"),
    unknown: rowOfVerdict("Available", "unknown", "Unknown"),
  };
  const covers: readonly [
    verdict: Exclude<Verdict, "healthy">,
    codes: readonly UpgradeRow["code"][],
    not: readonly UpgradeRow["code"][],
  ][] = [
    ["unavailable", ["Available"], ["Degraded", "Progressing", "OperatorDown"]],
    ["degraded", ["Degraded", "Available", "ReconcileComplete", "OperatorDown"], ["Progressing", "Deleting"]],
    [
      "progressing",
      ["Progressing", "ReconcileComplete", "UpgradeRunning", "Deleting", "Stale", "OperatorDown"],
      ["Available", "Degraded"],
    ],
  ];
  test("everything is healthy", () => {
    expect(listUnexplained(root({}), [])).toEqual([]);
  });
  test.for(Object.entries(own))("%s, and nothing is reported", ([verdict, reported]) => {
    expect(listUnexplained(root({ ownVerdict: verdict as Verdict }), [])).toEqual([reported]);
  });
  test.for(
    covers.flatMap(([verdict, codes, not]) => [
      ...codes.map((code) => [verdict, code, true] as const),
      ...not.map((code) => [verdict, code, false] as const),
    ]),
  )("%s, and %s is reported: it is covered: %s", ([verdict, code, isCovered]) => {
    const reported = listUnexplained(root({ ownVerdict: verdict }), [reason(code, "blocks")]);
    expect(reported).toEqual(isCovered ? [] : [own[verdict]]);
  });
  test("unknown, and a reported reason blocks, or is unknown", () => {
    expect(listUnexplained(root({ ownVerdict: "unknown" }), [reason("Available", "blocks")])).toEqual([own.unknown]);
    expect(listUnexplained(root({ ownVerdict: "unknown" }), [reason("Stale", "unknown")])).toEqual([]);
  });
  test("a component's summary covers it, and nothing else of a component", () => {
    const blockingRow = (code: UpgradeRow["code"]): UpgradeRow => reason(code, "blocks", { component: "CDI" });
    const one = root({ ownVerdict: "degraded" });
    expect(listUnexplained(one, [blockingRow("Degraded")])).toEqual([]);
    expect(listUnexplained(one, [blockingRow("Available")])).toEqual([]);
    expect(listUnexplained(one, [blockingRow("ReconcileComplete")])).toEqual([own.degraded]);
    expect(listUnexplained(root({ ownVerdict: "progressing" }), [blockingRow("Progressing")])).toEqual([]);
    expect(listUnexplained(root({ ownVerdict: "progressing" }), [blockingRow("Deleting")])).toEqual([own.progressing]);
    const unknownRow = (code: UpgradeRow["code"]): UpgradeRow => reason(code, "unknown", { component: "CDI" });
    expect(listUnexplained(root({ ownVerdict: "unknown" }), [unknownRow("Stale")])).toEqual([own.unknown]);
  });
});
