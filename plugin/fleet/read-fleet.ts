import { ConnectionError } from "../../shared/io/errors/errors.ts";
import { limitConcurrency } from "../../shared/io/transport/concurrency-limit.ts";
import { createInputBudget } from "../../shared/parse/input-budget.ts";
import {
  type CountedThing,
  type FleetMember,
  fleetReadingText,
  interruptedText,
} from "../../shared/render/words/commands/fleet.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { ProgressLine } from "../process/progress-line.ts";
import type { EvaluateSnapshot } from "../status/evaluate.ts";
import { chooseCountedThing, type FleetContext } from "./choose-contexts.ts";
import { FleetLogins } from "./fleet-logins.ts";
import { PrefixedMessages } from "./log-prefix.ts";
import { memberTimeoutMs, readMember } from "./read-member.ts";

/** What was kept of each cluster, and whether the user interrupted before all had responded. */
interface FleetRead<Kept> {
  readonly kept: readonly Kept[];
  readonly isInterrupted: boolean;
}

/**
 * Reads the clusters of these contexts, `options.parallel` at once. Only one login is asked for at a time, and the user
 * never logs in twice for the same one. Ctrl-C leaves the clusters that have not responded yet unread. `keep` returns
 * what stays in memory of each cluster.
 * @throws UsageError as {@link readMember}.
 */
export async function readFleet<Kept>(
  contexts: readonly FleetContext[],
  options: CommandLineOptions,
  environment: HostEnvironment,
  evaluate: EvaluateSnapshot,
  keep: (member: FleetMember) => Promise<Kept>,
): Promise<FleetRead<Kept>> {
  const end = new AbortController();
  const progress = new FleetProgress(environment, contexts);
  const logins = new FleetLogins(environment, (login) => {
    // After an interrupt, the user is not asked to log in any more.
    end.signal.throwIfAborted();
    return progress.withFreeTerminal(login);
  });
  const setting = {
    options,
    environment,
    evaluate,
    logins,
    timeoutMs: memberTimeoutMs,
    signal: end.signal,
    budget: createInputBudget("servers"),
    alone: limitConcurrency(1),
  };
  const inTurn = limitConcurrency(options.parallel);
  const stopListening = environment.person.onStop(() => end.abort(createInterruption()));

  async function readContext(context: FleetContext): Promise<Kept> {
    const { name } = context;
    progress.begin(name);
    const member = await readMember(context, setting, (text) => progress.printMessage(name, text));
    progress.end(name);
    return keep(member);
  }

  try {
    const kept = await Promise.all(contexts.map((context) => inTurn(() => readContext(context))));
    return { kept, isInterrupted: end.signal.aborted };
  } finally {
    // Where the command line turned out to be wrong for every cluster, requests are still in progress.
    end.abort(createInterruption());
    logins.close();
    stopListening();
    progress.close();
  }
}

/** A progress line on standard error while several clusters are read, and the messages about them. */
class FleetProgress {
  readonly #line: ProgressLine;
  readonly #messages: PrefixedMessages;
  readonly #total: number;
  readonly #counted: CountedThing;
  readonly #namesBeingRead = new Set<string>();
  #readCount = 0;

  constructor(environment: HostEnvironment, contexts: readonly FleetContext[]) {
    const line = new ProgressLine(environment);
    this.#line = line;
    this.#messages = new PrefixedMessages((text) => line.printMessage(text));
    this.#total = contexts.length;
    this.#counted = chooseCountedThing(contexts);
  }

  begin(name: string): void {
    this.#namesBeingRead.add(name);
    this.#show();
  }

  end(name: string): void {
    this.#namesBeingRead.delete(name);
    this.#readCount += 1;
    this.#show();
  }

  /** Erases the line while `work` uses the terminal. */
  withFreeTerminal<T>(work: () => Promise<T>): Promise<T> {
    return this.#line.withFreeTerminal(work);
  }

  /** Prints text that a credential plugin or the connection reports about a cluster. */
  printMessage(name: string, text: string): void {
    this.#messages.print(name, text);
  }

  /** Erases the line for good. */
  close(): void {
    this.#messages.close();
    this.#line.end();
  }

  #show(): void {
    const counts = { done: this.#readCount, total: this.#total, counted: this.#counted };
    this.#line.show((elapsedMs) => fleetReadingText(counts, [...this.#namesBeingRead], elapsedMs));
  }
}

function createInterruption(): ConnectionError {
  return new ConnectionError(interruptedText, { reason: "unreachable" });
}
