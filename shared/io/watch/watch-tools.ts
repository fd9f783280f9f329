import type { ServerConnection } from "../connection/connection.ts";
import type { PlacingReader } from "../reader/reader.ts";
import type { WatchClock } from "./clock.ts";
import type { ReportPace } from "./observation-transitions.ts";
import type { OutageGate } from "./server-outage.ts";

/** What the watches of one connection share. */
export interface WatchTools {
  readonly connection: ServerConnection;
  /** Sends each request to a busy server once. The reflectors wait before they retry. */
  readonly reader: PlacingReader;
  readonly clock: WatchClock;
  /** From 0 to 1. */
  readonly random: () => number;
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
}
