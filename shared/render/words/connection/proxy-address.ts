/** The error for a value that is not the address of a proxy. `socks` are the schemes of SOCKS there. */
export function notProxyAddressText(from: string, socks: readonly string[]): string {
  return `${from} is not the address of a proxy; use http://HOST:PORT, or begin it with https:// or ${socks.join(" or ")}, and write special characters of user and password as %XX`;
}

/** The error for a proxy variable that a web server may have set from a request. */
export function proxyInCgiText(from: string): string {
  return `${from} is not safe to use in a CGI program (REQUEST_METHOD is set); unset one of them, or set proxy-url in the kubeconfig`;
}
