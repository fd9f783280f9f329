/**
 * Lets Bun compile code that runs often, as `work` pays for it. The executable starts without that
 * (`plugin/build/executable-package.ts`): a status of one cluster is over before compiled code would save time. Node
 * decides by itself.
 * @param work `much`: many files or an archive, where compiling sooner saves a third of the time. `some`: all others; of
 * a status it would take a tenth more.
 */
export function compileFor(work: "some" | "much"): void {
  const { Bun: bun } = globalThis as { readonly Bun?: { readonly unsafe: { setJITPolicy(scale: number): unknown } } };
  bun?.unsafe.setJITPolicy(scales[work]);
}

// How many times later than Bun usually does.
const scales = { some: 100, much: 10 } as const;
