import type { Ref } from "../../model/object.ts";

/** `Deployment kubevirt-hyperconverged/virt-api`; cluster-scoped without the namespace. */
export function qualifiedName(ref: Ref): string {
  // A finding about a kind as a whole has no name.
  return `${ref.kind} ${nameWithNamespace(ref)}`.trimEnd();
}

/** `Deployment virt-api`, for where its namespace stands above. */
export function nameWithoutNamespace({ kind, name }: Ref): string {
  return `${kind} ${name}`.trimEnd();
}

/** The name of an object below a namespace that stands above, which it omits; undefined: none does. */
export function nameIn(namespace: string | undefined, ref: Ref): string {
  return namespace !== undefined && ref.namespace === namespace ? nameWithoutNamespace(ref) : qualifiedName(ref);
}

/** `kubevirt-hyperconverged/virt-api`; cluster-scoped without the namespace. */
function nameWithNamespace({ namespace, name }: Ref): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** What something was and what it becomes: `healthy -> degraded`; null is `nothing`. */
export function changeText(from: string | null, to: string | null): string {
  return `${from ?? "nothing"} -> ${to ?? "nothing"}`;
}

/** `A`, `A and B`, `A, B and C`; an empty list is `nothing`. */
export function joinNames(names: readonly string[], word: "and" | "or" = "and"): string {
  const last = names.at(-1);
  if (last === undefined) return "nothing";
  return names.length === 1 ? last : `${names.slice(0, -1).join(", ")} ${word} ${last}`;
}

/** The first names of a list that may be long, and the number of the others. */
export function shortenNames(names: readonly string[], max: number = 20): readonly string[] {
  return withOthers(names.slice(0, max), names.length);
}

/** The names, and the number of those of `total` that they omit: `a`, `b`, `3 more`. */
export function withOthers(names: readonly string[], total: number): readonly string[] {
  return names.length >= total ? names : [...names, `${total - names.length} more`];
}

/** The texts that are not empty, with a separator between them: `: ` between `CDI` and an empty text is `CDI`. */
export function joinFilled(separator: string, texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(separator);
}

/** `1 pod`, `2 pods`. */
export function countText(number: number, one: string, many: string = `${one}s`): string {
  return `${number} ${formFor(number, one, many)}`;
}

/** `1 BLOCK, 2 ALLOW`: how many of the values are of each sort, in the order of `sorts`, without those of which none is. */
export function countsText<Value extends string>(
  values: readonly Value[],
  sorts: readonly Value[],
  textOf: (number: number, sort: Value) => string = (number, sort) => `${number} ${sort}`,
): string {
  const bySort = Map.groupBy(values, (value) => value);
  const counts = sorts.flatMap((sort) => {
    const number = bySort.get(sort)?.length ?? 0;
    return number === 0 ? [] : [textOf(number, sort)];
  });
  return counts.join(", ");
}

/** The form of a word that agrees with a number: `is` for one, `are` for several. */
export function formFor(number: number, one: string, several: string): string {
  return number === 1 ? one : several;
}
