import { dirname, isAbsolute, resolve } from "node:path";
import { definedFields } from "../../model/defined-fields.ts";
import { InputError } from "../errors/errors.ts";
import {
  bytesAt,
  type ConfigSection,
  flagAt,
  readSection,
  sectionAt,
  sectionsAt,
  sectionText,
  textsAt,
} from "./config-section.ts";
import type { ImpersonatedUser } from "./impersonation.ts";

/** PEM text of the kubeconfig itself, or the absolute path of a file that contains it. Both where both are given. */
export type PemMaterial = { readonly data: Buffer; readonly path?: string } | { readonly path: string };

/** One entry of `clusters`: the address of a server, and how to verify the server. */
export interface ClusterEntry {
  readonly name: string;
  readonly file: string;
  readonly server?: string;
  readonly tlsServerName?: string;
  readonly insecureSkipTlsVerify: boolean;
  readonly certificateAuthority?: PemMaterial;
  readonly proxyUrl?: string;
  readonly disableCompression: boolean;
  /** The extension `client.authentication.k8s.io/exec`, as written. An exec plugin gets it as the cluster's config. */
  readonly execConfig?: unknown;
}

/** One entry of `users`: all credentials that it names. */
export interface UserEntry {
  readonly name: string;
  readonly file: string;
  readonly clientCertificate?: PemMaterial;
  readonly clientKey?: PemMaterial;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  /** The `exec` section, as written. A relative command counts from the folder of `file`. */
  readonly exec?: Readonly<Record<string, unknown>>;
  readonly authProvider?: Readonly<Record<string, unknown>>;
  /** `as`, `as-uid`, `as-groups`, `as-user-extra`; absent where none is set. */
  readonly impersonate?: ImpersonatedUser;
}

/** One entry of `contexts`: a cluster and a user by name. */
export interface ContextEntry {
  readonly name: string;
  readonly file: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
}

/** The entries of one kubeconfig file. Names are unique in each list. */
export interface KubeconfigFile {
  readonly currentContext?: string;
  readonly contexts: readonly ContextEntry[];
  readonly clusters: readonly ClusterEntry[];
  readonly users: readonly UserEntry[];
}

/**
 * The entries of one parsed kubeconfig. Relative paths count from the folder of `file`, which is absolute.
 * @throws InputError where kubectl would refuse the file too: another kind, a field of the wrong type, a name twice.
 */
export function readEntries(document: unknown, file: string): KubeconfigFile {
  const top = readSection(file, "", document);
  refuseWrongShape(top);
  const currentContext = sectionText(top, "current-context");
  return {
    ...definedFields({ currentContext }),
    contexts: namedEntries(top, "contexts", "context", contextOf),
    clusters: namedEntries(top, "clusters", "cluster", clusterOf),
    users: namedEntries(top, "users", "user", userOf),
  };
}

/**
 * Checks the types of kubeconfig fields that are not used here, but that kubectl decodes with the rest
 * (client-go, tools/clientcmd/api/v1/types.go). Fields that kubectl does not know may have any value.
 * @throws InputError where kubectl would refuse the file: another kind or version, or a field of the wrong type.
 */
function refuseWrongShape(top: ConfigSection): void {
  const kind = sectionText(top, "kind") ?? "Config";
  if (kind !== "Config") throw new InputError(`${top.file}: this is a ${kind}, not a kubeconfig (kind Config)`);
  const version = sectionText(top, "apiVersion") ?? "v1";
  if (!/^\/?v1$/.test(version)) {
    throw new InputError(`${top.file}: apiVersion ${JSON.stringify(version)} is not a kubeconfig version; use v1`);
  }
  const preferences = sectionAt(top, "preferences");
  if (preferences !== undefined) flagAt(preferences, "colors");
  for (const section of [top, preferences]) refuseWrongExtensions(section);
}

function namedEntries<E extends { readonly name: string }>(
  top: ConfigSection,
  list: string,
  inner: string,
  entryOf: (name: string, section: ConfigSection) => E,
): readonly E[] {
  const entries = sectionsAt(top, list).map((item) =>
    entryOf(
      sectionText(item, "name") ?? "",
      sectionAt(item, inner) ?? readSection(item.file, `${item.path}.${inner}`, null),
    ),
  );
  const twice = entries.find((entry, index) => entries.findIndex((other) => other.name === entry.name) < index);
  if (twice !== undefined) throw new InputError(nameTwiceText(top.file, list, twice.name));
  return entries;
}

function contextOf(name: string, section: ConfigSection): ContextEntry {
  refuseWrongExtensions(section);
  const cluster = sectionText(section, "cluster");
  const user = sectionText(section, "user");
  const namespace = sectionText(section, "namespace");
  return {
    name,
    file: section.file,
    ...definedFields({ cluster, user, namespace }),
  };
}

function clusterOf(name: string, section: ConfigSection): ClusterEntry {
  refuseWrongExtensions(section);
  const server = sectionText(section, "server");
  const tlsServerName = sectionText(section, "tls-server-name");
  const proxyUrl = sectionText(section, "proxy-url");
  const certificateAuthority = materialAt(section, "certificate-authority");
  const isForExec = (each: ConfigSection): boolean => sectionText(each, "name") === "client.authentication.k8s.io/exec";
  const execConfig = sectionsAt(section, "extensions").find(isForExec)?.fields["extension"];
  return {
    name,
    file: section.file,
    insecureSkipTlsVerify: flagAt(section, "insecure-skip-tls-verify"),
    disableCompression: flagAt(section, "disable-compression"),
    ...definedFields({ server, tlsServerName, proxyUrl, certificateAuthority, execConfig }),
  };
}

function userOf(name: string, section: ConfigSection): UserEntry {
  refuseWrongExtensions(section);
  refuseWrongPlugins(section);
  const token = sectionText(section, "token");
  const username = sectionText(section, "username");
  const password = sectionText(section, "password");
  const tokenFile = pathAt(section, "tokenFile");
  const clientCertificate = materialAt(section, "client-certificate");
  const clientKey = materialAt(section, "client-key");
  const exec = sectionAt(section, "exec")?.fields;
  const authProvider = sectionAt(section, "auth-provider")?.fields;
  const impersonate = impersonationOf(section);
  return {
    name,
    file: section.file,
    ...definedFields({
      clientCertificate,
      clientKey,
      token,
      tokenFile,
      username,
      password,
      exec,
      authProvider,
      impersonate,
    }),
  };
}

/** Checks the extensions of the top level or of one entry. @throws InputError as {@link refuseWrongShape}. */
function refuseWrongExtensions(section: ConfigSection | undefined): void {
  if (section === undefined) return;
  const filled = new Set<string>();
  const twice = sectionsAt(section, "extensions").find((extension) => {
    const name = sectionText(extension, "name") ?? "";
    // The conversion does not count an empty extension as an entry (api/v1/conversion.go).
    const isFilled = filled.has(name);
    if ((extension.fields["extension"] ?? null) !== null) filled.add(name);
    return isFilled;
  });
  if (twice === undefined) return;
  const place = section.path === "" ? "extensions" : `${section.path}.extensions`;
  throw new InputError(nameTwiceText(section.file, place, sectionText(twice, "name") ?? ""));
}

/** Checks `auth-provider` and `exec` of a user. @throws InputError as {@link refuseWrongShape}. */
function refuseWrongPlugins(user: ConfigSection): void {
  const provider = sectionAt(user, "auth-provider");
  if (provider !== undefined) {
    sectionText(provider, "name");
    const config = sectionAt(provider, "config");
    if (config !== undefined) for (const key of Object.keys(config.fields)) sectionText(config, key);
  }
  const exec = sectionAt(user, "exec");
  if (exec === undefined) return;
  for (const key of ["command", "apiVersion", "installHint", "interactiveMode"]) sectionText(exec, key);
  flagAt(exec, "provideClusterInfo");
  textsAt(exec, "args");
  for (const variable of sectionsAt(exec, "env")) for (const key of ["name", "value"]) sectionText(variable, key);
}

// Both forms are kept. kubectl refuses an entry that has both, but only where it is used.
function materialAt(section: ConfigSection, key: string): PemMaterial | undefined {
  const data = bytesAt(section, `${key}-data`);
  const path = pathAt(section, key);
  if (data !== undefined) return { data, ...definedFields({ path }) };
  return path === undefined ? undefined : { path };
}

function pathAt(section: ConfigSection, key: string): string | undefined {
  const path = sectionText(section, key);
  return path === undefined || isAbsolute(path) ? path : resolve(dirname(section.file), path);
}

function impersonationOf(section: ConfigSection): ImpersonatedUser | undefined {
  const userName = sectionText(section, "as");
  const uid = sectionText(section, "as-uid");
  const groups = textsAt(section, "as-groups");
  const written = sectionAt(section, "as-user-extra") ?? readSection(section.file, section.path, null);
  const extra = Object.fromEntries(Object.keys(written.fields).map((key) => [key, textsAt(written, key)]));
  if (userName === undefined && uid === undefined && groups.length === 0 && Object.keys(extra).length === 0) {
    return undefined;
  }
  return { ...definedFields({ userName, uid }), groups, extra };
}

/** The error for a name that occurs twice in the list at `place`. */
function nameTwiceText(file: string, place: string, name: string): string {
  return `${file}: ${place} has "${name}" twice; keep one of them`;
}

/** How messages name a user entry: `user "dev" of /home/dev/.kube/config`. */
export function userTitle(name: string, file: string): string {
  return `user "${name}" of ${file}`;
}

/** How messages name a cluster entry: `cluster "lab" of /home/dev/.kube/config`. */
export function clusterTitle(name: string, file: string): string {
  return `cluster "${name}" of ${file}`;
}

/** The source of an entry that flags make. */
export const commandLineTitle = "the command line";

/** The error for a token beside a password. */
export function tokenAndPasswordText(who: string): string {
  return bothText(who, "a token", "a password");
}

/** The error for two ways to log in. */
export function execAndProviderText(who: string): string {
  return bothText(who, "exec", "auth-provider");
}

/** The error for a field that is given both as data and as a file. */
export function dataAndFileText(who: string, key: string): string {
  return bothText(who, key, `${key}-data`);
}

function bothText(who: string, one: string, other: string): string {
  return `${who} has both ${one} and ${other}; set only one`;
}
