import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readYaml } from "../../shared/parse/yaml/read-yaml.ts";

const root = join(import.meta.dirname, "../..");

/** The paths from the root of the repository that a document names in backticks, which may hold `*` and `{a,b}`. */
function namedPaths(document: string): readonly string[] {
  const text = readFileSync(join(root, document), "utf8");
  const paths = text.matchAll(/`((?:shared|plugin|extension|test|media)\/[^\s`]+)`/g);
  return [...new Set(Array.from(paths, ([, path = ""]) => path))];
}

describe.for(["ARCHITECTURE.md", "CONTRIBUTING.md"])("%s names only files and folders that exist", (document) => {
  test.for(namedPaths(document))("%s", (path) => {
    expect(globSync(path, { cwd: root })).not.toEqual([]);
  });
});

describe("the sentence of a finding stands in the file that has the name of its explanations", () => {
  const topics = globSync("shared/explanations/findings-*.yaml", { cwd: root });
  test.for(topics)("%s", (topic) => {
    const read = readYaml(readFileSync(join(root, topic), "utf8"));
    const { codes } = (read as { readonly value: { readonly codes: object } }).value;
    const name = basename(topic, ".yaml").replace("findings-", "");
    const sentences = readFileSync(join(root, `shared/outline/findings/${name}.ts`), "utf8");
    const missing = Object.keys(codes).filter((code) => !new RegExp(`^  "?${code}"?: `, "m").test(sentences));
    expect(missing).toEqual([]);
  });
});
