import type { ContextFlags } from "../shared/io/overrides.ts";
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

/** kubectl's ParseTimeout: whole seconds, or Go's units in a row; milliseconds here. */
export function millisecondsOfTimeout(value: string): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(value)) return undefined;
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  return [...value.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ""] ?? 0),
    0,
  );
}
