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
  const rows: readonly [title: string, condition: object, reported: boolean][] = [
    ["False with a reason", { type: "Backup", status: "False", reason: "NoBucket" }, true],
    ["a message about a failure", { type: "Backup", status: "True", message: "upload failed: exit status 1" }, true],
    ["False without a word", { type: "Backup", status: "False" }, false],
    ["False as expected", { type: "Backup", status: "False", reason: "AsExpected" }, false],
    ["True", { type: "Backup", status: "True", reason: "Done" }, false],
    ["a type that a table calls info", { type: "Paused", status: "False", reason: "NotPaused" }, false],
    ["a type whose polarity was inferred", { type: "BackupReady", status: "False", reason: "NoBucket" }, false],
  ];
  test.for(rows)("%s", ([, condition, reported]) => {
    const { verdict, findings } = reportAbout(widget([main, condition]));
    const codes = findings.map(({ code }) => code);
    expect([verdict, codes.includes("suspect-condition")]).toEqual(["healthy", reported]);
  });

  test.for([
    ["unknown beside a good one", [main, { status: "True", reason: "Late" }], "unknown"],
    [
      "no better than a bad one",
      [
        { ...main, status: "False", reason: "Broken" },
        { status: "True", reason: "Late" },
      ],
      "unavailable",
    ],
    ["no condition where it has a phase, as in a log of phases", [main, { status: "True", phase: "Late" }], "healthy"],
  ] as const)("a condition without a type, as of a text that was cut, is %s", ([, conditions, verdict]) => {
    expect(rootAbout(widget(conditions)).verdict).toBe(verdict);
  });

  test.for([
    ["unknown beside one that has a status", [main, { type: "Degra" }], "unknown"],
    ["unknown where its type is unknown, too", [main, { type: "Progres", reason: "Late" }], "unknown"],
    ["no better than a bad one", [{ ...main, status: "False", reason: "Broken" }, { type: "Degra" }], "unavailable"],
    ["part of a log of phases", [main, { type: "Step", phase: "Late" }], "healthy"],
  ] as const)("a condition without a status, as of a text that was cut, is %s", ([, conditions, verdict]) => {
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
  const situations: readonly [title: string, conditions: readonly object[], status: object, verdict: string][] = [
    ["a good word", [is("False")], { colour: "Blue" }, "healthy"],
    ["a bad word", [is("False")], { colour: "Torn" }, "degraded"],
    ["any other word", [is("False")], { colour: "Green" }, "progressing"],
    ["a bad condition", [is("True")], { colour: "Blue" }, "degraded"],
    ["its reason", [is("True", "Rebalancing")], { colour: "Blue" }, "progressing"],
    ["a pause", [is("True", "OnHold")], { colour: "Blue" }, "healthy"],
    ["another condition", [is("False"), { type: "Ready", status: "False" }], { colour: "Blue" }, "healthy"],
    ["a required condition that is missing", [], { colour: "Blue" }, "progressing"],
    ["a text about a failure", [is("False")], { colour: "Blue", lastFault: "torn" }, "degraded"],
    ["a general word no longer counts", [is("False")], { colour: "Blue", phase: "Failed" }, "healthy"],
    ["a count", [is("False")], { colour: "Blue", members: 1 }, "degraded"],
  ];
  test.for(situations)("%s", ([, conditions, status, verdict]) => {
    const manifest = { ...widget(conditions, { members: 3, ...status }), spec: { size: 3 } };
    expect(rootAbout(manifest, { polarities: rows, kinds }).verdict).toBe(verdict);
  });
});
