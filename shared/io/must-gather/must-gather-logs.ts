import type { LogRequest } from "../../logs/plan-logs.ts";
import type { FetchedLog, LogReader } from "../../logs/read-logs.ts";
import { joinFolder, type MustGatherFiles } from "./archive/archive-files.ts";
import type { MustGatherImage } from "./image-folders.ts";

/** Reads logs from the images of a must-gather, an inspect or a dump. */
export function mustGatherLogs(files: MustGatherFiles, images: readonly MustGatherImage[]): LogReader {
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

/** `oc adm inspect` writes the container's name twice, older scripts once. */
async function logInPods(files: MustGatherFiles, folder: string, request: LogRequest): Promise<FetchedLog | undefined> {
  const { pod, container, isPrevious } = request;
  const runs = isPrevious ? ["previous", "current"] : ["current", "previous"];
  const above = joinFolder(folder, "pods", pod, container);
  for (const run of runs) {
    for (const logs of [joinFolder(above, container, "logs"), joinFolder(above, "logs")]) {
      const names = [
        `${run}.log`,
        `${run}.insecure.log`,
        ...(run === "current" ? await listRotatedLogs(files, logs) : []),
      ];
      for (const name of names) {
        const end = await files.readEnd(joinFolder(logs, name));
        if (end !== undefined && end.text.trim() !== "") return { request, ...end, isPrevious: run === "previous" };
      }
    }
  }
  return undefined;
}

/** What the kubelet has rotated away, the newest first: `rotated/0.log.20261128-100000`, packed or not. */
async function listRotatedLogs(files: MustGatherFiles, logs: string): Promise<readonly string[]> {
  const { files: names } = await files.list(joinFolder(logs, "rotated"));
  return [...names]
    .toSorted()
    .toReversed()
    .slice(0, maxRotated)
    .map((name) => joinFolder("rotated", name));
}

/** Of an older log even the end says little about now. */
const maxRotated = 1;

/**
 * `logs.txt` of `kubectl cluster-info dump` has the logs of all containers of a Pod, each between two markers, or in
 * place of one the error of reading it (kubectl, pkg/cmd/clusterinfo/clusterinfo_dump.go).
 */
async function logInDump(files: MustGatherFiles, folder: string, request: LogRequest): Promise<FetchedLog | undefined> {
  const { pod, container } = request;
  const whole = await files.read(joinFolder(folder, pod, "logs.txt"));
  const text = whole.refusal === undefined ? sectionOf(whole.text, container) : undefined;
  return text === undefined ? undefined : { request, text, isPrevious: false };
}

/** The text between the markers of a container. */
function sectionOf(text: string, container: string): string | undefined {
  const start = text.indexOf(`==== START logs for container ${container} of pod `);
  if (start < 0) return undefined;
  const begin = text.indexOf("\n", start);
  const end = text.indexOf(`==== END logs for container ${container} of pod `, begin);
  const section = text.slice(begin, end < 0 ? undefined : end);
  return begin < 0 || section.trim() === "" || /^\s*(?:Request log|Create log request) error: /.test(section)
    ? undefined
    : section;
}
