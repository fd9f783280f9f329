import { millisecondsOfDuration } from "./durations.ts";
import { stateOf } from "./for-states.ts";
import { namesIn } from "./quoted-names.ts";
import { given, lookInto, type Words } from "./words.ts";

/** What `wait` waits for, and how long. */
interface Waiting {
  /** One of its states, or `condition=TYPE[=STATUS]` as typed. */
  readonly for: string;
  /** Milliseconds that it must hold without a break. */
  readonly stableFor: number;
  /** Milliseconds; 0: look once. */
  readonly timeout: number;
  readonly failFast: boolean;
}

/** What some commands are told beyond what a report is. */
export interface CommandOptions {
  readonly waiting: Waiting;
  /** Codes as typed, one by one. */
  readonly accept: readonly string[];
  /** Where `snapshot` writes to. */
  readonly outputFile?: string;
  /** Several clusters in one table. */
  readonly contexts?: readonly string[] | "all";
  /** So many clusters are read at once. */
  readonly parallel: number;
}

export function commandOptionsOf(words: Words): CommandOptions {
  const { last, isOn, all } = lookInto(words);
  const named = [...new Set(all("contexts").flatMap(namesIn))];
  const contexts = isOn("all-contexts") ? ("all" as const) : named.length > 0 ? named : undefined;
  return {
    waiting: {
      for: stateOf(last("for") ?? "healthy"),
      stableFor: millisecondsOfDuration(last("stable-for") ?? "0") ?? 0,
      timeout: timeoutOf(millisecondsOfDuration(last("timeout") ?? "30m") ?? 0),
      failFast: isOn("fail-fast"),
    },
    accept: listed(all("accept")),
    ...given("contexts", contexts),
    parallel: Number(last("parallel") ?? 10),
  };
}

/** kubectl's own meaning: zero looks once, a negative one waits for a week (kubectl, pkg/cmd/wait/wait.go). */
function timeoutOf(milliseconds: number): number {
  return milliseconds < 0 ? 7 * 24 * 3_600_000 : milliseconds;
}

function listed(values: readonly string[]): readonly string[] {
  return [...new Set(values.flatMap((value) => value.split(",")).filter((value) => value !== ""))];
}
