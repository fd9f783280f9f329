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

/**
 * The error for a failed connection. Its sentence says what was tried, on which server, what happened, and what to do.
 * An error that is no network error, such as one of this program, is returned unchanged. `overrides` replace the usual
 * sentences.
 */
export function describeConnectionError(
  error: unknown,
  identity: ServerIdentity,
  overrides: ErrorSentences = {},
): unknown {
  if (error instanceof BrokenConnection && error.cause instanceof ConnectionError) return error.cause;
  const flood = floodOf(error);
  if (flood !== undefined)
    return cannotConnect(
      identity,
      [
        "unreachable",
        `the server sends ${flood}`,
        "is it a Kubernetes API server, and is there a proxy or a load balancer in between?",
      ],
      error,
    );
  const code = codeOf(error);
  if (code === undefined) return error;
  const family = familyOf(code);
  const known = overrides[code] ?? overrides[family] ?? sentences[code] ?? sentences[family] ?? otherFault;
  return cannotConnect(identity, known(identity, code), error);
}

/** What the server flooded the client with, where that is why `error` ended a response or a connection. */
export function floodOf(error: unknown): string | undefined {
  if (error instanceof BrokenConnection) return floodOf(error.cause);
  return Object.values<string>(floods).find((flood) => error instanceof Error && error.message === flood);
}

/** What happened to a connection, and what to do about it. */
export type ConnectionFault = readonly [reason: ConnectionReason, happened: string, advice?: string];

/** The error that a connection to a server failed. */
export function cannotConnect(
  { server, proxy }: ServerIdentity,
  [reason, happened, advice]: ConnectionFault,
  cause?: unknown,
): ConnectionError {
  const tried = `cannot connect to ${wayTitle(server, proxy)}`;
  return new ConnectionError(happened, { reason, tried, ...definedFields({ advice }), cause });
}

function wayTitle(server: string, proxy: string | undefined): string {
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
  return new ConnectionError(
    `no response from ${wayTitle(server, proxy)} to GET ${path.replace(/\?.*/, "")} within ${seconds} s`,
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
  return cannotConnect(identity, ["timeout", noResponseText(milliseconds / 1000), checkAll]);
}

const checkAll = "check the address, the network and the VPN";

/** Sentences by the code of an error, or by the family of that code. */
export type ErrorSentences = Readonly<Record<string, Sentence>>;

type Sentence = (identity: ServerIdentity, code: string) => ConnectionFault;

const checkNetwork = "check the network and the VPN";

const sentences: ErrorSentences = {
  ECONNREFUSED: () => connectionRefused(false),
  ENOTFOUND: ({ host }) => ["unreachable", `no such host as ${host}`, checkAll],
  EAI_AGAIN: ({ host }) => ["unreachable", `the host name ${host} cannot be resolved now`, checkNetwork],
  ETIMEDOUT: () => ["timeout", "no response", checkAll],
  EHOSTUNREACH: () => ["unreachable", "no route to the host", checkNetwork],
  ENETUNREACH: () => ["unreachable", "no route to its network", checkNetwork],
  ECONNRESET: () => closedByServer(false),
  EPIPE: () => closedByServer(false),
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
  "HTTP/2": (_, code) => brokenHttp2(code, false),
  "not TLS": () => ["unreachable", "the server does not use TLS", "check the port, or begin the address with http://"],
};

/** Sentences for a server that has responded before. They do not ask whether it is an API server. */
export const sentencesAfterFirstResponse: ErrorSentences = {
  ECONNREFUSED: () => connectionRefused(true),
  ECONNRESET: () => closedByServer(true),
  EPIPE: () => closedByServer(true),
  "HTTP/2": (_, code) => brokenHttp2(code, true),
};

function connectionRefused(hasResponded: boolean): ConnectionFault {
  const advice = hasResponded ? "is the server running?" : "is the server running, and is the address correct?";
  return ["unreachable", "connection refused", advice];
}

function closedByServer(hasResponded: boolean): ConnectionFault {
  const happened = "the server closed the connection without a response";
  return hasResponded ? ["unreachable", happened] : ["unreachable", happened, "is it a Kubernetes API server?"];
}

function brokenHttp2(code: string, hasResponded: boolean): ConnectionFault {
  const question = hasResponded ? "is there" : "is it a Kubernetes API server, and is there";
  return [
    "unreachable",
    `the server aborted the HTTP/2 connection (${code})`,
    `${question} a proxy or a load balancer in between?`,
  ];
}

const otherFault: Sentence = (_, code) => ["unreachable", `${code}`, "check the address and the network"];

function familyOf(code: string): string {
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST|UNKNOWN_PROTOCOL|UNEXPECTED_MESSAGE/.test(code))
    return "not TLS";
  if (/SELF_SIGNED|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)|CERT_(UNTRUSTED|SIGNATURE_FAILURE)/.test(code))
    return "untrusted";
  if (/ALERT.*(CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/.test(code)) return "TLS alert";
  if (code.startsWith("ERR_HTTP2_")) return "HTTP/2";
  return code;
}

// The addresses of one name fail as one AggregateError. Node's own errors about arguments are no network faults.
function codeOf(error: unknown): string | undefined {
  if (error instanceof BrokenConnection) return codeOf(error.cause) ?? "ECONNRESET";
  if (!(error instanceof Error)) return undefined;
  const { code, errors } = error as NodeJS.ErrnoException & { readonly errors?: readonly unknown[] };
  if (code === undefined) return codeOf(errors?.[0]);
  return /^ERR_(?!SSL|TLS|HTTP2_|STREAM|SOCKET|OSSL)/.test(code) ? undefined : code;
}
