import { aggregate } from "../shared/aggregate/aggregate.ts";
import { remembered } from "../shared/aggregate/history.ts";
import type { Wanted } from "../shared/aggregate/queries.ts";
import { type FilesRead, readFiles } from "../shared/io/files.ts";
import { openGather } from "../shared/io/gather/gather.ts";
import { dated, readGather } from "../shared/io/gather/read.ts";
import type { Query, Reading, Snapshot } from "../shared/model/snapshot.ts";
import { stampOf } from "../shared/model/time.ts";
import { newestTime } from "../shared/parse/newest.ts";
import { snapshotOf } from "../shared/parse/snapshot.ts";
import { knownRoots } from "../shared/profiles/roots.ts";
import { phaseOf } from "./answered.ts";
import { sentenceOf } from "./choosing.ts";
import { queryFor, withKey } from "./one-object.ts";
import type { Around, News, Opened, Wants } from "./opened.ts";
import type { FilesPlace } from "./place.ts";

/** What was read, and how more of it is read. */
interface Held {
  readonly snapshot: Snapshot;
  readonly more?: (wanted: readonly Wanted[]) => Promise<Snapshot>;
  readonly read?: (query: Query) => Promise<Reading>;
  readonly close?: () => void;
}

/**
 * Reads a must-gather, or a dump where it is none, once, as a cluster that nobody can ask any more; nothing is written. `tell`
 * gets what there is to say; what cannot be read is said too.
 */
export function openFiles(place: FilesPlace, around: Around, tell: (news: News) => void): Opened {
  const { clock, failed } = around;
  let wants: Wants = { roots: true, related: true, named: [], objects: [] };
  let held: Held | undefined;
  let readFor = forNothing;
  let isClosed = false;
  let turn = 0;

  async function read(): Promise<void> {
    turn += 1;
    const mine = turn;
    announce({ phase: "connecting", problem: undefined });
    try {
      const next = await openAt(place, stampOf(clock.now()));
      if (isClosed || mine !== turn) {
        next.close?.();
        return;
      }
      held?.close?.();
      held = next;
      readFor = forNothing;
      const report = aggregate(next.snapshot);
      const link = { state: "live" } as const;
      announce({
        ...phaseOf(report, link),
        report,
        snapshot: next.snapshot,
        history: remembered(undefined, report),
        link,
      });
      await readNamed();
    } catch (error) {
      if (mine === turn) announce({ phase: "unusable", problem: sentenceOf(error) });
    }
  }

  /** What is looked at beside the roots; these files are read once, so the same need not be read again. */
  async function readNamed(): Promise<void> {
    const { named, objects } = wants;
    const key = JSON.stringify([named, objects]);
    if (held === undefined || key === readFor) return;
    readFor = key;
    const from = held;
    const { read: readOne, more, snapshot } = from;
    const [readings, others] = await Promise.all([
      Promise.all(readOne === undefined ? [] : objects.map((ref) => readOne(queryFor(ref)))),
      named.length === 0 ? undefined : (more?.(named) ?? snapshot),
    ]).catch((error: unknown) => {
      // Whoever looks again may have more luck.
      readFor = forNothing;
      throw error;
    });
    if (isClosed || held !== from || readFor !== key) return;
    announce({
      objects: readings.length === 0 ? undefined : new Map(readings.map(withKey)),
      named: others && aggregate(others, { wanted: named }),
      namedSnapshot: others,
    });
  }

  function announce(news: News): void {
    if (!isClosed) tell(news);
  }

  read().catch(failed);
  return {
    want(next) {
      wants = next;
      readNamed().catch(failed);
    },
    refresh() {
      read().catch(failed);
    },
    namespaces: async () => undefined,
    reconsider() {},
    close() {
      isClosed = true;
      held?.close?.();
    },
  };
}

const forNothing = JSON.stringify([[], []]);

/** @throws InputError where it cannot be used as what it is said to be. */
async function openAt({ path, holds }: FilesPlace, now: string): Promise<Held> {
  if (holds === "dump")
    return { snapshot: ofDump(path, await readFiles([path], { recursive: true, stdin: noInput() }), now) };
  const gather = await openGather(path);
  try {
    const whole = await readGather(gather, path, { related: true });
    const others = await readGather(gather, path, { wanted: knownRoots.map((kind) => ({ kind })) });
    const snapshot = dated({ ...whole, readings: [...whole.readings, ...others.readings] }, gather, now);
    const { takenAt } = snapshot;
    return {
      snapshot,
      read: (query) => gather.reader.read(query),
      more: async (wanted) => ({ ...(await readGather(gather, path, { wanted })), takenAt }),
      close: () => gather.close(),
    };
  } catch (error) {
    gather.close();
    throw error;
  }
}

function ofDump(path: string, { snapshot, objects, damage }: FilesRead, now: string): Snapshot {
  if (snapshot !== undefined) return snapshot;
  return snapshotOf(objects, { takenAt: newestTime(objects) ?? now, source: { kind: "files", name: path }, damage });
}

async function* noInput(): AsyncIterable<Uint8Array> {}
