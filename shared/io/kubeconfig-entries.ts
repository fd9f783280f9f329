import { dirname, isAbsolute, resolve } from "node:path";
import { InputError } from "./errors.ts";
import type { Impersonation } from "./impersonation.ts";
import { refuseWrongExtensions, refuseWrongPlugins, refuseWrongShape } from "./kubeconfig-shape.ts";
import { bytesAt, flagAt, type Section, sectionAt, sectionOf, sectionsAt, textAt, textsAt } from "./section.ts";

/** PEM text that stands in the kubeconfig itself, or the absolute path of the file that holds it; both where both are given. */
export type Material = { readonly data: Buffer; readonly path?: string } | { readonly path: string };

/** One entry of `clusters`: where a server is and how it proves itself. */
export interface ClusterEntry {
  readonly name: string;
  readonly file: string;
  readonly server?: string;
  readonly tlsServerName?: string;
  readonly insecureSkipTlsVerify: boolean;
  readonly certificateAuthority?: Material;
  readonly proxyUrl?: string;
  readonly disableCompression: boolean;
  /** The extension `client.authentication.k8s.io/exec`, as written: what a plugin is told about this cluster. */
  readonly execConfig?: unknown;
}

/** One entry of `users`: all the ways it has to say who we are. */
export interface UserEntry {
  readonly name: string;
  readonly file: string;
  readonly clientCertificate?: Material;
  readonly clientKey?: Material;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  /** As written: whoever runs it reads it; relative commands count from the folder of `file`. */
  readonly exec?: Readonly<Record<string, unknown>>;
  readonly authProvider?: Readonly<Record<string, unknown>>;
  /** `as`, `as-uid`, `as-groups`, `as-user-extra`; absent where none is set. */
  readonly impersonate?: Impersonation;
}

/** One entry of `contexts`: a cluster and a user by name. */
export interface ContextEntry {
  readonly name: string;
  readonly file: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
}

/** What one kubeconfig file holds; names are unique in each list. */
export interface KubeconfigFile {
  readonly currentContext?: string;
  readonly contexts: readonly ContextEntry[];
  readonly clusters: readonly ClusterEntry[];
  readonly users: readonly UserEntry[];
}

/**
 * The entries of one parsed kubeconfig; relative paths count from the folder of `file`, which is absolute.
 * @throws InputError where kubectl would refuse the file too: another kind, a field of the wrong type, a name twice.
 */
export function entriesOf(document: unknown, file: string): KubeconfigFile {
  const top = sectionOf(file, "", document);
  refuseWrongShape(top);
  const currentContext = textAt(top, "current-context");
  return {
    ...(currentContext !== undefined && { currentContext }),
    contexts: named(top, "contexts", "context", contextOf),
    clusters: named(top, "clusters", "cluster", clusterOf),
    users: named(top, "users", "user", userOf),
  };
}

function named<E extends { readonly name: string }>(
  top: Section,
  list: string,
  inner: string,
  entryOf: (name: string, section: Section) => E,
): readonly E[] {
  const entries = sectionsAt(top, list).map((item) =>
    entryOf(textAt(item, "name") ?? "", sectionAt(item, inner) ?? sectionOf(item.file, `${item.path}.${inner}`, null)),
  );
  const twice = entries.find((entry, index) => entries.findIndex((other) => other.name === entry.name) < index);
  if (twice !== undefined) throw new InputError(`${top.file}: ${list} has "${twice.name}" twice; keep one of them`);
  return entries;
}

function contextOf(name: string, section: Section): ContextEntry {
  refuseWrongExtensions(section);
  const [cluster, user, namespace] = ["cluster", "user", "namespace"].map((key) => textAt(section, key));
  return {
    name,
    file: section.file,
    ...(cluster !== undefined && { cluster }),
    ...(user !== undefined && { user }),
    ...(namespace !== undefined && { namespace }),
  };
}

function clusterOf(name: string, section: Section): ClusterEntry {
  refuseWrongExtensions(section);
  const [server, tlsServerName, proxyUrl] = ["server", "tls-server-name", "proxy-url"].map((key) =>
    textAt(section, key),
  );
  const certificateAuthority = materialAt(section, "certificate-authority");
  const isForExec = (each: Section): boolean => textAt(each, "name") === "client.authentication.k8s.io/exec";
  const execConfig = sectionsAt(section, "extensions").find(isForExec)?.fields["extension"];
  return {
    name,
    file: section.file,
    insecureSkipTlsVerify: flagAt(section, "insecure-skip-tls-verify"),
    disableCompression: flagAt(section, "disable-compression"),
    ...(server !== undefined && { server }),
    ...(tlsServerName !== undefined && { tlsServerName }),
    ...(proxyUrl !== undefined && { proxyUrl }),
    ...(certificateAuthority !== undefined && { certificateAuthority }),
    ...(execConfig !== undefined && { execConfig }),
  };
}

function userOf(name: string, section: Section): UserEntry {
  refuseWrongExtensions(section);
  refuseWrongPlugins(section);
  const [token, username, password] = ["token", "username", "password"].map((key) => textAt(section, key));
  const tokenFile = pathAt(section, "tokenFile");
  const clientCertificate = materialAt(section, "client-certificate");
  const clientKey = materialAt(section, "client-key");
  const exec = sectionAt(section, "exec")?.fields;
  const authProvider = sectionAt(section, "auth-provider")?.fields;
  const impersonate = impersonationOf(section);
  return {
    name,
    file: section.file,
    ...(clientCertificate !== undefined && { clientCertificate }),
    ...(clientKey !== undefined && { clientKey }),
    ...(token !== undefined && { token }),
    ...(tokenFile !== undefined && { tokenFile }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(exec !== undefined && { exec }),
    ...(authProvider !== undefined && { authProvider }),
    ...(impersonate !== undefined && { impersonate }),
  };
}

// kubectl refuses an entry that has both forms, but only where it is used.
function materialAt(section: Section, key: string): Material | undefined {
  const data = bytesAt(section, `${key}-data`);
  const path = pathAt(section, key);
  if (data !== undefined) return { data, ...(path !== undefined && { path }) };
  return path === undefined ? undefined : { path };
}

function pathAt(section: Section, key: string): string | undefined {
  const path = textAt(section, key);
  return path === undefined || isAbsolute(path) ? path : resolve(dirname(section.file), path);
}

function impersonationOf(section: Section): Impersonation | undefined {
  const [userName, uid] = ["as", "as-uid"].map((key) => textAt(section, key));
  const groups = textsAt(section, "as-groups");
  const written = sectionAt(section, "as-user-extra") ?? sectionOf(section.file, section.path, null);
  const extra = Object.fromEntries(Object.keys(written.fields).map((key) => [key, textsAt(written, key)]));
  if (userName === undefined && uid === undefined && groups.length === 0 && Object.keys(extra).length === 0) {
    return undefined;
  }
  return { ...(userName !== undefined && { userName }), ...(uid !== undefined && { uid }), groups, extra };
}
