import type { ReadingEvidence } from "../../model/finding/reading.ts";
import type { FindingRow } from "../../model/finding/row.ts";
import type { MalformedField } from "../../model/object.ts";
import type { Text } from "../../model/outline.ts";
import { formatAge } from "../ages.ts";
import { joined, list, phrase, quote } from "../text.ts";
import { countText, formFor } from "../words/names.ts";
import type { FindingSentences } from "./sentences.ts";
import { notRead } from "./shared-sentences.ts";

/** The sentences about what was read, and about how well it could be evaluated. */
export const readingSentences: FindingSentences<ReadingEvidence["code"]> = {
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
  "not-read": notRead,
  state: (finding, { about }) => phrase`${finding.component ?? about} has ${list(finding.rows.map(rowName))}`,
};

/** `Available=False` of a condition, else its code. */
function rowName(row: FindingRow): string {
  return "status" in row ? `${row.code}=${row.status}` : row.code;
}

/** The sentences about fields that break the API's promises, and how such fields are read. */
export const malformedSentences: FindingSentences<MalformedField["code"]> = {
  "conditions-not-a-list": (_, { about }) => phrase`the conditions of ${about} are not a list and were not read`,
  "condition-not-an-object": (_, { about }) =>
    phrase`an entry in the conditions of ${about} is not a condition and was ignored`,
  "condition-without-type": (_, { about }) => phrase`a condition of ${about} has no type: what it reports is unknown`,
  "duplicate-condition": (finding, { about }) =>
    phrase`${about} lists ${typeOf(finding)} more than once; the last one is used`,
  "odd-status": (finding, { about }) =>
    finding.value === undefined
      ? phrase`${typeOf(finding)} of ${about} has no status; it is read as Unknown`
      : phrase`${typeOf(finding)} of ${about} has status${quotedValue(finding)}, which is not True, False or Unknown; it is read as Unknown`,
  "odd-time": (finding, { about }) =>
    phrase`${typeOf(finding)} of ${about} has an invalid time${quotedAside(finding)}; its age is unknown`,
  "odd-text": (finding, { about }) =>
    phrase`${typeOf(finding)} of ${about} has a reason or message that is not text${quotedAside(finding)}`,
  "odd-generation": (finding, { about }) =>
    phrase`the generation or observedGeneration of ${about} is not a number${quotedAside(finding)}; unknown whether the status is stale`,
};

function typeOf({ type }: MalformedField): string {
  return type ?? "a condition";
}

/** ` "soon"`, where there is a value to quote. */
function quotedValue({ value }: MalformedField): Text {
  return value === undefined ? [] : phrase` ${quote(`"${value}"`)}`;
}

function quotedAside(finding: MalformedField): Text {
  const value = quotedValue(finding);
  return value.length === 0 ? [] : phrase`,${value}`;
}
