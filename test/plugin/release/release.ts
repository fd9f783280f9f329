import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executableName, releasePlatforms } from "../../../plugin/release/platforms.ts";
import { writeRelease } from "../../../plugin/release/release-files.ts";
import { buildBundles } from "../../shared-build.ts";

/** The folders of a release, in a temporary folder. */
export interface TriedRelease {
  readonly packages: string;
  readonly folder: string;
  readonly remove: () => void;
}

/**
 * Writes a release whose executables are scripts that start the bundles by Node. What packs and installs them does not
 * look inside. test/plugin/build tests the real ones.
 */
export async function makeRelease(): Promise<TriedRelease> {
  const root = mkdtempSync(join(tmpdir(), "hco-status-release-"));
  const packages = join(root, "package");
  const folder = join(root, "release");
  const entry = join(buildBundles(), "kubectl-hco_status.cjs");
  for (const platform of releasePlatforms) {
    mkdirSync(join(packages, platform.folder), { recursive: true });
    const program = join(packages, platform.folder, executableName(platform));
    writeFileSync(program, `#!${process.execPath}\nrequire(${JSON.stringify(entry)});\n`);
    chmodSync(program, 0o755);
  }
  await writeRelease(packages, folder);
  return { packages, folder, remove: () => rmSync(root, { recursive: true }) };
}
