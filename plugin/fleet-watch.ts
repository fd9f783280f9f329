import { type Logins, loginsOf } from "../shared/io/logins.ts";
import { worst } from "../shared/model/verdict.ts";
import { exitCodes } from "./exit-code.ts";
import type { FleetContext } from "./fleet-contexts.ts";
import { fleetDocuments } from "./fleet-documents.ts";
import { type FollowedMember, followMember } from "./fleet-follow.ts";
import { fleetLines } from "./fleet-lines.ts";
import { atMost } from "./fleet-pool.ts";
import type { PrintFleet } from "./fleet-print.ts";
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
  const own = loginsOf(world.milliseconds);
  const logins: Logins = { ...own, turn: (ask) => own.turn(() => surface.aside(ask)) };
  const members: readonly FollowedMember[] = contexts.map((context) => {
    const terminal = { logins, tell: (text: string): void => surface.said(context.name, text) };
    const changed = (): void => {
      world.settle(codeOf(options, members));
      const one = members.find(({ name }) => name === context.name);
      if (one !== undefined) surface.changed(one);
    };
    return followMember(context, { options, world, terminal, changed, failed });
  });
  const letGo = world.person.onStop(() => leave());
  const refresh = (): void => {
    own.again();
    for (const one of members) one.refresh();
  };
  const surface = surfaceOf(options, world)({ members, options, world, print, leave, refresh });
  try {
    // Whichever is not waited for.
    ended.catch(() => {});
    atMost(options.parallel, members, (one) => Promise.race([one.begin(), ended])).catch(failed);
    await ended;
    return codeOf(options, members);
  } finally {
    letGo();
    surface.close();
    for (const one of members) one.close();
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
  const now = members.map((one) => one.member());
  return exitCodes[worst(now.map(({ report, link }) => (link === undefined ? report.verdict : "unknown")))];
}
