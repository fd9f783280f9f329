import { definedFields } from "../../model/defined-fields.ts";
import { InputError, UsageError } from "../errors/errors.ts";
import {
  type ClusterEntry,
  type ContextEntry,
  commandLineTitle,
  formatClusterTitle,
  formatConflict,
  formatUserTitle,
  type PemMaterial,
  type UserEntry,
} from "./entries.ts";
import {
  applyClusterFlags,
  applyImpersonationFlags,
  applyUserFlags,
  type ContextFlags,
  flagsIdentifyUser,
} from "./flag-overrides.ts";
import type { ImpersonatedUser } from "./impersonation.ts";
import type { MergedKubeconfig } from "./load-kubeconfig.ts";
import { serverAddress } from "./server-address.ts";

export type { ContextFlags } from "./flag-overrides.ts";

/**
 * A resolved context: the cluster, the user and the namespace. Of `kubectl --context dev --server https://new` it is the
 * context `dev`, its user, and its cluster with the server `https://new`.
 */
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
    contextName: selected.contextName ?? (flags.cluster || new URL(server).host),
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
  refuseDataAndFile(cluster.certificateAuthority, "certificate-authority", formatClusterTitle(cluster));
  const userTitle = user === undefined ? commandLineTitle : formatUserTitle(user);
  if (impersonate !== undefined && impersonate.userName === undefined) {
    throw new InputError(
      `${userTitle} sets a UID, groups or user extras without a user to impersonate; add --as, or add as to the user entry`,
    );
  }
  if (user === undefined) return;
  if (user.token !== undefined && (user.username !== undefined || user.password !== undefined)) {
    throw new InputError(formatConflict(`${userTitle}, with the flags,`, "a token", "a password"));
  }
  if (user.exec !== undefined && user.authProvider !== undefined) {
    throw new InputError(formatConflict(userTitle, "exec", "auth-provider"));
  }
  if (user.clientCertificate === undefined) return;
  refuseDataAndFile(user.clientCertificate, "client-certificate", userTitle);
  refuseDataAndFile(user.clientKey, "client-key", userTitle);
  if (user.clientKey === undefined) throw new InputError(`${userTitle} has a client certificate but no client-key`);
}

/** @throws InputError where a PEM text is given both as data and as a file */
function refuseDataAndFile(material: PemMaterial | undefined, key: string, entryTitle: string): void {
  if (material === undefined || !("data" in material) || material.path === undefined) return;
  throw new InputError(formatConflict(entryTitle, key, `${key}-data`));
}

/** The entries that the names lead to, before any flag changes them. */
interface SelectedEntries {
  readonly contextName?: string | undefined;
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
  const context = findContext(config, flags);
  const user = findUser(config, context, flags);
  if (context !== undefined || flags.cluster || flags.server) {
    const cluster = findCluster(config, context, flags);
    return { contextName: context?.name, cluster, user, namespace: context?.namespace };
  }
  const { inCluster, defaultServer } = config;
  if (inCluster !== undefined) return { contextName: "in-cluster", ...inCluster, user: user ?? inCluster.user };
  if (defaultServer !== undefined) return { cluster: makeDefaultCluster(defaultServer), user };
  throw new InputError(formatNoCluster(config));
}

/** The error for kubeconfig files that choose no cluster. */
function formatNoCluster({ files, contexts }: MergedKubeconfig): string {
  if (contexts.size === 0) {
    const missing = `no context in ${files.join(", ") || "KUBECONFIG"}`;
    return `no cluster is configured: ${missing}; set KUBECONFIG or --kubeconfig, or log in to a cluster`;
  }
  const choice = `select one of its contexts: ${formatNames(contexts)}`;
  return `no cluster is configured: no current-context in ${files.join(", ")}; ${choice}`;
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

/** The context of `--context`, else of current-context. Undefined where neither names one. */
function findContext(config: MergedKubeconfig, flags: ContextFlags): ContextEntry | undefined {
  const name = flags.context || config.currentContext;
  if (name === undefined) return undefined;
  const context = config.contexts.get(name);
  if (context !== undefined) return context;
  if (flags.context) throw unknownNameError(config, "context", name);
  throw new InputError(`current-context is "${name}", which does not exist${formatChoice(config, "context")}`);
}

/**
 * The cluster of `--cluster`, else of the context. A missing one is an error unless `--server` is given, which replaces
 * it (client-go, tools/clientcmd/client_config.go: only a name that a flag gives is required).
 */
function findCluster(config: MergedKubeconfig, context: ContextEntry | undefined, flags: ContextFlags): ClusterEntry {
  const name = flags.cluster || context?.cluster;
  const cluster = name === undefined ? undefined : config.clusters.get(name);
  // KUBERNETES_MASTER is the address of an entry that has none.
  if (cluster !== undefined) {
    return { ...cluster, ...definedFields({ server: cluster.server ?? config.defaultServer }) };
  }
  if (flags.cluster) throw unknownNameError(config, "cluster", flags.cluster);
  if (flags.server) return serverFlagCluster;
  if (name === undefined) throw new InputError(`context "${context?.name}" of ${context?.file} names no cluster`);
  throw unknownNameInContextError(config, context, "cluster", name);
}

/**
 * The user of `--user`, else of the context. A missing one is an error unless the flags give credentials, as in
 * findCluster.
 */
function findUser(
  config: MergedKubeconfig,
  context: ContextEntry | undefined,
  flags: ContextFlags,
): UserEntry | undefined {
  const name = flags.user || context?.user;
  const user = name === undefined ? undefined : config.users.get(name);
  if (user !== undefined || name === undefined) return user;
  if (flags.user) throw unknownNameError(config, "user", name);
  if (flagsIdentifyUser(flags)) return undefined;
  throw unknownNameInContextError(config, context, "user", name);
}

/** The error for an entry that a flag names and no file contains. */
function unknownNameError(config: MergedKubeconfig, kind: "context" | "cluster" | "user", name: string): UsageError {
  return new UsageError(`${kind} "${name}" does not exist${formatChoice(config, kind)}`);
}

/** The error for a context whose cluster or user no file contains. */
function unknownNameInContextError(
  config: MergedKubeconfig,
  context: ContextEntry | undefined,
  kind: "cluster" | "user",
  name: string,
): InputError {
  const choice = formatChoice(config, kind);
  return new InputError(`context "${context?.name}" names ${kind} "${name}", which does not exist${choice}`);
}

/** The end of an error for an unknown name: ` in /home/dev/.kube/config; its clusters: dev, lab`. */
function formatChoice(config: MergedKubeconfig, kind: "context" | "cluster" | "user"): string {
  const listKey = `${kind}s` as const;
  const fileNames = config.files.join(", ");
  if (config[listKey].size === 0) return ` (${fileNames} has no ${listKey})`;
  return ` in ${fileNames}; its ${listKey}: ${formatNames(config[listKey])}`;
}

/** The most names of entries that an error lists. */
const maxListedNames = 8;

/** The names of entries in alphabetical order: `a, b, c and 3 more`. */
function formatNames(entries: ReadonlyMap<string, unknown>): string {
  const sorted = [...entries.keys()].sort();
  const listed = sorted.slice(0, maxListedNames).join(", ");
  return sorted.length <= maxListedNames ? listed : `${listed} and ${sorted.length - maxListedNames} more`;
}
