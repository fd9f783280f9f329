import { expect, test } from "vitest";
import type { ReportNode } from "../../../../shared/model/report.ts";
import { formatLeafDetail } from "../../../../shared/outline/words/component.ts";

const message = `pulling failed: ${"the registry does not answer, ".repeat(20)}\nand the last line has the reason`;
const pod: ReportNode = {
  role: "pod",
  label: "p",
  ref: { group: "", kind: "Pod", namespace: "n", name: "p" },
  outcome: "found",
  required: false,
  verdict: "degraded",
  ownVerdict: "degraded",
  conditions: [],
  children: [],
  facts: {},
  stale: false,
  deleting: false,
  frozen: false,
  trouble: { reason: "Broken", message },
};

test.for([
  ["without it the middle and further lines are omitted", false, /…/, 220],
  ["in full the message is whole and on one line", true, /answer, and the last line has the reason$/, 2_000],
] as const)("of a node's message %s", ([, inFull, expected, most]) => {
  const words = formatLeafDetail(pod, inFull);
  expect(words).toMatch(expected);
  expect(words).not.toContain("\n");
  expect(words.length).toBeLessThan(most);
});
