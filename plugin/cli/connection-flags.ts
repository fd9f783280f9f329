import type { ContextFlags } from "../../shared/io/kubeconfig/flag-overrides.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { millisecondsOfRequest } from "./durations.ts";
import type { FlagName } from "./flags.ts";
import { type CommandLineTokens, tokenLookup } from "./tokenize.ts";

/**
 * kubectl's flags of the same names: how to reach a cluster, and as which user. A flag that is not given is absent. Of a
 * cluster in an inventory the others lead to the hub.
 */
export interface ConnectionFlags extends ContextFlags {
  readonly kubeconfig?: string;
  readonly cacheDir?: string;
  /** Milliseconds. 0 is no limit. */
  readonly requestTimeout?: number;
  /** The name of a cluster in the inventory of the hub, or its namespace and name with a slash. */
  readonly inventoryCluster?: string;
  /** The file that names the programs for the credentials of an inventory. */
  readonly inventoryProviders?: string;
}

/** The connection flags of the command line. */
export function readConnectionFlags(words: CommandLineTokens): ConnectionFlags {
  const { last, isOn, all } = tokenLookup(words);
  const some = (flag: FlagName): readonly string[] | undefined => (all(flag).length === 0 ? undefined : all(flag));
  const timeout = last("request-timeout");
  return definedFields({
    kubeconfig: last("kubeconfig"),
    context: last("context"),
    cluster: last("cluster"),
    user: last("user"),
    server: last("server"),
    token: last("token"),
    username: last("username"),
    password: last("password"),
    clientCertificate: last("client-certificate"),
    clientKey: last("client-key"),
    certificateAuthority: last("certificate-authority"),
    insecureSkipTlsVerify: isOn("insecure-skip-tls-verify") || undefined,
    tlsServerName: last("tls-server-name"),
    as: last("as"),
    asGroups: some("as-group"),
    asUid: last("as-uid"),
    asUserExtra: some("as-user-extra"),
    disableCompression: isOn("disable-compression") || undefined,
    inventoryCluster: last("inventory-cluster"),
    inventoryProviders: last("inventory-providers"),
    cacheDir: last("cache-dir"),
    requestTimeout: timeout === undefined ? undefined : millisecondsOfRequest(timeout),
  });
}
