import { createSharedLogins } from "../../shared/io/auth/shared-logins.ts";
import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { Report } from "../../shared/model/report.ts";
import { nothingKnownText } from "../../shared/render/words/commands/watch.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import { steadyLink } from "../follow/debounced-link.ts";
import { exitOfFirstReport, type FirstReport } from "../follow/first-report-fault.ts";
import type { FollowedSource } from "../follow/follow-source.ts";
import { createWaitingLine, followUntilEnded } from "../follow/follow-until-ended.ts";
import { createDocumentSurface } from "../follow/json-output.ts";
import type { WatchedReport, WatchSurface } from "../follow/surface.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { canRedraw } from "../process/terminal-capabilities.ts";
import { createReportPrinter } from "../status/print-report.ts";
import { FirstReportScreen } from "./first-report.ts";
import { createLineSurface } from "./line-output.ts";
import { ScreenSurface } from "./screen-output.ts";
import { changesSince, exitCodeOfWatch, isBereft, nextWatchState, nothingWatched, type WatchState } from "./state.ts";

/**
 * Follows what the options name until the user ends it: on a screen, in lines, or in documents. Resolves to the exit
 * status: 0, or with `--exit-code` that of the last verdict. A verdict that may be out of date counts as unknown. A
 * server or hub that cannot be reached at the beginning is waited for. What else cannot be read then ends the watch as it
 * ends a report.
 * @throws as {@link followUntilEnded}; ConnectionError if the server does not accept the credentials at the beginning;
 * UsageError for a rule set of other kinds.
 */
export async function runWatch(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const isScreen = hasScreen(options, environment);
  const print = await createReportPrinter(options.output, chooseTextStyle(options, environment), {
    isTerminal: isScreen,
    showsCredentials: options.showsCredentials,
  });
  let state = nothingWatched;
  let surface: WatchSurface | undefined;
  let screen: ScreenSurface | undefined;
  const code = (): number => (options.exitCode ? exitCodeOfWatch(state) : 0);
  const link = steadyLink(environment.clock, { state: "live" }, () => surface?.changed());

  function seen(one: SeenReport): void {
    const { report: before } = state;
    state = nextWatchState(state, one);
    if (surface === undefined) return;
    environment.settle(code());
    link.put(state.link);
    if (state.report !== before) surface.changed();
  }

  const logins = createSharedLogins(environment.milliseconds);
  const printWaiting = createWaitingLine(environment);
  let waiting: FirstReportScreen | undefined;
  const following = followUntilEnded(options, environment, {
    terminal(chosen) {
      // Each try to connect has a screen of its own, and an open one goes on to draw.
      waiting?.close();
      const first = new FirstReportScreen(environment, chosen, { isScreen, leave: () => following.leave() });
      waiting = first;
      return {
        printMessage(text) {
          if (screen !== undefined && environment.screen.isErrorTerminal === true) screen.addMessage(text);
          else first.printMessage(text);
        },
        logins: { ...logins, runInTurn: (ask) => (screen ?? first).withFreeTerminal(ask) },
        counting: (connection) => first.counting(connection),
      };
    },
    // A hub is read before a context is known.
    unreached(cause, brief) {
      if (waiting === undefined) printWaiting(cause);
      else waiting.failed(cause, brief);
    },
    seen,
  });
  try {
    const begun = await following.begun;
    waiting?.close();
    if (begun === undefined) return code();
    const [follower, first] = begun;
    const fault = exitOfFirstReport(first, follower, options, environment, isScreen);
    if (fault !== undefined) return fault;
    const watched = {
      options,
      environment,
      leave: following.leave,
      link: link.now,
      ...viewOf(follower, () => state, first, logins),
    };
    link.put(state.link);
    environment.settle(code());
    if (isScreen) {
      screen = new ScreenSurface(watched, print);
      surface = screen;
    } else {
      surface = (options.output.format === "json" ? createDocumentSurface : createLineSurface)(watched);
      surface.changed();
    }
    await following.ended;
    surface.close();
    surface = undefined;
    if (options.exitCode && isBereft(state)) environment.printMessage(`${nothingKnownText}\n`);
    return code();
  } finally {
    surface?.close();
    link.stop();
    waiting?.close();
    // If the user leaves before the cluster is followed, the plugin does not wait for it.
    following.close();
    logins.close();
  }
}

/** What a surface reads while it shows the cluster. */
function viewOf(
  follower: FollowedSource,
  state: () => WatchState,
  first: FirstReport,
  logins: Pick<ReturnType<typeof createSharedLogins>, "allowRetry">,
): Pick<WatchedReport, "requested" | "report" | "changesSince" | "history" | "look" | "refresh"> {
  const report = (): Report => state().report ?? first.report;
  return {
    requested: follower.requested,
    report,
    changesSince: (shown) => changesSince(state(), shown, report()),
    history: () => state().history,
    look: () => follower.current().report ?? report(),
    refresh() {
      logins.allowRetry();
      follower.refresh();
    },
  };
}

/** Whether the watch is drawn on standard output. */
function hasScreen({ output }: CommandLineOptions, { screen }: HostEnvironment): boolean {
  return canRedraw(screen) && output.format !== "json";
}
