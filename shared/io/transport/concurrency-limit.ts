/** Returns a function that runs `work`, at most `limit` at the same time. Others wait in the order of their calls. */
export function limitConcurrency(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let freePlaces = limit;
  return async (work) => {
    if (freePlaces > 0) freePlaces -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const startNext = waiting.shift();
      if (startNext === undefined) freePlaces += 1;
      else startNext();
    }
  };
}
