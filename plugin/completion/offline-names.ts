import { stat } from "node:fs/promises";
import { findResource } from "../../shared/aggregate/naming/find-resource.ts";
import { listPresentResources } from "../../shared/aggregate/naming/offline-resources.ts";
import { filesAt } from "../../shared/io/files/file-paths.ts";
import { readFiles } from "../../shared/io/files/read-objects.ts";
import { openMustGather } from "../../shared/io/must-gather/open-must-gather.ts";
import { isSameKind, typeName } from "../../shared/model/kind.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Resource } from "../../shared/model/resource.ts";
import { foundObjects } from "../../shared/model/snapshot.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { type CommandLineTokens, filesNamed, requestedNamespace, tokenLookup } from "../cli/tokenize.ts";
import { createTypeResolver } from "../naming/type-resolver.ts";

/** The most bytes of files that are parsed for a completion. Parsing them takes about half a second. */
const maxFileBytes = 2_000_000;

/** The types and objects of a must-gather or of files. */
interface OfflineSource {
  readonly source: "must-gather" | "files";
  readonly all: () => Promise<readonly Resource[]>;
  readonly listObjects: (kind: Resource) => Promise<readonly KubeObject[]>;
}

/** The names that a completion requests: HyperConvergeds, types, namespaces, or the objects of `TYPE/`. */
type OfflineChoice = "name" | "type" | "namespace" | `${string}/`;

/**
 * The names that a completion requests (`pods`, `deployments.apps` for types), as `--must-gather` or `-f` of the words have
 * them: of a folder, or of files of at most 2 MB. Archives and standard input take longer, so they give no names.
 * @throws where the source cannot be read.
 */
export async function listOfflineNames(choice: OfflineChoice, words: CommandLineTokens): Promise<readonly string[]> {
  const source = await openOfflineSource(words);
  if (source === undefined) return [];
  if (choice === "type") return (await source.all()).map(typeName);
  const kind = await findType(typeOfChoice(choice), source);
  const objects = kind === undefined ? [] : await source.listObjects(kind);
  const namespace = choice === "namespace" ? undefined : requestedNamespace(words);
  const shown = objects.filter(
    ({ ref }) => namespace === undefined || ref.namespace === undefined || ref.namespace === namespace,
  );
  return shown.map(({ ref }) => ref.name);
}

async function findType(word: string, source: OfflineSource): Promise<Resource | undefined> {
  const naming = createTypeResolver(source);
  return (await naming.findBuiltInType(word)) ?? findResource(word, await naming.listTypes());
}

/** The type whose names are completed, as a word of the command line. */
function typeOfChoice(choice: Exclude<OfflineChoice, "type">): string {
  if (choice === "namespace") return "namespaces";
  if (choice === "name") return `${hcoProfile.root.plural}.${hcoProfile.root.group}`;
  return choice.replace(/\/$/, "");
}

/** Opens what the words name. Undefined for an archive, for standard input, and for files that are too large. */
async function openOfflineSource(words: CommandLineTokens): Promise<OfflineSource | undefined> {
  const { last, isOn } = tokenLookup(words);
  const mustGather = last("must-gather");
  if (mustGather !== undefined) {
    const found = await stat(mustGather);
    return found.isDirectory() ? openMustGatherFolder(mustGather) : undefined;
  }
  const files = filesNamed(words);
  const isRecursive = isOn("recursive");
  const bytes = await measureFiles(files, isRecursive);
  return bytes > maxFileBytes ? undefined : openFiles(files, isRecursive);
}

async function openMustGatherFolder(path: string): Promise<OfflineSource> {
  const { reader, resources } = await openMustGather(path);
  return {
    source: "must-gather",
    all: resources,
    listObjects: async ({ singular: _singular, shortNames: _shortNames, ...kind }) => {
      return foundObjects(await reader.read({ ...kind, verb: "list", metadataOnly: true }));
    },
  };
}

async function openFiles(files: readonly string[], isRecursive: boolean): Promise<OfflineSource> {
  const { objects } = await readFiles(files, { recursive: isRecursive, stdin: emptyInput() });
  return {
    source: "files",
    all: async () => listPresentResources(objects),
    listObjects: async (kind) => objects.filter(({ ref }) => isSameKind(ref, kind)),
  };
}

/** The total size in bytes. Standard input, a pipe or anything else that is no file counts as infinite. */
async function measureFiles(files: readonly string[], isRecursive: boolean): Promise<number> {
  let bytes = 0;
  for (const file of files) {
    for (const { path, refusal } of await filesAt(file, isRecursive)) {
      if (refusal !== undefined) continue;
      const found = await stat(path);
      bytes += found.isFile() ? found.size : Number.POSITIVE_INFINITY;
    }
  }
  return bytes;
}

async function* emptyInput(): AsyncGenerator<Uint8Array> {}
