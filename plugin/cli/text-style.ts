import { buildReachFlags } from "../../shared/model/kubectl-command.ts";
import { isLive, type Source } from "../../shared/model/snapshot.ts";
import { type ColorPalette, plainPalette } from "../../shared/render/terminal/palette.ts";
import type { TextOptions } from "../../shared/render/terminal/text-style.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { errorWrapWidth, hasColor, needsAscii, wrapWidth } from "../process/terminal-capabilities.ts";
import type { CommandLineOptions } from "./parse-options.ts";

/** The style of the output, from the command line and what the terminal can do. */
export function chooseTextStyle(options: CommandLineOptions, { screen }: Pick<HostEnvironment, "screen">): TextOptions {
  const { width, color, drawing, deep, related, tree, reach } = options;
  return {
    ...kubectlOf(reach),
    ...drawing,
    width: wrapWidth(screen, width),
    palette: hasColor(screen, color) ? colorPalette : plainPalette,
    ascii: drawing.ascii === true || needsAscii(screen),
    deep,
    related,
    tree,
  };
}

/** Whether the output may say that its source was read just now: a cluster, for which no other time was requested. */
export function isReadNow(source: Source, { at, drawing }: Pick<CommandLineOptions, "at" | "drawing">): boolean {
  return isLive(source) && at === undefined && drawing.absoluteTime !== true;
}

/** How suggested commands reach the cluster. No context of this machine leads to a cluster of an inventory. */
function kubectlOf(reach: CommandLineOptions["reach"]): Pick<TextOptions, "reach" | "isElsewhere"> {
  return reach.inventoryCluster === undefined ? { reach: { flags: buildReachFlags(reach) } } : { isElsewhere: true };
}

/** The style of a report on standard error, which may be a pipe where standard output is a terminal. */
export function chooseErrorStyle(
  options: CommandLineOptions,
  environment: Pick<HostEnvironment, "screen">,
): TextOptions {
  const { screen } = environment;
  return {
    ...chooseTextStyle(options, environment),
    width: errorWrapWidth(screen, options.width),
    palette: plainPalette,
    ascii: options.drawing.ascii === true || needsAscii(screen, screen.isErrorTerminal === true),
  };
}

/** The terminal's own sixteen colours, so that themes and colour-blind settings apply. */
export const colorPalette: ColorPalette = {
  bad: sgr(31),
  warn: sgr(33),
  good: sgr(32),
  dim: sgr(2),
  bold: sgr(1),
};

function sgr(code: number): (text: string) => string {
  return (text) => (text === "" ? "" : `\u001b[${code}m${text}\u001b[0m`);
}
