import { firstDocumentOf } from "../parse/first-document.ts";
import { InputError } from "./errors.ts";
import { type InCluster, inClusterOf, serviceAccountFolder } from "./in-cluster.ts";
import {
  type ClusterEntry,
  type ContextEntry,
  entriesOf,
  type KubeconfigFile,
  type UserEntry,
} from "./kubeconfig-entries.ts";
import { filesOf, type KubeconfigPlaces } from "./kubeconfig-files.ts";
import { kubeconfigText, unreadable } from "./kubeconfig-text.ts";

/** What kubectl would see after merging its files: every name once. */
export interface Kubeconfig {
  readonly currentContext?: string;
  readonly contexts: ReadonlyMap<string, ContextEntry>;
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
  /** The files that were looked for, in order, as absolute paths; missing ones too. */
  readonly files: readonly string[];
  /** The pod we run in, if we run in one: what counts where no file chooses a cluster. */
  readonly inCluster?: InCluster;
  /** KUBERNETES_MASTER: the server of whatever names none (client-go, tools/clientcmd/client_config.go). */
  readonly defaultServer?: string;
}

/**
 * Reads and merges the kubeconfig files by kubectl's rules (client-go, tools/clientcmd/loader.go): of a name the first
 * file's entry counts whole, of current-context the first that is set.
 * @throws InputError where a file cannot be used, or the one that `--kubeconfig` names is not there.
 */
export async function loadKubeconfig(places: KubeconfigPlaces): Promise<Kubeconfig> {
  const files = filesOf(places);
  const loaded = (await Promise.all(files.map((file) => load(file, Boolean(places.kubeconfig))))).filter(
    (entries) => entries !== undefined,
  );
  const currentContext = loaded.find((entries) => entries.currentContext !== undefined)?.currentContext;
  const defaultServer = places.env["KUBERNETES_MASTER"];
  const inCluster = inClusterOf(places.env, places.serviceAccount ?? serviceAccountFolder);
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
  if (text === undefined && required) throw unreadable(file, "no such file");
  if (text === undefined) return undefined;
  const { value, damage } = firstDocumentOf(text, file);
  if (damage !== undefined) throw new InputError(`kubeconfig ${damage.where}: ${damage.cause}`);
  return entriesOf(value, file);
}

function firstOfEach<E extends { readonly name: string }>(entries: readonly E[]): ReadonlyMap<string, E> {
  return new Map(entries.toReversed().map((entry) => [entry.name, entry]));
}
