import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { describeCluster } from "./describe-cluster.ts";
import { runPlugin } from "./running.ts";
import { scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";

/** One stage of one request, as the audit log has it. */
interface Entry {
  readonly auditID: string;
  readonly stage: string;
  readonly requestURI: string;
  readonly requestReceivedTimestamp: string;
  readonly userAgent?: string;
  readonly responseStatus?: { readonly code: number };
}

describeCluster("a quiet cluster that is watched", (cluster) => {
  test("gets no request but the watches, and nothing is printed", async () => {
    await scenarios.healthy(cluster, new Date());
    const began = Date.now();
    const running = runPlugin(cluster, ["-w"]);
    await running.prints("healthy");
    await waitForBegin(cluster);
    const said = running.stdout();
    const quiet = Date.now();
    await sleep(10_000);
    expect(running.stdout()).toBe(said);
    expect(await running.stop()).toBe(0);
    expect(running.stderr()).toBe("");
    const ours = ourEntries(cluster).filter(({ requestReceivedTimestamp: at }) => Date.parse(at) >= began);
    const watches = ours.filter(
      ({ stage, requestURI }) => stage === "ResponseStarted" && requestURI.includes("watch=1"),
    );
    expect(watches.length).toBeGreaterThan(5);
    expect(new Set(watches.map(({ requestURI }) => pathOf(requestURI))).size).toBe(watches.length);
    const later = ours.filter(({ requestReceivedTimestamp: at }) => Date.parse(at) > quiet);
    // A kind that is not installed is asked for again at most once a minute, and a busy machine takes that long until here.
    const missing = new Set(ours.filter(isMissing).map(({ requestURI }) => requestURI));
    const again = later.filter(({ stage, requestURI }) => stage === "ResponseComplete" && missing.has(requestURI));
    expect(later.filter(({ requestURI }) => !missing.has(requestURI))).toEqual([]);
    expect(new Set(again.map(({ requestURI }) => requestURI)).size).toBe(again.length);
  });
});

function isMissing({ responseStatus }: Entry): boolean {
  return responseStatus?.code === 404;
}

/** Nothing is asked any more for three seconds, and nothing is left to answer. */
async function waitForBegin(cluster: Cluster): Promise<void> {
  for (let [entries, before] = [ourEntries(cluster), -1]; entries.length !== before || !isAnswered(entries); ) {
    await sleep(3_000);
    [entries, before] = [ourEntries(cluster), entries.length];
  }
}

function isAnswered(entries: readonly Entry[]): boolean {
  const answered = new Set(entries.filter(({ stage }) => stage !== "RequestReceived").map(({ auditID }) => auditID));
  return entries.every(({ auditID }) => answered.has(auditID));
}

function ourEntries({ audit }: Cluster): readonly Entry[] {
  return readFileSync(audit, "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Entry]))
    .filter(({ userAgent }) => userAgent?.startsWith("kubectl-hco_status/"));
}

/** With what it selects, without the place and the time. */
function pathOf(uri: string): string {
  return uri.replace(/&?(resourceVersion|timeoutSeconds)=[^&]*/g, "");
}
