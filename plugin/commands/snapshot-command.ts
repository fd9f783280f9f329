import { indexSnapshot } from "../../shared/aggregate/snapshot/object-index.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { InputError } from "../../shared/io/errors/errors.ts";
import { maxInputBytes } from "../../shared/io/files/read-input.ts";
import { assertWritable, writeWhole } from "../../shared/io/files/write-atomically.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { ReadRequest, Redaction, Snapshot } from "../../shared/model/snapshot.ts";
import { countText, joinNames } from "../../shared/outline/words/names.ts";
import { redactSnapshot } from "../../shared/redact/redact-snapshot.ts";
import { snapshotDocument } from "../../shared/render/formats/snapshot-document.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import { plainPalette } from "../../shared/render/terminal/palette.ts";
import { exitCodes, failedExit } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { readFrom } from "../read/read-source.ts";
import { type EvaluateSnapshot, evaluateFor } from "../status/evaluate.ts";
import { isUnreadable } from "../status/evaluate-and-print.ts";
import { notFoundErrors } from "../status/not-found-errors.ts";
import { readReportLogs } from "../status/report-logs.ts";

/**
 * Reads what a report is made of and writes it to a file, without credentials, or to a bundle. With `-f`, both give the
 * same report. Resolves to the exit status of the report. Messages go to standard error.
 * @throws UsageError, InputError, ConnectionError as reading does; InputError where the file cannot be written.
 */
export async function runSnapshot(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const { bundle, outputFile = "-" } = options;
  const path = bundle ?? outputFile;
  if (path !== "-") await assertWritable(path);
  const judged = await evaluateFor(options, environment);
  const source = await readFrom(options, environment, { staysOpen: options.logs === "on" });
  const logs = await readReportLogs(judged(source), source, environment).finally(() => source.open?.close());
  const read = logs.length === 0 ? source : { ...source, snapshot: { ...source.snapshot, logs } };
  const report = judged(read);
  const misses = notFoundErrors(read.requested, report, read.snapshot, options.namespace);
  // Where no word names a type, nothing was read.
  if (read.requested.wanted?.length !== 0) {
    const redacted = redactSnapshot(read.snapshot, askedOf(options, read.requested));
    const text = snapshotDocument(redacted);
    if (Buffer.byteLength(text) > maxInputBytes)
      throw new InputError(
        `cannot write a snapshot larger than ${maxInputBytes / 1_000_000} MB, which could not be read back; limit it with -n or names`,
      );
    if (bundle !== undefined) await writeBundle(bundle, text, redacted, options, judged);
    else if (path === "-") environment.print(text);
    else await writeWhole(path, text);
    const what = {
      answers: redacted.readings.length,
      objects: indexSnapshot(redacted).size,
      roots: report.roots.length,
    };
    environment.printMessage(
      `${sanitizeLine(keptWords(path === "-" ? "standard output" : path, what, redacted.redacted ?? []))}\n`,
    );
  }
  if (misses.length > 0) environment.printMessage(`${misses.join("\n")}\n`);
  if (misses.length > 0) return failedExit;
  if (isUnreadable(read.snapshot)) {
    environment.printMessage(renderText(report, { ...chooseTextStyle(options, environment), palette: plainPalette }));
    return failedExit;
  }
  return options.exitCode ? exitCodes[report.verdict] : 0;
}

/** `incident.json: 41 answers, 38 objects`, and what was redacted. */
function keptWords(
  path: string,
  { answers, objects, roots }: { readonly answers: number; readonly objects: number; readonly roots: number },
  redacted: readonly Redaction[],
): string {
  const size = `wrote ${countText(objects, "object")} from ${countText(answers, "response")}`;
  return `${path}: ${size}${roots === 0 ? ", no object to report on" : ""}; ${redactedWords(redacted)}`;
}

/**
 * What was removed from a snapshot, in one line:
 * `redacted 14 environment values of 6 objects, …; 2 Secrets kept by name only`.
 */
function redactedWords(redacted: readonly Redaction[]): string {
  const byWhat = Map.groupBy(redacted, ({ what }) => what);
  const taken = (Object.keys(things) as readonly Exclude<What, "secret">[]).flatMap((what) => {
    const some = byWhat.get(what) ?? [];
    const number = some.reduce((sum, one) => sum + one.count, 0);
    if (number === 0) return [];
    const objects = some.length === number ? "" : ` of ${countText(some.length, "object")}`;
    return [`${countText(number, ...things[what])}${objects}`];
  });
  const secrets = byWhat.get("secret")?.length ?? 0;
  const clauses: string[] = [];
  if (taken.length > 0) clauses.push(`redacted ${joinNames(taken)}`);
  if (secrets > 0) clauses.push(`${countText(secrets, "Secret")} kept by name only`);
  return clauses.length === 0 ? "nothing to redact" : clauses.join("; ");
}

/** Singular and plural of each kind of redaction, in the order of the line. */
const things: Readonly<Record<Exclude<What, "secret">, readonly [one: string, several?: string]>> = {
  env: ["environment value"],
  parameter: ["named value"],
  argument: ["argument"],
  annotation: ["annotation"],
  field: ["field"],
  text: ["text with a credential", "texts with a credential"],
  data: ["data entry", "data entries"],
  values: ["set of chart values", "sets of chart values"],
  depth: ["piece nested too deep", "pieces nested too deep"],
};

/** Writes the snapshot with the Report that `-f` makes of it. */
async function writeBundle(
  path: string,
  text: string,
  redacted: Snapshot,
  options: CommandLineOptions,
  judged: EvaluateSnapshot,
): Promise<void> {
  const { packBundle } = await import("../../shared/io/files/snapshot-bundle.ts");
  const { bundleFiles } = await import("./bundle-files.ts");
  const { readSavedSnapshot } = await import("../read/read-saved-snapshot.ts");
  const report = judged(await readSavedSnapshot(redacted, options));
  await writeWhole(path, packBundle(text, bundleFiles(report, redacted)));
}

/** What the readings are about: the names as they were resolved, and what narrowed the reading. */
function askedOf(options: CommandLineOptions, { wanted }: RequestedObjects): ReadRequest {
  const { namespace, selector, fieldSelector, profile, tree, deep, related } = options;
  return {
    ...(wanted !== undefined && {
      wanted: wanted.map(({ kind: { group, kind, plural, versions, namespaced }, name, word }) => ({
        kind: { group, kind, plural, versions, namespaced },
        ...definedFields({ name, word }),
      })),
    }),
    ...definedFields({ namespace, selector, fieldSelector, profile }),
    ...(tree && { tree }),
    ...(deep && { deep }),
    ...(related && { related }),
  };
}

type What = Redaction["what"];
