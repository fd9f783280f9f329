import type * as vscode from "vscode";

// What is asked of the extension host; only the text of a function travels there.

interface Running {
  /** Where it was set. */
  readonly stack: string;
}

/** From now on it is known which timers run, and who has set them. */
export async function watchTimers(_: typeof vscode, id: string): Promise<void> {
  const running = new Map<unknown, Running>();
  for (const name of ["setTimeout", "setInterval"] as const) {
    const set = globalThis[name] as (call: (...words: unknown[]) => void, ...others: never[]) => unknown;
    const watched = (call: (...words: unknown[]) => void, ...others: never[]): unknown => {
      const timer: unknown = set(
        (...words) => {
          if (name === "setTimeout") running.delete(timer);
          call(...words);
        },
        ...others,
      );
      running.set(timer, { stack: new Error(name).stack ?? "" });
      return timer;
    };
    Object.assign(globalThis, { [name]: watched });
  }
  for (const name of ["clearTimeout", "clearInterval"] as const) {
    const clear = globalThis[name];
    Object.assign(globalThis, {
      [name]: (timer: never) => {
        running.delete(timer);
        clear(timer);
      },
    });
  }
  Object.assign(globalThis, {
    timersOfOurs: () => [...running.values()].map(({ stack }) => stack).filter((stack) => stack.includes(id)),
  });
}

/** Where those of an extension were set that run now. */
export function timersOfOurs(_: typeof vscode): readonly string[] {
  return (globalThis as unknown as { timersOfOurs: () => readonly string[] }).timersOfOurs();
}
