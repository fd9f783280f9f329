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

describe("available", () => {
  const missing = (type: string, more: object): object => ({
    code: "other-condition",
    type,
    expected: "True",
    outdated: false,
    ...aboutHyperConverged,
    ...more,
  });
  const rows: Rows = [
    ["it is", {}, []],
    ["a part is degraded and does its work", { children: [cdi({ verdict: "degraded" })] }, []],
    ["a part is down", { children: [cdi({ verdict: "unavailable" })] }, [part({ verdict: "unavailable" })]],
    ["a part is not known", { children: [cdi({ verdict: "unknown" })] }, [part({ verdict: "unknown" })]],
    [
      "a part's status is old",
      { children: [cdi({ stale: true, verdict: "progressing" })] },
      [{ code: "outdated-status", because: "stale", ...aboutCdi }],
    ],
    [
      "a part is down, and its status is old",
      { children: [cdi({ stale: true, verdict: "unavailable" })] },
      [part({ verdict: "unavailable" })],
    ],
    ["that of another is old", { children: [cdi({ stale: true, required: false })] }, []],
    [
      "its own status is old",
      { stale: true, ownVerdict: "progressing" },
      [{ code: "outdated-status", because: "stale", ...aboutHyperConverged }],
    ],
    [
      "it says that it is not",
      { conditions: [condition("Available", "F", 1, "R")] },
      [missing("Available", { status: "False", reason: "R" })],
    ],
    [
      "it does not say",
      { conditions: goodConditions.filter(({ type }) => type !== "Available") },
      [missing("Available", { status: null, reason: "" })],
    ],
    [
      "it is not known itself, beside a part that is degraded",
      { ownVerdict: "unknown", verdict: "degraded" },
      [verdict({ verdict: "unknown" })],
    ],
    [
      "its operator does not run",
      { gates: { ...openGates, ready: { answer: "no", because: ["OperatorDown"] } } },
      [{ code: "outdated-status", because: "operator-down", ...aboutHyperConverged }],
    ],
    [
      "another has its main condition",
      { profile: "greenhouse", conditions: [condition("Ready", "F", 1, "R")] },
      [missing("Ready", { status: "False", reason: "R" })],
    ],
    ["another has it, and it holds", { profile: "greenhouse", conditions: [condition("Ready", "T", 1, "R")] }, []],
    ["another has none, and is well", { profile: "generic", conditions: [] }, []],
    [
      "another has none, and progresses",
      { profile: "generic", conditions: [], ownVerdict: "progressing" },
      [verdict({ verdict: "progressing" })],
    ],
  ];
  test.for(rows)("%s", expectBlocking("available"));

  const unseen = (about: Ref, more: object = {}): Partial<Report> => ({
    findings: [finding("warning", { code: "operator-unknown", outcome: "forbidden", cause: "", ...more }, about)],
  });
  const cannot = { code: "operator-unknown", outcome: "forbidden", cause: "", ...aboutHyperConverged };
  const reported: readonly [sentence: string, part: Partial<RootNode>, asked: Asked, blocking: readonly object[]][] = [
    ["its operator was not seen", {}, { report: unseen(hyperconverged) }, [cannot]],
    ["a file does not hold its operator", {}, { report: unseen(hyperconverged, { isGiven: true }) }, []],
    ["that of another was not seen", {}, { report: unseen({ ...hyperconverged, namespace: "other" }) }, []],
    ["something else was found", {}, { report: { findings: [finding("info", { code: "installing" })] } }, []],
    ["what has no such operator", { profile: "generic" }, { report: unseen(hyperconverged) }, []],
    [
      "its operator was not seen, which its verdict says",
      { ownVerdict: "unknown", gates: { ...openGates, ready: { answer: "unknown", because: ["OperatorUnknown"] } } },
      { report: unseen(hyperconverged) },
      [verdict({ verdict: "unknown", reason: "OperatorUnknown" })],
    ],
    [
      "its operator was not seen, and a part is down",
      { children: [cdi({ verdict: "unavailable" })] },
      { report: unseen(hyperconverged) },
      [part({ verdict: "unavailable" }), cannot],
    ],
  ];
  test.for(reported)("%s", ([, more, asked, blocking]) => {
    expect(evaluateRoots("available", [healthyRoot(more)], asked).blocking.map(shortFinding)).toEqual(blocking);
  });
});

describe("a condition", () => {
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
    ["it holds", "condition=Ready", { conditions: [ready("T")] }, []],
    ["it holds, in other letters", "condition=rEADY=tRUE", { conditions: [ready("T")] }, []],
    ["it does not", "condition=Ready", { conditions: [ready("F")] }, [is({ status: "False", reason: "R" })]],
    ["it is to be otherwise", "condition=Ready=False", { conditions: [ready("F")] }, []],
    ["it is not there", "condition=Foo", { conditions: [ready("T")] }, [is({ type: "Foo", status: null })]],
    [
      "it is of an older generation",
      "condition=Ready",
      { conditions: [ready("T", { outdated: true })] },
      [is({ reason: "R", outdated: true })],
    ],
    [
      "its status is old",
      "condition=Ready",
      { conditions: [ready("T")], stale: true },
      [is({ reason: "R", outdated: true })],
    ],
    [
      "its status is old, and it is of this generation",
      "condition=Ready",
      { conditions: [ready("T", { observedGeneration: 2 })], stale: true },
      [],
    ],
    [
      "of two of one type one does not hold",
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
  const unread = (kind: string): object => ({
    code: "not-read",
    outcome: "unread",
    about: { group: "x", kind, name: "" },
    cause: "",
    verdict: "healthy",
  });
  test("only what may hide a root is missed", () => {
    const kinds = ["HyperConverged", "Application", "CDI", "Deployment"].map(gap);
    const { blocking } = evaluateRoots("condition=Available", [healthyRoot()], { gaps: kinds });
    expect(blocking.map(shortFinding)).toEqual(["HyperConverged", "Application"].map(unread));
    const wanted = [
      { kind: { group: "cdi.kubevirt.io", kind: "CDI", plural: "cdis", versions: [], namespaced: false } },
    ];
    const named = evaluateRoots("condition=Available", [healthyRoot()], { gaps: kinds, wanted }).blocking;
    expect(named.map(shortFinding)).toEqual([unread("CDI")]);
  });
});
