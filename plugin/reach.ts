import type { ContextFlags } from "../shared/io/overrides.ts";
import { millisecondsOfDuration } from "./durations.ts";
import { given, lookInto, type Words } from "./words.ts";

/** kubectl's flags of the same names: how to reach a cluster, and as whom; a flag not given is absent. */
export interface Reach extends ContextFlags {
  readonly kubeconfig?: string;
  readonly cacheDir?: string;
  /** Milliseconds; 0 is no limit. */
  readonly requestTimeout?: number;
}

/** What the command line says about the way to the cluster. */
export function reachOf(words: Words): Reach {
  const { last, isOn, all } = lookInto(words);
  const some = (flag: string): readonly string[] | undefined => (all(flag).length === 0 ? undefined : all(flag));
  const timeout = last("request-timeout");
  return {
    ...given("kubeconfig", last("kubeconfig")),
    ...given("context", last("context")),
    ...given("cluster", last("cluster")),
    ...given("user", last("user")),
    ...given("server", last("server")),
    ...given("token", last("token")),
    ...given("username", last("username")),
    ...given("password", last("password")),
    ...given("clientCertificate", last("client-certificate")),
    ...given("clientKey", last("client-key")),
    ...given("certificateAuthority", last("certificate-authority")),
    ...given("insecureSkipTlsVerify", isOn("insecure-skip-tls-verify") || undefined),
    ...given("tlsServerName", last("tls-server-name")),
    ...given("as", last("as")),
    ...given("asGroups", some("as-group")),
    ...given("asUid", last("as-uid")),
    ...given("asUserExtra", some("as-user-extra")),
    ...given("disableCompression", isOn("disable-compression") || undefined),
    ...given("cacheDir", last("cache-dir")),
    ...given("requestTimeout", timeout === undefined ? undefined : millisecondsOfTimeout(timeout)),
  };
}

/** A limit of one request; 0 for a negative one and for nothing, which kubectl takes and then limits nothing. */
export function millisecondsOfTimeout(value: string): number | undefined {
  if (value === "") return 0;
  // A number without a unit has no sign there.
  if (/^-\d+$/.test(value) && Number(value) !== 0) return undefined;
  const milliseconds = millisecondsOfDuration(value);
  return milliseconds === undefined ? undefined : Math.max(0, milliseconds);
}
