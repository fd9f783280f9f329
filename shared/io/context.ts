import { refuseConflicts } from "./conflicts.ts";
import { InputError, UsageError } from "./errors.ts";
import type { Impersonation } from "./impersonation.ts";
import type { Kubeconfig } from "./kubeconfig.ts";
import type { ClusterEntry, ContextEntry, UserEntry } from "./kubeconfig-entries.ts";
import { type ContextFlags, clusterWith, identify, impersonationWith, userWith } from "./overrides.ts";
import { serverAddress } from "./server-address.ts";

export type { ContextFlags } from "./overrides.ts";

/** One cluster, as somebody, with a namespace to start from. */
export interface ChosenContext {
  /** `in-cluster` for the pod we run in; without any context the cluster's name, or the host of the server. */
  readonly contextName: string;
  /** Absent: the context names none; kubectl takes `default` then. */
  readonly namespace?: string;
  /** With what the flags say instead. */
  readonly cluster: ClusterEntry;
  /** With what the flags say instead; absent: neither context nor flags name one. */
  readonly user?: UserEntry;
  /** As whom the server is to answer; it always has a user name. */
  readonly impersonate?: Impersonation;
  /** The server's URL with scheme and path prefix, without a slash at the end and without credentials. */
  readonly server: string;
}

/**
 * The context that `flags` or current-context name, resolved, and changed as the flags say; relative paths in them count
 * from `cwd`. Otherwise than kubectl, which would go to localhost:8080, it wants some cluster to be named. In a pod
 * without another choice the flags change the pod's own cluster and account; kubectl heeds but three of them there.
 * @throws UsageError where a flag names what does not exist, or is not written as it must be.
 * @throws InputError where the kubeconfig chooses no cluster or does not hold together.
 */
export function chooseContext(config: Kubeconfig, flags: ContextFlags = {}, cwd = ""): ChosenContext {
  const chosen = named(config, flags);
  const { context } = chosen;
  const cluster = clusterWith(chosen.cluster, flags, cwd);
  const user = userWith(chosen.user, flags, cwd);
  const impersonate = impersonationWith(chosen.user?.impersonate, flags);
  refuseConflicts(cluster, user, impersonate);
  const server = serverAddress(cluster);
  const namespace = flags.namespace || chosen.namespace;
  return {
    contextName: context ?? (flags.cluster || new URL(server).host),
    cluster,
    server,
    ...(namespace && { namespace }),
    ...(user !== undefined && { user }),
    ...(impersonate !== undefined && { impersonate }),
  };
}

/** What the names lead to, before any flag has changed it. */
interface Named {
  readonly context?: string | undefined;
  readonly cluster: ClusterEntry;
  readonly user?: UserEntry | undefined;
  readonly namespace?: string | undefined;
}

function named(config: Kubeconfig, flags: ContextFlags): Named {
  const name = flags.context || config.currentContext;
  const context = name === undefined ? undefined : contextCalled(config, name, Boolean(flags.context));
  const user = userOf(config, context, flags);
  if (name !== undefined || flags.cluster || flags.server) {
    return { context: name, cluster: clusterOf(config, context, flags), user, namespace: context?.namespace };
  }
  const { inCluster, defaultServer } = config;
  if (inCluster !== undefined) return { context: "in-cluster", ...inCluster, user: user ?? inCluster.user };
  if (defaultServer !== undefined) return { cluster: defaultCluster(defaultServer), user };
  throw nothingChosen(config);
}

const unnamed: ClusterEntry = {
  name: "--server",
  file: "the command line",
  insecureSkipTlsVerify: false,
  disableCompression: false,
};

function defaultCluster(server: string): ClusterEntry {
  return { ...unnamed, name: "KUBERNETES_MASTER", file: "the environment", server };
}

function contextCalled(config: Kubeconfig, name: string, byFlag: boolean): ContextEntry {
  const context = config.contexts.get(name);
  if (context !== undefined) return context;
  const known = choice("contexts", config.contexts, config.files);
  if (byFlag) throw new UsageError(`context "${name}" does not exist${known}`);
  throw new InputError(`current-context is "${name}", which does not exist${known}`);
}

// A server or a proof that a flag gives stands in for an entry that is missing (client_config.go: only a name that a flag
// gives is required).
function clusterOf(config: Kubeconfig, context: ContextEntry | undefined, flags: ContextFlags): ClusterEntry {
  const name = flags.cluster || context?.cluster;
  const cluster = name === undefined ? undefined : config.clusters.get(name);
  if (cluster !== undefined) return withDefault(cluster, config);
  const known = choice("clusters", config.clusters, config.files);
  if (flags.cluster) throw new UsageError(`cluster "${name}" does not exist${known}`);
  if (flags.server) return unnamed;
  if (name === undefined) throw new InputError(`context "${context?.name}" of ${context?.file} names no cluster`);
  throw new InputError(`context "${context?.name}" names cluster "${name}", which does not exist${known}`);
}

function withDefault(cluster: ClusterEntry, { defaultServer }: Kubeconfig): ClusterEntry {
  return cluster.server !== undefined || defaultServer === undefined ? cluster : { ...cluster, server: defaultServer };
}

function userOf(config: Kubeconfig, context: ContextEntry | undefined, flags: ContextFlags): UserEntry | undefined {
  const name = flags.user || context?.user;
  const user = name === undefined ? undefined : config.users.get(name);
  if (user !== undefined || name === undefined) return user;
  const known = choice("users", config.users, config.files);
  if (flags.user) throw new UsageError(`user "${name}" does not exist${known}`);
  if (identify(flags)) return undefined;
  throw new InputError(`context "${context?.name}" names user "${name}", which does not exist${known}`);
}

function nothingChosen({ files, contexts }: Kubeconfig): InputError {
  const why =
    contexts.size > 0
      ? `no current-context in ${files.join(", ")}; choose one of its contexts: ${someOf(contexts)}`
      : `no context in ${files.join(", ") || "KUBECONFIG"}; set KUBECONFIG or --kubeconfig, or log in to a cluster first`;
  return new InputError(`no cluster is configured: ${why}`);
}

function choice(what: string, known: ReadonlyMap<string, unknown>, files: readonly string[]): string {
  const where = files.join(", ");
  return known.size === 0 ? ` (${where} has no ${what})` : ` in ${where}; its ${what}: ${someOf(known)}`;
}

function someOf(known: ReadonlyMap<string, unknown>): string {
  const names = [...known.keys()].sort();
  return names.length <= 8 ? names.join(", ") : `${names.slice(0, 8).join(", ")} and ${names.length - 8} more`;
}
