import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sources = globSync("{extension,shared/outline,shared/render}/**/*.ts", { cwd: root }).map((path) => ({
  path,
  source: readFileSync(join(root, path), "utf8"),
}));

test("every text that the editor shows stands in the bundle for translators", async () => {
  const texts = sources.flatMap(({ source }) =>
    [...source.matchAll(/\bsay\(\s*("(?:[^"\\\n]|\\.)*")/g)].map(([, literal = '""']) => JSON.parse(literal) as string),
  );
  const bundle = Object.fromEntries([...new Set(texts)].toSorted().map((text) => [text, text]));
  await expect(`${JSON.stringify(bundle, undefined, 2)}\n`).toMatchFileSnapshot(
    join(root, "extension/l10n/bundle.l10n.json"),
  );
});

test("a text is always written where it is said, so that it can be found", () => {
  const other = sources.flatMap(({ path, source }) =>
    [...source.matchAll(/\bsay\((?!\s*")[^)\n]*/g)].map(([found]) => `${path}: ${found}`),
  );
  expect(other).toEqual([]);
});
