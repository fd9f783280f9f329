/** The proxy as the party of a failed connection. */
export function proxyOnTheWayText(proxy: string, server: string): string {
  return `the proxy ${proxy} for ${server}`;
}

/** The proxy refuses connections. */
export const proxyRefusesConnections = "connection refused; is the proxy running, and is the address correct?";

/** The name of the proxy does not resolve. */
export function unknownProxyHostText(host: string): string {
  return `no such host as ${host}; check the address and the network`;
}

/** The proxy closed the connection before it sent anything. */
export const proxyClosedConnection = "the proxy closed the connection without a response; is it a proxy of this type?";

/** The authority of the proxy's certificate is not trusted. `code` is the one of OpenSSL. */
export function untrustedProxyText(code: string): string {
  return `its certificate is signed by an untrusted authority (${code}); as in kubectl, the cluster's certificate-authority applies to the proxy too, so add the proxy's authority to it, or use an http:// proxy`;
}

/** The certificate of the proxy has expired. */
export const expiredProxyCertificate =
  "its certificate has expired; renew it on the proxy, and check this machine's clock";

/** The certificate of the proxy is for another host. */
export function misnamedProxyText(host: string): string {
  return `its certificate is not valid for ${host}; use a name in the certificate, and note that tls-server-name applies to an https proxy too`;
}

/** The proxy does not respond with TLS. */
export const proxyWithoutTls = "the proxy does not use TLS; should its address begin with http://?";

/** The proxy wants a login other than Basic. */
export function unsupportedProxyLoginText(way: string, response: string): string {
  return `the proxy requires ${way} authentication (${response}), but only Basic is supported, as in kubectl; use another proxy`;
}

/** The proxy rejects the user and password that `from` names. */
export function rejectedProxyUserText(from: string, response: string): string {
  return `the proxy rejected the user and password of ${from} (${response}); correct them there`;
}

/** The proxy wants a user and a password, and none is configured. */
export function missingProxyUserText(from: string, response: string): string {
  return `the proxy requires a user and password (${response}); set them in ${from}, as in http://USER:PASSWORD@HOST:PORT`;
}

/** The server behind the proxy did not respond in time. */
export function silentServerBehindProxyText(response: string): string {
  return `the proxy timed out connecting to the server (${response}); is the server running?`;
}

/** The proxy opens no tunnel, by the status of its response. */
export function refusedTunnelText(status: number, response: string): string {
  if (status === 403) return `the proxy denied the connection (${response}); ask its administrator to allow it`;
  return status === 502 || status === 503
    ? `the proxy cannot reach the server (${response}); is the server running, and can the proxy resolve its name?`
    : `the proxy opened no tunnel (${response}); is it a proxy, and does it allow CONNECT?`;
}

/** A sentence about a proxy, with the hint that NO_PROXY can exempt the host of the server. */
export function withExemptionText(happened: string, host: string): string {
  return `${happened}${happened.endsWith("?") ? "" : ";"} NO_PROXY can exempt ${host}`;
}

/** The address leads to no proxy of this kind. `happened` continues the sentence that begins with the proxy. */
export function noProxyThereText(happened: string, address: string, scheme: "http" | "https" | "socks5"): string {
  return `the proxy ${happened}; is ${address} ${kinds[scheme]}?`;
}

const kinds = { http: "an HTTP proxy", https: "an HTTP proxy with TLS", socks5: "a SOCKS5 proxy" } as const;

/** The proxy did not reach the server within the time limit. */
export function proxyTooLateText(milliseconds: number): string {
  return `the proxy did not connect to the server within ${milliseconds / 1000} s; is the server running, and can the proxy reach it?`;
}

/** What a proxy did that closed the connection before it sent anything. */
export const closedWithoutAnswer = "closed the connection without a response";

/** What a server did that is no HTTP proxy. */
export const noAnswerInHttp = "does not respond in HTTP";
