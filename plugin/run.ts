import { aggregate } from "../shared/aggregate/aggregate.ts";
import { ConnectionError, InputError, UsageError } from "../shared/io/errors.ts";
import type { Report } from "../shared/model/report.ts";
import type { Snapshot, Source } from "../shared/model/snapshot.ts";
import { formats } from "../shared/render/formats.ts";
import { kubectlWith } from "../shared/render/next.ts";
import { plainPalette } from "../shared/render/palette.ts";
import { harmless } from "../shared/render/safe.ts";
import type { TextOptions } from "../shared/render/style.ts";
import { renderText } from "../shared/render/text.ts";
import { liveWords } from "../shared/render/words-reading.ts";
import type { Options } from "./args.ts";
import { exitCodes, failed } from "./exit-code.ts";
import { readCluster } from "./live.ts";
import { readOffline } from "./offline.ts";
import { colorPalette } from "./palette.ts";
import { hasColor, needsAscii, widthOf } from "./terminal.ts";
import type { World } from "./world.ts";

/** Reads, judges, prints; resolves to the exit status. What a person can act on is one sentence, everything else our bug. */
export async function run(options: Options, world: World): Promise<number> {
  try {
    const isOffline = options.files.length > 0;
    const snapshot = isOffline ? await readOffline(options, world) : await readCluster(options, world);
    return show(options, snapshot, world);
  } catch (error) {
    if (!(error instanceof ConnectionError || error instanceof InputError || error instanceof UsageError)) throw error;
    world.tell(`error: ${harmless(error.message)}\n`);
    return failed;
  }
}

function show(options: Options, snapshot: Snapshot, world: World): number {
  const { ruleSet, name, namespace } = options;
  const report = aggregate(snapshot, {
    ...(ruleSet === undefined ? {} : { ruleSet }),
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
  });
  if (report.roots.length === 0) {
    if (name !== undefined && !isRefused(report)) {
      world.tell(notFound(name, options, snapshot));
      return failed;
    }
    const isUnanswered = snapshot.readings.length > 0 && snapshot.readings.every((each) => each.outcome === "unread");
    world.tell(renderText(report, { ...styleOf(options, report.source, world), palette: plainPalette }));
    if (options.output === "json" || options.output === "yaml") print(options, report, world);
    // A server that answers nothing that can be used is no server.
    if (isUnanswered) return failed;
    return options.exitCode ? exitCodes.unknown : 0;
  }
  print(options, report, world);
  return options.exitCode ? exitCodes[report.verdict] : 0;
}

function print(options: Options, report: Report, world: World): void {
  const format = formats.find((each) => each.name === options.output);
  world.print(format?.render(report, styleOf(options, report.source, world)) ?? "");
}

function styleOf({ width, color, ascii, ...options }: Options, source: Source, { screen }: World): TextOptions {
  const isLive = source.kind === "cluster" && options.at === undefined;
  return {
    ...(isLive ? { contextLine: liveWords(source.name) } : {}),
    kubectl: kubectlWith(options),
    width: widthOf(screen, width),
    palette: hasColor(screen, color) ? colorPalette : plainPalette,
    ascii: ascii || needsAscii(screen),
  };
}

/** Somebody who may not look cannot say that a name does not exist. */
function isRefused(report: Report): boolean {
  return report.completeness.gaps.some(
    (gap) => gap.required && (gap.outcome === "forbidden" || gap.outcome === "unread"),
  );
}

/** kubectl's words for a name that is not there. */
function notFound(name: string, options: Options, snapshot: Snapshot): string {
  const missing = `hyperconvergeds.hco.kubevirt.io "${harmless(name)}" not found`;
  if (snapshot.source.kind === "cluster") return `Error from server (NotFound): ${missing}\n`;
  const place = options.namespace === undefined ? "" : ` in namespace ${harmless(options.namespace)}`;
  return `error: ${missing}${place} in ${harmless(snapshot.source.name)}\n`;
}
