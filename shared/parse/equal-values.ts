/** Whether two plain values are equal, ignoring the fields named in `but`. Identical objects are compared quickly. */
export function isEqual(a: unknown, b: unknown, but?: ReadonlySet<string>): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b)) return false;
    return a.length === b.length && a.every((one, index) => isEqual(one, b[index], but));
  }
  const [one, other] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => but?.has(name) || (Object.hasOwn(other, name) && isEqual(one[name], other[name], but)));
}
