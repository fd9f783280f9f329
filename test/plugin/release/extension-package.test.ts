import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { repositoryRoot } from "../../../plugin/release/bundled-packages.ts";
import { readPackageFields, repositoryAddress } from "../../../plugin/release/package-fields.ts";
import { environmentWith } from "../../environment.ts";
import { buildBundles } from "../../shared-build.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { unzip } from "../../unzip.ts";

const folder = temporaryFolder();
const polaritySchema = "shared/model/polarity-file.schema.json";
const packed = ["extension", "media", ".vscodeignore", "package.json", "README.md", "LICENSE", polaritySchema];
const address = repositoryAddress(await readPackageFields());
let contents: ReadonlyMap<string, Buffer>;

/** Packs the extension as the release workflow does, and returns the path of the file. */
function pack(name: string): string {
  const file = join(folder, name);
  const vsce = join(repositoryRoot, "node_modules/@vscode/vsce/vsce");
  execFileSync(process.execPath, [vsce, "package", "--out", file], {
    cwd: join(folder, "repository"),
    env: environmentWith({ SOURCE_DATE_EPOCH: "1700000000" }),
    stdio: "pipe",
  });
  return file;
}

beforeAll(async () => {
  const repository = join(folder, "repository");
  for (const name of packed) cpSync(join(repositoryRoot, name), join(repository, name), { recursive: true });
  cpSync(join(buildBundles(), "extension"), join(repository, "dist/extension"), { recursive: true });
  contents = await unzip(pack("one.vsix"));
});

test("two builds of the extension are one file", () => {
  const digest = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");
  expect(digest(pack("two.vsix"))).toBe(digest(join(folder, "one.vsix")));
});

test("the extension is at most 650 KB without its pictures", () => {
  const pictures = [...contents].filter(([name]) => /\.(?:png|svg)$/.test(name)).map(([, { length }]) => length);
  const size = statSync(join(folder, "one.vsix")).size - pictures.reduce((sum, each) => sum + each, 0);
  expect(size).toBeLessThanOrEqual(650 * 1024);
});

test("the extension has the licence and the notices", () => {
  for (const [name, file] of [
    ["extension/LICENSE.txt", "LICENSE"],
    ["extension/extension/THIRD-PARTY-NOTICES", "extension/THIRD-PARTY-NOTICES"],
  ] as const)
    expect(contents.get(name)?.toString()).toBe(readFileSync(join(repositoryRoot, file), "utf8"));
});

test("the extension has the schema by which editors check a polarity file", () => {
  const { contributes } = JSON.parse(contents.get("extension/package.json")?.toString() ?? "");
  expect(contributes.yamlValidation).toEqual([{ fileMatch: "hco-status/polarity.yaml", url: `./${polaritySchema}` }]);
  expect(contents.get(`extension/${polaritySchema}`)?.equals(readFileSync(join(repositoryRoot, polaritySchema)))).toBe(
    true,
  );
});

describe("the Marketplace and Open VSX show", () => {
  const rows = [
    { rule: "the repository", pattern: `Links.Source" Value="${address}.git"` },
    { rule: "where to report bugs", pattern: `Links.Support" Value="${address}/issues"` },
    { rule: "the homepage", pattern: `Links.Learn" Value="${address}#readme"` },
    { rule: "the colour of the banner", pattern: 'Branding.Color" Value="#' },
    { rule: "the categories", pattern: "<Categories>Other,Visualization</Categories>" },
    { rule: "the words to find it by", pattern: "kubevirt,cnv,hyperconverged" },
    { rule: "the licence", pattern: "<License>extension/LICENSE.txt</License>" },
    { rule: "the picture", pattern: "<Icon>extension/media/icon.png</Icon>" },
  ];
  test.for(rows)("$rule", ({ pattern }) => {
    expect(contents.get("extension.vsixmanifest")?.toString()).toContain(pattern);
  });

  test("the pictures of the walkthrough, and none on its page, which could only link to a repository", () => {
    const readme = contents.get("extension/readme.md")?.toString() ?? "";
    expect(readme.match(/!\[|<img/g)).toBe(null);
    const { contributes } = JSON.parse(contents.get("extension/package.json")?.toString() ?? "{}") as {
      readonly contributes: { readonly walkthroughs: { readonly steps: { readonly media: { image: string } }[] }[] };
    };
    const images = contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.image));
    expect(images.length).toBeGreaterThan(0);
    expect(images.filter((image) => !contents.has(`extension/${image}`))).toEqual([]);
  });
});
