import type { PlacePhase } from "../../model/connection-phase.ts";
import { unlinkedSentence } from "./manifest-link.ts";

/** The state of a view that has no unhealthy object to show. */
export interface NothingUnhealthy {
  readonly phase: PlacePhase;
  /** A context, or the last part of a path. */
  readonly place: string;
  /** The obstacle, in one sentence. */
  readonly problem?: string;
  /** Up to when it was current, in the user's time zone; empty where it still is. */
  readonly asOf: string;
}

/** The sentence that no read object is unhealthy, else why nothing was read. */
export function nothingUnhealthyText({ phase, place, problem, asOf }: NothingUnhealthy): string {
  switch (phase) {
    case "shown":
      return asOf === ""
        ? "All objects that were read are healthy"
        : `All objects that were read are healthy, as of ${asOf}`;
    case "forbidden":
      return problem ?? `Nothing was read: forbidden on ${place}`;
    case "noSuchKind":
      return problem ?? `No supported kind is installed on ${place}`;
    case "empty":
      return problem ?? `No supported objects on ${place}`;
    default: {
      const why = unlinkedSentence({ state: phase }, "", "", place);
      return problem === undefined || problem === ""
        ? `Nothing was read: ${why}`
        : `Nothing was read: ${why} (${problem})`;
    }
  }
}
