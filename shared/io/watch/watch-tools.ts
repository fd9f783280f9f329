import { definedFields } from "../../model/defined-fields.ts";
import { createInputBudget, type InputBudget } from "../../parse/input-budget.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { createDiscovery, type DiscoverOnce } from "../reader/lazy-discovery.ts";
import { createReader, type PlacingReader, type QueryReader } from "../reader/reader.ts";
import type { WatchClock } from "./clock.ts";
import type { ReportPace } from "./observation-transitions.ts";
import { lostStateFromError } from "./reflector/reflector-step.ts";
import { OutageGate } from "./server-outage.ts";

/** What the watches of one connection share. */
export interface WatchTools {
  readonly connection: ServerConnection;
  /** Sends each request to a busy server once. The reflectors wait before they retry. */
  readonly reader: PlacingReader;
  /** Sends each request to a busy server again, as one that is sent at once and not followed. */
  readonly patientReader: QueryReader;
  readonly clock: WatchClock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** To be stopped once all watches have stopped. */
  readonly outage: OutageGate;
  /** What this server has been found to support. */
  readonly abilities: {
    streamsLists: boolean;
    /** All definitions of kinds are being watched, so kinds that do not exist are seldom requested. */
    watchesDefinitions: boolean;
  };
  /** Whether all definitions are watched while a followed kind does not exist; else only those of kinds that went away. */
  readonly followsDefinitions: boolean;
  /** Absent: every change is reported. */
  readonly pace?: ReportPace;
  /** What all lists that are followed may hold together. */
  readonly budget: InputBudget;
}

/** The longest pause between two tries, in milliseconds. The user should not be asked to log in every minute. */
const longestPauseMs = { unreachable: 60_000, authRequired: 300_000 };

/** Creates what the watches of one connection share. */
export function createWatchTools({
  connection,
  discovery = createDiscovery(connection),
  clock,
  random,
  followsDefinitions = false,
  pace,
  budget = createInputBudget("servers"),
}: Pick<WatchTools, "connection" | "clock" | "random"> &
  Partial<Pick<WatchTools, "followsDefinitions" | "pace" | "budget">> & {
    readonly discovery?: DiscoverOnce;
  }): WatchTools {
  const maxPauseMs = (error: unknown): number | undefined => {
    const state = lostStateFromError(error);
    return state === undefined ? undefined : longestPauseMs[state];
  };
  return {
    connection,
    reader: createReader(connection, createFreshDiscovery(connection, discovery, clock), { retryMode: "once", budget }),
    patientReader: forgettingReader(createReader(connection, discovery, { budget })),
    clock,
    random,
    outage: new OutageGate({ clock, random, maxPauseMs }),
    abilities: { streamsLists: true, watchesDefinitions: false },
    followsDefinitions,
    budget,
    ...definedFields({ pace }),
  };
}

/** The same reader for callers that keep no object: what a list takes of the budget is given back at once. */
function forgettingReader(reader: PlacingReader): QueryReader {
  return {
    async read(query, signal) {
      const { reading, share } = await reader.readPlaced(query, signal);
      share?.release();
      return reading;
    },
  };
}

/** Milliseconds for which a result is reused. Requests for a kind that did not exist come less often than that. */
const reuseMs = 20_000;

/**
 * A discovery that requests the served kinds again where its last result is old. Its first result is that of `first`.
 * Kinds come and go.
 */
function createFreshDiscovery(connection: ServerConnection, first: DiscoverOnce, { now }: WatchClock): DiscoverOnce {
  let current = first;
  let since: number | undefined;
  return (signal) => {
    if (since !== undefined && Math.abs(now() - since) > reuseMs) {
      current = createDiscovery(connection);
      since = undefined;
    }
    since ??= now();
    return current(signal);
  };
}
