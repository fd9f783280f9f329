import { indexSnapshot } from "../../shared/aggregate/snapshot/object-index.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { InputError } from "../../shared/io/errors/errors.ts";
import { maxInputBytes } from "../../shared/io/files/read-input.ts";
import { assertWritable, writeWhole } from "../../shared/io/files/write-atomically.ts";
import { definedFields, trueFlags } from "../../shared/model/defined-fields.ts";
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
import { type EvaluateSnapshot, evaluateFor, isUnreadable } from "../status/evaluate.ts";
import { notFoundErrors } from "../status/not-found-errors.ts";
import { readReportLogs } from "../status/report-logs.ts";

type RedactedThing = Redaction["what"];

/** The singular and plural of what was redacted, in the order of the message. Secrets have a clause of their own. */
const redactedNouns: Readonly<Record<Exclude<RedactedThing, "secret">, readonly [one: string, several?: string]>> = {
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

/**
 * Reads what a report is made of and writes it to a file, without credentials, or to a bundle. With `-f`, both give the
 * same report. Resolves to the exit status of the report. Messages go to standard error.
 * @throws UsageError, InputError, ConnectionError as reading does; InputError where the file cannot be written.
 */
export async function runSnapshot(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const { bundle, outputFile = "-" } = options;
  const path = bundle ?? outputFile;
  if (path !== "-") await assertWritable(path);
  const evaluate = await evaluateFor(options, environment);
  const source = await readFrom(options, environment, { staysOpen: options.logs === "on" });
  const logs = await readReportLogs(evaluate(source), source, environment).finally(() => source.open?.close());
  const read = logs.length === 0 ? source : { ...source, snapshot: { ...source.snapshot, logs } };
  const report = evaluate(read);
  // Where no word names a type, nothing was read.
  const isRead = read.requested.wanted?.length !== 0;
  if (isRead) {
    const redacted = redactSnapshot(read.snapshot, buildReadRequest(options, read.requested));
    await writeSnapshot(path, redacted, evaluate, options, environment);
    environment.printMessage(`${sanitizeLine(formatWritten(path, redacted, report.roots.length))}\n`);
  }
  const notFound = notFoundErrors(read.requested, report, read.snapshot, options.namespace);
  if (notFound.length > 0) {
    environment.printMessage(`${notFound.join("\n")}\n`);
    return failedExit;
  }
  if (isUnreadable(read.snapshot)) {
    environment.printMessage(renderText(report, { ...chooseTextStyle(options, environment), palette: plainPalette }));
    return failedExit;
  }
  return options.exitCode ? exitCodes[report.verdict] : 0;
}

/** Writes a snapshot to a file or a bundle, or prints it. @throws InputError where it could not be read back. */
async function writeSnapshot(
  path: string,
  redacted: Snapshot,
  evaluate: EvaluateSnapshot,
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<void> {
  const text = snapshotDocument(redacted);
  if (Buffer.byteLength(text) > maxInputBytes) {
    const maxMegabytes = maxInputBytes / 1_000_000;
    throw new InputError(
      `cannot write a snapshot larger than ${maxMegabytes} MB, which could not be read back; limit it with -n or names`,
    );
  }
  if (options.bundle !== undefined) await writeBundle(path, text, redacted, options, evaluate);
  else if (path === "-") environment.print(text);
  else await writeWhole(path, text);
}

/** `incident.json: wrote 38 objects from 41 responses`, and what was redacted. */
function formatWritten(path: string, redacted: Snapshot, rootCount: number): string {
  const target = path === "-" ? "standard output" : path;
  const objects = countText(indexSnapshot(redacted).size, "object");
  const responses = countText(redacted.readings.length, "response");
  const noRoots = rootCount === 0 ? ", no object to report on" : "";
  return `${target}: wrote ${objects} from ${responses}${noRoots}; ${formatRedactions(redacted.redacted ?? [])}`;
}

/**
 * Returns what was removed from a snapshot, in one line:
 * `redacted 14 environment values of 6 objects, …; 2 Secrets kept by name only`.
 */
function formatRedactions(redactions: readonly Redaction[]): string {
  const byThing = Map.groupBy(redactions, ({ what }) => what);
  const counts: string[] = [];
  for (const [thing, noun] of Object.entries(redactedNouns)) {
    const redactionsOfThing = byThing.get(thing as RedactedThing) ?? [];
    const count = redactionsOfThing.reduce((sum, redaction) => sum + redaction.count, 0);
    if (count === 0) continue;
    const objectCount = redactionsOfThing.length;
    const objects = objectCount === count ? "" : ` of ${countText(objectCount, "object")}`;
    counts.push(`${countText(count, ...noun)}${objects}`);
  }
  const secretCount = byThing.get("secret")?.length ?? 0;
  const clauses: string[] = [];
  if (counts.length > 0) clauses.push(`redacted ${joinNames(counts)}`);
  if (secretCount > 0) clauses.push(`${countText(secretCount, "Secret")} kept by name only`);
  return clauses.length === 0 ? "nothing to redact" : clauses.join("; ");
}

/** Writes the snapshot with the Report that `-f` makes of it. */
async function writeBundle(
  path: string,
  text: string,
  redacted: Snapshot,
  options: CommandLineOptions,
  evaluate: EvaluateSnapshot,
): Promise<void> {
  const { packBundle } = await import("../../shared/io/files/snapshot-bundle.ts");
  const { bundleFiles } = await import("./bundle-files.ts");
  const { readSavedSnapshot } = await import("../read/read-saved-snapshot.ts");
  const report = evaluate(await readSavedSnapshot(redacted, options));
  await writeWhole(path, packBundle(text, bundleFiles(report, redacted)));
}

/** Returns what the readings are about: the names as they were resolved, and what narrowed the reading. */
function buildReadRequest(options: CommandLineOptions, { wanted }: RequestedObjects): ReadRequest {
  const { namespace, selector, fieldSelector, profile, tree, deep, related } = options;
  const requested = wanted?.map(({ kind: { group, kind, plural, versions, namespaced }, name, word }) => ({
    kind: { group, kind, plural, versions, namespaced },
    ...definedFields({ name, word }),
  }));
  return {
    ...definedFields({ wanted: requested, namespace, selector, fieldSelector, profile }),
    ...trueFlags({ tree, deep, related }),
  };
}
