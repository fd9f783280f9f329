import { listChanges } from "../../shared/changes/compare-reports.ts";
import { createSharedLogins, type SharedLogins } from "../../shared/io/auth/shared-logins.ts";
import { limitConcurrency } from "../../shared/io/transport/concurrency-limit.ts";
import type { Report } from "../../shared/model/report.ts";
import { worstVerdict } from "../../shared/model/verdict.ts";
import { knownVerdict } from "../../shared/render/fleet/member-state.ts";
import { exitCodes } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { createDocumentSurface } from "../follow/json-output.ts";
import type { WatchSurface } from "../follow/surface.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { canRedraw } from "../process/terminal-capabilities.ts";
import { chooseCountedThing, type FleetContext } from "./choose-contexts.ts";
import { type FollowedMember, followMember } from "./follow-member.ts";
import { fleetLines } from "./line-output.ts";
import { createFleetTalk } from "./log-prefix.ts";
import type { PrintFleet } from "./print-fleet.ts";
import { signalGroups } from "./read-fleet.ts";
import { memberTimeoutMs } from "./read-member.ts";
import { fleetScreen } from "./screen-output.ts";
import type { FleetShow, FleetSurface } from "./surface.ts";

/**
 * Follows all clusters until the user ends it. A terminal shows one table redrawn in place, other output gets a line
 * for each change. With `-o json` it gets a document for each change. Resolves to the exit status: with `--exit-code`,
 * that of the worst cluster at the end.
 * @throws UsageError where the command line is wrong for every cluster.
 */
export async function watchFleet(
  contexts: readonly FleetContext[],
  options: CommandLineOptions,
  environment: HostEnvironment,
  print: PrintFleet,
): Promise<number> {
  const { promise: ended, resolve: leave, reject: failed } = Promise.withResolvers<void>();
  const own = createSharedLogins(environment.milliseconds, {
    pluginTimeoutMs: memberTimeoutMs,
    ...signalGroups(environment),
  });
  let asking = 0;
  const logins: SharedLogins = {
    ...own,
    runInTurn: (ask) =>
      own.runInTurn(async () => {
        asking += 1;
        try {
          return await surface.withFreeTerminal(ask);
        } finally {
          asking -= 1;
        }
      }),
  };
  const inTurn = limitConcurrency(options.parallel);
  const members: readonly FollowedMember[] = contexts.map((context) => {
    const terminal = { logins, printMessage: (text: string): void => surface.message(context.name, text) };
    const changed = (): void => {
      environment.settle(codeOf(options, members));
      const one = members.find(({ name }) => name === context.name);
      if (one !== undefined) surface.changed(one);
    };
    const up = (): void => {
      const mine = members.find(({ name }) => name === context.name);
      for (const one of members) if (one !== mine && one.server === mine?.server) one.hurry();
    };
    const isAsking = (): boolean => asking > 0;
    return followMember(context, { options, environment, terminal, inTurn, isAsking, changed, up, failed });
  });
  const letGo = environment.person.onStop(() => leave());
  const refresh = (): void => {
    own.allowRetry();
    for (const one of members) one.refresh();
  };
  const surface = surfaceOf(
    options,
    environment,
  )({ members, counted: chooseCountedThing(contexts), options, environment, print, leave, refresh });
  try {
    // The rejection may come before `ended` is awaited.
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

/**
 * The surface for the output, chosen as for a single cluster. The table is for a terminal that can be redrawn in place.
 */
function surfaceOf({ output }: CommandLineOptions, { screen }: HostEnvironment): (show: FleetShow) => FleetSurface {
  if (output.format === "json") return fleetDocuments;
  return canRedraw(screen) ? fleetScreen : fleetLines;
}

/** Prints a document in a line for each change of any cluster. The name of its source is the context. */
function fleetDocuments({ members, environment }: FleetShow): FleetSurface {
  const surfaces = new Map(members.map((one) => [one.name, documentsOf(one)]));
  const talk = createFleetTalk(environment);

  function documentsOf({ member, link }: FollowedMember): WatchSurface {
    const report = (): Report => member().report;
    return createDocumentSurface({
      environment,
      report,
      changesSince: (shown) => listChanges(shown, report()),
      link,
    });
  }

  return {
    changed(one) {
      if (one.member().trouble?.is !== "connecting") surfaces.get(one.name)?.changed();
    },
    withFreeTerminal: (work) => work(),
    message: talk.message,
    close() {
      talk.close();
      for (const surface of surfaces.values()) surface.close();
    },
  };
}

/** The exit status now. A cluster whose data may be out of date counts as unknown. */
function codeOf({ exitCode }: CommandLineOptions, members: readonly FollowedMember[]): number {
  if (!exitCode) return 0;
  return exitCodes[worstVerdict(members.map((one) => knownVerdict(one.member())))];
}
