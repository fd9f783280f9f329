import { describe, expect, test } from "vitest";
import type { MustGatherFiles } from "../../../shared/io/must-gather/archive/archive-files.ts";
import { OpenedFiles } from "../../../shared/io/must-gather/opened-files.ts";
import type { Kind } from "../../../shared/model/kind.ts";
import { createInputBudget } from "../../../shared/parse/input-budget.ts";
import { nodeKind, podKind } from "../../../shared/profiles/core-kinds.ts";

/** Opens a file for each number, which is a list of so many Pods, and resolves to the number of Pods that were read. */
async function openLists(
  lists: readonly { readonly pods: number; readonly namespace: string }[],
  rootKinds: readonly Kind[],
  words: readonly string[] = [],
): Promise<number> {
  const read: MustGatherFiles["read"] = async (path) => {
    const { pods = 0, namespace = "" } = lists[Number(path)] ?? {};
    const item = (place: number): string => `- metadata:\n    name: p${place}\n    namespace: ${namespace}\n`;
    const items = Array.from({ length: pods }, (_, place) => item(place)).join("");
    const text = `apiVersion: v1\nitems:\n${items}kind: PodList\n`;
    return { text, bytes: text.length };
  };
  const files = new OpenedFiles({ read } as Partial<MustGatherFiles> as MustGatherFiles, createInputBudget());
  files.limitRoots(rootKinds, "mg.tar");
  let count = 0;
  for (const path of lists.keys()) {
    const { objects } = await files.open({ path: String(path) } as Parameters<OpenedFiles["open"]>[0], podKind, words);
    count += objects.length;
  }
  return count;
}

const all = { pods: 12_001, namespace: "a" };
const half = { pods: 6_001, namespace: "a" };

describe("more Pods than a Report may have roots are refused", () => {
  test("in one list", async () => {
    await expect(openLists([all], [podKind])).rejects.toThrow("more than 12000 objects to report on");
  });

  test("in the lists of two namespaces", async () => {
    const lists = [half, { ...half, namespace: "b" }];
    await expect(openLists(lists, [podKind])).rejects.toThrow(
      "cannot use mg.tar: more than 12000 objects to report on",
    );
  });
});

describe("so many Pods are read where", () => {
  test("other objects are the roots", async () => {
    expect(await openLists([all], [nodeKind])).toBe(12_001);
  });

  test("only some of them are searched", async () => {
    expect(await openLists([all], [podKind], ["p"])).toBe(12_001);
  });

  test("two lists have the same ones", async () => {
    expect(await openLists([half, half], [podKind])).toBe(12_002);
  });
});
