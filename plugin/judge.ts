import { aggregate } from "../shared/aggregate/aggregate.ts";
import { UsageError } from "../shared/io/errors.ts";
import type { SenseRow } from "../shared/model/profile.ts";
import type { Report } from "../shared/model/report.ts";
import { fieldSelectorOf, labelSelectorOf, type Matches } from "../shared/parse/label-selector.ts";
import { type FormatName, formatNames } from "../shared/render/format-names.ts";
import { kubectlWith } from "../shared/render/kubectl-with.ts";
import { plainPalette } from "../shared/render/palette.ts";
import { harmless } from "../shared/render/safe.ts";
import type { TextOptions } from "../shared/render/style.ts";
import { renderText } from "../shared/render/text.ts";
import { noneSelected } from "../shared/render/words-empty.ts";
import { liveWords } from "../shared/render/words-reading.ts";
import { exitCodes, failed } from "./exit-code.ts";
import { missesOf, noResources } from "./missing.ts";
import type { Read } from "./naming.ts";
import type { Options } from "./options.ts";
import { colorPalette } from "./palette.ts";
import { type Print, printerOf } from "./print.ts";
import { mindRuleSet } from "./rule-sets.ts";
import { sensesFor } from "./senses.ts";
import { hasColor, needsAscii, widthOf } from "./terminal.ts";
import type { Named } from "./wanted.ts";
import type { World } from "./world.ts";

/** Judges a snapshot and prints the Report; the exit status comes out. */
export type Show = (read: Read) => number;

/**
 * Makes ready to judge and print, before there is anything to judge: a wrong selector, template or senses file is told
 * without it.
 * @throws UsageError, InputError for such a one.
 */
export async function prepare(options: Options, world: World): Promise<Show> {
  const isWanted = selected(options);
  const style = styleOf(options, world);
  const senses = await sensesFor(options, world);
  const print = await printerOf(options.output, style, world.screen.isTerminal);
  return (read) => show(options, read, { isWanted, senses }, style, print, world);
}

/** What `-l` and `--field-selector` leave. @throws UsageError where they cannot be understood. */
function selected({ selector, fieldSelector }: Options): Matches {
  const wanted = [
    ...(selector === undefined ? [] : [labelSelectorOf(selector)]),
    ...(fieldSelector === undefined ? [] : [fieldSelectorOf(fieldSelector)]),
  ];
  const matches = wanted.map((each) => {
    if ("error" in each) throw new UsageError(each.error);
    return each;
  });
  return (object) => matches.every((holds) => holds(object));
}

function show(
  options: Options,
  { snapshot, asked }: Read,
  judging: { readonly isWanted: Matches; readonly senses: readonly SenseRow[] },
  style: TextOptions,
  print: Print,
  world: World,
): number {
  const { ruleSet, namespace, output, profile, tree } = options;
  const { wanted } = asked;
  const report = aggregate(snapshot, {
    ...judging,
    tree,
    ...(profile === undefined ? {} : { profile }),
    ...(ruleSet === undefined ? {} : { ruleSet }),
    ...(wanted === undefined ? {} : { wanted }),
    ...(namespace === undefined ? {} : { namespace }),
  });
  mindRuleSet(ruleSet, report);
  const isLive = snapshot.source.kind === "cluster" && options.at === undefined && !options.absoluteTime;
  const styleNow = isLive ? { ...style, contextLine: liveWords(snapshot.source, options.reach) } : style;
  const misses = missesOf(asked, report, snapshot, namespace);
  if (report.roots.length > 0) world.print(print(report, styleNow));
  if (misses.length > 0) world.tell(`${misses.join("\n")}\n`);
  if (misses.length > 0) return failed;
  if (report.roots.length > 0) return options.exitCode ? exitCodes[report.verdict] : 0;
  const selector = options.selector ?? options.fieldSelector;
  if (selector !== undefined && !isRefused(report)) {
    world.tell(`${noneSelected(harmless(selector), namespace, snapshot.source, kindsOf(wanted))}\n`);
    if (forScripts.includes(output.format)) world.print(print(report, styleNow));
    return options.exitCode ? exitCodes.unknown : 0;
  }
  if (wanted?.every(({ word, name }) => word !== undefined && name === undefined) && !isRefused(report)) {
    world.tell(`${noResources(wanted, namespace)}\n`);
    if (forScripts.includes(output.format)) world.print(print(report, styleNow));
    return options.exitCode ? exitCodes.unknown : 0;
  }
  const isUnanswered = snapshot.readings.length > 0 && snapshot.readings.every((each) => each.outcome === "unread");
  world.tell(renderText(report, { ...styleNow, palette: plainPalette }));
  if (!forPeople.includes(output.format)) world.print(print(report, styleNow));
  // A server that answers nothing that can be used is no server.
  if (isUnanswered) return failed;
  return options.exitCode ? exitCodes.unknown : 0;
}

/** What is read by eyes only: without a root it is told, as kubectl tells that there are no resources. */
const forPeople: readonly FormatName[] = ["text", "wide", "plain", "name"];

/** Those get a Report without roots also where there is nothing to say; a page about nothing would mislead. */
const forScripts: readonly FormatName[] = formatNames
  .map(({ name }) => name)
  .filter((name) => ![...forPeople, "html", "markdown"].includes(name));

function styleOf(options: Options, { screen }: World): TextOptions {
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
