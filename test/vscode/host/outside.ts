import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { call } from "../../cluster/http.ts";

// What can be seen of the extension from outside of it.

/** What keeps the process busy beside timers, of which VS Code has its own. */
export function resources(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => /^(TCP|TLS|Process|FSEvent|Pipe)/.test(name))
    .toSorted();
}

/** Which of the resources now are more than there were: VS Code's own may end at any time. */
export function moreThan(before: readonly string[]): readonly string[] {
  const left = [...before];
  return resources().filter((name) => {
    const place = left.indexOf(name);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** Does to the cluster what its administrator does; a PATCH is a merge patch. */
export async function change(method: "POST" | "PATCH" | "DELETE", path: string, body?: object): Promise<void> {
  const directory = dirname(`${process.env["HCO_STATUS_AUDIT"]}`);
  await call({ url: `${process.env["HCO_STATUS_SERVER"]}`, directory }, method, path, body);
}

/** How many requests of ours to an address the API server has answered. */
export function requestsTo(path: string): number {
  return auditLines("ResponseComplete").filter((line) => line.includes(`"requestURI":"${path}`)).length;
}

/** How many requests of ours the API server has seen. That one ends is written late, and is no request. */
export function requests(): number {
  return auditLines("RequestReceived").length;
}

/** The verbs of our requests that do not read; each with its address. */
export function writes(): readonly string[] {
  return auditLines("ResponseComplete")
    .map((line) => JSON.parse(line) as { readonly verb: string; readonly requestURI: string })
    .filter(({ verb }) => !["get", "list", "watch"].includes(verb))
    .map(({ verb, requestURI }) => `${verb} ${requestURI}`);
}

/** What the API server's audit log has of our requests, at this stage of each. */
function auditLines(stage: "RequestReceived" | "ResponseComplete"): readonly string[] {
  const lines = readFileSync(`${process.env["HCO_STATUS_AUDIT"]}`, "utf8").split("\n");
  return lines.filter((line) => line.includes('"userAgent":"hco-status') && line.includes(`"stage":"${stage}"`));
}
