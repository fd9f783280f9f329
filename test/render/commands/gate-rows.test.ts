import { describe, expect, test } from "vitest";
import type { Source } from "../../../shared/model/snapshot.ts";
import type { GateReason, GateReport } from "../../../shared/model/upgrade-gate.ts";
import { renderGate, renderGatePlain } from "../../../shared/render/commands/upgrade-gate.ts";

const group = "cdi.kubevirt.io";
const buildReason = (kind: string, part: object = {}): GateReason =>
  ({
    code: "IncompleteReading",
    state: "unknown",
    about: { group, kind, name: "" },
    outcome: "forbidden",
    verb: "list",
    cause: "no",
    ...part,
  }) as GateReason;

function buildGateReport(reasons: readonly GateReason[], kind: Source["kind"] = "cluster"): GateReport {
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
function listReasonLines(reasons: readonly GateReason[]): readonly string[] {
  return [...renderGatePlain(buildGateReport(reasons)).matchAll(/^reason: .*?: (.*)$/gm)].map(([, text = ""]) => text);
}

describe("kinds that could not be read for one cause are one row", () => {
  const rows: readonly {
    readonly rule: string;
    readonly reasons: readonly GateReason[];
    readonly lines: readonly string[];
  }[] = [
    {
      rule: "forbidden kinds are one row",
      reasons: [buildReason("CDI"), buildReason("AAQ")],
      lines: ["2 kinds forbidden: CDI, AAQ"],
    },
    {
      rule: "a kind that is forbidden in two namespaces is counted once",
      reasons: [buildReason("CDI"), buildReason("CDI"), buildReason("AAQ")],
      lines: ["2 kinds forbidden: CDI, AAQ"],
    },
    {
      rule: "unread kinds are one row for each cause",
      reasons: [
        buildReason("A", { outcome: "unread", cause: "x" }),
        buildReason("B", { outcome: "unread", cause: "x" }),
        buildReason("C"),
      ],
      lines: ["2 kinds not read: x: A, B", expect.stringContaining("cs.cdi.kubevirt.io")],
    },
    {
      rule: "accepted kinds have a row of their own",
      reasons: [buildReason("A"), buildReason("B", { state: "accepted", was: "unknown" }), buildReason("C")],
      lines: ["2 kinds forbidden: A, C", expect.stringContaining("bs.cdi.kubevirt.io")],
    },
  ];
  test.for(rows)("$rule", ({ reasons, lines }) => {
    expect(listReasonLines(reasons)).toEqual(lines);
  });
});

test("the headline of the gate names all kinds that were not read", () => {
  const ref = { group: "hco.kubevirt.io", kind: "HyperConverged", name: "hco" };
  const reasons = [buildReason("CDI"), buildReason("AAQ"), buildReason("A", { outcome: "unread", cause: "x" })];
  const gateReport: GateReport = {
    ...buildGateReport(reasons),
    roots: [{ ref, verdict: "unknown", answer: "UNKNOWN", because: ["CDI", "AAQ", "A"], upgradeable: {} }],
  };
  expect(renderGate(gateReport).split("\n")[0]).toBe(
    "UNKNOWN  Upgrade unknown: CDI and AAQ cannot be read (forbidden); A was not read",
  );
  expect(renderGatePlain(gateReport)).toContain(
    "headline: Upgrade unknown: CDI and AAQ cannot be read (forbidden); A was not read\n",
  );
});

describe("the command that lists permissions is printed where a live cluster refuses a request", () => {
  const command = "kubectl hco-status permissions hyperconverged";
  const rows: readonly { readonly rule: string; readonly text: string; readonly expected: string | undefined }[] = [
    {
      rule: "a forbidden kind leads to the command",
      text: renderGate(buildGateReport([buildReason("CDI")])),
      expected: `${command} | kubectl apply -f -`,
    },
    {
      rule: "a forbidden kind in a namespace leads to the command with the namespace",
      text: renderGate(buildGateReport([buildReason("CDI")]), { namespace: "a" }),
      expected: `${command} -n a | kubectl apply -f -`,
    },
    {
      rule: "the command is not broken in a narrow terminal",
      text: renderGate(buildGateReport([buildReason("CDI")]), { width: 30 }),
      expected: `  ${command} | kubectl apply -f -\n`,
    },
    {
      rule: "an unread kind leads to no command",
      text: renderGate(buildGateReport([buildReason("CDI", { outcome: "unread" })])),
      expected: undefined,
    },
    {
      rule: "an accepted kind leads to no command",
      text: renderGate(buildGateReport([buildReason("CDI", { state: "accepted", was: "unknown" })])),
      expected: undefined,
    },
    {
      rule: "a forbidden kind in a must-gather leads to no command",
      text: renderGate(buildGateReport([buildReason("CDI")], "must-gather")),
      expected: undefined,
    },
  ];
  test.for(rows)("$rule", ({ text, expected }) => {
    if (expected === undefined) expect(text).not.toContain("hco-status permissions");
    else expect(text).toContain(expected);
  });
});
