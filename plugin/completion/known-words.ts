import { allExplanations, anyComponent } from "../../shared/explain/explanation-list.ts";
import { acceptableCodes } from "../../shared/model/finding/row.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { listKindRows } from "../../shared/tables/kinds.ts";
import type { StaticChoices } from "./choices.ts";

/** One of the plugin's own lists, each word once, sorted. */
export function staticWords(what: StaticChoices): readonly string[] {
  const all = { "gate code": acceptableCodes, explanation: explained, component: components, "known kind": kinds() }[
    what
  ];
  return [...new Set(all)].toSorted();
}

/**
 * The codes that `explain` takes, with `CDIDegraded` and the like one by one. The placeholder that the list shows in
 * their place is never written by an operator. A shell would take a code with a space as two words.
 */
const explained: readonly string[] = allExplanations
  .map(({ explanation }) => explanation.code)
  .filter((code) => !code.startsWith(anyComponent) && !code.includes(" "));

/** The kinds with a row, as `explain --kinds` takes them. */
function kinds(): readonly string[] {
  return listKindRows().flatMap(({ kind }) => (kind === "*" ? [] : [kind]));
}

/** The components of current releases, as `logs` takes them. */
const components: readonly string[] = hcoProfile.components
  .filter(({ until }) => until === undefined)
  .map(({ component }) => component);
