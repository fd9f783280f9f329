import type { FindingCode } from "../../model/finding/evidence.ts";
import type { FindingOf } from "../../model/finding/finding.ts";
import type { Ref } from "../../model/object.ts";
import type { Text } from "../../model/outline.ts";
import type { AgeClock } from "../ages.ts";

/** What a sentence depends on beside its finding. */
export interface SentenceSetting {
  /** Without one, ages are as kubectl prints them. */
  readonly clock?: AgeClock;
  /** What an object is called: `Deployment x/y`, without the namespace where that stands above. */
  readonly nameOf: (ref: Ref) => string;
  /** The name of the object that the finding is about. */
  readonly about: string;
}

/** A table of sentences by code, each without a full stop. */
export type FindingSentences<Code extends FindingCode> = {
  readonly [C in Code]: (finding: FindingOf<C>, setting: SentenceSetting) => Text;
};
