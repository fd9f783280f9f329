import { describe, expect, test } from "vitest";
import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { ReadGap, Report, ReportNode, RootNode } from "../../shared/model/report.ts";
import type { UnmetRequirement, WaitGoal } from "../../shared/model/wait.ts";
import { evaluateWaitGoal, parseWaitGoal } from "../../shared/wait/wait-goal.ts";
import {
  ago,
  below,
  complete,
  component,
  condition,
  finding,
  hyperconverged,
  namespace,
  open,
  refOf,
  report,
  root,
} from "../render/build.ts";

const good = [
  condition("ReconcileComplete", "T"),
  condition("Available", "T"),
  condition("Progressing", "F"),
  condition("Degraded", "F"),
  condition("Upgradeable", "T"),
];
const cdi = (part: Partial<ReportNode> = {}): ReportNode => component("CDI", "healthy", "v1", part);
const well = (part: Partial<RootNode> = {}): RootNode => root({ conditions: good, children: [cdi()], ...part });
const label = hyperconverged.name;
const own = { about: hyperconverged, root: hyperconverged };
const ofCdi = { about: refOf("CDI"), label: "CDI", root: hyperconverged };

interface Asked {
  readonly wanted?: readonly RequestedKind[];
  readonly met?: readonly Ref[];
  readonly report?: Partial<Report>;
  readonly gaps?: readonly ReadGap[];
}

function waited(words: string, roots: readonly RootNode[], { wanted, met, report: part = {}, gaps = [] }: Asked = {}) {
  return evaluateWaitGoal(report(roots, { completeness: complete(1, gaps), ...part }), goal(words), wanted, met);
}

function goal(words: string): WaitGoal {
  const found = parseWaitGoal(words);
  if (found === undefined) throw new Error(words);
  return found;
}

/** One root, and what is in the way. */
type Rows = readonly (readonly [sentence: string, part: Partial<RootNode>, obstacles: readonly object[]])[];
const holds =
  (words: string) =>
  ([sentence, part, obstacles]: Rows[number]): void => {
    expect([sentence, waited(words, [well(part)]).obstacles]).toEqual([sentence, obstacles]);
  };

describe("what may be waited for", () => {
  const rows: readonly [words: string, goal: WaitGoal | undefined][] = [
    ["healthy", { is: "healthy" }],
    ["available", { is: "available" }],
    ["upgradeable", { is: "upgradeable" }],
    ["upgraded", { is: "upgraded" }],
    ["deleted", { is: "deleted" }],
    ["upgraded=1.20.0", { is: "upgraded", version: "1.20.0" }],
    ["condition=Ready", { is: "condition", type: "Ready", status: "True" }],
    ["condition=Ready=False", { is: "condition", type: "Ready", status: "False" }],
    ["condition=Ready=a=b\nc", { is: "condition", type: "Ready", status: "a=b\nc" }],
    ["condition=", undefined],
    ["upgraded=", undefined],
    ["xcondition=Ready", undefined],
    ["xupgraded=1", undefined],
    ["well", undefined],
  ];
  test.for(rows)("%o", ([words, expected]) => {
    expect(parseWaitGoal(words)).toStrictEqual(expected);
  });
});

const verdict = (more: object): object => ({ code: "verdict", label, outcome: "found", reason: "", ...own, ...more });
const part = (more: object): object => ({ code: "verdict", outcome: "found", reason: "", ...ofCdi, ...more });

describe("healthy", () => {
  const gates = (because: string): RootNode["gates"] => ({ ...open, ready: { answer: "no", because: ["x", because] } });
  const upgrade: RootNode["gates"] = { ...open, upgrade: { running: true, waitingFor: ["CDI"] } };
  const rows: Rows = [
    ["it is", {}, []],
    [
      "it is being deleted",
      { deleting: true, stale: true, ownVerdict: "progressing" },
      [{ code: "deleting", label, ...own }],
    ],
    ["its status is old", { stale: true, ownVerdict: "progressing" }, [{ code: "stale", label, ...own }]],
    ["a part is down", { children: [cdi({ verdict: "unavailable" })] }, [part({ verdict: "unavailable" })]],
    ["a part is only degraded", { children: [cdi({ verdict: "degraded" })] }, [part({ verdict: "degraded" })]],
    ["a part is not required", { children: [cdi({ verdict: "unavailable", required: false })] }, []],
    ["it is degraded itself", { ownVerdict: "degraded" }, [verdict({ verdict: "degraded" })]],
    [
      "it is degraded itself, and a part is down",
      { ownVerdict: "degraded", children: [cdi({ verdict: "unavailable" })] },
      [verdict({ verdict: "degraded" }), part({ verdict: "unavailable" })],
    ],
    ["it is not healthy, and nothing says why", { verdict: "unknown" }, [verdict({ verdict: "unknown" })]],
    [
      "its own is hidden behind a verdict that is better",
      { ownVerdict: "unknown", verdict: "healthy" },
      [verdict({ verdict: "unknown" })],
    ],
    [
      "of an object by itself the parts only explain it",
      { profile: "generic", children: [cdi({ verdict: "unavailable" })] },
      [verdict({ verdict: "unavailable", reason: "" })],
    ],
    [
      "an upgrade runs",
      { ownVerdict: "progressing", gates: upgrade },
      [expect.objectContaining({ code: "upgrade", running: true, waitingFor: ["CDI"], label })],
    ],
    [
      "an upgrade runs, and it is degraded",
      { ownVerdict: "degraded", gates: upgrade },
      [verdict({ verdict: "degraded" })],
    ],
    ["it progresses, and no upgrade runs", { ownVerdict: "progressing" }, [verdict({ verdict: "progressing" })]],
    [
      "its operator does not run",
      { ownVerdict: "degraded", gates: gates("OperatorDown") },
      [verdict({ verdict: "degraded", reason: "OperatorDown" })],
    ],
    [
      "its operator was not seen",
      { ownVerdict: "unknown", gates: gates("OperatorUnknown") },
      [verdict({ verdict: "unknown", reason: "OperatorUnknown" })],
    ],
    [
      "a reconcile failed",
      {
        ownVerdict: "degraded",
        conditions: [condition("ReconcileComplete", "F", 1, "Failed"), condition("Available", "F", 1, "Broken")],
      },
      [verdict({ verdict: "degraded", reason: "Failed" })],
    ],
    [
      "a reconcile was complete",
      {
        ownVerdict: "degraded",
        conditions: [condition("ReconcileComplete", "T", 1, "Done"), condition("Available", "F", 1, "Broken")],
      },
      [verdict({ verdict: "degraded", reason: "Broken" })],
    ],
    [
      "another system has a condition of that name",
      {
        profile: "application",
        ownVerdict: "degraded",
        conditions: [condition("ReconcileComplete", "F", 1, "Failed"), condition("Available", "F", 1, "Broken")],
      },
      [verdict({ verdict: "degraded", reason: "Broken" })],
    ],
  ];
  test.for(rows)("%s", holds("healthy"));

  const reasons: readonly [sentence: string, part: Partial<ReportNode>, told: object][] = [
    [
      "the rule's own word first",
      { trouble: { reason: "Own", message: "" }, conditions: [condition("Available", "F", 1, "A")] },
      { reason: "Own" },
    ],
    [
      "then the worst sense",
      {
        conditions: [
          condition("Progressing", "T", 1, "Busy"),
          condition("Synchronized", "F", 1, "Good"),
          condition("Degraded", "T", 1, "Bad"),
          condition("Available", "F", 1, "Main"),
        ],
      },
      { reason: "Main" },
    ],
    [
      "bad before good",
      { conditions: [condition("Synchronized", "F", 1, "Good"), condition("Degraded", "T", 1, "Bad")] },
      { reason: "Bad" },
    ],
    [
      "good before busy",
      { conditions: [condition("Progressing", "T", 1, "Busy"), condition("Synchronized", "F", 1, "Good")] },
      { reason: "Good" },
    ],
    [
      "busy at last",
      { conditions: [condition("Upgradeable", "F", 1, "No"), condition("Progressing", "T", 1, "Busy")] },
      { reason: "Busy" },
    ],
    ["advice is none", { conditions: [condition("Upgradeable", "F", 1, "No")] }, { reason: "" }],
    ["not what is as it should be", { conditions: [condition("Available", "T", 1, "Fine")] }, { reason: "" }],
    [
      "not what has no word",
      { conditions: [condition("Available", "F"), condition("Degraded", "T", 1, "Bad")] },
      { reason: "Bad" },
    ],
    [
      "and what fails below it",
      { children: [below("workload", "d", "unavailable", { trouble: { reason: "Short", message: "" } })] },
      { reason: "", cause: "d: Short" },
    ],
    [
      "as deep as was read, by the name of the workload",
      {
        children: [
          below("workload", "d", "unavailable", {
            trouble: { reason: "Short", message: "" },
            children: [
              below("pod", "p", "degraded", {
                children: [below("container", "c", "degraded", { trouble: { reason: "Crash", message: "" } })],
              }),
            ],
          }),
        ],
      },
      { reason: "", cause: "d: Crash" },
    ],
    [
      "of a Pod by the name of its container",
      {
        children: [
          below("pod", "p", "degraded", {
            children: [below("container", "c", "degraded", { trouble: { reason: "Crash", message: "" } })],
          }),
        ],
      },
      { reason: "", cause: "c: Crash" },
    ],
    [
      "not what only progresses, nor what is only related",
      {
        children: [
          below("workload", "a", "progressing", { trouble: { reason: "A", message: "" } }),
          { ...below("pod", "b", "healthy", { trouble: { reason: "B", message: "" } }), role: "related" },
          below("workload", "c", "degraded", { trouble: { reason: "C", message: "" } }),
        ],
      },
      { reason: "", cause: "c: C" },
    ],
    ["nothing where the child has no word", { children: [below("workload", "d", "unavailable")] }, { reason: "" }],
    [
      "nothing below what was not found",
      {
        outcome: "absent",
        children: [below("workload", "d", "unavailable", { trouble: { reason: "Short", message: "" } })],
      },
      { outcome: "absent", reason: "" },
    ],
  ];
  test.for(reasons)("the reason is %s", ([, more, told]) => {
    const { obstacles } = waited("healthy", [
      well({ children: [cdi({ verdict: "unavailable", ...more, conditions: more.conditions ?? [] })] }),
    ]);
    expect(obstacles).toStrictEqual([part({ verdict: "unavailable", ...told })]);
  });
});

describe("available", () => {
  const missing = (type: string, more: object): object => ({
    code: "condition",
    type,
    wanted: "True",
    outdated: false,
    ...own,
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
      [{ code: "stale", ...ofCdi }],
    ],
    [
      "a part is down, and its status is old",
      { children: [cdi({ stale: true, verdict: "unavailable" })] },
      [part({ verdict: "unavailable" })],
    ],
    ["that of another is old", { children: [cdi({ stale: true, required: false })] }, []],
    ["its own status is old", { stale: true, ownVerdict: "progressing" }, [{ code: "stale", label, ...own }]],
    [
      "it says that it is not",
      { conditions: [condition("Available", "F", 1, "R")] },
      [missing("Available", { status: "False", reason: "R" })],
    ],
    [
      "it does not say",
      { conditions: good.filter(({ type }) => type !== "Available") },
      [missing("Available", { status: null, reason: "" })],
    ],
    [
      "it is not known itself, beside a part that is degraded",
      { ownVerdict: "unknown", verdict: "degraded" },
      [verdict({ verdict: "unknown" })],
    ],
    [
      "its operator does not run",
      { gates: { ...open, ready: { answer: "no", because: ["OperatorDown"] } } },
      [{ code: "operator-down", label, ...own }],
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
  test.for(rows)("%s", holds("available"));

  const unseen = (about: Ref, more: object = {}): Partial<Report> => ({
    findings: [finding("warning", { code: "operator-unknown", outcome: "forbidden", cause: "", ...more }, about)],
  });
  const cannot = { code: "operator-unknown", label, ...own };
  const told: readonly [sentence: string, part: Partial<RootNode>, asked: Asked, obstacles: readonly object[]][] = [
    ["its operator was not seen", {}, { report: unseen(hyperconverged) }, [cannot]],
    ["a file does not hold its operator", {}, { report: unseen(hyperconverged, { isGiven: true }) }, []],
    ["that of another was not seen", {}, { report: unseen({ ...hyperconverged, namespace: "other" }) }, []],
    ["something else was found", {}, { report: { findings: [finding("info", { code: "installing" })] } }, []],
    ["what has no such operator", { profile: "generic" }, { report: unseen(hyperconverged) }, []],
    [
      "its operator was not seen, which its verdict says",
      { ownVerdict: "unknown", gates: { ...open, ready: { answer: "unknown", because: ["OperatorUnknown"] } } },
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
  test.for(told)("%s", ([, more, asked, obstacles]) => {
    expect(waited("available", [well(more)], asked).obstacles).toEqual(obstacles);
  });
});

describe("upgraded", () => {
  const at = (version?: string, wanted?: string): RootNode["facts"] => ({
    ...(version !== undefined && { observedVersion: version }),
    ...(wanted !== undefined && { expectedVersion: wanted }),
  });
  const facts = at("1.20.0", "1.20.0");
  const running = (is: boolean | null, waitingFor: readonly string[] = []): RootNode["gates"] => ({
    ...open,
    upgrade: { running: is, waitingFor },
  });
  const upgrade = (more: object = {}): object => ({
    ...{
      code: "upgrade",
      label,
      ...own,
      running: false,
      version: "1.20.0",
      wanted: "1.20.0",
      waitingFor: [],
      lags: [],
    },
    ...more,
  });
  const behind = cdi({ facts: at("v0", "v1"), conditions: [condition("Progressing", "F", 9)] });
  const lag = { label: "CDI", version: "v0", wanted: "v1", stalled: true };
  const rows: readonly [sentence: string, words: string, part: Partial<RootNode>, obstacles: readonly object[]][] = [
    ["it is", "upgraded", { facts }, []],
    ["it is at what is asked for", "upgraded=1.20.0", { facts }, []],
    ["it is at what is asked for, in other letters", "upgraded=v1.20.0", { facts }, []],
    [
      "it is at what is asked for, in other letters than it says",
      "upgraded=1.20.0",
      { facts: at("v1.20.0", "v1.20.0") },
      [],
    ],
    [
      "another version begins with the letter",
      "upgraded=vanilla",
      { facts: at("anilla", "anilla") },
      [upgrade({ version: "anilla", wanted: "anilla", asked: "vanilla" })],
    ],
    ["it is at another version", "upgraded=1.21.0", { facts }, [upgrade({ asked: "1.21.0" })]],
    [
      "it is on its way to what is asked for",
      "upgraded=1.20.0",
      { facts: at("1.19.0", "1.20.0") },
      [upgrade({ version: "1.19.0" })],
    ],
    [
      "it is not at what its operator is",
      "upgraded",
      { facts: at("1.19.0", "1.20.0") },
      [upgrade({ version: "1.19.0" })],
    ],
    [
      "an upgrade runs",
      "upgraded",
      { facts, gates: running(true, ["CDI"]), children: [cdi({ facts: {}, conditions: [] })] },
      [upgrade({ running: true, waitingFor: ["CDI"], lags: [{ label: "CDI", stalled: false }] })],
    ],
    ["it is not known whether one runs", "upgraded", { facts, gates: running(null) }, [upgrade({ running: null })]],
    ["a part is behind", "upgraded", { facts, children: [behind] }, [upgrade({ waitingFor: ["CDI"], lags: [lag] })]],
    [
      "a part is behind, which is told once",
      "upgraded",
      { facts, gates: running(true, ["CDI"]), children: [behind] },
      [upgrade({ running: true, waitingFor: ["CDI"], lags: [lag] })],
    ],
    ["a part that is not required is behind", "upgraded", { facts, children: [{ ...behind, required: false }] }, []],
    [
      "no version of a part is wanted",
      "upgraded",
      { facts, children: [cdi({ facts: { observedVersion: "v0" } })] },
      [],
    ],
    ["a part is wanted at no version", "upgraded", { facts, children: [cdi({ facts: at("v0", "") })] }, []],
    ["its status is old", "upgraded", { facts, stale: true }, [{ code: "stale", label, ...own }]],
    [
      "no operator has looked",
      "upgraded",
      { facts, conditions: [condition("Other", "T")] },
      [verdict({ verdict: "unknown" })],
    ],
    [
      "no operator has looked, and it is at another version",
      "upgraded",
      { facts: at("1.19.0", "1.20.0"), conditions: [] },
      [upgrade({ version: "1.19.0" })],
    ],
    [
      "one of the operator's conditions is there, and another",
      "upgraded",
      { facts, conditions: [condition("Other", "T"), condition("Degraded", "F")] },
      [],
    ],
    [
      "its operator does not run, and it is at another version",
      "upgraded",
      { facts: at("1.19.0", "1.20.0"), gates: { ...open, ready: { answer: "no", because: ["OperatorDown"] } } },
      [upgrade({ version: "1.19.0" }), { code: "operator-down", label, ...own }],
    ],
    ["one of the operator's conditions is there", "upgraded", { facts, conditions: [condition("Degraded", "F")] }, []],
    [
      "its operator does not run",
      "upgraded",
      { facts, gates: { ...open, ready: { answer: "no", because: ["OperatorDown"] } } },
      [{ code: "operator-down", label, ...own }],
    ],
  ];
  test.for(rows)("%s", ([sentence, words, more, obstacles]) => {
    expect([sentence, waited(words, [well(more)]).obstacles]).toEqual([sentence, obstacles]);
  });

  test("versions that are not known are none that was reached", () => {
    const { wanted: _, ...without } = upgrade() as { wanted?: string };
    expect(waited("upgraded", [well({ facts: at("1.20.0") })]).obstacles).toStrictEqual([without]);
    const { version: __, ...neither } = without as { version?: string };
    expect(waited("upgraded", [well({ facts: {} })]).obstacles).toStrictEqual([neither]);
  });

  test("a part has been on its way since its own condition, a stalled one since the root's", () => {
    const busy = { ...behind, verdict: "progressing", conditions: [condition("Progressing", "T", 3)] } as const;
    const rolled = waited("upgraded", [
      well({ facts, children: [busy], conditions: [...good, condition("Progressing", "T", 7)] }),
    ]);
    expect(rolled.obstacles).toEqual([
      upgrade({ waitingFor: ["CDI"], lags: [{ ...lag, stalled: false, since: ago(3) }] }),
    ]);
    const stalled = waited("upgraded", [
      well({
        facts,
        children: [behind],
        conditions: [...good, condition("Degraded", "T", 1), condition("Progressing", "T", 7)],
      }),
    ]);
    expect(stalled.obstacles).toEqual([upgrade({ waitingFor: ["CDI"], lags: [{ ...lag, since: ago(7) }] })]);
    const done = { ...behind, facts: at("v1", "v1") };
    const after = waited("upgraded", [well({ facts, gates: running(true, ["CDI"]), children: [done] })]);
    expect(after.obstacles).toEqual([
      upgrade({ running: true, waitingFor: ["CDI"], lags: [{ ...lag, version: "v1", stalled: false }] }),
    ]);
  });

  test("nothing that is there has such versions, or only some of it", () => {
    const other = root({ profile: "generic", ref: refOf("CDI"), label: "cdi" });
    expect(waited("upgraded", [other], { wanted: [] }).obstacles).toEqual([
      { code: "no-versions", about: refOf("CDI"), label: "cdi", root: refOf("CDI") },
    ]);
    expect(waited("upgraded", [other, well()]).obstacles).toEqual([]);
  });
});

describe("upgradeable", () => {
  const runs = (name: string): ReportNode => below("workload", name, "healthy");
  const open = well({
    children: [cdi({ children: [runs("cdi-operator")] }), runs("hco-operator"), runs("hco-webhook")],
  });
  test("it is, and what else was not read does not matter", () => {
    const gap: ReadGap = { outcome: "forbidden", verb: "get", group: "", kind: "X", required: true };
    expect(waited("upgradeable", [open])).toEqual({ obstacles: [], isKnown: true });
    // The gate says itself what it misses, once.
    expect(waited("upgradeable", [open], { gaps: [gap] }).obstacles.map(({ code }) => code)).toEqual(["gate"]);
  });
  test("as the gate answers it", () => {
    const { obstacles, isKnown } = waited("upgradeable", [{ ...open, deleting: true }]);
    expect(obstacles).toEqual([
      { code: "gate", reason: expect.objectContaining({ code: "Deleting" }), root: hyperconverged },
    ]);
    expect(isKnown).toBe(true);
    expect(waited("upgradeable", [{ ...open, stale: true }]).isKnown).toBe(false);
  });
  test("nothing that is there can be asked", () => {
    const ref = { group: "apps", kind: "Deployment", name: "d" };
    const other = root({ profile: "generic", ref, label: "d" });
    const gap: ReadGap = { outcome: "forbidden", verb: "get", group: "", kind: "X", cause: "no", required: true };
    expect(waited("upgradeable", [other], { gaps: [gap] }).obstacles).toEqual([
      { code: "no-versions", about: ref, label: "d", root: ref },
      { code: "unread", outcome: "forbidden", kind: "X", cause: "no" },
    ]);
  });
});

describe("deleted", () => {
  const other = { ...hyperconverged, name: "other" };
  const going = (about: Ref): Partial<Report> => ({
    findings: [
      finding("warning", { code: "stale", generation: 2, observedGeneration: 1 }, about),
      finding("warning", { code: "deleting", since: ago(1), finalizers: [], remaining: ["CDI"] }, about),
    ],
  });
  const there = (more: object = {}): object => ({
    code: "still-there",
    deleting: false,
    remaining: [],
    ...own,
    ...more,
  });
  const rows: readonly [sentence: string, roots: readonly RootNode[], asked: Asked, obstacles: readonly object[]][] = [
    ["it is", [], {}, []],
    ["it is there", [well()], {}, [there()]],
    [
      "it is going",
      [well({ deleting: true })],
      { report: going(hyperconverged) },
      [there({ deleting: true, remaining: ["CDI"] })],
    ],
    ["another is going", [well({ deleting: true })], { report: going(other) }, [there({ deleting: true })]],
    ["another has come", [well({ ref: other })], { met: [hyperconverged] }, []],
    ["what there was is there", [well({ ref: other }), well()], { met: [hyperconverged] }, [there()]],
    [
      "what was named is there, whatever there was",
      [well({ ref: other })],
      { met: [hyperconverged], wanted: [] },
      [there({ about: other, root: other })],
    ],
  ];
  test.for(rows)("%s", ([, roots, asked, obstacles]) => {
    expect(waited("deleted", roots, asked).obstacles).toEqual(obstacles);
  });

  const gap = (kind: string): ReadGap => ({
    outcome: "forbidden",
    verb: "list",
    group: "",
    kind,
    cause: "no",
    required: true,
  });
  const unread = (kind: string): object => ({ code: "unread", outcome: "forbidden", kind, cause: "no" });
  test("what may not be read is not known to be gone", () => {
    expect(waited("deleted", [], { gaps: [gap("X")] })).toEqual({ obstacles: [unread("X")], isKnown: false });
    expect(waited("deleted", [], { gaps: [gap("Deployment")] })).toEqual({
      obstacles: [unread("Deployment")],
      isKnown: false,
    });
    expect(waited("deleted", [well()], { gaps: [gap("X"), gap("Deployment")] })).toEqual({
      obstacles: [there(), unread("X")],
      isKnown: true,
    });
  });
});

describe("a condition", () => {
  const is = (more: object): object => ({
    code: "condition",
    type: "Ready",
    wanted: "True",
    status: "True",
    reason: "",
    outdated: false,
    ...own,
    ...more,
  });
  const ready = (letter: "T" | "F" | "U", more: object = {}) => ({ ...condition("Ready", letter, 1, "R"), ...more });
  const rows: readonly [sentence: string, words: string, part: Partial<RootNode>, obstacles: readonly object[]][] = [
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
  test.for(rows)("%s", ([sentence, words, more, obstacles]) => {
    expect([sentence, waited(words, [well(more)]).obstacles]).toEqual([sentence, obstacles]);
  });

  const gap = (kind: string): ReadGap => ({ outcome: "unread", verb: "list", group: "x", kind, required: true });
  test("only what may hide a root is missed", () => {
    const kinds = ["HyperConverged", "Application", "CDI", "Deployment"].map(gap);
    const { obstacles } = waited("condition=Available", [well()], { gaps: kinds });
    expect(obstacles).toEqual(
      ["HyperConverged", "Application"].map((kind) => ({ code: "unread", outcome: "unread", kind, cause: "" })),
    );
    const wanted = [
      { kind: { group: "cdi.kubevirt.io", kind: "CDI", plural: "cdis", versions: [], namespaced: false } },
    ];
    const named = waited("condition=Available", [well()], { gaps: kinds, wanted }).obstacles;
    expect(named).toEqual([{ code: "unread", outcome: "unread", kind: "CDI", cause: "" }]);
  });
});

describe("what is not there", () => {
  const kind = {
    group: hyperconverged.group,
    kind: "HyperConverged",
    plural: "hyperconvergeds",
    versions: [],
    namespaced: true,
  };
  const cdis = { group: "cdi.kubevirt.io", kind: "CDI", plural: "cdis", versions: [], namespaced: false };
  const none = (more: object = {}): object => ({ code: "nothing-there", kind: "HyperConverged", ...more });
  const alone = root({ profile: "generic", ref: refOf("CDI"), label: "cdi" });
  const app = root({
    profile: "application",
    ref: { group: "app.k8s.io", kind: "Application", namespace, name: "a" },
    label: "a",
  });
  const named = (name: string): RequestedKind => ({ kind, name });
  const rows: readonly [sentence: string, roots: readonly RootNode[], asked: Asked, obstacles: readonly object[]][] = [
    ["nothing is", [], {}, [none()]],
    ["only a component is, which is no HyperConverged's", [alone], {}, [none()]],
    ["an Application is", [app], {}, []],
    [
      "what another group calls CDI is",
      [root({ profile: "generic", ref: { group: "x", kind: "CDI", name: "c" } })],
      {},
      [],
    ],
    ["a component and an Application are", [alone, app], {}, []],
    ["a component is, which was named", [alone], { wanted: [{ kind: cdis }] }, []],
    [
      "nothing that was named by kind is",
      [],
      { wanted: [{ kind }, { kind: cdis }, { kind }] },
      [none(), none({ kind: "CDI" })],
    ],
    ["nothing that was named is", [], { wanted: [named("x")] }, [none({ name: "x" })]],
    ["one of two that were named is", [well()], { wanted: [named(label), named("x")] }, [none({ name: "x" })]],
    [
      "one of that name and another kind is",
      [well()],
      { wanted: [{ kind: { ...cdis, group: hyperconverged.group }, name: label }] },
      [none({ kind: "CDI", name: label })],
    ],
    [
      "one of that name and another group is",
      [well()],
      { wanted: [{ kind: { ...kind, group: "x" }, name: label }] },
      [none({ name: label })],
    ],
    [
      "what was named was there",
      [],
      { wanted: [named(label)], met: [hyperconverged] },
      [none({ name: label, was: true })],
    ],
    ["what was named was not there", [], { wanted: [named("x")], met: [hyperconverged] }, [none({ name: "x" })]],
    ["what was there is gone", [app], { met: [hyperconverged, app.ref] }, [none({ name: label, was: true })]],
    ["what was there is there", [well()], { met: [hyperconverged] }, []],
    ["a component that was there is gone, and is not missed", [well()], { met: [hyperconverged, refOf("CDI")] }, []],
  ];
  test.for(rows)("%s", ([sentence, roots, asked, obstacles]) => {
    expect([sentence, waited("healthy", roots, asked).obstacles]).toStrictEqual([sentence, obstacles]);
  });

  const gap = (more: Partial<ReadGap> = {}): ReadGap => ({
    outcome: "forbidden",
    verb: "list",
    group: "x",
    kind: "HyperConverged",
    cause: "no",
    required: true,
    ...more,
  });
  const unread = (more: object = {}): object => ({
    code: "unread",
    outcome: "forbidden",
    kind: "HyperConverged",
    cause: "no",
    ...more,
  });
  const gaps: readonly [
    sentence: string,
    roots: readonly RootNode[],
    gap: ReadGap,
    obstacles: readonly object[],
    isKnown: boolean,
  ][] = [
    ["it may not be read, so it may be there", [], gap(), [unread()], false],
    ["it was not answered", [], gap({ outcome: "unread" }), [unread({ outcome: "unread" })], false],
    ["it is known not to be there", [], gap({ outcome: "absent" }), [none()], false],
    ["another kind may not be read", [], gap({ kind: "CDI" }), [unread({ kind: "CDI" }), none()], false],
    ["it is not needed", [well()], gap({ required: false }), [], true],
    ["with its name", [well()], gap({ name: "x" }), [unread({ name: "x" })], false],
    [
      "a part that may not be read says so itself",
      [well({ children: [cdi({ outcome: "forbidden", verdict: "unknown" })] })],
      gap({ kind: "CDI" }),
      [part({ outcome: "forbidden", verdict: "unknown" })],
      false,
    ],
    [
      "a part that was not answered says so itself",
      [well({ children: [cdi({ outcome: "unread", verdict: "unknown" })] })],
      gap({ kind: "CDI" }),
      [part({ outcome: "unread", verdict: "unknown" })],
      false,
    ],
    [
      "a part that was found says nothing of what was not read",
      [well({ children: [cdi({ verdict: "unknown" })] })],
      gap({ kind: "CDI" }),
      [part({ verdict: "unknown" }), unread({ kind: "CDI" })],
      false,
    ],
    [
      "a part that may not be read says nothing of another kind",
      [well({ children: [cdi({ outcome: "forbidden", verdict: "unknown" })] })],
      gap({ kind: "AAQ" }),
      [part({ outcome: "forbidden", verdict: "unknown" }), unread({ kind: "AAQ" })],
      false,
    ],
    [
      "a part is down, and another kind may not be read",
      [well({ children: [cdi({ verdict: "unavailable" })] })],
      gap({ kind: "AAQ" }),
      [part({ verdict: "unavailable" }), unread({ kind: "AAQ" })],
      true,
    ],
  ];
  test.for(gaps)("%s", ([sentence, roots, one, obstacles, isKnown]) => {
    expect([sentence, waited("healthy", roots, { gaps: [one] })]).toEqual([sentence, { obstacles, isKnown }]);
  });
});

describe("it is known not to be so where one thing in the way is known", () => {
  const facts = { observedVersion: "1.19.0", expectedVersion: "1.20.0" };
  const rows: readonly [sentence: string, words: string, part: Partial<RootNode>, isKnown: boolean][] = [
    ["it is so", "healthy", {}, true],
    ["it is down", "healthy", { ownVerdict: "unavailable" }, true],
    ["it is not known", "healthy", { ownVerdict: "unknown" }, false],
    [
      "one part is not known and another is down",
      "healthy",
      { children: [cdi({ verdict: "unknown" }), component("AAQ", "unavailable", "")] },
      true,
    ],
    ["it is at another version", "upgraded", { facts }, true],
    ["its version is not known", "upgraded", { facts: { expectedVersion: "1.20.0" } }, false],
    ["its operator's version is not known", "upgraded", { facts: { observedVersion: "1.20.0" } }, false],
    [
      "an upgrade runs",
      "upgraded",
      { facts: {}, gates: { ...open, upgrade: { running: true, waitingFor: [] } } },
      true,
    ],
    [
      "it is unknown whether an upgrade is in progress",
      "upgraded",
      { facts, gates: { ...open, upgrade: { running: null, waitingFor: [] } } },
      false,
    ],
    ["it has no versions", "upgraded", { profile: "generic" }, false],
    ["its status is old", "available", { stale: true }, true],
    ["a condition does not hold", "condition=Available=False", {}, true],
  ];
  test.for(rows)("%s", ([sentence, words, more, isKnown]) => {
    expect([sentence, waited(words, [well(more)], { wanted: [] }).isKnown]).toEqual([sentence, isKnown]);
  });
  test("whether its operator runs is not known", () => {
    const findings: Report["findings"] = [
      finding("warning", { code: "operator-unknown", outcome: "forbidden", cause: "" }),
    ];
    const { obstacles, isKnown } = waited("available", [well()], { report: { findings } });
    expect([obstacles.map(({ code }: UnmetRequirement) => code), isKnown]).toEqual([["operator-unknown"], false]);
  });
});
