/** After how many objects of lists garbage is collected. */
const objectsOfGarbage = 5_000;

/** After how many bytes of inputs garbage is collected. */
const bytesOfGarbage = 2_000_000;

/**
 * Returns a function to call with the number of objects of each page of a list. It has Bun collect the garbage of long
 * lists, of which the largest part is dropped with each page.
 */
export function createPageCollection(): (objects: number) => void {
  return collectAfterEach(objectsOfGarbage);
}

/**
 * Returns a function to call with the number of bytes of each input that has become text. It has Bun collect the bytes of
 * large inputs.
 */
export function createTextCollection(): (bytes: number) => void {
  return collectAfterEach(bytesOfGarbage);
}

/** Returns a function that collects garbage each time that the amounts it gets have reached `maxUncollected` together. */
function collectAfterEach(maxUncollected: number): (amount: number) => void {
  let uncollected = 0;
  return (amount) => {
    uncollected += amount;
    if (uncollected < maxUncollected) return;
    uncollected = 0;
    collectGarbage();
  };
}

/** Has Bun collect garbage at once, as after a whole must-gather. Node has no such function, and needs none. */
export function collectGarbage(): void {
  const { Bun: bun } = globalThis as { readonly Bun?: { readonly gc: (isComplete: boolean) => unknown } };
  bun?.gc(true);
}
