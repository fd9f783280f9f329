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

/** The most bytes that are read of one kubeconfig: some thousand clusters. A wrong path may name any file. */
const maxBytes = 16_000_000;

/** The folder with the credentials of a pod's service account. */
const serviceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

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
export async function loadKubeconfig(sources: KubeconfigSources): Promise<MergedKubeconfig> {
  const files = kubeconfigFiles(sources);
  const isRequired = Boolean(sources.kubeconfig);
  const results = await Promise.all(files.map((file) => loadFile(file, isRequired)));
  const existing = results.filter((entries) => entries !== undefined);
  const currentContext = existing.find((entries) => entries.currentContext !== undefined)?.currentContext;
  const defaultServer = sources.env["KUBERNETES_MASTER"] || undefined;
  const inCluster = readInClusterConfig(sources.env, sources.serviceAccount ?? serviceAccountFolder);
  return {
    contexts: keepFirstOfEachName(existing.flatMap((entries) => entries.contexts)),
    clusters: keepFirstOfEachName(existing.flatMap((entries) => entries.clusters)),
    users: keepFirstOfEachName(existing.flatMap((entries) => entries.users)),
    files,
    ...definedFields({ currentContext, inCluster, defaultServer }),
  };
}

/** The in-cluster configuration of a pod. Undefined outside of a pod (client-go: rest.InClusterConfig). */
function readInClusterConfig(env: Readonly<Record<string, string | undefined>>, folder: string): InCluster | undefined {
  const host = env["KUBERNETES_SERVICE_HOST"];
  const port = env["KUBERNETES_SERVICE_PORT"];
  const tokenFile = join(folder, "token");
  if (!host || !port || !isFile(tokenFile)) return undefined;
  const authorityFile = join(folder, "ca.crt");
  const certificateAuthority = isFile(authorityFile) ? { path: authorityFile } : undefined;
  const namespace = env["POD_NAMESPACE"] || readOrEmpty(join(folder, "namespace")).trim() || undefined;
  const hostOfUrl = host.includes(":") ? `[${host}]` : host;
  return {
    cluster: {
      name: "in-cluster",
      file: folder,
      server: `https://${hostOfUrl}:${port}`,
      insecureSkipTlsVerify: false,
      disableCompression: false,
      ...definedFields({ certificateAuthority }),
    },
    user: { name: "service account", file: folder, tokenFile },
    ...definedFields({ namespace }),
  };
}

/** The text of a file. Empty if it cannot be read. */
function readOrEmpty(path: string): string {
  try {
    return readBounded(path).toString();
  } catch {
    return "";
  }
}

/**
 * The entries of one file. Undefined if it does not exist and is not required.
 * @throws InputError where it cannot be used
 */
async function loadFile(file: string, isRequired: boolean): Promise<KubeconfigFile | undefined> {
  const text = await readKubeconfigText(file);
  if (text === undefined) {
    if (isRequired) throw makeUnreadableError(file, "no such file");
    return undefined;
  }
  const plainDocument = readPlainBlocks(text);
  if (plainDocument !== undefined) return readEntries(plainDocument, file);
  const { readFirstDocument } = await import("../../parse/documents/first-document.ts");
  const { value, fault } = readFirstDocument(text, file);
  if (fault !== undefined) throw new InputError(`kubeconfig ${fault.where}: ${inputFaultText(fault.fault)}`);
  return readEntries(value, file);
}

/**
 * The text of the kubeconfig at `path`, which may be the pipe of a shell's `<(…)`. Undefined if there is no such file.
 * @throws InputError where it cannot be read, is a named pipe, is no UTF-8 or UTF-16, or is larger than {@link maxBytes}.
 */
async function readKubeconfigText(path: string): Promise<string | undefined> {
  try {
    return decodeText(await readKubeconfigBytes(path), path);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    const reason = code === undefined ? message : (fileErrors[code] ?? code);
    throw makeUnreadableError(path, reason, error);
  }
}

function decodeText(bytes: Buffer, path: string): string {
  const encoding = detectEncoding(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw makeUnreadableError(path, `it is not ${encoding.toUpperCase()} text`, error);
  }
}

/**
 * The bytes of a file or of a shell's pipe. A file is read synchronously in one piece, because Node's streams take 3 ms to
 * begin, and all else waits for the kubeconfig.
 */
async function readKubeconfigBytes(path: string): Promise<Buffer> {
  const stats = statSync(path);
  if (stats.isFile() || stats.isDirectory()) return readBounded(path, maxBytes);
  if (isNamedPipe(path, stats)) throw makeUnreadableError(path, namedPipeText);
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    byteCount += chunk.length;
    if (byteCount > maxBytes) throw makeUnreadableError(path, largeFileText(maxBytes / 1_000_000));
  }
  return Buffer.concat(chunks);
}

/** Whether something that is no folder exists at a path. */
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
function makeUnreadableError(path: string, reason: string, cause?: unknown): InputError {
  return new InputError(`cannot read kubeconfig ${path}: ${reason}`, { cause });
}

/** The entries by name. Of several with one name the first is kept. */
function keepFirstOfEachName<E extends { readonly name: string }>(entries: readonly E[]): ReadonlyMap<string, E> {
  return new Map(entries.toReversed().map((entry) => [entry.name, entry]));
}
