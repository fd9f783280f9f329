import { definedFields } from "../../model/defined-fields.ts";
import { ConnectionError, type ConnectionReason, hasErrorName } from "./errors.ts";
import { floods } from "./http2-flaws.ts";

/** The connection ended before the server responded. A GET may be sent again over a new one. */
export class BrokenConnection extends Error {
  override readonly name = "BrokenConnection";
  static override [Symbol.hasInstance]: (error: unknown) => boolean = hasErrorName("BrokenConnection");
}

/** The parts of an error message that name a server. */
export interface ServerIdentity {
  /** The address as in the kubeconfig, without credentials. */
  readonly server: string;
  /** The name or address that was looked up. */
  readonly host: string;
  /** The name that its certificate was checked against. Absent: `host`. */
  readonly certificateName?: string;
  /** The proxy on the way and where it is configured, without credentials. */
  readonly proxy?: string;
}

/** What happened to a connection, and what to do about it. */
export type ConnectionFault = readonly [reason: ConnectionReason, happened: string, advice?: string];

/** Sentences by the code of an error, or by the family of that code (`findFamily`). */
export type ErrorSentences = Readonly<Record<string, Sentence>>;

type Sentence = (identity: ServerIdentity, code: string) => ConnectionFault;

const checkNetwork = "check the network and the VPN";
const checkAddressAndNetwork = "check the address, the network and the VPN";

/**
 * The error for a failed connection. Its sentence says what was tried, on which server, what happened, and what to do.
 * An error that is no network error, such as one of this program, is returned unchanged.
 *
 * @param overrides sentences that replace the usual ones
 */
export function describeConnectionError(
  error: unknown,
  identity: ServerIdentity,
  overrides: ErrorSentences = {},
): unknown {
  if (error instanceof BrokenConnection && error.cause instanceof ConnectionError) return error.cause;
  const flood = findFlood(error);
  if (flood !== undefined) {
    const advice = "is it a Kubernetes API server, and is there a proxy or a load balancer in between?";
    return cannotConnect(identity, ["unreachable", `the server sends ${flood}`, advice], error);
  }
  const code = findCode(error);
  if (code === undefined) return error;
  const family = findFamily(code);
  const sentence = overrides[code] ?? overrides[family] ?? sentences[code] ?? sentences[family] ?? sentenceForOtherCode;
  return cannotConnect(identity, sentence(identity, code), error);
}

/** What the server flooded the client with. Undefined if that is not why `error` ended a response or a connection. */
export function findFlood(error: unknown): string | undefined {
  if (error instanceof BrokenConnection) return findFlood(error.cause);
  return Object.values<string>(floods).find((flood) => error instanceof Error && error.message === flood);
}

/** The error that a connection to a server failed. */
export function cannotConnect(
  { server, proxy }: ServerIdentity,
  [reason, happened, advice]: ConnectionFault,
  cause?: unknown,
): ConnectionError {
  const tried = `cannot connect to ${formatWay(server, proxy)}`;
  return new ConnectionError(happened, { reason, tried, ...definedFields({ advice }), cause });
}

/** The server, and the proxy on the way to it. */
function formatWay(server: string, proxy: string | undefined): string {
  return proxy === undefined ? server : `${server} through the proxy ${proxy}`;
}

/** The error for an http address that leads to a TLS port. */
export function tlsRequiredError({ server, host }: ServerIdentity): ConnectionError {
  return cannotConnect({ server, host }, [
    "unreachable",
    "the server requires TLS",
    "its address must begin with https://",
  ]);
}

/** The error for a server that took the request and did not respond in time. */
export function noResponseError(
  path: string,
  milliseconds: number,
  { server, proxy }: ServerIdentity,
): ConnectionError {
  const seconds = milliseconds / 1000;
  const pathWithoutQuery = path.replace(/\?.*/, "");
  return new ConnectionError(
    `no response from ${formatWay(server, proxy)} to GET ${pathWithoutQuery} within ${seconds} s`,
    {
      reason: "timeout",
      advice: "the server may be overloaded, or --request-timeout too short",
      brief: noResponseText(seconds),
    },
  );
}

/** What happened where a server did not respond in time. */
export function noResponseText(seconds: number): string {
  return `no response within ${seconds} s`;
}

/** The error for a connection that was not accepted in time. */
export function connectTimeoutError(milliseconds: number, identity: ServerIdentity): ConnectionError {
  return cannotConnect(identity, ["timeout", noResponseText(milliseconds / 1000), checkAddressAndNetwork]);
}

/** The usual sentences. */
const sentences: ErrorSentences = {
  ECONNREFUSED: () => makeRefusedFault(false),
  ENOTFOUND: ({ host }) => ["unreachable", `no such host as ${host}`, checkAddressAndNetwork],
  EAI_AGAIN: ({ host }) => ["unreachable", `the host name ${host} cannot be resolved now`, checkNetwork],
  ETIMEDOUT: () => ["timeout", "no response", checkAddressAndNetwork],
  EHOSTUNREACH: () => ["unreachable", "no route to the host", checkNetwork],
  ENETUNREACH: () => ["unreachable", "no route to its network", checkNetwork],
  ECONNRESET: () => makeClosedFault(false),
  EPIPE: () => makeClosedFault(false),
  untrusted: (_, code) => [
    "untrusted",
    `its certificate is signed by an authority that this context does not trust (${code})`,
    "check certificate-authority in the kubeconfig, or for a proxy in between",
  ],
  CERT_HAS_EXPIRED: () => [
    "untrusted",
    "its certificate has expired",
    "renew it on the server, and check this machine's clock",
  ],
  CERT_NOT_YET_VALID: () => ["untrusted", "its certificate is not valid yet", "check this machine's clock"],
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host, certificateName = host }) => [
    "untrusted",
    `its certificate is not valid for ${certificateName}`,
    "use a server name that is in the certificate, or set tls-server-name",
  ],
  ERR_TLS_COMMON_NAME_ONLY: () => [
    "untrusted",
    "its certificate has no subjectAltName, and the Common Name is ignored as in kubectl",
    "issue a server certificate with a subjectAltName",
  ],
  INVALID_PURPOSE: () => [
    "untrusted",
    "its certificate is not a server certificate (INVALID_PURPOSE)",
    "issue one with extendedKeyUsage serverAuth",
  ],
  "TLS alert": (_, code) => [
    "credentials",
    `the server rejected the client certificate in the TLS handshake (${code})`,
    "log in again, or renew the certificate",
  ],
  "HTTP/2": (_, code) => makeHttp2Fault(code, false),
  "not TLS": () => ["unreachable", "the server does not use TLS", "check the port, or begin the address with http://"],
};

/** Sentences for a server that has responded before. They do not ask whether it is an API server. */
export const sentencesAfterFirstResponse: ErrorSentences = {
  ECONNREFUSED: () => makeRefusedFault(true),
  ECONNRESET: () => makeClosedFault(true),
  EPIPE: () => makeClosedFault(true),
  "HTTP/2": (_, code) => makeHttp2Fault(code, true),
};

/** The sentence for a code without one of its own. */
const sentenceForOtherCode: Sentence = (_, code) => ["unreachable", code, "check the address and the network"];

function makeRefusedFault(hasResponded: boolean): ConnectionFault {
  const advice = hasResponded ? "is the server running?" : "is the server running, and is the address correct?";
  return ["unreachable", "connection refused", advice];
}

function makeClosedFault(hasResponded: boolean): ConnectionFault {
  const happened = "the server closed the connection without a response";
  return hasResponded ? ["unreachable", happened] : ["unreachable", happened, "is it a Kubernetes API server?"];
}

function makeHttp2Fault(code: string, hasResponded: boolean): ConnectionFault {
  const question = hasResponded ? "is there" : "is it a Kubernetes API server, and is there";
  return [
    "unreachable",
    `the server aborted the HTTP/2 connection (${code})`,
    `${question} a proxy or a load balancer in between?`,
  ];
}

/** Codes of OpenSSL for a server that does not use TLS, by a part of their text. */
const notTlsPattern = /WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST|UNKNOWN_PROTOCOL|UNEXPECTED_MESSAGE/;
/** Codes of OpenSSL for a certificate of an unknown authority. */
const untrustedPattern = /SELF_SIGNED|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)|CERT_(UNTRUSTED|SIGNATURE_FAILURE)/;
/** Codes of OpenSSL for a client certificate that the server rejects. */
const tlsAlertPattern = /ALERT.*(CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/;

/** The family of codes to which a code belongs, as a key of {@link ErrorSentences}. The code itself if it has no family. */
function findFamily(code: string): string {
  if (notTlsPattern.test(code)) return "not TLS";
  if (untrustedPattern.test(code)) return "untrusted";
  if (tlsAlertPattern.test(code)) return "TLS alert";
  return code.startsWith("ERR_HTTP2_") ? "HTTP/2" : code;
}

/** Codes of Node for its own errors, such as those about arguments, which are no network faults. */
const ownErrorPattern = /^ERR_(?!SSL|TLS|HTTP2_|STREAM|SOCKET|OSSL)/;

/**
 * The code of a network error. Of an AggregateError, which is thrown if all addresses of one name fail, it is the code of the
 * first error. Undefined for any other error.
 */
function findCode(error: unknown): string | undefined {
  if (error instanceof BrokenConnection) return findCode(error.cause) ?? "ECONNRESET";
  if (!(error instanceof Error)) return undefined;
  const { code, errors } = error as NodeJS.ErrnoException & { readonly errors?: readonly unknown[] };
  if (code === undefined) return findCode(errors?.[0]);
  return ownErrorPattern.test(code) ? undefined : code;
}
