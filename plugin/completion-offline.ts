import { stat } from "node:fs/promises";
import { resourceNamed } from "../shared/aggregate/resource-named.ts";
import { resourcesAtHand } from "../shared/aggregate/resources-at-hand.ts";
import { filesAt } from "../shared/io/file-paths.ts";
import { readFiles } from "../shared/io/files.ts";
import { openGather } from "../shared/io/gather/gather.ts";
import type { KubeObject } from "../shared/model/object.ts";
import type { Resource } from "../shared/model/resource.ts";
import { hco } from "../shared/profiles/hco.ts";
import { namesOf } from "./type-names.ts";
import { lookInto, type Words } from "./words.ts";

/** What objects of a source can be called. */
interface AtHand {
  readonly source: "gather" | "files";
  readonly all: () => Promise<readonly Resource[]>;
  readonly objects: (kind: Resource) => Promise<readonly KubeObject[]>;
}

/** Bytes of files that are parsed while somebody waits; some half a second. */
const mostBytes = 2_000_000;

/**
 * The names of HyperConvergeds, the types (`pods`, `deployments.apps`), or for `TYPE/` the names of its objects, of what
 * `--must-gather` or `-f` name: a folder, or files of at most 2 MB; none of archives and standard input, which take longer.
 * @throws where it cannot be read.
 */
export async function namesAtHand(
  what: "name" | "type" | "namespace" | `${string}/`,
  words: Words,
): Promise<readonly string[]> {
  const hand = await handOf(words);
  if (hand === undefined) return [];
  const naming = namesOf(hand);
  if (what === "type") {
    const there = await hand.all();
    return there.map(({ plural, group }) => (group === "" ? plural : `${plural}.${group}`));
  }
  const word =
    what === "namespace"
      ? "namespaces"
      : what === "name"
        ? `${hco.root.plural}.${hco.root.group}`
        : what.replace(/\/$/, "");
  const kind = (await naming.usual(word)) ?? resourceNamed(word, await naming.all());
  const objects = kind === undefined ? [] : await hand.objects(kind);
  const { last, isOn } = lookInto(words);
  const namespace = isOn("all-namespaces") || what === "namespace" ? "" : (last("namespace") ?? "");
  return objects
    .filter(({ ref }) => namespace === "" || ref.namespace === undefined || ref.namespace === namespace)
    .map(({ ref }) => ref.name);
}

async function handOf(words: Words): Promise<AtHand | undefined> {
  const { last, all, isOn } = lookInto(words);
  const gather = last("must-gather");
  if (gather !== undefined) return (await stat(gather)).isDirectory() ? ofGather(gather) : undefined;
  const files = all("filename").flatMap((value) => value.split(","));
  return (await sizeOf(files, isOn("recursive"))) > mostBytes ? undefined : ofFiles(files, isOn("recursive"));
}

async function ofGather(path: string): Promise<AtHand> {
  const { reader, resources } = await openGather(path);
  return {
    source: "gather",
    all: resources,
    objects: async ({ singular: _singular, shortNames: _shortNames, ...kind }) => {
      const reading = await reader.read({ ...kind, verb: "list", metadataOnly: true });
      return reading.outcome === "found" ? reading.objects : [];
    },
  };
}

async function ofFiles(files: readonly string[], recursive: boolean): Promise<AtHand> {
  const { objects } = await readFiles(files, { recursive, stdin: nothing() });
  const present = new Set(objects.map(({ ref }) => `${ref.group}/${ref.kind}`));
  return {
    source: "files",
    all: async () => resourcesAtHand(objects).filter(({ group, kind }) => present.has(`${group}/${kind}`)),
    objects: async ({ group, kind }) => objects.filter(({ ref }) => ref.group === group && ref.kind === kind),
  };
}

/** In bytes; what is no file, such as standard input or a pipe, is more than any number. */
async function sizeOf(files: readonly string[], recursive: boolean): Promise<number> {
  let bytes = 0;
  for (const file of files) {
    for (const { path } of await filesAt(file, recursive)) {
      const found = await stat(path);
      bytes += found.isFile() ? found.size : Number.POSITIVE_INFINITY;
    }
  }
  return bytes;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
