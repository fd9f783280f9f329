import type { Source } from "../../model/snapshot.ts";
import { packageVersion } from "../../model/version.ts";

/** `Cluster admin@prod`, `Must-gather mg.tgz`, `File hco.yaml`. */
export function pageSourceText({ kind, name, snapshot }: Source): string {
  const what = { cluster: "Cluster", "must-gather": "Must-gather", files: "Input", buffer: "Document" }[kind];
  return `${what} ${name}${snapshot === undefined ? "" : `, snapshot ${snapshot}`}`;
}

/** What made the page. */
export const pageOrigin: string = `Made by hco-status ${packageVersion}. Ages count from the time above.`;
