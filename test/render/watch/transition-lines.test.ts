import { describe, expect, test } from "vitest";
import type { Report } from "../../../shared/model/report.ts";
import type { Transition } from "../../../shared/model/report-change.ts";
import { transitionLines } from "../../../shared/render/watch/transition-lines.ts";
import { completeness, component, report, root } from "../build.ts";

const about = { group: "cdi.kubevirt.io", kind: "CDI", name: "cdi-kubevirt-hyperconverged", uid: "u" };
const cdi = { about, label: "CDI", path: ["kubevirt-hyperconverged", "CDI"] };
const container = {
  about: { group: "", kind: "Pod", namespace: "n", name: "cdi-7d9c" },
  label: "cdi-controller",
  path: ["kubevirt-hyperconverged", "CDI", "cdi-deployment", "cdi-7d9c", "cdi-controller"],
};
const buildCondition = (status: "True" | "False", reason: string, message: string) => ({ status, reason, message });

const rows: [transition: Transition, line: string][] = [
  [{ ...cdi, what: "presence", from: null, to: "degraded" }, "✗ CDI: added to the report, degraded"],
  [{ ...cdi, what: "presence", from: "healthy", to: null }, "! CDI: removed (was healthy)"],
  [{ ...cdi, what: "verdict", from: "healthy", to: "unknown" }, "? CDI: healthy -> unknown"],
  [
    { ...container, what: "verdict", from: "degraded", to: "healthy" },
    "✓ CDI, container cdi-controller of cdi-7d9c: degraded -> healthy",
  ],
  [{ ...cdi, what: "outcome", from: "found", to: "forbidden" }, "? CDI: cannot be read (forbidden) (was found)"],
  [{ ...cdi, what: "outcome", from: "absent", to: "found" }, "✓ CDI: created"],
  [
    { ...cdi, what: "identity", from: "d5fd5e0d-6080-4648-b587-f437f343b12c", to: "b" },
    "! CDI: recreated with the same name (uid d5fd5e0d -> b)",
  ],
  [{ ...cdi, what: "state", type: "deleting", from: false, to: true }, "! CDI: is being deleted"],
  [{ ...cdi, what: "state", type: "stale", from: true, to: false }, "✓ CDI: status is up to date again"],
  [
    {
      ...cdi,
      what: "condition",
      type: "Available",
      from: buildCondition("True", "Ok", ""),
      to: buildCondition("False", "Bad", "it is down"),
    },
    "! CDI: Available True -> False, Bad: it is down",
  ],
  [
    {
      ...cdi,
      what: "condition",
      type: "Available",
      from: buildCondition("False", "A", "x"),
      to: buildCondition("False", "B", "CDI is not available: "),
    },
    "! CDI: Available still False, reason A -> B: CDI is not available",
  ],
  [
    {
      ...cdi,
      what: "condition",
      type: "Available",
      from: buildCondition("False", "A", "x"),
      to: buildCondition("False", "A", "y"),
    },
    "! CDI: Available still False, A: y",
  ],
  [
    { ...cdi, what: "condition", type: "Available", from: null, to: buildCondition("True", "", "") },
    "! CDI: Available added, True",
  ],
  [
    { ...cdi, what: "condition", type: "Available", from: buildCondition("True", "Ok", "fine"), to: null },
    "! CDI: Available no longer reported (was True, Ok: fine)",
  ],
  [{ ...cdi, what: "version", type: "observedVersion", from: "v1", to: "v2" }, "! CDI: version v1 -> v2"],
  [
    { ...cdi, what: "version", type: "expectedVersion", from: null, to: "v2" },
    "! CDI: expected version v2, not reported before",
  ],
  [
    {
      ...cdi,
      what: "gate",
      type: "ready",
      from: { answer: "yes", because: [] },
      to: { answer: "no", because: ["CDI"] },
    },
    "! CDI: gate ready no: CDI (was yes)",
  ],
  [
    {
      ...cdi,
      what: "gate",
      type: "upgradeable",
      from: { answer: "no", because: ["CDI"] },
      to: { answer: "yes", because: [] },
    },
    "✓ CDI: gate upgrade allowed (was should wait for CDI)",
  ],
  [
    {
      ...cdi,
      what: "upgrade",
      from: { running: false, waitingFor: [] },
      to: { running: true, from: "1", to: "2", waitingFor: ["CDI"] },
    },
    "~ CDI: upgrade 1 -> 2 started, waiting for CDI",
  ],
  [
    {
      ...cdi,
      what: "upgrade",
      from: { running: true, from: "1", to: "2", waitingFor: ["CDI"] },
      to: { running: false, waitingFor: [] },
    },
    "✓ CDI: upgrade to 2 finished",
  ],
  [
    { ...cdi, what: "root-cause", from: { path: ["a"], text: "this" }, to: { path: ["b"], text: "that" } },
    "✗ CDI: cause that (was this)",
  ],
  [{ ...cdi, what: "root-cause", from: { path: ["a"], text: "this" }, to: null }, "✓ CDI: cause resolved (was this)"],
  [{ ...cdi, what: "finding", type: "stale", from: null, to: "warning" }, "! CDI: warning stale"],
  [{ ...cdi, what: "finding", type: "stale", from: "warning", to: "error" }, "✗ CDI: warning -> error stale"],
  [{ ...cdi, what: "finding", type: "stale", from: "warning", to: null }, "✓ CDI: resolved: stale"],
  [{ ...cdi, what: "related", from: "same", to: "gone" }, "! CDI: related object unchanged -> deleted"],
  [
    { ...cdi, what: "related", from: "same", to: null, count: 12, refs: [about] },
    "! CDI: 12 related objects no longer recorded (was unchanged): CDI cdi-kubevirt-hyperconverged, 11 more",
  ],
  [
    {
      about: { group: "", kind: "Pod", namespace: "n", name: "" },
      label: "Pod",
      path: [],
      what: "completeness",
      type: "list",
      from: null,
      to: "forbidden",
    },
    "? Reading: list pods in n: forbidden",
  ],
  [
    {
      about: { group: "", kind: "Pod", namespace: "n", name: "p" },
      label: "p",
      path: [],
      what: "completeness",
      type: "get",
      from: "unread",
      to: null,
    },
    "✓ Reading: get Pod p in n: resolved (was not read)",
  ],
];

describe("a transition is a line with a mark, the object, and the values before and after", () => {
  test.for(rows)('a transition is printed as "$1"', ([transition, line]) => {
    expect(transitionLines([{ transition }], {})).toEqual([line]);
  });

  test("the line of a transition has the time of its observation", () => {
    const transition: Transition = { ...cdi, what: "verdict", from: "healthy", to: "unknown" };
    expect(transitionLines([{ transition, at: "2026-11-21T12:00:00Z" }], {})).toEqual([
      "? 2026-11-21T12:00:00Z CDI: healthy -> unknown",
    ]);
  });

  test("the line of a transition has no control characters of the cluster", () => {
    const message = "\u001b[31m\u202ered\nnext";
    const transition: Transition = {
      ...cdi,
      what: "condition",
      type: "A\u0007",
      from: null,
      to: buildCondition("True", "", message),
    };
    expect(transitionLines([{ transition }], {})).toEqual(["! CDI: A^G added, True, : ^[[31m\\u202ered next"]);
  });
});

describe("a finding that is gone while lists of its kind are forbidden", () => {
  const gap = { outcome: "forbidden", verb: "list", group: about.group, kind: about.kind, required: false } as const;
  const reportWithCdi = (part: Parameters<typeof component>[3]): Report =>
    report([root({ children: [component("CDI", "healthy", "v1", part)] })], { completeness: completeness(3, [gap]) });
  const transition: Transition = { ...cdi, what: "finding", type: "stale", from: "warning", to: null };
  const renderLines = (after: Report) => transitionLines([{ transition }], {}, { before: reportWithCdi({}), after });

  test("a finding that is gone is resolved where its object was read", () => {
    expect(renderLines(reportWithCdi({}))).toEqual(["✓ CDI: resolved: stale"]);
  });

  test("a finding that is gone is unknown where its object was not read", () => {
    expect(renderLines(reportWithCdi({ outcome: "forbidden", verdict: "unknown" }))).toEqual(["? CDI: unknown: stale"]);
  });
});
