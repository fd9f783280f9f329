import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { byServerClock } from "../../shared/model/finding/reader-clock.ts";
import type { RootNode } from "../../shared/model/report.ts";
import { formatStamp } from "../../shared/model/time.ts";
import type { WaitDocument, WaitEnding, WaitState } from "../../shared/model/wait.ts";
import { writeMessages } from "../../shared/outline/written-messages.ts";
import type { WaitedCluster } from "../../shared/render/words/commands/fleet-wait.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import type { ProgressLine } from "../process/progress-line.ts";
import type { ObservedWaitStatus } from "./events.ts";

/** Prints what a wait waits for, and how it ends. `cluster`: the name of the cluster that it is about. */
export interface WaitSurface extends Pick<ProgressLine, "withFreeTerminal"> {
  /** Called at each evaluation after which the wait goes on. */
  readonly now: (cluster: string, status: ObservedWaitStatus) => void;
  /** The goal is reached, and the wait goes on because other clusters have not reached it. */
  readonly reached: (cluster: string, status: ObservedWaitStatus, ending: WaitEnding) => void;
  readonly ended: (cluster: string, status: ObservedWaitStatus, ending: WaitEnding, exitCode: number) => void;
  /** What was requested cannot be waited for. `lines`: of an error. */
  readonly refused: (cluster: string, status: ObservedWaitStatus, lines: string, exitCode: number) => void;
  /** Prints the document of an error whose text the caller prints. A bug has none. */
  readonly failed: (status: ObservedWaitStatus, error: unknown, exitCode: number) => Promise<void>;
  /** Called as time passes, also where no cluster reports anything. */
  readonly tick: (clusters: () => readonly WaitedCluster[], elapsedMs: number, isLastLook: boolean) => void;
  /** Called once at the end, with all clusters. */
  readonly summary: (clusters: readonly WaitedCluster[], elapsedMs: number) => void;
  /** Prints on standard error what a credential plugin or the connection reports about a cluster. */
  readonly message: (cluster: string, text: string) => void;
  readonly close: () => void;
}

/** Milliseconds without a line after which one is printed, where no progress is drawn. A silent wait seems to hang. */
export const maxQuietMs = 300_000;

/** The fewest milliseconds between two lines about the loss of a goal of one cluster. A flapping one must not fill a log. */
export const lossSpacingMs = 5_000;

/** What is printed about a cluster, as a line of text or as a document. */
interface PrintedLine {
  /** The name of the cluster, where several are waited for. */
  readonly cluster?: string;
  readonly status: ObservedWaitStatus;
  readonly text: string;
  readonly state: WaitState;
  readonly ending?: WaitEnding;
  readonly exitCode?: number;
}

/** Prints on standard output: lines that begin with the time, or with `-o json` documents. */
export class WaitPrinter {
  readonly isJson: boolean;
  readonly #options: CommandLineOptions;
  readonly #environment: HostEnvironment;
  readonly #erase: () => void;

  /** `erase` clears what stands below the printed lines. */
  constructor(options: CommandLineOptions, environment: HostEnvironment, erase: () => void) {
    this.isJson = options.output.format === "json";
    this.#options = options;
    this.#environment = environment;
    this.#erase = erase;
  }

  /** The time now by the clock of the server, from which ages count. */
  stampOf({ report }: ObservedWaitStatus): string {
    return byServerClock(formatStamp(this.#environment.milliseconds()), report);
  }

  print(line: PrintedLine): void {
    this.#erase();
    this.#environment.print(
      `${this.isJson ? JSON.stringify(writeMessages(this.#documentOf(line))) : this.#textOf(line)}\n`,
    );
  }

  #textOf({ cluster, status, text }: PrintedLine): string {
    const name = cluster === undefined ? "" : `${sanitizeLine(cluster)} `;
    return `${name}${this.stampOf(status)}  ${sanitizeLine(text)}`;
  }

  #documentOf({ cluster, status, text, state, ending, exitCode }: PrintedLine): WaitDocument {
    const { elapsedMs, link, report, waited } = status;
    return {
      apiVersion: "hco-status/v1",
      kind: "Wait",
      ...definedFields({ context: cluster }),
      at: this.stampOf(status),
      for: this.#options.waiting.for,
      state,
      seconds: Math.floor(elapsedMs / 1000),
      link: link.state,
      text,
      waitingFor: waited?.blocking ?? [],
      roots: (report?.roots ?? []).map(waitedRoot),
      ...(ending?.state === "permanent" && { permanent: ending.permanent }),
      ...definedFields({ exitCode }),
    };
  }
}

function waitedRoot({ ref, verdict, facts }: RootNode): WaitDocument["roots"][number] {
  const { observedVersion: version } = facts;
  return { ref, verdict, ...definedFields({ version }) };
}
