/** Keeps the first item of each key, in the order of the list. */
export function keepFirstOfEachKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const firstByKey = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!firstByKey.has(key)) firstByKey.set(key, item);
  }
  return [...firstByKey.values()];
}

/** Keeps the first item of each key, at the place of the last one: `a1 b1 a2` -> `b1 a1`. */
export function keepFirstAtLastPlace<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const firstByKey = new Map(items.toReversed().map((item) => [keyOf(item), item]));
  return [...firstByKey.values()].toReversed();
}

/** The items by key, where an item may have several keys. Each group is in the order of the list. */
export function groupByEachKey<Item>(
  items: readonly Item[],
  listKeys: (item: Item) => Iterable<string>,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    for (const key of listKeys(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
}
