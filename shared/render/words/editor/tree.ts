import { families } from "../../../model/families.ts";
import type { RootNode } from "../../../model/report.ts";
import type { Translate } from "../../../outline/translate.ts";

/** The names of a tree's groups. */
export type GroupName = "conditions" | "related" | "notes" | "timeline" | "hidden";

export function groupLabel(say: Translate, name: GroupName): string {
  switch (name) {
    case "conditions":
      return say("Conditions");
    case "related":
      return say("Related objects");
    case "notes":
      return say("Notes");
    case "timeline":
      return say("Timeline");
    case "hidden":
      return say("Hidden");
  }
}

/** The name of a root; of a family with several kinds of root, the kind before it. */
export function rootName({ ref, profile }: Pick<RootNode, "ref" | "profile">, label: string): string {
  return families[profile].roots.length === 1 ? label : `${ref.kind} ${label}`;
}

/** `4 of 5 need a look`, `5 good`. */
export function attentionSummary(say: Translate, number: number, all: number): string {
  if (all === 0) return say("none");
  if (number === 0) return say("{0} as expected", all);
  return say("{0} of {1} not as expected", number, all);
}

/** `3 of 6 unhealthy`, `6 healthy`. */
export function unhealthyCountText(say: Translate, unhealthy: number, all: number): string {
  return unhealthy === 0 ? say("{0} healthy", all) : say("{0} of {1} unhealthy", unhealthy, all);
}

/** The state of a root that no longer exists. */
export function deletedWords(say: Translate, age: string): string {
  return age === "" ? say("deleted") : say("deleted {0} ago", age);
}

/** The label of a next step; `why`: what its command shows. */
export function stepLabel(say: Translate, why: string): string {
  return why === "" ? say("Next") : say("Show {0}", why);
}

/** The label of a page of a long list, by the position of its first row. */
export function pageLabel(say: Translate, first: number): string {
  return say("from {0}", first);
}

/** `3 that need no look: Created, NetworkAddonsConfig, MigController`. */
export function hiddenWords(say: Translate, names: readonly string[]): string {
  const some = [...names.slice(0, mostNamed), ...(names.length > mostNamed ? ["…"] : [])].join(", ");
  return names.length === 1 ? say("1 as expected: {0}", some) : say("{0} as expected: {1}", names.length, some);
}

const mostNamed = 4;

/** When the newest change was seen. `isNow`: an age of seconds would only show the time of drawing. */
export function lastWords(say: Translate, age: string, isNow: boolean): string {
  if (age === "") return "";
  return isNow ? say("last just now") : say("last {0} ago", age);
}

/** The version sentence; `version` is one, or two with an arrow between them. */
export function versionSentence(say: Translate, version: string): string {
  return say("version {0}", version);
}

export function rowSinceText(say: Translate, stamp: string): string {
  return say("since {0}", stamp);
}

/** The heading above the objects whose conditions form a summary. */
export function contributeWords(say: Translate, number: number): string {
  return number === 1 ? say("1 contributes:") : say("{0} contribute:", number);
}
