import { kubectlWith } from "../../shared/render/shell/kubectl-command.ts";
import { plainPalette } from "../../shared/render/terminal/palette.ts";
import type { TextOptions } from "../../shared/render/terminal/text-style.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { colorPalette } from "../process/palette.ts";
import { hasColor, needsAscii, wrapWidth } from "../process/terminal-capabilities.ts";
import type { CommandLineOptions } from "./parse-options.ts";

/** The style of the output, from the command line and what the terminal can do. */
export function chooseTextStyle(options: CommandLineOptions, { screen }: Pick<HostEnvironment, "screen">): TextOptions {
  const { width, color, ascii, noHeaders, absoluteTime, related, tree, reach } = options;
  return {
    kubectl: kubectlWith(reach),
    width: wrapWidth(screen, width),
    palette: hasColor(screen, color) ? colorPalette : plainPalette,
    ascii: ascii || needsAscii(screen),
    noHeaders,
    absoluteTime,
    related,
    tree,
  };
}
