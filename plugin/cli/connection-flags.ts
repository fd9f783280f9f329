import type { ContextFlags } from "../../shared/io/kubeconfig/flag-overrides.ts";
import { millisecondsOfRequest } from "./durations.ts";
import type { FlagName } from "./flags.ts";
import { type CommandLineTokens, optionalProperty, tokenLookup } from "./tokenize.ts";

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
  return {
    ...optionalProperty("kubeconfig", last("kubeconfig")),
    ...optionalProperty("context", last("context")),
    ...optionalProperty("cluster", last("cluster")),
    ...optionalProperty("user", last("user")),
    ...optionalProperty("server", last("server")),
    ...optionalProperty("token", last("token")),
    ...optionalProperty("username", last("username")),
    ...optionalProperty("password", last("password")),
    ...optionalProperty("clientCertificate", last("client-certificate")),
    ...optionalProperty("clientKey", last("client-key")),
    ...optionalProperty("certificateAuthority", last("certificate-authority")),
    ...optionalProperty("insecureSkipTlsVerify", isOn("insecure-skip-tls-verify") || undefined),
    ...optionalProperty("tlsServerName", last("tls-server-name")),
    ...optionalProperty("as", last("as")),
    ...optionalProperty("asGroups", some("as-group")),
    ...optionalProperty("asUid", last("as-uid")),
    ...optionalProperty("asUserExtra", some("as-user-extra")),
    ...optionalProperty("disableCompression", isOn("disable-compression") || undefined),
    ...optionalProperty("inventoryCluster", last("inventory-cluster")),
    ...optionalProperty("inventoryProviders", last("inventory-providers")),
    ...optionalProperty("cacheDir", last("cache-dir")),
    ...optionalProperty("requestTimeout", timeout === undefined ? undefined : millisecondsOfRequest(timeout)),
  };
}
