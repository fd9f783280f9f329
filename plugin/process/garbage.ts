/** After how many objects of lists garbage is collected. */
const objectsOfGarbage = 5_000;

/** After how many bytes of inputs garbage is collected. */
const bytesOfGarbage = 2_000_000;

/** After how many parsed objects, or evaluated roots, garbage is collected. Each leaves about 30 kB. */
const stepsOfGarbage = 1_000;

/**
 * Returns a function to call with the number of objects of each page of a list. It has Bun collect the garbage of long
 * lists, of which the largest part is dropped with each page.
 */
export function createPageCollection(): (objects: number) => void {
  return collectAfterEach(objectsOfGarbage, collectGarbage);
}

/**
 * Returns a function to call with the number of bytes of each input that has become text. It has Bun collect the bytes of
 * large inputs.
 */
export function createTextCollection(): (bytes: number) => Promise<void> {
  const collect = collectAfterEach(bytesOfGarbage, collectGarbageOfSteps);
  return async (bytes) => collect(bytes);
}

/**
 * Returns a function to call for each object that is parsed, or for each root that is evaluated. It has Bun collect the
 * garbage of thousands, which else would grow to three times as much as what is kept.
 */
export function createStepCollection(): () => void {
  const collect = collectAfterEach(stepsOfGarbage, collectNewGarbage);
  return () => collect(1);
}

/** Returns a function that calls `collect` each time that the amounts it gets have reached `maxUncollected` together. */
function collectAfterEach<Collection>(
  maxUncollected: number,
  collect: () => Collection,
): (amount: number) => Collection | undefined {
  let uncollected = 0;
  return (amount) => {
    uncollected += amount;
    if (uncollected < maxUncollected) return undefined;
    uncollected = 0;
    return collect();
  };
}

/** Has Bun collect garbage at once, as after a whole must-gather. Node has no such function, and needs none. */
export function collectGarbage(): void {
  bunOfProcess()?.gc(true);
}

/** Has Bun collect what became garbage since the last collection. That costs a tenth of a whole one. */
function collectNewGarbage(): void {
  bunOfProcess()?.gc(false);
}

/** Has Bun collect what the steps before this one held: until the next turn of the event loop its stack may still refer to it. */
export async function collectGarbageOfSteps(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
}

function bunOfProcess(): { readonly gc: (isWhole: boolean) => unknown } | undefined {
  return (globalThis as { readonly Bun?: { readonly gc: (isWhole: boolean) => unknown } }).Bun;
}
