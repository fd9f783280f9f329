import { inputFaultText } from "../../parse/input-fault-text.ts";
import { readPlainBlocks } from "../../parse/yaml/read-plain-blocks.ts";
import { InputError } from "../errors/errors.ts";
import { type ClusterEntry, type ContextEntry, type KubeconfigFile, readEntries, type UserEntry } from "./entries.ts";
import { type KubeconfigPlaces, kubeconfigFiles } from "./file-list.ts";
import { kubeconfigText, unreadableKubeconfig } from "./file-text.ts";
import { type InCluster, readInClusterConfig, serviceAccountFolder } from "./in-cluster.ts";

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

/**
 * Reads and merges the kubeconfig files by kubectl's rules (client-go, tools/clientcmd/loader.go). Of several entries
 * with one name, that of the first file counts, and nothing is merged into it. The first current-context counts.
 * @throws InputError where a file cannot be used, or the file that `--kubeconfig` names does not exist.
 */
export async function loadKubeconfig(places: KubeconfigPlaces): Promise<MergedKubeconfig> {
  const files = kubeconfigFiles(places);
  const loaded = (await Promise.all(files.map((file) => load(file, Boolean(places.kubeconfig))))).filter(
    (entries) => entries !== undefined,
  );
  const currentContext = loaded.find((entries) => entries.currentContext !== undefined)?.currentContext;
  const defaultServer = places.env["KUBERNETES_MASTER"];
  const inCluster = readInClusterConfig(places.env, places.serviceAccount ?? serviceAccountFolder);
  return {
    contexts: firstOfEach(loaded.flatMap((entries) => entries.contexts)),
    clusters: firstOfEach(loaded.flatMap((entries) => entries.clusters)),
    users: firstOfEach(loaded.flatMap((entries) => entries.users)),
    files,
    ...(currentContext !== undefined && { currentContext }),
    ...(inCluster !== undefined && { inCluster }),
    ...(defaultServer && { defaultServer }),
  };
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

function firstOfEach<E extends { readonly name: string }>(entries: readonly E[]): ReadonlyMap<string, E> {
  return new Map(entries.toReversed().map((entry) => [entry.name, entry]));
}
