import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { createWaitingLine } from "../follow/follow-until-ended.ts";
import { type KeyCommand, KeyReader } from "../follow/keys.ts";
import type { HostEnvironment, TerminalInput } from "../process/host-environment.ts";
import { type ShownProgress, showServerProgress } from "../read/server-progress.ts";

/** How a watch waits for its first Report. */
interface FirstReportSetting {
  /** Whether the watch uses a screen. Only then are keys read. */
  readonly isScreen: boolean;
  readonly leave: () => void;
}

/**
 * The terminal while a watch waits for its first Report. A progress line says which server it waits for. Where no line can be
 * drawn, each new cause is printed as a line instead.
 */
export class FirstReportScreen {
  readonly #person: TerminalInput;
  readonly #progress: ShownProgress;
  readonly #printWaiting: (cause: string) => void;
  readonly #setting: FirstReportSetting;
  readonly #keyReader: KeyReader;
  readonly #stopListening: () => void;
  /** How many parts of the plugin use the terminal, and read their own keys. */
  #terminalUsers = 0;
  #isClosed = false;
  /** Undefined while no keys are read. */
  #releaseKeys: (() => void) | undefined;

  constructor(environment: HostEnvironment, chosen: ChosenContext, setting: FirstReportSetting) {
    this.#person = environment.person;
    this.#progress = showServerProgress(environment, chosen);
    this.#printWaiting = createWaitingLine(environment);
    this.#setting = setting;
    this.#keyReader = new KeyReader(environment.clock, (command) => this.#obeyKey(command));
    // While the process was stopped, other programs may have changed the terminal's settings.
    this.#stopListening = this.#person.onContinue(() => {
      this.#stopKeys();
      this.#startKeys();
    });
    this.#startKeys();
  }

  printMessage(text: string): void {
    this.#progress.printMessage(text);
  }

  /** Returns the same connection, whose requests the progress line counts. */
  counting(connection: ServerConnection): ServerConnection {
    return this.#progress.counting(connection);
  }

  /** Prints why the server cannot be reached. `brief` is the cause without the server and without advice. */
  failed(cause: string, brief: string = cause): void {
    this.#progress.failed(brief);
    if (!this.#progress.isDrawn) this.#printWaiting(cause);
  }

  /** Leaves the terminal to `work`, which may ask the user. */
  async withFreeTerminal<T>(work: () => Promise<T>): Promise<T> {
    this.#terminalUsers += 1;
    this.#stopKeys();
    try {
      return await this.#progress.withFreeTerminal(work);
    } finally {
      this.#terminalUsers -= 1;
      this.#startKeys();
    }
  }

  /** Erases what is shown, so that other output can follow. */
  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    this.#stopKeys();
    this.#progress.end();
  }

  #startKeys(): void {
    if (!this.#setting.isScreen || this.#isClosed || this.#terminalUsers > 0) return;
    this.#releaseKeys ??= this.#person.onKey((key) => this.#keyReader.take(key));
  }

  #stopKeys(): void {
    this.#releaseKeys?.();
    this.#releaseKeys = undefined;
  }

  #obeyKey(command: KeyCommand): void {
    if (command === "leave") this.#setting.leave();
    if (command === "suspend") {
      this.#stopKeys();
      this.#progress.erase();
      this.#person.suspend();
    }
  }
}
