import { describe, expect, test } from "vitest";
import type { Ref } from "../../shared/model/object.ts";
import type { ReadGap, Report } from "../../shared/model/report.ts";
import { condition, finding, goodConditions, hyperconverged, openGates } from "../render/build.ts";
import {
  aboutCdi,
  aboutHyperConverged,
  type BlockingRow,
  cdi,
  listBlockingFindings,
  unhealthyCdi,
  unhealthyRoot,
  type WaitContext,
} from "./waited-root.ts";

describe("what blocks the goal available", () => {
  const buildConditionFinding = (type: string, more: object): object => ({
    code: "other-condition",
    type,
    expected: "True",
    outdated: false,
    ...aboutHyperConverged,
    ...more,
  });
  const rows: readonly BlockingRow[] = [
    { rule: "an available root blocks nothing", root: {}, blocking: [] },
    {
      rule: "a degraded component does not block",
      root: { children: [cdi({ verdict: "degraded" })] },
      blocking: [],
    },
    {
      rule: "an unavailable component blocks",
      root: { children: [cdi({ verdict: "unavailable" })] },
      blocking: [unhealthyCdi({ verdict: "unavailable" })],
    },
    {
      rule: "a component of unknown status blocks",
      root: { children: [cdi({ verdict: "unknown" })] },
      blocking: [unhealthyCdi({ verdict: "unknown" })],
    },
    {
      rule: "a component whose status is stale blocks",
      root: { children: [cdi({ stale: true, verdict: "progressing" })] },
      blocking: [{ code: "outdated-status", because: "stale", ...aboutCdi }],
    },
    {
      rule: "an unavailable component whose status is stale blocks as unavailable",
      root: { children: [cdi({ stale: true, verdict: "unavailable" })] },
      blocking: [unhealthyCdi({ verdict: "unavailable" })],
    },
    {
      rule: "an optional component whose status is stale does not block",
      root: { children: [cdi({ stale: true, required: false })] },
      blocking: [],
    },
    {
      rule: "a root whose status is stale blocks",
      root: { stale: true, ownVerdict: "progressing" },
      blocking: [{ code: "outdated-status", because: "stale", ...aboutHyperConverged }],
    },
    {
      rule: "a root with Available=False blocks",
      root: { conditions: [condition("Available", "F", 1, "R")] },
      blocking: [buildConditionFinding("Available", { status: "False", reason: "R" })],
    },
    {
      rule: "a root without Available blocks",
      root: { conditions: goodConditions.filter(({ type }) => type !== "Available") },
      blocking: [buildConditionFinding("Available", { status: null, reason: "" })],
    },
    {
      rule: "a root of unknown own verdict blocks beside a degraded component",
      root: { ownVerdict: "unknown", verdict: "degraded" },
      blocking: [unhealthyRoot({ verdict: "unknown" })],
    },
    {
      rule: "an operator that is down blocks",
      root: { gates: { ...openGates, ready: { answer: "no", because: ["OperatorDown"] } } },
      blocking: [{ code: "outdated-status", because: "operator-down", ...aboutHyperConverged }],
    },
    {
      rule: "a root of another family with its main condition False blocks",
      root: { profile: "greenhouse", conditions: [condition("Ready", "F", 1, "R")] },
      blocking: [buildConditionFinding("Ready", { status: "False", reason: "R" })],
    },
    {
      rule: "a root of another family with its main condition True does not block",
      root: { profile: "greenhouse", conditions: [condition("Ready", "T", 1, "R")] },
      blocking: [],
    },
    {
      rule: "a healthy root of another family without conditions does not block",
      root: { profile: "generic", conditions: [] },
      blocking: [],
    },
    {
      rule: "a progressing root of another family without conditions blocks",
      root: { profile: "generic", conditions: [], ownVerdict: "progressing" },
      blocking: [unhealthyRoot({ verdict: "progressing" })],
    },
  ];
  test.for(rows)("$rule", ({ root, blocking }) => {
    expect(listBlockingFindings("available", root)).toEqual(blocking);
  });

  const reportOperatorUnknown = (about: Ref, more: object = {}): Partial<Report> => ({
    findings: [finding("warning", { code: "operator-unknown", outcome: "forbidden", cause: "", ...more }, about)],
  });
  const operatorNotRead = { code: "operator-unknown", outcome: "forbidden", cause: "", ...aboutHyperConverged };
  const rowsWithFindings: readonly (BlockingRow & { readonly context: WaitContext })[] = [
    {
      rule: "an operator that could not be read blocks",
      root: {},
      context: { report: reportOperatorUnknown(hyperconverged) },
      blocking: [operatorNotRead],
    },
    {
      rule: "an operator that is not in a file does not block",
      root: {},
      context: { report: reportOperatorUnknown(hyperconverged, { isGiven: true }) },
      blocking: [],
    },
    {
      rule: "the operator of another namespace does not block",
      root: {},
      context: { report: reportOperatorUnknown({ ...hyperconverged, namespace: "other" }) },
      blocking: [],
    },
    {
      rule: "another finding does not block",
      root: {},
      context: { report: { findings: [finding("info", { code: "installing" })] } },
      blocking: [],
    },
    {
      rule: "a root without an operator of HyperConverged is not blocked by it",
      root: { profile: "generic" },
      context: { report: reportOperatorUnknown(hyperconverged) },
      blocking: [],
    },
    {
      rule: "an operator that could not be read blocks once where the verdict has it as its reason",
      root: {
        ownVerdict: "unknown",
        gates: { ...openGates, ready: { answer: "unknown", because: ["OperatorUnknown"] } },
      },
      context: { report: reportOperatorUnknown(hyperconverged) },
      blocking: [unhealthyRoot({ verdict: "unknown", reason: "OperatorUnknown" })],
    },
    {
      rule: "an operator that could not be read and an unavailable component both block",
      root: { children: [cdi({ verdict: "unavailable" })] },
      context: { report: reportOperatorUnknown(hyperconverged) },
      blocking: [unhealthyCdi({ verdict: "unavailable" }), operatorNotRead],
    },
  ];
  test.for(rowsWithFindings)("$rule", ({ root, context, blocking }) => {
    expect(listBlockingFindings("available", root, context)).toEqual(blocking);
  });
});

describe("what blocks the goal condition=TYPE", () => {
  const buildReadyFinding = (more: object): object => ({
    code: "other-condition",
    type: "Ready",
    expected: "True",
    status: "True",
    reason: "",
    outdated: false,
    ...aboutHyperConverged,
    ...more,
  });
  const buildReady = (letter: "T" | "F" | "U", more: object = {}) => ({
    ...condition("Ready", letter, 1, "R"),
    ...more,
  });
  const rows: readonly (BlockingRow & { readonly goal: string })[] = [
    {
      rule: "a condition with the status blocks nothing",
      goal: "condition=Ready",
      root: { conditions: [buildReady("T")] },
      blocking: [],
    },
    {
      rule: "the type and the status match in any letter case",
      goal: "condition=rEADY=tRUE",
      root: { conditions: [buildReady("T")] },
      blocking: [],
    },
    {
      rule: "a condition with another status blocks",
      goal: "condition=Ready",
      root: { conditions: [buildReady("F")] },
      blocking: [buildReadyFinding({ status: "False", reason: "R" })],
    },
    {
      rule: "a condition with the requested status False blocks nothing",
      goal: "condition=Ready=False",
      root: { conditions: [buildReady("F")] },
      blocking: [],
    },
    {
      rule: "a missing condition blocks",
      goal: "condition=Foo",
      root: { conditions: [buildReady("T")] },
      blocking: [buildReadyFinding({ type: "Foo", status: null })],
    },
    {
      rule: "a condition of an older generation blocks",
      goal: "condition=Ready",
      root: { conditions: [buildReady("T", { outdated: true })] },
      blocking: [buildReadyFinding({ reason: "R", outdated: true })],
    },
    {
      rule: "a condition without a generation in a stale status blocks",
      goal: "condition=Ready",
      root: { conditions: [buildReady("T")], stale: true },
      blocking: [buildReadyFinding({ reason: "R", outdated: true })],
    },
    {
      rule: "a condition of this generation in a stale status blocks nothing",
      goal: "condition=Ready",
      root: { conditions: [buildReady("T", { observedGeneration: 2 })], stale: true },
      blocking: [],
    },
    {
      rule: "the worse of two conditions of the type counts",
      goal: "condition=Ready",
      root: { conditions: [buildReady("T"), buildReady("U")] },
      blocking: [buildReadyFinding({ status: "Unknown", reason: "R" })],
    },
  ];
  test.for(rows)("$rule", ({ goal, root, blocking }) => {
    expect(listBlockingFindings(goal, root)).toEqual(blocking);
  });

  const buildGap = (kind: string): ReadGap => ({ outcome: "unread", verb: "list", group: "x", kind, required: true });
  const buildUnreadFinding = (kind: string): object => ({
    code: "not-read",
    outcome: "unread",
    about: { group: "x", kind, name: "" },
    cause: "",
    verdict: "healthy",
  });
  const gaps = ["HyperConverged", "Application", "CDI", "Deployment"].map(buildGap);

  test("the unread kinds that may be a root block where no kind is requested", () => {
    const blocking = listBlockingFindings("condition=Available", {}, { gaps });
    expect(blocking).toEqual([buildUnreadFinding("HyperConverged"), buildUnreadFinding("Application")]);
  });

  test("only the requested kind blocks where it was not read", () => {
    const kind = { group: "cdi.kubevirt.io", kind: "CDI", plural: "cdis", versions: [], namespaced: false };
    const blocking = listBlockingFindings("condition=Available", {}, { gaps, requested: [{ kind }] });
    expect(blocking).toEqual([buildUnreadFinding("CDI")]);
  });
});
