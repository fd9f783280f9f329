import type { Related } from "../../../model/report.ts";
import { guessPlural } from "../../../model/resource-name.ts";
import { countText, qualifiedName } from "./names.ts";

const words: Readonly<Record<Related["state"], string>> = {
  same: "same",
  changed: "changed since recorded",
  replaced: "replaced",
  gone: "gone",
  forbidden: "forbidden",
  noSuchKind: "of a kind that is not installed",
  unread: "not read",
};

/** `40 objects: 38 same, 1 changed since recorded, 1 gone`; where some were not read `40 recorded, 12 checked: 12 same`. */
export function relatedWords(related: readonly Related[]): string {
  const states = Map.groupBy(related, ({ state }) => state);
  const unread = states.get("unread")?.length ?? 0;
  const order = Object.keys(words) as readonly Related["state"][];
  const parts = order.flatMap((state) => {
    const number = states.get(state)?.length ?? 0;
    return number === 0 || state === "unread" ? [] : [`${number} ${words[state]}`];
  });
  const checked = `${related.length} recorded, ${related.length - unread} checked`;
  const all = unread === 0 ? countText(related.length, "object") : checked;
  return parts.length === 0 ? all : `${all}: ${parts.join(", ")}`;
}

/** `ConfigMap a/b`; for all objects of a kind `configmaps in a`. */
export function relatedName({ ref }: Related): string {
  const place = ref.namespace === undefined ? "" : ` in ${ref.namespace}`;
  return ref.name === "" ? `${guessPlural(ref.kind)}${place}` : qualifiedName(ref);
}

/** `gone`; with `versions` also `changed since recorded (resourceVersion 12 -> 34)`. */
export function relatedState({ state, recorded, current }: Related, versions: boolean): string {
  const [before, now] = [recorded.resourceVersion, current?.resourceVersion ?? ""];
  const isKnown = versions && before !== "";
  return `${words[state]}${isKnown ? ` (resourceVersion ${before}${now === "" ? "" : ` -> ${now}`})` : ""}`;
}
