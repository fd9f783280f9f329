import { describe, expect, test } from "vitest";
import { listLifecycleRows } from "../../../../shared/aggregate/hco/upgrade/upgrade.ts";
import type { ConditionStatus } from "../../../../shared/model/condition.ts";
import type { Lifecycle } from "../../../../shared/model/report.ts";
import { namespace, root } from "../../../render/build.ts";

const cluster = { kind: "cluster", name: "x" } as const;
const mustGather = { kind: "must-gather", name: "x" } as const;
const about = { group: "operators.coreos.com", kind: "OperatorCondition", namespace, name: "o" };
const version = { ...about, kind: "ClusterServiceVersion" };

function listReasons(olm: Partial<Lifecycle>, source: typeof cluster | typeof mustGather = cluster): readonly object[] {
  return listLifecycleRows(root({ olm: { unsettled: [], unseen: [], ...olm } }), source);
}

test("a root without objects of OLM has no reason", () => {
  expect(listLifecycleRows(root({}), cluster)).toStrictEqual([]);
});

describe("the operator or the override of an administrator refuses an upgrade in the OperatorCondition", () => {
  const buildCondition = (status: ConditionStatus, reason: string) => ({
    status,
    reason,
    message: `${reason} says so`,
  });
  const buildReason = (effect: string, reason: string, status: ConditionStatus, more: object = {}): object => ({
    code: "OperatorCondition",
    effect,
    about,
    status,
    reason,
    message: `${reason} says so`,
    ...more,
  });
  const rows: readonly {
    readonly rule: string;
    readonly operatorCondition: Partial<NonNullable<Lifecycle["operatorCondition"]>>;
    readonly reasons: readonly object[];
  }[] = [
    { rule: "an OperatorCondition that allows the upgrade is no reason", operatorCondition: {}, reasons: [] },
    {
      rule: "an OperatorCondition whose operator refuses the upgrade blocks it",
      operatorCondition: buildCondition("False", "operator"),
      reasons: [buildReason("blocks", "operator", "False")],
    },
    {
      rule: "an OperatorCondition whose operator reports Unknown is an unknown reason",
      operatorCondition: buildCondition("Unknown", "operator"),
      reasons: [buildReason("unknown", "operator", "Unknown")],
    },
    {
      rule: "an OperatorCondition that the operator and the override allow is no reason",
      operatorCondition: { override: buildCondition("True", "admin") },
      reasons: [],
    },
    {
      rule: "an OperatorCondition whose override refuses the upgrade blocks it",
      operatorCondition: { override: buildCondition("False", "admin") },
      reasons: [buildReason("blocks", "admin", "True", { override: "False" })],
    },
    {
      rule: "an OperatorCondition whose override is Unknown is an unknown reason",
      operatorCondition: { override: buildCondition("Unknown", "admin") },
      reasons: [buildReason("unknown", "admin", "True", { override: "Unknown" })],
    },
    {
      rule: "an OperatorCondition whose operator refuses what the override allows blocks the upgrade",
      operatorCondition: { ...buildCondition("False", "operator"), override: buildCondition("True", "admin") },
      reasons: [buildReason("blocks", "operator", "False", { override: "True" })],
    },
    {
      rule: "an OperatorCondition that both refuse has the reason of the override",
      operatorCondition: { ...buildCondition("False", "operator"), override: buildCondition("False", "admin") },
      reasons: [buildReason("blocks", "admin", "False", { override: "False" })],
    },
    {
      rule: "an outdated OperatorCondition that allows the upgrade is an unknown reason",
      operatorCondition: { outdated: true },
      reasons: [buildReason("unknown", "operator", "True", { outdated: true })],
    },
    {
      rule: "an outdated OperatorCondition that refuses the upgrade blocks it",
      operatorCondition: { ...buildCondition("False", "operator"), outdated: true },
      reasons: [buildReason("blocks", "operator", "False", { outdated: true })],
    },
  ];
  test.for(rows)("$rule", ({ operatorCondition, reasons }) => {
    expect(
      listReasons({ operatorCondition: { about, ...buildCondition("True", "operator"), ...operatorCondition } }),
    ).toStrictEqual(reasons);
  });
});

test.for([
  { phase: "Failed", effect: "blocks" },
  { phase: "Unknown", effect: "unknown" },
  { phase: "", effect: "unknown" },
] as const)('a ClusterServiceVersion in phase "$phase" is the reason "$effect"', ({ phase, effect }) => {
  const reported = {
    about: version,
    phase,
    reason: "R",
    message: "m",
    unmet: ["CustomResourceDefinition x.y (NotPresent)"],
  };
  expect(listReasons({ unsettled: [reported] })).toStrictEqual([
    { code: "ClusterServiceVersion", effect, ...reported },
  ]);
});

describe("objects of OLM that were not read are a reason where they are expected", () => {
  const ref = { ...version, name: "" };
  const rows: readonly {
    readonly outcome: Lifecycle["unseen"][number]["outcome"];
    readonly expected: boolean;
    readonly source: typeof cluster | typeof mustGather;
    readonly isReason: boolean;
  }[] = [
    { outcome: "unread", expected: true, source: cluster, isReason: true },
    { outcome: "unread", expected: false, source: cluster, isReason: true },
    { outcome: "unread", expected: true, source: mustGather, isReason: true },
    { outcome: "unread", expected: false, source: mustGather, isReason: false },
    { outcome: "forbidden", expected: false, source: mustGather, isReason: true },
    { outcome: "absent", expected: true, source: mustGather, isReason: true },
  ];
  test.for(rows)(
    "a ClusterServiceVersion that is $outcome (expected: $expected) in a $source.kind is a reason: $isReason",
    ({ outcome, expected, source, isReason }) => {
      const reason = {
        code: "IncompleteReading",
        effect: "unknown",
        about: ref,
        outcome,
        verb: "list",
        cause: "no",
      };
      expect(listReasons({ unseen: [{ ref, outcome, cause: "no", expected }] }, source)).toStrictEqual(
        isReason ? [reason] : [],
      );
    },
  );
});
