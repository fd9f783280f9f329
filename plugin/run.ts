import { isTold } from "../shared/io/errors.ts";
import { harmless } from "../shared/render/safe.ts";
import { failed } from "./exit-code.ts";
import type { Show } from "./judge.ts";
import { readCluster } from "./live.ts";
import type { Options } from "./options.ts";
import type { World } from "./world.ts";

/** Reads, judges, prints; resolves to the exit status. What a person can act on is one sentence, everything else our bug. */
export async function run(options: Options, world: World): Promise<number> {
  try {
    const { show, reading } = isOffline(options) ? offline(options, world) : live(options, world);
    // A template that is wrong must be heard of also when no server answers.
    reading.catch(() => {});
    return (await show)(await reading);
  } catch (error) {
    if (!isTold(error)) throw error;
    world.tell(`error: ${harmless(error.message)}\n`);
    return failed;
  }
}

/** The two halves of a run, begun. */
interface Begun {
  readonly show: Promise<Show>;
  readonly reading: ReturnType<typeof readCluster>;
}

function isOffline({ files, mustGather }: Options): boolean {
  return files.length > 0 || mustGather !== undefined;
}

function offline(options: Options, world: World): Begun {
  const { mustGather } = options;
  const reading =
    mustGather === undefined
      ? import("./offline.ts").then(({ readOffline }) => readOffline(options, world))
      : import("./must-gather.ts").then(({ readMustGather }) => readMustGather(mustGather, options, world));
  return { show: prepared(options, world), reading };
}

/** Half of the code is loaded while the server works, at the latest when all is read, or when no server is there. */
function live(options: Options, world: World): Begun {
  const { promise: show, resolve, reject } = Promise.withResolvers<Show>();
  let begun: Promise<Show> | undefined;
  const begin = (): void => {
    begun ??= prepared(options, world);
    begun.then(resolve, reject);
  };
  const reading = readCluster(options, world, begin);
  reading.then(begin, begin);
  return { show, reading };
}

async function prepared(options: Options, world: World): Promise<Show> {
  return (await import("./judge.ts")).prepare(options, world);
}
