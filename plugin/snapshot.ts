import { indexOf } from "../shared/aggregate/lookup.ts";
import { redactSnapshot } from "../shared/aggregate/redact.ts";
import { InputError } from "../shared/io/errors.ts";
import { mostBytes } from "../shared/io/input-text.ts";
import { mindFile, writeWhole } from "../shared/io/whole-file.ts";
import type { AskedOf } from "../shared/model/snapshot.ts";
import { harmless } from "../shared/render/safe.ts";
import { snapshotDocument } from "../shared/render/snapshot-document.ts";
import { keptWords } from "../shared/render/words-redacted.ts";
import { exitCodes, failed } from "./exit-code.ts";
import { judgeFor } from "./judging.ts";
import { missesOf } from "./missing.ts";
import type { Options } from "./options.ts";
import { readFrom } from "./read.ts";
import type { Asked } from "./wanted.ts";
import type { World } from "./world.ts";

/**
 * Reads what a report is made of and writes it down, without credentials, so that `-f` makes the same report of it; the
 * exit status is that of the report. What is said about it goes to standard error.
 * @throws UsageError, InputError, ConnectionError as reading does; InputError where the file cannot be written.
 */
export async function snapshot(options: Options, world: World): Promise<number> {
  const { outputFile: path = "-" } = options;
  if (path !== "-") await mindFile(path);
  const judged = await judgeFor(options, world);
  const read = await readFrom(options, world);
  const report = judged(read);
  const misses = missesOf(read.asked, report, read.snapshot, options.namespace);
  // Of words that are no types nothing was asked.
  if (read.asked.wanted?.length !== 0) {
    const kept = redactSnapshot(read.snapshot, askedOf(options, read.asked));
    await write(path, snapshotDocument(kept), world);
    const what = { answers: kept.readings.length, objects: indexOf(kept).size, roots: report.roots.length };
    world.tell(`${harmless(keptWords(path === "-" ? "standard output" : path, what, kept.redacted ?? []))}\n`);
  }
  if (misses.length > 0) world.tell(`${misses.join("\n")}\n`);
  if (misses.length > 0) return failed;
  return options.exitCode ? exitCodes[report.verdict] : 0;
}

async function write(path: string, text: string, world: World): Promise<void> {
  if (Buffer.byteLength(text) > mostBytes)
    throw new InputError(
      `cannot write a snapshot of more than ${mostBytes / 1_000_000} MB: it could not be read back; narrow it with -n or names`,
    );
  if (path === "-") world.print(text);
  else await writeWhole(path, text);
}

/** What the readings are about: names as they were understood, and what narrowed the reading. */
function askedOf(options: Options, { wanted }: Asked): AskedOf {
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
