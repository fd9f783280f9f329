import type { FindingOf } from "../../model/finding/finding.ts";
import type { GenericEvidence } from "../../model/finding/generic.ts";
import { evidenceText, statusWords } from "../cause.ts";
import { withoutEndMark } from "../end-marks.ts";
import { countText, formFor, joinNames } from "../words/names.ts";
import type { FindingSentences } from "./sentences.ts";

/** The sentences about an object that no rule covers: its conditions and its owned objects. */
export const genericSentences: FindingSentences<GenericEvidence["code"]> = {
  "not-judged": describeNotJudged,
  "suspect-condition": describeSuspectCondition,
  "odd-related": describeOddRelated,
  "owner-cycle": describeOwnerCycle,
  "owned-cut": ({ objects, depth }, about) =>
    `${countText(objects, "owned object")} below ${about} ${formFor(objects, "is", "are")} not shown: more than ${depth} levels deep, or too many`,
};

/**
 * The sentence for an object without conditions that tell its health: none, of unknown polarity, or about something
 * else.
 */
function describeNotJudged({ types, known }: FindingOf<"not-judged">, about: string): string {
  const all = joinNames(types);
  if (known === true)
    return `${all} of ${about} ${formFor(types.length, "is", "are")} Unknown: health cannot be determined`;
  if (types.length === 0) return `${about} reports no conditions; health cannot be determined`;
  return `polarity of ${all} of ${about} is unknown; health cannot be determined; define it in a --polarity file`;
}

/** `ContinuousArchiving=False of Cluster n/x (exit status 1) is not evaluated; define its polarity in a --polarity file`. */
function describeSuspectCondition(finding: FindingOf<"suspect-condition">, about: string): string {
  const { conditions, count, reason, message } = finding;
  const [first, ...others] = conditions.map(statusWords);
  const said = `${reason}${message}` === "" ? "" : ` (${withoutEndMark(evidenceText({ reason, message }))})`;
  const left = count - conditions.length;
  const all = [`${first}${said}`, ...others, ...(left > 0 ? [`${left} more`] : [])];
  const are = formFor(count, "is not evaluated; define its", "are not evaluated; define their");
  return `${joinNames(all)} of ${about} ${are} polarity in a --polarity file`;
}

function describeOddRelated({ unusable }: FindingOf<"odd-related">, about: string): string {
  if (unusable === 0) return `the relatedObjects of ${about} are not a list and were not read`;
  const [name, was] = [formFor(unusable, "names", "name"), formFor(unusable, "was", "were")];
  return `${countText(unusable, "entry", "entries")} in the relatedObjects of ${about} ${name} no object and ${was} ignored`;
}

function describeOwnerCycle({ names }: FindingOf<"owner-cycle">): string {
  return names.length === 1
    ? `${joinNames(names)} owns itself: the garbage collector never deletes it`
    : `${joinNames(names)} own each other: the garbage collector never deletes them`;
}
