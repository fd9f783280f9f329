import { describe, expect, test } from "vitest";
import { upgradeGateWords } from "../../../shared/render/words/commands/gate.ts";
import { wayWithText } from "../../../shared/render/words/first-screen/culprit.ts";
import { culpritsTitles, moreCulpritsText, rootRowName } from "../../../shared/render/words/first-screen/labels.ts";
import { healthyText } from "../../../shared/render/words/first-screen/tail.ts";

describe("the sentences of the first screen", () => {
  const counts = { healthy: 4, all: 6, unknown: 0, noun: "component" };
  const rows: readonly [rule: string, told: string, expected: string][] = [
    ["parts that are not healthy are counted", healthyText(counts), "4 of 6 healthy"],
    [
      "the unknown ones stand in brackets before the names",
      healthyText({ ...counts, unknown: 1 }),
      "4 of 6 healthy (1 unknown)",
    ],
    ["all healthy needs one number", healthyText({ ...counts, healthy: 6 }), "6 components healthy"],
    [
      "a healthy part that is a culprit is named apart",
      healthyText({ ...counts, healthy: 6, blamed: ["CDI"] }),
      "6 components healthy (CDI too)",
    ],
    [
      "also beside unknown ones",
      healthyText({ ...counts, unknown: 1, blamed: ["CDI", "AAQ"] }),
      "4 of 6 healthy (1 unknown; CDI and AAQ too)",
    ],
    [
      "what an object reports stands behind a colon",
      wayWithText("DaemonSet x 1/3", "FailedCreate"),
      "DaemonSet x 1/3: FailedCreate",
    ],
    ["a sentence about the object goes on", wayWithText("DaemonSet x", "does not exist"), "DaemonSet x does not exist"],
    [
      "roots of several namespaces are named as kubectl takes them",
      rootRowName({ name: "hco/a", namespace: "b" }),
      "hco/a -n b",
    ],
    ["few other culprits are all named", moreCulpritsText(["AAQ", "SSP"]), "and 2 more: AAQ, SSP"],
    [
      "of many, the first are named and the others counted",
      moreCulpritsText(Array.from({ length: 150 }, (_, place) => `w${place}`)),
      `and 150 more: ${Array.from({ length: 20 }, (_, place) => `w${place}`).join(", ")} and 130 more`,
    ],
    ["roots of one namespace by their names", rootRowName({ name: "hco/a", namespace: "" }), "hco/a"],
    [
      "a title loses words of its note, then of its name, and the note last",
      culpritsTitles(false, ["CDI cdi", "cdi"]).join("; "),
      "CULPRITS of CDI cdi (run the commands on the cluster); CULPRITS of CDI cdi (on the cluster); CULPRITS of cdi (run the commands on the cluster); CULPRITS of cdi (on the cluster); CULPRITS of CDI cdi; CULPRITS of cdi",
    ],
  ];
  test.for(rows)("%s", ([, told, expected]) => {
    expect(told).toBe(expected);
  });
});

describe("what blocks an upgrade", () => {
  const rows: readonly [rule: string, because: readonly string[], expected: string][] = [
    ["names stand behind by", ["KubeVirt", "CDI"], "blocked by KubeVirt, CDI"],
    ["OLM's condition is a name too", ["CDI", "OperatorCondition"], "blocked by CDI, OLM's OperatorCondition"],
    ["a state stands behind a colon", ["Deleting"], "blocked: being deleted"],
    ["names follow the states", ["CDI", "ReconcileFailed"], "blocked: the last reconcile failed, and by CDI"],
  ];
  test.for(rows)("%s", ([, because, expected]) => {
    expect(upgradeGateWords({ answer: "no", because })).toBe(expected);
  });
});
