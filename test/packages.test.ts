import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** One entry of a lock file, as far as the tests read it. */
interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  /** A folder of the repository: npm copies nothing, so there is nothing to check. */
  readonly link?: true;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(`${root}${path}`, "utf8"));
}

describe.for(["package-lock.json", "test/vscode/editor-host/package-lock.json"])("%s", (path) => {
  const { packages } = readJson<{ readonly packages: Readonly<Record<string, LockedPackage>> }>(path);
  const downloaded = Object.entries(packages).filter(([place, { link }]) => place.includes("node_modules/") && !link);
  const namesOf = (entries: typeof downloaded): string[] => entries.map(([place]) => place);

  test("has the SHA-512 of every package, so npm ci refuses a tarball that has changed", () => {
    expect(downloaded.length).toBeGreaterThan(100);
    const unchecked = downloaded.filter(([, { integrity = "" }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
    expect(namesOf(unchecked)).toEqual([]);
  });

  test("names no registry, so npm ci asks the one that the machine is set up for (.npmrc)", () => {
    expect(namesOf(downloaded.filter(([, { resolved }]) => resolved !== undefined))).toEqual([]);
  });
});

test("package.json has at most twelve scripts, which a newcomer can read at a glance", () => {
  const { scripts } = readJson<{ readonly scripts: Readonly<Record<string, string>> }>("package.json");
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(12);
});
