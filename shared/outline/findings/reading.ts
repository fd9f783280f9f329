import type { ReadingEvidence } from "../../model/finding/evidence.ts";
import type { SilentCondition } from "../../model/finding/evidence-parts.ts";
import type { FindingOf } from "../../model/finding/finding.ts";
import type { FindingRow } from "../../model/finding/row.ts";
import type { Text } from "../../model/outline.ts";
import { formatAge } from "../ages.ts";
import { joined, list, phrase, quote } from "../text.ts";
import { countText, formFor } from "../words/names.ts";
import type { FindingSentences } from "./sentences.ts";

/** The sentences about what was read, and about how well it could be evaluated. */
export const readingSentences: FindingSentences<ReadingEvidence["code"]> = {
  "polarity-from-file": describePolarityFromFile,
  "inferred-polarity": ({ types }, { about }) =>
    phrase`polarity of ${list(types)} of ${about} inferred from ${formFor(types.length, "its name", "their names")}; a --polarity file corrects it`,
  // In whole minutes, to the nearest: the header Date has whole seconds, and the network adds its own.
  "reader-clock": ({ direction, seconds }) =>
    phrase`the clock of this machine is ${formatAge(Math.round(seconds / 60) * 60)} ${direction === "ahead" ? "ahead of" : "behind"} the API server's: ages are computed from the server's clock; correct this machine's clock`,
  "clock-ahead": ({ type, since }, { about }) =>
    phrase`${type} of ${about} changed at ${since}, after it was read: a clock is wrong, and its age is shown as 0`,
  "damaged-input": ({ where, cause }) => phrase`${where} could not be used: ${quote(cause)}`,
  "other-objects": ({ unhealthy, unhealthyCount, withStatus, withoutStatus }) => {
    const known = joined(" and ", [
      withStatus === 0 ? [] : phrase`${countText(withStatus, "other object")} with a status`,
      withoutStatus === 0 ? [] : phrase`${countText(withoutStatus, "other object")} without a status`,
    ]);
    if (unhealthyCount === 0) return phrase`not listed: ${known}`;
    const more = unhealthyCount - unhealthy.length;
    const names = [...unhealthy, ...(more === 0 ? [] : [`${more} more`])];
    const found = phrase`${countText(unhealthyCount, "other object is", "other objects are")} unhealthy: ${list(names)} (name a TYPE to see more)`;
    return known.length === 0 ? found : phrase`${found}; not listed: ${known}`;
  },
  state: (finding, { about }) => phrase`${finding.component ?? about} has ${list(finding.rows.map(rowName))}`,
};

/** `Available=False` of a condition, else its code. */
function rowName(row: FindingRow): string {
  return "status" in row ? `${row.code}=${row.status}` : row.code;
}

/** The most conditions that the sentence about a polarity file names. */
const maxConditions = 4;

function describePolarityFromFile({ conditions, count }: FindingOf<"polarity-from-file">): Text {
  const omitted = count - maxConditions;
  const first = joined(", ", conditions.slice(0, maxConditions).map(polarityText));
  return omitted > 0 ? phrase`${first} and ${omitted} more` : first;
}

/** `Available of CDI x has polarity info from polarity.yaml:2`. */
function polarityText({ object, type, polarity, polarityFrom }: SilentCondition): Text {
  return phrase`${type} of ${object} has polarity ${polarity} from ${polarityFrom}`;
}
