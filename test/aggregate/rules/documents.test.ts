import { describe, expect, test } from "vitest";
import type { ComponentConditions } from "../../../shared/aggregate/hco/rules/component-conditions.ts";
import { applyConditionsDoc } from "../../../shared/aggregate/hco/rules/conditions-doc.ts";
import { applyStatusDoc } from "../../../shared/aggregate/hco/rules/status-doc.ts";
import {
  component,
  componentWithoutConditions,
  condition,
  conditionLines,
  healthyConditions,
  type Short,
} from "../component.ts";

describe("conditions-doc: the worst status of each type with the worst component's own reason", () => {
  const rows: [sentence: string, ComponentConditions[], expected: string[], ready: boolean | null][] = [
    [
      "all good is ready",
      [component("A", healthyConditions), component("B", healthyConditions)],
      ["Available True | by A", "Progressing False | by A", "Degraded False | by A"],
      true,
    ],
    [
      "missing fields: Available False, the others Unknown, InstallInvalid",
      [component("A", healthyConditions), componentWithoutConditions("B")],
      [
        "Available False InstallInvalid| by B",
        "Progressing Unknown InstallInvalid| by B",
        "Degraded Unknown InstallInvalid| by B",
      ],
      null,
    ],
    [
      "a reason that is there is kept, be it empty: only the missing condition is InstallInvalid",
      [component("A", { Available: "F" })],
      ["Available False | by A", "Progressing Unknown InstallInvalid| by A", "Degraded Unknown InstallInvalid| by A"],
      null,
    ],
    [
      "ties go to the first in order",
      [
        component("A", { ...healthyConditions, Available: ["F", "One", ""] }),
        component("B", { ...healthyConditions, Available: ["F", "Two", ""] }),
      ],
      ["Available False One| by A", "Progressing False | by A", "Degraded False | by A"],
      null,
    ],
    [
      "Unknown stands between worst and best",
      [
        component("A", { ...healthyConditions, Progressing: ["U", "Q", ""] }),
        component("B", { ...healthyConditions, Progressing: ["T", "R", ""], Degraded: ["U", "S", ""] }),
      ],
      ["Available True | by A", "Progressing True R| by B", "Degraded Unknown S| by B"],
      false,
    ],
    ["nothing found is Unknown", [], ["Available Unknown |", "Progressing Unknown |", "Degraded Unknown |"], null],
  ];
  test.for(rows)("%s", ([, components, expected, ready]) => {
    const result = applyConditionsDoc(components);
    const words = result.conditions.map(
      ({ type, status, reason, leader }) =>
        `${type} ${status} ${reason}|${leader === undefined ? "" : ` by ${leader}`}`,
    );
    expect(words).toEqual(expected);
    expect(result.ready).toBe(ready);
  });
});

describe("conditions-doc: the worst of many is the worst of the worst of any split", () => {
  const letters: readonly Short[] = ["T", "F", "U"];
  const all = letters.flatMap((Available) =>
    letters.flatMap((Progressing) => letters.map((Degraded) => ({ Available, Progressing, Degraded }))),
  );
  const statusOf = (components: ComponentConditions[]): string[] =>
    applyConditionsDoc(components).conditions.map((each) => each.status);
  test("order does not matter to the statuses, and a repeated component changes nothing", () => {
    for (const a of all) {
      for (const b of all) {
        const one = component("A", a);
        const two = component("B", b);
        expect(statusOf([one, two])).toEqual(statusOf([two, one]));
        expect(statusOf([one, two, one])).toEqual(statusOf([one, two]));
      }
    }
  });
});

describe("status-doc: the algorithm of the text, step by step", () => {
  const reported = [
    condition("Available", ["T", "Old", "o"]),
    condition("Degraded", ["T", "CDIDegraded", "CDI is degraded: last week"]),
    condition("Upgradeable", ["T", "Old", "o"]),
  ];
  const rows: [sentence: string, ComponentConditions[], expected: string[], ready: boolean | null][] = [
    [
      "nothing negative: Available, !Progressing, !Degraded, Upgradeable, and the probe succeeds",
      [component("A", healthyConditions)],
      ["Available True  | ", "Progressing False  | ", "Degraded False  | ", "Upgradeable True  | "],
      true,
    ],
    [
      "conditions == nil: !Available, Progressing, !Upgradeable; a stale Degraded survives",
      [componentWithoutConditions("CDI")],
      [
        "Available False CDIConditions | CDI resource has no conditions",
        "Progressing True CDIConditions | CDI resource has no conditions",
        "Degraded True CDIDegraded | CDI is degraded: last week",
        "Upgradeable False CDIConditions | CDI resource has no conditions",
      ],
      false,
    ],
    [
      "an empty list is not nil: there is nothing to iterate over",
      [component("CDI", {})],
      ["Available True  | ", "Progressing False  | ", "Degraded False  | ", "Upgradeable True  | "],
      true,
    ],
    [
      "a type without a previous value is left out, and the probe is left open",
      [component("CDI", { ...healthyConditions, Available: ["F", "X", "why"] })],
      [
        "Available False CDINotAvailable | CDI is not available: why",
        "Degraded True CDIDegraded | CDI is degraded: last week",
        "Upgradeable True Old | o",
      ],
      null,
    ],
    [
      "Progressing sets Upgradeable with the same words, the last one wins",
      [
        component("A", { ...healthyConditions, Progressing: ["T", "", "one"] }),
        component("B", { ...healthyConditions, Progressing: ["T", "", "two"], Degraded: ["T", "", "d"] }),
      ],
      [
        "Available True Old | o",
        "Progressing True BProgressing | B is progressing: two",
        "Degraded True BDegraded | B is degraded: d",
        "Upgradeable False BProgressing | B is progressing: two",
      ],
      false,
    ],
    [
      "a component's Upgradeable and its missing Available are not read",
      [component("A", { Upgradeable: "F", Progressing: "F" })],
      ["Available True  | ", "Progressing False  | ", "Degraded False  | ", "Upgradeable True  | "],
      true,
    ],
  ];
  test.for(rows)("%s", ([, components, expected, ready]) => {
    const result = applyStatusDoc(components, reported);
    expect(conditionLines(result.conditions)).toEqual(expected);
    expect(result.ready).toBe(ready);
  });
});
