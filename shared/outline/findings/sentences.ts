import type { FindingCode, FindingOf } from "../../model/finding/finding.ts";
import type { AgeClock } from "../ages.ts";

/** A table of sentences by code. `about` names the object of the finding; without a clock, ages read as in kubectl. */
export type FindingSentences<Code extends FindingCode> = {
  readonly [C in Code]: (finding: FindingOf<C>, about: string, clock?: AgeClock) => string;
};
