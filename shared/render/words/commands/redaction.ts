import type { Redaction } from "../../../model/snapshot.ts";
import { countText, joinNames } from "../../../outline/words/names.ts";

type What = Redaction["what"];

/**
 * What was removed from a snapshot, in one line:
 * `redacted 14 environment values of 6 objects, …; 2 Secrets kept by name only`.
 */
function redactedWords(redacted: readonly Redaction[]): string {
  const byWhat = Map.groupBy(redacted, ({ what }) => what);
  const taken = (Object.keys(things) as readonly Exclude<What, "secret">[]).flatMap((what) => {
    const some = byWhat.get(what) ?? [];
    const number = some.reduce((sum, one) => sum + one.count, 0);
    if (number === 0) return [];
    const objects = some.length === number ? "" : ` of ${countText(some.length, "object")}`;
    return [`${countText(number, ...things[what])}${objects}`];
  });
  const secrets = byWhat.get("secret")?.length ?? 0;
  const kept = secrets === 0 ? "" : `${countText(secrets, "Secret")} kept by name only`;
  const said = taken.length === 0 ? "nothing to redact" : `redacted ${joinNames(taken)}`;
  return kept === "" ? said : taken.length === 0 ? kept : `${said}; ${kept}`;
}

/** Singular and plural of each kind of redaction, in the order of the line. */
const things: Readonly<Record<Exclude<What, "secret">, readonly [one: string, several?: string]>> = {
  env: ["environment value"],
  parameter: ["named value"],
  argument: ["argument"],
  annotation: ["annotation"],
  field: ["field"],
  text: ["text with a credential", "texts with a credential"],
  data: ["data entry", "data entries"],
  values: ["set of chart values", "sets of chart values"],
  depth: ["piece nested too deep", "pieces nested too deep"],
};

/** `incident.json: 41 answers, 38 objects`, and what was redacted. */
export function keptWords(
  path: string,
  { answers, objects, roots }: { readonly answers: number; readonly objects: number; readonly roots: number },
  redacted: readonly Redaction[],
): string {
  const size = `wrote ${countText(objects, "object")} from ${countText(answers, "response")}`;
  return `${path}: ${size}${roots === 0 ? ", no object to report on" : ""}; ${redactedWords(redacted)}`;
}

/** The note on flags that would need more than the snapshot contains. */
export function notFollowedWords(flags: readonly string[], path: string): string {
  const names = joinNames(flags.map((flag) => `--${flag}`));
  return `note: ${path} has no data for ${names}; add ${names} when you take the snapshot`;
}

/** The cause of a reading that a kept snapshot was not made for. */
export const notInSnapshotText = "not requested when the snapshot was taken";
