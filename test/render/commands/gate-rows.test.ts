import { describe, expect, test } from "vitest";
import type { Source } from "../../../shared/model/snapshot.ts";
import type { GateReason, GateReport } from "../../../shared/model/upgrade-gate.ts";
import { renderGate, renderGatePlain } from "../../../shared/render/commands/upgrade-gate.ts";

const group = "cdi.kubevirt.io";
const unreadReason = (kind: string, part: object = {}): GateReason =>
  ({
    code: "IncompleteReading",
    state: "unknown",
    about: { group, kind, name: "" },
    outcome: "forbidden",
    verb: "list",
    cause: "no",
    ...part,
  }) as GateReason;

function gateReportOf(reasons: readonly GateReason[], kind: Source["kind"] = "cluster"): GateReport {
  const none = { asked: 0, found: 0, absent: 0, noSuchKind: 0, forbidden: 0, unread: 0, gaps: [] };
  return {
    apiVersion: "hco-status/v1",
    kind: "UpgradeGate",
    takenAt: "2026-11-21T12:00:00Z",
    answer: "UNKNOWN",
    source: { kind, name: "prod" },
    roots: [],
    accepted: [],
    unneeded: [],
    completeness: none,
    reasons,
  };
}

/** The reasons as plain lines, without code and state. */
function linesOf(reasons: readonly GateReason[]): readonly string[] {
  return [...renderGatePlain(gateReportOf(reasons)).matchAll(/^reason: .*?: (.*)$/gm)].map(([, text = ""]) => text);
}

describe("kinds that could not be read for one cause are one row", () => {
  const rows: [what: string, reasons: readonly GateReason[], lines: readonly string[]][] = [
    ["forbidden ones", [unreadReason("CDI"), unreadReason("AAQ")], ["2 kinds forbidden: CDI, AAQ"]],
    [
      "one kind in two namespaces is one kind",
      [unreadReason("CDI"), unreadReason("CDI"), unreadReason("AAQ")],
      ["2 kinds forbidden: CDI, AAQ"],
    ],
    [
      "unread ones, each cause by itself",
      [
        unreadReason("A", { outcome: "unread", cause: "x" }),
        unreadReason("B", { outcome: "unread", cause: "x" }),
        unreadReason("C"),
      ],
      ["2 kinds not read: x: A, B", expect.stringContaining("cs.cdi.kubevirt.io")],
    ],
    [
      "accepted ones apart from others",
      [unreadReason("A"), unreadReason("B", { state: "accepted", was: "unknown" }), unreadReason("C")],
      ["2 kinds forbidden: A, C", expect.stringContaining("bs.cdi.kubevirt.io")],
    ],
  ];
  test.for(rows)("%s", ([, reasons, lines]) => {
    expect(linesOf(reasons)).toEqual(lines);
  });
});

test("the headline has no number that its own words do not show", () => {
  const ref = { group: "hco.kubevirt.io", kind: "HyperConverged", name: "hco" };
  const reasons = [unreadReason("CDI"), unreadReason("AAQ"), unreadReason("A", { outcome: "unread", cause: "x" })];
  const one: GateReport = {
    ...gateReportOf(reasons),
    roots: [{ ref, verdict: "unknown", answer: "UNKNOWN", because: ["CDI", "AAQ", "A"], upgradeable: {} }],
  };
  expect(renderGate(one).split("\n")[0]).toBe(
    "UNKNOWN  Upgrade unknown: CDI and AAQ cannot be read (forbidden); A was not read",
  );
  expect(renderGatePlain(one)).toContain(
    "headline: Upgrade unknown: CDI and AAQ cannot be read (forbidden); A was not read\n",
  );
});

describe("the permissions that would do are named where something is forbidden on a live cluster", () => {
  const command = "kubectl hco-status permissions hyperconverged";
  const rows: [what: string, text: string, expected: string | undefined][] = [
    ["forbidden", renderGate(gateReportOf([unreadReason("CDI")])), `${command} | kubectl apply -f -`],
    [
      "in a namespace",
      renderGate(gateReportOf([unreadReason("CDI")]), { namespace: "a" }),
      `${command} -n a | kubectl apply -f -`,
    ],
    [
      "in a narrow terminal, unbroken",
      renderGate(gateReportOf([unreadReason("CDI")]), { width: 30 }),
      `  ${command} | kubectl apply -f -\n`,
    ],
    ["unread", renderGate(gateReportOf([unreadReason("CDI", { outcome: "unread" })])), undefined],
    ["accepted", renderGate(gateReportOf([unreadReason("CDI", { state: "accepted", was: "unknown" })])), undefined],
    ["in a must-gather", renderGate(gateReportOf([unreadReason("CDI")], "must-gather")), undefined],
  ];
  test.for(rows)("%s", ([, text, expected]) => {
    if (expected === undefined) expect(text).not.toContain("hco-status permissions");
    else expect(text).toContain(expected);
  });
});
