import { describe, expect, test } from "vitest";
import { listLifecycleRows } from "../../../../shared/aggregate/hco/upgrade/upgrade.ts";
import type { ConditionStatus } from "../../../../shared/model/condition.ts";
import type { Lifecycle } from "../../../../shared/model/report.ts";
import { namespace, root } from "../../../render/build.ts";

const cluster = { kind: "cluster", name: "x" } as const;
const mustGather = { kind: "must-gather", name: "x" } as const;
const about = { group: "operators.coreos.com", kind: "OperatorCondition", namespace, name: "o" };
const version = { ...about, kind: "ClusterServiceVersion" };

function reasonsOf(olm: Partial<Lifecycle>, source: typeof cluster | typeof mustGather = cluster): readonly object[] {
  return listLifecycleRows(root({ olm: { unsettled: [], unseen: [], ...olm } }), source);
}

test("OLM holds nothing of it", () => {
  expect(listLifecycleRows(root({}), cluster)).toStrictEqual([]);
});

describe("OperatorCondition: the refusal of either counts, and the override is reported where that forbids it", () => {
  const conditionText = (status: ConditionStatus, reason: string) => ({ status, reason, message: `${reason} says so` });
  const reason = (effect: string, own: string, status: ConditionStatus, more: object = {}): object => ({
    code: "OperatorCondition",
    effect,
    about,
    status,
    reason: own,
    message: `${own} says so`,
    ...more,
  });
  const rows: readonly {
    readonly rule: string;
    readonly said: Partial<NonNullable<Lifecycle["operatorCondition"]>>;
    readonly reasons: readonly object[];
  }[] = [
    { rule: "it allows", said: {}, reasons: [] },
    {
      rule: "the operator refuses",
      said: conditionText("False", "operator"),
      reasons: [reason("blocks", "operator", "False")],
    },
    {
      rule: "the operator does not know",
      said: conditionText("Unknown", "operator"),
      reasons: [reason("unknown", "operator", "Unknown")],
    },
    { rule: "both allow", said: { override: conditionText("True", "admin") }, reasons: [] },
    {
      rule: "the override refuses",
      said: { override: conditionText("False", "admin") },
      reasons: [reason("blocks", "admin", "True", { override: "False" })],
    },
    {
      rule: "the override does not know",
      said: { override: conditionText("Unknown", "admin") },
      reasons: [reason("unknown", "admin", "True", { override: "Unknown" })],
    },
    {
      rule: "the override lets pass what the operator refuses",
      said: { ...conditionText("False", "operator"), override: conditionText("True", "admin") },
      reasons: [reason("blocks", "operator", "False", { override: "True" })],
    },
    {
      rule: "both refuse",
      said: { ...conditionText("False", "operator"), override: conditionText("False", "admin") },
      reasons: [reason("blocks", "admin", "False", { override: "False" })],
    },
    {
      rule: "it allows by an old copy",
      said: { outdated: true },
      reasons: [reason("unknown", "operator", "True", { outdated: true })],
    },
    {
      rule: "it refuses by an old copy",
      said: { ...conditionText("False", "operator"), outdated: true },
      reasons: [reason("blocks", "operator", "False", { outdated: true })],
    },
  ];
  test.for(rows)("$rule", ({ said, reasons }) => {
    expect(reasonsOf({ operatorCondition: { about, ...conditionText("True", "operator"), ...said } })).toStrictEqual(
      reasons,
    );
  });
});

test.for([
  { phase: "Failed", effect: "blocks" },
  { phase: "Unknown", effect: "unknown" },
  { phase: "", effect: "unknown" },
] as const)("a ClusterServiceVersion in phase $phase: $effect", ({ phase, effect }) => {
  const reported = {
    about: version,
    phase,
    reason: "R",
    message: "m",
    unmet: ["CustomResourceDefinition x.y (NotPresent)"],
  };
  expect(reasonsOf({ unsettled: [reported] })).toStrictEqual([{ code: "ClusterServiceVersion", effect, ...reported }]);
});

describe("what of OLM was not seen", () => {
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
  test.for(rows)("$outcome, expected $expected, of $source: $isReason", ({ outcome, expected, source, isReason }) => {
    const reason = { code: "IncompleteReading", effect: "unknown", about: ref, outcome, verb: "list", cause: "no" };
    expect(reasonsOf({ unseen: [{ ref, outcome, cause: "no", expected }] }, source)).toStrictEqual(
      isReason ? [reason] : [],
    );
  });
});
