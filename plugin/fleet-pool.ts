/** Does `work` for each, so many at a time, and keeps their order. @throws what the first that fails throws. */
export async function atMost<T, R>(
  most: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const left = items.entries();
  const one = async (): Promise<void> => {
    for (const [place, item] of left) results[place] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, one));
  return results;
}
