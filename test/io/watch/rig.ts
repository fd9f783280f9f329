import { expect, onTestFinished } from "vitest";
import { planReads, type ReadScope } from "../../../shared/aggregate/read-plan.ts";
import type { IsUnreadChange } from "../../../shared/aggregate/snapshot/unread-change.ts";
import type { ServerConnection } from "../../../shared/io/connection/connection.ts";
import { collectSnapshot, type PlanReads } from "../../../shared/io/reader/collect-snapshot.ts";
import { createReader } from "../../../shared/io/reader/reader.ts";
import type { ServerCredentials } from "../../../shared/io/socket/server-credentials.ts";
import type { ConnectionSettings } from "../../../shared/io/transport/settings.ts";
import { type FollowedReport, followReport, type SeenReport } from "../../../shared/io/watch/follow-report.ts";
import { SnapshotFollower } from "../../../shared/io/watch/follow-snapshot.ts";
import { createWatchTools } from "../../../shared/io/watch/watch-tools.ts";
import type { Kind } from "../../../shared/model/kind.ts";
import type { Query, Reading } from "../../../shared/model/snapshot.ts";
import { randomFrom } from "../../random.ts";
import { connectToTestServer } from "../connect.ts";
import { type DrivenClock, drivenClock } from "./driven-clock.ts";
import { type ApiServer, apiServer } from "./scripted-server.ts";
import type { Given, Served } from "./store.ts";

export const widgets: Served = { plural: "widgets.example.com", kind: "Widget", version: "v1", namespaced: true };
/** The definitions of kinds. A server of the tests serves them only where a test says so. */
export const definitions: Served = {
  plural: "customresourcedefinitions.apiextensions.k8s.io",
  kind: "CustomResourceDefinition",
  version: "v1",
  namespaced: false,
};
export const gadgets: Served = { plural: "gadgets.example.com", kind: "Gadget", version: "v1", namespaced: false };

const kinds: readonly Kind[] = [widgets, gadgets].map(({ kind, namespaced }) => {
  const plural = `${kind.toLowerCase()}s`;
  return { group: "example.com", kind, plural, versions: ["v1"], namespaced };
});
export const source = { kind: "cluster", name: "test" } as const;

/** A server, a clock, and a follower of the widgets and gadgets of the server. */
export interface Rig {
  readonly server: ApiServer;
  readonly clock: DrivenClock;
  readonly connection: ServerConnection;
  readonly followed: Omit<FollowedReport, "confirm" | "request">;
  /** All states that were reported. */
  readonly reported: readonly SeenReport[];
  /** The states of the link in the order in which they were shown, each once. */
  states(): readonly string[];
  /** What else may have been thrown. */
  readonly bugs: readonly unknown[];
  /** So much time goes by, and all that happens because of it happens. */
  pass(milliseconds: number): Promise<void>;
  /** What is under way arrives, a log-in too: a plugin that waits for the test must not be waited for. */
  waitUntilSettled(): Promise<void>;
  /** How many watches of a resource were requested, from request number `from` on. */
  countWatches(resource: string, from?: number): number;
  /** How many lists of a resource were requested, from request number `from` on. */
  countLists(resource: string, from?: number): number;
  /** Expects that the last reported state has what a new request returns. */
  expectCurrentObjects(): Promise<void>;
}

/** How a rig is set up. */
export interface Setting extends Partial<ConnectionSettings> {
  readonly scope?: ReadScope;
  readonly seed?: number;
  readonly followsDefinitions?: boolean;
  readonly prepare?: (server: ApiServer, clock: DrivenClock) => unknown;
  readonly over?: (server: ApiServer) => Promise<ServerConnection>;
  readonly credentialsFor?: (server: ApiServer) => Promise<ServerCredentials>;
  /** The queries to follow in place of those of a scope. No Report is evaluated then. */
  readonly queries?: readonly Query[] | PlanReads;
  /** Of what is followed by `queries`: the changes that the evaluation does not read. */
  readonly isUnread?: IsUnreadChange;
}

/** A connection of ours to a server of the tests. */
export function connectionTo(server: ApiServer, settings: Partial<ConnectionSettings> = {}): Promise<ServerConnection> {
  return connectToTestServer(server.address(), { compress: false, ...settings });
}

/** Starts all of it, and waits until all has been read once. */
export async function startRig({
  scope,
  seed = 1,
  prepare,
  over,
  queries,
  isUnread,
  credentialsFor,
  followsDefinitions = false,
  ...more
}: Setting = {}): Promise<Rig> {
  const clock = drivenClock();
  const server = await apiServer(clock, [widgets, gadgets]);
  onTestFinished(() => server.down().catch(() => {}));
  await prepare?.(server, clock);
  const settings = { ...more, ...(credentialsFor !== undefined && { credentials: await credentialsFor(server) }) };
  const connection = await (over?.(server) ?? connectionTo(server, settings));
  onTestFinished(() => connection.close());
  const counted = countRequests(connection);
  const reported: SeenReport[] = [];
  const bugs: unknown[] = [];
  const wanted = kinds.map((kind) => ({ kind }));
  const all = scope ?? { wanted };
  const reportRequest = { scopes: [all], options: { wanted } };
  const random = randomFrom(seed);
  const tools = createWatchTools({ connection: counted.connection, clock, random, followsDefinitions });
  const tell = (seen: SeenReport): unknown => reported.push(seen);
  const noteBug = (bug: unknown): unknown => bugs.push(bug);
  const begun =
    queries === undefined ? followReport({ tools, source, reportRequest }, tell, noteBug) : observeQueries(queries);
  const followed = {
    ...begun,
    stop() {
      begun.stop();
      tools.outage.stop();
    },
  };

  function observeQueries(asked: readonly Query[] | PlanReads): Rig["followed"] {
    const observation = new SnapshotFollower(planOf(asked), source, tools, {
      onSnapshot: tell,
      failed: noteBug,
      ...(isUnread !== undefined && { isUnread }),
    });
    return {
      current: () => observation.current(),
      refresh: () => observation.refresh("refreshed"),
      stop: () => observation.stop(),
    };
  }

  onTestFinished(() => {
    followed.stop();
    expect(bugs).toEqual([]);
  });

  async function waitUntilSettled(): Promise<void> {
    let still = 0;
    let before = "";
    let sinceChange = 0;
    let sinceBegin = 0;
    for (let last = performance.now(); still < 3 && sinceBegin < 3_000; ) {
      await new Promise((resolve) => setImmediate(resolve));
      // Time in which this process did not run does not count.
      const turn = Math.min(1, performance.now() - last);
      last = performance.now();
      sinceChange += turn;
      sinceBegin += turn;
      if (connection.isWaitingForCredentials?.() === true) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        [still, sinceChange, sinceBegin] = [0, 0, 0];
        continue;
      }
      const { waiting, lines, open } = counted.state();
      const now = `${waiting} ${lines} ${open} ${server.lines()} ${server.open()} ${server.asked.length}`;
      if (now !== before) sinceChange = 0;
      before = now;
      const isQuiet = waiting === server.silent() && lines - server.lines() === counted.lag && open === server.open();
      // Where something was lost on the way the numbers differ for good.
      if (isQuiet && !server.breaks()) still += 1;
      else if (sinceChange < (waiting === server.silent() ? 30 : 1_000)) still = 0;
      else {
        counted.lag = lines - server.lines();
        return;
      }
    }
  }

  const rigged: Rig = {
    server,
    clock,
    connection,
    followed,
    reported,
    bugs,
    waitUntilSettled,
    states: () => reported.map(({ link }) => link.state).filter((state, at, each) => state !== each[at - 1]),
    async pass(milliseconds) {
      await waitUntilSettled();
      const until = clock.elapsed() + milliseconds;
      while (clock.next(until)) await waitUntilSettled();
    },
    countWatches: (resource, from = 0) =>
      server.asked.slice(from).filter((request) => request.resource === resource && request.isWatch).length,
    countLists: (resource, from = 0) =>
      server.asked.slice(from).filter((request) => request.resource === resource && !request.isWatch).length,
    async expectCurrentObjects() {
      const fresh = await readAgain(server, queries ?? all, settings);
      const shown = followed.current().snapshot;
      expect(plainOf(shown?.readings)).toEqual(plainOf(fresh));
    },
  };
  await rigged.pass(2_000);
  return rigged;
}

/** Three widgets and a gadget, all well. */
export const healthySetting: Setting = {
  prepare(server) {
    for (const name of ["a", "b", "c"]) server.store.put(widgets, buildObject(name, "True", "one"));
    server.store.put(gadgets, buildObject("g"));
  },
};

/** Expects that no request of a kind was repeated within a second, from request number `from` on. */
export function expectCalm({ server }: Rig, from: number): void {
  const last = new Map<string, number>();
  for (const { resource, isWatch, parameters, at } of server.asked.slice(from)) {
    const key = `${resource} ${isWatch} ${parameters.get("continue") ?? ""}`;
    expect(at - (last.get(key) ?? Number.NEGATIVE_INFINITY), key).toBeGreaterThanOrEqual(1_000);
    last.set(key, at);
  }
}

/** The objects that a new request over a connection of its own returns. */
async function readAgain(
  server: ApiServer,
  asked: ReadScope | readonly Query[] | PlanReads,
  settings: Partial<ConnectionSettings>,
): Promise<readonly Reading[]> {
  const connection = await connectionTo(server, { ...settings, userAgent: "truth" });
  const { readings } = await collectSnapshot(createReader(connection), planOf(asked), { source, takenAt: "" });
  connection.close();
  return readings;
}

function planOf(asked: ReadScope | readonly Query[] | PlanReads): PlanReads {
  if (typeof asked === "function") return asked;
  return (soFar) => ("length" in asked ? asked : planReads(soFar, asked));
}

/** What readings say, in one order. */
function plainOf(readings: readonly Reading[] = []): readonly string[] {
  return readings
    .map((reading) => {
      const { query, outcome } = reading;
      const objects = reading.outcome === "found" ? reading.objects.map(({ raw }) => raw) : [];
      return JSON.stringify([query.kind, query.namespace, query.name, query.fieldSelector, outcome, objects]);
    })
    .sort();
}

/** The same connection, and how much of what was asked is under way. */
function countRequests(connection: ServerConnection) {
  let waiting = 0;
  let lines = 0;
  let open = 0;
  const counted: ServerConnection = {
    ...connection,
    async get(path, options) {
      waiting += 1;
      try {
        return await connection.get(path, options);
      } finally {
        waiting -= 1;
      }
    },
    async lines(path, options) {
      waiting += 1;
      let hasBegun = false;
      try {
        return await connection.lines(path, {
          ...options,
          begun() {
            hasBegun = true;
            waiting -= 1;
            open += 1;
            options.begun?.();
          },
          line(text) {
            lines += 1;
            options.line(text);
          },
        });
      } finally {
        if (hasBegun) open -= 1;
        else waiting -= 1;
      }
    },
  };
  return { connection: counted, state: () => ({ waiting, lines, open }), lag: 0 };
}

/** An object whose one condition says that it is well, or not. */
export function buildObject(name: string, status: "True" | "False" = "True", namespace?: string): Given {
  const condition = { type: "Ready", status, reason: "Test", message: "", lastTransitionTime: "2026-11-21T10:00:00Z" };
  return { name, ...(namespace !== undefined && { namespace }), status: { conditions: [condition] } };
}
