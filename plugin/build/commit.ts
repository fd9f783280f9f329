import { execFileSync } from "node:child_process";

/**
 * The commit of the checkout in `folder`, such as `d690d9f`, with `-dirty` where files differ from it. Undefined outside
 * of a checkout, also in a folder that some other checkout contains.
 */
export function commitOf(folder: string): string | undefined {
  try {
    if (git(folder, "rev-parse", "--show-prefix") !== "") return undefined;
    return git(folder, "describe", "--always", "--dirty", "--abbrev=7", "--exclude=*");
  } catch {
    return undefined;
  }
}

function git(folder: string, ...words: readonly string[]): string {
  return execFileSync("git", ["-C", folder, ...words], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}

/** What esbuild puts in place of the name in shared/model/version.ts. */
export function defineCommit(folder: string): Record<string, string> {
  return { HCO_STATUS_COMMIT: JSON.stringify(commitOf(folder) ?? "") };
}
