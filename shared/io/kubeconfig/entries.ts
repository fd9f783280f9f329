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

/** PEM text of the kubeconfig itself, or the absolute path of a file that contains it. Both, if the entry has both. */
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
    contexts: readNamedEntries(top, "contexts", "context", readContext),
    clusters: readNamedEntries(top, "clusters", "cluster", readCluster),
    users: readNamedEntries(top, "users", "user", readUser),
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

/**
 * The entries of a list such as `contexts: [{name: dev, context: {…}}]`.
 *
 * @param listKey the key of the list: `contexts`
 * @param entryKey the key of the mapping inside an item: `context`. An item without it has an empty one.
 * @throws InputError where a name occurs twice
 */
function readNamedEntries<Entry extends { readonly name: string }>(
  top: ConfigSection,
  listKey: string,
  entryKey: string,
  readEntry: (name: string, section: ConfigSection) => Entry,
): readonly Entry[] {
  const entries: Entry[] = [];
  const names = new Set<string>();
  for (const item of sectionsAt(top, listKey)) {
    const section = sectionAt(item, entryKey) ?? readSection(item.file, `${item.path}.${entryKey}`, null);
    entries.push(readEntry(sectionText(item, "name") ?? "", section));
  }
  for (const { name } of entries) {
    if (names.has(name)) throw new InputError(formatRepeatedName(top.file, listKey, name));
    names.add(name);
  }
  return entries;
}

function readContext(name: string, section: ConfigSection): ContextEntry {
  refuseWrongExtensions(section);
  const cluster = sectionText(section, "cluster");
  const user = sectionText(section, "user");
  const namespace = sectionText(section, "namespace");
  return { name, file: section.file, ...definedFields({ cluster, user, namespace }) };
}

/** The name of the extension that an exec plugin gets as the cluster's config. */
const execExtensionName = "client.authentication.k8s.io/exec";

function readCluster(name: string, section: ConfigSection): ClusterEntry {
  refuseWrongExtensions(section);
  const server = sectionText(section, "server");
  const tlsServerName = sectionText(section, "tls-server-name");
  const proxyUrl = sectionText(section, "proxy-url");
  const certificateAuthority = readMaterial(section, "certificate-authority");
  const extensions = sectionsAt(section, "extensions");
  const execExtension = extensions.find((extension) => sectionText(extension, "name") === execExtensionName);
  const execConfig = execExtension?.fields["extension"];
  return {
    name,
    file: section.file,
    insecureSkipTlsVerify: flagAt(section, "insecure-skip-tls-verify"),
    disableCompression: flagAt(section, "disable-compression"),
    ...definedFields({ server, tlsServerName, proxyUrl, certificateAuthority, execConfig }),
  };
}

function readUser(name: string, section: ConfigSection): UserEntry {
  refuseWrongExtensions(section);
  refuseWrongPlugins(section);
  const token = sectionText(section, "token");
  const username = sectionText(section, "username");
  const password = sectionText(section, "password");
  const tokenFile = readPath(section, "tokenFile");
  const clientCertificate = readMaterial(section, "client-certificate");
  const clientKey = readMaterial(section, "client-key");
  const exec = sectionAt(section, "exec")?.fields;
  const authProvider = sectionAt(section, "auth-provider")?.fields;
  const impersonate = readImpersonation(section);
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

/**
 * Checks the extensions of the top level or of one entry. An empty extension may be followed by another one of its name,
 * because kubectl's conversion does not count it as an entry (api/v1/conversion.go).
 * @throws InputError as {@link refuseWrongShape}, and where a name occurs twice
 */
function refuseWrongExtensions(section: ConfigSection | undefined): void {
  if (section === undefined) return;
  const namesOfFilled = new Set<string>();
  for (const extension of sectionsAt(section, "extensions")) {
    const name = sectionText(extension, "name") ?? "";
    if (namesOfFilled.has(name)) {
      const listPath = section.path === "" ? "extensions" : `${section.path}.extensions`;
      throw new InputError(formatRepeatedName(section.file, listPath, name));
    }
    const value = extension.fields["extension"];
    if (value !== undefined && value !== null) namesOfFilled.add(name);
  }
}

/** Checks `auth-provider` and `exec` of a user. @throws InputError as {@link refuseWrongShape}. */
function refuseWrongPlugins(user: ConfigSection): void {
  const provider = sectionAt(user, "auth-provider");
  if (provider !== undefined) refuseWrongProvider(provider);
  const exec = sectionAt(user, "exec");
  if (exec !== undefined) refuseWrongExec(exec);
}

function refuseWrongProvider(provider: ConfigSection): void {
  sectionText(provider, "name");
  const config = sectionAt(provider, "config");
  if (config === undefined) return;
  for (const key of Object.keys(config.fields)) sectionText(config, key);
}

function refuseWrongExec(exec: ConfigSection): void {
  for (const key of ["command", "apiVersion", "installHint", "interactiveMode"]) sectionText(exec, key);
  flagAt(exec, "provideClusterInfo");
  textsAt(exec, "args");
  for (const variable of sectionsAt(exec, "env")) {
    sectionText(variable, "name");
    sectionText(variable, "value");
  }
}

/**
 * The PEM text in `KEY-data` and the path in `KEY`. Both are returned, because kubectl refuses an entry that has both only
 * where the entry is used.
 */
function readMaterial(section: ConfigSection, key: string): PemMaterial | undefined {
  const data = bytesAt(section, `${key}-data`);
  const path = readPath(section, key);
  if (data !== undefined) return { data, ...definedFields({ path }) };
  return path === undefined ? undefined : { path };
}

/** The absolute path under a key. A relative one counts from the folder of the kubeconfig. */
function readPath(section: ConfigSection, key: string): string | undefined {
  const path = sectionText(section, key);
  return path === undefined || isAbsolute(path) ? path : resolve(dirname(section.file), path);
}

/** The user that an entry impersonates. Undefined if it has no field about that. */
function readImpersonation(section: ConfigSection): ImpersonatedUser | undefined {
  const userName = sectionText(section, "as");
  const uid = sectionText(section, "as-uid");
  const groups = textsAt(section, "as-groups");
  const extraSection = sectionAt(section, "as-user-extra") ?? readSection(section.file, section.path, null);
  const extra = Object.fromEntries(Object.keys(extraSection.fields).map((key) => [key, textsAt(extraSection, key)]));
  const hasFields = userName !== undefined || uid !== undefined || groups.length > 0 || Object.keys(extra).length > 0;
  return hasFields ? { ...definedFields({ userName, uid }), groups, extra } : undefined;
}

/** The error for a name that occurs twice in the list at a path. */
function formatRepeatedName(file: string, listPath: string, name: string): string {
  return `${file}: ${listPath} has "${name}" twice; keep one of them`;
}

/** How messages name a user entry: `user "dev" of /home/dev/.kube/config`. */
export function formatUserTitle(name: string, file: string): string {
  return `user "${name}" of ${file}`;
}

/** How messages name a cluster entry: `cluster "lab" of /home/dev/.kube/config`. */
export function formatClusterTitle(name: string, file: string): string {
  return `cluster "${name}" of ${file}`;
}

/** The source of an entry that flags make. */
export const commandLineTitle = "the command line";

/** The error for a token beside a password. */
export function formatTokenAndPassword(who: string): string {
  return formatBoth(who, "a token", "a password");
}

/** The error for two ways to log in. */
export function formatExecAndProvider(who: string): string {
  return formatBoth(who, "exec", "auth-provider");
}

/** The error for a field that is given both as data and as a file. */
export function formatDataAndFile(who: string, key: string): string {
  return formatBoth(who, key, `${key}-data`);
}

function formatBoth(who: string, field: string, otherField: string): string {
  return `${who} has both ${field} and ${otherField}; set only one`;
}
