import { kubectlWith } from "../shared/render/kubectl-with.ts";
import { plainPalette } from "../shared/render/palette.ts";
import type { TextOptions } from "../shared/render/style.ts";
import type { Options } from "./options.ts";
import { colorPalette } from "./palette.ts";
import { hasColor, needsAscii, widthOf } from "./terminal.ts";
import type { World } from "./world.ts";

/** How it is to look, as the command line says and the terminal can. */
export function styleOf(options: Options, { screen }: Pick<World, "screen">): TextOptions {
  const { width, color, ascii, noHeaders, absoluteTime, related, tree, reach } = options;
  return {
    kubectl: kubectlWith(reach),
    width: widthOf(screen, width),
    palette: hasColor(screen, color) ? colorPalette : plainPalette,
    ascii: ascii || needsAscii(screen),
    noHeaders,
    absoluteTime,
    related,
    tree,
  };
}
