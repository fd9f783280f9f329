import { basename } from "node:path";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { addCauseLogs } from "../../shared/aggregate/root-cause/cause-logs.ts";
import { indexSnapshot } from "../../shared/aggregate/snapshot/object-index.ts";
import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { readFiles } from "../../shared/io/files/read-objects.ts";
import type { Pasted } from "../../shared/io/files/text-objects.ts";
import { type OpenedMustGather, openMustGather } from "../../shared/io/must-gather/open-must-gather.ts";
import { readOpenedMustGather, withTakenAt } from "../../shared/io/must-gather/read-must-gather.ts";
import type { LogReader } from "../../shared/logs/read-logs.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Report } from "../../shared/model/report.ts";
import type { Query, Reading, Snapshot, Source } from "../../shared/model/snapshot.ts";
import { formatStamp } from "../../shared/model/time.ts";
import { pastedStepsText } from "../../shared/outline/words/pasted-steps.ts";
import { newestTime } from "../../shared/parse/newest-time.ts";
import { listKnownRootsAmong } from "../../shared/profiles/root-kinds.ts";
import { rememberReport } from "../../shared/timeline/condition-history.ts";
import { errorLine } from "./choose-context.ts";
import { connectionPhase } from "./connection-phase.ts";
import { buildDefinitionQuery, type DefinedKind, findDefinition } from "./definitions/read-definition.ts";
import type { Demand } from "./demand.ts";
import { queryFor, withKey } from "./object-query.ts";
import type { FilesPlace } from "./place.ts";
import type { CollectedFiles, LiveCluster, PlaceSource, SourceDependencies, StateChange } from "./place-source.ts";

/** The files that were opened, and the functions that read more of them. A dump is read whole, and has none. */
interface OpenedFiles {
  readonly snapshot: Snapshot;
  /** Reads requested objects with what their evaluation requires. */
  readonly readObjects?: (requested: readonly RequestedKind[]) => Promise<Snapshot>;
  readonly read?: (query: Query) => Promise<Reading>;
  readonly logs?: LogReader;
  readonly close?: () => void;
  /** What was changed of pasted texts before they were read. */
  readonly pasteNote?: string;
}

/** The key of a demand for no objects. */
const noDemandKey = demandKey({ related: true, named: [], objects: [] });

/**
 * Reads a must-gather or a dump once, and reports it like a cluster. Files that cannot be read are announced as a change
 * of the state, and not thrown. Nothing is written.
 */
export class OpenFilesPlace implements PlaceSource {
  readonly #place: FilesPlace;
  readonly #dependencies: SourceDependencies;
  readonly #changed: (change: StateChange) => void;
  #demand: Demand = { related: true, named: [], objects: [] };
  #files: OpenedFiles | undefined;
  /** The key of the demand whose objects were read last. */
  #readDemandKey = noDemandKey;
  /** Counts the readings of the files: the result of an older one is dropped. */
  #latestReading = 0;
  #isClosed = false;

  /** @param changed is called with each change of the state. */
  constructor(place: FilesPlace, dependencies: SourceDependencies, changed: (change: StateChange) => void) {
    this.#place = place;
    this.#dependencies = dependencies;
    this.#changed = changed;
    this.refresh();
  }

  setDemand(demand: Demand): void {
    this.#demand = demand;
    this.#readRequestedObjects().catch(this.#dependencies.failed);
  }

  refresh(): void {
    this.#readFiles().catch(this.#dependencies.failed);
  }

  async namespaces(): Promise<readonly string[] | undefined> {
    return undefined;
  }

  liveCluster(): LiveCluster | undefined {
    return undefined;
  }

  collected(): CollectedFiles | undefined {
    const { read, logs } = this.#files ?? {};
    return read === undefined || logs === undefined ? undefined : { read, logs };
  }

  async readDefinition(kind: DefinedKind): Promise<Reading | undefined> {
    if (this.#files === undefined) return undefined;
    const { read, snapshot } = this.#files;
    if (read === undefined) return findDefinition(snapshot, kind);
    const query = await buildDefinitionQuery(kind);
    return query && read(query).catch(() => undefined);
  }

  /** Files have no kubeconfig. */
  rereadKubeconfig(): void {}

  close(): void {
    this.#isClosed = true;
    this.#files?.close?.();
  }

  async #readFiles(): Promise<void> {
    this.#latestReading += 1;
    const reading = this.#latestReading;
    this.#announce({ phase: "connecting", problem: undefined });
    try {
      const files = await openAt(this.#place, formatStamp(this.#dependencies.clock.now()));
      if (this.#isClosed || reading !== this.#latestReading) {
        files.close?.();
        return;
      }
      this.#files?.close?.();
      this.#files = files;
      this.#readDemandKey = noDemandKey;
      const state = stateOfSnapshot(files.snapshot);
      this.#announce({ ...state, pasteNote: files.pasteNote });
      const showReport = (report: Report): void => this.#announce({ report });
      await Promise.all([this.#readRequestedObjects(), this.#readLogs(files, state.report, showReport)]);
    } catch (error) {
      if (reading === this.#latestReading) this.#announce({ phase: "unusable", problem: errorLine(error) });
    }
  }

  /** Reads the objects that are requested beside the roots, unless they were read before: files do not change. */
  async #readRequestedObjects(): Promise<void> {
    const files = this.#files;
    const key = demandKey(this.#demand);
    if (files === undefined || key === this.#readDemandKey) return;
    this.#readDemandKey = key;
    const change = await findRequestedObjects(files, this.#demand).catch((error: unknown) => {
      // The next attempt may succeed.
      this.#readDemandKey = noDemandKey;
      throw error;
    });
    if (this.#isClosed || this.#files !== files || this.#readDemandKey !== key) return;
    this.#announce(change);
    await this.#readLogs(files, change.named, (named) => {
      if (this.#readDemandKey === key) this.#announce({ named });
    });
  }

  /** Reads the logs that explain a Report, and then calls `show` with the Report and their lines. */
  async #readLogs(files: OpenedFiles, report: Report | undefined, show: (explained: Report) => void): Promise<void> {
    if (files.logs === undefined || report === undefined) return;
    if (report.verdict === "healthy" || !this.#dependencies.mayReadLogs()) return;
    const { namesObject, planLogs } = await import("../../shared/logs/plan-logs.ts");
    const { makeExcerpts } = await import("../../shared/logs/read-logs.ts");
    const { requests, knownLogs } = planLogs(report, namesObject(this.#demand.named));
    const logs = [...knownLogs, ...makeExcerpts(await files.logs.read(requests))];
    if (this.#files === files && logs.length > 0) show(addCauseLogs(report, logs));
  }

  #announce(change: StateChange): void {
    if (!this.#isClosed) this.#changed(change);
  }
}

function demandKey({ named, objects }: Demand): string {
  return JSON.stringify([named, objects]);
}

/** Returns the state of a place once its files are read. */
function stateOfSnapshot(snapshot: Snapshot): StateChange {
  const report = aggregate(snapshot, { others: true });
  const link = { state: "live" } as const;
  return { ...connectionPhase(report, link), report, snapshot, history: rememberReport(undefined, report), link };
}

/** Returns what the files hold of the objects that are requested beside the roots. */
async function findRequestedObjects(files: OpenedFiles, { named, objects }: Demand): Promise<StateChange> {
  const queries = objects.map(queryFor);
  const [readings, namedSnapshot] = await Promise.all([
    Promise.all(queries.map((query) => files.read?.(query) ?? findReading(files.snapshot, query))),
    named.length === 0 ? undefined : (files.readObjects?.(named) ?? files.snapshot),
  ]);
  return {
    objects: readings.length === 0 ? undefined : new Map(readings.map(withKey)),
    named: namedSnapshot && aggregate(namedSnapshot, { wanted: named }),
    namedSnapshot,
  };
}

/** Returns what a dump, which is read whole, holds of one object. */
function findReading(snapshot: Snapshot, query: Query): Reading {
  const { group, kind, namespace, name = "" } = query;
  const found = indexSnapshot(snapshot).find({ group, kind, name, ...definedFields({ namespace }) });
  if (found.outcome !== "found") return { query, outcome: "unread", cause: "" };
  return { query, outcome: "found", objects: [found.object] };
}

/**
 * Opens the files.
 * @param now the time of what states no time, RFC 3339 UTC.
 * @throws InputError where the path cannot be used as what `holds` says.
 */
async function openAt({ path, holds }: FilesPlace, now: string): Promise<OpenedFiles> {
  return holds === "dump" ? readDump(path, now) : readMustGather(path, now);
}

async function readDump(path: string, now: string): Promise<OpenedFiles> {
  const { snapshot, objects, damage, pasted } = await readFiles([path], { recursive: true, stdin: emptyInput() });
  if (snapshot !== undefined) return { snapshot };
  const newest = newestTime(objects);
  const takenFrom = newest === undefined ? undefined : ("newest" as const);
  const source: Source = { kind: "files", name: path, ...definedFields({ takenFrom }) };
  const read = snapshotOf(objects, { takenAt: newest ?? now, source, damage });
  return { snapshot: read, ...definedFields({ pasteNote: describePastedTexts(pasted) }) };
}

/** Returns what was changed of the first pasted text, and the number of further ones. Undefined where there is none. */
function describePastedTexts([first, ...others]: readonly Pasted[]): string | undefined {
  if (first === undefined) return undefined;
  const sentence = pastedStepsText(basename(first.where), first.steps);
  return sanitizeLine(others.length === 0 ? sentence : `${sentence} (and ${others.length} more)`);
}

async function readMustGather(path: string, now: string): Promise<OpenedFiles> {
  const mustGather = await openMustGather(path);
  try {
    const ofHyperConverged = await readOpenedMustGather(mustGather, path, { related: true });
    const ofOtherRoots = await readOtherRoots(mustGather, path);
    const readings = [...ofHyperConverged.readings, ...ofOtherRoots];
    const snapshot = withTakenAt({ ...ofHyperConverged, readings }, mustGather, now);
    return {
      snapshot,
      read: (query) => mustGather.reader.read(query),
      logs: mustGather.logs,
      async readObjects(requested) {
        const read = await readOpenedMustGather(mustGather, path, { wanted: requested });
        return { ...read, takenAt: snapshot.takenAt };
      },
      close: () => mustGather.close(),
    };
  } catch (error) {
    mustGather.close();
    throw error;
  }
}

/**
 * Reads the roots of the other families whose kinds the must-gather has: objects or a CRD. A kind that it does not have is
 * not requested, as it is not of a cluster that does not serve it.
 */
async function readOtherRoots(mustGather: OpenedMustGather, path: string): Promise<readonly Reading[]> {
  const wanted = listKnownRootsAmong(await mustGather.resources()).map((kind) => ({ kind }));
  return wanted.length === 0 ? [] : (await readOpenedMustGather(mustGather, path, { wanted })).readings;
}

async function* emptyInput(): AsyncIterable<Uint8Array> {}
