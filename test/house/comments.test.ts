import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { readProductSources } from "./import-graph.ts";

const sources = readProductSources();
const comment = /\/\*\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/[^\n]*/g;

/** Files of VS Code that comments name as a source. */
const upstream: ReadonlySet<string> = new Set([
  "base/common/iconLabels.ts",
  "linkedText.ts",
  "src/vs/base/browser/ui/tree/asyncDataTree.ts",
  "src/vs/workbench/api/browser/mainThreadTreeViews.ts",
  "src/vs/workbench/browser/parts/views/treeView.ts",
]);

test("each file that a comment names is there", () => {
  const root = join(import.meta.dirname, "../..");
  const paths = [...sources.keys()];
  const named = [...sources].flatMap(([file, text]) =>
    [...text.matchAll(comment)].flatMap(([words]) =>
      [...words.matchAll(/[\w./-]*[\w-]+\.ts\b/g)].map(([name]) => ({ file, name: posix.normalize(name) })),
    ),
  );
  expect(named.length).toBeGreaterThan(30);
  const isThere = (name: string): boolean =>
    upstream.has(name) ||
    existsSync(join(root, name)) ||
    paths.some((path) => path === name || path.endsWith(`/${name}`));
  expect(named.filter(({ name }) => !isThere(name))).toEqual([]);
});
