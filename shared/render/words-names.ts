import type { Ref } from "../model/object.ts";

/** `Deployment kubevirt-hyperconverged/virt-api`; cluster-scoped without the namespace. */
export function nameOf(ref: Ref): string {
  return `${ref.kind} ${ref.namespace === undefined ? "" : `${ref.namespace}/`}${ref.name}`;
}

/** `A`, `A and B`, `A, B and C`; nothing at all is `nothing`. */
export function listOf(names: readonly string[]): string {
  const last = names.at(-1);
  if (last === undefined) return "nothing";
  return names.length === 1 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/** The first of a list that may be long, and how many there are beside them. */
export function shortened(names: readonly string[], most: number = 20): readonly string[] {
  return names.length <= most ? names : [...names.slice(0, most), `${names.length - most} more`];
}

/** `1 pod`, `2 pods`. */
export function count(number: number, one: string, many: string = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** The resource of a kind as the API server spells it, guessed as apimachinery does (UnsafeGuessKindToResource). */
export function pluralOf(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular.endsWith("s")) return `${singular}es`;
  return singular.endsWith("y") ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

/** `cdis.cdi.kubevirt.io`, `pods`: what RBAC and `kubectl auth can-i` call it. */
export function resourceOf(kind: { readonly group: string; readonly kind: string }): string {
  return kind.group === "" ? pluralOf(kind.kind) : `${pluralOf(kind.kind)}.${kind.group}`;
}
