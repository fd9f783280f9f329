import { describe, expect, test } from "vitest";
import {
  buildApplication,
  condition,
  configMap,
  evaluate,
  expectedConditions,
  findingCodes,
  type Json,
  readyStatus,
  reportOf,
  statusWithReady,
  widget,
} from "./objects.ts";

// kubernetes-sigs/application controllers/application_controller.go, aggregateReady, and controllers/condition.go.

const kinds: [string, string][] = [
  ["", "ConfigMap"],
  ["example.com", "Widget"],
];
const good = widget("good", [condition("Ready", "True")]);
const bad = widget("bad", [condition("Ready", "False", "Broken", "it is broken")]);
const odd = widget("odd", "none");
const noError = "Error False NoError: No error seen";

describe("the controller writes", () => {
  const oddError = ".status.conditions accessor error: none is of the type string, expected []interface{}";
  const otherError = ".status.conditions accessor error: 1 is of the type int64, expected []interface{}";
  const unknown =
    "Ready Unknown ComponentsReadyUnknown: failed to aggregate all components' statuses, check the Error condition for details";
  const rows: [rule: string, parts: Json[], ready: string, conditions: string[]][] = [
    ["ready over nothing", [], "0/0", ["Ready True ComponentsReady: all components ready", noError]],
    [
      "ready when all are",
      [configMap("a"), good],
      "2/2",
      ["Ready True ComponentsReady: all components ready", noError],
    ],
    [
      "how many are not",
      [configMap("a"), bad],
      "1/2",
      ["Ready False ComponentsNotReady: 1 components not ready", noError],
    ],
    [
      "unknown when one cannot be read, before not ready",
      [bad, odd, good],
      "1/3",
      [unknown, `Error True ErrorSeen: ${oddError}`],
    ],
    ["each error once", [odd, widget("odder", "none")], "0/2", [unknown, `Error True ErrorSeen: ${oddError}`]],
    [
      "several errors in brackets",
      [odd, widget("odder", 1)],
      "0/2",
      [unknown, `Error True ErrorSeen: [${oddError}, ${otherError}]`],
    ],
  ];
  test.for(rows)("%s", ([, parts, ready, conditions]) => {
    const root = evaluate([buildApplication(kinds, { status: readyStatus }), ...parts]);
    expect([root.expected.code?.componentsReady, expectedConditions(root, "code")]).toEqual([ready, conditions]);
  });
});

describe("drift", () => {
  const notReady = condition("Ready", "False", "ComponentsNotReady", "1 components not ready");
  const rows: [rule: string, application: Json, parts: Json[], drift: Json[], held: string | null][] = [
    ["is nothing where both say the same", { status: readyStatus }, [good], [], null],
    ["of a status", { status: readyStatus }, [bad], [{ type: "Ready", what: "status" }], null],
    [
      "of a message",
      { status: statusWithReady(condition("Ready", "False", "ComponentsNotReady", "some components not ready")) },
      [bad],
      [{ type: "Ready", what: "message" }],
      null,
    ],
    [
      "of a reason",
      { status: statusWithReady(condition("Ready", "False", "Other", "1 components not ready")) },
      [bad],
      [{ type: "Ready", what: "reason" }],
      null,
    ],
    [
      "of what others write is none",
      {
        status: statusWithReady(notReady, {
          conditions: [
            notReady,
            condition("Error", "False", "NoError", "No error seen"),
            condition("Qualified", "True"),
          ],
        }),
      },
      [bad],
      [],
      null,
    ],
    [
      "of a type that is missing",
      { status: { observedGeneration: 1, conditions: [notReady] } },
      [bad],
      [{ type: "Error", what: "missing" }],
      null,
    ],
    [
      "is held while the status is out of date",
      { metadata: { generation: 2 }, status: readyStatus },
      [bad],
      [{ type: "Ready", what: "status" }],
      "stale",
    ],
    [
      "is held where the status was never written",
      {},
      [good],
      [
        { type: "Ready", what: "missing" },
        { type: "Error", what: "missing" },
      ],
      "stale",
    ],
    [
      "is held in a deletion",
      { metadata: { deletionTimestamp: "2026-11-21T11:00:00Z", generation: 2 }, status: readyStatus },
      [bad],
      [{ type: "Ready", what: "status" }],
      "deleting",
    ],
  ];
  test.for(rows)("%s", ([, application, parts, drift, held]) => {
    const objects = [buildApplication(kinds, application), ...parts];
    const root = evaluate(objects);
    expect(root.drift).toMatchObject(drift);
    expect(root.drift).toHaveLength(drift.length);
    expect([root.driftHeld, root.ruleSet]).toEqual([held, "code"]);
    expect(findingCodes(objects).filter((code) => code === "drift")).toHaveLength(held === null ? drift.length : 0);
  });

  test("by the proposal is of statuses only, and Settled is missing because no controller writes it", () => {
    const status = statusWithReady(condition("Ready", "False", "Whatever", "in other words"));
    const root = evaluate([buildApplication(kinds, { status }), bad], { ruleSet: "proposal" });
    expect(root).toMatchObject({ ruleSet: "proposal", drift: [{ type: "Settled", what: "missing" }] });
  });

  test("by a rule set of another family is by the controller's", () => {
    expect(evaluate([buildApplication(kinds, { status: readyStatus }), good], { ruleSet: "operator" }).ruleSet).toBe(
      "code",
    );
  });
});

describe("the CR's word about its components beside ours", () => {
  const components = [
    { name: "bad", kind: "Widget", group: "example.com", status: "Ready" },
    { name: "a", kind: "ConfigMap", status: "Ready" },
    { name: "left", kind: "Deployment", group: "apps", status: "Ready" },
  ];
  const status = { ...readyStatus, components, componentsReady: "3/3" };
  const parts = [configMap("a"), bad, good];

  test("stands on the part, and what differs is a finding about it", () => {
    const report = reportOf([buildApplication(kinds, { status }), ...parts]);
    const [root] = report.roots;
    expect(root?.children.map(({ label, facts, judged }) => [label, facts["reportedStatus"], judged?.code])).toEqual([
      ["a", "Ready", "Ready"],
      ["bad", "Ready", "InProgress"],
      ["good", undefined, "Ready"],
    ]);
    expect(report.findings).toMatchObject([
      { code: "state", about: { kind: "Widget", name: "bad" } },
      { code: "component-differs", about: { kind: "Widget", name: "bad" }, reported: "Ready", expected: "InProgress" },
      { code: "component-gone", names: ["Deployment.apps left"], count: 1 },
      { code: "component-unlisted", names: ["Widget.example.com good"], count: 1 },
      { code: "components-ready-differs", reported: "3/3", expected: "2/3" },
      { code: "drift", type: "Ready" },
    ]);
    expect(root?.facts).toMatchObject({ componentsReady: "2/3", reportedComponentsReady: "3/3" });
  });

  test("is a note while the controller need not have reconciled since", () => {
    const late = widget("bad", [condition("Ready", "False", "", "", "2026-11-21T11:59:00Z")]);
    const { findings } = reportOf([buildApplication(kinds, { status }), configMap("a"), late, good]);
    // What the part makes of the Application is a finding beside what the CR says about it.
    const remarks = findings.filter(({ code }) => code !== "state");
    expect(new Set(remarks.map(({ severity }) => severity))).toEqual(new Set(["info"]));
  });

  test("is held while the status is out of date", () => {
    const metadata = { generation: 2 };
    expect(findingCodes([buildApplication(kinds, { status, metadata }), ...parts])).toEqual(["state", "stale"]);
  });
});

describe("an Application is", () => {
  const rows: [rule: string, application: Json, parts: Json[], verdict: string, own: string][] = [
    ["healthy when it and its parts are", { status: readyStatus }, [configMap("a"), good], "healthy", "healthy"],
    [
      "as bad as its worst part",
      { status: statusWithReady(condition("Ready", "False", "ComponentsNotReady", "1 components not ready")) },
      [bad, good],
      "unavailable",
      "healthy",
    ],
    ["unknown over nothing", { status: readyStatus }, [], "unknown", "unknown"],
    ["unknown where the status was never written", {}, [good], "unknown", "unknown"],
    [
      "progressing while its status is out of date",
      { metadata: { generation: 2 }, status: readyStatus },
      [good],
      "progressing",
      "progressing",
    ],
    [
      "progressing while it is deleted",
      { metadata: { deletionTimestamp: "2026-11-21T11:00:00Z" }, status: readyStatus },
      [good],
      "progressing",
      "progressing",
    ],
    [
      "unavailable where it says so and its parts do not explain it",
      { status: statusWithReady(condition("Ready", "False", "ComponentsNotReady", "1 components not ready")) },
      [good],
      "unavailable",
      "unavailable",
    ],
    [
      "degraded where it reports an error that we do not see",
      {
        status: {
          observedGeneration: 1,
          conditions: [
            condition("Ready", "True", "ComponentsReady", "all components ready"),
            condition("Error", "True", "ErrorSeen", "x"),
          ],
        },
      },
      [good],
      "degraded",
      "degraded",
    ],
    [
      "degraded where another controller reports that it is not qualified",
      {
        status: {
          observedGeneration: 1,
          conditions: [...(readyStatus["conditions"] as Json[]), condition("Qualified", "False")],
        },
      },
      [good],
      "degraded",
      "degraded",
    ],
    [
      "degraded by a disruption",
      {
        status: {
          observedGeneration: 1,
          conditions: [...(readyStatus["conditions"] as Json[]), condition("Disruption", "True")],
        },
      },
      [good],
      "degraded",
      "degraded",
    ],
    [
      "no better or worse for Cleanup and Scale",
      {
        status: {
          observedGeneration: 1,
          conditions: [
            ...(readyStatus["conditions"] as Json[]),
            condition("Cleanup", "True"),
            condition("Scale", "False"),
          ],
        },
      },
      [good],
      "healthy",
      "healthy",
    ],
  ];
  test.for(rows)("%s", ([, application, parts, verdict, own]) => {
    const root = evaluate([buildApplication(kinds, application), ...parts]);
    expect([root.verdict, root.ownVerdict]).toEqual([verdict, own]);
  });

  test("is only progressing where its condition is younger than the controller's two minutes", () => {
    const status = statusWithReady(condition("Ready", "False", "ComponentsNotReady", "1 components not ready"));
    const late = widget("late", [condition("Ready", "True", "", "", "2026-11-21T11:59:00Z")]);
    expect(evaluate([buildApplication(kinds, { status }), late]).verdict).toBe("progressing");
  });

  test("has the parts that are not ready, and the deepest cause", () => {
    const root = evaluate([buildApplication(kinds, { status: readyStatus }), bad, good]);
    expect(root.offenders).toEqual({
      Ready: [
        {
          component: "bad",
          status: "False",
          reason: "Broken",
          message: "it is broken",
          since: "2026-11-21T10:00:00Z",
          rule: "not-ready",
          shown: false,
        },
      ],
    });
    expect(root.rootCause).toMatchObject({
      path: ["shop", "bad"],
      text: "Unavailable because bad: Broken: it is broken, for 120m",
    });
    expect(root.gates).toMatchObject({ ready: { answer: "no", because: ["bad"] }, upgradeable: { answer: "unknown" } });
  });

  test("is uncertain of a part that reports Unknown and counts as ready", () => {
    const root = evaluate([
      buildApplication(kinds, { status: readyStatus }),
      widget("u", [condition("Ready", "Unknown", "Hm")]),
    ]);
    expect(root.uncertain).toMatchObject({
      Ready: [{ component: "u", status: "Unknown", reason: "Hm", rule: "unknown" }],
    });
    expect(root.verdict).toBe("unknown");
  });

  test("distinguishes parts of one name", () => {
    const twins = [
      widget("x", [condition("Ready", "False")]),
      { ...widget("x", [condition("Ready", "False")]), kind: "Gadget" },
    ];
    const root = evaluate([buildApplication([...kinds, ["example.com", "Gadget"]], { status: readyStatus }), ...twins]);
    expect(root.offenders["Ready"]?.map(({ component }) => component)).toEqual(["Widget x", "Gadget x"]);
  });
});
