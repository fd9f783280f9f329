import { sanitizeLine } from "../../characters/sanitize.ts";
import { type PrintedReport, printReport } from "../../outline/printed-report.ts";
import type { FleetFormatName, FormatName } from "../formats/format-names.ts";
import { quietJson, renderJsonLine } from "../formats/json.ts";
import type { SampleLines } from "../formats/openmetrics/sample-collector.ts";
import { renderYaml } from "../formats/yaml.ts";
import type { PrintResult } from "../jsonpath/compile.ts";
import type { FleetMember } from "../words/commands/fleet.ts";
import { type FleetRow, fleetRow } from "./rows.ts";
import { type FleetOptions, fleetWording, renderFleet } from "./text.ts";

/** How a format prints several clusters. `Kept`: what it needs of one once the Report of that is dropped. */
interface FleetPrinter<Kept> {
  keep(member: FleetMember, options: FleetOptions): Kept;
  /** Prints clusters in the order given. */
  print(kept: readonly Kept[], options: FleetOptions): PrintResult;
}

/** A printer, or what is wrong with its template. */
type MadePrinter<Kept> = FleetPrinter<Kept> | { readonly error: string };

type Make<Kept> = (template: string, options: FleetOptions) => MadePrinter<Kept> | Promise<MadePrinter<Kept>>;

/** Makes the printer of any format. */
export type MakePrinter = Make<unknown>;

/** What is kept in each format: a row, the samples of its metrics, or the whole cluster. */
interface KeptIn extends Record<Exclude<FleetFormatName, "text" | "wide" | "plain" | "openmetrics">, FleetMember> {
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
export const fleetFormats: { readonly [Format in FleetFormatName]: Make<KeptIn[Format]> } = {
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
  json: () => whole((members) => ({ text: `${quietJson(reportsOf(members), 2)}\n` })),
  ndjson: () => whole((members) => ({ text: reportsOf(members).map(renderJsonLine).join("") })),
  yaml: () => whole((members) => ({ text: renderYaml(reportsOf(members)) })),
  name: () => whole((members) => ({ text: members.map(({ context }) => `${sanitizeLine(context)}\n`).join("") })),
  junit: async () => {
    const { renderFleetJunit } = await import("./fleet-checks.ts");
    return whole((members, options) => ({ text: renderFleetJunit(members, options) }));
  },
  github: async () => {
    const { renderFleetGithub } = await import("./fleet-checks.ts");
    return whole((members, options) => ({ text: renderFleetGithub(members, options) }));
  },
  openmetrics: async () => {
    const { sampleMember, writeExposition } = await import("./fleet-metrics.ts");
    return { keep: sampleMember, print: (samples) => ({ text: writeExposition(samples) }) };
  },
  jsonpath,
  "jsonpath-file": jsonpath,
  "jsonpath-as-json": async (template) =>
    ofList((await import("../jsonpath/compile.ts")).compileJsonpathAsJson(template)),
  "custom-columns": async (spec, { noHeaders = false }) =>
    ofRows((await import("../formats/custom-columns/custom-columns.ts")).compileColumns(spec, { noHeaders })),
  "custom-columns-file": async (text, { noHeaders = false }) =>
    ofRows((await import("../formats/custom-columns/custom-columns.ts")).compileColumnsTemplate(text, { noHeaders })),
};

/** Whether a format can show several clusters. */
export function isFleetFormat(format: FormatName): format is FleetFormatName {
  return Object.hasOwn(fleetFormats, format);
}

function reportsOf(members: readonly FleetMember[]): readonly PrintedReport[] {
  return members.map(({ report }) => printReport(report));
}

/** A format that prints whole Reports. */
function whole(print: FleetPrinter<FleetMember>["print"]): FleetPrinter<FleetMember> {
  return { keep: (member) => member, print };
}

async function jsonpath(template: string): Promise<MadePrinter<FleetMember>> {
  return ofList((await import("../jsonpath/compile.ts")).compileJsonpath(template));
}

function ofList(compiled: Compiled<unknown>): MadePrinter<FleetMember> {
  if ("error" in compiled) return compiled;
  return whole((members) => compiled.print({ apiVersion: "v1", kind: "List", items: reportsOf(members) }));
}

function ofRows(compiled: Compiled<readonly unknown[]>): MadePrinter<FleetMember> {
  return "error" in compiled ? compiled : whole((members) => compiled.print(reportsOf(members)));
}

type Compiled<D> = { readonly print: (document: D) => PrintResult } | { readonly error: string };
