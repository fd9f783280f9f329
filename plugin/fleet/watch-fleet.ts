import { listChanges } from "../../shared/changes/compare-reports.ts";
import { createSharedLogins } from "../../shared/io/auth/shared-logins.ts";
import { limitConcurrency } from "../../shared/io/transport/concurrency-limit.ts";
import type { Report } from "../../shared/model/report.ts";
import { worstVerdict } from "../../shared/model/verdict.ts";
import { currentVerdict } from "../../shared/render/fleet/member-state.ts";
import { exitCodes } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { createDocumentSurface } from "../follow/json-output.ts";
import type { WatchSurface } from "../follow/surface.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { canRedraw } from "../process/terminal-capabilities.ts";
import { chooseCountedThing, type FleetContext } from "./choose-contexts.ts";
import { type FollowedMember, followMember } from "./follow-member.ts";
import { fleetLines } from "./line-output.ts";
import { PrefixedMessages } from "./log-prefix.ts";
import { LoginTurns } from "./login-turns.ts";
import type { PrintFleet } from "./print-fleet.ts";
import { signalGroups } from "./read-fleet.ts";
import { memberTimeoutMs } from "./read-member.ts";
import { FleetScreen } from "./screen-output.ts";
import type { FleetShow, FleetSurface } from "./surface.ts";

/**
 * Follows all clusters until the user ends it. A terminal shows one table redrawn in place, other output gets a line
 * for each change. With `-o json` it gets a document for each change. Resolves to the exit status: with `--exit-code`,
 * that of the worst cluster at the end.
 * @throws UsageError if the command line is wrong for every cluster.
 */
export async function watchFleet(
  contexts: readonly FleetContext[],
  options: CommandLineOptions,
  environment: HostEnvironment,
  print: PrintFleet,
): Promise<number> {
  const { promise: ended, resolve: leave, reject: fail } = Promise.withResolvers<void>();
  // The rejection may come before `ended` is awaited.
  ended.catch(() => {});
  const sharedLogins = createSharedLogins(environment.milliseconds, {
    pluginTimeoutMs: memberTimeoutMs,
    ...signalGroups(environment),
  });
  const loginTurns = new LoginTurns(sharedLogins, (login) => surface.withFreeTerminal(login));
  const inTurn = limitConcurrency(options.parallel);
  const members: readonly FollowedMember[] = contexts.map((context) => {
    const findSelf = (): FollowedMember | undefined => members.find(({ name }) => name === context.name);
    return followMember(context, {
      options,
      environment,
      terminal: { logins: loginTurns.logins, printMessage: (text) => surface.message(context.name, text) },
      inTurn,
      isAsking: () => loginTurns.isAsking(),
      changed() {
        environment.settle(exitCodeOf(options, members));
        const followed = findSelf();
        if (followed !== undefined) surface.changed(followed);
      },
      respondsAgain() {
        const followed = findSelf();
        const sameServer = members.filter((other) => other !== followed && other.server === followed?.server);
        for (const other of sameServer) other.hurry();
      },
      failed: fail,
    });
  });
  const refresh = (): void => {
    sharedLogins.allowRetry();
    for (const followed of members) followed.refresh();
  };
  const createSurface = chooseSurface(options, environment);
  const counted = chooseCountedThing(contexts);
  const surface = createSurface({ members, counted, options, environment, print, leave, refresh });
  const stopListening = environment.person.onStop(() => leave());
  try {
    for (const followed of members) followed.begin();
    await ended;
    return exitCodeOf(options, members);
  } finally {
    stopListening();
    surface.close();
    for (const followed of members) followed.close();
    sharedLogins.close();
  }
}

/** The surface for the output: documents for `-o json`, a screen for a terminal that can be redrawn in place, else lines. */
function chooseSurface({ output }: CommandLineOptions, { screen }: HostEnvironment): (show: FleetShow) => FleetSurface {
  if (output.format === "json") return fleetDocuments;
  return canRedraw(screen) ? (show) => new FleetScreen(show) : fleetLines;
}

/** Prints a document in a line for each change of any cluster. The name of its source is the context. */
function fleetDocuments({ members, environment }: FleetShow): FleetSurface {
  const surfaces = new Map(members.map((followed) => [followed.name, createMemberSurface(followed)]));
  const messages = new PrefixedMessages(environment.printMessage);

  function createMemberSurface({ member, link }: FollowedMember): WatchSurface {
    const report = (): Report => member().report;
    return createDocumentSurface({
      environment,
      report,
      changesSince: (shown) => listChanges(shown, report()),
      link,
    });
  }

  return {
    changed(followed) {
      const isConnecting = followed.member().trouble?.is === "connecting";
      if (!isConnecting) surfaces.get(followed.name)?.changed();
    },
    withFreeTerminal: (work) => work(),
    message: (name, text) => messages.print(name, text),
    close() {
      messages.close();
      for (const surface of surfaces.values()) surface.close();
    },
  };
}

/** The exit status now. A cluster whose data may be out of date counts as unknown. */
function exitCodeOf({ exitCode }: CommandLineOptions, members: readonly FollowedMember[]): number {
  if (!exitCode) return 0;
  const verdicts = members.map((followed) => currentVerdict(followed.member()));
  return exitCodes[worstVerdict(verdicts)];
}
