import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseAndCheckOptions } from "../../../plugin/cli/parse-options.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

// The words without a folder are files of this repository, which the tests run in.
const folder = temporaryFolder();
writeFileSync(join(folder, "packed"), gzipSync("x"));
writeFileSync(join(folder, "two words.yaml"), "kind: List\n");
mkdirSync(join(folder, "namespaces/n/core"), { recursive: true });
writeFileSync(join(folder, "namespaces/n/core/pods.yaml"), "kind: PodList\n");
mkdirSync(join(folder, "empty"));

async function errorFor(line: readonly string[]): Promise<string | undefined> {
  const options = await parseAndCheckOptions(line);
  return "error" in options ? options.error : undefined;
}

describe("a file or folder in the place of a name is named with the flag that reads it", () => {
  const rows: [words: readonly string[], error: string][] = [
    [["package.json"], "package.json is a file: use -f package.json"],
    [["./package.json"], "./package.json is a file: use -f ./package.json"],
    [
      ["shared/model/report.schema.json"],
      "shared/model/report.schema.json is a file: use -f shared/model/report.schema.json",
    ],
    [["media/sample"], "media/sample is a folder: use --must-gather media/sample"],
    [["test/"], "test/ is a folder: use -f test/"],
    [["gate", "upgrade", "package.json"], "package.json is a file: use -f package.json"],
    [[join(folder, "packed")], `${folder}/packed is a file: use -f ${folder}/packed`],
    [[join(folder, "empty")], `${folder}/empty is a folder: use -f ${folder}/empty`],
    [[folder], `${folder} is a folder: use --must-gather ${folder}`],
    [[join(folder, "two words.yaml")], `${folder}/two words.yaml is a file: use -f '${folder}/two words.yaml'`],
    [["-f", "a.yaml", "package.json"], "package.json is a file: write -f before each file, or pass their folder to -f"],
    [["wait", "package.json"], "package.json is a file, and wait does not read files: it requires a live cluster"],
    [["./dump.yaml"], "cannot read ./dump.yaml: no such file; to report on a file, use -f"],
    [["mg.tgz"], "cannot read mg.tgz: no such file; to report on a file, use -f"],
    [["package.json", "-o", "csv"], "package.json is a file: use -f package.json"],
  ];
  test.for(rows)("%j", async ([words, error]) => {
    expect(await parseAndCheckOptions(words)).toEqual({ error, saysWhatToType: true });
  });
});

describe("a word that may be a name stays one", () => {
  const rows: (readonly string[])[] = [
    ["test"],
    ["LICENSE"],
    ["kubevirt-hyperconverged"],
    ["media/sample/timestamp/x"],
    ["configmap/app.yaml"],
    ["vm/test"],
    ["diff", "package.json", "package.json"],
    ["package.json", "--help"],
    ["-f", "package.json"],
  ];
  test.for(rows)("%j", async (words) => {
    expect((await errorFor(words)) ?? "").not.toMatch(/is a (file|folder)|no such file/);
  });
});
