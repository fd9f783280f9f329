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
import { replyTo, type ServedState, serveStateOf } from "./reply.ts";
import { readReportToken } from "./report-token.ts";

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
  const { clock, printMessage, screen } = environment;
  const { listen, tokenFile } = options.serving;
  const readToken = tokenFile === undefined ? undefined : () => readReportToken(tokenFile, screen.platform !== "win32");
  readToken?.();
  // A context is chosen before anything is served. A hub may have to be waited for.
  const chosen = options.reach.inventoryCluster === undefined ? await chooseCluster(options, environment) : undefined;
  let served: ServedState = {};
  // Loaded here, because node:http takes time that a watch saves.
  const { startServer } = await import("./http-server.ts");
  const server = await startServer(parseListenAddress(listen) ?? { port: 0 }, (request) => replyTo(request, served));
  let report: Report | undefined;
  let follower: FollowedSource | undefined;
  let cancelEvaluation = (): void => {};
  const link = steadyLink(clock, { state: "live" }, () => {
    serveReport();
    printMessage(`${linkLine(readLinkFacts(link.now()), chooseErrorStyle(options, environment))}\n`);
  });

  function serveReport(): void {
    served = serveStateOf(report, link.now(), readToken);
  }

  function take(seen: SeenReport): void {
    if (seen.report === undefined) return;
    // Where only the link has changed, the Report of `seen` may be older than the last evaluation.
    report = follower?.current().report ?? seen.report;
    link.put(seen.link);
    serveReport();
  }

  /** Evaluates what is held, and again after each pause. Ages do not advance while the cluster does not respond. */
  function evaluateLater(): void {
    cancelEvaluation = clock.after(evaluationPauseMs, () => {
      if (link.now().state === "live") report = follower?.current().report ?? report;
      serveReport();
      evaluateLater();
    });
  }

  const logins = createSharedLogins(environment.milliseconds);
  const following = followUntilEnded(options, environment, {
    chosen,
    terminal: () => ({ printMessage, logins }),
    unreached: createWaitingLine(environment),
    seen: take,
  });
  try {
    printMessage(`serving metrics at ${server.url}/metrics\n`);
    const begun = await following.begun;
    if (begun === undefined) return 0;
    const [followed, first] = begun;
    const fault = exitOfFirstReport(first, followed, options, environment, false);
    if (fault !== undefined) return fault;
    follower = followed;
    evaluateLater();
    await following.ended;
    return 0;
  } finally {
    cancelEvaluation();
    link.stop();
    server.close();
    following.close();
    logins.close();
  }
}
