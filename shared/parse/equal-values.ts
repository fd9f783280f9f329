/** Whether two plain values are equal, ignoring the fields named in `ignored`. Identical objects are compared quickly. */
export function isEqual(a: unknown, b: unknown, ignored?: ReadonlySet<string>): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b)) return false;
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index], ignored));
  }
  const fieldsOfA = a as Readonly<Record<string, unknown>>;
  const fieldsOfB = b as Readonly<Record<string, unknown>>;
  const names = Object.keys(fieldsOfA);
  if (names.length !== Object.keys(fieldsOfB).length) return false;
  return names.every(
    (name) =>
      ignored?.has(name) || (Object.hasOwn(fieldsOfB, name) && isEqual(fieldsOfA[name], fieldsOfB[name], ignored)),
  );
}
