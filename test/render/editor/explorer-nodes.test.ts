import { expect, test } from "vitest";
import type { Report, RootNode } from "../../../shared/model/report.ts";
import { explorerNodes } from "../../../shared/render/editor/explorer-nodes.ts";
import { samples } from "../samples.ts";

const report = samples["a crashing container below CDI"] as Report;
const root = report.roots[0] as RootNode;
const healthyRoot: RootNode = { ...root, verdict: "healthy", ref: { ...root.ref, name: "well\u001b[2J$(x)" } };

const rows: readonly [rule: string, roots: readonly RootNode[], asOf: string, nodes: readonly string[]][] = [
  [
    "the worst root first, harmless",
    [healthyRoot, root],
    "",
    [`HyperConverged ${root.ref.name}: ${root.verdict}`, "HyperConverged well^[[2J$(x): healthy"],
  ],
  ["an old verdict with its time", [root], "12:00", [`HyperConverged ${root.ref.name}: ${root.verdict} as of 12:00`]],
  ["no roots", [], "", []],
];
test.for(rows)("nodes in another explorer: %s", ([, roots, asOf, nodes]) => {
  const found = explorerNodes({ ...report, roots }, asOf);
  expect(found.map(({ label, description }) => `${label}: ${description}`)).toEqual(nodes);
});

test("nodes in another explorer: more than twenty roots are counted, with the worst verdict of the rest", () => {
  const found = explorerNodes({ ...report, roots: Array.from({ length: 23 }, () => root) }, "");
  expect(found).toHaveLength(21);
  expect(found.at(-1)).toEqual({ label: "3 more in HCO Status", description: root.verdict, verdict: root.verdict });
});
