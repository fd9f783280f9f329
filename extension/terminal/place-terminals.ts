import { Disposable, type Terminal, type TerminalOptions, window } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";

/** The terminals for commands: one for each place, which is used again. */
export interface PlaceTerminals extends Disposable {
  /**
   * Writes a command line into the terminal of a place and shows it. The user runs it, or not.
   * @param place names the place: another one has another terminal.
   */
  write(place: string, line: string, options: TerminalOptions, shell: ShellOfTerminal): void;
}

interface ShellOfTerminal {
  /** The key that removes what was typed before and not run; without it a new terminal is opened. */
  readonly removeLine: string | undefined;
  /** It reports to VS Code that it prompts. */
  readonly isReporting: boolean;
}

interface PlaceTerminal {
  readonly terminal: Terminal;
  /** The shell reads what is written. What a shell gets before that appears twice. */
  isReady: boolean;
  /** The line that is written once the shell is ready. */
  awaited: string | undefined;
}

/** Milliseconds for a shell to start: of one that reports to VS Code when it has, and of others. */
const longestStart = { reporting: 10_000, other: 1_000 } as const;
/** Milliseconds from the report of a shell that it prompts until it reads. */
const promptTime = 150;

export function createPlaceTerminals(): PlaceTerminals {
  const terminals = new Map<string, PlaceTerminal>();
  /** Terminals in which a program runs, as far as VS Code knows: the program would read what is written. */
  const busy = new Set<Terminal>();
  const subscriptions = Disposable.from(
    window.onDidStartTerminalShellExecution(({ terminal }) => void busy.add(terminal)),
    window.onDidEndTerminalShellExecution(({ terminal }) => void busy.delete(terminal)),
    window.onDidChangeTerminalShellIntegration(({ terminal }) => {
      for (const one of terminals.values())
        if (one.terminal === terminal && !one.isReady) systemClock.after(promptTime, () => begin(one));
    }),
    window.onDidCloseTerminal((closed) => {
      busy.delete(closed);
      for (const [place, { terminal }] of terminals) if (terminal === closed) terminals.delete(place);
    }),
  );

  function usable(place: string): PlaceTerminal | undefined {
    const known = terminals.get(place);
    return known?.terminal.exitStatus !== undefined || (known && busy.has(known.terminal)) ? undefined : known;
  }

  function opened(place: string, options: TerminalOptions, isReporting: boolean): PlaceTerminal {
    const one: PlaceTerminal = { terminal: window.createTerminal(options), isReady: false, awaited: undefined };
    terminals.set(place, one);
    systemClock.after(isReporting ? longestStart.reporting : longestStart.other, () => begin(one));
    return one;
  }

  /** The shell reads from now on: writes the last line that was wanted. */
  function begin(one: PlaceTerminal): void {
    if (one.isReady) return;
    one.isReady = true;
    if (one.awaited !== undefined && one.terminal.exitStatus === undefined) one.terminal.sendText(one.awaited, false);
    one.awaited = undefined;
  }

  return {
    write(place, line, options, { removeLine, isReporting }) {
      const one = (removeLine === undefined ? undefined : usable(place)) ?? opened(place, options, isReporting);
      one.terminal.show(false);
      if (one.isReady) one.terminal.sendText(`${removeLine ?? ""}${line}`, false);
      else one.awaited = line;
    },
    dispose: () => subscriptions.dispose(),
  };
}
