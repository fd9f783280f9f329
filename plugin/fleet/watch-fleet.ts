import { listChanges } from "../../shared/changes/compare-reports.ts";
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
import { FleetLogins } from "./fleet-logins.ts";
import { type FollowedMember, followMember } from "./follow-member.ts";
import { fleetLines } from "./line-output.ts";
import { PrefixedMessages } from "./log-prefix.ts";
import type { PrintFleet } from "./print-fleet.ts";
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
  const logins = new FleetLogins(environment, (login) => surface.withFreeTerminal(login), memberTimeoutMs);
  const inTurn = limitConcurrency(options.parallel);
  const members: readonly FollowedMember[] = contexts.map((context) =>
    followMember(context, {
      options,
      environment,
      logins,
      printMessage: (text) => surface.message(context.name, text),
      inTurn,
      changed(followed) {
        environment.settle(exitCodeOf(options, members));
        surface.changed(followed);
      },
      respondsAgain(followed) {
        for (const other of members) if (other !== followed && other.server === followed.server) other.hurry();
      },
      failed: fail,
    }),
  );
  const surface = createSurface({
    members,
    counted: chooseCountedThing(contexts),
    options,
    environment,
    print,
    leave,
    refresh() {
      logins.allowRetry();
      for (const followed of members) followed.refresh();
    },
  });
  const stopListening = environment.person.onStop(() => leave());
  try {
    for (const followed of members) followed.begin();
    await ended;
    return exitCodeOf(options, members);
  } finally {
    stopListening();
    surface.close();
    for (const followed of members) followed.close();
    logins.close();
  }
}

/** Creates the surface for the output: documents for `-o json`, a screen that is redrawn in place, else lines. */
function createSurface(show: FleetShow): FleetSurface {
  if (show.options.output.format === "json") return fleetDocuments(show);
  return canRedraw(show.environment.screen) ? new FleetScreen(show) : fleetLines(show);
}

/** Prints a document in a line for each change of any cluster. The name of its source is the context. */
function fleetDocuments({ members, environment }: FleetShow): FleetSurface {
  const messages = new PrefixedMessages(environment.printMessage);
  const surfaces = new Map<string, WatchSurface>();
  for (const { name, member, link } of members) {
    const report = (): Report => member().report;
    const surface = createDocumentSurface({
      environment,
      report,
      changesSince: (shown) => listChanges(shown, report()),
      link,
    });
    surfaces.set(name, surface);
  }
  return {
    changed({ name, member }) {
      if (member().trouble?.is !== "connecting") surfaces.get(name)?.changed();
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
