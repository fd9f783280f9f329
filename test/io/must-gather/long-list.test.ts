import { expect, test } from "vitest";
import type { MustGatherFiles } from "../../../shared/io/must-gather/archive/archive-files.ts";
import { OpenedFiles } from "../../../shared/io/must-gather/opened-files.ts";
import { createInputBudget } from "../../../shared/parse/input-budget.ts";
import { podKind } from "../../../shared/profiles/core-kinds.ts";

/** Opens files with so many Pods each, and resolves to the specs of all. */
async function readSpecs(podsByFile: readonly number[]): Promise<readonly unknown[]> {
  const read: MustGatherFiles["read"] = async (path) => {
    const item = (place: number): string =>
      `- metadata:\n    name: p${place}\n    namespace: n${path}\n  spec:\n    nodeName: n\n    priority: 0\n`;
    const items = Array.from({ length: podsByFile[Number(path)] ?? 0 }, (_, place) => item(place)).join("");
    const text = `apiVersion: v1\nitems:\n${items}kind: PodList\n`;
    return { text, bytes: text.length };
  };
  const files = new OpenedFiles({ read } as Partial<MustGatherFiles> as MustGatherFiles, createInputBudget());
  const specs: unknown[] = [];
  for (const path of podsByFile.keys()) {
    const { objects } = await files.open({ path: String(path) } as Parameters<OpenedFiles["open"]>[0], podKind, []);
    specs.push(...objects.map(({ spec }) => spec));
  }
  return specs;
}

test("of the Pods in all files of a must-gather, those after the first 500 are kept without fields that no rule reads", async () => {
  const specs = await readSpecs([300, 201]);
  expect([specs.length, specs[499], specs[500]]).toEqual([501, { nodeName: "n", priority: 0 }, { nodeName: "n" }]);
});
