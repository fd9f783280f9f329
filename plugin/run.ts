import type { Show } from "./judge.ts";
import type { Read } from "./naming.ts";
import type { Options } from "./options.ts";
import { readFrom } from "./read.ts";
import type { World } from "./world.ts";

/** Reads, judges, prints; resolves to the exit status. */
export async function run(options: Options, world: World): Promise<number> {
  const { promise: show, resolve, reject } = Promise.withResolvers<Show>();
  let begun: Promise<Show> | undefined;
  // Half of the code is loaded while the server works, at the latest when all is read, or when no server is there.
  const begin = (): void => {
    begun ??= prepared(options, world);
    begun.then(resolve, reject);
  };
  const reading: Promise<Read> = readFrom(options, world, begin);
  reading.then(begin, begin);
  // A template that is wrong must be heard of also when no server answers.
  return (await show)(await reading);
}

async function prepared(options: Options, world: World): Promise<Show> {
  return (await import("./judge.ts")).prepare(options, world);
}
