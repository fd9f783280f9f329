import { describe, expect, test } from "vitest";
import type { ComponentConditions } from "../../../../shared/aggregate/hco/rules/component-conditions.ts";
import type { OperatorInput } from "../../../../shared/aggregate/hco/rules/operator-loop.ts";
import { applyOperatorRules } from "../../../../shared/aggregate/hco/rules/operator-loop.ts";
import {
  component,
  componentWithoutConditions,
  condition,
  conditionLines,
  healthyConditions,
  type Short,
} from "../../component.ts";

const today = {
  writesTaint: true,
  keepsFirstUpgradeable: true,
  readsComponentUpgradeable: true,
  writesHealth: true,
  relaxesHealthInUpgrades: true,
};

function run(components: readonly ComponentConditions[], more: Partial<OperatorInput> = {}) {
  return applyOperatorRules({
    components,
    reported: [],
    upgradeMode: false,
    targetVersion: "1.20.0",
    isTainted: false,
    switches: today,
    ...more,
  });
}

const done = "ReconcileCompleted | Reconcile completed successfully";
const whole = `ReconcileComplete True ${done}`;

describe("what one component says becomes the operator's words (generic_operand.go:216-301, operand.go:66-117)", () => {
  const rows: [sentence: string, conditions: Record<string, Short> | undefined, expected: string[]][] = [
    [
      "no conditions: not available, progressing, not upgradeable; Degraded untouched",
      undefined,
      [
        whole,
        "Available False CDIConditions | CDI resource has no conditions",
        "Progressing True CDIConditions | CDI resource has no conditions",
        `Degraded False ${done}`,
        "Upgradeable False CDIConditions | CDI resource has no conditions",
      ],
    ],
    [
      "Available=False leaves Upgradeable alone (test :1617-1649)",
      { ...healthyConditions, Available: ["F", "X", "down"] },
      [
        whole,
        "Available False CDINotAvailable | CDI is not available: down",
        `Progressing False ${done}`,
        `Degraded False ${done}`,
        `Upgradeable True ${done}`,
      ],
    ],
    [
      "another list without Available: the message does not name the component",
      { Progressing: "F", Degraded: "F" },
      [
        whole,
        'Available False CDINotAvailable | missing "Available" condition',
        `Progressing False ${done}`,
        `Degraded False ${done}`,
        `Upgradeable True ${done}`,
      ],
    ],
    [
      "Progressing=True leaves Available alone and takes Upgradeable along",
      { ...healthyConditions, Progressing: ["T", "X", "rolling"] },
      [
        whole,
        `Available True ${done}`,
        "Progressing True CDIProgressing | CDI is progressing: rolling",
        `Degraded False ${done}`,
        "Upgradeable False CDIProgressing | CDI is progressing: rolling",
      ],
    ],
    [
      "Degraded=True forces Available and Upgradeable (:791-815)",
      { ...healthyConditions, Degraded: ["T", "X", ""] },
      [
        whole,
        "Available False HCODegraded | HCO is not available due to degraded components",
        `Progressing False ${done}`,
        "Degraded True CDIDegraded | CDI is degraded: ",
        "Upgradeable False HCODegraded | HCO is not Upgradeable due to degraded components",
      ],
    ],
    [
      "Upgradeable=False is passed on",
      { ...healthyConditions, Upgradeable: ["F", "X", "no"] },
      [
        whole,
        `Available True ${done}`,
        `Progressing False ${done}`,
        `Degraded False ${done}`,
        "Upgradeable False CDINotUpgradeable | CDI is not upgradeable: no",
      ],
    ],
    [
      "Unknown, missing Progressing and Degraded, and foreign types change nothing",
      { Available: "U", Synchronized: "F" },
      [
        whole,
        `Available True ${done}`,
        `Progressing False ${done}`,
        `Degraded False ${done}`,
        `Upgradeable True ${done}`,
      ],
    ],
  ];
  test.for(rows)("%s", ([, conditions, expected]) => {
    const one = conditions === undefined ? componentWithoutConditions("CDI") : component("CDI", conditions);
    expect(conditionLines(run([one]).conditions)).toEqual(expected);
  });
});

describe("one reason per type: the last writer wins, Upgradeable keeps the first progressing one", () => {
  const kubeVirt = component("KubeVirt", { ...healthyConditions, Progressing: ["T", "", "first"] });
  const ssp = component("SSP", { ...healthyConditions, Progressing: ["T", "", "last"] });
  test("two progressing components are seen in two types", () => {
    const { conditions } = run([kubeVirt, ssp]);
    expect(conditionLines(conditions)[2]).toBe("Progressing True SSPProgressing | SSP is progressing: last");
    expect(conditionLines(conditions)[4]).toBe(
      "Upgradeable False KubeVirtProgressing | KubeVirt is progressing: first",
    );
  });
  test("before 1.4 the last one had Upgradeable too", () => {
    const { conditions } = run([kubeVirt, ssp], { switches: { ...today, keepsFirstUpgradeable: false } });
    expect(conditionLines(conditions)[4]).toBe("Upgradeable False SSPProgressing | SSP is progressing: last");
  });
  test("a component's own Upgradeable=False overrides a progressing component", () => {
    const refusing = component("CDI", { ...healthyConditions, Upgradeable: ["F", "", "not now"] });
    expect(conditionLines(run([kubeVirt, refusing, ssp]).conditions)[4]).toBe(
      "Upgradeable False CDINotUpgradeable | CDI is not upgradeable: not now",
    );
  });
  test("before 1.7 a component's Upgradeable was not read", () => {
    const refusing = component("CDI", { ...healthyConditions, Upgradeable: ["F", "", "not now"] });
    const { conditions } = run([refusing], { switches: { ...today, readsComponentUpgradeable: false } });
    expect(conditions[4]?.status).toBe("True");
  });
  test("of duplicates the last False wins and a later True does not clear", () => {
    const twice = {
      ...component("CDI", {}),
      conditions: [
        condition("Available", ["F", "", "a"]),
        condition("Available", ["F", "", "b"]),
        condition("Available", "T"),
      ],
    };
    expect(conditionLines(run([twice]).conditions)[1]).toBe(
      "Available False CDINotAvailable | CDI is not available: b",
    );
  });
});

describe("HyperConverged can never show Available=True with Degraded=True", () => {
  const statuses = ["T", "F", "U"] as const;
  const triples = statuses.flatMap((a) => statuses.flatMap((p) => statuses.map((d) => [a, p, d] as const)));
  test.for(triples)("%s/%s/%s", ([Available, Progressing, Degraded]) => {
    const { conditions } = run([
      component("CDI", { Available, Progressing, Degraded }),
      component("SSP", healthyConditions),
    ]);
    const [, available, , degraded] = conditions;
    expect(`${available?.status}/${degraded?.status}`).not.toBe("True/True");
    expect(conditions.map((each) => each.type)).toEqual([
      "ReconcileComplete",
      "Available",
      "Progressing",
      "Degraded",
      "Upgradeable",
    ]);
  });
});

describe("systemHealthStatus and what OLM reads (:1023-1051, :1086-1120)", () => {
  const down = component("CDI", { ...healthyConditions, Available: "F" });
  const rolling = component("KubeVirt", { ...healthyConditions, Progressing: "T" });
  const broken = component("CDI", { ...healthyConditions, Degraded: "T" });
  const refusing = component("CDI", { ...healthyConditions, Upgradeable: ["F", "", "not now"] });
  const upgrading = { upgradeMode: true };
  const strict = { upgradeMode: true, switches: { ...today, relaxesHealthInUpgrades: false } };
  const rows: [string, ComponentConditions[], Partial<OperatorInput>, string | null, string][] = [
    ["all good", [component("CDI", healthyConditions)], {}, "healthy", "True Upgradeable"],
    ["down", [down], {}, "error", "True Upgradeable"],
    ["progressing does not stop OLM", [rolling], {}, "warning", "True Upgradeable"],
    ["degraded does not stop OLM", [broken], {}, "error", "True Upgradeable"],
    ["a refusal stops OLM and nothing else", [refusing], {}, "healthy", "False CDINotUpgradeable"],
    ["down in an upgrade is called healthy since 1.16", [down], upgrading, "healthy", "False AlreadyPerformingUpgrade"],
    ["down in an upgrade before 1.16", [down], strict, "error", "False AlreadyPerformingUpgrade"],
    ["degraded in an upgrade", [broken], upgrading, "error", "False AlreadyPerformingUpgrade"],
    [
      "all good but versions behind",
      [component("CDI", healthyConditions)],
      upgrading,
      "healthy",
      "False AlreadyPerformingUpgrade",
    ],
    [
      "a plain upgrade before 1.16 is a warning",
      [component("CDI", healthyConditions)],
      strict,
      "warning",
      "False AlreadyPerformingUpgrade",
    ],
    ["before 1.9 there was none", [down], { switches: { ...today, writesHealth: false } }, null, "True Upgradeable"],
  ];
  test.for(rows)("%s", ([, components, more, health, olm]) => {
    const expected = run(components, more);
    expect(expected.systemHealthStatus).toBe(health);
    const { status, reason } = expected.operatorConditionUpgradeable ?? {};
    expect(`${status} ${reason}`).toBe(olm);
  });
});

describe("an upgrade speaks in Progressing only (:903-912)", () => {
  test("HCOUpgrading replaces the component's words, Upgradeable still shows it", () => {
    const { conditions } = run(
      [component("KubeVirt", { Available: "T", Progressing: ["T", "", "m"], Degraded: ["T", "", "m"] })],
      { upgradeMode: true },
    );
    expect(conditionLines(conditions)).toEqual([
      whole,
      "Available False HCODegraded | HCO is not available due to degraded components",
      "Progressing True HCOUpgrading | HCO is now upgrading to version 1.20.0",
      "Degraded True KubeVirtDegraded | KubeVirt is degraded: m",
      "Upgradeable False KubeVirtProgressing | KubeVirt is progressing: m",
    ]);
  });
});

describe("types that are not the operator's stay, its taint comes and goes (:981-1021)", () => {
  const injector = condition("VirtNetworkResourcesInjectorReady", ["T", "DeploymentReady", "All replicas are ready"]);
  const tainted = condition("TaintedConfiguration", ["T", "UnsupportedFeatureAnnotation", "x"]);
  const untainted = condition("TaintedConfiguration", ["F", "Old", "y"]);
  const rows: [string, Partial<OperatorInput>, string[]][] = [
    [
      "the injector's condition is carried over",
      { reported: [injector] },
      ["VirtNetworkResourcesInjectorReady True DeploymentReady | All replicas are ready"],
    ],
    [
      "an annotation taints",
      { isTainted: true },
      [
        "TaintedConfiguration True UnsupportedFeatureAnnotation | Unsupported feature was activated via an HCO annotation",
      ],
    ],
    ["a True taint without annotation goes", { reported: [tainted] }, []],
    ["a False one is left alone", { reported: [untainted] }, ["TaintedConfiguration False Old | y"]],
    [
      "before 1.3 the operator does not set the type",
      { reported: [tainted], switches: { ...today, writesTaint: false } },
      ["TaintedConfiguration True UnsupportedFeatureAnnotation | x"],
    ],
  ];
  test.for(rows)("%s", ([, more, others]) => {
    expect(conditionLines(run([component("CDI", healthyConditions)], more).conditions.slice(5))).toEqual(others);
  });
});
