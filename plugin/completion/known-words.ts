import { allExplanations, anyComponent } from "../../shared/explain/explanation-list.ts";
import { acceptableCodes } from "../../shared/model/finding/row.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import type { StaticChoices } from "./choices.ts";

/** One of the plugin's own lists, each word once, sorted. */
export async function staticWords(what: StaticChoices): Promise<readonly string[]> {
  return [...new Set(await unsortedWords(what))].toSorted();
}

async function unsortedWords(what: StaticChoices): Promise<readonly string[]> {
  switch (what) {
    case "gate code":
      return acceptableCodes;
    case "explanation":
      return explainedCodes();
    case "component":
      return currentComponents();
    case "known kind":
      return await kindsWithRow();
  }
}

/**
 * The codes that `explain` takes, with `CDIDegraded` and the like one by one. The placeholder that the list shows in
 * their place is never written by an operator. A shell would take a code with a space as two words.
 */
function explainedCodes(): readonly string[] {
  return allExplanations
    .map(({ explanation }) => explanation.code)
    .filter((code) => !code.startsWith(anyComponent) && !code.includes(" "));
}

/** The components of current releases, as `logs` takes them. */
function currentComponents(): readonly string[] {
  return hcoProfile.components.filter(({ until }) => until === undefined).map(({ component }) => component);
}

/** The kinds that `explain --kinds` takes. Their rows load only here: the bundle of `explain` shares this file. */
async function kindsWithRow(): Promise<readonly string[]> {
  const { listKindRows } = await import("../../shared/tables/kinds.ts");
  return listKindRows().flatMap(({ kind }) => (kind === "*" ? [] : [kind]));
}
