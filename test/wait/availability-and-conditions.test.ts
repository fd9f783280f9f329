import { describe, expect, test } from "vitest";
import type { Ref } from "../../shared/model/object.ts";
import type { ReadGap, Report, RootNode } from "../../shared/model/report.ts";
import { condition, finding, goodConditions, hyperconverged, openGates } from "../render/build.ts";
import {
  type Asked,
  aboutCdi,
  aboutHyperConverged,
  cdi,
  evaluateRoots,
  expectBlocking,
  healthyRoot,
  part,
  type Rows,
  shortFinding,
  verdict,
} from "./waited-root.ts";

describe("what blocks the goal available", () => {
  const missing = (type: string, more: object): object => ({
    code: "other-condition",
    type,
    expected: "True",
    outdated: false,
    ...aboutHyperConverged,
    ...more,
  });
  const rows: Rows = [
    ["an available root blocks nothing", {}, []],
    ["a degraded component does not block", { children: [cdi({ verdict: "degraded" })] }, []],
    [
      "an unavailable component blocks",
      { children: [cdi({ verdict: "unavailable" })] },
      [part({ verdict: "unavailable" })],
    ],
    [
      "a component of unknown status blocks",
      { children: [cdi({ verdict: "unknown" })] },
      [part({ verdict: "unknown" })],
    ],
    [
      "a component whose status is stale blocks",
      { children: [cdi({ stale: true, verdict: "progressing" })] },
      [{ code: "outdated-status", because: "stale", ...aboutCdi }],
    ],
    [
      "an unavailable component whose status is stale blocks as unavailable",
      { children: [cdi({ stale: true, verdict: "unavailable" })] },
      [part({ verdict: "unavailable" })],
    ],
    [
      "an optional component whose status is stale does not block",
      { children: [cdi({ stale: true, required: false })] },
      [],
    ],
    [
      "a root whose status is stale blocks",
      { stale: true, ownVerdict: "progressing" },
      [{ code: "outdated-status", because: "stale", ...aboutHyperConverged }],
    ],
    [
      "a root with Available=False blocks",
      { conditions: [condition("Available", "F", 1, "R")] },
      [missing("Available", { status: "False", reason: "R" })],
    ],
    [
      "a root without Available blocks",
      { conditions: goodConditions.filter(({ type }) => type !== "Available") },
      [missing("Available", { status: null, reason: "" })],
    ],
    [
      "a root of unknown own verdict blocks beside a degraded component",
      { ownVerdict: "unknown", verdict: "degraded" },
      [verdict({ verdict: "unknown" })],
    ],
    [
      "an operator that is down blocks",
      { gates: { ...openGates, ready: { answer: "no", because: ["OperatorDown"] } } },
      [{ code: "outdated-status", because: "operator-down", ...aboutHyperConverged }],
    ],
    [
      "a root of another family with its main condition False blocks",
      { profile: "greenhouse", conditions: [condition("Ready", "F", 1, "R")] },
      [missing("Ready", { status: "False", reason: "R" })],
    ],
    [
      "a root of another family with its main condition True does not block",
      { profile: "greenhouse", conditions: [condition("Ready", "T", 1, "R")] },
      [],
    ],
    ["a healthy root of another family without conditions does not block", { profile: "generic", conditions: [] }, []],
    [
      "a progressing root of another family without conditions blocks",
      { profile: "generic", conditions: [], ownVerdict: "progressing" },
      [verdict({ verdict: "progressing" })],
    ],
  ];
  test.for(rows)("%s", expectBlocking("available"));

  const operatorUnknown = (about: Ref, more: object = {}): Partial<Report> => ({
    findings: [finding("warning", { code: "operator-unknown", outcome: "forbidden", cause: "", ...more }, about)],
  });
  const cannot = { code: "operator-unknown", outcome: "forbidden", cause: "", ...aboutHyperConverged };
  const reported: readonly [sentence: string, part: Partial<RootNode>, asked: Asked, blocking: readonly object[]][] = [
    ["an operator that could not be read blocks", {}, { report: operatorUnknown(hyperconverged) }, [cannot]],
    [
      "an operator that is not in a file does not block",
      {},
      { report: operatorUnknown(hyperconverged, { isGiven: true }) },
      [],
    ],
    [
      "the operator of another namespace does not block",
      {},
      { report: operatorUnknown({ ...hyperconverged, namespace: "other" }) },
      [],
    ],
    ["another finding does not block", {}, { report: { findings: [finding("info", { code: "installing" })] } }, []],
    [
      "a root without an operator of HyperConverged is not blocked by it",
      { profile: "generic" },
      { report: operatorUnknown(hyperconverged) },
      [],
    ],
    [
      "an operator that could not be read blocks once where the verdict has it as its reason",
      { ownVerdict: "unknown", gates: { ...openGates, ready: { answer: "unknown", because: ["OperatorUnknown"] } } },
      { report: operatorUnknown(hyperconverged) },
      [verdict({ verdict: "unknown", reason: "OperatorUnknown" })],
    ],
    [
      "an operator that could not be read and an unavailable component both block",
      { children: [cdi({ verdict: "unavailable" })] },
      { report: operatorUnknown(hyperconverged) },
      [part({ verdict: "unavailable" }), cannot],
    ],
  ];
  test.for(reported)("%s", ([, more, asked, blocking]) => {
    expect(evaluateRoots("available", [healthyRoot(more)], asked).blocking.map(shortFinding)).toEqual(blocking);
  });
});

describe("what blocks the goal condition=TYPE", () => {
  const is = (more: object): object => ({
    code: "other-condition",
    type: "Ready",
    expected: "True",
    status: "True",
    reason: "",
    outdated: false,
    ...aboutHyperConverged,
    ...more,
  });
  const ready = (letter: "T" | "F" | "U", more: object = {}) => ({ ...condition("Ready", letter, 1, "R"), ...more });
  const rows: readonly [sentence: string, words: string, part: Partial<RootNode>, blocking: readonly object[]][] = [
    ["a condition with the status blocks nothing", "condition=Ready", { conditions: [ready("T")] }, []],
    ["the type and the status match in any letter case", "condition=rEADY=tRUE", { conditions: [ready("T")] }, []],
    [
      "a condition with another status blocks",
      "condition=Ready",
      { conditions: [ready("F")] },
      [is({ status: "False", reason: "R" })],
    ],
    [
      "a condition with the requested status False blocks nothing",
      "condition=Ready=False",
      { conditions: [ready("F")] },
      [],
    ],
    ["a missing condition blocks", "condition=Foo", { conditions: [ready("T")] }, [is({ type: "Foo", status: null })]],
    [
      "a condition of an older generation blocks",
      "condition=Ready",
      { conditions: [ready("T", { outdated: true })] },
      [is({ reason: "R", outdated: true })],
    ],
    [
      "a condition without a generation in a stale status blocks",
      "condition=Ready",
      { conditions: [ready("T")], stale: true },
      [is({ reason: "R", outdated: true })],
    ],
    [
      "a condition of this generation in a stale status blocks nothing",
      "condition=Ready",
      { conditions: [ready("T", { observedGeneration: 2 })], stale: true },
      [],
    ],
    [
      "the worse of two conditions of the type counts",
      "condition=Ready",
      { conditions: [ready("T"), ready("U")] },
      [is({ status: "Unknown", reason: "R" })],
    ],
  ];
  test.for(rows)("%s", ([sentence, words, more, blocking]) => {
    expect([sentence, evaluateRoots(words, [healthyRoot(more)]).blocking.map(shortFinding)]).toEqual([
      sentence,
      blocking,
    ]);
  });

  const gap = (kind: string): ReadGap => ({ outcome: "unread", verb: "list", group: "x", kind, required: true });
  const unreadFinding = (kind: string): object => ({
    code: "not-read",
    outcome: "unread",
    about: { group: "x", kind, name: "" },
    cause: "",
    verdict: "healthy",
  });
  test("only an unread kind that may be a root blocks", () => {
    const kinds = ["HyperConverged", "Application", "CDI", "Deployment"].map(gap);
    const { blocking } = evaluateRoots("condition=Available", [healthyRoot()], { gaps: kinds });
    expect(blocking.map(shortFinding)).toEqual(["HyperConverged", "Application"].map(unreadFinding));
    const wanted = [
      { kind: { group: "cdi.kubevirt.io", kind: "CDI", plural: "cdis", versions: [], namespaced: false } },
    ];
    const named = evaluateRoots("condition=Available", [healthyRoot()], { gaps: kinds, wanted }).blocking;
    expect(named.map(shortFinding)).toEqual([unreadFinding("CDI")]);
  });
});
