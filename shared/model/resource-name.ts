import type { GroupKind } from "./kind.ts";

/**
 * The resource of a kind by the English plural, as kubebuilder writes it into CRDs (gobuffalo/flect). apimachinery's own
 * guess differs after a vowel: `gatewaies`.
 */
export function guessPlural(kind: string): string {
  const singular = kind.toLowerCase();
  const irregular = irregularEnds.find(([end]) => end.test(singular));
  if (irregular !== undefined) return singular.replace(...irregular);
  if (/(s|x|z|ch|sh)$/.test(singular)) return `${singular}es`;
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

/** The plural by rule of a kind that has another one, as people type it: `indexes`. Undefined where it is the same. */
export function plainPlural(kind: string): string | undefined {
  const singular = kind.toLowerCase();
  const plain = /(s|x|z|ch|sh)$/.test(singular) ? `${singular}es` : `${singular}s`;
  return plain === guessPlural(kind) || /[^aeiou]y$/.test(singular) ? undefined : plain;
}

/** `cdis.cdi.kubevirt.io`, `pods`: the name in RBAC and in `kubectl auth can-i`. */
export function resourceName(kind: GroupKind): string {
  return kind.group === "" ? guessPlural(kind.kind) : `${guessPlural(kind.kind)}.${kind.group}`;
}

/** Whether the word may be a path segment of the API (apimachinery, api/validation/path/name.go) and is no flag. */
export function isPathSegment(word: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9.:_-]{0,252}$/.test(word);
}

/** English plurals of whole words at the end of a kind. */
const irregularEnds: readonly (readonly [end: RegExp, plural: string])[] = [
  [/(analys|bas|cris|ax|synops|diagnos|hypothes|synthes)is$/, "$1es"],
  [/(ind|vert|matr|append)[ei]x$/, "$1ices"],
  [/(person)$/, "people"],
  [/(child)$/, "$1ren"],
  [/(kn|l|w)ife$/, "$1ives"],
  [/(lea|shel|hal|loa|wol)f$/, "$1ves"],
  [/(?<![a-z]{3,})(m|l)ouse$/, "$1ice"],
  [/(quiz)$/, "$1zes"],
  [/(her|ech|potat|tomat)o$/, "$1oes"],
  [/(dat|medi|bacteri)um$/, "$1a"],
  [/(series|species)$/, "$1"],
];
