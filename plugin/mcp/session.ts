import { UsageError } from "../../shared/io/errors/errors.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Report } from "../../shared/model/report.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { type HostEnvironment, noTerminal } from "../process/host-environment.ts";
import type { ToolInput } from "./tool-input.ts";

/** A Report that an assistant can read in full, compare and name. */
export interface KeptReport {
  readonly uri: string;
  /** The key of its cluster, as {@link clusterOfCall} makes it. */
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

/** The most Reports that are kept: the first of the session and the latest. */
const maxKeptReports = 8;

/** Milliseconds for a request without `--request-timeout`. An assistant waits for the result. */
const defaultRequestTimeoutMs = 30_000;

/** Creates a session with the options of the start. No call asks the user at a terminal or reads standard input. */
export function createSession(options: CommandLineOptions, environment: HostEnvironment): McpSession {
  const { platform, environment: variables } = environment.screen;
  const { reach } = options;
  const kept: KeptReport[] = [];
  let keptCount = 0;
  return {
    options: { ...options, reach: { requestTimeout: defaultRequestTimeoutMs, ...reach } },
    environment: {
      ...environment,
      screen: { isTerminal: false, isInputTerminal: false, isErrorTerminal: false, platform, environment: variables },
      stdin: emptyInput(),
      print: () => {},
      person: noTerminal,
    },
    kept: () => kept,
    keep(cluster, report) {
      keptCount += 1;
      const keptReport = { uri: `hco-status://reports/${keptCount}`, cluster, report };
      kept.push(keptReport);
      // The first Report stays, because `diff` compares with it by default.
      if (kept.length > maxKeptReports) kept.splice(1, 1);
      return keptReport;
    },
  };
}

async function* emptyInput(): AsyncGenerator<Uint8Array> {}

/**
 * The options of one call. A call can name a context only if the start of the server fixed no source.
 * @throws UsageError for a context beside a must-gather, a cluster of an inventory or another context.
 */
export function optionsOfCall(
  { options }: McpSession,
  { context, namespace, accept = [], platform = false }: ToolInput,
): CommandLineOptions {
  const { reach, mustGather } = options;
  if (context !== undefined) {
    if (mustGather !== undefined) throw new UsageError(fixedSourceText("must-gather"));
    if (reach.inventoryCluster !== undefined) throw new UsageError(fixedSourceText("inventory-cluster"));
    if (reach.context !== undefined && context !== reach.context) throw new UsageError(fixedSourceText("context"));
  }
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

/** The key of what a call reads: `["prod","my-namespace"]`. Only Reports with the same key are compared. */
export function clusterOfCall({ options }: McpSession, { context, namespace }: ToolInput): string {
  return JSON.stringify([options.mustGather ?? context ?? options.reach.context ?? "", namespace ?? ""]);
}

/**
 * Finds the earlier Report for a comparison: the Report that `before` names, else the first Report of the same cluster.
 * @throws UsageError where there is none.
 */
export function findEarlierReport(session: McpSession, input: ToolInput): Report {
  const { before } = input;
  if (before !== undefined) return findReport(session, before);
  const cluster = clusterOfCall(session, input);
  const first = session.kept().find((kept) => kept.cluster === cluster);
  if (first === undefined) throw new UsageError("no earlier report of this cluster; call status first");
  return first.report;
}

/**
 * Finds a Report by its uri.
 * @throws UsageError where the Report is not kept.
 */
export function findReport(session: McpSession, uri: string): Report {
  const keptReport = session.kept().find((kept) => kept.uri === uri);
  if (keptReport === undefined)
    throw new UsageError("no such report; the server keeps only the latest ones, so call status again");
  return keptReport.report;
}
