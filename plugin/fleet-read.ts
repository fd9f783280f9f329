import { ConnectionError } from "../shared/io/errors.ts";
import { type Logins, loginsOf } from "../shared/io/logins.ts";
import type { FleetMember } from "../shared/render/fleet-member.ts";
import { readMember } from "./fleet-cluster.ts";
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

/** Milliseconds for one cluster in all: a black hole is a row, and keeps nobody waiting. */
const patience = 30_000;

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
  const progress = fleetProgress(world, contexts.length);
  const own = loginsOf(world.milliseconds);
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
    const members = await atMost(options.parallel, contexts, async (context) => {
      const tell = (text: string): void => progress.said(context.name, text);
      progress.begin(context.name);
      const member = await readMember(context, aroundOf(world, tell), setting);
      progress.end(context.name);
      return member;
    });
    return { members, isInterrupted: end.signal.aborted };
  } finally {
    // What is still under way where the command line turned out to be wrong.
    end.abort(interruption());
    listening();
    progress.close();
  }
}

function interruption(): ConnectionError {
  return new ConnectionError("interrupted before it had answered", { reason: "unreachable" });
}

/** Not a copy: what a process knows is looked up when it is needed. */
function aroundOf(world: World, tell: (text: string) => void): Around {
  const { screen, milliseconds, home, cwd, architecture, now, cacheHome, userId } = world;
  const whose = userId !== undefined && { userId };
  return { screen, tell, milliseconds, home, cwd, architecture, now, cacheHome, ...whose };
}
