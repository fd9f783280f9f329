import type { ForwardProxy } from "./forward-proxy.ts";

/**
 * The proxy on the way to `server`, undefined for none. A `proxyUrl` counts for every server. Without one the
 * environment decides, by the rules of Go (client-go, transport/cache.go; golang.org/x/net/http/httpproxy):
 * `HTTPS_PROXY=proxy:3128` leads to `https://lab`, unless `NO_PROXY=lab` exempts it.
 * @param where the name of the place of `proxyUrl` in messages.
 * @throws InputError where the address is invalid for a proxy. The message omits it, because it may contain a password.
 */
export async function proxyFor(
  server: URL | string,
  proxyUrl: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  where = "proxy-url",
): Promise<ForwardProxy | undefined> {
  // Most machines name no proxy, and reading an address loads `node:net` and `node:url`.
  if (proxyUrl) return (await import("./named-proxy.ts")).proxyByKubeconfig(proxyUrl, where);
  const url = new URL(server);
  const variables = url.protocol === "https:" ? ["HTTPS_PROXY", "https_proxy"] : ["HTTP_PROXY", "http_proxy"];
  const variable = variables.find((name) => env[name]);
  return variable === undefined ? undefined : (await import("./named-proxy.ts")).proxyByVariable(variable, url, env);
}
