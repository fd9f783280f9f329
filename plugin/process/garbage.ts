/** After how many objects of lists garbage is collected. */
const objectsOfGarbage = 5_000;

/**
 * Returns a function to call with the number of objects of each page of a list. It has Bun collect the garbage of long
 * lists, of which the largest part is dropped with each page.
 */
export function createPageCollection(): (objects: number) => void {
  let uncollected = 0;
  return (objects) => {
    uncollected += objects;
    if (uncollected < objectsOfGarbage) return;
    uncollected = 0;
    collectGarbage();
  };
}

/** Has Bun collect garbage at once, as after a whole must-gather. Node has no such function, and needs none. */
export function collectGarbage(): void {
  const { Bun: bun } = globalThis as { readonly Bun?: { readonly gc: (isComplete: boolean) => unknown } };
  bun?.gc(true);
}
