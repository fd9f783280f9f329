/** Keeps the first item of each key, in the order of the list. */
export function keepFirstOfEachKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const firstByKey = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!firstByKey.has(key)) firstByKey.set(key, item);
  }
  return [...firstByKey.values()];
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
