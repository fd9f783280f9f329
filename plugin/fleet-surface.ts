import type { Counted } from "../shared/render/words-fleet.ts";
import type { FollowedMember } from "./fleet-follow.ts";
import type { PrintFleet } from "./fleet-print.ts";
import type { Options } from "./options.ts";
import type { World } from "./world.ts";

/** Where several clusters are shown as they change. */
export interface FleetSurface {
  /** There is something new to see of this one. */
  readonly changed: (one: FollowedMember) => void;
  /** Somebody else needs the terminal meanwhile. */
  readonly aside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Somebody else says something about it. */
  readonly said: (name: string, text: string) => void;
  /** The last words. */
  readonly close: () => void;
}

/** What a surface is made of. */
export interface FleetShow {
  readonly members: readonly FollowedMember[];
  readonly counted: Counted;
  readonly options: Options;
  readonly world: World;
  readonly print: PrintFleet;
  readonly leave: () => void;
  /** Somebody wants all of them to be asked again, and may log in for it. */
  readonly refresh: () => void;
}
