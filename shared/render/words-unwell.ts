import type { Phase } from "../model/phase.ts";
import type { Say } from "./say.ts";
import { unlinkedSentence } from "./words-link.ts";

/** What is known where nothing unwell is to be named. */
export interface NothingUnwell {
  readonly phase: Phase;
  /** A context, or the last part of a path. */
  readonly place: string;
  /** What is in the way: one sentence. */
  readonly problem?: string;
  /** Up to when it was so, as the person's clock shows it; empty where it is so now. */
  readonly asOf: string;
}

/** That nothing is unwell is said only of what was read; else why nothing was. */
export function nothingUnwellWords(say: Say, { phase, place, problem, asOf }: NothingUnwell): string {
  switch (phase) {
    case "shown":
      return asOf === ""
        ? say("Nothing that was read is unwell")
        : say("Nothing that was read is unwell, as of {0}", asOf);
    case "forbidden":
      return problem ?? say("Nothing was read: you may not read it on {0}", place);
    case "noSuchKind":
      return problem ?? say("{0} knows none of the kinds that are judged", place);
    case "empty":
      return problem ?? say("There is nothing to judge on {0}", place);
    default: {
      const why = unlinkedSentence(say, { state: phase }, "", "", place);
      return problem === undefined || problem === ""
        ? say("Nothing was read: {0}", why)
        : say("Nothing was read: {0} ({1})", why, problem);
    }
  }
}

export const unwellTitle = (say: Say, place: string, asOf: string): string =>
  asOf === "" ? say("What is unwell on {0}", place) : say("What is unwell on {0}, as of {1}", place, asOf);
