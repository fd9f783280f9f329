import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { InputError, UsageError } from "../shared/io/errors.ts";
import { filesAt } from "../shared/io/file-paths.ts";
import { archiveTypeOf, typeOf } from "../shared/io/gather/archive-type.ts";
import { readStream, readText } from "../shared/io/input-text.ts";
import { refusalOf } from "../shared/io/refusal.ts";
import type { Report } from "../shared/model/report.ts";
import { documentsOf } from "../shared/parse/documents.ts";
import { documentKind, reportIn } from "../shared/parse/report-document.ts";
import { judgeFor } from "./judging.ts";
import type { Options } from "./options.ts";
import { readFrom } from "./read.ts";
import type { World } from "./world.ts";

/**
 * The Reports of the two sources that `diff` compares, each known by what is in it: a Report, what `snapshot` wrote, objects,
 * or a must-gather.
 * @throws UsageError, InputError where one of them cannot be used.
 */
export async function reportsOf(options: Options, world: World): Promise<readonly [before: Report, after: Report]> {
  const [before = "", after = ""] = options.operands;
  if (before === "-" && after === "-") throw new UsageError("standard input can be one of the two, and not both");
  return [await reportOf(before, options, world), await reportOf(after, options, world)];
}

async function reportOf(path: string, options: Options, world: World): Promise<Report> {
  if (path === "-") return ofText("-", await standardInput(world), options, world);
  const kind = await kindOf(path);
  if (kind === "gather") return judged({ mustGather: path }, options, world);
  if (kind === "folder") return judged({ files: [path] }, options, world);
  const read = await readText(path);
  if (read.refusal !== undefined) throw new InputError(`cannot read ${path}: ${read.refusal}`, { cause: read.error });
  return ofText(path, read.text, options, world);
}

/** A Report is taken as it is; whatever else holds objects is judged. */
async function ofText(path: string, content: string, options: Options, world: World): Promise<Report> {
  const where = path === "-" ? "standard input" : path;
  const { documents, damage } = documentsOf(content, where);
  const [ours] = documents.filter(({ value }) => documentKind(value) !== undefined);
  const kind = documentKind(ours?.value);
  if (ours === undefined) {
    // It is read once only, and judged from what was read.
    const stdin = Readable.from([Buffer.from(content)]);
    return judged({ files: [path] }, options, path === "-" ? { ...world, stdin } : world);
  }
  const [fault] = damage;
  if (documents.length > 1 || fault !== undefined) {
    const beside = fault === undefined ? `${documents.length} documents` : `${fault.where}: ${fault.cause}`;
    throw new InputError(`cannot use ${where}: something else stands beside its ${kind || "document"} (${beside})`);
  }
  if (kind !== "Report")
    throw new InputError(
      `cannot compare ${where}: it is a ${kind || "document without a kind"}, and no Report or Snapshot`,
    );
  const report = reportIn(ours.value);
  if ("fault" in report) throw new InputError(`cannot use ${where} as a Report: ${report.fault}`);
  return asTold(report, where, options);
}

/** Nothing in it can be judged another way. */
function asTold(report: Report, where: string, options: Options): Report {
  const given = (["namespace", "selector", "fieldSelector", "profile", "ruleSet", "senses", "at"] as const).find(
    (name) => options[name] !== undefined,
  );
  if (given === undefined) return report;
  const flag = { fieldSelector: "field-selector", ruleSet: "rules" }[given as string] ?? given;
  throw new UsageError(
    `${where} is a Report, which is judged already: --${flag} needs what it was made of, as snapshot keeps it`,
  );
}

async function judged(
  source: Pick<Partial<Options>, "files" | "mustGather">,
  options: Options,
  world: World,
): Promise<Report> {
  const own: Options = { ...options, ...source };
  const judge = await judgeFor(own, world);
  return judge(await readFrom(own, world));
}

async function standardInput(world: World): Promise<string> {
  const read = await readStream(world.stdin);
  if (read.refusal !== undefined)
    throw new InputError(`cannot read standard input: ${read.refusal}`, { cause: read.error });
  if (!["other", "empty"].includes(typeOf(Buffer.from(read.text.slice(0, 512), "latin1"))))
    throw new InputError("cannot read an archive from standard input; name its file");
  return read.text;
}

async function kindOf(path: string): Promise<"gather" | "folder" | "text"> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return await kindOfFolder(path);
    if (!found.isFile()) return "text";
    return ["other", "empty"].includes(await archiveTypeOf(path)) ? "text" : "gather";
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`cannot read ${path}: ${refusalOf(error)}`, { cause: error });
  }
}

/** A dump has manifests at its top, too: what is no must-gather is a folder of manifests, where it has any. */
async function kindOfFolder(path: string): Promise<"gather" | "folder"> {
  const { openGather } = await import("../shared/io/gather/gather.ts");
  try {
    (await openGather(path)).close();
    return "gather";
  } catch (error) {
    const manifests = await filesAt(path, false).catch(() => []);
    if (manifests.length === 0) throw error;
    return "folder";
  }
}
