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

/** A cluster as the flags change it (client-go, tools/clientcmd/client_config.go, getCluster). */
export function clusterWith(entry: ClusterEntry, flags: ContextFlags, cwd: string): ClusterEntry {
  const { server, tlsServerName, certificateAuthority, ...rest } = entry;
  const address = flags.server || server;
  // The name belongs to the server that --server replaces.
  const name = flags.tlsServerName || (flags.server ? undefined : tlsServerName);
  // A flag about trust replaces all trust settings of the entry.
  const hasTrustFlag = Boolean(flags.insecureSkipTlsVerify) || Boolean(flags.certificateAuthority);
  const authority = hasTrustFlag ? fileAt(flags.certificateAuthority, cwd) : certificateAuthority;
  return {
    ...rest,
    insecureSkipTlsVerify: hasTrustFlag ? Boolean(flags.insecureSkipTlsVerify) : entry.insecureSkipTlsVerify,
    disableCompression: entry.disableCompression || Boolean(flags.disableCompression),
    ...definedFields({ server: address, tlsServerName: name, certificateAuthority: authority }),
  };
}

/**
 * A user as the flags change it (client-go, tools/clientcmd/client_config.go, getAuthInfo). Unlike kubectl, `--token`
 * also overrides a tokenFile. kubectl would still send the token of the file, and so authenticate as another user.
 */
export function userWith(entry: UserEntry | undefined, flags: ContextFlags, cwd: string): UserEntry | undefined {
  const clientCertificate = fileAt(flags.clientCertificate, cwd);
  const clientKey = fileAt(flags.clientKey, cwd);
  const fromFlags = {
    ...(flags.token && { token: flags.token }),
    ...(flags.username && { username: flags.username }),
    ...(flags.password && { password: flags.password }),
    ...definedFields({ clientCertificate, clientKey }),
  };
  if (entry === undefined) return Object.keys(fromFlags).length === 0 ? undefined : { ...userOfFlags, ...fromFlags };
  const { tokenFile, ...rest } = entry;
  return { ...rest, ...(tokenFile !== undefined && !flags.token && { tokenFile }), ...fromFlags };
}

/** The name and the file of a user that only flags describe, as errors name them. */
const userOfFlags: { readonly name: string; readonly file: string } = {
  name: "of the flags",
  file: commandLineTitle,
};

/** Whether the flags alone name credentials. A password alone does not (client-go, transport/config.go). */
export function flagsIdentifyUser({ token, username, clientCertificate }: ContextFlags): boolean {
  return Boolean(token || username || clientCertificate);
}

/**
 * The user to impersonate, undefined for none. Each flag replaces its part of the entry, `--as-user-extra` key by key.
 * @throws UsageError where a user extra has no `=`. kubectl silently ignores it, and so impersonates another user.
 */
export function impersonationWith(
  entry: ImpersonatedUser | undefined,
  flags: ContextFlags,
): ImpersonatedUser | undefined {
  const userName = flags.as || entry?.userName;
  const uid = flags.asUid || entry?.uid;
  const groups = flags.asGroups ?? [];
  const extra = extraOf(flags.asUserExtra?.filter((pair) => pair !== "") ?? []);
  const all = {
    groups: groups.length > 0 ? groups : (entry?.groups ?? []),
    extra: { ...entry?.extra, ...extra },
    ...definedFields({ userName, uid }),
  };
  const isWithoutUser =
    userName === undefined && uid === undefined && all.groups.length + Object.keys(all.extra).length === 0;
  return isWithoutUser ? undefined : all;
}

function extraOf(pairs: readonly string[]): ImpersonatedUser["extra"] {
  const extra = new Map<string, readonly string[]>();
  for (const pair of pairs) {
    const sign = pair.indexOf("=");
    if (sign < 0) throw new UsageError(`--as-user-extra ${JSON.stringify(pair)} has no value; write it as key=value`);
    const key = pair.slice(0, sign);
    extra.set(key, [...(extra.get(key) ?? []), pair.slice(sign + 1)]);
  }
  return Object.fromEntries(extra);
}

function fileAt(path: string | undefined, cwd: string): { readonly path: string } | undefined {
  return path ? { path: resolve(cwd, path) } : undefined;
}
