import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { addCauseLogs } from "../../shared/aggregate/root-cause/cause-logs.ts";
import { indexSnapshot } from "../../shared/aggregate/snapshot/object-index.ts";
import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { type FilesRead, readFiles } from "../../shared/io/files/read-objects.ts";
import { openMustGather } from "../../shared/io/must-gather/open-must-gather.ts";
import { readOpenedMustGather, withTakenAt } from "../../shared/io/must-gather/read-must-gather.ts";
import type { LogReader } from "../../shared/logs/read-logs.ts";
import type { Report } from "../../shared/model/report.ts";
import type { Query, Reading, Snapshot } from "../../shared/model/snapshot.ts";
import { formatStamp } from "../../shared/model/time.ts";
import { newestTime } from "../../shared/parse/newest-time.ts";
import { knownRoots } from "../../shared/profiles/root-kinds.ts";
import { rememberReport } from "../../shared/timeline/condition-history.ts";
import { errorLine } from "./choose-context.ts";
import { connectionPhase } from "./connection-phase.ts";
import { buildDefinitionQuery, findDefinition } from "./definitions/read-definition.ts";
import type { Demand } from "./demand.ts";
import { queryFor, withKey } from "./object-query.ts";
import type { FilesPlace } from "./place.ts";
import type { PlaceSource, SourceDependencies, StateChange } from "./place-source.ts";

/** The content that was read, and the functions that read more of it. */
interface Held {
  readonly snapshot: Snapshot;
  readonly more?: (wanted: readonly RequestedKind[]) => Promise<Snapshot>;
  readonly read?: (query: Query) => Promise<Reading>;
  readonly logs?: LogReader;
  readonly close?: () => void;
}

/**
 * Reads a must-gather or a dump once and reports it like a cluster; it writes nothing. `tell` receives all news,
 * including what cannot be read.
 */
export function openFiles(
  place: FilesPlace,
  around: SourceDependencies,
  tell: (news: StateChange) => void,
): PlaceSource {
  const { clock, failed, mayReadLogs } = around;
  let wants: Demand = { related: true, named: [], objects: [] };
  let held: Held | undefined;
  let readFor = forNothing;
  let isClosed = false;
  let turn = 0;

  async function read(): Promise<void> {
    turn += 1;
    const mine = turn;
    announce({ phase: "connecting", problem: undefined });
    try {
      const next = await openAt(place, formatStamp(clock.now()));
      if (isClosed || mine !== turn) {
        next.close?.();
        return;
      }
      held?.close?.();
      held = next;
      readFor = forNothing;
      const state = stateOfSnapshot(next.snapshot);
      announce(state);
      await Promise.all([readNamed(), showLogs(next, state.report, (report) => announce({ report }))]);
    } catch (error) {
      if (mine === turn) announce({ phase: "unusable", problem: errorLine(error) });
    }
  }

  /**
   * Reads the objects that are requested beside the roots. The files are read once, so the same objects are not read
   * again.
   */
  async function readNamed(): Promise<void> {
    const { named, objects } = wants;
    const key = JSON.stringify([named, objects]);
    if (held === undefined || key === readFor) return;
    readFor = key;
    const from = held;
    const news = await findRequestedObjects(from, wants).catch((error: unknown) => {
      // The next attempt may succeed.
      readFor = forNothing;
      throw error;
    });
    if (isClosed || held !== from || readFor !== key) return;
    announce(news);
    await showLogs(from, news.named, (report) => readFor === key && announce({ named: report }));
  }

  /** Reads the logs that explain a Report, and shows it with their lines as soon as they are read. */
  async function showLogs(from: Held, report: Report | undefined, show: (explained: Report) => void): Promise<void> {
    if (from.logs === undefined || report === undefined || report.verdict === "healthy" || !mayReadLogs()) return;
    const { namesObject, planLogs } = await import("../../shared/logs/plan-logs.ts");
    const { makeExcerpts: excerptsOf } = await import("../../shared/logs/read-logs.ts");
    const { requests, known } = planLogs(report, namesObject(wants.named));
    const logs = [...known, ...excerptsOf(await from.logs.read(requests))];
    if (held === from && logs.length > 0) show(addCauseLogs(report, logs));
  }

  function announce(news: StateChange): void {
    if (!isClosed) tell(news);
  }

  read().catch(failed);
  return {
    setDemand(next) {
      wants = next;
      readNamed().catch(failed);
    },
    refresh() {
      read().catch(failed);
    },
    liveCluster: () => undefined,
    collected() {
      const { read: readQuery, logs } = held ?? {};
      return readQuery === undefined || logs === undefined ? undefined : { read: readQuery, logs };
    },
    namespaces: async () => undefined,
    async readDefinition(kind) {
      if (held?.read === undefined) return held && findDefinition(held.snapshot, kind);
      const query = await buildDefinitionQuery(kind);
      return query && held.read(query).catch(() => undefined);
    },
    rereadKubeconfig() {},
    close() {
      isClosed = true;
      held?.close?.();
    },
  };
}

/** Returns the state of a place once its files are read. */
function stateOfSnapshot(snapshot: Held["snapshot"]): StateChange {
  const report = aggregate(snapshot, { others: true });
  const link = { state: "live" } as const;
  return { ...connectionPhase(report, link), report, snapshot, history: rememberReport(undefined, report), link };
}

/** Returns what the files hold of the objects that are requested beside the roots. */
async function findRequestedObjects({ read, more, snapshot }: Held, { named, objects }: Demand): Promise<StateChange> {
  const [readings, others] = await Promise.all([
    Promise.all(objects.map(queryFor).map((query) => read?.(query) ?? findReading(snapshot, query))),
    named.length === 0 ? undefined : (more?.(named) ?? snapshot),
  ]);
  return {
    objects: readings.length === 0 ? undefined : new Map(readings.map(withKey)),
    named: others && aggregate(others, { wanted: named }),
    namedSnapshot: others,
  };
}

/** Returns what a dump, which is read whole, holds of one object. */
function findReading(snapshot: Snapshot, query: Query): Reading {
  const { group, kind, namespace, name = "" } = query;
  const ref = { group, kind, name, ...(namespace !== undefined && { namespace }) };
  const found = indexSnapshot(snapshot).find(ref);
  return found.outcome === "found"
    ? { query, outcome: "found", objects: [found.object] }
    : { query, outcome: "unread", cause: "" };
}

const forNothing = JSON.stringify([[], []]);

/**
 * Opens the files.
 * @throws InputError where the path cannot be used as what `holds` says.
 */
async function openAt({ path, holds }: FilesPlace, now: string): Promise<Held> {
  if (holds === "dump")
    return { snapshot: buildSnapshot(path, await readFiles([path], { recursive: true, stdin: emptyInput() }), now) };
  const mustGather = await openMustGather(path);
  try {
    const whole = await readOpenedMustGather(mustGather, path, { related: true });
    const others = await readOpenedMustGather(mustGather, path, { wanted: knownRoots.map((kind) => ({ kind })) });
    const snapshot = withTakenAt({ ...whole, readings: [...whole.readings, ...others.readings] }, mustGather, now);
    const { takenAt } = snapshot;
    return {
      snapshot,
      read: (query) => mustGather.reader.read(query),
      logs: mustGather.logs,
      more: async (wanted) => ({ ...(await readOpenedMustGather(mustGather, path, { wanted })), takenAt }),
      close: () => mustGather.close(),
    };
  } catch (error) {
    mustGather.close();
    throw error;
  }
}

function buildSnapshot(path: string, { snapshot, objects, damage }: FilesRead, now: string): Snapshot {
  if (snapshot !== undefined) return snapshot;
  return snapshotOf(objects, { takenAt: newestTime(objects) ?? now, source: { kind: "files", name: path }, damage });
}

async function* emptyInput(): AsyncIterable<Uint8Array> {}
