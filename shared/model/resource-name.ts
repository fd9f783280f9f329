/** The resource of a kind as the API server spells it, guessed as apimachinery does (UnsafeGuessKindToResource). */
export function guessPlural(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular.endsWith("s")) return `${singular}es`;
  return singular.endsWith("y") ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

/** `cdis.cdi.kubevirt.io`, `pods`: the name in RBAC and in `kubectl auth can-i`. */
export function resourceName(kind: { readonly group: string; readonly kind: string }): string {
  return kind.group === "" ? guessPlural(kind.kind) : `${guessPlural(kind.kind)}.${kind.group}`;
}
