import { readFileSync } from "node:fs";

// What can be seen of the extension from outside of it.

/** What keeps the process busy beside timers, of which VS Code has its own. */
export function resources(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => /^(TCP|TLS|Process|FSEvent|Pipe)/.test(name))
    .toSorted();
}

/** How many requests of ours the API server has seen. */
export function requests(): number {
  return readFileSync(`${process.env["HCO_STATUS_AUDIT"]}`, "utf8").split('"userAgent":"hco-status').length - 1;
}
