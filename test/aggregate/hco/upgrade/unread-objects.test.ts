import { describe, expect, test } from "vitest";
import { findWorstCondition } from "../../../../shared/aggregate/hco/upgrade/component.ts";
import { listReadingRows } from "../../../../shared/aggregate/hco/upgrade/unread-objects.ts";
import type { ReadGap, ReportNode } from "../../../../shared/model/report.ts";
import { completeness, component, condition, report, root } from "../../../render/build.ts";

const buildGap = (part: Partial<ReadGap> = {}): ReadGap => ({
  outcome: "forbidden",
  verb: "list",
  group: "cdi.kubevirt.io",
  kind: "CDI",
  required: true,
  cause: "no",
  ...part,
});
const forbiddenCdi = {
  code: "IncompleteReading",
  effect: "unknown",
  outcome: "forbidden",
  verb: "list",
  cause: "no",
  about: { group: "cdi.kubevirt.io", kind: "CDI", name: "" },
};

function listReasons(gaps: readonly ReadGap[], children: readonly ReportNode[] = []): readonly object[] {
  return listReadingRows(report([root({ children })], { completeness: completeness(1, gaps) }));
}

describe("a required object that was not read is a reason against an upgrade", () => {
  const rows: readonly {
    readonly rule: string;
    readonly gaps: readonly ReadGap[];
    readonly children: readonly ReportNode[];
    readonly reasons: readonly object[];
  }[] = [
    { rule: "a complete reading has no reason", gaps: [], children: [], reasons: [] },
    { rule: "a list that is forbidden is a reason", gaps: [buildGap()], children: [], reasons: [forbiddenCdi] },
    {
      rule: "a list without a response is a reason",
      gaps: [buildGap({ outcome: "unread" })],
      children: [],
      reasons: [{ ...forbiddenCdi, outcome: "unread" }],
    },
    {
      rule: "objects and kinds that do not exist are no reason",
      gaps: [buildGap({ outcome: "absent" }), buildGap({ outcome: "noSuchKind" })],
      children: [],
      reasons: [],
    },
    { rule: "an optional list is no reason", gaps: [buildGap({ required: false })], children: [], reasons: [] },
    {
      rule: "a part of a file that cannot be used is a reason",
      gaps: [buildGap({ outcome: "unread", verb: "read", group: "", kind: "", name: "x.yaml", required: false })],
      children: [],
      reasons: [{ ...forbiddenCdi, outcome: "unread", verb: "read", about: { group: "", kind: "", name: "x.yaml" } }],
    },
    {
      rule: "an object that is forbidden is a reason with its namespace and name",
      gaps: [buildGap({ namespace: "cnv", name: "a" })],
      children: [],
      reasons: [{ ...forbiddenCdi, about: { ...forbiddenCdi.about, namespace: "cnv", name: "a" } }],
    },
    {
      rule: "a list that is forbidden without a cause is a reason with an empty cause",
      gaps: [{ ...buildGap(), cause: undefined } as unknown as ReadGap],
      children: [],
      reasons: [{ ...forbiddenCdi, cause: "" }],
    },
    {
      rule: "a list that was requested twice is one reason with the last cause",
      gaps: [buildGap({ cause: "a" }), buildGap()],
      children: [],
      reasons: [forbiddenCdi],
    },
    {
      rule: "lists of different namespaces, kinds, groups and names are different reasons",
      gaps: [
        buildGap({ namespace: "a" }),
        buildGap({ namespace: "b" }),
        buildGap({ kind: "AAQ" }),
        buildGap({ group: "x" }),
        buildGap({ name: "n" }),
      ],
      children: [],
      reasons: expect.objectContaining({ length: 5 }) as never,
    },
    {
      rule: "kinds of other products are no reason",
      gaps: [
        buildGap({ group: "greenhouse.sap", kind: "Plugin" }),
        buildGap({ group: "app.k8s.io", kind: "Application" }),
      ],
      children: [],
      reasons: [],
    },
    {
      rule: "a component that is forbidden has a reason of its own",
      gaps: [buildGap()],
      children: [component("CDI", "unknown", "", { outcome: "forbidden" })],
      reasons: [],
    },
    {
      rule: "a component without a response has a reason of its own",
      gaps: [buildGap()],
      children: [component("CDI", "unknown", "", { outcome: "unread" })],
      reasons: [],
    },
    {
      rule: "a component that was found does not replace the reason of its list",
      gaps: [buildGap()],
      children: [component("CDI", "healthy", "")],
      reasons: [forbiddenCdi],
    },
    {
      rule: "a component of another kind does not replace the reason of a list",
      gaps: [buildGap()],
      children: [component("AAQ", "unknown", "", { outcome: "forbidden" })],
      reasons: [forbiddenCdi],
    },
  ];
  test.for(rows)("$rule", ({ gaps, children, reasons }) => {
    expect(listReasons(gaps, children)).toStrictEqual(reasons);
  });
});

describe("the worst of several conditions of one type counts", () => {
  const buildConditions = (...letters: readonly ("T" | "F" | "U")[]) =>
    letters.map((letter) => condition("Available", letter));
  const rows: readonly {
    readonly rule: string;
    readonly letters: readonly ("T" | "F" | "U")[];
    readonly status: string | undefined;
  }[] = [
    { rule: "no condition is the worst of none", letters: [], status: undefined },
    { rule: "the only condition of a type is the worst", letters: ["T"], status: "True" },
    { rule: "False is worse than True", letters: ["T", "F"], status: "False" },
    { rule: "False is worse than Unknown", letters: ["U", "F"], status: "False" },
    { rule: "Unknown is worse than True", letters: ["T", "U"], status: "Unknown" },
  ];
  test.for(rows)("$rule", ({ letters, status }) => {
    expect(findWorstCondition(buildConditions(...letters), "Available")?.status).toBe(status);
  });

  test("conditions of another type do not count", () => {
    expect(findWorstCondition(buildConditions("T", "F"), "Degraded")).toBeUndefined();
  });

  test("True is the worst where False is the expected status", () => {
    expect(findWorstCondition(buildConditions("F", "U", "T"), "Available", "False")?.status).toBe("True");
  });

  test("Unknown is worse than False where False is the expected status", () => {
    expect(findWorstCondition(buildConditions("F", "U"), "Available", "False")?.status).toBe("Unknown");
  });

  test("the first of two equal conditions is the worst", () => {
    const conditions = buildConditions("F", "F");
    expect(findWorstCondition(conditions, "Available")).toBe(conditions[0]);
  });
});
