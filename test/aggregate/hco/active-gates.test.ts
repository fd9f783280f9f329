import { describe, expect, test } from "vitest";
import { evaluateGates, type GateInput } from "../../../shared/aggregate/hco/active-gates.ts";
import type { Contribution } from "../../../shared/model/report.ts";
import { component, contribution } from "../../render/build.ts";
import type { Short } from "../component.ts";
import { healthyStateWith, withOperator } from "./well.ts";

const kubeVirt = component("KubeVirt", "healthy", "v1");
const cdi = component("CDI", "healthy", "v1");
const aaq = component("AAQ", "healthy", "v1", { required: false });

function inputWith(part: Partial<GateInput> = {}): GateInput {
  return {
    state: healthyStateWith(),
    parts: [kubeVirt, cdi, aaq],
    offenders: {},
    verdict: "healthy",
    isOperatorUnknown: false,
    stalled: [],
    ...part,
  };
}

/** One row of each named component under one type. */
function by(type: string, ...names: readonly string[]): GateInput["offenders"] {
  return { [type]: names.map((name): Contribution => contribution(name, true, "degraded")) };
}

const says = (conditions: Readonly<Record<string, Short | undefined>>) => healthyStateWith({}, conditions);
const withPart = (part: Partial<typeof cdi>): Partial<GateInput> => ({ parts: [kubeVirt, { ...cdi, ...part }, aaq] });
const withSpare = (part: Partial<typeof cdi>): Partial<GateInput> => ({ parts: [kubeVirt, cdi, { ...aaq, ...part }] });

type Rows = readonly (readonly [
  sentence: string,
  input: Partial<GateInput>,
  answer: string,
  because: readonly string[],
])[];

describe("it is ready where nothing is reported against it", () => {
  const rows: Rows = [
    ["everything is healthy", {}, "yes", []],
    ["it only progresses by its own word", { verdict: "progressing" }, "yes", []],
    ["it is being deleted", { state: healthyStateWith({ isDeleting: true }) }, "no", ["Deleting"]],
    [
      "a reconcile failed",
      { state: says({ ReconcileComplete: ["F", "ReconcileFailed", ""] }) },
      "no",
      ["ReconcileFailed"],
    ],
    ["it is being installed", { state: says({ ReconcileComplete: ["U", "Init", ""] }) }, "no", ["Init"]],
    ["ReconcileComplete is not there", { state: says({ ReconcileComplete: undefined }) }, "yes", []],
    ["its operator does not run", { state: healthyStateWith(withOperator(false)) }, "no", ["OperatorDown"]],
    ["its operator was not looked for", { state: healthyStateWith(withOperator(null)) }, "yes", []],
    ["a part is behind Available", { offenders: by("Available", "CDI") }, "no", ["CDI"]],
    ["a part is behind Progressing", { offenders: by("Progressing", "CDI") }, "no", ["CDI"]],
    ["a part is behind Degraded", { offenders: by("Degraded", "CDI") }, "no", ["CDI"]],
    ["a part is behind Upgradeable", { offenders: by("Upgradeable", "CDI") }, "yes", []],
    [
      "parts come in the operator's order, once",
      {
        offenders: { ...by("Available", "CDI", "KubeVirt"), ...by("Degraded", "CDI") },
      },
      "no",
      ["KubeVirt", "CDI"],
    ],
    ["who is no part comes last", { offenders: by("Available", "Stranger", "CDI") }, "no", ["CDI", "Stranger"]],
    ["a required part is unavailable", withPart({ verdict: "unavailable" }), "no", ["CDI"]],
    ["a required part is degraded", withPart({ verdict: "degraded" }), "no", ["CDI"]],
    ["a required part progresses and is not counted", withPart({ verdict: "progressing" }), "yes", []],
    ["another part is unavailable", withSpare({ verdict: "unavailable" }), "yes", []],
    ["a required part is not known", withPart({ verdict: "unknown" }), "unknown", ["CDI"]],
    ["a required part is being deleted", withPart({ deleting: true }), "unknown", ["CDI"]],
    ["another part is not known and being deleted", withSpare({ verdict: "unknown", deleting: true }), "yes", []],
    ["it is not known for another reason", { verdict: "unknown" }, "unknown", []],
    [
      "whether its operator runs is not known",
      { isOperatorUnknown: true, verdict: "unknown" },
      "unknown",
      ["OperatorUnknown"],
    ],
    [
      "whether its operator runs is not known, and a part is not",
      { ...withPart({ verdict: "unknown" }), isOperatorUnknown: true, verdict: "unknown" },
      "unknown",
      ["CDI", "OperatorUnknown"],
    ],
    [
      "one part is down and another is not known",
      {
        parts: [
          { ...kubeVirt, verdict: "unknown" },
          { ...cdi, verdict: "unavailable" },
        ],
      },
      "no",
      ["CDI"],
    ],
    [
      "it is unavailable, and no part is",
      { verdict: "unavailable", state: says({ Available: ["F", "Broken", ""], Degraded: ["T", "Sick", ""] }) },
      "no",
      ["Broken", "Sick"],
    ],
    [
      "it is degraded, and no part is",
      { verdict: "degraded", state: says({ Degraded: ["T", "Sick", ""] }) },
      "no",
      ["Sick"],
    ],
    [
      "it is unavailable, and says Unknown",
      { verdict: "unavailable", state: says({ Available: ["U", "Broken", ""], Degraded: ["U", "Sick", ""] }) },
      "no",
      [],
    ],
    [
      "it is unavailable, and reports healthy",
      { verdict: "unavailable", state: says({ Progressing: ["T", "Busy", ""] }) },
      "no",
      [],
    ],
    [
      "it is unavailable, and says nothing",
      { verdict: "unavailable", state: says({ Available: undefined, Degraded: undefined }) },
      "no",
      [],
    ],
    [
      "it is unavailable, and a part is behind it",
      {
        ...withPart({ verdict: "unavailable" }),
        verdict: "unavailable",
        state: says({ Available: ["F", "Broken", ""] }),
      },
      "no",
      ["CDI"],
    ],
  ];
  test.for(rows)("%s", ([, input, answer, because]) => {
    expect(evaluateGates(inputWith(input)).ready).toEqual({ answer, because });
  });
});

describe("an upgrade that runs has its versions and names what it waits for", () => {
  const isRunning = { upgradeMode: true, version: "1.19.0", ownVersion: "1.20.0" } as const;
  const running = healthyStateWith(isRunning);

  test("none runs", () => {
    expect(evaluateGates(inputWith({ offenders: by("UpgradeStall", "CDI") })).upgrade).toEqual({
      running: false,
      waitingFor: [],
    });
  });
  test("it is not known whether one runs", () => {
    const state = healthyStateWith({ ...isRunning, upgradeMode: null });
    expect(evaluateGates(inputWith({ state, offenders: by("UpgradeStall", "CDI") })).upgrade).toEqual({
      running: null,
      waitingFor: [],
    });
  });
  test("one runs, from and to", () => {
    expect(evaluateGates(inputWith({ state: running })).upgrade).toEqual({
      running: true,
      from: "1.19.0",
      to: "1.20.0",
      waitingFor: [],
    });
  });
  test("one runs, and neither version is known", () => {
    const { version: _, ...state } = { ...running, ownVersion: "" };
    expect(evaluateGates(inputWith({ state })).upgrade).toEqual({ running: true, waitingFor: [] });
  });
  const waits: readonly [sentence: string, input: Partial<GateInput>, waitingFor: readonly string[]][] = [
    ["a part with another version", { offenders: by("UpgradeStall", "CDI") }, ["CDI"]],
    ["a part behind Available", { offenders: by("Available", "CDI") }, ["CDI"]],
    ["a part behind Progressing", { offenders: by("Progressing", "CDI") }, ["CDI"]],
    ["a part behind Degraded", { offenders: by("Degraded", "CDI") }, ["CDI"]],
    ["a part behind Upgradeable", { offenders: by("Upgradeable", "CDI") }, []],
    ["a required part that was not found", withPart({ outcome: "absent" }), ["CDI"]],
    ["another part that was not found", withSpare({ outcome: "absent" }), []],
    ["in the operator's order", { offenders: by("Degraded", "CDI", "KubeVirt", "Stranger") }, ["KubeVirt", "CDI"]],
  ];
  test.for(waits)("it waits for %s", ([, input, waitingFor]) => {
    expect(evaluateGates(inputWith({ ...input, state: running })).upgrade.waitingFor).toEqual(waitingFor);
  });
});
