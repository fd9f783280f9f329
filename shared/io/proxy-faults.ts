import { harmless } from "../render/safe.ts";
import type { ConnectionError, ConnectionReason } from "./errors.ts";
import { cannotConnect, type Party, type Sentences } from "./faults.ts";
import { type ForwardProxy, nameOf, proofFor, titleOf } from "./proxy.ts";

/** The proxy itself as the party that does not answer; its certificate is checked against tls-server-name where that is set. */
export function proxyParty(proxy: ForwardProxy, { server }: Party, servername: string | undefined): Party {
  return {
    server: `the proxy ${titleOf(proxy)} on the way to ${server}`,
    host: servername ?? proxy.host,
  };
}

/** Why there is no connection to the proxy itself, where that is not as with any server. */
export function proxySentences(proxy: ForwardProxy, party: Party): Sentences {
  return {
    ECONNREFUSED: () => [
      "unreachable",
      orExempt("connection refused; is the proxy running, and is this its address?", proxy, party),
    ],
    ENOTFOUND: ({ host }) => [
      "unreachable",
      orExempt(`no such host as ${host}; check the address and the network`, proxy, party),
    ],
    ECONNRESET: () => ["unreachable", "it closed the connection without an answer; is it a proxy of this kind?"],
    untrusted: (_, code) => [
      "untrusted",
      `its certificate is not signed by an authority that counts here (${code}); as with kubectl that is the cluster's certificate-authority where the context has one, so add the proxy's to it, or use an http:// proxy`,
    ],
    CERT_HAS_EXPIRED: () => [
      "untrusted",
      "its certificate has expired; ask who runs it for a new one, and check this machine's clock",
    ],
    ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) => [
      "untrusted",
      `its certificate is not for ${host}; use a name that it holds, and mind that tls-server-name counts for an https proxy too`,
    ],
    "not TLS": () => ["unreachable", "it does not speak TLS; should its address begin with http://?"],
  };
}

/** Why the proxy does not lead on to the server, by the status of its answer. */
export function refusal(
  proxy: ForwardProxy,
  party: Party,
  { status, words, offers }: { readonly status: number; readonly words: string; readonly offers: string },
): ConnectionError {
  const said = `${status} ${withoutSecret(harmless(words), proxy)}`.trim().slice(0, 200);
  const [reason, happened] = status === 407 ? unknownPerson(proxy, said, offers) : refused(proxy, party, status, said);
  return cannotConnect(party, reason, happened);
}

type Fault = readonly [reason: ConnectionReason, happened: string];

// Go, and so kubectl, proves itself to a proxy with Basic only.
function unknownPerson({ user, from }: ForwardProxy, said: string, offers: string): Fault {
  if (offers !== "" && !/\bbasic\b/i.test(offers)) {
    const ways = harmless(offers.replace(/[\s,].*/, "")).slice(0, 40);
    return [
      "credentials",
      `the proxy wants a log-in by ${ways} (${said}), and kubectl too knows only Basic; use another`,
    ];
  }
  if (user !== undefined) {
    return ["credentials", `the proxy does not accept the user and password of ${from} (${said}); correct them there`];
  }
  return [
    "credentials",
    `the proxy wants a user and a password (${said}); write them into ${from}, as in http://USER:PASSWORD@HOST:PORT`,
  ];
}

function refused(proxy: ForwardProxy, party: Party, status: number, said: string): Fault {
  if (status === 504) return ["timeout", `the proxy had no answer from the server in time (${said}); is it running?`];
  const happened =
    status === 403
      ? `the proxy forbids it (${said}); ask who runs it for leave`
      : status === 502 || status === 503
        ? `the proxy cannot reach the server (${said}); is it running, and known to the proxy?`
        : `the proxy opens no tunnel (${said}); is it one, and does it allow CONNECT?`;
  return ["unreachable", orExempt(happened, proxy, party)];
}

// What proxy-url says counts for every server.
function orExempt(happened: string, { byEnvironment }: ForwardProxy, { server }: Party): string {
  if (!byEnvironment) return happened;
  return `${happened}${happened.endsWith("?") ? "" : ";"} NO_PROXY can exempt ${new URL(server).hostname}`;
}

function withoutSecret(text: string, proxy: ForwardProxy): string {
  const proof = proofFor(proxy)["proxy-authorization"]?.replace("Basic ", "");
  const secrets = [proof, proxy.user?.password].filter((secret) => secret !== undefined && secret !== "");
  return secrets.reduce<string>((rest, secret) => rest.replaceAll(secret ?? "", "…"), text);
}

/** The proxy said something that no proxy of its kind says, or nothing. */
export function noProxyThere(proxy: ForwardProxy, party: Party, happened: string): ConnectionError {
  return cannotConnect(party, "unreachable", `the proxy ${happened}; is ${nameOf(proxy)} ${kinds[proxy.scheme]}?`);
}

const kinds = { http: "an HTTP proxy", https: "an HTTP proxy with TLS", socks5: "a SOCKS5 proxy" } as const;

/** The proxy took the question and did not lead on in time. */
export function tooLate(party: Party, milliseconds: number): ConnectionError {
  return cannotConnect(
    party,
    "timeout",
    `the proxy did not lead to the server within ${milliseconds / 1000} s; is the server running, and can the proxy reach it?`,
  );
}
