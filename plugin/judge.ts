import type { Report } from "../shared/model/report.ts";
import { isLive, type Snapshot } from "../shared/model/snapshot.ts";
import { type FormatName, formatNames } from "../shared/render/format-names.ts";
import { plainPalette } from "../shared/render/palette.ts";
import { harmless } from "../shared/render/safe.ts";
import type { TextOptions } from "../shared/render/style.ts";
import { renderText } from "../shared/render/text.ts";
import { noneSelected } from "../shared/render/words-empty.ts";
import { liveWords } from "../shared/render/words-reading.ts";
import { exitCodes, failed } from "./exit-code.ts";
import { judgeFor } from "./judging.ts";
import { missesOf, noResources } from "./missing.ts";
import type { Read } from "./naming.ts";
import type { Options } from "./options.ts";
import { type Print, printerOf } from "./print.ts";
import { mindRuleSet } from "./rule-sets.ts";
import { styleOf } from "./text-style.ts";
import type { Asked, Named } from "./wanted.ts";
import type { World } from "./world.ts";

/** Judges a snapshot and prints the Report; the exit status comes out. */
export type Show = (read: Read) => number;

/**
 * Makes ready to judge and print, before there is anything to judge: a wrong selector, template or senses file is told
 * without it.
 * @throws UsageError, InputError for such a one.
 */
export async function prepare(options: Options, world: World): Promise<Show> {
  const judged = await judgeFor(options, world);
  const style = styleOf(options, world);
  const print = await printerOf(options.output, style, world.screen.isTerminal);
  return (read) => show(options, read, judged(read), style, print, world);
}

function show(
  options: Options,
  { snapshot, asked }: Read,
  report: Report,
  style: TextOptions,
  print: Print,
  world: World,
): number {
  const { namespace, output } = options;
  mindRuleSet(options.ruleSet, report);
  const isNow = isLive(snapshot.source) && options.at === undefined && !options.absoluteTime;
  const styleNow = isNow ? { ...style, contextLine: liveWords(snapshot.source, options.reach) } : style;
  const misses = missesOf(asked, report, snapshot, namespace);
  if (report.roots.length > 0) world.print(print(report, styleNow));
  if (misses.length > 0) world.tell(`${misses.join("\n")}\n`);
  if (misses.length > 0) return failed;
  if (report.roots.length > 0) return options.exitCode ? exitCodes[report.verdict] : 0;
  const absence = absenceOf(options, asked, report);
  if (absence !== undefined) {
    world.tell(`${absence}\n`);
    if (forScripts.includes(output.format)) world.print(print(report, styleNow));
    return options.exitCode ? exitCodes.unknown : 0;
  }
  world.tell(renderText(report, { ...styleNow, palette: plainPalette }));
  if (!forPeople.includes(output.format)) world.print(print(report, styleNow));
  if (isUnanswered(snapshot)) return failed;
  return options.exitCode ? exitCodes.unknown : 0;
}

/** There may be roots, but none that was asked for: a sentence; undefined where nothing is known of that. */
export function absenceOf(options: Options, { wanted }: Asked, report: Report): string | undefined {
  const { namespace, selector = options.fieldSelector } = options;
  if (isRefused(report)) return undefined;
  if (selector !== undefined) return noneSelected(harmless(selector), namespace, report.source, kindsOf(wanted));
  const isByType = wanted?.every(({ word, name }) => word !== undefined && name === undefined);
  return wanted !== undefined && isByType ? noResources(wanted, namespace) : undefined;
}

/** A server that answers nothing that can be used is no server. */
export function isUnanswered({ readings }: Snapshot): boolean {
  return readings.length > 0 && readings.every(({ outcome }) => outcome === "unread");
}

/** What is read by eyes only: without a root it is told, as kubectl tells that there are no resources. */
const forPeople: readonly FormatName[] = ["text", "wide", "plain", "name"];

/** Those get a Report without roots also where there is nothing to say; a page about nothing would mislead. */
const forScripts: readonly FormatName[] = formatNames
  .map(({ name }) => name)
  .filter((name) => ![...forPeople, "html", "markdown"].includes(name));

/** Somebody who may not look cannot say that a name does not exist. */
function isRefused(report: Report): boolean {
  return report.completeness.gaps.some(
    (gap) => gap.required && (gap.outcome === "forbidden" || gap.outcome === "unread"),
  );
}

/** What was looked for, by kind. */
function kindsOf(wanted: readonly Named[] = []): readonly string[] {
  const kinds = wanted.map(({ kind }) => kind.kind);
  return kinds.length === 0 ? ["HyperConverged"] : [...new Set(kinds)];
}
