import type { Report } from "../../shared/model/report.ts";
import type { WaitDocument, WaitEnding } from "../../shared/model/wait.ts";
import type { WaitedCluster } from "../../shared/render/words/commands/fleet-wait.ts";
import type { ProgressLine } from "../process/progress-line.ts";
import type { WaitEventStanding } from "./events.ts";

/** Prints what a wait waits for, and how it ends. `cluster`: the name of the cluster that it is about. */
export interface WaitSurface extends Pick<ProgressLine, "aside"> {
  /** Called at each look whose result the wait goes on with. */
  readonly now: (cluster: string, standing: WaitEventStanding) => void;
  /** The goal is reached, and the wait goes on because other clusters have not reached it. */
  readonly reached: (cluster: string, standing: WaitEventStanding, ending: WaitEnding) => void;
  readonly ended: (cluster: string, standing: WaitEventStanding, ending: WaitEnding, exitCode: number) => void;
  /** What was requested cannot be waited for. `lines`: of an error. */
  readonly refused: (cluster: string, standing: WaitEventStanding, lines: string, exitCode: number) => void;
  /** Prints the document of an error whose text the caller prints. A bug has none. */
  readonly failed: (standing: WaitEventStanding, error: unknown, exitCode: number) => Promise<void>;
  /** Called as time passes, also where no cluster reports anything. */
  readonly tick: (clusters: () => readonly WaitedCluster[], elapsedMs: number, isLastLook: boolean) => void;
  /** Called once at the end, with all clusters. */
  readonly summary: (clusters: readonly WaitedCluster[], elapsedMs: number) => void;
  /** Prints on standard error what a credential plugin or the connection reports about a cluster. */
  readonly message: (cluster: string, text: string) => void;
  readonly close: () => void;
}

/** Milliseconds without a line after which one is printed, where no progress is drawn. A silent wait seems to hang. */
export const longestQuietMs = 300_000;

/** The document of one line of `-o json`. */
export function createWaitDocument(
  head: Pick<WaitDocument, "context" | "at" | "for" | "state" | "text">,
  { elapsedMs, link, report, waited }: WaitEventStanding,
  ending: WaitEnding | undefined,
  exitCode: number | undefined,
): WaitDocument {
  return {
    apiVersion: "hco-status/v1",
    kind: "Wait",
    ...(head.context !== undefined && { context: head.context }),
    at: head.at,
    for: head.for,
    state: head.state,
    seconds: Math.floor(elapsedMs / 1000),
    link: link.state,
    text: head.text,
    waitingFor: waited?.blocking ?? [],
    roots: (report?.roots ?? []).map(waitedRoot),
    ...(ending?.state === "hopeless" && { hopeless: ending.permanent }),
    ...(exitCode !== undefined && { exitCode }),
  };
}

function waitedRoot({ ref, verdict, facts }: Report["roots"][number]): WaitDocument["roots"][number] {
  const { observedVersion: version } = facts;
  return { ref, verdict, ...(version !== undefined && { version }) };
}
