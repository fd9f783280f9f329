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
  const rows: readonly [
    sentence: string,
    gaps: readonly ReadGap[],
    children: readonly ReportNode[],
    reasons: readonly object[],
  ][] = [
    ["nothing", [], [], []],
    ["a list that was refused", [gap()], [], [reason]],
    ["one that was not answered", [gap({ outcome: "unread" })], [], [{ ...reason, outcome: "unread" }]],
    ["what is known not to be there", [gap({ outcome: "absent" }), gap({ outcome: "noSuchKind" })], [], []],
    ["what is not required", [gap({ required: false })], [], []],
    [
      "a piece of a file that could not be used",
      [gap({ outcome: "unread", verb: "read", group: "", kind: "", name: "x.yaml", required: false })],
      [],
      [{ ...reason, outcome: "unread", verb: "read", about: { group: "", kind: "", name: "x.yaml" } }],
    ],
    [
      "with its place and name",
      [gap({ namespace: "cnv", name: "a" })],
      [],
      [{ ...reason, about: { ...reason.about, namespace: "cnv", name: "a" } }],
    ],
    ["without a cause", [{ ...gap(), cause: undefined } as unknown as ReadGap], [], [{ ...reason, cause: "" }]],
    ["the same twice is one, as it was said last", [gap({ cause: "a" }), gap()], [], [reason]],
    [
      "two places are two",
      [gap({ namespace: "a" }), gap({ namespace: "b" }), gap({ kind: "AAQ" }), gap({ group: "x" }), gap({ name: "n" })],
      [],
      expect.objectContaining({ length: 5 }) as never,
    ],
    [
      "kinds that have nothing to do with an upgrade",
      [gap({ group: "greenhouse.sap", kind: "Plugin" }), gap({ group: "app.k8s.io", kind: "Application" })],
      [],
      [],
    ],
    [
      "a part that could not be read says so itself",
      [gap()],
      [component("CDI", "unknown", "", { outcome: "forbidden" })],
      [],
    ],
    [
      "a part that was not answered says so itself",
      [gap()],
      [component("CDI", "unknown", "", { outcome: "unread" })],
      [],
    ],
    ["a part that was found says nothing of it", [gap()], [component("CDI", "healthy", "")], [reason]],
    [
      "a part of another kind says nothing of it",
      [gap()],
      [component("AAQ", "unknown", "", { outcome: "forbidden" })],
      [reason],
    ],
  ];
  test.for(rows)("%s", ([, gaps, children, reasons]) => {
    expect(reasonsOf(gaps, children)).toStrictEqual(reasons);
  });
});

describe("of several conditions of one type the worst counts", () => {
  const all = (...letters: readonly ("T" | "F" | "U")[]) => letters.map((letter) => condition("Available", letter));
  const rows: readonly [sentence: string, letters: readonly ("T" | "F" | "U")[], status: string | undefined][] = [
    ["none", [], undefined],
    ["one", ["T"], "True"],
    ["False before True", ["T", "F"], "False"],
    ["False before Unknown", ["U", "F"], "False"],
    ["Unknown before True", ["T", "U"], "Unknown"],
  ];
  test.for(rows)("%s", ([, letters, status]) => {
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
