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

/**
 * What kubectl reads (client-go, tools/clientcmd/helpers.go, ParseTimeout): whole seconds, or a duration as Go writes it
 * (time.ParseDuration). In milliseconds; 0 for a negative one and for nothing, which kubectl takes and then limits nothing.
 * Undefined: none of them.
 */
export function millisecondsOfTimeout(value: string): number | undefined {
  const [, sign, amount = ""] = /^([-+]?)(.*)$/s.exec(value) ?? [];
  if (value === "") return 0;
  const isWhole = /^\d+$/.test(amount) && (sign !== "-" || Number(amount) === 0);
  if (!isWhole && !duration.test(amount)) return undefined;
  if (sign === "-") return 0;
  const parts = isWhole ? [["", amount, "s"]] : [...amount.matchAll(part)];
  const sum = parts.reduce((total, [, number, unit = ""]) => total + Number(number) * (units[unit] ?? 0), 0);
  return Math.min(sum, longest);
}

const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/g;
const duration = new RegExp(`^(${part.source})+$`);
/** In milliseconds; the micro sign and the letter mu both stand for it. */
const units: Readonly<Record<string, number>> = {
  ...{ ns: 1e-6, us: 1e-3, "\u00b5s": 1e-3, "\u03bcs": 1e-3 },
  ...{ ms: 1, s: 1000, m: 60_000, h: 3_600_000 },
};
/** What a timer can count to, some 24 days. */
const longest = 2 ** 31 - 1;
