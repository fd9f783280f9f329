import { opendir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { LogRequest } from "../../logs/plan-logs.ts";
import type { FetchedLog, LogReader } from "../../logs/read-logs.ts";
import { readFileEnd } from "./log-end.ts";

/** Whether `-f` names a log: by its ending, unless it begins as an object does. */
export async function isLogFile(path: string): Promise<boolean> {
  const begin = logName.test(path) ? await readFileEnd(path, "begin") : undefined;
  return begin !== undefined && !beginOfObject.test(begin.text);
}

const logName = /\.log(?:\.gz)?$/i;

const beginOfObject = /^(?:apiVersion|kind|items|Name):|^\s*\{\s*"(?:apiVersion|kind|items)"/m;

/** Where logs are read from: files of logs that `-f` names, and folders of manifests beside which logs may lie. */
export interface LogLocations {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Logs below the folders count too. */
  readonly isRecursive: boolean;
}

/** Reads logs from files that stand beside manifests. The path of each says whose log it is. */
export function fileLogs({ files, folders, isRecursive }: LogLocations): LogReader {
  return {
    async read(requests) {
      const found = await Promise.all(folders.map((folder) => logsInFolder(folder, isRecursive)));
      const paths = [...files, ...found.flat()];
      const texts = await Promise.all(requests.map((request) => readFittingLog(paths, request, requests.length === 1)));
      return { texts: texts.filter((text) => text !== undefined), isForbidden: false };
    },
  };
}

/** The logs in a folder, without links. Empty where `folder` is a file or cannot be read. */
async function logsInFolder(folder: string, isRecursive: boolean): Promise<readonly string[]> {
  const logs: string[] = [];
  let entryCount = 0;
  try {
    for await (const entry of await opendir(folder, { recursive: isRecursive })) {
      entryCount += 1;
      if (entry.isFile() && logName.test(entry.name)) logs.push(join(entry.parentPath, entry.name));
      if (entryCount >= maxEntries) break;
    }
  } catch {
    return logs;
  }
  return logs;
}

const maxEntries = 100_000;

async function readFittingLog(
  paths: readonly string[],
  request: LogRequest,
  isOnlyRequest: boolean,
): Promise<FetchedLog | undefined> {
  const fitting = paths
    .map((path) => ({ path, fit: fitOf(path, request) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit);
  const onlyPath = isOnlyRequest && paths.length === 1 ? paths[0] : undefined;
  const path = fitting[0]?.path ?? onlyPath;
  if (path === undefined) return undefined;
  const end = await readFileEnd(path);
  if (end === undefined) return undefined;
  return { request, ...end, isPrevious: isOfPrevious(path) };
}

/**
 * How well a path fits a request, 0 if not at all. The name of the Pod counts more than all else, because the name of a
 * container may occur in several Pods: `virt-api-7d9f.log`, `pods/virt-api-7d9f/virt-api/…`.
 */
function fitOf(path: string, { pod, container, isPrevious }: LogRequest): number {
  const words = path.split(/[/\\]/).map((word) => word.replace(logName, ""));
  const fileName = words.at(-1) ?? "";
  const namesPod = words.includes(pod) || holdsWord(fileName, pod);
  const namesContainer = fileName.includes(container) || words.includes(container);
  if (!namesPod && fileName !== container) return 0;
  let fit = 0;
  if (namesPod) fit += 4;
  if (namesContainer) fit += 2;
  if (isOfPrevious(path) === isPrevious) fit += 1;
  return fit;
}

/** Whether a name contains a word that no letter or digit follows: `cdi-1` is in `cdi-1-previous`, not in `cdi-11`. */
function holdsWord(name: string, word: string): boolean {
  const place = name.lastIndexOf(word);
  return place >= 0 && !/[a-z0-9]/i.test(name[place + word.length] ?? "");
}

function isOfPrevious(path: string): boolean {
  return /previous|\bprev\b/i.test(basename(path));
}
