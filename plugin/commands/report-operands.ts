import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { InputError, UsageError } from "../../shared/io/errors/errors.ts";
import { fileErrorMessage } from "../../shared/io/errors/file-error-message.ts";
import { standardInputTitle, unreadableFileText } from "../../shared/io/errors/file-errors.ts";
import { archiveTypeOfBytes, detectArchiveType } from "../../shared/io/files/archive-type.ts";
import { filesAt } from "../../shared/io/files/file-paths.ts";
import { readStream, readText } from "../../shared/io/files/read-input.ts";
import type { Report } from "../../shared/model/report.ts";
import { writeMessages } from "../../shared/outline/written-messages.ts";
import { documentKind, reportIn } from "../../shared/parse/documents/report-document.ts";
import { readDocuments } from "../../shared/parse/documents/split-documents.ts";
import { describeDamage, documentFaultText } from "../../shared/parse/input-fault-text.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { readFrom } from "../read/read-source.ts";
import { evaluateFor } from "../status/evaluate.ts";

/**
 * The Reports of the two sources that `diff` compares. The content of each shows what it is: a Report, a file of
 * `snapshot`, objects, or a must-gather.
 * @throws UsageError, InputError where one of them cannot be used.
 */
export async function readReportOperands(
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<readonly [before: Report, after: Report]> {
  const [before = "", after = ""] = options.operands;
  if (before === "-" && after === "-") throw new UsageError("only one of the two sources can be standard input");
  const reportBefore = await reportOf(before, options, environment);
  const reportAfter = await reportOf(after, options, environment);
  // A Report that was saved has no messages as data any more, only their sentences.
  return [writeMessages(reportBefore, (step) => step), writeMessages(reportAfter, (step) => step)];
}

async function reportOf(path: string, options: CommandLineOptions, environment: HostEnvironment): Promise<Report> {
  if (path === "-") return readReportText("-", await standardInput(environment), options, environment);
  const kind = await operandKind(path);
  if (kind === "must-gather") return evaluateText({ mustGather: path }, options, environment);
  if (kind === "folder") return evaluateText({ files: [path] }, options, environment);
  const read = await readText(path);
  if (read.refusal !== undefined) throw new InputError(unreadableFileText(path, read.refusal), { cause: read.error });
  return readReportText(path, read.text, options, environment);
}

/** The Report of a text. A Report is taken as it is. Any other text with objects is evaluated. */
async function readReportText(
  path: string,
  content: string,
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<Report> {
  const where = path === "-" ? standardInputTitle : path;
  const { documents, faults } = readDocuments(content, where);
  const [ours] = documents.filter(({ value }) => documentKind(value) !== undefined);
  const kind = documentKind(ours?.value);
  if (ours === undefined) {
    // Standard input can be read only once, so its content is passed on.
    const stdin = Readable.from([Buffer.from(content)]);
    return evaluateText({ files: [path] }, options, path === "-" ? { ...environment, stdin } : environment);
  }
  const [fault] = faults.map(describeDamage);
  if (documents.length > 1 || fault !== undefined) {
    const beside = fault === undefined ? `${documents.length} documents` : `${fault.where}: ${fault.cause}`;
    throw new InputError(`cannot use ${where}: it contains other data besides its ${kind || "document"} (${beside})`);
  }
  if (kind !== "Report")
    throw new InputError(
      `cannot compare ${where}: it is a ${kind || "document without a kind"}, not a Report or Snapshot`,
    );
  const report = reportIn(ours.value);
  if ("fault" in report) throw new InputError(`cannot use ${where} as a Report: ${documentFaultText(report.fault)}`);
  return takeReport(report, where, options);
}

/** The Report unchanged. It cannot be evaluated again, so options that would do so are refused. */
function takeReport(report: Report, where: string, options: CommandLineOptions): Report {
  const given = (["namespace", "selector", "fieldSelector", "profile", "ruleSet", "polarity", "at"] as const).find(
    (name) => options[name] !== undefined,
  );
  if (given === undefined) return report;
  const flag = { fieldSelector: "field-selector", ruleSet: "rules" }[given as string] ?? given;
  throw new UsageError(
    `${where} is a Report, which is already evaluated: --${flag} requires its source, such as a file of snapshot`,
  );
}

async function evaluateText(
  source: Pick<Partial<CommandLineOptions>, "files" | "mustGather">,
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<Report> {
  const own: CommandLineOptions = { ...options, ...source };
  const evaluate = await evaluateFor(own, environment);
  return evaluate(await readFrom(own, environment));
}

async function standardInput(environment: HostEnvironment): Promise<string> {
  const read = await readStream(environment.stdin);
  if (read.refusal !== undefined)
    throw new InputError(unreadableFileText(standardInputTitle, read.refusal), { cause: read.error });
  if (!["other", "empty"].includes(archiveTypeOfBytes(Buffer.from(read.text.slice(0, 512), "latin1"))))
    throw new InputError("cannot read an archive from standard input; specify its file");
  return read.text;
}

async function operandKind(path: string): Promise<"must-gather" | "folder" | "text"> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return await kindOfFolder(path);
    if (!found.isFile()) return "text";
    return ["other", "empty"].includes(await detectArchiveType(path)) ? "text" : "must-gather";
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(unreadableFileText(path, fileErrorMessage(error)), { cause: error });
  }
}

/**
 * The type of a folder. A dump has manifests at its top too, so it is tried as a must-gather first. A folder that is no
 * must-gather counts as manifests, where it has any.
 */
async function kindOfFolder(path: string): Promise<"must-gather" | "folder"> {
  const { openMustGather } = await import("../../shared/io/must-gather/open-must-gather.ts");
  try {
    (await openMustGather(path)).close();
    return "must-gather";
  } catch (error) {
    const manifests = await filesAt(path, false).catch(() => []);
    if (manifests.length === 0) throw error;
    return "folder";
  }
}
