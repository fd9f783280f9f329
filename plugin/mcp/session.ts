import { UsageError } from "../../shared/io/errors/errors.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Report } from "../../shared/model/report.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { type HostEnvironment, noTerminal } from "../process/host-environment.ts";
import type { ToolInput } from "./tool-input.ts";

/** A Report that an assistant can read in full, compare and name. */
export interface KeptReport {
  readonly uri: string;
  /** The cluster that it is of, as the calls name it. */
  readonly cluster: string;
  readonly report: Report;
}

/** What the calls of one client share. */
export interface McpSession {
  readonly options: CommandLineOptions;
  readonly environment: HostEnvironment;
  readonly kept: () => readonly KeptReport[];
  readonly keep: (cluster: string, report: Report) => KeptReport;
}

/** The most Reports that are kept: the first and the latest. */
const maxKept = 8;

/** Milliseconds for a request without `--request-timeout`. An assistant waits for it. */
const usualRequestTimeoutMs = 30_000;

/** A session with the options of the start. Nothing that it reads asks at a terminal or takes standard input. */
export function createSession(options: CommandLineOptions, environment: HostEnvironment): McpSession {
  const { platform, environment: variables } = environment.screen;
  const { reach } = options;
  const kept: KeptReport[] = [];
  let count = 0;
  return {
    options: { ...options, reach: { requestTimeout: usualRequestTimeoutMs, ...reach } },
    environment: {
      ...environment,
      screen: { isTerminal: false, isInputTerminal: false, isErrorTerminal: false, platform, environment: variables },
      stdin: emptyInput(),
      print: () => {},
      person: noTerminal,
    },
    kept: () => kept,
    keep(cluster, report) {
      count += 1;
      const one = { uri: `hco-status://reports/${count}`, cluster, report };
      kept.push(one);
      if (kept.length > maxKept) kept.splice(1, 1);
      return one;
    },
  };
}

async function* emptyInput(): AsyncGenerator<Uint8Array> {}

/**
 * The options of one call. The source is that of the start, and a context can be named only where the start names none.
 * @throws UsageError for a context beside a source that is fixed.
 */
export function optionsOfCall(
  { options }: McpSession,
  { context, namespace, accept = [], platform = false }: ToolInput,
): CommandLineOptions {
  const { reach, mustGather } = options;
  if (context !== undefined && mustGather !== undefined) throw new UsageError(fixedSourceText("must-gather"));
  if (context !== undefined && reach.inventoryCluster !== undefined)
    throw new UsageError(fixedSourceText("inventory-cluster"));
  if (context !== undefined && reach.context !== undefined && context !== reach.context)
    throw new UsageError(fixedSourceText("context"));
  return {
    ...options,
    accept,
    platform,
    reach: { ...reach, ...definedFields({ context }) },
    ...definedFields({ namespace }),
  };
}

/** The error for a context where the start of the server fixed what is read. */
function fixedSourceText(flag: string): string {
  return `the server was started with --${flag}, so no other cluster can be read`;
}

/** How the calls name the cluster of these arguments, for comparisons. */
export function clusterOfCall({ options }: McpSession, { context, namespace }: ToolInput): string {
  return JSON.stringify([options.mustGather ?? context ?? options.reach.context ?? "", namespace ?? ""]);
}

/**
 * The earlier Report for a comparison: the one of this uri, else the first of the same cluster.
 * @throws UsageError where there is none.
 */
export function earlierReport(session: McpSession, input: ToolInput): Report {
  const { before } = input;
  if (before !== undefined) return reportOf(session, before);
  const cluster = clusterOfCall(session, input);
  const first = session.kept().find((one) => one.cluster === cluster);
  if (first === undefined) throw new UsageError("no earlier report of this cluster; call status first");
  return first.report;
}

/** The Report of a uri. @throws UsageError where it is not kept. */
export function reportOf(session: McpSession, uri: string): Report {
  const found = session.kept().find((one) => one.uri === uri);
  if (found === undefined)
    throw new UsageError("no such report; the server keeps only the latest ones, so call status again");
  return found.report;
}
