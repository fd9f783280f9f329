import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listFiles } from "@vscode/vsce";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unzip } from "../unzip.ts";
import { describeEditor } from "./describe-editor.ts";

/** What people get, and nothing else; each bundle of ours is named by what it holds. */
const allowed = [
  /^package\.json$/,
  // Listed is README.md, packed in its place extension/README.md (package.json, "vsce").
  /^README\.md$/,
  /^dist\/extension\/CHANGELOG\.md$/,
  /^dist\/extension\/sample\.tar\.zst$/,
  /^(?:LICENSE|extension\/THIRD-PARTY-NOTICES)$/,
  /^dist\/extension\/[\w-]+(?:\.lazy)?\.cjs$/,
  /^dist\/extension\/timeline-page\.js$/,
  // For users' polarity files (package.json, "yamlValidation").
  /^shared\/model\/polarity-file\.schema\.json$/,
  /^media\/(?:activity\.svg|(?:icon|sidebar-dark|beside-light|timeline)\.png)$/,
];

describeEditor("the package", ({ folder, vsix }) => {
  let contents: ReadonlyMap<string, Buffer>;
  const made = mkdtempSync(join(tmpdir(), "hco-status-package-"));

  beforeAll(async () => {
    contents = await unzip(vsix);
  });
  afterAll(() => rmSync(made, { recursive: true }));

  test("holds what is allowed, and all of it", async () => {
    const files = await listFiles({ cwd: folder });
    expect(files.filter((file) => !allowed.some((one) => one.test(file)))).toEqual([]);
    expect(allowed.filter((one) => !files.some((file) => one.test(file)))).toEqual([]);
    // What is packed beside these files is vsce's own: its manifest and the list of types.
    const packed = [...contents.keys()].filter((name) => name.startsWith("extension/"));
    expect(packed.length).toBe(files.length);
  });

  test("loads at most 80 KB at the start", () => {
    const { main } = JSON.parse(text("extension/package.json"));
    const started = [...listLoadedAtOnce(join("extension", main))].map((name) => contents.get(name)?.length ?? 0);
    expect(started.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(80 * 1024);
  });

  test("takes at most 650 KB without pictures", () => {
    const pictures = [...contents].filter(([name]) => /\.(?:png|svg)$/.test(name));
    const bytes = pictures.reduce((sum, [, { length }]) => sum + length, 0);
    expect(statSync(vsix).size - bytes).toBeLessThanOrEqual(650 * 1024);
  });

  test("says nothing of our sources, our tests or this machine", () => {
    const names = [...contents.keys()];
    expect(
      names.filter((name) => /\.(?:m?ts|tsx|map|tsbuildinfo)$|(?:^|\/)(?:test|node_modules|\.[a-z])/.test(name)),
    ).toEqual([]);
    // The middle of an address, such as `HEAD/work/v1alpha1/`, is no path of a machine.
    const reported = /sourceMappingURL|(?<![\w.-])\/(?:home|root|Users|work|tmp)\/[\w.-]+\//;
    const own = names.filter((name) => /\.(?:cjs|js|json|md)$/.test(name));
    expect(own.filter((name) => reported.test(text(name)) || text(name).includes(folder))).toEqual([]);
  });

  test("is made at the root by one command", () => {
    const vsce = join(folder, "node_modules", "@vscode", "vsce", "vsce");
    const path = join(made, "made.vsix");
    execFileSync(process.execPath, [vsce, "package", "--out", path], { cwd: folder, stdio: "pipe" });
    expect(statSync(path).size).toBeGreaterThan(100_000);
  });

  /** A bundle with those that it needs to be run at all; what it loads later it asks for in a promise. */
  function listLoadedAtOnce(name: string, known: Set<string> = new Set()): ReadonlySet<string> {
    if (known.has(name)) return known;
    known.add(name);
    const needed = text(name).replace(/Promise\.resolve\(\)\.then\(\(\)=>[^;]*?require\("[^"]+"\)\)*/g, "");
    for (const [, other = ""] of needed.matchAll(/require\("\.\/([^"]+)"\)/g))
      listLoadedAtOnce(join(dirname(name), other), known);
    return known;
  }

  function text(name: string): string {
    return contents.get(name)?.toString("utf8") ?? "";
  }
});
