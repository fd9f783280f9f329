import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { listChanges } from "../../shared/changes/compare-reports.ts";
import { compareRelated } from "../../shared/changes/related-depth.ts";
import type { Report, ReportNode } from "../../shared/model/report.ts";
import { transitionLines } from "../../shared/render/watch/transition-lines.ts";
import { readGoldenCase } from "../golden/recorded.ts";

const crashing = aggregate(readGoldenCase("cdi-is-degraded-without-a-message-and-its-controller-crashes"));

/** The report with another tree. */
function withNodes(report: Report, change: (node: ReportNode) => ReportNode): Report {
  const changeAll = (node: ReportNode): ReportNode => ({
    ...change(node),
    children: change(node).children.map(changeAll),
  });
  return { ...report, roots: report.roots.map((root) => ({ ...root, ...changeAll(root) })) };
}

function compare(before: Report, after: Report): ReturnType<typeof compareRelated> {
  return compareRelated(before, after, listChanges(before, after));
}

const shallow = withNodes(crashing, (node) => (node.role === "workload" ? { ...node, children: [] } : node));
const related = {
  ...crashing,
  roots: crashing.roots.map((root) => ({
    ...root,
    related: root.related.map((entry) => ({ ...entry, state: "unread" as const })),
  })),
};
const gap = { outcome: "unread", verb: "list", group: "", kind: "Service", required: false } as const;
const unread = {
  ...crashing,
  completeness: { ...crashing.completeness, unread: 1, gaps: [...crashing.completeness.gaps, gap] },
};

describe("what only one of two reports has read is no difference", () => {
  const rows: [what: string, other: Report][] = [
    ["nothing below a workload", shallow],
    ["no related objects", related],
    ["a list that no verdict needs", unread],
  ];
  test.for(rows)("%s", ([, other]) => {
    expect(other).not.toEqual(crashing);
    for (const [before, after] of [
      [crashing, other],
      [other, crashing],
    ] as const)
      expect(compare(before, after)).toEqual({ transitions: [], isSame: true, isDeeper: true });
  });

  test("a gap that a verdict needs is a difference", () => {
    const { completeness } = unread;
    const required = { ...unread, completeness: { ...completeness, gaps: [{ ...gap, required: true }] } };
    expect(compare(crashing, required)).toMatchObject({ isSame: false });
  });
});

test("whatever a report says otherwise without a transition is a difference all the same", () => {
  const other = withNodes(crashing, (node) => (node.meaning === undefined ? node : { ...node, meaning: "another" }));
  expect(other).not.toEqual(crashing);
  expect(compare(crashing, other)).toEqual({ transitions: [], isSame: false, isDeeper: false });
});

test("another restart and the ready count are changes; the waiting reason is one where two reports are compared", () => {
  const other = withNodes(crashing, (node) => {
    if (node.role === "container") return { ...node, facts: { ...node.facts, restarts: "77", waiting: "Other" } };
    return node.role === "workload" ? { ...node, facts: { ...node.facts, ready: "7/9" } } : node;
  });
  const { transitions } = compare(crashing, other);
  const lines = transitionLines(
    transitions.map((transition) => ({ transition })),
    { width: 0 },
  ).join("\n");
  expect(lines).toMatch(/: restarts 77 \(was \d+\)/);
  expect(lines).toMatch(/: ready 7\/9 \(was \d\/\d\)/);
  expect(lines).not.toContain("Other");
  expect(transitions.some((each) => each.what === "fact" && each.type === "waiting")).toBe(true);
});

test("a finding with other evidence is reported with both, ages not counted, and several of one code each with its own", () => {
  const [about] = crashing.roots.map(({ ref }) => ref);
  if (about === undefined) throw new Error("there is no root");
  const drift = (type: string, seconds: number) =>
    ({ code: "drift", severity: "warning", about, type, what: "status", reportedReason: type, seconds }) as never;
  const with3 = (some: Report["findings"]): Report => ({ ...crashing, findings: some });
  const one = with3([drift("A", 1), drift("B", 1), drift("C", 1)]);
  const other = with3([]);
  expect(listChanges(one, with3([drift("A", 2), drift("B", 3), drift("C", 4)]))).toEqual([]);
  const lines = transitionLines(
    listChanges(other, one).map((transition) => ({ transition })),
    { width: 0 },
  );
  expect(new Set(lines).size).toBe(3);
  const [changed] = listChanges(
    one,
    with3([{ ...(drift("A", 1) as object), what: "reason" } as never, drift("B", 1), drift("C", 1)]),
  );
  expect(changed).toMatchObject({
    from: "warning",
    to: "warning",
    was: { what: "status" },
    finding: { what: "reason" },
  });
});

test("many objects that were replaced are reported as one, and the root alone", () => {
  const other = withNodes(crashing, (node) => ({ ...node, ref: { ...node.ref, uid: `new-${node.ref.uid}` } }));
  const reported = listChanges(crashing, other).filter(({ what }) => what === "identity");
  expect(reported).toHaveLength(2);
  const [together] = reported.filter((each) => "count" in each);
  expect(together).toMatchObject({ about: { kind: "HyperConverged" } });
  const [line] = transitionLines(together === undefined ? [] : [{ transition: together }], { width: 0 });
  expect(line).toMatch(/: 9 objects recreated with the same names: KubeVirt \S+, CDI /);
});

test("an entry of relatedObjects that was written again is no line", () => {
  const [root] = crashing.roots;
  if (root === undefined) throw new Error("there is no root");
  const place = { about: root.ref, label: "x", path: ["x"], what: "related" } as const;
  expect(transitionLines([{ transition: { ...place, from: "same", to: "changed" } }], {})).toEqual([]);
});
