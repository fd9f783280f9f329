import { definedFields } from "../../model/defined-fields.ts";
import { InputError, UsageError } from "../errors/errors.ts";
import {
  type ClusterEntry,
  type ContextEntry,
  commandLineTitle,
  formatClusterTitle,
  formatDataAndFile,
  formatExecAndProvider,
  formatTokenAndPassword,
  formatUserTitle,
  type PemMaterial,
  type UserEntry,
} from "./entries.ts";
import {
  applyClusterFlags,
  applyImpersonationFlags,
  applyUserFlags,
  type ContextFlags,
  doFlagsIdentifyUser,
} from "./flag-overrides.ts";
import type { ImpersonatedUser } from "./impersonation.ts";
import type { MergedKubeconfig } from "./load-kubeconfig.ts";
import { serverAddress } from "./server-address.ts";

export type { ContextFlags } from "./flag-overrides.ts";

/** A resolved context: the cluster, the user and the namespace. */
export interface ChosenContext {
  /** `in-cluster` for the pod of this process. Without a context: the cluster's name, or the host of the server. */
  readonly contextName: string;
  /** Absent: the context names none. kubectl uses `default` then. */
  readonly namespace?: string;
  /** The entry as the flags change it. */
  readonly cluster: ClusterEntry;
  /** The entry as the flags change it. Absent: neither context nor flags name a user. */
  readonly user?: UserEntry;
  /** The user to impersonate. It always has a user name. */
  readonly impersonate?: ImpersonatedUser;
  /** Of a cluster in the inventory of a hub: the labels that the user chose. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The server's URL with scheme and path prefix, without a slash at the end and without credentials. */
  readonly server: string;
}

/**
 * The context that `flags` or current-context name, resolved and changed by the flags. Relative paths in the flags
 * count from `cwd`. Unlike kubectl, which would use localhost:8080, it requires that a cluster is named. In a pod
 * without another choice the flags change the pod's own cluster and account. kubectl respects only three of them there.
 * @throws UsageError where a flag names what does not exist, or is malformed.
 * @throws InputError where the kubeconfig chooses no cluster or is inconsistent.
 */
export function chooseContext(config: MergedKubeconfig, flags: ContextFlags = {}, cwd = ""): ChosenContext {
  const selected = selectEntries(config, flags);
  const cluster = applyClusterFlags(selected.cluster, flags, cwd);
  const user = applyUserFlags(selected.user, flags, cwd);
  const impersonate = applyImpersonationFlags(selected.user?.impersonate, flags);
  refuseConflicts(cluster, user, impersonate);
  const server = serverAddress(cluster);
  const namespace = flags.namespace || selected.namespace;
  return {
    contextName: selected.context ?? (flags.cluster || new URL(server).host),
    cluster,
    server,
    ...(namespace && { namespace }),
    ...definedFields({ user, impersonate }),
  };
}

/**
 * Refuses contradictory fields in the entries in use, flags included (client-go, tools/clientcmd/validation.go).
 * kubectl refuses two more combinations, but only for TLS. One is a certificate authority with
 * insecure-skip-tls-verify, the other a password beside a token file. They are not checked here.
 * Files are opened only where they are needed. kubectl also opens those that an http server does not need.
 * @throws InputError where kubectl would refuse too.
 */
function refuseConflicts(
  cluster: ClusterEntry,
  user: UserEntry | undefined,
  impersonate: ImpersonatedUser | undefined,
): void {
  refuseDataAndFile(
    cluster.certificateAuthority,
    "certificate-authority",
    formatClusterTitle(cluster.name, cluster.file),
  );
  const userTitle = user === undefined ? commandLineTitle : formatUserTitle(user.name, user.file);
  if (impersonate !== undefined && impersonate.userName === undefined) {
    throw new InputError(
      `${userTitle} sets a UID, groups or user extras without a user to impersonate; add --as, or add as to the user entry`,
    );
  }
  if (user === undefined) return;
  if (user.token !== undefined && (user.username !== undefined || user.password !== undefined)) {
    throw new InputError(formatTokenAndPassword(`${userTitle}, with the flags,`));
  }
  if (user.exec !== undefined && user.authProvider !== undefined) {
    throw new InputError(formatExecAndProvider(userTitle));
  }
  if (user.clientCertificate === undefined) return;
  refuseDataAndFile(user.clientCertificate, "client-certificate", userTitle);
  refuseDataAndFile(user.clientKey, "client-key", userTitle);
  if (user.clientKey === undefined) throw new InputError(`${userTitle} has a client certificate but no client-key`);
}

/** @throws InputError where a PEM text is given both as data and as a file */
function refuseDataAndFile(material: PemMaterial | undefined, key: string, entryTitle: string): void {
  if (material === undefined || !("data" in material) || material.path === undefined) return;
  throw new InputError(formatDataAndFile(entryTitle, key));
}

/** The entries that the names lead to, before any flag changes them. */
interface SelectedEntries {
  readonly context?: string | undefined;
  readonly cluster: ClusterEntry;
  readonly user?: UserEntry | undefined;
  readonly namespace?: string | undefined;
}

/**
 * The entries that the first of these names:
 * 1. the flags or current-context,
 * 2. the pod of this process,
 * 3. KUBERNETES_MASTER.
 *
 * @throws InputError where none of them names a cluster
 */
function selectEntries(config: MergedKubeconfig, flags: ContextFlags): SelectedEntries {
  const contextName = flags.context || config.currentContext;
  const context = contextName === undefined ? undefined : findContext(config, contextName, Boolean(flags.context));
  const user = findUser(config, context, flags);
  if (contextName !== undefined || flags.cluster || flags.server) {
    const cluster = findCluster(config, context, flags);
    return { context: contextName, cluster, user, namespace: context?.namespace };
  }
  const { inCluster, defaultServer } = config;
  if (inCluster !== undefined) return { context: "in-cluster", ...inCluster, user: user ?? inCluster.user };
  if (defaultServer !== undefined) return { cluster: makeDefaultCluster(defaultServer), user };
  throw new InputError(formatNoCluster(config.files, [...config.contexts.keys()]));
}

/** The error for kubeconfig files that choose no cluster. `contexts` are the names that they contain. */
function formatNoCluster(files: readonly string[], contexts: readonly string[]): string {
  if (contexts.length === 0) {
    const missing = `no context in ${files.join(", ") || "KUBECONFIG"}`;
    return `no cluster is configured: ${missing}; set KUBECONFIG or --kubeconfig, or log in to a cluster`;
  }
  const choice = `select one of its contexts: ${formatNames(contexts)}`;
  return `no cluster is configured: no current-context in ${files.join(", ")}; ${choice}`;
}

/** The most names of entries that an error lists. */
const maxListedNames = 8;

/** The names in alphabetical order: `a, b, c and 3 more`. */
function formatNames(names: readonly string[]): string {
  const sorted = names.toSorted();
  const listed = sorted.slice(0, maxListedNames).join(", ");
  return sorted.length <= maxListedNames ? listed : `${listed} and ${sorted.length - maxListedNames} more`;
}

/** The cluster of `--server` without a context. */
const serverFlagCluster: ClusterEntry = {
  name: "--server",
  file: commandLineTitle,
  insecureSkipTlsVerify: false,
  disableCompression: false,
};

/** The cluster of KUBERNETES_MASTER. */
function makeDefaultCluster(server: string): ClusterEntry {
  return { ...serverFlagCluster, name: "KUBERNETES_MASTER", file: "the environment", server };
}

function findContext(config: MergedKubeconfig, name: string, isFromFlag: boolean): ContextEntry {
  const context = config.contexts.get(name);
  if (context !== undefined) return context;
  const choice = formatChoice("contexts", [...config.contexts.keys()], config.files);
  if (isFromFlag) throw new UsageError(formatUnknownEntry("context", name, choice));
  throw new InputError(`current-context is "${name}", which does not exist${choice}`);
}

/**
 * The cluster of `--cluster`, else of the context. A missing one is an error unless `--server` is given, which replaces it
 * (client-go, tools/clientcmd/client_config.go: only a name that a flag gives is required).
 */
function findCluster(config: MergedKubeconfig, context: ContextEntry | undefined, flags: ContextFlags): ClusterEntry {
  const name = flags.cluster || context?.cluster;
  const cluster = name === undefined ? undefined : config.clusters.get(name);
  if (cluster !== undefined) return addDefaultServer(cluster, config);
  const choice = formatChoice("clusters", [...config.clusters.keys()], config.files);
  if (flags.cluster) throw new UsageError(formatUnknownEntry("cluster", name, choice));
  if (flags.server) return serverFlagCluster;
  if (name === undefined) throw new InputError(`context "${context?.name}" of ${context?.file} names no cluster`);
  throw new InputError(formatUnknownEntryOfContext(context?.name, "cluster", name, choice));
}

/** The cluster with the address of KUBERNETES_MASTER if it has no address. */
function addDefaultServer(cluster: ClusterEntry, { defaultServer }: MergedKubeconfig): ClusterEntry {
  if (cluster.server !== undefined || defaultServer === undefined) return cluster;
  return { ...cluster, server: defaultServer };
}

/** The user of `--user`, else of the context. A missing one is an error unless the flags give credentials, as in findCluster. */
function findUser(
  config: MergedKubeconfig,
  context: ContextEntry | undefined,
  flags: ContextFlags,
): UserEntry | undefined {
  const name = flags.user || context?.user;
  const user = name === undefined ? undefined : config.users.get(name);
  if (user !== undefined || name === undefined) return user;
  const choice = formatChoice("users", [...config.users.keys()], config.files);
  if (flags.user) throw new UsageError(formatUnknownEntry("user", name, choice));
  if (doFlagsIdentifyUser(flags)) return undefined;
  throw new InputError(formatUnknownEntryOfContext(context?.name, "user", name, choice));
}

/** The error for an entry that a flag names and no file contains. `choice` says what the files contain. */
function formatUnknownEntry(kind: "context" | "cluster" | "user", name: string | undefined, choice: string): string {
  return `${kind} "${name}" does not exist${choice}`;
}

/** The error for a context whose cluster or user no file contains. */
function formatUnknownEntryOfContext(
  context: string | undefined,
  kind: "cluster" | "user",
  name: string,
  choice: string,
): string {
  return `context "${context}" names ${kind} "${name}", which does not exist${choice}`;
}

/** The end of an error for an unknown name: the names that the files contain. */
function formatChoice(
  listKey: "contexts" | "clusters" | "users",
  names: readonly string[],
  files: readonly string[],
): string {
  const fileNames = files.join(", ");
  if (names.length === 0) return ` (${fileNames} has no ${listKey})`;
  return ` in ${fileNames}; its ${listKey}: ${formatNames(names)}`;
}
