import { describe, expect, test } from "vitest";
import { findWorstCondition } from "../../../../shared/aggregate/hco/upgrade/component.ts";
import { listReadingRows } from "../../../../shared/aggregate/hco/upgrade/unread-objects.ts";
import type { ReadGap, ReportNode } from "../../../../shared/model/report.ts";
import { completeness, component, condition, report, root } from "../../../render/build.ts";

const gap = (part: Partial<ReadGap> = {}): ReadGap => ({
  outcome: "forbidden",
  verb: "list",
  group: "cdi.kubevirt.io",
  kind: "CDI",
  required: true,
  cause: "no",
  ...part,
});
const reason = {
  code: "IncompleteReading",
  effect: "unknown",
  outcome: "forbidden",
  verb: "list",
  cause: "no",
  about: { group: "cdi.kubevirt.io", kind: "CDI", name: "" },
};

function reasonsOf(gaps: readonly ReadGap[], children: readonly ReportNode[] = []): readonly object[] {
  return listReadingRows(report([root({ children })], { completeness: completeness(1, gaps) }));
}

describe("what had to be read and was not is a reason", () => {
  const rows: readonly {
    readonly rule: string;
    readonly gaps: readonly ReadGap[];
    readonly children: readonly ReportNode[];
    readonly reasons: readonly object[];
  }[] = [
    { rule: "nothing", gaps: [], children: [], reasons: [] },
    { rule: "a list that was refused", gaps: [gap()], children: [], reasons: [reason] },
    {
      rule: "one that was not answered",
      gaps: [gap({ outcome: "unread" })],
      children: [],
      reasons: [{ ...reason, outcome: "unread" }],
    },
    {
      rule: "what is known not to be there",
      gaps: [gap({ outcome: "absent" }), gap({ outcome: "noSuchKind" })],
      children: [],
      reasons: [],
    },
    { rule: "what is not required", gaps: [gap({ required: false })], children: [], reasons: [] },
    {
      rule: "a piece of a file that could not be used",
      gaps: [gap({ outcome: "unread", verb: "read", group: "", kind: "", name: "x.yaml", required: false })],
      children: [],
      reasons: [{ ...reason, outcome: "unread", verb: "read", about: { group: "", kind: "", name: "x.yaml" } }],
    },
    {
      rule: "with its place and name",
      gaps: [gap({ namespace: "cnv", name: "a" })],
      children: [],
      reasons: [{ ...reason, about: { ...reason.about, namespace: "cnv", name: "a" } }],
    },
    {
      rule: "without a cause",
      gaps: [{ ...gap(), cause: undefined } as unknown as ReadGap],
      children: [],
      reasons: [{ ...reason, cause: "" }],
    },
    {
      rule: "the same twice is one, as it was said last",
      gaps: [gap({ cause: "a" }), gap()],
      children: [],
      reasons: [reason],
    },
    {
      rule: "two places are two",
      gaps: [
        gap({ namespace: "a" }),
        gap({ namespace: "b" }),
        gap({ kind: "AAQ" }),
        gap({ group: "x" }),
        gap({ name: "n" }),
      ],
      children: [],
      reasons: expect.objectContaining({ length: 5 }) as never,
    },
    {
      rule: "kinds that have nothing to do with an upgrade",
      gaps: [gap({ group: "greenhouse.sap", kind: "Plugin" }), gap({ group: "app.k8s.io", kind: "Application" })],
      children: [],
      reasons: [],
    },
    {
      rule: "a part that could not be read says so itself",
      gaps: [gap()],
      children: [component("CDI", "unknown", "", { outcome: "forbidden" })],
      reasons: [],
    },
    {
      rule: "a part that was not answered says so itself",
      gaps: [gap()],
      children: [component("CDI", "unknown", "", { outcome: "unread" })],
      reasons: [],
    },
    {
      rule: "a part that was found says nothing of it",
      gaps: [gap()],
      children: [component("CDI", "healthy", "")],
      reasons: [reason],
    },
    {
      rule: "a part of another kind says nothing of it",
      gaps: [gap()],
      children: [component("AAQ", "unknown", "", { outcome: "forbidden" })],
      reasons: [reason],
    },
  ];
  test.for(rows)("$rule", ({ gaps, children, reasons }) => {
    expect(reasonsOf(gaps, children)).toStrictEqual(reasons);
  });
});

describe("of several conditions of one type the worst counts", () => {
  const all = (...letters: readonly ("T" | "F" | "U")[]) => letters.map((letter) => condition("Available", letter));
  const rows: readonly {
    readonly rule: string;
    readonly letters: readonly ("T" | "F" | "U")[];
    readonly status: string | undefined;
  }[] = [
    { rule: "none", letters: [], status: undefined },
    { rule: "one", letters: ["T"], status: "True" },
    { rule: "False before True", letters: ["T", "F"], status: "False" },
    { rule: "False before Unknown", letters: ["U", "F"], status: "False" },
    { rule: "Unknown before True", letters: ["T", "U"], status: "Unknown" },
  ];
  test.for(rows)("$rule", ({ letters, status }) => {
    expect(findWorstCondition(all(...letters), "Available")?.status).toBe(status);
    expect(findWorstCondition(all(...letters), "Degraded")).toBeUndefined();
  });
  test("where False is the good one, True is the worst", () => {
    expect(findWorstCondition(all("F", "U", "T"), "Available", "False")?.status).toBe("True");
    expect(findWorstCondition(all("F", "U"), "Available", "False")?.status).toBe("Unknown");
  });
  test("of equals the first", () => {
    const [first, second] = all("F", "F");
    expect(
      findWorstCondition(
        [first, second].filter((each) => each !== undefined),
        "Available",
      ),
    ).toBe(first);
  });
});
