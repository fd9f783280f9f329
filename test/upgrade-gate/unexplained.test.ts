import { describe, expect, test } from "vitest";
import type { Gate, RootNode } from "../../shared/model/report.ts";
import type { GateReason } from "../../shared/model/upgrade-gate.ts";
import type { Verdict } from "../../shared/model/verdict.ts";
import { unexplainedReasons } from "../../shared/upgrade-gate/unexplained.ts";
import { hyperconverged as about, open, root } from "../render/build.ts";

const gateOf = (answer: Gate["answer"], ...because: readonly string[]): Partial<RootNode> => ({
  gates: { ...open, upgradeable: { answer, because } },
});
const judged = (code: string, state: string, status: string): object => ({
  ...{ code, state, about, status, reason: "", message: "", judged: true },
});
const deployment = { group: "apps", kind: "Deployment", name: "" };
const reason = (code: GateReason["code"], state: GateReason["state"], more: object = {}): GateReason =>
  ({ code, state, about, ...more }) as GateReason;

describe("the Report's own gate is not open, and its words are said", () => {
  const no = (words: string): object => ({
    code: "Upgradeable",
    state: "blocks",
    about,
    status: "False",
    reason: words,
    message: "",
  });
  const unsure = (words: string): object => ({
    ...{ code: "Upgradeable", state: "unknown", about, status: "Unknown", reason: words, message: "" },
  });
  const rows: readonly [
    sentence: string,
    part: Partial<RootNode>,
    reasons: readonly GateReason[],
    told: readonly object[],
  ][] = [
    ["it is open", gateOf("yes"), [], []],
    ["no, without a word", gateOf("no"), [], [no("")]],
    ["no, by what no reason says", gateOf("no", "CDI", "AAQ"), [], [no("CDI, AAQ")]],
    [
      "no, by what one of two says",
      gateOf("no", "CDI", "AAQ"),
      [reason("Paused", "blocks", { component: "CDI" })],
      [no("AAQ")],
    ],
    ["no, and the component blocks", gateOf("no", "CDI"), [reason("Paused", "blocks", { component: "CDI" })], []],
    [
      "no, and the component is only not known",
      gateOf("no", "CDI"),
      [reason("Stale", "unknown", { component: "CDI" })],
      [no("")],
    ],
    ["no, by a reason that is said", gateOf("no", "NotNow"), [reason("Available", "blocks", { reason: "NotNow" })], []],
    ["no, by a code that is said", gateOf("no", "OperatorCondition"), [reason("OperatorCondition", "blocks")], []],
    ["no, for an upgrade runs", gateOf("no", "AlreadyPerformingUpgrade"), [reason("UpgradeRunning", "blocks")], []],
    [
      "no, for an upgrade runs, which no reason says",
      gateOf("no", "AlreadyPerformingUpgrade"),
      [reason("Deleting", "blocks")],
      [no("AlreadyPerformingUpgrade")],
    ],
    ["not known, without a word", gateOf("unknown"), [], [unsure("")]],
    ["not known, and another is not known either", gateOf("unknown"), [reason("Stale", "unknown")], []],
    ["not known, and another blocks", gateOf("unknown"), [reason("Paused", "blocks")], []],
    ["not known, by what no reason says", gateOf("unknown", "CDI"), [reason("Stale", "unknown")], [unsure("CDI")]],
    [
      "not known, for the operator was not seen, which the refused list says",
      gateOf("unknown", "OperatorUnknown"),
      [reason("IncompleteReading", "unknown", { about: deployment })],
      [],
    ],
    [
      "not known, for the operator was not seen, and only a workload is down",
      gateOf("unknown", "OperatorUnknown"),
      [reason("WorkloadDown", "unknown", { about: deployment })],
      [unsure("OperatorUnknown")],
    ],
    [
      "not known, for the operator was not seen, and only another list was refused",
      gateOf("unknown", "OperatorUnknown"),
      [reason("IncompleteReading", "unknown")],
      [unsure("OperatorUnknown")],
    ],
  ];
  test.for(rows)("%s", ([sentence, part, reasons, told]) => {
    expect([sentence, unexplainedReasons(root(part), reasons)]).toEqual([sentence, told]);
  });
});

describe("the root's own verdict is said by a reason that fits", () => {
  const own: Readonly<Record<Exclude<Verdict, "healthy">, object>> = {
    unavailable: judged("Available", "blocks", "False"),
    degraded: judged("Degraded", "blocks", "True"),
    progressing: judged("Progressing", "blocks", "True"),
    unknown: judged("Available", "unknown", "Unknown"),
  };
  const covers: readonly [
    verdict: Exclude<Verdict, "healthy">,
    codes: readonly GateReason["code"][],
    not: readonly GateReason["code"][],
  ][] = [
    ["unavailable", ["Available"], ["Degraded", "Progressing", "OperatorDown"]],
    ["degraded", ["Degraded", "Available", "ReconcileComplete", "OperatorDown"], ["Progressing", "Deleting"]],
    [
      "progressing",
      ["Progressing", "ReconcileComplete", "UpgradeRunning", "Deleting", "Stale", "OperatorDown"],
      ["Available", "Degraded"],
    ],
  ];
  test("all is well", () => {
    expect(unexplainedReasons(root({}), [])).toEqual([]);
  });
  test.for(Object.entries(own))("%s, and nothing is said", ([verdict, told]) => {
    expect(unexplainedReasons(root({ ownVerdict: verdict as Verdict }), [])).toEqual([told]);
  });
  test.for(
    covers.flatMap(([verdict, codes, not]) => [
      ...codes.map((code) => [verdict, code, true] as const),
      ...not.map((code) => [verdict, code, false] as const),
    ]),
  )("%s, and %s is said: it is covered: %s", ([verdict, code, isCovered]) => {
    const told = unexplainedReasons(root({ ownVerdict: verdict }), [reason(code, "blocks")]);
    expect(told).toEqual(isCovered ? [] : [own[verdict]]);
  });
  test("unknown, and what is said blocks, or is not known", () => {
    expect(unexplainedReasons(root({ ownVerdict: "unknown" }), [reason("Available", "blocks")])).toEqual([own.unknown]);
    expect(unexplainedReasons(root({ ownVerdict: "unknown" }), [reason("Stale", "unknown")])).toEqual([]);
  });
  test("a component's summary covers it, and nothing else of a component", () => {
    const of = (code: GateReason["code"]): GateReason => reason(code, "blocks", { component: "CDI" });
    const one = root({ ownVerdict: "degraded" });
    expect(unexplainedReasons(one, [of("Degraded")])).toEqual([]);
    expect(unexplainedReasons(one, [of("Available")])).toEqual([]);
    expect(unexplainedReasons(one, [of("ReconcileComplete")])).toEqual([own.degraded]);
    expect(unexplainedReasons(root({ ownVerdict: "progressing" }), [of("Progressing")])).toEqual([]);
    expect(unexplainedReasons(root({ ownVerdict: "progressing" }), [of("Deleting")])).toEqual([own.progressing]);
    const unsure = (code: GateReason["code"]): GateReason => reason(code, "unknown", { component: "CDI" });
    expect(unexplainedReasons(root({ ownVerdict: "unknown" }), [unsure("Stale")])).toEqual([own.unknown]);
  });
});
