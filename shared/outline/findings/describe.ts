import type { Finding, FindingCode } from "../../model/finding/finding.ts";
import type { AgeClock } from "../ages.ts";
import { odditySentences } from "../words/malformed-status.ts";
import { qualifiedName } from "../words/names.ts";
import { applicationSentences } from "./application.ts";
import { componentSentences } from "./component.ts";
import { genericSentences } from "./generic.ts";
import { greenhouseSentences } from "./greenhouse.ts";
import { operatorSentences } from "./operator.ts";
import { silenceSentences } from "./operator-silence.ts";
import { readingSentences } from "./reading.ts";
import type { FindingSentences } from "./sentences.ts";

/** The sentence of every code: a new code does not compile until it has one. */
const sentences: FindingSentences<FindingCode> = {
  ...operatorSentences,
  ...componentSentences,
  ...silenceSentences,
  ...readingSentences,
  ...genericSentences,
  ...odditySentences,
  ...applicationSentences,
  ...greenhouseSentences,
};

/**
 * One sentence for a finding, without a full stop. It quotes the cluster, so make it harmless before showing it.
 * Without a clock its ages are as kubectl prints them.
 */
export function describeFinding(finding: Finding, clock?: AgeClock): string {
  // Each row takes the finding of its own code, by which the table is indexed.
  const sentence = sentences[finding.code] as (finding: Finding, about: string, clock?: AgeClock) => string;
  return sentence(finding, qualifiedName(finding.about), clock);
}
