import { sanitizeLine } from "../../characters/sanitize.ts";
import { type PrintedReport, printReport } from "../../outline/printed-report.ts";
import type { FleetFormatName, FormatName } from "../formats/format-names.ts";
import { quietJson, renderJsonLine } from "../formats/json.ts";
import { renderYaml } from "../formats/yaml.ts";
import type { PrintResult } from "../print-result.ts";
import type { FleetMember } from "../words/commands/fleet-member.ts";
import { shortenMember } from "./rows.ts";
import { type FleetOptions, renderFleet, tellingOf } from "./text.ts";

/** How several clusters are printed, or what is wrong with the template. */
type FleetPrinter =
  | {
      /** Prints clusters in the order given. */
      readonly print: (members: readonly FleetMember[], options: FleetOptions) => PrintResult;
      /** Makes of a cluster what this format prints of it. Absent: its whole Report. */
      readonly shorten?: (member: FleetMember, options: FleetOptions) => FleetMember;
    }
  | { readonly error: string };

type Make = (template: string, options: FleetOptions) => FleetPrinter | Promise<FleetPrinter>;

/**
 * How each format prints several clusters; a page can show only one. `json` and `yaml` are a list of Reports, and
 * `ndjson` has one in each line. For jsonpath, clusters are the items of a List, as several objects are for kubectl (cli-runtime, pkg/printers). For
 * custom-columns each cluster is a row. `name` prints the context names, as `kubectl config get-contexts -o name`.
 */
export const fleetFormats: Readonly<Record<FleetFormatName, Make>> = {
  text: () => ({ ...plainly(renderFleet), shorten: (member, options) => shortenMember(member, tellingOf(options)) }),
  wide: () => ({
    ...plainly((members, options) => renderFleet(members, { ...options, wide: true })),
    shorten: (member, options) => shortenMember(member, { ...tellingOf(options), wide: true }),
  }),
  plain: async () => {
    const { renderFleetPlain, shortenPlainMember } = await import("./plain-fleet.ts");
    return { ...plainly(renderFleetPlain), shorten: shortenPlainMember };
  },
  json: () => plainly((members) => `${quietJson(reportsOf(members), 2)}\n`),
  ndjson: () => plainly((members) => reportsOf(members).map(renderJsonLine).join("")),
  yaml: () => plainly((members) => renderYaml(reportsOf(members))),
  name: () => plainly((members) => members.map(({ context }) => `${sanitizeLine(context)}\n`).join("")),
  junit: async () => plainly((await import("./fleet-checks.ts")).renderFleetJunit),
  github: async () => plainly((await import("./fleet-checks.ts")).renderFleetGithub),
  openmetrics: async () => {
    const { renderFleetMetrics, sampleAndShorten } = await import("./fleet-metrics.ts");
    return { ...plainly(renderFleetMetrics), shorten: sampleAndShorten };
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

function plainly(render: (members: readonly FleetMember[], options: FleetOptions) => string) {
  return {
    print: (members: readonly FleetMember[], options: FleetOptions): PrintResult => ({
      text: render(members, options),
    }),
  };
}

async function jsonpath(template: string): Promise<FleetPrinter> {
  return ofList((await import("../jsonpath/compile.ts")).compileJsonpath(template));
}

function ofList(compiled: Compiled<unknown>): FleetPrinter {
  if ("error" in compiled) return compiled;
  return { print: (members) => compiled.print({ apiVersion: "v1", kind: "List", items: reportsOf(members) }) };
}

function ofRows(compiled: Compiled<readonly unknown[]>): FleetPrinter {
  return "error" in compiled ? compiled : { print: (members) => compiled.print(reportsOf(members)) };
}

type Compiled<D> = { readonly print: (document: D) => PrintResult } | { readonly error: string };
