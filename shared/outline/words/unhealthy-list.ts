import type { PlacePhase } from "../../model/connection-phase.ts";
import type { Translate } from "../translate.ts";
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
export function nothingUnhealthyText(say: Translate, { phase, place, problem, asOf }: NothingUnhealthy): string {
  switch (phase) {
    case "shown":
      return asOf === ""
        ? say("All objects that were read are healthy")
        : say("All objects that were read are healthy, as of {0}", asOf);
    case "forbidden":
      return problem ?? say("Nothing was read: forbidden on {0}", place);
    case "noSuchKind":
      return problem ?? say("No supported kind is installed on {0}", place);
    case "empty":
      return problem ?? say("No supported objects on {0}", place);
    default: {
      const why = unlinkedSentence(say, { state: phase }, "", "", place);
      return problem === undefined || problem === ""
        ? say("Nothing was read: {0}", why)
        : say("Nothing was read: {0} ({1})", why, problem);
    }
  }
}

export const unhealthyListTitle = (say: Translate, place: string, asOf: string): string =>
  asOf === "" ? say("Unhealthy objects on {0}", place) : say("Unhealthy objects on {0}, as of {1}", place, asOf);
