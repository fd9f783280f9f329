import { definedFields } from "../../model/defined-fields.ts";
import type { FindingCode } from "../../model/finding/evidence.ts";
import type { Finding } from "../../model/finding/finding.ts";
import type { Text } from "../../model/outline.ts";
import type { AgeClock } from "../ages.ts";
import { withoutFinalMark } from "../end-marks.ts";
import { shortLine } from "../fit-text.ts";
import { spanText } from "../text.ts";
import { nameIn } from "../words/names.ts";
import { applicationSentences } from "./application.ts";
import { componentSentences } from "./component.ts";
import { genericSentences } from "./generic.ts";
import { greenhouseSentences } from "./greenhouse.ts";
import { malformedSentences } from "./malformed.ts";
import { operatorSentences } from "./operator.ts";
import { readingSentences } from "./reading.ts";
import type { FindingSentences, SentenceSetting } from "./sentences.ts";
import { unreportedSentences } from "./unreported.ts";

/** The sentence of every code: a new code does not compile until it has one. */
const sentences: FindingSentences<FindingCode> = {
  ...operatorSentences,
  ...componentSentences,
  ...unreportedSentences,
  ...readingSentences,
  ...genericSentences,
  ...malformedSentences,
  ...applicationSentences,
  ...greenhouseSentences,
};

/** One sentence for a finding. `namespace`: the one that stands above, which the names of its objects omit. */
export function findingText(finding: Finding, clock: AgeClock | undefined, namespace?: string): Text {
  // Each row takes the finding of its own code, by which the table is indexed.
  const sentence = sentences[finding.code] as (finding: Finding, setting: SentenceSetting) => Text;
  const nameOf: SentenceSetting["nameOf"] = (ref) => nameIn(namespace, ref);
  return withoutFinalMark(sentence(finding, { nameOf, about: nameOf(finding.about), ...definedFields({ clock }) }));
}

/**
 * The same as a string, for fronts that lay out no text: of a long quote the middle is omitted. It quotes the cluster,
 * so make it harmless before showing it.
 */
export function describeFinding(finding: Finding, clock?: AgeClock): string {
  return textInLine(findingText(finding, clock));
}

/** A sentence as a string on one line: of a long quote the middle is omitted. */
export function textInLine(text: Text): string {
  return text.map((span) => (span.is === "quote" ? shortLine([span], maxQuoteLength) : spanText(span))).join("");
}

/** The usual most characters of a quote. */
const maxQuoteLength = 320;
