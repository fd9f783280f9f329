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
  const rows: readonly [
    sentence: string,
    said: Partial<NonNullable<Lifecycle["operatorCondition"]>>,
    reasons: readonly object[],
  ][] = [
    ["it allows", {}, []],
    ["the operator refuses", conditionText("False", "operator"), [reason("blocks", "operator", "False")]],
    ["the operator does not know", conditionText("Unknown", "operator"), [reason("unknown", "operator", "Unknown")]],
    ["both allow", { override: conditionText("True", "admin") }, []],
    [
      "the override refuses",
      { override: conditionText("False", "admin") },
      [reason("blocks", "admin", "True", { override: "False" })],
    ],
    [
      "the override does not know",
      { override: conditionText("Unknown", "admin") },
      [reason("unknown", "admin", "True", { override: "Unknown" })],
    ],
    [
      "the override lets pass what the operator refuses",
      { ...conditionText("False", "operator"), override: conditionText("True", "admin") },
      [reason("blocks", "operator", "False", { override: "True" })],
    ],
    [
      "both refuse",
      { ...conditionText("False", "operator"), override: conditionText("False", "admin") },
      [reason("blocks", "admin", "False", { override: "False" })],
    ],
    ["it allows by an old copy", { outdated: true }, [reason("unknown", "operator", "True", { outdated: true })]],
    [
      "it refuses by an old copy",
      { ...conditionText("False", "operator"), outdated: true },
      [reason("blocks", "operator", "False", { outdated: true })],
    ],
  ];
  test.for(rows)("%s", ([, said, reasons]) => {
    expect(reasonsOf({ operatorCondition: { about, ...conditionText("True", "operator"), ...said } })).toStrictEqual(
      reasons,
    );
  });
});

test.for([
  ["Failed", "blocks"],
  ["Unknown", "unknown"],
  ["", "unknown"],
] as const)("a ClusterServiceVersion in phase %o: %s", ([phase, effect]) => {
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
  const rows: readonly [
    outcome: Lifecycle["unseen"][number]["outcome"],
    expected: boolean,
    source: typeof cluster | typeof mustGather,
    isReason: boolean,
  ][] = [
    ["unread", true, cluster, true],
    ["unread", false, cluster, true],
    ["unread", true, mustGather, true],
    ["unread", false, mustGather, false],
    ["forbidden", false, mustGather, true],
    ["absent", true, mustGather, true],
  ];
  test.for(rows)("%s, expected %s, of %o: %s", ([outcome, expected, source, isReason]) => {
    const reason = { code: "IncompleteReading", effect: "unknown", about: ref, outcome, verb: "list", cause: "no" };
    expect(reasonsOf({ unseen: [{ ref, outcome, cause: "no", expected }] }, source)).toStrictEqual(
      isReason ? [reason] : [],
    );
  });
});
