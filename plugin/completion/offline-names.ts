import { stat } from "node:fs/promises";
import { findResource } from "../../shared/aggregate/naming/find-resource.ts";
import { listOfflineResources } from "../../shared/aggregate/naming/offline-resources.ts";
import { filesAt } from "../../shared/io/files/file-paths.ts";
import { readFiles } from "../../shared/io/files/read-objects.ts";
import { openMustGather } from "../../shared/io/must-gather/open-must-gather.ts";
import { isSameKind, typeName } from "../../shared/model/kind.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Resource } from "../../shared/model/resource.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { type CommandLineTokens, tokenLookup } from "../cli/tokenize.ts";
import { createTypeResolver } from "../naming/type-resolver.ts";

/** The types and objects of an offline source, which completion can name. */
interface OfflineSource {
  readonly source: "must-gather" | "files";
  readonly all: () => Promise<readonly Resource[]>;
  readonly objects: (kind: Resource) => Promise<readonly KubeObject[]>;
}

/** The maximum size in bytes of files that are parsed for a completion. Parsing them takes about half a second. */
const maxBytes = 2_000_000;

/**
 * The names of HyperConvergeds, the types (`pods`, `deployments.apps`), or for `TYPE/` the names of its objects. They
 * are read from what `--must-gather` or `-f` name: a folder, or files of at most 2 MB. Archives and standard input take
 * longer, so they give no names.
 * @throws where the source cannot be read.
 */
export async function namesAtHand(
  what: "name" | "type" | "namespace" | `${string}/`,
  words: CommandLineTokens,
): Promise<readonly string[]> {
  const source = await openOfflineSource(words);
  if (source === undefined) return [];
  if (what === "type") return (await source.all()).map(typeName);
  const naming = createTypeResolver(source);
  const word = requestedType(what);
  const kind = (await naming.usual(word)) ?? findResource(word, await naming.all());
  const objects = kind === undefined ? [] : await source.objects(kind);
  const { last, isOn } = tokenLookup(words);
  const namespace = isOn("all-namespaces") || what === "namespace" ? "" : (last("namespace") ?? "");
  return objects
    .filter(({ ref }) => namespace === "" || ref.namespace === undefined || ref.namespace === namespace)
    .map(({ ref }) => ref.name);
}

/** The type whose names are completed, as a word of the command line. */
function requestedType(what: "name" | "namespace" | `${string}/`): string {
  if (what === "namespace") return "namespaces";
  if (what === "name") return `${hcoProfile.root.plural}.${hcoProfile.root.group}`;
  return what.replace(/\/$/, "");
}

async function openOfflineSource(words: CommandLineTokens): Promise<OfflineSource | undefined> {
  const { last, all, isOn } = tokenLookup(words);
  const mustGather = last("must-gather");
  if (mustGather !== undefined)
    return (await stat(mustGather)).isDirectory() ? openMustGatherNames(mustGather) : undefined;
  const files = all("filename").flatMap((value) => value.split(","));
  return (await sizeOf(files, isOn("recursive"))) > maxBytes ? undefined : openFileNames(files, isOn("recursive"));
}

async function openMustGatherNames(path: string): Promise<OfflineSource> {
  const { reader, resources } = await openMustGather(path);
  return {
    source: "must-gather",
    all: resources,
    objects: async ({ singular: _singular, shortNames: _shortNames, ...kind }) => {
      const reading = await reader.read({ ...kind, verb: "list", metadataOnly: true });
      return reading.outcome === "found" ? reading.objects : [];
    },
  };
}

async function openFileNames(files: readonly string[], recursive: boolean): Promise<OfflineSource> {
  const { objects } = await readFiles(files, { recursive, stdin: emptyInput() });
  const present = new Set(objects.map(({ ref }) => `${ref.group}/${ref.kind}`));
  return {
    source: "files",
    all: async () => listOfflineResources(objects).filter(({ group, kind }) => present.has(`${group}/${kind}`)),
    objects: async (kind) => objects.filter(({ ref }) => isSameKind(ref, kind)),
  };
}

/** The total size in bytes. Standard input, a pipe or anything else that is no file counts as infinite. */
async function sizeOf(files: readonly string[], recursive: boolean): Promise<number> {
  let bytes = 0;
  for (const file of files) {
    for (const { path, refusal } of await filesAt(file, recursive)) {
      if (refusal !== undefined) continue;
      const found = await stat(path);
      bytes += found.isFile() ? found.size : Number.POSITIVE_INFINITY;
    }
  }
  return bytes;
}

async function* emptyInput(): AsyncGenerator<Uint8Array> {}
