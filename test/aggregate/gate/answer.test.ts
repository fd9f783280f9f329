import { describe, expect, test } from "vitest";
import { addUpgradeEffects, listUpgradeableRoots } from "../../../shared/aggregate/hco/upgrade/upgrade-findings.ts";
import type { GateCode } from "../../../shared/model/finding/row.ts";
import type { ReadGap, Report, RootNode } from "../../../shared/model/report.ts";
import { upgradeGate } from "../../../shared/upgrade-gate/upgrade-gate.ts";
import { contribution, goodConditions, hyperconverged, namespace, refOf, report, root } from "../../render/build.ts";
import { cdi, deploymentsGap, runningWorkloads, withGaps } from "../hco/upgrade/rows.ts";

const healthyRootWith = (part: Partial<RootNode> = {}): RootNode =>
  root({ conditions: goodConditions, children: [cdi(), ...runningWorkloads], ...part });
const gap = deploymentsGap();

const evaluated = (roots: readonly RootNode[], gaps: readonly ReadGap[] = []): Report =>
  addUpgradeEffects(report(roots, withGaps(...gaps)));

const states = (
  roots: readonly RootNode[],
  accept: readonly GateCode[] = [],
  gaps: readonly ReadGap[] = [],
): readonly string[] => {
  const { answer, reasons } = upgradeGate(evaluated(roots, gaps), accept);
  return [answer, ...reasons.map(({ code, state }) => `${state} ${code}`)];
};

/** Refuses, is of an old status, and is paused. */
const three = (): RootNode =>
  healthyRootWith({ stale: true, children: [cdi({ frozen: true }), ...runningWorkloads], deleting: false });

describe("the answer is the worst of what is not accepted", () => {
  const rows: readonly [
    sentence: string,
    roots: readonly RootNode[],
    accept: readonly GateCode[],
    states: readonly string[],
  ][] = [
    ["no blocking conditions", [healthyRootWith()], [], ["ALLOW"]],
    [
      "something blocks",
      [healthyRootWith({ children: [cdi({ frozen: true }), ...runningWorkloads] })],
      [],
      ["BLOCK", "blocks Paused"],
    ],
    ["something is not known", [healthyRootWith({ stale: true })], [], ["UNKNOWN", "unknown Stale"]],
    ["what blocks goes before what is not known", [three()], [], ["BLOCK", "blocks Paused", "unknown Stale"]],
    ["what is accepted goes last", [three()], ["Paused"], ["UNKNOWN", "unknown Stale", "accepted Paused"]],
    ["all of it is accepted", [three()], ["Paused", "Stale"], ["ALLOW", "accepted Stale", "accepted Paused"]],
    ["another code is accepted", [three()], ["Deleting"], ["BLOCK", "blocks Paused", "unknown Stale"]],
    ["there is nothing to upgrade", [], [], ["UNKNOWN", "unknown NoHyperConverged"]],
    [
      "there is nothing to upgrade, which cannot be accepted",
      [],
      ["NoHyperConverged"],
      ["UNKNOWN", "unknown NoHyperConverged"],
    ],
  ];
  test.for(rows)("%s", ([, roots, accept, expected]) => {
    expect(states(roots, accept)).toEqual(expected);
  });

  test("the accepted reasons are reported, and which accepted codes no reason has", () => {
    const { reasons, accepted, unneeded } = upgradeGate(evaluated([three()]), [
      "Deleting",
      "Stale",
      "Paused",
      "NoHyperConverged",
    ]);
    expect([accepted, unneeded]).toEqual([["Deleting", "Stale", "Paused"], ["Deleting"]]);
    expect(reasons.map(({ state, was }) => [state, was])).toEqual([
      ["accepted", "unknown"],
      ["accepted", "blocks"],
    ]);
    for (const reason of upgradeGate(evaluated([three()])).reasons) expect(reason).not.toHaveProperty("was");
  });
});

describe("each root has its own answer", () => {
  const other = { ...hyperconverged, namespace: "other", name: "other" };

  test("what stands against one does not stand against the other", () => {
    const one = upgradeGate(
      evaluated([
        healthyRootWith({ stale: true }),
        healthyRootWith({ ref: other, facts: { observedVersion: "1.20.0", expectedVersion: "1.20.0" } }),
      ]),
    );
    expect([one.answer, ...one.roots.map(({ answer }) => answer)]).toEqual(["UNKNOWN", "UNKNOWN", "ALLOW"]);
    expect(one.reasons.map((reason) => reason.root)).toEqual([hyperconverged]);
  });
  test("what stands against all stands against each", () => {
    const refused = { ...gap, group: "cdi.kubevirt.io", kind: "CDI" };
    const one = upgradeGate(evaluated([healthyRootWith(), healthyRootWith({ ref: other })], [refused]));
    expect([one.answer, ...one.roots.map(({ answer }) => answer)]).toEqual(["UNKNOWN", "UNKNOWN", "UNKNOWN"]);
    expect(one.reasons[0]).not.toHaveProperty("root");
  });
  test("with its versions, where they are known", () => {
    const facts = { observedVersion: "1.19.0", expectedVersion: "1.20.0" };
    const gateRoots = (part: Partial<RootNode>) => upgradeGate(evaluated([healthyRootWith(part)])).roots;
    expect(gateRoots({ facts })).toStrictEqual([
      {
        ref: hyperconverged,
        verdict: "healthy",
        version: "1.19.0",
        operatorVersion: "1.20.0",
        answer: "ALLOW",
        because: [],
        upgradeable: { own: "True" },
      },
    ]);
    expect(gateRoots({ facts: {}, verdict: "degraded" })).toStrictEqual([
      {
        ref: hyperconverged,
        verdict: "degraded",
        answer: "UNKNOWN",
        because: ["UpgradeRunning"],
        upgradeable: { own: "True" },
      },
    ]);
  });
});

describe("the same in the same words is one reason", () => {
  const twice = (...words: readonly (readonly [reason: string, message: string])[]): RootNode =>
    healthyRootWith({
      offenders: {
        Available: words.map(([reason, message]) => contribution("CDI", true, "not-available", reason, message)),
      },
    });
  test("the words are the same", () => {
    expect(states([twice(["R", "m"], ["R", "m"])])).toEqual(["BLOCK", "blocks Available"]);
  });
  test("the message is another", () => {
    expect(states([twice(["R", "m"], ["R", "n"])])).toEqual(["BLOCK", "blocks Available", "blocks Available"]);
  });
  test("the reason is another", () => {
    expect(states([twice(["R", "m"], ["S", "m"])])).toEqual(["BLOCK", "blocks Available", "blocks Available"]);
  });
  test("a list that a root misses is not reported again for the whole report", () => {
    const unseen = healthyRootWith({ children: [cdi({ children: [] })] });
    expect(states([unseen], [], [gap])).toEqual(["UNKNOWN", "unknown IncompleteReading"]);
    expect(states([healthyRootWith()], [], [gap])).toEqual(["UNKNOWN", "unknown IncompleteReading"]);
    expect(states([unseen], [], [gap, { ...gap, namespace: "other" }])).toEqual([
      "UNKNOWN",
      "unknown IncompleteReading",
      "unknown IncompleteReading",
    ]);
    expect(states([unseen], [], [gap, { ...gap, kind: "Pod", group: "" }])).toEqual([
      "UNKNOWN",
      "unknown IncompleteReading",
      "unknown IncompleteReading",
    ]);
  });
});

test("without a HyperConverged the reasons have why it was not found", () => {
  const refused = { ...gap, group: "hco.kubevirt.io", kind: "HyperConverged" };
  const { reasons } = upgradeGate(evaluated([], [refused]));
  const about = { group: "hco.kubevirt.io", kind: "HyperConverged", name: "" };
  expect(reasons).toStrictEqual([
    { code: "NoHyperConverged", state: "unknown", about },
    {
      code: "IncompleteReading",
      state: "unknown",
      about: { ...about, namespace },
      outcome: "forbidden",
      verb: "list",
      cause: "no",
    },
  ]);
});

test("HyperConvergeds and their components have an answer, and nothing else has", () => {
  const roots = [
    healthyRootWith(),
    root({ profile: "generic", ref: refOf("CDI"), label: "cdi" }),
    root({ profile: "generic", ref: { group: "apps", kind: "Deployment", name: "d" } }),
    root({ profile: "generic", ref: { group: "apps", kind: "CDI", name: "d" } }),
    root({ profile: "generic", ref: { group: "cdi.kubevirt.io", kind: "Other", name: "d" } }),
  ];
  expect(listUpgradeableRoots(report(roots)).map(({ ref }) => ref)).toEqual([hyperconverged, refOf("CDI")]);
  expect(states(roots.slice(1))).toContain("unknown NoHyperConverged");
});

test("the document has its source, its time and its completeness", () => {
  const one = report([healthyRootWith()]);
  const { takenAt, source, completeness } = one;
  expect(upgradeGate(one)).toMatchObject({
    apiVersion: "hco-status/v1",
    kind: "UpgradeGate",
    takenAt,
    source,
    completeness,
  });
});
