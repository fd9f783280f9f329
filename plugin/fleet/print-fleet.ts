import { UsageError } from "../../shared/io/errors/errors.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { fleetFormats, isFleetFormat, type MakePrinter } from "../../shared/render/fleet/formats.ts";
import type { FleetOptions } from "../../shared/render/fleet/text.ts";
import type { FleetMember } from "../../shared/render/words/commands/fleet.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { createProfileCommand } from "../cli/rerun-command.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { concealmentFor, readTemplate, requestedGate, textFor } from "../status/print-report.ts";

/**
 * Prints several clusters in the order given. `size` is the current width and number of lines, where it differs from
 * the size at the start.
 */
export type PrintFleet = (
  members: readonly FleetMember[],
  size?: { readonly width: number; readonly lines?: number },
) => string;

/** How several clusters are printed. */
export interface FleetPrinting {
  readonly print: PrintFleet;
  /** What is kept of a cluster once its Report is dropped, and how that is printed in the end. */
  readonly keep: (member: FleetMember) => unknown;
  readonly printKept: (kept: readonly unknown[]) => string;
}

/**
 * Prepares to print several clusters, before the first request.
 * @throws UsageError for a wrong template and for a format that shows one cluster; InputError for a template file.
 */
export async function createFleetPrinter(
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<FleetPrinting> {
  const { output, reach, at } = options;
  const { format } = output;
  if (!isFleetFormat(format)) throw new UsageError(`-o ${format} requires a single cluster`);
  const { isTerminal } = environment.screen;
  const style: FleetOptions = {
    ...chooseTextStyle(options, environment),
    ...(await requestedGate(options)),
    ...definedFields({ as: reach.as, at, profileCommand: createProfileCommand(options) }),
    isFollowed: options.watch,
    labelColumns: options.labelColumns,
  };
  // What `keep` returns differs between formats. Only `print` of the same format gets it.
  const makePrinter = fleetFormats[format] as MakePrinter;
  const printer = await makePrinter(readTemplate(output), style);
  if ("error" in printer) throw new UsageError(printer.error);
  const conceal = await concealmentFor(format, options.showsCredentials);
  let concealedTexts = 0;
  const printKept = (kept: readonly unknown[], size?: Parameters<PrintFleet>[1]): string => {
    return textFor(format, printer.print(kept, { ...style, ...size, concealedTexts }), isTerminal);
  };
  const keep = (member: FleetMember): unknown => {
    const { report, trouble } = member;
    const { document, concealedTexts: count } = conceal({ report, ...definedFields({ trouble }) });
    concealedTexts += count;
    return printer.keep({ ...member, ...document }, style);
  };
  return { keep, printKept, print: (members, size) => printKept(members.map(keep), size) };
}
