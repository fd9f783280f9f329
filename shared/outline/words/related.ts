import { isSecret } from "../../model/kind.ts";
import type { Text } from "../../model/outline.ts";
import type { Related } from "../../model/report.ts";
import { guessPlural } from "../../model/resource-name.ts";
import { change, phrase, words } from "../text.ts";
import { countText, qualifiedName } from "./names.ts";

/** The state of a recorded object, behind its name. */
export const relatedStateWords: Readonly<Record<Related["state"], string>> = {
  same: "unchanged",
  changed: "changed since recorded",
  replaced: "replaced",
  gone: "deleted",
  forbidden: "forbidden",
  noSuchKind: "kind not installed",
  unread: "not read",
};

/**
 * `40 objects: 38 unchanged, 1 changed since recorded, 1 deleted`; `7 of 16 objects checked, all unchanged`.
 * All numbers add up, and Secrets are named: `5 of 8 objects checked, all unchanged; 2 Secrets not read; 1 other not read`.
 */
export function relatedWords(related: readonly Related[]): string {
  const states = Map.groupBy(related, ({ state }) => state);
  const unread = states.get("unread")?.length ?? 0;
  const forbidden = states.get("forbidden")?.length ?? 0;
  const checked = related.length - unread - forbidden;
  const order = Object.keys(relatedStateWords) as readonly Related["state"][];
  const parts = order.flatMap((state) => {
    const number = states.get(state)?.length ?? 0;
    return number === 0 || state === "unread" || state === "forbidden" ? [] : [`${number} ${relatedStateWords[state]}`];
  });
  const objects = countText(related.length, "object");
  const all = checked === related.length ? objects : `${checked} of ${objects} checked`;
  const secrets = related.filter(({ ref, state }) => state === "unread" && isSecret(ref)).length;
  // Alone it is what is missing from the first number.
  const others = secrets + forbidden === 0 ? 0 : unread - secrets;
  const othersNoun = others === 1 ? " other" : " others";
  const unreadParts = [
    ...(forbidden === 0 ? [] : [`; ${forbidden} ${relatedStateWords.forbidden}`]),
    ...(secrets === 0 ? [] : [`; ${countText(secrets, "Secret")} not read`]),
    ...(others === 0 ? [] : [`; ${others}${secrets === 0 ? "" : othersNoun} ${relatedStateWords.unread}`]),
  ].join("");
  if (parts.length === 0) return `${all}${unreadParts}`;
  const isSame = states.get("same")?.length === checked;
  return `${isSame ? `${all}, all unchanged` : `${all}: ${parts.join(", ")}`}${unreadParts}`;
}

/** `40, 1 deleted, 12 not read`: the number of objects, and the numbers of those that are not as recorded. */
export function relatedCounts(related: readonly Related[]): string {
  const states = Map.groupBy(related, ({ state }) => state);
  const others = (["gone", "replaced", "forbidden", "noSuchKind", "unread"] as const).flatMap((state) => {
    const count = states.get(state)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${relatedStateWords[state]}`];
  });
  return [`${related.length}`, ...others].join(", ");
}

/** `ConfigMap a/b`; for all objects of a kind `configmaps in a`. */
export function relatedName({ ref }: Related): string {
  const place = ref.namespace === undefined ? "" : ` in ${ref.namespace}`;
  return ref.name === "" ? `${guessPlural(ref.kind)}${place}` : qualifiedName(ref);
}

/** `gone`; with `versions` also `changed since recorded (resourceVersion 12 -> 34)`. */
export function relatedState({ state, recorded, current }: Related, versions: boolean): Text {
  const { resourceVersion } = recorded;
  if (!versions || resourceVersion === "") return words(relatedStateWords[state]);
  const changed = change(resourceVersion, current?.resourceVersion ?? "");
  return phrase`${relatedStateWords[state]} (resourceVersion ${changed})`;
}

/** Entries that are not as recorded, worst first: gone or replaced, unreadable, then changed. */
export function notAsRecorded(related: readonly Related[]): readonly Related[] {
  const order: readonly Related["state"][] = ["gone", "replaced", "forbidden", "noSuchKind", "changed"];
  return order.flatMap((state) => related.filter((entry) => entry.state === state));
}
