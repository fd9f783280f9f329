import type { LogRequest } from "../../logs/plan-logs.ts";
import type { FetchedLog, LogReader } from "../../logs/read-logs.ts";
import { joinFolder, type MustGatherFiles } from "./archive/archive-files.ts";
import type { MustGatherImage } from "./image-folders.ts";

/** Reads logs from the images of a must-gather, an inspect or a dump. */
export function createCollectedLogReader(files: MustGatherFiles, images: readonly MustGatherImage[]): LogReader {
  return {
    async read(requests) {
      const found = await Promise.all(requests.map((request) => readCollectedLog(files, images, request)));
      return { texts: found.filter((text) => text !== undefined), isForbidden: false };
    },
  };
}

/** The log of the requested run, else of the other one. */
async function readCollectedLog(
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
  request: LogRequest,
): Promise<FetchedLog | undefined> {
  for (const { isDump, namespaces } of images) {
    const folder = namespaces.get(request.namespace ?? "");
    if (folder === undefined) continue;
    const text = isDump ? await logInDump(files, folder, request) : await logInPods(files, folder, request);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The log below `pods/POD/CONTAINER`. */
async function logInPods(files: MustGatherFiles, folder: string, request: LogRequest): Promise<FetchedLog | undefined> {
  const { pod, container, isPrevious } = request;
  const containerFolder = joinFolder(folder, "pods", pod, container);
  // `oc adm inspect` writes the container's name twice, older scripts once.
  const logFolders = [joinFolder(containerFolder, container, "logs"), joinFolder(containerFolder, "logs")];
  for (const run of isPrevious ? (["previous", "current"] as const) : (["current", "previous"] as const)) {
    for (const logFolder of logFolders) {
      for (const name of await listLogNames(files, logFolder, run)) {
        const end = await files.readEnd(joinFolder(logFolder, name));
        if (end !== undefined && end.text.trim() !== "") return { request, ...end, isPrevious: run === "previous" };
      }
    }
  }
  return undefined;
}

/** The names that the log of a run may have, the most likely first. */
async function listLogNames(
  files: MustGatherFiles,
  logFolder: string,
  run: "current" | "previous",
): Promise<readonly string[]> {
  const names = [`${run}.log`, `${run}.insecure.log`];
  return run === "current" ? [...names, ...(await listRotatedLogs(files, logFolder))] : names;
}

/** The most rotated logs that are read. The end of an older one is of a time long before the must-gather. */
const maxRotatedLogs = 1;

/** What the kubelet has rotated away, the newest first: `rotated/0.log.20261128-100000`, packed or not. */
async function listRotatedLogs(files: MustGatherFiles, logFolder: string): Promise<readonly string[]> {
  const { files: names } = await files.list(joinFolder(logFolder, "rotated"));
  const newestFirst = [...names].toSorted().toReversed();
  return newestFirst.slice(0, maxRotatedLogs).map((name) => joinFolder("rotated", name));
}

/**
 * `logs.txt` of `kubectl cluster-info dump` has the logs of all containers of a Pod, each between two markers, or in
 * place of one the error of reading it (kubectl, pkg/cmd/clusterinfo/clusterinfo_dump.go).
 */
async function logInDump(files: MustGatherFiles, folder: string, request: LogRequest): Promise<FetchedLog | undefined> {
  const { pod, container } = request;
  const logs = await files.read(joinFolder(folder, pod, "logs.txt"));
  const text = logs.refusal === undefined ? cutContainerLog(logs.text, container) : undefined;
  return text === undefined ? undefined : { request, text, isPrevious: false };
}

/** The text between the markers of a container. Undefined where there is none, or only the error of reading it. */
function cutContainerLog(logs: string, container: string): string | undefined {
  const marker = logs.indexOf(`==== START logs for container ${container} of pod `);
  if (marker < 0) return undefined;
  const start = logs.indexOf("\n", marker);
  if (start < 0) return undefined;
  const end = logs.indexOf(`==== END logs for container ${container} of pod `, start);
  const log = logs.slice(start, end < 0 ? undefined : end);
  const isError = /^\s*(?:Request log|Create log request) error: /.test(log);
  return log.trim() === "" || isError ? undefined : log;
}
