import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repositoryRoot } from "../../../plugin/release/bundled-packages.ts";
import { fillTemplate } from "../../../plugin/release/fill-template.ts";
import { readPackageFields, repositoryAddress } from "../../../plugin/release/package-fields.ts";
import { makeRelease, type TriedRelease } from "./release.ts";

const fields = await readPackageFields();
const downloads = `${repositoryAddress(fields)}/releases/download/v${fields.version}/`;
let release: TriedRelease;
const readReleased = (name: string): string => readFileSync(join(release.folder, name), "utf8");
beforeAll(async () => {
  release = await makeRelease();
});
afterAll(() => release.remove());

describe.for(["hco-status.yaml", "hco-status.rb", "hco-status.json", "Containerfile"])("the release has %s", (name) => {
  test("every placeholder of the template is filled in", () => {
    expect(readReleased(name)).not.toMatch(/\{\{|\}\}/);
    expect(readReleased(name)).toContain(fields.version);
  });

  test("every download is an archive of this release with its checksum", () => {
    const addresses = readReleased(name).match(/https?:\/\/[^\s"]+(?:\.zip|\.tar\.gz)/g) ?? [];
    const archives = addresses.map((address) => address.replace(downloads, ""));
    expect(archives.filter((archive) => !existsSync(join(release.folder, archive)))).toEqual([]);
    const sums = new Map(
      readReleased("SHA256SUMS")
        .trimEnd()
        .split("\n")
        .map((line) => [line.slice(66), line.slice(0, 64)]),
    );
    expect(readReleased(name).match(/\b[\da-f]{64}\b/g) ?? []).toEqual(archives.map((archive) => sums.get(archive)));
  });
});

test("the Homebrew formula is valid Ruby for Ruby's own parser", () => {
  const source = `
    import { loadPrism } from "@ruby/prism";
    import { readFileSync } from "node:fs";
    const { errors, warnings } = (await loadPrism())(readFileSync(process.argv[1], "utf8"));
    console.log(JSON.stringify([...errors, ...warnings].map(({ message }) => message)));`;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", source];
  const parseWith = (file: string): unknown =>
    JSON.parse(execFileSync(process.execPath, [...args, file], { cwd: repositoryRoot, encoding: "utf8" }));
  expect(parseWith(join(release.folder, "hco-status.rb"))).toEqual([]);
  expect(parseWith(join(release.folder, "SHA256SUMS"))).not.toEqual([]);
});

test("the scoop manifest has the fields that scoop requires", () => {
  const { architecture, bin, ...rest } = JSON.parse(readReleased("hco-status.json"));
  expect(Object.keys(rest)).toEqual(["version", "description", "homepage", "license"]);
  for (const each of [architecture["64bit"], architecture.arm64])
    expect(each).toEqual({ url: expect.stringMatching(/\.zip$/), hash: expect.stringMatching(/^[\da-f]{64}$/) });
  expect(bin).toContain("kubectl-hco_status.exe");
});

describe("the image is small and runs without root", () => {
  const rows = [
    {
      rule: "the image starts from a distroless base without a root user",
      line: /^FROM gcr\.io\/distroless\/[\w-]+:nonroot$/m,
    },
    { rule: "the image runs as a number, which a cluster can check to be no root", line: /^USER [1-9]\d*:[1-9]\d*$/m },
    {
      rule: "the image has an entry point without a shell",
      line: /^ENTRYPOINT \["\/opt\/hco-status\/kubectl-hco_status"\]$/m,
    },
    { rule: "the image names its licence", line: /^\s+org\.opencontainers\.image\.licenses="Apache-2\.0"$/m },
  ];
  test.for(rows)("$rule", ({ line }) => {
    expect(readReleased("Containerfile")).toMatch(line);
  });

  test("the image runs, mounts and sets nothing when it is built", () => {
    expect(readReleased("Containerfile")).not.toMatch(/^(?:RUN|VOLUME|ENV)|token|password/im);
  });

  test.for(["amd64", "arm64"])("the image adds an archive that exists for %s", (architecture) => {
    const added = /^ADD (\S+) /m.exec(readReleased("Containerfile"))?.[1] ?? "";
    expect(existsSync(join(release.folder, added.replace("$" + "{TARGETARCH}", architecture)))).toBe(true);
  });
});

describe("a template with a mistake is refused", () => {
  const facts = { version: "1.2.3", address: "https://example.com/x", checksums: new Map<string, string>() };
  const rows = [
    { template: "{{vresion}}", error: "the template asks for vresion" },
    { template: "{{uri plan9 amd64}}", error: "the template asks for uri plan9 amd64" },
    { template: "{{sum linux amd64}}", error: "the template asks for sum linux amd64" },
    { template: "{{sha256 linux amd64}}", error: "no checksum of kubectl-hco_status_v1.2.3_linux_amd64.tar.gz" },
  ];
  test.for(rows)("the template $template is refused: $error", ({ template, error }) => {
    expect(() => fillTemplate(template, facts)).toThrow(error);
  });
});
