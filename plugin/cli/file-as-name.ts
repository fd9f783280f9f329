import { readdir, stat } from "node:fs/promises";
import { noSuchFile, unreadableFileText } from "../../shared/io/errors/file-errors.ts";
import { detectArchiveType } from "../../shared/io/files/archive-type.ts";
import { quoteShellWord } from "../../shared/model/shell-word.ts";
import type { CommandName } from "./commands.ts";
import { allFlags, refusalReason } from "./flags.ts";
import { type CommandLineTokens, filesNamed, tokenLookup } from "./tokenize.ts";
import { hasFileExtension, isWrittenAsPath } from "./written-as-path.ts";

/** What a path leads to. `other` is what no flag reads, such as a device. */
type FoundPath = "none" | "archive" | "file" | "must-gather" | "folder" | "other";

/**
 * One sentence where a word in the place of a name is a file or a folder: with the flag that reads it, before a cluster
 * is contacted. Undefined where all words may be names.
 * @param names the words in the place of names, as typed
 */
export async function fileAsNameError(
  names: readonly string[],
  command: CommandName | undefined,
  words: CommandLineTokens,
): Promise<string | undefined> {
  for (const name of names) {
    const found = await whatIsAt(name);
    if (found === "none" && isMissingFile(name))
      return `${unreadableFileText(name, noSuchFile)}; to report on a file, use -f`;
    if (await isMeant(name, found)) return errorFor(name, found, command, words);
  }
  return undefined;
}

/**
 * Whether the word means the file or folder that it leads to. A file without an extension may have the name of a type
 * by chance (`kubectl get pods > pods`), and so may a folder: inside a must-gather, `namespaces` is one.
 */
async function isMeant(name: string, found: FoundPath): Promise<boolean> {
  if (found === "none" || found === "other") return false;
  if (found === "archive" || isWrittenAsPath(name) || hasFileExtension(name)) return true;
  return found === "must-gather" && (/gather|inspect\.local/i.test(name) || (await isTopOfMustGather(name)));
}

/** Whether `oc adm must-gather` wrote the folder itself: no folder of a namespace or of a type has these files. */
async function isTopOfMustGather(path: string): Promise<boolean> {
  const names = await readdir(path);
  return names.includes("timestamp") || names.includes("must-gather.logs");
}

/**
 * Whether a word that leads nowhere is no name either: it is written as a path, or as a file without a slash. An object
 * may be called `configmap/app.yaml`.
 */
function isMissingFile(name: string): boolean {
  // kubectl has its own words for a name without a type: `/web`.
  if (/^\/[^/.]*$/.test(name)) return false;
  return (isWrittenAsPath(name) && !name.endsWith("/")) || (!name.includes("/") && hasFileExtension(name));
}

function errorFor(name: string, found: FoundPath, command: CommandName | undefined, words: CommandLineTokens): string {
  const path = quoteShellWord(name);
  const isFolder = found === "must-gather" || found === "folder";
  const filename = allFlags.find((flag) => flag.name === "filename");
  const reason = filename && refusalReason(filename, command);
  if (reason !== undefined) return `${fileText(name, isFolder)}, and ${command} does not read files: ${reason}`;
  const others = [...filesNamed(words), ...tokenLookup(words).all("must-gather")];
  if (others.length > 0) return `${fileText(name, isFolder)}: write -f before each file, or pass their folder to -f`;
  return `${fileText(name, isFolder)}: use ${found === "must-gather" ? "--must-gather" : "-f"} ${path}`;
}

function fileText(path: string, isFolder: boolean): string {
  return `${path} is a ${isFolder ? "folder" : "file"}`;
}

async function whatIsAt(path: string): Promise<FoundPath> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return (await isMustGather(path)) ? "must-gather" : "folder";
    if (!found.isFile()) return "other";
    return ["empty", "other"].includes(await detectArchiveType(path)) ? "file" : "archive";
  } catch {
    return "none";
  }
}

async function isMustGather(path: string): Promise<boolean> {
  try {
    const { openMustGather } = await import("../../shared/io/must-gather/open-must-gather.ts");
    (await openMustGather(path)).close();
    return true;
  } catch {
    return false;
  }
}
