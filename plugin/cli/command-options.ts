import { millisecondsOfDuration } from "./durations.ts";
import { readForState } from "./for-values.ts";
import { type CommandLineTokens, optionalProperty, tokenLookup } from "./token-lookup.ts";

/** The state that `wait` waits for, and the limits of waiting. */
interface Waiting {
  /** One of the states of `wait`, or `condition=TYPE[=STATUS]` as typed. */
  readonly for: string;
  /** Milliseconds that the state must hold without a break. */
  readonly stableFor: number;
  /** Milliseconds to wait. 0 checks once. */
  readonly timeout: number;
  readonly failFast: boolean;
}

/** What `serve` listens on, and what it serves besides metrics. */
interface Serving {
  /** As typed. listen-address.ts reads it. */
  readonly listen: string;
  /** Whether it serves the Report too. */
  readonly hasReport: boolean;
  /** The file with the bearer token for the Report. */
  readonly tokenFile?: string;
}

/** The options of commands that a report does not have. */
export interface CommandOptions {
  readonly waiting: Waiting;
  readonly serving: Serving;
  /** The codes as typed, one by one. */
  readonly accept: readonly string[];
  /** Whether `logs` only prints the command. */
  readonly isDryRun: boolean;
  /** The name of the role that `permissions` prints. */
  readonly roleName: string;
  /** The file that `snapshot` writes. */
  readonly outputFile?: string;
  /** The archive that `snapshot` writes in place of a file. */
  readonly bundle?: string;
  /** The contexts whose clusters are shown in one table. */
  readonly contexts?: readonly string[] | "all";
  /** Whether the clusters that a hub publishes are shown in one table. */
  readonly isInventory: boolean;
  /** The keys of the labels of an inventory that are columns, each once, in the order given. */
  readonly labelColumns: readonly string[];
  /** The maximum number of clusters that are read at once. */
  readonly parallel: number;
}

export function readCommandOptions(words: CommandLineTokens): CommandOptions {
  const { value, last, isOn, all } = tokenLookup(words);
  const contextNames = [...new Set(all("contexts").flatMap(splitQuotedNames))];
  const contexts = isOn("all-contexts") ? ("all" as const) : contextNames.length > 0 ? contextNames : undefined;
  return {
    waiting: {
      for: readForState(value("for")),
      stableFor: millisecondsOfDuration(value("stable-for")) ?? 0,
      timeout: timeoutOf(millisecondsOfDuration(value("timeout")) ?? 0),
      failFast: isOn("fail-fast"),
    },
    serving: {
      listen: value("listen"),
      hasReport: isOn("report"),
      ...optionalProperty("tokenFile", last("report-token-file")),
    },
    accept: splitCommas(all("accept")),
    isDryRun: isOn("dry-run"),
    roleName: value("name"),
    ...optionalProperty("bundle", last("bundle")),
    ...optionalProperty("contexts", contexts),
    isInventory: isOn("inventory"),
    labelColumns: splitCommas(all("label-columns")),
    parallel: Number(value("parallel")),
  };
}

/** Milliseconds to wait. Zero checks once, a negative value waits for a week (kubectl, pkg/cmd/wait/wait.go). */
function timeoutOf(milliseconds: number): number {
  return milliseconds < 0 ? 7 * 24 * 3_600_000 : milliseconds;
}

function splitCommas(values: readonly string[]): readonly string[] {
  return [...new Set(values.flatMap((value) => value.split(",")).filter((value) => value !== ""))];
}

/**
 * The names between the commas of a value, as in kubectl's flags that take a list (pflag, string_slice.go). A name in
 * double quotes may contain commas, and a quote as two quotes. A quote inside an unquoted name is part of that name.
 */
function splitQuotedNames(value: string): readonly string[] {
  const names = value.match(/"(?:[^"]|"")*"(?=,|$)|[^,]+/g) ?? [];
  return names.map((name) => (/^"(?:[^"]|"")*"$/.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name));
}
