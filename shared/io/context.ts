import { InputError, UsageError } from "./errors.ts";
import type { Kubeconfig } from "./kubeconfig.ts";
import type { ClusterEntry, ContextEntry, UserEntry } from "./kubeconfig-entries.ts";

/** One cluster, as somebody, with a namespace to start from. */
export interface ChosenContext {
  /** `in-cluster` for the pod we run in. */
  readonly contextName: string;
  /** Absent: the context names none; kubectl takes `default` then. */
  readonly namespace?: string;
  readonly cluster: ClusterEntry;
  /** Absent: the context names no user. */
  readonly user?: UserEntry;
  /** The server's URL with scheme and path prefix, without a slash at the end and without credentials. */
  readonly server: string;
}

/** kubectl's flags of the same names; an empty text is a flag not given. */
export interface ContextFlags {
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
}

/**
 * The context that `flags` or current-context name, resolved.
 * @throws UsageError where a flag names what does not exist.
 * @throws InputError where the kubeconfig chooses no cluster or does not hold together.
 */
export function chooseContext(config: Kubeconfig, flags: ContextFlags = {}): ChosenContext {
  const contextName = flags.context || config.currentContext;
  if (contextName === undefined && !flags.cluster) return inClusterOrNothing(config);
  const context = contextName === undefined ? undefined : contextCalled(config, contextName, Boolean(flags.context));
  const cluster = clusterOf(config, context, flags.cluster);
  const user = userOf(config, context, flags.user);
  return {
    contextName: contextName ?? cluster.name,
    cluster,
    server: serverOf(cluster),
    ...(context?.namespace !== undefined && { namespace: context.namespace }),
    ...(user !== undefined && { user }),
  };
}

function contextCalled(config: Kubeconfig, name: string, byFlag: boolean): ContextEntry {
  const context = config.contexts.get(name);
  if (context !== undefined) return context;
  if (byFlag)
    throw new UsageError(`context "${name}" does not exist${choice("contexts", config.contexts, config.files)}`);
  throw new InputError(
    `current-context is "${name}", which does not exist${choice("contexts", config.contexts, config.files)}`,
  );
}

function clusterOf(config: Kubeconfig, context: ContextEntry | undefined, flag: string | undefined): ClusterEntry {
  const name = flag || context?.cluster;
  if (name === undefined) throw new InputError(`context "${context?.name}" of ${context?.file} names no cluster`);
  const cluster = config.clusters.get(name);
  if (cluster !== undefined) return cluster;
  const known = choice("clusters", config.clusters, config.files);
  if (flag) throw new UsageError(`cluster "${name}" does not exist${known}`);
  throw new InputError(`context "${context?.name}" names cluster "${name}", which does not exist${known}`);
}

function userOf(
  config: Kubeconfig,
  context: ContextEntry | undefined,
  flag: string | undefined,
): UserEntry | undefined {
  const name = flag || context?.user;
  if (name === undefined) return undefined;
  const user = config.users.get(name);
  if (user !== undefined) return user;
  const known = choice("users", config.users, config.files);
  if (flag) throw new UsageError(`user "${name}" does not exist${known}`);
  throw new InputError(`context "${context?.name}" names user "${name}", which does not exist${known}`);
}

// kubectl would go to localhost:8080 here, which is never what anybody meant.
function inClusterOrNothing(config: Kubeconfig): ChosenContext {
  const { inCluster, files, contexts } = config;
  if (inCluster !== undefined) return { contextName: "in-cluster", ...inCluster, server: inCluster.cluster.server };
  const why =
    contexts.size > 0
      ? `no current-context in ${files.join(", ")}; choose one of its contexts: ${someOf(contexts)}`
      : `no context in ${files.join(", ") || "KUBECONFIG"}; set KUBECONFIG or --kubeconfig, or log in to a cluster first`;
  throw new InputError(`no cluster is configured: ${why}`);
}

function serverOf(cluster: ClusterEntry): string {
  if (cluster.server === undefined) throw new InputError(`cluster "${cluster.name}" of ${cluster.file} has no server`);
  // rest.DefaultServerURL: a bare host means TLS where something about TLS is configured.
  const secure = cluster.insecureSkipTlsVerify || cluster.certificateAuthority !== undefined;
  const written = /^[a-z]+:\/\//i.test(cluster.server)
    ? cluster.server
    : `${secure ? "https" : "http"}://${cluster.server}`;
  const url = URL.parse(written);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new InputError(`cluster "${cluster.name}" of ${cluster.file}: its server is no http or https address`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new InputError(
      `cluster "${cluster.name}" of ${cluster.file}: put user name and password into users, not into server`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function choice(what: string, known: ReadonlyMap<string, unknown>, files: readonly string[]): string {
  const where = files.join(", ");
  return known.size === 0 ? ` (${where} has no ${what})` : ` in ${where}; its ${what}: ${someOf(known)}`;
}

function someOf(known: ReadonlyMap<string, unknown>): string {
  const names = [...known.keys()].sort();
  return names.length <= 8 ? names.join(", ") : `${names.slice(0, 8).join(", ")} and ${names.length - 8} more`;
}
