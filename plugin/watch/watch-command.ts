import { createSharedLogins } from "../../shared/io/auth/shared-logins.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { Report } from "../../shared/model/report.ts";
import { nothingKnownText } from "../../shared/render/words/commands/watch.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import { type SteadyLink, steadyLink } from "../follow/debounced-link.ts";
import { exitOfFirstReport, type FirstReport } from "../follow/first-report-fault.ts";
import type { FollowedSource, SharedTerminal } from "../follow/follow-source.ts";
import { createWaitingLine, followUntilEnded } from "../follow/follow-until-ended.ts";
import { createDocumentSurface } from "../follow/json-output.ts";
import type { WatchedReport, WatchSurface } from "../follow/surface.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { canRedraw } from "../process/terminal-capabilities.ts";
import { createReportPrinter, type PrintReport } from "../status/print-report.ts";
import { FirstReportScreen } from "./first-report.ts";
import { createLineSurface } from "./line-output.ts";
import { ScreenSurface } from "./screen-output.ts";
import { changesSince, exitCodeOfWatch, isHyperConvergedDeleted, nextWatchState, nothingWatched } from "./state.ts";

/**
 * Follows what the options name until the user ends it: on a screen, in lines, or in documents. A server or hub that cannot be
 * reached at the beginning is waited for. Any other failure at the beginning ends the watch as it ends a report. Resolves to the
 * exit status: 0, or with `--exit-code` that of the last verdict. A verdict that may be out of date counts as unknown.
 * @throws as {@link followUntilEnded}; ConnectionError if the server does not accept the credentials at the beginning;
 * UsageError for a rule set of other kinds.
 */
export async function runWatch(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const isScreen = hasScreen(options, environment);
  const print = await createReportPrinter(options.output, chooseTextStyle(options, environment), {
    isTerminal: isScreen,
    showsCredentials: options.showsCredentials,
  });
  return new Watch(options, environment, { isScreen, print }).run();
}

/** How a watch is shown. */
interface WatchOutput {
  readonly isScreen: boolean;
  readonly print: PrintReport;
}

/** One watch: what is known of the cluster, and the surface that shows it. */
class Watch {
  readonly #options: CommandLineOptions;
  readonly #environment: HostEnvironment;
  readonly #output: WatchOutput;
  readonly #logins: ReturnType<typeof createSharedLogins>;
  readonly #link: SteadyLink;
  readonly #printWaiting: (cause: string) => void;
  #state = nothingWatched;
  /** The terminal while the first Report is awaited. Each attempt to connect has another one. */
  #firstScreen: FirstReportScreen | undefined;
  /** Undefined before the first Report, and after the end. */
  #surface: WatchSurface | undefined;
  /** The surface, if it is a screen. */
  #screen: ScreenSurface | undefined;

  constructor(options: CommandLineOptions, environment: HostEnvironment, output: WatchOutput) {
    this.#options = options;
    this.#environment = environment;
    this.#output = output;
    this.#logins = createSharedLogins(environment.milliseconds);
    this.#link = steadyLink(environment.clock, { state: "live" }, () => this.#surface?.changed());
    this.#printWaiting = createWaitingLine(environment);
  }

  async run(): Promise<number> {
    const options = this.#options;
    const environment = this.#environment;
    const following = followUntilEnded(options, environment, {
      terminal: (chosen) => this.#createTerminal(chosen, () => following.leave()),
      unreached: (cause, brief) => this.#showFailure(cause, brief),
      seen: (seen) => this.#take(seen),
    });
    try {
      const begun = await following.begun;
      this.#firstScreen?.close();
      if (begun === undefined) return this.#exitCode();
      const [follower, first] = begun;
      const failedExitCode = exitOfFirstReport(first, follower, options, environment, this.#output.isScreen);
      if (failedExitCode !== undefined) return failedExitCode;
      const surface = this.#openSurface({ follower, first, leave: following.leave });
      await following.ended;
      surface.close();
      this.#surface = undefined;
      if (options.exitCode && isHyperConvergedDeleted(this.#state)) environment.printMessage(`${nothingKnownText}\n`);
      return this.#exitCode();
    } finally {
      this.#surface?.close();
      this.#link.stop();
      this.#firstScreen?.close();
      // If the user leaves before the cluster is followed, the plugin does not wait for it.
      following.close();
      this.#logins.close();
    }
  }

  #exitCode(): number {
    return this.#options.exitCode ? exitCodeOfWatch(this.#state) : 0;
  }

  /** The terminal for an attempt to connect. A screen that is open already stays open. */
  #createTerminal(chosen: ChosenContext, leave: () => void): SharedTerminal {
    this.#firstScreen?.close();
    const firstScreen = new FirstReportScreen(this.#environment, chosen, { isScreen: this.#output.isScreen, leave });
    this.#firstScreen = firstScreen;
    return {
      printMessage: (text) => {
        const isErrorTerminal = this.#environment.screen.isErrorTerminal === true;
        if (this.#screen !== undefined && isErrorTerminal) this.#screen.addMessage(text);
        else firstScreen.printMessage(text);
      },
      logins: { ...this.#logins, runInTurn: (login) => (this.#screen ?? firstScreen).withFreeTerminal(login) },
      counting: (connection) => firstScreen.counting(connection),
    };
  }

  /** Prints why the server or the hub cannot be reached. There is no screen yet while a hub is read. */
  #showFailure(cause: string, brief?: string): void {
    if (this.#firstScreen === undefined) this.#printWaiting(cause);
    else this.#firstScreen.failed(cause, brief);
  }

  /** Takes what was seen of the cluster. Before there is a surface, it is only remembered. */
  #take(seen: SeenReport): void {
    const { report: reportBefore } = this.#state;
    this.#state = nextWatchState(this.#state, seen);
    if (this.#surface === undefined) return;
    this.#environment.settle(this.#exitCode());
    this.#link.put(this.#state.link);
    if (this.#state.report !== reportBefore) this.#surface.changed();
  }

  #openSurface(watched: WatchedSource): WatchSurface {
    const view = this.#createView(watched);
    this.#link.put(this.#state.link);
    this.#environment.settle(this.#exitCode());
    if (this.#output.isScreen) {
      this.#screen = new ScreenSurface(view, this.#output.print);
      this.#surface = this.#screen;
      return this.#screen;
    }
    const createSurface = this.#options.output.format === "json" ? createDocumentSurface : createLineSurface;
    const surface = createSurface(view);
    this.#surface = surface;
    surface.changed();
    return surface;
  }

  /** What a surface reads while it shows the cluster. */
  #createView({ follower, first, leave }: WatchedSource): WatchedReport {
    const report = (): Report => this.#state.report ?? first.report;
    return {
      options: this.#options,
      environment: this.#environment,
      requested: follower.requested,
      report,
      changesSince: (shown) => changesSince(this.#state, shown, report()),
      history: () => this.#state.history,
      look: () => follower.current().report ?? report(),
      link: this.#link.now,
      leave,
      refresh: () => {
        this.#logins.allowRetry();
        follower.refresh();
      },
    };
  }
}

/** The cluster that is followed, and its first Report. */
interface WatchedSource {
  readonly follower: FollowedSource;
  readonly first: FirstReport;
  readonly leave: () => void;
}

/** Whether the watch is drawn on standard output. */
function hasScreen({ output }: CommandLineOptions, { screen }: HostEnvironment): boolean {
  return canRedraw(screen) && output.format !== "json";
}
