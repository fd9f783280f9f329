import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { healthKinds, writeHealthScript } from "./health-script.ts";

// Writes argocd/GROUP/KIND/health.lua beside this file, as Argo CD lays out its resource_customizations.
for (const row of healthKinds) {
  const folder = join(import.meta.dirname, "argocd", row.group, row.kind);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "health.lua"), writeHealthScript(row));
}
