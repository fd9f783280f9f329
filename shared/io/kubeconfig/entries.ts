import { dirname, isAbsolute, resolve } from "node:path";
import { definedFields } from "../../model/defined-fields.ts";
import { InputError } from "../errors/errors.ts";
import { ConfigSection } from "./config-section.ts";
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
  const top = new ConfigSection(file, "", document);
  refuseWrongShape(top);
  return {
    ...definedFields({ currentContext: top.text("current-context") }),
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
  const kind = top.text("kind") ?? "Config";
  if (kind !== "Config") throw new InputError(`${top.file}: this is a ${kind}, not a kubeconfig (kind Config)`);
  const version = top.text("apiVersion") ?? "v1";
  if (!/^\/?v1$/.test(version)) {
    throw new InputError(`${top.file}: apiVersion ${JSON.stringify(version)} is not a kubeconfig version; use v1`);
  }
  const preferences = top.sectionOrEmpty("preferences");
  preferences.flag("colors");
  refuseWrongExtensions(top);
  refuseWrongExtensions(preferences);
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
  const entries = top
    .sections(listKey)
    .map((item) => readEntry(item.text("name") ?? "", item.sectionOrEmpty(entryKey)));
  const names = new Set<string>();
  for (const { name } of entries) {
    if (names.has(name)) throw repeatedNameError(top, listKey, name);
    names.add(name);
  }
  return entries;
}

function readContext(name: string, section: ConfigSection): ContextEntry {
  refuseWrongExtensions(section);
  return {
    name,
    file: section.file,
    ...definedFields({
      cluster: section.text("cluster"),
      user: section.text("user"),
      namespace: section.text("namespace"),
    }),
  };
}

function readCluster(name: string, section: ConfigSection): ClusterEntry {
  refuseWrongExtensions(section);
  const execExtension = section
    .sections("extensions")
    .find((extension) => extension.text("name") === "client.authentication.k8s.io/exec");
  return {
    name,
    file: section.file,
    ...definedFields({
      server: section.text("server"),
      tlsServerName: section.text("tls-server-name"),
      proxyUrl: section.text("proxy-url"),
      certificateAuthority: readMaterial(section, "certificate-authority"),
      execConfig: execExtension?.value("extension"),
    }),
    insecureSkipTlsVerify: section.flag("insecure-skip-tls-verify"),
    disableCompression: section.flag("disable-compression"),
  };
}

function readUser(name: string, section: ConfigSection): UserEntry {
  refuseWrongExtensions(section);
  // What these two contain is checked here, as kubectl does, and read where it is used.
  const authProvider = section.section("auth-provider");
  if (authProvider !== undefined) refuseWrongProviderTypes(authProvider);
  const exec = section.section("exec");
  if (exec !== undefined) refuseWrongExecTypes(exec);
  return {
    name,
    file: section.file,
    ...definedFields({
      token: section.text("token"),
      username: section.text("username"),
      password: section.text("password"),
      tokenFile: readPath(section, "tokenFile"),
      clientCertificate: readMaterial(section, "client-certificate"),
      clientKey: readMaterial(section, "client-key"),
      exec: exec?.fields,
      authProvider: authProvider?.fields,
      impersonate: readImpersonation(section),
    }),
  };
}

/**
 * Checks the extensions of the top level or of one entry. An empty extension may be followed by another one of its name,
 * because kubectl's conversion does not count it as an entry (api/v1/conversion.go).
 * @throws InputError as {@link refuseWrongShape}, and where a name occurs twice
 */
function refuseWrongExtensions(section: ConfigSection): void {
  const namesOfFilled = new Set<string>();
  for (const extension of section.sections("extensions")) {
    const name = extension.text("name") ?? "";
    if (namesOfFilled.has(name)) throw repeatedNameError(section, "extensions", name);
    if (extension.value("extension") !== undefined) namesOfFilled.add(name);
  }
}

/** @throws InputError where a field of an `auth-provider` section has the wrong type */
function refuseWrongProviderTypes(provider: ConfigSection): void {
  provider.text("name");
  const config = provider.sectionOrEmpty("config");
  for (const key of Object.keys(config.fields)) config.text(key);
}

/** @throws InputError where a field of an `exec` section has the wrong type */
function refuseWrongExecTypes(exec: ConfigSection): void {
  for (const key of ["command", "apiVersion", "installHint", "interactiveMode"]) exec.text(key);
  exec.flag("provideClusterInfo");
  exec.texts("args");
  for (const variable of exec.sections("env")) {
    variable.text("name");
    variable.text("value");
  }
}

/**
 * The PEM text in `KEY-data` and the path in `KEY`. Both are returned, because kubectl refuses an entry that has both only
 * where the entry is used.
 */
function readMaterial(section: ConfigSection, key: string): PemMaterial | undefined {
  const data = section.bytes(`${key}-data`);
  const path = readPath(section, key);
  if (data !== undefined) return { data, ...definedFields({ path }) };
  return path === undefined ? undefined : { path };
}

/** The absolute path under a key. A relative one counts from the folder of the kubeconfig. */
function readPath(section: ConfigSection, key: string): string | undefined {
  const path = section.text(key);
  return path === undefined || isAbsolute(path) ? path : resolve(dirname(section.file), path);
}

/** The user that an entry impersonates. Undefined if it has no field about that. */
function readImpersonation(section: ConfigSection): ImpersonatedUser | undefined {
  const userName = section.text("as");
  const uid = section.text("as-uid");
  const groups = section.texts("as-groups");
  const extraSection = section.sectionOrEmpty("as-user-extra");
  const extra = Object.fromEntries(Object.keys(extraSection.fields).map((key) => [key, extraSection.texts(key)]));
  const hasFields = userName !== undefined || uid !== undefined || groups.length > 0 || Object.keys(extra).length > 0;
  return hasFields ? { ...definedFields({ userName, uid }), groups, extra } : undefined;
}

function repeatedNameError(section: ConfigSection, listKey: string, name: string): InputError {
  return new InputError(`${section.file}: ${section.pathTo(listKey)} has "${name}" twice; keep one of them`);
}

/** An entry of a kubeconfig, as messages name it. */
type EntryName = Pick<ClusterEntry, "name" | "file">;

/** How messages name a user entry: `user "dev" of /home/dev/.kube/config`. */
export function formatUserTitle({ name, file }: EntryName): string {
  return `user "${name}" of ${file}`;
}

/** How messages name a cluster entry: `cluster "lab" of /home/dev/.kube/config`. */
export function formatClusterTitle({ name, file }: EntryName): string {
  return `cluster "${name}" of ${file}`;
}

/** The `file` of an entry that flags make, as messages name it. */
export const commandLineTitle = "the command line";

/** The error for an entry with two fields of which kubectl accepts one: `a token` and `a password`. */
export function formatConflict(title: string, field: string, otherField: string): string {
  return `${title} has both ${field} and ${otherField}; set only one`;
}
