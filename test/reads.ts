/** A value, and how many of its fields were read so far, at any depth: work that no other program on the machine adds to. */
export interface CountedReads<Value> {
  readonly value: Value;
  readonly reads: () => number;
}

/** For plain data that nothing is frozen in. */
export function countReads<Value extends object>(value: Value): CountedReads<Value> {
  let reads = 0;
  const known = new WeakMap<object, object>();

  function counted<Part extends object>(part: Part): Part {
    const before = known.get(part);
    if (before !== undefined) return before as Part;
    const proxy = new Proxy(part, {
      get(target, name, receiver) {
        reads += 1;
        const found: unknown = Reflect.get(target, name, receiver);
        return typeof found === "object" && found !== null ? counted(found) : found;
      },
    });
    known.set(part, proxy);
    return proxy;
  }

  return { value: counted(value), reads: () => reads };
}
