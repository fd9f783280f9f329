import { posix } from "node:path";
import { definedFields } from "../../model/defined-fields.ts";
import { InputError, UsageError } from "../errors/errors.ts";
import {
  type ClusterEntry,
  type ContextEntry,
  clusterTitle,
  commandLineTitle,
  dataAndFileText,
  execAndProviderText,
  type PemMaterial,
  tokenAndPasswordText,
  type UserEntry,
  userTitle,
} from "./entries.ts";
import { type ContextFlags, clusterWith, flagsIdentifyUser, impersonationWith, userWith } from "./flag-overrides.ts";
import type { ImpersonatedUser } from "./impersonation.ts";
import type { MergedKubeconfig } from "./load-kubeconfig.ts";

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
  const chosen = namedEntries(config, flags);
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
  refuseBoth(cluster.certificateAuthority, "certificate-authority", clusterTitle(cluster.name, cluster.file));
  const who = user === undefined ? commandLineTitle : userTitle(user.name, user.file);
  if (impersonate !== undefined && impersonate.userName === undefined) {
    throw new InputError(
      `${who} sets a UID, groups or user extras without a user to impersonate; add --as, or add as to the user entry`,
    );
  }
  if (user === undefined) return;
  if (user.token !== undefined && (user.username !== undefined || user.password !== undefined)) {
    throw new InputError(tokenAndPasswordText(`${who}, with the flags,`));
  }
  if (user.exec !== undefined && user.authProvider !== undefined) {
    throw new InputError(execAndProviderText(who));
  }
  if (user.clientCertificate === undefined) return;
  refuseBoth(user.clientCertificate, "client-certificate", who);
  refuseBoth(user.clientKey, "client-key", who);
  if (user.clientKey === undefined) throw new InputError(`${who} has a client certificate but no client-key`);
}

function refuseBoth(material: PemMaterial | undefined, key: string, who: string): void {
  if (material === undefined || !("data" in material) || material.path === undefined) return;
  throw new InputError(dataAndFileText(who, key));
}

/** The entries that the names lead to, before any flag changes them. */
interface SelectedEntries {
  readonly context?: string | undefined;
  readonly cluster: ClusterEntry;
  readonly user?: UserEntry | undefined;
  readonly namespace?: string | undefined;
}

function namedEntries(config: MergedKubeconfig, flags: ContextFlags): SelectedEntries {
  const name = flags.context || config.currentContext;
  const context = name === undefined ? undefined : contextNamed(config, name, Boolean(flags.context));
  const user = userOf(config, context, flags);
  if (name !== undefined || flags.cluster || flags.server) {
    return { context: name, cluster: clusterOf(config, context, flags), user, namespace: context?.namespace };
  }
  const { inCluster, defaultServer } = config;
  if (inCluster !== undefined) return { context: "in-cluster", ...inCluster, user: user ?? inCluster.user };
  if (defaultServer !== undefined) return { cluster: defaultCluster(defaultServer), user };
  throw new InputError(noClusterText(config.files, [...config.contexts.keys()]));
}

/** The error for kubeconfig files that choose no cluster. `contexts` are the names that they contain. */
function noClusterText(files: readonly string[], contexts: readonly string[]): string {
  const why =
    contexts.length > 0
      ? `no current-context in ${files.join(", ")}; select one of its contexts: ${listSome(contexts)}`
      : `no context in ${files.join(", ") || "KUBECONFIG"}; set KUBECONFIG or --kubeconfig, or log in to a cluster`;
  return `no cluster is configured: ${why}`;
}

function listSome(known: readonly string[]): string {
  const names = known.toSorted();
  return names.length <= 8 ? names.join(", ") : `${names.slice(0, 8).join(", ")} and ${names.length - 8} more`;
}

/** The cluster of `--server` without a context. */
const serverFlagCluster: ClusterEntry = {
  name: "--server",
  file: commandLineTitle,
  insecureSkipTlsVerify: false,
  disableCompression: false,
};

function defaultCluster(server: string): ClusterEntry {
  return { ...serverFlagCluster, name: "KUBERNETES_MASTER", file: "the environment", server };
}

function contextNamed(config: MergedKubeconfig, name: string, byFlag: boolean): ContextEntry {
  const context = config.contexts.get(name);
  if (context !== undefined) return context;
  const known = choiceText("contexts", [...config.contexts.keys()], config.files);
  if (byFlag) throw new UsageError(unknownEntryText("context", name, known));
  throw new InputError(`current-context is "${name}", which does not exist${known}`);
}

// A flag that gives a server or credentials replaces a missing entry (client_config.go: only a name that a flag gives
// is required).
function clusterOf(config: MergedKubeconfig, context: ContextEntry | undefined, flags: ContextFlags): ClusterEntry {
  const name = flags.cluster || context?.cluster;
  const cluster = name === undefined ? undefined : config.clusters.get(name);
  if (cluster !== undefined) return withDefault(cluster, config);
  const known = choiceText("clusters", [...config.clusters.keys()], config.files);
  if (flags.cluster) throw new UsageError(unknownEntryText("cluster", name, known));
  if (flags.server) return serverFlagCluster;
  if (name === undefined) throw new InputError(`context "${context?.name}" of ${context?.file} names no cluster`);
  throw new InputError(unknownEntryOfContextText(context?.name, "cluster", name, known));
}

function withDefault(cluster: ClusterEntry, { defaultServer }: MergedKubeconfig): ClusterEntry {
  return cluster.server !== undefined || defaultServer === undefined ? cluster : { ...cluster, server: defaultServer };
}

function userOf(
  config: MergedKubeconfig,
  context: ContextEntry | undefined,
  flags: ContextFlags,
): UserEntry | undefined {
  const name = flags.user || context?.user;
  const user = name === undefined ? undefined : config.users.get(name);
  if (user !== undefined || name === undefined) return user;
  const known = choiceText("users", [...config.users.keys()], config.files);
  if (flags.user) throw new UsageError(unknownEntryText("user", name, known));
  if (flagsIdentifyUser(flags)) return undefined;
  throw new InputError(unknownEntryOfContextText(context?.name, "user", name, known));
}

/** The error for an entry that a flag names and no file contains. `choice` says what the files contain. */
function unknownEntryText(kind: "context" | "cluster" | "user", name: string | undefined, choice: string): string {
  return `${kind} "${name}" does not exist${choice}`;
}

/** The error for a context whose cluster or user no file contains. */
function unknownEntryOfContextText(
  context: string | undefined,
  kind: "cluster" | "user",
  name: string,
  choice: string,
): string {
  return `context "${context}" names ${kind} "${name}", which does not exist${choice}`;
}

/** The end of an error for an unknown name: the names that the files contain. */
function choiceText(list: EntryList, known: readonly string[], files: readonly string[]): string {
  const where = files.join(", ");
  return known.length === 0 ? ` (${where} has no ${list})` : ` in ${where}; its ${list}: ${listSome(known)}`;
}

/** The kinds of entries that a kubeconfig lists. */
type EntryList = "contexts" | "clusters" | "users";

/**
 * The address of a cluster's server, with scheme and path prefix, without a slash at the end and without credentials.
 * An address without a scheme means http. As in kubectl, certificates and credentials are not used then. A query is
 * removed. A `#` after a path is part of the path.
 * @throws InputError where there is no address, or one that cannot be used.
 */
function serverAddress(cluster: ClusterEntry): string {
  if (cluster.server === undefined) throw new InputError(`${clusterText(cluster)} has no server`);
  const [, scheme, authority = "", written = ""] = parts.exec(cluster.server) ?? [];
  const url = URL.parse(`${scheme ?? "http://"}${authority}`);
  const path = requestedPath(written);
  if (url === null || !/^https?:$/.test(url.protocol) || path === undefined) {
    throw new InputError(`${clusterText(cluster)}: its server is not an http or https address`);
  }
  // kubectl decides on TLS before it reads these fields (client_config.go, ClientConfig), and would not encrypt.
  const isConfiguredForTls =
    cluster.insecureSkipTlsVerify || cluster.certificateAuthority !== undefined || cluster.tlsServerName !== undefined;
  if (scheme === undefined && isConfiguredForTls) {
    throw new InputError(`${clusterText(cluster)}: its server has no scheme, which means http; add https://`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new InputError(`${clusterText(cluster)}: set user name and password in users, not in server`);
  }
  // kubectl looks any other form up as a name. The URL class reads it as a number, octal too, as browsers do, and a host
  // that it leaves with a number at the end is an address (https://url.spec.whatwg.org, "ends in a number").
  if (/\.\d+$/.test(url.hostname) && authority.replace(/:\d*$/, "") !== url.hostname) {
    throw new InputError(
      `${clusterText(cluster)}: write the address of its server in full, as four numbers: ${url.hostname}`,
    );
  }
  // rest.DefaultServerURL accepts a path only after a scheme.
  if (scheme === undefined && !/^\/?$/.test(written)) {
    throw new InputError(`${clusterText(cluster)}: its server has a path but no scheme; add https://`);
  }
  return `${url.origin}${path}`;
}

function clusterText({ name, file }: NamedCluster): string {
  return `cluster "${name}" of ${file}`;
}

/** Scheme, authority and path. Authority and path do not match characters that Go's net/url refuses there. */
const parts = /^([a-z][a-z0-9+.-]*:\/\/)?(?![a-z0-9+.-]+:\/\/)([^/?#\\\s]+)(\/[^?\x00-\x1f\x7f]*)?(?:[?#].*)?$/i;

/**
 * A path as kubectl requests it. It is decoded, cleaned (client-go, rest/request.go, NewRequest: path.Join), and
 * encoded as by Go's net/url. Undefined where a percent sign is not followed by two hex digits.
 */
function requestedPath(path: string): string | undefined {
  if (/%(?![0-9a-f]{2})/i.test(path)) return undefined;
  const byte = (_: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));
  const decoded = Buffer.from(path).toString("latin1").replace(/%(..)/g, byte);
  const code = (each: string): string => `%${each.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  return posix
    .join("/", decoded)
    .replace(/\/$/, "")
    .replace(/[^\w.~$&+,/:;=@-]/g, code);
}

/** A cluster entry as errors name it. */
interface NamedCluster {
  readonly name: string;
  readonly file: string;
}
