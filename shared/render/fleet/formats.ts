import { sanitizeLine } from "../../characters/sanitize.ts";
import { type PrintedReport, printReport } from "../../outline/printed-report.ts";
import type { FleetFormatName, FormatName } from "../formats/format-names.ts";
import { quietJson, renderJsonLine } from "../formats/json.ts";
import type { SampleLines } from "../formats/openmetrics/sample-collector.ts";
import { renderYaml } from "../formats/yaml.ts";
import type { Compiled, PrintResult } from "../jsonpath/compile.ts";
import type { FleetMember } from "../words/commands/fleet.ts";
import { type FleetRow, fleetRow } from "./rows.ts";
import { type FleetOptions, fleetWording, renderFleet } from "./text.ts";

/**
 * How a format prints several clusters. `Kept` is what it needs of a cluster once the Report of the cluster is dropped.
 */
interface FleetPrinter<Kept> {
  keep(member: FleetMember, options: FleetOptions): Kept;
  /** Prints clusters in the order given. */
  print(kept: readonly Kept[], options: FleetOptions): PrintResult;
}

/** A printer, or what is wrong with its template. */
type PrinterOrError<Kept> = FleetPrinter<Kept> | { readonly error: string };

type MakePrinterKeeping<Kept> = (
  template: string,
  options: FleetOptions,
) => PrinterOrError<Kept> | Promise<PrinterOrError<Kept>>;

/** Makes the printer of any format. */
export type MakePrinter = MakePrinterKeeping<unknown>;

/** What is kept in each format: a row, the samples of its metrics, or the whole cluster. */
interface KeptByFormat
  extends Record<Exclude<FleetFormatName, "text" | "wide" | "plain" | "openmetrics">, FleetMember> {
  readonly text: FleetRow;
  readonly wide: FleetRow;
  readonly plain: FleetRow;
  readonly openmetrics: SampleLines;
}

/**
 * How each format prints several clusters; a page can show only one. `json` and `yaml` are a list of Reports, and
 * `ndjson` has one in each line. For jsonpath, clusters are the items of a List, as several objects are for kubectl
 * (cli-runtime, pkg/printers). For custom-columns each cluster is a row. `name` prints the context names, as
 * `kubectl config get-contexts -o name`.
 */
export const fleetFormats: { readonly [Format in FleetFormatName]: MakePrinterKeeping<KeptByFormat[Format]> } = {
  text: () => ({
    keep: (member, options) => fleetRow(member, fleetWording(options, "age")),
    print: (rows, options) => ({ text: renderFleet(rows, options) }),
  }),
  wide: () => ({
    keep: (member, options) => fleetRow(member, { ...fleetWording(options, "age"), wide: true }),
    print: (rows, options) => ({ text: renderFleet(rows, { ...options, wide: true }) }),
  }),
  plain: async () => {
    const { renderFleetPlain } = await import("./plain-fleet.ts");
    return {
      keep: (member, options) => fleetRow(member, fleetWording(options, "words")),
      print: (rows, options) => ({ text: renderFleetPlain(rows, options) }),
    };
  },
  json: () => printMembers((members) => ({ text: `${quietJson(listReports(members), 2)}\n` })),
  ndjson: () => printMembers((members) => ({ text: listReports(members).map(renderJsonLine).join("") })),
  yaml: () => printMembers((members) => ({ text: renderYaml(listReports(members)) })),
  name: () =>
    printMembers((members) => ({ text: members.map(({ context }) => `${sanitizeLine(context)}\n`).join("") })),
  junit: async () => {
    const { renderFleetJunit } = await import("./fleet-checks.ts");
    return printMembers((members, options) => ({ text: renderFleetJunit(members, options) }));
  },
  github: async () => {
    const { renderFleetGithub } = await import("./fleet-checks.ts");
    return printMembers((members, options) => ({ text: renderFleetGithub(members, options) }));
  },
  openmetrics: async () => {
    const { sampleMember, writeExposition } = await import("./fleet-metrics.ts");
    return { keep: sampleMember, print: (samples) => ({ text: writeExposition(samples) }) };
  },
  jsonpath: makeJsonpathPrinter,
  "jsonpath-file": makeJsonpathPrinter,
  "jsonpath-as-json": async (template) =>
    printAsList((await import("../jsonpath/compile.ts")).compileJsonpathAsJson(template)),
  "custom-columns": async (spec, { noHeaders = false }) =>
    printAsRows((await import("../formats/custom-columns/custom-columns.ts")).compileColumns(spec, { noHeaders })),
  "custom-columns-file": async (text, { noHeaders = false }) =>
    printAsRows(
      (await import("../formats/custom-columns/custom-columns.ts")).compileColumnsTemplate(text, { noHeaders }),
    ),
};

/** Whether a format can show several clusters. */
export function isFleetFormat(format: FormatName): format is FleetFormatName {
  return Object.hasOwn(fleetFormats, format);
}

function listReports(members: readonly FleetMember[]): readonly PrintedReport[] {
  return members.map(({ report }) => printReport(report));
}

/** A format that prints whole Reports. */
function printMembers(print: FleetPrinter<FleetMember>["print"]): FleetPrinter<FleetMember> {
  return { keep: (member) => member, print };
}

async function makeJsonpathPrinter(template: string): Promise<PrinterOrError<FleetMember>> {
  return printAsList((await import("../jsonpath/compile.ts")).compileJsonpath(template));
}

/** Prints the Reports as the items of a List. */
function printAsList(compiled: Compiled<unknown>): PrinterOrError<FleetMember> {
  if ("error" in compiled) return compiled;
  return printMembers((members) => compiled.print({ apiVersion: "v1", kind: "List", items: listReports(members) }));
}

/** Prints a row for each Report. */
function printAsRows(compiled: Compiled<readonly unknown[]>): PrinterOrError<FleetMember> {
  return "error" in compiled ? compiled : printMembers((members) => compiled.print(listReports(members)));
}
