import { definedFields } from "../../model/defined-fields.ts";
import { noSuchFile } from "../errors/file-errors.ts";
import { readText } from "../files/read-input.ts";
import type { FolderListing, MustGatherFiles } from "./archive/archive-files.ts";

/** The lists of a namespace, in the order in which kubectl prints them. */
const namespaceLists = [
  "events",
  "replication-controllers",
  "services",
  "daemonsets",
  "deployments",
  "replicasets",
  "pods",
];

/** The number of lists before those of the namespaces: nodes. */
const listsOfCluster = 1;

/** The markers before and after the log of a container. */
const logStart = "==== START logs for container ";
const logEnd = "==== END logs for container ";

/** The damage of a dump of kubectl that breaks off. */
const truncatedDumpText = "the dump is truncated: the rest is missing";

/**
 * The output of `kubectl cluster-info dump` without `--output-directory`, as the files that it would have written. It
 * has nodes, then of each namespace seven lists in a fixed order, then the logs of its Pods (kubectl,
 * pkg/cmd/clusterinfo/clusterinfo_dump.go). Undefined where the text is something else.
 */
export async function openClusterInfoDump(path: string): Promise<MustGatherFiles | undefined> {
  const input = await readText(path);
  if (input.refusal !== undefined) return undefined;
  const { text } = input;
  if (!/^\s*\{/.test(text) || !text.includes('"NodeList"')) return undefined;
  const { lists, logs, isTruncated } = splitDump(text);
  const [nodes, ...listsOfNamespaces] = lists;
  if (nodes === undefined || !nodes.includes('"NodeList"')) return undefined;
  const listsByFile = new Map([["nodes.json", nodes], ...nameLists(listsOfNamespaces)]);
  // A log is found by the name of its Pod, so no folder lists it.
  const listedFiles = [...listsByFile.keys()];
  return {
    list: async (folder) => listFolder(listedFiles, folder),
    readEnd: async () => undefined,
    async read(file) {
      const content = listsByFile.get(file) ?? logs.get(file);
      if (content === undefined) return { refusal: noSuchFile };
      return { text: content, bytes: Buffer.byteLength(content) };
    },
    damage: () => (isTruncated ? [{ where: path, cause: truncatedDumpText, isTruncated }] : []),
    ...definedFields({ cut: isTruncated ? truncatedDumpText : undefined }),
    close() {},
  };
}

/** The lists of all namespaces by the path of the file that would have them. Those of an unknown namespace are omitted. */
function nameLists(lists: readonly string[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (let start = 0; start < lists.length; start += namespaceLists.length) {
    const listsOfNamespace = lists.slice(start, start + namespaceLists.length);
    const namespace = /"namespace":\s*"([a-z0-9-]+)"/.exec(listsOfNamespace.join(""))?.[1];
    if (namespace === undefined) continue;
    for (const [place, list] of listsOfNamespace.entries()) {
      named.set(`${namespace}/${namespaceLists[place]}.json`, list);
    }
  }
  return named;
}

/** The parts of a dump. */
interface SplitDump {
  readonly lists: readonly string[];
  /** The logs of each Pod, by the path of the file that would have them. */
  readonly logs: ReadonlyMap<string, string>;
  readonly isTruncated: boolean;
}

/**
 * Splits a dump into its lists and logs. A list begins and ends with a brace at the start of a line. A log stands between
 * two markers.
 */
function splitDump(dump: string): SplitDump {
  const lists: string[] = [];
  const logs = new Map<string, string>();
  let hasOtherText = false;
  let offset = 0;
  while (offset < dump.length) {
    if (dump[offset] === "{") {
      const end = findListEnd(dump, offset);
      if (end === undefined) return { lists, logs, isTruncated: true };
      lists.push(dump.slice(offset, end));
      offset = nextLine(dump, end);
      continue;
    }
    const lineEnd = nextLine(dump, offset);
    const line = dump.slice(offset, lineEnd);
    if (line.startsWith(logStart)) {
      const end = findLogEnd(dump, offset);
      if (end === undefined) return { lists, logs, isTruncated: true };
      // `==== START logs for container CONTAINER of pod NAMESPACE/POD ====`
      const pod = / of pod (\S+) ====/.exec(line)?.[1] ?? "";
      const logsOfOtherContainers = logs.get(`${pod}/logs.txt`) ?? "";
      logs.set(`${pod}/logs.txt`, `${logsOfOtherContainers}${dump.slice(offset, end)}`);
      offset = end;
      continue;
    }
    hasOtherText ||= line.trim() !== "";
    offset = lineEnd;
  }
  const hasAllLists = (lists.length - listsOfCluster) % namespaceLists.length === 0;
  return { lists, logs, isTruncated: hasOtherText || !hasAllLists };
}

/** The offset after the brace that ends the list at `start`. */
function findListEnd(dump: string, start: number): number | undefined {
  const brace = dump.indexOf("\n}", start);
  return brace < 0 ? undefined : brace + 2;
}

/** The offset after the line with the marker that ends the log at `start`. The last line of a log may have no line break. */
function findLogEnd(dump: string, start: number): number | undefined {
  const marker = dump.indexOf(logEnd, nextLine(dump, start));
  return marker < 0 ? undefined : nextLine(dump, marker);
}

/** The offset at which the next line begins. */
function nextLine(dump: string, offset: number): number {
  const lineEnd = dump.indexOf("\n", offset);
  return lineEnd < 0 ? dump.length : lineEnd + 1;
}

/** The entries of a folder, of files that are at the top or in a folder of the top. */
function listFolder(paths: readonly string[], folder: string): FolderListing {
  const below = folder === "" ? paths : pathsBelow(paths, folder);
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const path of below) {
    const slash = path.indexOf("/");
    if (slash < 0) files.add(path);
    else folders.add(path.slice(0, slash));
  }
  return { files, folders };
}

/** `["a/pods.json", "b/pods.json"]` below `a` -> `["pods.json"]` */
function pathsBelow(paths: readonly string[], folder: string): readonly string[] {
  const prefix = `${folder}/`;
  return paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
}
