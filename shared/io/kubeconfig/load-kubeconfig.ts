import { createReadStream, statSync } from "node:fs";
import { join } from "node:path";
import { definedFields } from "../../model/defined-fields.ts";
import { inputFaultText } from "../../parse/input-fault-text.ts";
import { readPlainBlocks } from "../../parse/yaml/read-plain-blocks.ts";
import { InputError } from "../errors/errors.ts";
import { largeFileText, namedPipeText } from "../errors/file-errors.ts";
import { isNamedPipe, readBounded } from "../files/read-bounded.ts";
import { detectEncoding } from "../files/text-encoding.ts";
import { type ClusterEntry, type ContextEntry, type KubeconfigFile, readEntries, type UserEntry } from "./entries.ts";
import { type KubeconfigSources, kubeconfigFiles } from "./file-list.ts";

/** The merged kubeconfig, as kubectl merges its files. Every name occurs once. */
export interface MergedKubeconfig {
  readonly currentContext?: string;
  readonly contexts: ReadonlyMap<string, ContextEntry>;
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
  /** The files that were looked for, in order, as absolute paths. Missing ones are included. */
  readonly files: readonly string[];
  /** The pod of this process, if it runs in one. It counts where no file chooses a cluster. */
  readonly inCluster?: InCluster;
  /** KUBERNETES_MASTER: the server of an entry that names none (client-go, tools/clientcmd/client_config.go). */
  readonly defaultServer?: string;
}

/** The server and the service account of the pod of this process. */
interface InCluster {
  readonly cluster: ClusterEntry & { readonly server: string };
  readonly user: UserEntry;
  readonly namespace?: string;
}

/**
 * Reads and merges the kubeconfig files by kubectl's rules (client-go, tools/clientcmd/loader.go). Of several entries
 * with one name, that of the first file counts, and nothing is merged into it. The first current-context counts.
 * @throws InputError where a file cannot be used, or the file that `--kubeconfig` names does not exist.
 */
export async function loadKubeconfig(places: KubeconfigSources): Promise<MergedKubeconfig> {
  const files = kubeconfigFiles(places);
  const loaded = (await Promise.all(files.map((file) => load(file, Boolean(places.kubeconfig))))).filter(
    (entries) => entries !== undefined,
  );
  const currentContext = loaded.find((entries) => entries.currentContext !== undefined)?.currentContext;
  const defaultServer = places.env["KUBERNETES_MASTER"];
  const inCluster = readInClusterConfig(
    places.env,
    places.serviceAccount ?? "/var/run/secrets/kubernetes.io/serviceaccount",
  );
  return {
    contexts: keepFirstOfEachName(loaded.flatMap((entries) => entries.contexts)),
    clusters: keepFirstOfEachName(loaded.flatMap((entries) => entries.clusters)),
    users: keepFirstOfEachName(loaded.flatMap((entries) => entries.users)),
    files,
    ...definedFields({ currentContext, inCluster }),
    ...(defaultServer && { defaultServer }),
  };
}

/** The in-cluster configuration of a pod, undefined outside of one (client-go: rest.InClusterConfig). */
function readInClusterConfig(env: Readonly<Record<string, string | undefined>>, folder: string): InCluster | undefined {
  const host = env["KUBERNETES_SERVICE_HOST"];
  const port = env["KUBERNETES_SERVICE_PORT"];
  const tokenFile = join(folder, "token");
  if (!host || !port || !isFile(tokenFile)) return undefined;
  const authority = join(folder, "ca.crt");
  const namespace = env["POD_NAMESPACE"] || readOrEmpty(join(folder, "namespace")).trim();
  return {
    cluster: {
      name: "in-cluster",
      file: folder,
      server: `https://${host.includes(":") ? `[${host}]` : host}:${port}`,
      insecureSkipTlsVerify: false,
      disableCompression: false,
      ...(isFile(authority) && { certificateAuthority: { path: authority } }),
    },
    user: { name: "service account", file: folder, tokenFile },
    ...(namespace !== "" && { namespace }),
  };
}

function readOrEmpty(path: string): string {
  try {
    return readBounded(path).toString();
  } catch {
    return "";
  }
}

async function load(file: string, required: boolean): Promise<KubeconfigFile | undefined> {
  const text = await kubeconfigText(file);
  if (text === undefined && required) throw unreadableKubeconfig(file, "no such file");
  if (text === undefined) return undefined;
  const plain = readPlainBlocks(text);
  if (plain !== undefined) return readEntries(plain, file);
  const { readFirstDocument } = await import("../../parse/documents/first-document.ts");
  const { value, fault } = readFirstDocument(text, file);
  if (fault !== undefined) throw new InputError(`kubeconfig ${fault.where}: ${inputFaultText(fault.fault)}`);
  return readEntries(value, file);
}

/**
 * The text of the kubeconfig at `path`, which may be the pipe of a shell's `<(…)`. Undefined where there is no such file.
 * @throws InputError where it cannot be read, is a named pipe, is no UTF-8 or UTF-16, or is larger than {@link maxBytes}.
 */
async function kubeconfigText(path: string): Promise<string | undefined> {
  try {
    return decode(await bytesOf(path), path);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw unreadableKubeconfig(path, code === undefined ? message : (fileErrors[code] ?? code), error);
  }
}

function decode(bytes: Buffer, path: string): string {
  const encoding = detectEncoding(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw unreadableKubeconfig(path, `it is not ${encoding.toUpperCase()} text`, error);
  }
}

// A file is read synchronously in one piece. Node's streams take 3 ms to begin, and all else waits for the kubeconfig.
async function bytesOf(path: string): Promise<Buffer> {
  const found = statSync(path);
  if (found.isFile() || found.isDirectory()) return readBounded(path, maxBytes);
  if (isNamedPipe(path, found)) throw unreadableKubeconfig(path, namedPipeText);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw unreadableKubeconfig(path, largeFileText(maxBytes / 1_000_000));
  }
  return Buffer.concat(chunks);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
}

/** The reasons behind the codes of errors of the file system. */
const fileErrors: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of this path is a file, not a directory",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "the name is too long",
};

/** The error for a kubeconfig that cannot be read. */
function unreadableKubeconfig(path: string, reason: string, cause?: unknown): InputError {
  return new InputError(`cannot read kubeconfig ${path}: ${reason}`, { cause });
}

function keepFirstOfEachName<E extends { readonly name: string }>(entries: readonly E[]): ReadonlyMap<string, E> {
  return new Map(entries.toReversed().map((entry) => [entry.name, entry]));
}

/** The most that is read of one kubeconfig, in bytes: some thousand clusters. A wrong path may name any file. */
const maxBytes = 16_000_000;
