import { sanitizeLine } from "../../characters/sanitize.ts";
import { definedFields } from "../../model/defined-fields.ts";
import {
  type ConnectionFault,
  cannotConnect,
  type ErrorSentences,
  type ServerIdentity,
} from "../errors/connection-faults.ts";
import type { ConnectionError } from "../errors/errors.ts";
import { type ForwardProxy, proxyAddressText, proxyAuthorization, proxyTitle } from "./forward-proxy.ts";

/** The proxy itself as the {@link ServerIdentity} of an error. Its certificate is checked against a tls-server-name, if set. */
export function proxyIdentity(
  proxy: ForwardProxy,
  { server }: ServerIdentity,
  servername: string | undefined,
): ServerIdentity {
  return {
    server: `the proxy ${proxyTitle(proxy)} for ${server}`,
    host: proxy.host,
    ...definedFields({ certificateName: servername }),
  };
}

/** Sentences for a failed connection to the proxy itself, where they differ from those for a server. */
export function proxySentences(proxy: ForwardProxy, identity: ServerIdentity): ErrorSentences {
  return {
    ECONNREFUSED: () => [
      "unreachable",
      "connection refused",
      orExempt("is the proxy running, and is the address correct?", proxy, identity),
    ],
    ENOTFOUND: ({ host }) => [
      "unreachable",
      `no such host as ${host}`,
      orExempt("check the address and the network", proxy, identity),
    ],
    ECONNRESET: () => [
      "unreachable",
      "the proxy closed the connection without a response",
      "is it a proxy of this type?",
    ],
    untrusted: (_, code) => [
      "untrusted",
      `its certificate is signed by an untrusted authority (${code})`,
      "as in kubectl, the cluster's certificate-authority applies to the proxy too, so add the proxy's authority to it, or use an http:// proxy",
    ],
    CERT_HAS_EXPIRED: () => [
      "untrusted",
      "its certificate has expired",
      "renew it on the proxy, and check this machine's clock",
    ],
    ERR_TLS_CERT_ALTNAME_INVALID: ({ host, certificateName = host }) => [
      "untrusted",
      `its certificate is not valid for ${certificateName}`,
      "use a name in the certificate, and note that tls-server-name applies to an https proxy too",
    ],
    "not TLS": () => ["unreachable", "the proxy does not use TLS", "should its address begin with http://?"],
  };
}

/** The error for a proxy that refuses the way to the server, by the status of its response. */
export function proxyRefusal(
  proxy: ForwardProxy,
  identity: ServerIdentity,
  { status, words, offers }: { readonly status: number; readonly words: string; readonly offers: string },
): ConnectionError {
  const response = `${status} ${withoutSecret(sanitizeLine(words), proxy)}`.trim().slice(0, 200);
  const fault =
    status === 407 ? proxyLoginFault(proxy, response, offers) : refusedFault(proxy, identity, status, response);
  return cannotConnect(identity, fault);
}

// Go, and so kubectl, authenticates to a proxy with Basic only.
function proxyLoginFault({ user, from }: ForwardProxy, response: string, offers: string): ConnectionFault {
  if (offers !== "" && !/\bbasic\b/i.test(offers)) {
    const scheme = sanitizeLine(offers.replace(/[\s,].*/, "")).slice(0, 40);
    return [
      "credentials",
      `the proxy requires ${scheme} authentication (${response}), but only Basic is supported, as in kubectl`,
      "use another proxy",
    ];
  }
  if (user !== undefined) {
    return ["credentials", `the proxy rejected the user and password of ${from} (${response})`, "correct them there"];
  }
  return [
    "credentials",
    `the proxy requires a user and password (${response})`,
    `set them in ${from}, as in http://USER:PASSWORD@HOST:PORT`,
  ];
}

function refusedFault(
  proxy: ForwardProxy,
  identity: ServerIdentity,
  status: number,
  response: string,
): ConnectionFault {
  if (status === 504)
    return ["timeout", `the proxy timed out connecting to the server (${response})`, "is the server running?"];
  const [happened, advice] = refusedTunnel(status, response);
  return ["unreachable", happened, orExempt(advice, proxy, identity)];
}

/** The proxy opens no tunnel, by the status of its response. */
function refusedTunnel(status: number, response: string): readonly [happened: string, advice: string] {
  if (status === 403) return [`the proxy denied the connection (${response})`, "ask its administrator to allow it"];
  if (status === 502 || status === 503)
    return [
      `the proxy cannot reach the server (${response})`,
      "is the server running, and can the proxy resolve its name?",
    ];
  return [`the proxy opened no tunnel (${response})`, "is it a proxy, and does it allow CONNECT?"];
}

// NO_PROXY exempts only from a proxy of the environment: proxy-url counts for every server.
function orExempt(advice: string, { byEnvironment }: ForwardProxy, { server }: ServerIdentity): string {
  if (!byEnvironment) return advice;
  return `${advice}${advice.endsWith("?") ? "" : ";"} NO_PROXY can exempt ${new URL(server).hostname}`;
}

function withoutSecret(text: string, proxy: ForwardProxy): string {
  const proof = proxyAuthorization(proxy)["proxy-authorization"]?.replace("Basic ", "");
  const secrets = [proof, proxy.user?.password].filter((secret) => secret !== undefined && secret !== "");
  return secrets.reduce<string>((concealed, secret) => concealed.replaceAll(secret ?? "", "…"), text);
}

/** The error for a proxy that sent nothing, or what no proxy of its kind sends. */
export function notAProxyError(proxy: ForwardProxy, identity: ServerIdentity, happened: string): ConnectionError {
  return cannotConnect(identity, [
    "unreachable",
    `the proxy ${happened}`,
    `is ${proxyAddressText(proxy)} ${kinds[proxy.scheme]}?`,
  ]);
}

const kinds = { http: "an HTTP proxy", https: "an HTTP proxy with TLS", socks5: "a SOCKS5 proxy" } as const;

/** The error for a proxy that did not reach the server in time. */
export function proxyTimeoutError(identity: ServerIdentity, timeoutMs: number): ConnectionError {
  return cannotConnect(identity, [
    "timeout",
    `the proxy did not connect to the server within ${timeoutMs / 1000} s`,
    "is the server running, and can the proxy reach it?",
  ]);
}

/** The end of the error for a proxy that closed the connection before it sent anything. */
export const closedWithoutResponse = "closed the connection without a response";
