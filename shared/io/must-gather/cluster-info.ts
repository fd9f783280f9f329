import { noSuchFile } from "../errors/file-errors.ts";
import { readText } from "../files/read-input.ts";
import { emptyFolder, type FolderListing, type MustGatherFiles } from "./archive/archive-files.ts";

/**
 * The output of `kubectl cluster-info dump` without `--output-directory`, as the files that it would have written. It
 * has nodes, then of each namespace seven lists in a fixed order, then the logs of its Pods (kubectl,
 * pkg/cmd/clusterinfo/clusterinfo_dump.go). Undefined where the text is something else.
 */
export async function clusterInfoFiles(path: string): Promise<MustGatherFiles | undefined> {
  const read = await readText(path);
  const text = read.refusal === undefined ? read.text : "";
  if (!/^\s*\{/.test(text) || !text.includes('"NodeList"')) return undefined;
  const { lists, logs, isCut } = listsIn(text);
  const [first] = lists;
  if (first === undefined || !first.includes('"NodeList"')) return undefined;
  const contents = new Map<string, string>([["nodes.json", first]]);
  for (const [index, list] of lists.slice(1).entries()) {
    const section = lists.slice(1 + index - (index % names.length), 1 + index - (index % names.length) + names.length);
    const namespace = /"namespace":\s*"([a-z0-9-]+)"/.exec(section.join(""))?.[1];
    if (namespace !== undefined) contents.set(`${namespace}/${names[index % names.length]}.json`, list);
  }
  return {
    list: async (folder) => listingOf([...contents.keys()], folder),
    readEnd: async () => undefined,
    async read(file) {
      const content = contents.get(file) ?? logs.get(file);
      if (content === undefined) return { refusal: noSuchFile };
      return { text: content, bytes: Buffer.byteLength(content) };
    },
    damage: () => (isCut ? [{ where: path, cause: cutOffDump, isTruncated: true }] : []),
    ...(isCut && { cut: cutOffDump }),
    close() {},
  };
}

/** The damage of a dump of kubectl that breaks off. */
const cutOffDump = "the dump is truncated: the rest is missing";

/** The lists of a namespace, in the order in which kubectl prints them. */
const names = ["events", "replication-controllers", "services", "daemonsets", "deployments", "replicasets", "pods"];

/**
 * Splits the output into its lists. Each list begins and ends with a brace at the start of a line. Logs stand between
 * them.
 */
function listsIn(text: string): {
  readonly lists: readonly string[];
  /** The logs of each Pod, by the path of the file that would have them. */
  readonly logs: ReadonlyMap<string, string>;
  readonly isCut: boolean;
} {
  const lists: string[] = [];
  const logs = new Map<string, string>();
  let pod = "";
  let logStart = 0;
  let open: number | undefined;
  let isLog = false;
  let isOdd = false;
  for (let at = 0, next = 0; at < text.length; at = next) {
    const end = text.indexOf("\n", at);
    next = end < 0 ? text.length : end + 1;
    if (isLog) {
      // The last line of a log may have no line break.
      isLog = !text.slice(at, next).includes("==== END logs for container ");
      if (!isLog) logs.set(pod, `${logs.get(pod) ?? ""}${text.slice(logStart, next)}`);
    } else if (open !== undefined) {
      if (text[at] !== "}") continue;
      lists.push(text.slice(open, at + 1));
      open = undefined;
    } else if (text[at] === "{") {
      open = at;
    } else if (text.startsWith("==== START logs for container ", at)) {
      isLog = true;
      logStart = at;
      pod = `${/ of pod (\S+) ====/.exec(text.slice(at, next))?.[1] ?? ""}/logs.txt`;
    } else {
      isOdd ||= text.slice(at, next).trim() !== "";
    }
  }
  // One list of nodes, and then seven lists of each namespace.
  return { lists, logs, isCut: open !== undefined || isLog || isOdd || lists.length % names.length !== 1 };
}

function listingOf(paths: readonly string[], folder: string): FolderListing {
  const parts = paths.map((path) => path.split("/"));
  if (folder === "") {
    return {
      files: new Set(parts.flatMap(([first = "", ...more]) => (more.length === 0 ? [first] : []))),
      folders: new Set(parts.flatMap(([first = "", ...more]) => (more.length === 0 ? [] : [first]))),
    };
  }
  const files = parts.flatMap(([first, second]) => (first === folder && second !== undefined ? [second] : []));
  return files.length === 0 ? emptyFolder : { files: new Set(files), folders: new Set() };
}
