import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { cwd } from "node:process";
import { describe, expect, test } from "vitest";
import { findPlugin } from "../../../extension/assist/find-plugin.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

/** Creates a folder that contains one file with a name and a mode. Returns its path. */
function makeFolder({ file, mode }: { readonly file: string; readonly mode: number }): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, file), "", { mode });
  return folder;
}

const executable = 0o755;
const notExecutable = 0o644;
const installed = makeFolder({ file: "kubectl-hco_status", mode: executable });
const installedTwice = makeFolder({ file: "kubectl-hco_status", mode: executable });
const withPlainFile = makeFolder({ file: "kubectl-hco_status", mode: notExecutable });
const withWindowsProgram = makeFolder({ file: "kubectl-hco_status.exe", mode: executable });
const withNpmScript = makeFolder({ file: "kubectl-hco_status.cmd", mode: executable });
const withFolderOfThatName = temporaryFolder();
mkdirSync(join(withFolderOfThatName, "kubectl-hco_status"));
const empty = temporaryFolder();

describe("the plugin is found as kubectl finds it on Linux", () => {
  test.for([
    {
      rule: "the first of two files is found",
      path: `${empty}:${installed}:${installedTwice}`,
      found: join(installed, "kubectl-hco_status"),
    },
    {
      rule: "a file that cannot be run is skipped",
      path: `${withPlainFile}:${installed}`,
      found: join(installed, "kubectl-hco_status"),
    },
    {
      rule: "a folder with the name of the plugin is skipped",
      path: `${withFolderOfThatName}:${installed}`,
      found: join(installed, "kubectl-hco_status"),
    },
    {
      rule: "a folder that does not exist is skipped",
      path: `/does-not-exist:${installed}`,
      found: join(installed, "kubectl-hco_status"),
    },
    { rule: "no folder has the plugin", path: empty, found: undefined },
    { rule: "PATH is not set", path: undefined, found: undefined },
  ])("$rule", async ({ path, found }) => {
    expect(await findPlugin({ env: { PATH: path }, platform: "linux" })).toBe(found);
  });

  test("a relative folder is skipped even if it has the plugin", async () => {
    const relativeFolder = relative(cwd(), installed);
    expect(await findPlugin({ env: { PATH: `:.:${relativeFolder}` }, platform: "linux" })).toBeUndefined();
  });
});

describe("the plugin is found on Windows", () => {
  test("an executable is found by a variable that is named Path", async () => {
    const env = { Path: `${empty};${withWindowsProgram}` };
    expect(await findPlugin({ env, platform: "win32" })).toBe(join(withWindowsProgram, "kubectl-hco_status.exe"));
  });

  test("the script that npm installs is skipped", async () => {
    expect(await findPlugin({ env: { Path: withNpmScript }, platform: "win32" })).toBeUndefined();
  });
});
