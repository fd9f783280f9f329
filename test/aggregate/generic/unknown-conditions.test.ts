import { describe, expect, test } from "vitest";
import { describeFinding } from "../../../shared/outline/findings/describe.ts";
import { parsePolarityFile } from "../../../shared/parse/documents/polarity-file.ts";
import { reportAbout, rootAbout } from "./evaluate.ts";

const ready = { type: "Ready", status: "True" };

function buildWidget(conditions: readonly object[], status: object = {}): object {
  return { apiVersion: "acme.io/v1", kind: "Widget", metadata: { name: "web" }, status: { ...status, conditions } };
}

describe("a condition that no rule knows is reported under a healthy verdict", () => {
  const rows = [
    {
      rule: "an unknown condition that is False with a reason is a finding",
      condition: { type: "Backup", status: "False", reason: "NoBucket" },
      isFinding: true,
    },
    {
      rule: "an unknown condition with a message about a failure is a finding",
      condition: { type: "Backup", status: "True", message: "upload failed: exit status 1" },
      isFinding: true,
    },
    {
      rule: "an unknown condition that is False without reason and message is no finding",
      condition: { type: "Backup", status: "False" },
      isFinding: false,
    },
    {
      rule: "an unknown condition that is False with the reason AsExpected is no finding",
      condition: { type: "Backup", status: "False", reason: "AsExpected" },
      isFinding: false,
    },
    {
      rule: "an unknown condition that is True is no finding",
      condition: { type: "Backup", status: "True", reason: "Done" },
      isFinding: false,
    },
    {
      rule: "a condition of a type that a table calls info is no finding",
      condition: { type: "Paused", status: "False", reason: "NotPaused" },
      isFinding: false,
    },
    {
      rule: "a condition whose polarity was inferred from its type is no finding",
      condition: { type: "BackupReady", status: "False", reason: "NoBucket" },
      isFinding: false,
    },
  ];
  test.for(rows)("$rule", ({ condition, isFinding }) => {
    const { verdict, findings } = reportAbout(buildWidget([ready, condition]));
    expect(verdict).toBe("healthy");
    expect(findings.some(({ code }) => code === "suspect-condition")).toBe(isFinding);
  });

  test.for([
    {
      rule: "a condition without a type makes a healthy object unknown",
      conditions: [ready, { status: "True", reason: "Late" }],
      verdict: "unknown",
    },
    {
      rule: "a condition without a type does not hide that the object is unavailable",
      conditions: [
        { ...ready, status: "False", reason: "Broken" },
        { status: "True", reason: "Late" },
      ],
      verdict: "unavailable",
    },
    {
      rule: "an item without a type that has a phase is no condition",
      conditions: [ready, { status: "True", phase: "Late" }],
      verdict: "healthy",
    },
  ] as const)("$rule", ({ conditions, verdict }) => {
    expect(rootAbout(buildWidget(conditions)).verdict).toBe(verdict);
  });

  test.for([
    {
      rule: "a condition without a status makes a healthy object unknown",
      conditions: [ready, { type: "Degra" }],
      verdict: "unknown",
    },
    {
      rule: "a condition of unknown type without a status makes a healthy object unknown",
      conditions: [ready, { type: "Progres", reason: "Late" }],
      verdict: "unknown",
    },
    {
      rule: "a condition without a status does not hide that the object is unavailable",
      conditions: [{ ...ready, status: "False", reason: "Broken" }, { type: "Degra" }],
      verdict: "unavailable",
    },
    {
      rule: "an item without a status that has a phase is no condition",
      conditions: [ready, { type: "Step", phase: "Late" }],
      verdict: "healthy",
    },
  ] as const)("$rule", ({ conditions, verdict }) => {
    expect(rootAbout(buildWidget(conditions)).verdict).toBe(verdict);
  });

  test("the finding about a condition without a status names the condition", () => {
    const { findings } = reportAbout(buildWidget([ready, { type: "Degra" }]));
    expect(findings.map((each) => describeFinding(each))).toEqual([
      "Degra of Widget web has no status; it is read as Unknown",
    ]);
  });

  test("several unknown conditions are one finding, which has the message of the first", () => {
    const backup = { type: "Backup", status: "False", message: "exit status 1" };
    const { findings } = reportAbout(buildWidget([ready, backup, { type: "Archive", status: "False", reason: "X" }]));
    expect(findings.map((each) => describeFinding(each))).toEqual([
      "Backup=False (exit status 1) and Archive=False of Widget web are not evaluated; define their polarity in a --polarity file",
    ]);
  });

  test("a ClusterOperator has no finding about a type that its table omits", () => {
    const conditions = [
      { type: "Available", status: "True" },
      { type: "Disabled", status: "False", reason: "Whatever" },
    ];
    const clusterOperator = {
      ...buildWidget(conditions),
      apiVersion: "config.openshift.io/v1",
      kind: "ClusterOperator",
    };
    expect(reportAbout(clusterOperator).findings).toEqual([]);
  });
});

test("all inferred polarities of an object are one finding that names the flag --polarity", () => {
  const conditions = [ready, { type: "DiskReady", status: "True" }, { type: "NetAvailable", status: "True" }];
  expect(reportAbout(buildWidget(conditions)).findings.map((each) => describeFinding(each))).toEqual([
    "polarity of DiskReady and NetAvailable of Widget web inferred from their names; a --polarity file corrects it",
  ]);
});

describe("a polarity file decides how a kind is evaluated", () => {
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
  const buildFrozen = (status: string, reason = ""): object => ({ type: "Frozen", status, reason });
  /** How each differs from an object with Frozen=False and the colour Blue. */
  const situations: readonly {
    readonly rule: string;
    readonly conditions?: readonly object[];
    readonly status?: object;
    readonly verdict: string;
  }[] = [
    {
      rule: "a word that the file calls healthy makes the object healthy",
      status: { colour: "Blue" },
      verdict: "healthy",
    },
    {
      rule: "a word that the file calls degraded makes the object degraded",
      status: { colour: "Torn" },
      verdict: "degraded",
    },
    {
      rule: "a word that the file does not name has the verdict of otherwise",
      status: { colour: "Green" },
      verdict: "progressing",
    },
    {
      rule: "a bad condition makes the object degraded",
      conditions: [buildFrozen("True")],
      verdict: "degraded",
    },
    {
      rule: "a reason that the file calls progressing makes the object progressing",
      conditions: [buildFrozen("True", "Rebalancing")],
      verdict: "progressing",
    },
    {
      rule: "a reason that the file calls paused makes the object healthy",
      conditions: [buildFrozen("True", "OnHold")],
      verdict: "healthy",
    },
    {
      rule: "a condition that the file calls info does not count",
      conditions: [buildFrozen("False"), { type: "Ready", status: "False" }],
      verdict: "healthy",
    },
    {
      rule: "a required condition that is missing makes the object progressing",
      conditions: [],
      verdict: "progressing",
    },
    {
      rule: "a text in a field of failures makes the object degraded",
      status: { lastFault: "torn" },
      verdict: "degraded",
    },
    {
      rule: "a general word does not count where the file has words",
      status: { phase: "Failed" },
      verdict: "healthy",
    },
    {
      rule: "a count below the requested one makes the object degraded",
      status: { members: 1 },
      verdict: "degraded",
    },
  ];
  test.for(situations)("$rule", ({ conditions = [buildFrozen("False")], status, verdict }) => {
    const widgetStatus = { colour: "Blue", members: 3, ...status };
    const manifest = { ...buildWidget(conditions, widgetStatus), spec: { size: 3 } };
    expect(rootAbout(manifest, { polarities: rows, kinds }).verdict).toBe(verdict);
  });
});
