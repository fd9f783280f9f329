import { describe, expect, test } from "vitest";
import { aggregate, initialize, type Reporter, refuse } from "./last-writer.ts";

type Triple = readonly [available: string, progressing: string, degraded: string];

/** A component whose every condition carries the same text. */
function reporter(name: string, [available, progressing, degraded]: Triple, message = ""): Reporter {
  const conditionOf = (type: string, letter: string) => {
    return { type, status: letter === "T" ? ("True" as const) : ("False" as const), message };
  };
  return {
    name,
    conditions: [
      conditionOf("Available", available),
      conditionOf("Progressing", progressing),
      conditionOf("Degraded", degraded),
    ],
  };
}

/** `Available=False CDINotAvailable`, one line per condition. */
function lines({ conditions }: ReturnType<typeof aggregate>): string[] {
  return conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`);
}

const good: Triple = ["T", "F", "F"];

// The rows were got by running the operator's own Go code over these components.
describe("HCO stores the words of the last component, except for Upgradeable", () => {
  const rows: [
    what: string,
    components: Reporter[],
    upgradingTo: string | undefined,
    health: string,
    expected: string[],
  ][] = [
    [
      "KubeVirt deploys, CDI is degraded",
      [reporter("KubeVirt", ["F", "T", "F"]), reporter("CDI", ["T", "F", "T"])],
      undefined,
      "error",
      [
        "ReconcileComplete=True ReconcileCompleted",
        "Available=False KubeVirtNotAvailable",
        "Progressing=True KubeVirtProgressing",
        "Degraded=True CDIDegraded",
        "Upgradeable=False KubeVirtProgressing",
      ],
    ],
    [
      "CDI and SSP progress",
      [reporter("CDI", ["T", "T", "F"]), reporter("SSP", ["T", "T", "F"])],
      undefined,
      "warning",
      [
        "ReconcileComplete=True ReconcileCompleted",
        "Available=True ReconcileCompleted",
        "Progressing=True SSPProgressing",
        "Degraded=False ReconcileCompleted",
        "Upgradeable=False CDIProgressing",
      ],
    ],
    [
      "KubeVirt is not available, CDI is degraded",
      [reporter("KubeVirt", ["F", "F", "F"]), reporter("CDI", ["T", "F", "T"])],
      undefined,
      "error",
      [
        "ReconcileComplete=True ReconcileCompleted",
        "Available=False KubeVirtNotAvailable",
        "Progressing=False ReconcileCompleted",
        "Degraded=True CDIDegraded",
        "Upgradeable=False HCODegraded",
      ],
    ],
    [
      "KubeVirt rolls out during an upgrade",
      [reporter("KubeVirt", ["T", "T", "T"]), reporter("CDI", good)],
      "1.20.0",
      "error",
      [
        "ReconcileComplete=True ReconcileCompleted",
        "Available=False HCODegraded",
        "Progressing=True HCOUpgrading",
        "Degraded=True KubeVirtDegraded",
        "Upgradeable=False KubeVirtProgressing",
      ],
    ],
    [
      "CDI is not available during an upgrade",
      [reporter("CDI", ["F", "F", "F"])],
      "1.20.0",
      "healthy",
      [
        "ReconcileComplete=True ReconcileCompleted",
        "Available=False CDINotAvailable",
        "Progressing=True HCOUpgrading",
        "Degraded=False ReconcileCompleted",
        "Upgradeable=True ReconcileCompleted",
      ],
    ],
    [
      "a component has no conditions at all",
      [{ name: "AAQ", conditions: [] }],
      undefined,
      "error",
      [
        "ReconcileComplete=True ReconcileCompleted",
        "Available=False AAQConditions",
        "Progressing=True AAQConditions",
        "Degraded=False ReconcileCompleted",
        "Upgradeable=False AAQConditions",
      ],
    ],
    [
      "a component says that it may not be upgraded",
      [
        {
          name: "FileRestoreOperator",
          conditions: [...reporter("", good).conditions, { type: "Upgradeable", status: "False" }],
        },
      ],
      undefined,
      "healthy",
      [
        "ReconcileComplete=True ReconcileCompleted",
        "Available=True ReconcileCompleted",
        "Progressing=False ReconcileCompleted",
        "Degraded=False ReconcileCompleted",
        "Upgradeable=False FileRestoreOperatorNotUpgradeable",
      ],
    ],
  ];
  test.for(rows)("%s", ([, components, upgradingTo, health, expected]) => {
    const outcome = aggregate(components, upgradingTo);
    expect(lines(outcome)).toEqual(expected);
    expect(outcome.systemHealthStatus).toBe(health);
  });

  test("a component without Available is not available, in words that do not name it", () => {
    const existing = {
      type: "Synchronized",
      status: "False",
      message: "There is an active KubeVirt deployment",
    } as const;
    expect(aggregate([{ name: "KubeVirt", conditions: [existing] }]).conditions[1]).toEqual({
      type: "Available",
      status: "False",
      reason: "KubeVirtNotAvailable",
      message: 'missing "Available" condition',
    });
  });

  test("a refused HyperConverged knows only that; a new one is initialized", () => {
    expect(lines(refuse({ name: "a", namespace: "b" }))).toEqual([
      "ReconcileComplete=False InvalidRequest",
      "Available=Unknown StatusUnknown",
      "Progressing=Unknown StatusUnknown",
      "Degraded=Unknown StatusUnknown",
      "Upgradeable=Unknown StatusUnknown",
    ]);
    expect(lines(initialize())).toEqual([
      "ReconcileComplete=Unknown Init",
      "Available=False Init",
      "Progressing=True Init",
      "Degraded=False Init",
      "Upgradeable=Unknown Init",
    ]);
  });
});
