import { sanitizeLine } from "../../characters/sanitize.ts";
import {
  expiredProxyCertificate,
  misnamedProxyText,
  missingProxyUserText,
  noProxyThereText,
  proxyClosedConnection,
  proxyOnTheWayText,
  proxyRefusesConnections,
  proxyTooLateText,
  proxyWithoutTls,
  refusedTunnelText,
  rejectedProxyUserText,
  silentServerBehindProxyText,
  unknownProxyHostText,
  unsupportedProxyLoginText,
  untrustedProxyText,
  withExemptionText,
} from "../../render/words/connection/proxy.ts";
import { cannotConnect, type ErrorSentences, type ServerIdentity } from "../errors/connection-faults.ts";
import type { ConnectionError, ConnectionReason } from "../errors/errors.ts";
import { type ForwardProxy, proofFor, proxyAddressText, proxyTitle } from "./forward-proxy.ts";

/** The proxy itself as the {@link ServerIdentity} of an error. Its certificate is checked against a tls-server-name, if set. */
export function proxyParty(
  proxy: ForwardProxy,
  { server }: ServerIdentity,
  servername: string | undefined,
): ServerIdentity {
  return {
    server: proxyOnTheWayText(proxyTitle(proxy), server),
    host: proxy.host,
    ...(servername !== undefined && { certificateName: servername }),
  };
}

/** Sentences for a failed connection to the proxy itself, where they differ from those for a server. */
export function proxySentences(proxy: ForwardProxy, party: ServerIdentity): ErrorSentences {
  return {
    ECONNREFUSED: () => ["unreachable", orExempt(proxyRefusesConnections, proxy, party)],
    ENOTFOUND: ({ host }) => ["unreachable", orExempt(unknownProxyHostText(host), proxy, party)],
    ECONNRESET: () => ["unreachable", proxyClosedConnection],
    untrusted: (_, code) => ["untrusted", untrustedProxyText(code)],
    CERT_HAS_EXPIRED: () => ["untrusted", expiredProxyCertificate],
    ERR_TLS_CERT_ALTNAME_INVALID: ({ host, certificateName = host }) => [
      "untrusted",
      misnamedProxyText(certificateName),
    ],
    "not TLS": () => ["unreachable", proxyWithoutTls],
  };
}

/** The error for a proxy that refuses the way to the server, by the status of its response. */
export function proxyRefusal(
  proxy: ForwardProxy,
  party: ServerIdentity,
  { status, words, offers }: { readonly status: number; readonly words: string; readonly offers: string },
): ConnectionError {
  const response = `${status} ${withoutSecret(sanitizeLine(words), proxy)}`.trim().slice(0, 200);
  const [reason, happened] =
    status === 407 ? unknownPerson(proxy, response, offers) : refused(proxy, party, status, response);
  return cannotConnect(party, reason, happened);
}

type Fault = readonly [reason: ConnectionReason, happened: string];

// Go, and so kubectl, authenticates to a proxy with Basic only.
function unknownPerson({ user, from }: ForwardProxy, response: string, offers: string): Fault {
  if (offers !== "" && !/\bbasic\b/i.test(offers)) {
    const ways = sanitizeLine(offers.replace(/[\s,].*/, "")).slice(0, 40);
    return ["credentials", unsupportedProxyLoginText(ways, response)];
  }
  if (user !== undefined) {
    return ["credentials", rejectedProxyUserText(from, response)];
  }
  return ["credentials", missingProxyUserText(from, response)];
}

function refused(proxy: ForwardProxy, party: ServerIdentity, status: number, response: string): Fault {
  if (status === 504) return ["timeout", silentServerBehindProxyText(response)];
  return ["unreachable", orExempt(refusedTunnelText(status, response), proxy, party)];
}

// NO_PROXY exempts only from a proxy of the environment: proxy-url counts for every server.
function orExempt(happened: string, { byEnvironment }: ForwardProxy, { server }: ServerIdentity): string {
  return byEnvironment ? withExemptionText(happened, new URL(server).hostname) : happened;
}

function withoutSecret(text: string, proxy: ForwardProxy): string {
  const proof = proofFor(proxy)["proxy-authorization"]?.replace("Basic ", "");
  const secrets = [proof, proxy.user?.password].filter((secret) => secret !== undefined && secret !== "");
  return secrets.reduce<string>((rest, secret) => rest.replaceAll(secret ?? "", "…"), text);
}

/** The error for a proxy that sent nothing, or what no proxy of its kind sends. */
export function noProxyThere(proxy: ForwardProxy, party: ServerIdentity, happened: string): ConnectionError {
  return cannotConnect(party, "unreachable", noProxyThereText(happened, proxyAddressText(proxy), proxy.scheme));
}

/** The error for a proxy that did not reach the server in time. */
export function tooLate(party: ServerIdentity, milliseconds: number): ConnectionError {
  return cannotConnect(party, "timeout", proxyTooLateText(milliseconds));
}
