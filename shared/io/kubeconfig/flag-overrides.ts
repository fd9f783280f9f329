import { resolve } from "node:path";
import { definedFields } from "../../model/defined-fields.ts";
import { UsageError } from "../errors/errors.ts";
import type { ClusterEntry, UserEntry } from "./entries.ts";
import { commandLineTitle } from "./entries.ts";
import type { ImpersonatedUser } from "./impersonation.ts";

/** kubectl's flags of the same names. An empty text means that the flag is not given. */
export interface ContextFlags {
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
  readonly server?: string;
  readonly tlsServerName?: string;
  readonly insecureSkipTlsVerify?: boolean;
  /** A file. Relative paths count from the working directory, also in `clientCertificate` and `clientKey`. */
  readonly certificateAuthority?: string;
  readonly disableCompression?: boolean;
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  readonly as?: string;
  readonly asUid?: string;
  /** `--as-group`, each time it was given. An empty one counts, and the server gets an empty group. */
  readonly asGroups?: readonly string[];
  /** `--as-user-extra`, each time it was given: `key=value`. */
  readonly asUserExtra?: readonly string[];
}

/** The name and the file of a user that only flags describe, as errors name them. */
const userOfFlags = { name: "of the flags", file: commandLineTitle } as const;

/**
 * A cluster as the flags change it (client-go, tools/clientcmd/client_config.go, getCluster):
 * - `--server` replaces the server, and with it the name against which its certificate is checked.
 * - A flag about trust replaces all trust settings of the entry.
 */
export function applyClusterFlags(entry: ClusterEntry, flags: ContextFlags, cwd: string): ClusterEntry {
  const { server: entryServer, tlsServerName: entryName, certificateAuthority: entryAuthority, ...otherFields } = entry;
  const server = flags.server || entryServer;
  const tlsServerName = flags.tlsServerName || (flags.server ? undefined : entryName);
  const hasTrustFlag = Boolean(flags.insecureSkipTlsVerify) || Boolean(flags.certificateAuthority);
  const certificateAuthority = hasTrustFlag ? resolveFile(flags.certificateAuthority, cwd) : entryAuthority;
  return {
    ...otherFields,
    insecureSkipTlsVerify: hasTrustFlag ? Boolean(flags.insecureSkipTlsVerify) : entry.insecureSkipTlsVerify,
    disableCompression: entry.disableCompression || Boolean(flags.disableCompression),
    ...definedFields({ server, tlsServerName, certificateAuthority }),
  };
}

/**
 * A user as the flags change it (client-go, tools/clientcmd/client_config.go, getAuthInfo). Undefined without an entry
 * and without such flags. Unlike kubectl, `--token` also overrides a tokenFile. kubectl would still send the token of
 * the file, and so authenticate as another user.
 */
export function applyUserFlags(entry: UserEntry | undefined, flags: ContextFlags, cwd: string): UserEntry | undefined {
  const fieldsOfFlags = definedFields({
    token: flags.token || undefined,
    username: flags.username || undefined,
    password: flags.password || undefined,
    clientCertificate: resolveFile(flags.clientCertificate, cwd),
    clientKey: resolveFile(flags.clientKey, cwd),
  });
  if (entry !== undefined) {
    const { tokenFile: entryTokenFile, ...otherFields } = entry;
    const tokenFile = flags.token ? undefined : entryTokenFile;
    return { ...otherFields, ...definedFields({ tokenFile }), ...fieldsOfFlags };
  }
  const hasFlags = Object.keys(fieldsOfFlags).length > 0;
  return hasFlags ? { ...userOfFlags, ...fieldsOfFlags } : undefined;
}

/** Whether the flags alone name credentials. A password alone does not (client-go, transport/config.go). */
export function flagsIdentifyUser({ token, username, clientCertificate }: ContextFlags): boolean {
  return Boolean(token || username || clientCertificate);
}

/**
 * The user to impersonate, undefined for none. Each flag replaces its part of the entry, `--as-user-extra` key by key:
 * `--as-user-extra a=1` with the entry `{a: ["0"], b: ["2"]}` -> `{a: ["1"], b: ["2"]}`.
 * @throws UsageError where a user extra has no `=`. kubectl silently ignores it, and so impersonates another user.
 */
export function applyImpersonationFlags(
  entry: ImpersonatedUser | undefined,
  flags: ContextFlags,
): ImpersonatedUser | undefined {
  const userName = flags.as || entry?.userName;
  const uid = flags.asUid || entry?.uid;
  const groupsOfFlags = flags.asGroups ?? [];
  const groups = groupsOfFlags.length > 0 ? groupsOfFlags : (entry?.groups ?? []);
  const extra = { ...entry?.extra, ...parseUserExtra(flags.asUserExtra ?? []) };
  const isWithoutUser =
    userName === undefined && uid === undefined && groups.length === 0 && Object.keys(extra).length === 0;
  return isWithoutUser ? undefined : { groups, extra, ...definedFields({ userName, uid }) };
}

/** `["a=1", "a=2", "b=3"]` -> `{a: ["1", "2"], b: ["3"]}`. Empty texts are omitted. */
function parseUserExtra(pairs: readonly string[]): ImpersonatedUser["extra"] {
  const valuesByKey = new Map<string, readonly string[]>();
  for (const pair of pairs) {
    if (pair === "") continue;
    const signIndex = pair.indexOf("=");
    if (signIndex < 0) {
      throw new UsageError(`--as-user-extra ${JSON.stringify(pair)} has no value; write it as key=value`);
    }
    const key = pair.slice(0, signIndex);
    valuesByKey.set(key, [...(valuesByKey.get(key) ?? []), pair.slice(signIndex + 1)]);
  }
  return Object.fromEntries(valuesByKey);
}

/** The file at a path of a flag. Undefined without the flag. */
function resolveFile(path: string | undefined, cwd: string): { readonly path: string } | undefined {
  return path ? { path: resolve(cwd, path) } : undefined;
}
