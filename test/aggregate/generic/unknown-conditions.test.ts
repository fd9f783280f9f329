import { describe, expect, test } from "vitest";
import { describeFinding } from "../../../shared/outline/findings/describe.ts";
import { parsePolarityFile } from "../../../shared/parse/documents/polarity-file.ts";
import { reportAbout, rootAbout } from "./evaluate.ts";

const main = { type: "Ready", status: "True" };
const widget = (conditions: readonly object[], status: object = {}, group = "acme.io", kind = "Widget"): object => ({
  apiVersion: `${group}/v1`,
  kind,
  metadata: { name: "w" },
  status: { ...status, conditions },
});

describe("a condition that no rule knows is reported under a healthy verdict too", () => {
  const rows = [
    {
      rule: "False with a reason",
      condition: { type: "Backup", status: "False", reason: "NoBucket" },
      reported: true,
    },
    {
      rule: "a message about a failure",
      condition: { type: "Backup", status: "True", message: "upload failed: exit status 1" },
      reported: true,
    },
    { rule: "False without a word", condition: { type: "Backup", status: "False" }, reported: false },
    {
      rule: "False as expected",
      condition: { type: "Backup", status: "False", reason: "AsExpected" },
      reported: false,
    },
    { rule: "True", condition: { type: "Backup", status: "True", reason: "Done" }, reported: false },
    {
      rule: "a type that a table calls info",
      condition: { type: "Paused", status: "False", reason: "NotPaused" },
      reported: false,
    },
    {
      rule: "a type whose polarity was inferred",
      condition: { type: "BackupReady", status: "False", reason: "NoBucket" },
      reported: false,
    },
  ];
  test.for(rows)("$rule", ({ condition, reported }) => {
    const { verdict, findings } = reportAbout(widget([main, condition]));
    const codes = findings.map(({ code }) => code);
    expect([verdict, codes.includes("suspect-condition")]).toEqual(["healthy", reported]);
  });

  test.for([
    {
      rule: "unknown beside a good one",
      conditions: [main, { status: "True", reason: "Late" }],
      verdict: "unknown",
    },
    {
      rule: "no better than a bad one",
      conditions: [
        { ...main, status: "False", reason: "Broken" },
        { status: "True", reason: "Late" },
      ],
      verdict: "unavailable",
    },
    {
      rule: "no condition where it has a phase, as in a log of phases",
      conditions: [main, { status: "True", phase: "Late" }],
      verdict: "healthy",
    },
  ] as const)("a condition without a type, as of a text that was cut, is $rule", ({ conditions, verdict }) => {
    expect(rootAbout(widget(conditions)).verdict).toBe(verdict);
  });

  test.for([
    { rule: "unknown beside one that has a status", conditions: [main, { type: "Degra" }], verdict: "unknown" },
    {
      rule: "unknown where its type is unknown, too",
      conditions: [main, { type: "Progres", reason: "Late" }],
      verdict: "unknown",
    },
    {
      rule: "no better than a bad one",
      conditions: [{ ...main, status: "False", reason: "Broken" }, { type: "Degra" }],
      verdict: "unavailable",
    },
    { rule: "part of a log of phases", conditions: [main, { type: "Step", phase: "Late" }], verdict: "healthy" },
  ] as const)("a condition without a status, as of a text that was cut, is $rule", ({ conditions, verdict }) => {
    expect(rootAbout(widget(conditions)).verdict).toBe(verdict);
  });

  test("a condition without a status is named", () => {
    const { findings } = reportAbout(widget([main, { type: "Degra" }]));
    expect(findings.map((each) => describeFinding(each))).toEqual([
      "Degra of Widget w has no status; it is read as Unknown",
    ]);
  });

  test("in one sentence for all of them, with the words of the first", () => {
    const backup = { type: "Backup", status: "False", message: "exit status 1" };
    const { findings } = reportAbout(widget([main, backup, { type: "Archive", status: "False", reason: "X" }]));
    expect(findings.map((each) => describeFinding(each))).toEqual([
      "Backup=False (exit status 1) and Archive=False of Widget w are not evaluated; define their polarity in a --polarity file",
    ]);
  });

  test("a row that evaluates only certain types leaves the others out on purpose", () => {
    const other = { type: "Disabled", status: "False", reason: "Whatever" };
    const available = { type: "Available", status: "True" };
    const { findings } = reportAbout(widget([available, other], {}, "config.openshift.io", "ClusterOperator"));
    expect(findings).toEqual([]);
  });
});

test("all inferred polarities of an object are one finding that names the file", () => {
  const conditions = [main, { type: "DiskReady", status: "True" }, { type: "NetAvailable", status: "True" }];
  expect(reportAbout(widget(conditions)).findings.map((each) => describeFinding(each))).toEqual([
    "polarity of DiskReady and NetAvailable of Widget w inferred from their names; a --polarity file corrects it",
  ]);
});

describe("a user's file says how a kind is read", () => {
  const file = `
kinds:
  - kind: Widget
    group: acme.io
    polarity: {Frozen: bad, "*": info}
    reasons: {Rebalancing: progressing, OnHold: paused}
    required: [Frozen]
    words:
      - {at: status.colour, is: {Blue: healthy, Torn: degraded, Grey: paused}, otherwise: progressing}
    counts:
      - {wanted: spec.size, ready: status.members, short: degraded}
    failures: [status.lastFault]
`;
  const rules = parsePolarityFile(file, "s.yaml");
  if (rules.fault !== undefined) throw new Error(rules.fault.code);
  const { rows, kinds } = rules;
  const is = (status: string, reason = ""): object => ({ type: "Frozen", status, reason });
  const situations = [
    { rule: "a good word", conditions: [is("False")], status: { colour: "Blue" }, verdict: "healthy" },
    { rule: "a bad word", conditions: [is("False")], status: { colour: "Torn" }, verdict: "degraded" },
    { rule: "any other word", conditions: [is("False")], status: { colour: "Green" }, verdict: "progressing" },
    { rule: "a bad condition", conditions: [is("True")], status: { colour: "Blue" }, verdict: "degraded" },
    {
      rule: "its reason",
      conditions: [is("True", "Rebalancing")],
      status: { colour: "Blue" },
      verdict: "progressing",
    },
    { rule: "a pause", conditions: [is("True", "OnHold")], status: { colour: "Blue" }, verdict: "healthy" },
    {
      rule: "another condition",
      conditions: [is("False"), { type: "Ready", status: "False" }],
      status: { colour: "Blue" },
      verdict: "healthy",
    },
    {
      rule: "a required condition that is missing",
      conditions: [],
      status: { colour: "Blue" },
      verdict: "progressing",
    },
    {
      rule: "a text about a failure",
      conditions: [is("False")],
      status: { colour: "Blue", lastFault: "torn" },
      verdict: "degraded",
    },
    {
      rule: "a general word no longer counts",
      conditions: [is("False")],
      status: { colour: "Blue", phase: "Failed" },
      verdict: "healthy",
    },
    { rule: "a count", conditions: [is("False")], status: { colour: "Blue", members: 1 }, verdict: "degraded" },
  ];
  test.for(situations)("$rule", ({ conditions, status, verdict }) => {
    const manifest = { ...widget(conditions, { members: 3, ...status }), spec: { size: 3 } };
    expect(rootAbout(manifest, { polarities: rows, kinds }).verdict).toBe(verdict);
  });
});
