import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sourcesOf = (pattern: string): readonly { path: string; source: string }[] =>
  globSync(pattern, { cwd: root }).map((path) => ({ path, source: readFileSync(join(root, path), "utf8") }));
const sources = sourcesOf("extension/**/*.ts");

test("every title and message of the extension stands in the bundle for translators", async () => {
  const texts = sources.flatMap(({ source }) =>
    [...source.matchAll(/\bl10n\.t\(\s*("(?:[^"\\\n]|\\.)*")/g)].map(
      ([, literal = '""']) => JSON.parse(literal) as string,
    ),
  );
  const bundle = Object.fromEntries([...new Set(texts)].toSorted().map((text) => [text, text]));
  await expect(`${JSON.stringify(bundle, undefined, 2)}\n`).toMatchFileSnapshot(
    join(root, "extension/l10n/bundle.l10n.json"),
  );
});

test("a text is always written where it is shown, so that it can be found", () => {
  const other = sources.flatMap(({ path, source }) =>
    [...source.matchAll(/\bl10n\.t\((?!\s*")[^)\n]*/g)].map(([found]) => `${path}: ${found}`),
  );
  expect(other).toEqual([]);
});

test("text about a cluster is English in every front, so no function takes a translator", () => {
  const translators = sourcesOf("shared/**/*.ts").filter(({ source }) => /\bl10n\b|\bTranslate\b/.test(source));
  expect(translators.map(({ path }) => path)).toEqual([]);
});
