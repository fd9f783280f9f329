import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isExecutable } from "../../cluster/assets.ts";
import { machineCache } from "../../environment.ts";

/** The programs that check what a release publishes, and the Lua of Argo CD. */
export type ReleaseTool = "actionlint" | "glua" | "krew" | "validate-krew-manifest";

/** The path of a tool that build-tools has built. Undefined where it has not. */
export function releaseTool(name: ReleaseTool): string | undefined {
  const hash = createHash("sha256");
  for (const file of ["go.mod", "go.sum"]) hash.update(readFileSync(join(import.meta.dirname, "tools", file)));
  const path = join(machineCache(), `release-${hash.digest("hex").slice(0, 12)}`, name);
  return isExecutable(path) ? path : undefined;
}
