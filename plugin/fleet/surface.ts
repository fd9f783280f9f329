import type { CountedThing } from "../../shared/render/words/commands/fleet.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import type { FollowedMember } from "./follow-member.ts";
import type { PrintFleet } from "./print-fleet.ts";

/** Shows several clusters as they change. */
export interface FleetSurface {
  /** Called when a cluster has something new to show. */
  changed(followed: FollowedMember): void;
  /** Leaves the terminal to `work`. */
  withFreeTerminal<T>(work: () => Promise<T>): Promise<T>;
  /** Shows text that a credential plugin or the connection reports about a cluster. */
  message(name: string, text: string): void;
  /** Prints what is left to print, and ends. */
  close(): void;
}

/** What a surface shows, and what it calls. */
export interface FleetShow {
  readonly members: readonly FollowedMember[];
  readonly counted: CountedThing;
  readonly options: CommandLineOptions;
  readonly environment: HostEnvironment;
  readonly print: PrintFleet;
  readonly leave: () => void;
  /** Called when the user wants all clusters read again, for which logins may be needed. */
  readonly refresh: () => void;
}
