import { Disposable, type Terminal, type TerminalOptions, window } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";

/** How a shell takes a line that is written into its terminal. */
interface ShellOfTerminal {
  /** The keys that remove what was typed before and not run. Undefined: a new terminal is opened instead. */
  readonly removeLineKeys: string | undefined;
  /** Whether the shell reports to VS Code that it prompts. */
  readonly isReporting: boolean;
}

interface PlaceTerminal {
  readonly terminal: Terminal;
  /** Whether the shell reads what is written. What is written before appears twice. */
  isReady: boolean;
  /** The line that is written once the shell is ready. */
  pendingLine: string | undefined;
}

/** A shell that reports its prompts is taken as ready after this time even without a report. */
const maxStartOfReportingShellMs = 10_000;

/** A shell that reports no prompts is taken as ready after this time. */
const startOfSilentShellMs = 1_000;

/** The time from the report of a shell that it prompts until it reads. */
const promptToReadyMs = 150;

/** The terminals for commands: one for each place, which is used again. */
export class PlaceTerminals implements Disposable {
  readonly #terminals = new Map<string, PlaceTerminal>();
  /** Terminals in which a program runs, as far as VS Code knows: the program would read what is written. */
  readonly #busyTerminals = new Set<Terminal>();
  readonly #subscriptions = Disposable.from(
    window.onDidStartTerminalShellExecution(({ terminal }) => void this.#busyTerminals.add(terminal)),
    window.onDidEndTerminalShellExecution(({ terminal }) => void this.#busyTerminals.delete(terminal)),
    window.onDidChangeTerminalShellIntegration(({ terminal }) => this.#setReadySoon(terminal)),
    window.onDidCloseTerminal((terminal) => this.#forget(terminal)),
  );

  /**
   * Writes a command line into a terminal and shows it. The user runs the line, or not.
   * @param key lines with the same key share a terminal.
   */
  write(key: string, line: string, options: TerminalOptions, { removeLineKeys, isReporting }: ShellOfTerminal): void {
    const usableTerminal = removeLineKeys === undefined ? undefined : this.#findUsable(key);
    const placeTerminal = usableTerminal ?? this.#open(key, options, isReporting);
    placeTerminal.terminal.show(false);
    if (placeTerminal.isReady) placeTerminal.terminal.sendText(`${removeLineKeys ?? ""}${line}`, false);
    else placeTerminal.pendingLine = line;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #findUsable(key: string): PlaceTerminal | undefined {
    const placeTerminal = this.#terminals.get(key);
    if (placeTerminal === undefined) return undefined;
    const { terminal } = placeTerminal;
    const hasExited = terminal.exitStatus !== undefined;
    return hasExited || this.#busyTerminals.has(terminal) ? undefined : placeTerminal;
  }

  #open(key: string, options: TerminalOptions, isReporting: boolean): PlaceTerminal {
    const terminal = window.createTerminal(options);
    const placeTerminal: PlaceTerminal = { terminal, isReady: false, pendingLine: undefined };
    this.#terminals.set(key, placeTerminal);
    const startMs = isReporting ? maxStartOfReportingShellMs : startOfSilentShellMs;
    systemClock.after(startMs, () => setReady(placeTerminal));
    return placeTerminal;
  }

  #setReadySoon(terminal: Terminal): void {
    for (const placeTerminal of this.#terminals.values()) {
      if (placeTerminal.terminal !== terminal || placeTerminal.isReady) continue;
      systemClock.after(promptToReadyMs, () => setReady(placeTerminal));
    }
  }

  #forget(closedTerminal: Terminal): void {
    this.#busyTerminals.delete(closedTerminal);
    for (const [key, { terminal }] of this.#terminals) {
      if (terminal === closedTerminal) this.#terminals.delete(key);
    }
  }
}

/** Marks a terminal as ready, and writes the line that waited for that. */
function setReady(placeTerminal: PlaceTerminal): void {
  if (placeTerminal.isReady) return;
  placeTerminal.isReady = true;
  const { terminal, pendingLine } = placeTerminal;
  placeTerminal.pendingLine = undefined;
  if (pendingLine !== undefined && terminal.exitStatus === undefined) terminal.sendText(pendingLine, false);
}
