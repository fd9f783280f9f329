import { type Logins, loginsOf } from "../shared/io/logins.ts";
import { worst } from "../shared/model/verdict.ts";
import { verdictOf } from "../shared/render/fleet-state.ts";
import { exitCodes } from "./exit-code.ts";
import { patience } from "./fleet-cluster.ts";
import { countedOf, type FleetContext } from "./fleet-contexts.ts";
import { fleetDocuments } from "./fleet-documents.ts";
import { type FollowedMember, followMember } from "./fleet-follow.ts";
import { fleetLines } from "./fleet-lines.ts";
import { atMost } from "./fleet-pool.ts";
import type { PrintFleet } from "./fleet-print.ts";
import { groupsOf } from "./fleet-read.ts";
import { fleetScreen } from "./fleet-screen.ts";
import type { FleetShow, FleetSurface } from "./fleet-surface.ts";
import type { Options } from "./options.ts";
import type { World } from "./world.ts";

/**
 * Follows all clusters until somebody ends it: in a terminal one table redrawn in place, else a line for each change, or a
 * document for each with `-o json`. Resolves to the exit status, which is the last one's of the worst with `--exit-code`.
 * @throws UsageError where the command line cannot be meant for any cluster.
 */
export async function watchFleet(
  contexts: readonly FleetContext[],
  options: Options,
  world: World,
  print: PrintFleet,
): Promise<number> {
  const { promise: ended, resolve: leave, reject: failed } = Promise.withResolvers<void>();
  const own = loginsOf(world.milliseconds, { patience, ...groupsOf(world) });
  let asking = 0;
  const logins: Logins = {
    ...own,
    turn: (ask) =>
      own.turn(async () => {
        asking += 1;
        try {
          return await surface.aside(ask);
        } finally {
          asking -= 1;
        }
      }),
  };
  const inTurn = atMost(options.parallel);
  const members: readonly FollowedMember[] = contexts.map((context) => {
    const terminal = { logins, tell: (text: string): void => surface.said(context.name, text) };
    const changed = (): void => {
      world.settle(codeOf(options, members));
      const one = members.find(({ name }) => name === context.name);
      if (one !== undefined) surface.changed(one);
    };
    const up = (): void => {
      const mine = members.find(({ name }) => name === context.name);
      for (const one of members) if (one !== mine && one.server === mine?.server) one.hurry();
    };
    const isAsking = (): boolean => asking > 0;
    return followMember(context, { options, world, terminal, inTurn, isAsking, changed, up, failed });
  });
  const letGo = world.person.onStop(() => leave());
  const refresh = (): void => {
    own.again();
    for (const one of members) one.refresh();
  };
  const surface = surfaceOf(
    options,
    world,
  )({ members, counted: countedOf(contexts), options, world, print, leave, refresh });
  try {
    // Whichever is not waited for.
    ended.catch(() => {});
    for (const one of members) one.begin();
    await ended;
    return codeOf(options, members);
  } finally {
    letGo();
    surface.close();
    for (const one of members) one.close();
    own.close();
  }
}

/** As a single cluster has it: somebody looks at it, and what is written can be written over. */
function surfaceOf({ output }: Options, { screen }: World): (show: FleetShow) => FleetSurface {
  if (output.format === "json") return fleetDocuments;
  return screen.isTerminal && screen.environment["TERM"] !== "dumb" ? fleetScreen : fleetLines;
}

/** What may be old is not known. */
function codeOf({ exitCode }: Options, members: readonly FollowedMember[]): number {
  if (!exitCode) return 0;
  return exitCodes[worst(members.map((one) => verdictOf(one.member())))];
}
