import type { Report } from "../../model/report.ts";
import { displayWidth } from "../characters/display-width.ts";
import { resolveTextStyle, type TextOptions, type TextStyle } from "../terminal/text-style.ts";
import { buildFirstScreen } from "./build-first-screen.ts";
import { densities, healthyDensity, type ScreenDensity, stretchDensity, usualColumns } from "./density.ts";
import type { FirstScreen } from "./first-screen.ts";
import { fewestLines } from "./healthy-screen.ts";
import { layOutScreen } from "./lay-out-screen.ts";

/** The terminal that one unhealthy root with three culprits has to fit; one row is left for the prompt. */
const smallest = { columns: usualColumns, rows: 23 };

/**
 * The lines of the first screen of a Report; empty where it has no root. A terminal wider than 80 columns shows more and
 * never has more lines than one of 80; without a width nothing is wrapped or cut.
 */
export function firstScreenLines(report: Report, options: TextOptions = {}): readonly string[] {
  const style = resolveTextStyle(options);
  const built = buildFirstScreen(report, { ...options, clean: style.clean });
  if (built === undefined) return [];
  const screen = built.isHealthy ? fewestLines(built) : built;
  const density = built.isHealthy ? healthyDensity : chooseDensity(built, options);
  return layOutScreen(screen, stretchDensity(density, style.width), style);
}

/**
 * The first density whose lines fit the smallest terminal, else the last. In a wider terminal it is the first one that
 * takes no more lines there than that one takes in the smallest.
 */
function chooseDensity(screen: FirstScreen, options: TextOptions): ScreenDensity {
  const style: TextStyle = resolveTextStyle({ ascii: options.ascii === true, width: smallest.columns });
  const linesAt = (density: ScreenDensity, columns: number): readonly string[] =>
    layOutScreen(screen, density, { ...style, width: columns });
  const isShort = (density: ScreenDensity): boolean =>
    countRows(linesAt(density, smallest.columns), smallest.columns) <= smallest.rows;
  const narrow = densities.find(isShort) ?? densities.at(-1) ?? healthyDensity;
  const { width = Number.POSITIVE_INFINITY } = options;
  if (width <= smallest.columns || width === Number.POSITIVE_INFINITY) return narrow;
  const most = linesAt(narrow, smallest.columns).length;
  return densities.find((density) => linesAt(density, width).length <= most) ?? narrow;
}

/** The rows that lines take in a terminal, which folds those that are too long. */
export function countRows(lines: readonly string[], columns: number): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / columns)), 0);
}
