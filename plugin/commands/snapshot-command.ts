import { indexSnapshot } from "../../shared/aggregate/snapshot/object-index.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { InputError } from "../../shared/io/errors/errors.ts";
import { mostBytes } from "../../shared/io/files/read-input.ts";
import { assertWritable, writeWhole } from "../../shared/io/files/write-atomically.ts";
import type { AskedOf, Snapshot } from "../../shared/model/snapshot.ts";
import { redactSnapshot } from "../../shared/redact/redact-snapshot.ts";
import { snapshotDocument } from "../../shared/render/formats/snapshot-document.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import { plainPalette } from "../../shared/render/terminal/palette.ts";
import { keptWords } from "../../shared/render/words/commands/redaction.ts";
import { largeSnapshotText, standardOutputText } from "../../shared/render/words/plugin/files.ts";
import { exitCodes, failedExit } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { readFrom } from "../read/read-source.ts";
import { type JudgeSnapshot, judgeFor } from "../status/judge.ts";
import { isUnreadable } from "../status/judge-and-print.ts";
import { notFoundErrors } from "../status/not-found-errors.ts";

/**
 * Reads what a report is made of and writes it to a file, without credentials, or to a bundle. With `-f`, both give the
 * same report. Resolves to the exit status of the report. Messages go to standard error.
 * @throws UsageError, InputError, ConnectionError as reading does; InputError where the file cannot be written.
 */
export async function runSnapshot(options: CommandLineOptions, world: HostEnvironment): Promise<number> {
  const { bundle, outputFile = "-" } = options;
  const path = bundle ?? outputFile;
  if (path !== "-") await assertWritable(path);
  const judged = await judgeFor(options, world);
  const read = await readFrom(options, world);
  const report = judged(read);
  const misses = notFoundErrors(read.asked, report, read.snapshot, options.namespace);
  // Where no word names a type, nothing was read.
  if (read.asked.wanted?.length !== 0) {
    const redacted = redactSnapshot(read.snapshot, askedOf(options, read.asked));
    const text = snapshotDocument(redacted);
    if (Buffer.byteLength(text) > mostBytes) throw new InputError(largeSnapshotText(mostBytes / 1_000_000));
    if (bundle !== undefined) await writeBundle(bundle, text, redacted, options, judged);
    else if (path === "-") world.print(text);
    else await writeWhole(path, text);
    const what = {
      answers: redacted.readings.length,
      objects: indexSnapshot(redacted).size,
      roots: report.roots.length,
    };
    world.tell(`${sanitizeLine(keptWords(path === "-" ? standardOutputText : path, what, redacted.redacted ?? []))}\n`);
  }
  if (misses.length > 0) world.tell(`${misses.join("\n")}\n`);
  if (misses.length > 0) return failedExit;
  if (isUnreadable(read.snapshot)) {
    world.tell(renderText(report, { ...chooseTextStyle(options, world), palette: plainPalette }));
    return failedExit;
  }
  return options.exitCode ? exitCodes[report.verdict] : 0;
}

/** Writes the snapshot with the Report that `-f` makes of it. */
async function writeBundle(
  path: string,
  text: string,
  redacted: Snapshot,
  options: CommandLineOptions,
  judged: JudgeSnapshot,
): Promise<void> {
  const { packBundle } = await import("../../shared/io/files/snapshot-bundle.ts");
  const { bundleFiles } = await import("./bundle-files.ts");
  const { readSavedSnapshot } = await import("../read/read-saved-snapshot.ts");
  const report = judged(await readSavedSnapshot(redacted, options));
  await writeWhole(path, packBundle(text, bundleFiles(report, redacted)));
}

/** What the readings are about: the names as they were resolved, and what narrowed the reading. */
function askedOf(options: CommandLineOptions, { wanted }: RequestedObjects): AskedOf {
  const { namespace, selector, fieldSelector, profile, tree, deep, related } = options;
  return {
    ...(wanted !== undefined && {
      wanted: wanted.map(({ kind: { group, kind, plural, versions, namespaced }, name, word }) => ({
        kind: { group, kind, plural, versions, namespaced },
        ...(name !== undefined && { name }),
        ...(word !== undefined && { word }),
      })),
    }),
    ...(namespace !== undefined && { namespace }),
    ...(selector !== undefined && { selector }),
    ...(fieldSelector !== undefined && { fieldSelector }),
    ...(profile !== undefined && { profile }),
    ...(tree && { tree }),
    ...(deep && { deep }),
    ...(related && { related }),
  };
}
