import { InputError } from "../errors/errors.ts";
import type { ForwardProxy } from "./forward-proxy.ts";
import { isExempt } from "./no-proxy.ts";
import { canBeUrl, readProxyAddress } from "./proxy-address.ts";
import { firstSet, type ProxyEnvironment } from "./proxy-environment.ts";

/**
 * The proxy of a `proxy-url`. @throws InputError where it is no address of a proxy.
 * parseProxyURL of client-go, tools/clientcmd/helpers.go, takes no socks5h, though Go's transport would.
 */
export function proxyByKubeconfig(proxyUrl: string, from: string): ForwardProxy {
  const address = readProxyAddress(proxyUrl);
  if (address === undefined || /^socks5h:/i.test(proxyUrl)) throw notAnAddress(from, ["socks5://"]);
  return { ...address, from, byEnvironment: false };
}

/**
 * The proxy that the variable `from` names, undefined where the server is exempt, or the value is one that Go ignores.
 * @throws InputError where it is no address of a proxy.
 */
export function proxyByVariable(from: string, url: URL, env: ProxyEnvironment): ForwardProxy | undefined {
  const text = env[from] ?? "";
  if (!canBeUrl(text)) return undefined;
  // A web server passes the header Proxy of any request to its CGI programs in this variable
  // (golang.org/s/cgihttpproxy).
  if (url.protocol === "http:" && env["REQUEST_METHOD"]) {
    throw new InputError(
      `${from} is not safe to use in a CGI program (REQUEST_METHOD is set); unset one of them, or set proxy-url in the kubeconfig`,
    );
  }
  const exceptions = firstSet(env, ["NO_PROXY", "no_proxy"]);
  if (isExempt(url, exceptions === undefined ? "" : (env[exceptions] ?? ""))) return undefined;
  const address = readProxyAddress(text.includes("://") ? text : `http://${text}`);
  // Go would use a host called "http" here, or none.
  if (address === undefined) throw notAnAddress(from, ["socks5://", "socks5h://"]);
  return { ...address, from, byEnvironment: true };
}

function notAnAddress(from: string, socks: readonly string[]): InputError {
  return new InputError(
    `${from} is not the address of a proxy; use http://HOST:PORT, or begin it with https:// or ${socks.join(" or ")}, and write special characters of user and password as %XX`,
  );
}
