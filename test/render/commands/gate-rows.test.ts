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
  const rows: readonly {
    readonly rule: string;
    readonly reasons: readonly GateReason[];
    readonly lines: readonly string[];
  }[] = [
    {
      rule: "forbidden ones",
      reasons: [unreadReason("CDI"), unreadReason("AAQ")],
      lines: ["2 kinds forbidden: CDI, AAQ"],
    },
    {
      rule: "one kind in two namespaces is one kind",
      reasons: [unreadReason("CDI"), unreadReason("CDI"), unreadReason("AAQ")],
      lines: ["2 kinds forbidden: CDI, AAQ"],
    },
    {
      rule: "unread ones, each cause by itself",
      reasons: [
        unreadReason("A", { outcome: "unread", cause: "x" }),
        unreadReason("B", { outcome: "unread", cause: "x" }),
        unreadReason("C"),
      ],
      lines: ["2 kinds not read: x: A, B", expect.stringContaining("cs.cdi.kubevirt.io")],
    },
    {
      rule: "accepted ones apart from others",
      reasons: [unreadReason("A"), unreadReason("B", { state: "accepted", was: "unknown" }), unreadReason("C")],
      lines: ["2 kinds forbidden: A, C", expect.stringContaining("bs.cdi.kubevirt.io")],
    },
  ];
  test.for(rows)("$rule", ({ reasons, lines }) => {
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
  const rows: readonly { readonly rule: string; readonly text: string; readonly expected: string | undefined }[] = [
    {
      rule: "forbidden",
      text: renderGate(gateReportOf([unreadReason("CDI")])),
      expected: `${command} | kubectl apply -f -`,
    },
    {
      rule: "in a namespace",
      text: renderGate(gateReportOf([unreadReason("CDI")]), { namespace: "a" }),
      expected: `${command} -n a | kubectl apply -f -`,
    },
    {
      rule: "in a narrow terminal, unbroken",
      text: renderGate(gateReportOf([unreadReason("CDI")]), { width: 30 }),
      expected: `  ${command} | kubectl apply -f -\n`,
    },
    {
      rule: "unread",
      text: renderGate(gateReportOf([unreadReason("CDI", { outcome: "unread" })])),
      expected: undefined,
    },
    {
      rule: "accepted",
      text: renderGate(gateReportOf([unreadReason("CDI", { state: "accepted", was: "unknown" })])),
      expected: undefined,
    },
    {
      rule: "in a must-gather",
      text: renderGate(gateReportOf([unreadReason("CDI")], "must-gather")),
      expected: undefined,
    },
  ];
  test.for(rows)("$rule", ({ text, expected }) => {
    if (expected === undefined) expect(text).not.toContain("hco-status permissions");
    else expect(text).toContain(expected);
  });
});
