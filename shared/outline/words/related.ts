import { isSecret } from "../../model/kind.ts";
import type { Text } from "../../model/outline.ts";
import type { Related } from "../../model/report.ts";
import { guessPlural } from "../../model/resource-name.ts";
import type { Source } from "../../model/snapshot.ts";
import { change, phrase, words } from "../text.ts";
import { countText, qualifiedName } from "./names.ts";
import { missingInSource } from "./read-outcomes.ts";

/** The state of a recorded object, behind its name. */
export const relatedStateTexts: Readonly<Record<Related["state"], string>> = {
  same: "unchanged",
  changed: "changed since recorded",
  replaced: "replaced",
  gone: "deleted",
  forbidden: "forbidden",
  noSuchKind: "kind not installed",
  unread: "not checked",
};

/**
 * The state of a recorded object in one of the sources. Of a cluster only the objects of an open row are requested, so
 * that the others are `not checked`. Files are searched for all of them: `not collected`, `not in the file`.
 */
function relatedStateText(state: Related["state"], source: Source["kind"]): string {
  return state === "unread" && source !== "cluster" ? missingInSource(source) : relatedStateTexts[state];
}

/**
 * `40 objects: 38 unchanged, 1 changed since recorded, 1 deleted`; `7 of 16 objects checked, all unchanged`.
 * All numbers add up, and Secrets are named: `5 of 8 objects checked, all unchanged; 2 Secrets not read; 1 other not
 * checked`.
 */
export function summarizeRelated(related: readonly Related[], source: Source["kind"]): string {
  const counts = countStates(related);
  const checkedCount = related.length - counts.unread - counts.forbidden;
  const objects = countText(related.length, "object");
  const checked = checkedCount === related.length ? objects : `${checkedCount} of ${objects} checked`;
  return `${checked}${formatCheckedStates(counts, checkedCount)}${formatUncheckedStates(related, counts, source)}`;
}

type StateCounts = Readonly<Record<Related["state"], number>>;

function countStates(related: readonly Related[]): StateCounts {
  const counts = { same: 0, changed: 0, replaced: 0, gone: 0, forbidden: 0, noSuchKind: 0, unread: 0 };
  for (const { state } of related) counts[state] += 1;
  return counts;
}

/** `: 38 unchanged, 2 deleted`; `, all unchanged`. */
function formatCheckedStates(counts: StateCounts, checkedCount: number): string {
  if (checkedCount === 0) return "";
  if (counts.same === checkedCount) return ", all unchanged";
  const checkedStates = ["same", "changed", "replaced", "gone", "noSuchKind"] as const;
  const texts = checkedStates
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${relatedStateTexts[state]}`);
  return `: ${texts.join(", ")}`;
}

/** `; 2 Secrets not read; 1 other not checked`. Empty where the count of checked objects already says how many are missing. */
function formatUncheckedStates(
  related: readonly Related[],
  { unread, forbidden }: StateCounts,
  source: Source["kind"],
): string {
  const secrets = related.filter(({ ref, state }) => state === "unread" && isSecret(ref)).length;
  const others = unread - secrets;
  const texts: string[] = [];
  if (forbidden > 0) texts.push(`; ${forbidden} ${relatedStateTexts.forbidden}`);
  if (secrets > 0) texts.push(`; ${countText(secrets, "Secret")} not read`);
  if (others > 0 && texts.length > 0) {
    const noun = others === 1 ? " other" : " others";
    texts.push(`; ${others}${secrets === 0 ? "" : noun} ${relatedStateText("unread", source)}`);
  }
  return texts.join("");
}

/** `40, 1 deleted, 12 not checked`: the number of objects, and the numbers of those that are not as recorded. */
export function relatedCounts(related: readonly Related[], source: Source["kind"]): string {
  const counts = countStates(related);
  const texts = [`${related.length}`];
  for (const state of ["gone", "replaced", "forbidden", "noSuchKind", "unread"] as const)
    if (counts[state] > 0) texts.push(`${counts[state]} ${relatedStateText(state, source)}`);
  return texts.join(", ");
}

/** `ConfigMap a/b`; for all objects of a kind `configmaps in a`. */
export function relatedName({ ref }: Related): string {
  const place = ref.namespace === undefined ? "" : ` in ${ref.namespace}`;
  return ref.name === "" ? `${guessPlural(ref.kind)}${place}` : qualifiedName(ref);
}

/** `deleted`; with `hasVersions` also `changed since recorded (resourceVersion 12 -> 34)`. */
export function relatedState(
  { state, recorded, current }: Related,
  { hasVersions, source }: { readonly hasVersions: boolean; readonly source: Source["kind"] },
): Text {
  const { resourceVersion } = recorded;
  const text = relatedStateText(state, source);
  if (!hasVersions || resourceVersion === "") return words(text);
  const changed = change(resourceVersion, current?.resourceVersion ?? "");
  return phrase`${text} (resourceVersion ${changed})`;
}

/** Entries that are not as recorded, worst first: gone or replaced, unreadable, then changed. */
export function listNotAsRecorded(related: readonly Related[]): readonly Related[] {
  const order: readonly Related["state"][] = ["gone", "replaced", "forbidden", "noSuchKind", "changed"];
  return order.flatMap((state) => related.filter((entry) => entry.state === state));
}
