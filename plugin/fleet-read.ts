import { ConnectionError } from "../shared/io/errors.ts";
import { type Logins, loginsOf } from "../shared/io/logins.ts";
import type { FleetMember } from "../shared/render/fleet-member.ts";
import { interruptedWords } from "../shared/render/words-fleet.ts";
import { patience, readMember } from "./fleet-cluster.ts";
import type { FleetContext } from "./fleet-contexts.ts";
import { atMost } from "./fleet-pool.ts";
import { fleetProgress } from "./fleet-progress.ts";
import type { Judge } from "./judging.ts";
import type { Around } from "./live.ts";
import type { Options } from "./options.ts";
import type { World } from "./world.ts";

/** What came of all clusters, and whether somebody ended it before all had answered. */
export interface FleetRead {
  readonly members: readonly FleetMember[];
  readonly isInterrupted: boolean;
}

/**
 * Reads the clusters of these contexts, `options.parallel` at once; no two of them ask somebody to log in at a time, and
 * nobody logs in twice for the same. Ctrl-C leaves those without an answer that have none yet.
 * @throws UsageError as {@link readMember}.
 */
export async function readFleet(
  contexts: readonly FleetContext[],
  options: Options,
  world: World,
  judge: Judge,
): Promise<FleetRead> {
  const end = new AbortController();
  const progress = fleetProgress(world, contexts);
  const own = loginsOf(world.milliseconds, groupsOf(world));
  const inTurn = atMost(options.parallel);
  const logins: Logins = {
    ...own,
    turn: (ask) =>
      own.turn(() => {
        // Nobody is asked any more once somebody has ended it.
        end.signal.throwIfAborted();
        return progress.during(ask);
      }),
  };
  const setting = { options, judge, logins, isAsking: progress.isAside, patience, signal: end.signal };
  const listening = world.person.onStop(() => end.abort(interruption()));
  try {
    const read = async (context: FleetContext): Promise<FleetMember> => {
      const tell = (text: string): void => progress.said(context.name, text);
      progress.begin(context.name);
      const member = await readMember(context, aroundOf(world, tell), setting);
      progress.end(context.name);
      return member;
    };
    const members = await Promise.all(contexts.map((context) => inTurn(() => read(context))));
    return { members, isInterrupted: end.signal.aborted };
  } finally {
    // What is still under way where the command line turned out to be wrong.
    end.abort(interruption());
    own.close();
    listening();
    progress.close();
  }
}

function interruption(): ConnectionError {
  return new ConnectionError(interruptedWords, { reason: "unreachable" });
}

/** How plugins are ended with their own children, where that can be done. */
export function groupsOf({ signalGroup }: Pick<World, "signalGroup">): Pick<Logins, "signalGroup"> {
  return signalGroup === undefined ? {} : { signalGroup };
}

/** Not a copy: what a process knows is looked up when it is needed. */
function aroundOf(world: World, tell: (text: string) => void): Around {
  const { screen, milliseconds, home, cwd, architecture, now, cacheHome, userId } = world;
  const whose = userId !== undefined && { userId };
  return { screen, tell, milliseconds, home, cwd, architecture, now, cacheHome, ...whose };
}
