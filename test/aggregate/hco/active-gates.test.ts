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

/** A contribution of each named component to one condition type. */
function contributeTo(type: string, ...names: readonly string[]): GateInput["offenders"] {
  return { [type]: names.map((name): Contribution => contribution(name, true, "degraded")) };
}

const stateWith = (conditions: Readonly<Record<string, Short | undefined>>) => healthyStateWith({}, conditions);
const withRequiredComponent = (part: Partial<typeof cdi>): Partial<GateInput> => ({
  parts: [kubeVirt, { ...cdi, ...part }, aaq],
});
const withOptionalComponent = (part: Partial<typeof cdi>): Partial<GateInput> => ({
  parts: [kubeVirt, cdi, { ...aaq, ...part }],
});

type Rows = readonly (readonly [
  sentence: string,
  input: Partial<GateInput>,
  answer: string,
  because: readonly string[],
])[];

describe("a HyperConverged is ready where nothing is reported against it", () => {
  const rows: Rows = [
    ["a healthy HyperConverged is ready", {}, "yes", []],
    ["a HyperConverged that progresses without a component behind it is ready", { verdict: "progressing" }, "yes", []],
    [
      "a HyperConverged that is being deleted is not ready",
      { state: healthyStateWith({ isDeleting: true }) },
      "no",
      ["Deleting"],
    ],
    [
      "a failed reconciliation is not ready",
      { state: stateWith({ ReconcileComplete: ["F", "ReconcileFailed", ""] }) },
      "no",
      ["ReconcileFailed"],
    ],
    ["an installation is not ready", { state: stateWith({ ReconcileComplete: ["U", "Init", ""] }) }, "no", ["Init"]],
    ["a missing ReconcileComplete does not matter", { state: stateWith({ ReconcileComplete: undefined }) }, "yes", []],
    ["an operator that is down is not ready", { state: healthyStateWith(withOperator(false)) }, "no", ["OperatorDown"]],
    ["an operator that was not read does not matter", { state: healthyStateWith(withOperator(null)) }, "yes", []],
    [
      "a component that contributes to Available is not ready",
      { offenders: contributeTo("Available", "CDI") },
      "no",
      ["CDI"],
    ],
    [
      "a component that contributes to Progressing is not ready",
      { offenders: contributeTo("Progressing", "CDI") },
      "no",
      ["CDI"],
    ],
    [
      "a component that contributes to Degraded is not ready",
      { offenders: contributeTo("Degraded", "CDI") },
      "no",
      ["CDI"],
    ],
    [
      "a component that contributes to Upgradeable is ready",
      { offenders: contributeTo("Upgradeable", "CDI") },
      "yes",
      [],
    ],
    [
      "each component is named once, in the operator's order",
      {
        offenders: { ...contributeTo("Available", "CDI", "KubeVirt"), ...contributeTo("Degraded", "CDI") },
      },
      "no",
      ["KubeVirt", "CDI"],
    ],
    [
      "an unknown component is named last",
      { offenders: contributeTo("Available", "Stranger", "CDI") },
      "no",
      ["CDI", "Stranger"],
    ],
    [
      "a required component that is unavailable is not ready",
      withRequiredComponent({ verdict: "unavailable" }),
      "no",
      ["CDI"],
    ],
    [
      "a required component that is degraded is not ready",
      withRequiredComponent({ verdict: "degraded" }),
      "no",
      ["CDI"],
    ],
    [
      "a required component that progresses without a contribution is ready",
      withRequiredComponent({ verdict: "progressing" }),
      "yes",
      [],
    ],
    ["an optional component may be unavailable", withOptionalComponent({ verdict: "unavailable" }), "yes", []],
    [
      "a required component of unknown status makes the answer unknown",
      withRequiredComponent({ verdict: "unknown" }),
      "unknown",
      ["CDI"],
    ],
    [
      "a required component that is being deleted makes the answer unknown",
      withRequiredComponent({ deleting: true }),
      "unknown",
      ["CDI"],
    ],
    [
      "an optional component may be unknown and being deleted",
      withOptionalComponent({ verdict: "unknown", deleting: true }),
      "yes",
      [],
    ],
    ["an unknown verdict of the HyperConverged makes the answer unknown", { verdict: "unknown" }, "unknown", []],
    [
      "an operator of unknown status makes the answer unknown",
      { isOperatorUnknown: true, verdict: "unknown" },
      "unknown",
      ["OperatorUnknown"],
    ],
    [
      "a component and an operator of unknown status are both named",
      { ...withRequiredComponent({ verdict: "unknown" }), isOperatorUnknown: true, verdict: "unknown" },
      "unknown",
      ["CDI", "OperatorUnknown"],
    ],
    [
      "a component that is down counts before one of unknown status",
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
      "an unavailable HyperConverged names its own reasons where no component is at fault",
      { verdict: "unavailable", state: stateWith({ Available: ["F", "Broken", ""], Degraded: ["T", "Sick", ""] }) },
      "no",
      ["Broken", "Sick"],
    ],
    [
      "a degraded HyperConverged names its own reason where no component is at fault",
      { verdict: "degraded", state: stateWith({ Degraded: ["T", "Sick", ""] }) },
      "no",
      ["Sick"],
    ],
    [
      "an unavailable HyperConverged names no reason of a condition that is Unknown",
      { verdict: "unavailable", state: stateWith({ Available: ["U", "Broken", ""], Degraded: ["U", "Sick", ""] }) },
      "no",
      [],
    ],
    [
      "an unavailable HyperConverged names no reason of Progressing",
      { verdict: "unavailable", state: stateWith({ Progressing: ["T", "Busy", ""] }) },
      "no",
      [],
    ],
    [
      "an unavailable HyperConverged without conditions names no reason",
      { verdict: "unavailable", state: stateWith({ Available: undefined, Degraded: undefined }) },
      "no",
      [],
    ],
    [
      "an unavailable component is named in place of the HyperConverged's own reason",
      {
        ...withRequiredComponent({ verdict: "unavailable" }),
        verdict: "unavailable",
        state: stateWith({ Available: ["F", "Broken", ""] }),
      },
      "no",
      ["CDI"],
    ],
  ];
  test.for(rows)("%s", ([, input, answer, because]) => {
    expect(evaluateGates(inputWith(input)).ready).toEqual({ answer, because });
  });
});

describe("a running upgrade has its versions and names the components that it waits for", () => {
  const isRunning = { upgradeMode: true, version: "1.19.0", targetVersion: "1.20.0" } as const;
  const running = healthyStateWith(isRunning);

  test("no upgrade runs outside the upgrade mode", () => {
    expect(evaluateGates(inputWith({ offenders: contributeTo("UpgradeStall", "CDI") })).upgrade).toEqual({
      running: false,
      waitingFor: [],
    });
  });
  test("whether an upgrade runs is unknown where the upgrade mode is unknown", () => {
    const state = healthyStateWith({ ...isRunning, upgradeMode: null });
    expect(evaluateGates(inputWith({ state, offenders: contributeTo("UpgradeStall", "CDI") })).upgrade).toEqual({
      running: null,
      waitingFor: [],
    });
  });
  test("a running upgrade has the version before and after it", () => {
    expect(evaluateGates(inputWith({ state: running })).upgrade).toEqual({
      running: true,
      from: "1.19.0",
      to: "1.20.0",
      waitingFor: [],
    });
  });
  test("a running upgrade has no versions where they are unknown", () => {
    const { version: _, ...state } = { ...running, targetVersion: "" };
    expect(evaluateGates(inputWith({ state })).upgrade).toEqual({ running: true, waitingFor: [] });
  });
  const waits: readonly [sentence: string, input: Partial<GateInput>, waitingFor: readonly string[]][] = [
    ["a component of another version", { offenders: contributeTo("UpgradeStall", "CDI") }, ["CDI"]],
    ["a component that contributes to Available", { offenders: contributeTo("Available", "CDI") }, ["CDI"]],
    ["a component that contributes to Progressing", { offenders: contributeTo("Progressing", "CDI") }, ["CDI"]],
    ["a component that contributes to Degraded", { offenders: contributeTo("Degraded", "CDI") }, ["CDI"]],
    ["no component that contributes to Upgradeable", { offenders: contributeTo("Upgradeable", "CDI") }, []],
    ["a required component that was not found", withRequiredComponent({ outcome: "absent" }), ["CDI"]],
    ["no optional component that was not found", withOptionalComponent({ outcome: "absent" }), []],
    [
      "the components in the operator's order",
      { offenders: contributeTo("Degraded", "CDI", "KubeVirt", "Stranger") },
      ["KubeVirt", "CDI"],
    ],
  ];
  test.for(waits)("it waits for %s", ([, input, waitingFor]) => {
    expect(evaluateGates(inputWith({ ...input, state: running })).upgrade.waitingFor).toEqual(waitingFor);
  });
});
