import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { dropGuessedReadings } from "../../shared/aggregate/evaluation/guessed-queries.ts";
import type { AggregateOptions } from "../../shared/aggregate/options.ts";
import { planReads } from "../../shared/aggregate/read-plan.ts";
import type { ReadScope } from "../../shared/aggregate/snapshot/queries.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { collectSnapshot, type PlanReads } from "../../shared/io/reader/collect-snapshot.ts";
import { clusterSource, connectTo } from "../../shared/io/reader/connect-cluster.ts";
import { createReader } from "../../shared/io/reader/reader.ts";
import type { LivenessCheck } from "../../shared/io/transport/settings.ts";
import { systemClock, type WatchClock } from "../../shared/io/watch/clock.ts";
import { type FollowedReport, followReport, type SeenReport } from "../../shared/io/watch/follow-report.ts";
import { createWatchTools } from "../../shared/io/watch/watch-tools.ts";
import type { Report } from "../../shared/model/report.ts";
import type { LinkState } from "../../shared/model/report-change.ts";
import type { Query, Source } from "../../shared/model/snapshot.ts";
import type { Cluster } from "./server.ts";

/** One question as it was asked of the connection, whether it arrived or not. */
interface Question {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly path: string;
}

/** A cluster that is followed, with a record of all requests and reports. */
export interface Following extends FollowedReport {
  readonly connection: ServerConnection;
  readonly seen: readonly SeenReport[];
  readonly bugs: readonly unknown[];
  readonly questions: readonly Question[];
  /** The states of the link in their order, each once in a row, since the last look. */
  states(): readonly LinkState[];
  /** Whether a question is not answered yet, streams apart. */
  isAsking(): boolean;
  /** The newest Report. */
  report(): Report | undefined;
  /** Ends it and the connection. */
  close(): void;
}

interface Manner {
  readonly kubeconfig?: string;
  readonly scope?: ReadScope;
  readonly clock?: WatchClock;
  readonly health?: LivenessCheck;
  /** For plugins. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Follows the cluster; resolves when all of the first answers are there. */
export async function followCluster(cluster: Cluster, manner: Manner = {}): Promise<Following> {
  const { scope = {}, clock = systemClock } = manner;
  const { connection: inner, source } = await openConnection(cluster, manner);
  const questions: Question[] = [];
  const noteRequest = (path: string): void => void questions.push({ at: Date.now(), path });
  let asking = 0;
  const connection: ServerConnection = {
    ...inner,
    get(path, options) {
      noteRequest(path);
      asking += 1;
      return inner.get(path, options).finally(() => {
        asking -= 1;
      });
    },
    lines(path, options) {
      noteRequest(path);
      return inner.lines(path, options);
    },
  };
  const seen: SeenReport[] = [];
  const bugs: unknown[] = [];
  let looked = 0;
  const tools = createWatchTools({ connection, clock, random: Math.random });
  const followed = followReport(
    { tools, source, reportRequest: { scopes: [scope], options: evaluateReadings(scope) } },
    (one) => seen.push(one),
    (bug) => bugs.push(bug),
  );
  const all: Following = {
    ...followed,
    connection,
    seen,
    bugs,
    questions,
    states() {
      const all = seen.slice(looked).map(({ link }) => link.state);
      looked = seen.length;
      return all.filter((state, place) => state !== all[place - 1]);
    },
    isAsking: () => asking > 0,
    report: () => seen.at(-1)?.report,
    close() {
      followed.stop();
      tools.outage.stop();
      inner.close();
    },
  };
  await waitForVerdict(all, ({ report }) => report !== undefined);
  return all;
}

async function openConnection(
  cluster: Cluster,
  { kubeconfig = cluster.kubeconfig, env = {}, health, clock = systemClock }: Manner,
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

/** Waits until what was seen last is so. @throws when it takes longer than `seconds`, with what was told meanwhile. */
export async function waitForVerdict(
  one: Following,
  isSo: (seen: SeenReport) => boolean,
  seconds = 120,
): Promise<SeenReport> {
  const { length } = one.seen;
  for (const end = Date.now() + seconds * 1000; ; ) {
    const last = one.seen.at(-1);
    if (last !== undefined && isSo(last)) return last;
    if (Date.now() > end) {
      const reported = one.seen
        .slice(length)
        .map(({ link, report }) => `${link.state} ${link.cause ?? ""} ${report?.verdict}`);
      throw new Error(
        `waited ${seconds} s; told meanwhile:\n${reported.join("\n")}\nbugs: ${one.bugs.map(String).join("\n")}`,
      );
    }
    await sleep(20);
  }
}

/** A Report that is read again, as of the time of the followed one. */
async function freshReport(cluster: Cluster, takenAt: string, manner: Manner): Promise<Report> {
  const { scope = {} } = manner;
  const { connection, source } = await openConnection(cluster, manner);
  try {
    let named: readonly Query[] = [];
    const next: PlanReads = (soFar) => {
      named = planReads(soFar, scope);
      return named;
    };
    const { snapshot } = await collectSnapshot(createReader(connection), next, { source, takenAt });
    return aggregate(dropGuessedReadings(snapshot, named), evaluateReadings(scope));
  } finally {
    connection.close();
  }
}

/** Waits until the followed Report is live and the same as one that is read again. */
export async function expectSameAsFresh(cluster: Cluster, one: Following, manner: Manner = {}): Promise<void> {
  await waitForVerdict(one, isLive);
  for (const end = Date.now() + 120_000; ; ) {
    const report = withoutReaderClock(one.current().report);
    const fresh = await freshReport(cluster, report?.takenAt ?? "", manner);
    const { source, ...rest } = fresh;
    if (Date.now() > end || isDeepStrictEqual({ ...report, source }, fresh)) {
      expect(report).toEqual({ ...rest, source: report?.source });
      break;
    }
  }
  expect(one.bugs).toEqual([]);
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

/** Questions within the time span, of the kind that is asked most in any one second. */
export function mostPerSecond(questions: readonly Question[]): number {
  const kindOf = ({ path }: Question): string => path.split("?")[0] ?? "";
  const counts = questions.map((one) => {
    return questions.filter((other) => kindOf(other) === kindOf(one) && other.at >= one.at && other.at < one.at + 990)
      .length;
  });
  return Math.max(0, ...counts);
}

/** A kubeconfig that leads to another port. */
export function kubeconfigThrough(cluster: Cluster, port: number, kubeconfig: string = cluster.kubeconfig): string {
  const through = join(cluster.directory, `through-${port}.kubeconfig`);
  const server = `https://127.0.0.1:${port}`;
  writeFileSync(through, readFileSync(kubeconfig, "utf8").replaceAll(cluster.url, server), { mode: 0o600 });
  return through;
}
