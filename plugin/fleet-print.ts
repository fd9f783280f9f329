import { UsageError } from "../shared/io/errors.ts";
import { fleetFormats } from "../shared/render/fleet-formats.ts";
import type { FleetMember } from "../shared/render/fleet-member.ts";
import type { FleetOptions } from "../shared/render/fleet-text.ts";
import { formats } from "../shared/render/formats.ts";
import { harmlessLines } from "../shared/render/safe.ts";
import type { Options } from "./options.ts";
import { templateOf } from "./print.ts";
import { styleOf } from "./text-style.ts";
import type { World } from "./world.ts";

/** The text of several clusters in the order given; `size` where it is another than at the beginning, with the lines there is room for. */
export type PrintFleet = (
  members: readonly FleetMember[],
  size?: { readonly width: number; readonly lines?: number },
) => string;

/**
 * Makes ready to print several clusters, before any is asked.
 * @throws UsageError for a wrong template and for a format that shows one cluster; InputError for a template file.
 */
export async function fleetPrinterOf(options: Options, world: World): Promise<PrintFleet> {
  const { output, reach, at } = options;
  const make = fleetFormats[output.format];
  if (make === undefined) throw new UsageError(`-o ${output.format} shows one cluster, and several are to be read`);
  const { isTerminal } = world.screen;
  const style: FleetOptions = {
    ...styleOf(options, world),
    ...(reach.as !== undefined && { as: reach.as }),
    ...(at !== undefined && { at }),
    isFollowed: options.watch,
  };
  const printer = await make(templateOf(output), style);
  if ("error" in printer) throw new UsageError(printer.error);
  return (members, size) => {
    const printed = printer(members, { ...style, ...size });
    if ("error" in printed) throw new UsageError(printed.error);
    // Scripts get what the cluster holds; a terminal would act on it.
    return formats[output.format].isRaw && isTerminal ? harmlessLines(printed.text) : printed.text;
  };
}
