import type { FleetMember } from "./fleet-member.ts";
import { type FleetOptions, renderFleet } from "./fleet-text.ts";
import type { FormatName } from "./format-names.ts";
import { quietJson } from "./json.ts";
import type { Printed } from "./printed.ts";
import { harmless } from "./safe.ts";
import { renderYaml } from "./yaml.ts";

/** Prints clusters in the order given, or says what is wrong with the template it was made of. */
type FleetPrinter = ((members: readonly FleetMember[], options: FleetOptions) => Printed) | { readonly error: string };

type Make = (template: string, options: FleetOptions) => FleetPrinter | Promise<FleetPrinter>;

/**
 * How each format prints several clusters; those that are not here show one alone. `json` and `yaml` are a list of
 * Reports. For jsonpath they are the items of a List and for custom-columns a row each, as several objects are for
 * kubectl (cli-runtime, pkg/printers). `name` has the names of the contexts, as `kubectl config get-contexts -o name`.
 */
export const fleetFormats: Readonly<Partial<Record<FormatName, Make>>> = {
  text: () => plainly(renderFleet),
  wide: () => plainly((members, options) => renderFleet(members, { ...options, wide: true })),
  plain: async () => plainly((await import("./fleet-plain.ts")).renderFleetPlain),
  json: () => plainly((members) => `${quietJson(reportsOf(members), 2)}\n`),
  yaml: () => plainly((members) => renderYaml(reportsOf(members))),
  name: () => plainly((members) => members.map(({ context }) => `${harmless(context)}\n`).join("")),
  jsonpath,
  "jsonpath-file": jsonpath,
  "jsonpath-as-json": async (template) =>
    ofList((await import("./jsonpath/compile.ts")).compileJsonpathAsJson(template)),
  "custom-columns": async (spec, { noHeaders = false }) =>
    ofRows((await import("./custom-columns.ts")).compileColumns(spec, { noHeaders })),
  "custom-columns-file": async (text, { noHeaders = false }) =>
    ofRows((await import("./custom-columns.ts")).compileColumnsTemplate(text, { noHeaders })),
};

function reportsOf(members: readonly FleetMember[]): readonly FleetMember["report"][] {
  return members.map(({ report }) => report);
}

function plainly(render: (members: readonly FleetMember[], options: FleetOptions) => string): FleetPrinter {
  return (members, options) => ({ text: render(members, options) });
}

async function jsonpath(template: string): Promise<FleetPrinter> {
  return ofList((await import("./jsonpath/compile.ts")).compileJsonpath(template));
}

function ofList(compiled: Compiled<unknown>): FleetPrinter {
  if ("error" in compiled) return compiled;
  return (members) => compiled.print({ apiVersion: "v1", kind: "List", items: reportsOf(members) });
}

function ofRows(compiled: Compiled<readonly unknown[]>): FleetPrinter {
  return "error" in compiled ? compiled : (members) => compiled.print(reportsOf(members));
}

type Compiled<D> = { readonly print: (document: D) => Printed } | { readonly error: string };
