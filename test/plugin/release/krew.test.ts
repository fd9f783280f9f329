import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repositoryRoot } from "../../../plugin/release/bundled-packages.ts";
import { readPackageFields } from "../../../plugin/release/package-fields.ts";
import { archiveName, releasePlatforms } from "../../../plugin/release/platforms.ts";
import { assets } from "../../cluster/assets.ts";
import { environmentWith, mustSkip, pathWith } from "../../environment.ts";
import { makeRelease, type TriedRelease } from "./release.ts";
import { releaseTool } from "./tools.ts";

const { version } = await readPackageFields();
const kubectl = assets();
const [krew, validator] = [releaseTool("krew"), releaseTool("validate-krew-manifest")];
let release: TriedRelease;
const manifest = (): string => join(release.folder, "hco-status.yaml");
beforeAll(async () => {
  release = await makeRelease();
});
afterAll(() => release.remove());

describe("the krew manifest", () => {
  test("has every platform, each with the address of its archive", () => {
    const text = readFileSync(manifest(), "utf8");
    const archives = Array.from(text.matchAll(/^ {4}uri: .*\/(.+)$/gm), ([, name]) => name);
    expect(archives).toEqual(releasePlatforms.map((each) => archiveName(each, version)));
    // The limit of the index.
    expect(/shortDescription: (.+)/.exec(text)?.[1]?.length).toBeLessThanOrEqual(50);
  });

  test.skipIf(mustSkip(validator !== undefined))("passes krew's validator (test/plugin/release/build-tools)", () => {
    // --skip-install: the validator would download the archives.
    const args = ["-manifest", manifest(), "-skip-install"];
    expect(execFileSync(validator ?? "", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })).toBe("");
  });
});

const isComplete =
  krew !== undefined && kubectl !== undefined && process.platform === "linux" && process.arch === "x64";

test.skipIf(mustSkip(isComplete))(
  "krew installs the archive, and kubectl runs it (test/plugin/release/build-tools)",
  () => {
    const home = join(release.folder, "home");
    mkdirSync(home);
    const KREW_ROOT = join(home, ".krew");
    const env = environmentWith({ PATH: pathWith([join(KREW_ROOT, "bin"), kubectl ?? ""]), HOME: home, KREW_ROOT });
    const linux = releasePlatforms.find(({ os, arch }) => os === "linux" && arch === "amd64");
    if (linux === undefined) throw new Error("no archive for Linux");
    const archive = join(release.folder, archiveName(linux, version));
    const install = ["install", `--manifest=${manifest()}`, `--archive=${archive}`];
    execFileSync(krew ?? "", install, { env, stdio: "pipe" });
    const sample = join(repositoryRoot, "media/sample");
    const printed = execFileSync("kubectl", ["hco-status", "--must-gather", sample], { env, encoding: "utf8" });
    expect(printed).toContain("kubevirt-hyperconverged unavailable");
    const store = join(KREW_ROOT, "store/hco-status", `v${version}`);
    expect(readFileSync(join(store, "LICENSE"), "utf8")).toBe(readFileSync(join(repositoryRoot, "LICENSE"), "utf8"));
  },
);
