/**
 * The resource of a kind by the English plural, as kubebuilder writes it into CRDs (gobuffalo/flect). apimachinery's own
 * guess differs after a vowel: `gatewaies`.
 */
export function guessPlural(kind: string): string {
  const singular = kind.toLowerCase();
  if (/(s|x|z|ch|sh)$/.test(singular)) return `${singular}es`;
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

/** `cdis.cdi.kubevirt.io`, `pods`: the name in RBAC and in `kubectl auth can-i`. */
export function resourceName(kind: { readonly group: string; readonly kind: string }): string {
  return kind.group === "" ? guessPlural(kind.kind) : `${guessPlural(kind.kind)}.${kind.group}`;
}
