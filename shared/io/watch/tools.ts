import type { Connection } from "../connection.ts";
import type { PlacingReader } from "../reader.ts";
import type { Clock } from "./clock.ts";
import type { Outage } from "./outage.ts";

/** What the watches of one connection share. */
export interface WatchTools {
  readonly connection: Connection;
  /** It asks a busy server once: waiting is done here. */
  readonly reader: PlacingReader;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly outage: Outage;
  /** What this server was found to be able to. */
  readonly abilities: { streamsLists: boolean };
}
