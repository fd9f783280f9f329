import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../../../plugin/release/bundled-packages.ts";
import { readPackageFields, repositoryAddress } from "../../../plugin/release/package-fields.ts";

const fields = await readPackageFields();
const address = repositoryAddress(fields);

test("homepage and bugs lie at the address of the repository", () => {
  expect(fields.homepage).toBe(`${address}#readme`);
  expect(fields.bugs.url).toBe(`${address}/issues`);
});

test("the address of the repository stands in package.json, and as an example in plugin/release/README.md", () => {
  const tracked = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: repositoryRoot,
    encoding: "utf8",
  });
  const files = tracked.split("\0").filter((path) => /\.(?:md|json|ya?ml|ts|rb)$|Containerfile$/.test(path));
  const holders = files.filter((path) => read(path).includes(address.replace(/^https:\/\//, "")));
  expect(holders.toSorted()).toEqual(["package.json", "plugin/release/README.md"]);
});

test("package.json, the lock file and the program have one version, and CHANGELOG has it", () => {
  const lock = JSON.parse(read("package-lock.json"));
  const program = /packageVersion = "(.+)"/.exec(read("shared/model/version.ts"))?.[1];
  expect([lock.version, lock.packages[""].version, program]).toEqual(Array(3).fill(fields.version));
  expect(read("CHANGELOG.md")).toMatch(new RegExp(`^## (?:\\[)?${fields.version.replaceAll(".", "\\.")}`, "m"));
});

/** The text of a file of the repository. Empty for one that was deleted and is not committed yet. */
function read(path: string): string {
  try {
    return readFileSync(join(repositoryRoot, path), "utf8");
  } catch {
    return "";
  }
}
