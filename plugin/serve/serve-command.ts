import { createSharedLogins } from "../../shared/io/auth/shared-logins.ts";
import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { Report } from "../../shared/model/report.ts";
import { linkLine } from "../../shared/render/watch/status-line.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { chooseErrorStyle } from "../cli/text-style.ts";
import { steadyLink } from "../follow/debounced-link.ts";
import { exitOfFirstReport } from "../follow/first-report-fault.ts";
import type { FollowedSource } from "../follow/follow-source.ts";
import { createWaitingLine, followUntilEnded } from "../follow/follow-until-ended.ts";
import { readLinkFacts } from "../follow/surface.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { parseListenAddress } from "../process/listen-address.ts";
import { chooseCluster } from "../read/choose-cluster.ts";
import { replyTo, type ServedState } from "./reply.ts";
import { readReportToken } from "./report-token.ts";
import { serveStateOf } from "./served-report.ts";

/**
 * Milliseconds between two evaluations of what is held. Some verdicts follow from time alone, such as that an upgrade
 * has stalled. No request is sent for it.
 */
const evaluationPauseMs = 15_000;

/**
 * Serves the metrics of what the options name until a signal ends it, from the same watch as `-w`. Resolves to the exit
 * status. What ends a watch at its first report ends this too; an unreachable cluster or hub is waited for.
 * @throws as {@link followUntilEnded}; InputError where it cannot listen, and for a token file that cannot be used.
 */
export async function runServe(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const { listen, tokenFile } = options.serving;
  const readToken =
    tokenFile === undefined ? undefined : () => readReportToken(tokenFile, environment.screen.platform !== "win32");
  readToken?.();
  // A context is chosen before anything is served. A hub may have to be waited for.
  const chosen = options.reach.inventoryCluster === undefined ? await chooseCluster(options, environment) : undefined;
  let served: ServedState = {};
  // Loaded here, because node:http takes time that a watch saves.
  const { startServer } = await import("./http-server.ts");
  const server = await startServer(parseListenAddress(listen) ?? { port: 0 }, (request) => replyTo(request, served));
  let report: Report | undefined;
  let follower: FollowedSource | undefined;
  const serve = (): void => {
    served = serveStateOf(report, link.now(), readToken);
  };
  const link = steadyLink(environment.clock, { state: "live" }, () => {
    serve();
    environment.printMessage(`${linkLine(readLinkFacts(link.now()), chooseErrorStyle(options, environment))}\n`);
  });

  function take(seen: SeenReport): void {
    if (seen.report === undefined) return;
    // Where only the link has changed, the Report of `seen` may be older than the last evaluation.
    report = follower?.current().report ?? seen.report;
    link.put(seen.link);
    serve();
  }

  const logins = createSharedLogins(environment.milliseconds);
  const following = followUntilEnded(options, environment, {
    chosen,
    terminal: () => ({ printMessage: environment.printMessage, logins }),
    unreached: createWaitingLine(environment),
    seen: take,
  });
  let forgetTurn = (): void => {};
  try {
    environment.printMessage(`serving metrics at ${server.url}/metrics\n`);
    const begun = await following.begun;
    if (begun === undefined) return 0;
    const [followed, first] = begun;
    const fault = exitOfFirstReport(first, followed, options, environment, false);
    if (fault !== undefined) return fault;
    follower = followed;
    const evaluate = (): void => {
      // Ages do not advance while the cluster does not respond.
      if (link.now().state === "live") report = followed.current().report ?? report;
      serve();
      forgetTurn = environment.clock.after(evaluationPauseMs, evaluate);
    };
    forgetTurn = environment.clock.after(evaluationPauseMs, evaluate);
    await following.ended;
    return 0;
  } finally {
    for (const end of [forgetTurn, link.stop, server.close, following.close, logins.close]) end();
  }
}
