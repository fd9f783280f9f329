import { resolve } from "node:path";
import { UsageError } from "./errors.ts";
import type { Impersonation } from "./impersonation.ts";
import type { ClusterEntry, UserEntry } from "./kubeconfig-entries.ts";

/** kubectl's flags of the same names; an empty text is a flag not given. */
export interface ContextFlags {
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
  readonly server?: string;
  readonly tlsServerName?: string;
  readonly insecureSkipTlsVerify?: boolean;
  /** Relative ones count from the working directory, as those of `clientCertificate` and `clientKey` do. */
  readonly certificateAuthority?: string;
  readonly disableCompression?: boolean;
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  readonly as?: string;
  readonly asUid?: string;
  /** `--as-group`, as often as it was given; an empty one counts, and the server is asked with an empty group. */
  readonly asGroups?: readonly string[];
  /** `--as-user-extra`, as often as it was given: `key=value`. */
  readonly asUserExtra?: readonly string[];
}

/** A cluster as the flags change it (client-go, tools/clientcmd/client_config.go, getCluster). */
export function clusterWith(entry: ClusterEntry, flags: ContextFlags, cwd: string): ClusterEntry {
  const { server, tlsServerName, certificateAuthority, ...rest } = entry;
  const address = flags.server || server;
  // The name was that of the server which --server replaces.
  const name = flags.tlsServerName || (flags.server ? undefined : tlsServerName);
  // A flag about trust replaces all that the entry says about it.
  const trusts = Boolean(flags.insecureSkipTlsVerify) || Boolean(flags.certificateAuthority);
  const authority = trusts ? fileAt(flags.certificateAuthority, cwd) : certificateAuthority;
  return {
    ...rest,
    insecureSkipTlsVerify: trusts ? Boolean(flags.insecureSkipTlsVerify) : entry.insecureSkipTlsVerify,
    disableCompression: entry.disableCompression || Boolean(flags.disableCompression),
    ...(address !== undefined && { server: address }),
    ...(name !== undefined && { tlsServerName: name }),
    ...(authority !== undefined && { certificateAuthority: authority }),
  };
}

/**
 * A user as the flags change it (client-go, tools/clientcmd/client_config.go, getAuthInfo). Otherwise than in kubectl
 * `--token` also beats a tokenFile: kubectl would go on sending the token of the file, and so ask as somebody else.
 */
export function userWith(entry: UserEntry | undefined, flags: ContextFlags, cwd: string): UserEntry | undefined {
  const clientCertificate = fileAt(flags.clientCertificate, cwd);
  const clientKey = fileAt(flags.clientKey, cwd);
  const given = {
    ...(flags.token && { token: flags.token }),
    ...(flags.username && { username: flags.username }),
    ...(flags.password && { password: flags.password }),
    ...(clientCertificate !== undefined && { clientCertificate }),
    ...(clientKey !== undefined && { clientKey }),
  };
  if (entry === undefined) return Object.keys(given).length === 0 ? undefined : { ...unnamed, ...given };
  const { tokenFile, ...rest } = entry;
  return { ...rest, ...(tokenFile !== undefined && !flags.token && { tokenFile }), ...given };
}

const unnamed = { name: "of the flags", file: "the command line" };

/** Whether the flags alone say who we are; a password without a name does not (client-go, transport/config.go). */
export function identify({ token, username, clientCertificate }: ContextFlags): boolean {
  return Boolean(token || username || clientCertificate);
}

/**
 * As whom to ask: each flag replaces its part of what the entry says, `--as-user-extra` key by key; undefined for nobody.
 * @throws UsageError where a user extra has no `=`; kubectl leaves it out in silence, and so asks as somebody else.
 */
export function impersonationWith(entry: Impersonation | undefined, flags: ContextFlags): Impersonation | undefined {
  const userName = flags.as || entry?.userName;
  const uid = flags.asUid || entry?.uid;
  const groups = flags.asGroups ?? [];
  const extra = extraOf(flags.asUserExtra?.filter((pair) => pair !== "") ?? []);
  const all = {
    groups: groups.length > 0 ? groups : (entry?.groups ?? []),
    extra: { ...entry?.extra, ...extra },
    ...(userName !== undefined && { userName }),
    ...(uid !== undefined && { uid }),
  };
  const isNobody =
    userName === undefined && uid === undefined && all.groups.length + Object.keys(all.extra).length === 0;
  return isNobody ? undefined : all;
}

function extraOf(pairs: readonly string[]): Impersonation["extra"] {
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
