import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import type { AggregateOptions } from "../../shared/aggregate/options.ts";
import type { ReadScope } from "../../shared/aggregate/snapshot/queries.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { collectScope } from "../../shared/io/reader/collect-scopes.ts";
import { clusterSource, connectTo } from "../../shared/io/reader/connect-cluster.ts";
import { createReader } from "../../shared/io/reader/reader.ts";
import type { LivenessCheck } from "../../shared/io/transport/settings.ts";
import { systemClock, type WatchClock } from "../../shared/io/watch/clock.ts";
import { type FollowedReport, followReport, type SeenReport } from "../../shared/io/watch/follow-report.ts";
import { createWatchTools } from "../../shared/io/watch/watch-tools.ts";
import type { Report } from "../../shared/model/report.ts";
import type { LinkState } from "../../shared/model/report-change.ts";
import type { Source } from "../../shared/model/snapshot.ts";
import type { Cluster } from "./server.ts";

/** A request that was passed to the connection, whether the server received it or not. */
interface SentRequest {
  /** Milliseconds since 1970. */
  readonly sentAtMs: number;
  readonly path: string;
}

/** A cluster that is followed, with a record of all requests and reports. */
export interface Following extends FollowedReport {
  readonly connection: ServerConnection;
  readonly seen: readonly SeenReport[];
  readonly bugs: readonly unknown[];
  readonly requests: readonly SentRequest[];
  /** Takes the states of the link since the last call, in their order. Equal states in a row are one. */
  states(): readonly LinkState[];
  /** Whether a request has no response yet. Streams do not count. */
  isWaitingForResponse(): boolean;
  /** The newest Report. */
  report(): Report | undefined;
  /** Stops following, and closes the connection. */
  close(): void;
}

interface FollowOptions {
  readonly kubeconfig?: string;
  readonly scope?: ReadScope;
  readonly clock?: WatchClock;
  readonly health?: LivenessCheck;
  /** The environment of credential plugins. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Follows the cluster, and resolves when the first Report is there. */
export async function followCluster(cluster: Cluster, options: FollowOptions = {}): Promise<Following> {
  const { scope = {}, clock = systemClock } = options;
  const { connection: inner, source } = await openConnection(cluster, options);
  const requests: SentRequest[] = [];
  let pendingRequests = 0;
  const recordRequest = (path: string): void => void requests.push({ sentAtMs: Date.now(), path });
  const connection: ServerConnection = {
    ...inner,
    get(path, requestOptions) {
      recordRequest(path);
      pendingRequests += 1;
      return inner.get(path, requestOptions).finally(() => {
        pendingRequests -= 1;
      });
    },
    lines(path, requestOptions) {
      recordRequest(path);
      return inner.lines(path, requestOptions);
    },
  };
  const seen: SeenReport[] = [];
  const bugs: unknown[] = [];
  let takenStates = 0;
  const tools = createWatchTools({ connection, clock, random: Math.random });
  const followed = followReport(
    { tools, source, reportRequest: { scopes: [scope], options: evaluateReadings(scope) } },
    (seenReport) => seen.push(seenReport),
    (bug) => bugs.push(bug),
  );
  const following: Following = {
    ...followed,
    connection,
    seen,
    bugs,
    requests,
    states() {
      const states = seen.slice(takenStates).map(({ link }) => link.state);
      takenStates = seen.length;
      return states.filter((state, index) => state !== states[index - 1]);
    },
    isWaitingForResponse: () => pendingRequests > 0,
    report: () => seen.at(-1)?.report,
    close() {
      followed.stop();
      tools.outage.stop();
      inner.close();
    },
  };
  await waitForVerdict(following, ({ report }) => report !== undefined);
  return following;
}

async function openConnection(
  cluster: Cluster,
  { kubeconfig = cluster.kubeconfig, env = {}, health, clock = systemClock }: FollowOptions,
): Promise<{ readonly connection: ServerConnection; readonly source: Source }> {
  const around = { env, home: cluster.directory, cwd: cluster.directory, platform: "linux" };
  const chosen = chooseContext(await loadKubeconfig({ kubeconfig, ...around }), {}, "/");
  const credentialEnvironment = { ...around, now: clock.now, isInteractive: false, printMessage: () => {} };
  const settings = { userAgent: "hco-status-follow", ...(health !== undefined && { health }) };
  const connection = await connectTo(chosen, { ...settings, credentialEnvironment });
  return { connection, source: clusterSource(chosen) };
}

function evaluateReadings({ wanted }: ReadScope): AggregateOptions {
  return wanted === undefined ? {} : { wanted };
}

/**
 * Waits until the newest Report meets `isExpected`, and returns it.
 * @throws when that takes longer than `seconds`, with what was reported meanwhile.
 */
export async function waitForVerdict(
  following: Following,
  isExpected: (seen: SeenReport) => boolean,
  seconds = 120,
): Promise<SeenReport> {
  const { length: seenBefore } = following.seen;
  const timeoutAtMs = Date.now() + seconds * 1000;
  for (;;) {
    const newest = following.seen.at(-1);
    if (newest !== undefined && isExpected(newest)) return newest;
    if (Date.now() > timeoutAtMs) break;
    await sleep(20);
  }
  const reported = following.seen
    .slice(seenBefore)
    .map(({ link, report }) => `${link.state} ${link.cause ?? ""} ${report?.verdict}`);
  const bugTexts = following.bugs.map(String);
  throw new Error(`waited ${seconds} s; reported meanwhile:\n${reported.join("\n")}\nbugs: ${bugTexts.join("\n")}`);
}

/** Reads a Report of the cluster as of `takenAt`, without following it. */
async function readFreshReport(cluster: Cluster, takenAt: string, options: FollowOptions): Promise<Report> {
  const { scope = {} } = options;
  const { connection, source } = await openConnection(cluster, options);
  try {
    const snapshot = await collectScope(createReader(connection), scope, { source, takenAt });
    return aggregate(snapshot, evaluateReadings(scope));
  } finally {
    connection.close();
  }
}

/** Waits until the followed Report is live and equal to a Report that is read at that moment. */
export async function expectSameAsFresh(
  cluster: Cluster,
  following: Following,
  options: FollowOptions = {},
): Promise<void> {
  await waitForVerdict(following, isLive);
  for (const end = Date.now() + 120_000; ; ) {
    const report = withoutReaderClock(following.current().report);
    const fresh = await readFreshReport(cluster, report?.takenAt ?? "", options);
    const { source, ...rest } = fresh;
    if (Date.now() > end || isDeepStrictEqual({ ...report, source }, fresh)) {
      expect(report).toEqual({ ...rest, source: report?.source });
      break;
    }
  }
  expect(following.bugs).toEqual([]);
}

/** A test that skips time sets its own clock ahead of the server's, which a fresh report does not. */
function withoutReaderClock(report: Report | undefined): Report | undefined {
  return report && { ...report, findings: report.findings.filter(({ code }) => code !== "reader-clock") };
}

export function isLive({ link }: SeenReport): boolean {
  return link.state === "live";
}

export function isUnreachable({ link }: SeenReport): boolean {
  return link.state === "unreachable";
}

/** Returns how many requests for one path, whatever their parameters, were sent within a second at most. */
export function maxRequestsPerSecond(requests: readonly SentRequest[]): number {
  // A little less than a second, because timers of a second may be early by some milliseconds.
  const secondMs = 990;
  let maxCount = 0;
  for (const first of requests) {
    const path = pathWithoutParameters(first);
    const endMs = first.sentAtMs + secondMs;
    const withinSecond = requests.filter(({ sentAtMs }) => sentAtMs >= first.sentAtMs && sentAtMs < endMs);
    const samePath = withinSecond.filter((request) => pathWithoutParameters(request) === path);
    maxCount = Math.max(maxCount, samePath.length);
  }
  return maxCount;
}

function pathWithoutParameters({ path }: SentRequest): string {
  return path.split("?")[0] ?? "";
}

/** Writes a copy of `kubeconfig` that leads to another port of this machine, and returns the path of the copy. */
export function kubeconfigThrough(cluster: Cluster, port: number, kubeconfig: string = cluster.kubeconfig): string {
  const copy = join(cluster.directory, `through-${port}.kubeconfig`);
  const server = `https://127.0.0.1:${port}`;
  writeFileSync(copy, readFileSync(kubeconfig, "utf8").replaceAll(cluster.url, server), { mode: 0o600 });
  return copy;
}
