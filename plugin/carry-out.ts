import { failed } from "./exit-code.ts";
import type { Options } from "./options.ts";
import type { World } from "./world.ts";

/** Does what the options want; resolves to the exit status. What a person can act on is one sentence, everything else our bug. */
export async function carryOut(options: Options, world: World): Promise<number> {
  try {
    return await begun(options, world);
  } catch (error) {
    const sentence = (await import("./told.ts")).sentenceOf(error);
    if (sentence === undefined) throw error;
    world.tell(`error: ${sentence}\n`);
    return failed;
  }
}

/** Each lies in a file of its own, so that nobody loads what he does not need. */
async function begun(options: Options, world: World): Promise<number> {
  switch (options.wants) {
    case "wait":
      return (await import("./wait.ts")).wait(options, world);
    case "gate":
      return (await import("./gate.ts")).gate(options, world);
    case "diff":
      return (await import("./diff.ts")).diff(options, world);
    case "explain":
      return (await import("./explain.ts")).explain(options, world);
    case "snapshot":
      return (await import("./snapshot.ts")).snapshot(options, world);
    default:
      if (options.contexts !== undefined) return (await import("./fleet.ts")).fleet(options, world);
      if (options.watch) return (await import("./watch.ts")).watch(options, world);
      return (await import("./run.ts")).run(options, world);
  }
}
