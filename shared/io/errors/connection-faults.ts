import {
  brokenHttp2Text,
  cannotConnectText,
  clientCertificateRefusedText,
  closedByServerText,
  commonNameOnlyText,
  connectionRefusedText,
  expiredCertificateText,
  floodText,
  futureCertificateText,
  lateAnswerText,
  lateConnectionText,
  noHostRouteText,
  noNetworkRouteText,
  noTlsText,
  otherFailureText,
  silentServerText,
  tlsWantedText,
  unknownHostText,
  unresolvedHostText,
  untrustedServerText,
  wrongPurposeText,
  wrongServerNameText,
} from "../../render/words/connection/connection-errors.ts";
import { floods } from "../../render/words/connection/http2.ts";
import { ConnectionError, type ConnectionReason, isCalled } from "./errors.ts";

/** The connection ended before the server responded. A GET may be sent again over a new one. */
export class BrokenConnection extends Error {
  override readonly name = "BrokenConnection";
  static override [Symbol.hasInstance]: (error: unknown) => boolean = isCalled("BrokenConnection");
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
 * An error that is no network error, such as one of this program, is returned unchanged. `own` overrides the usual
 * sentences.
 */
export function describeConnectionError(error: unknown, party: ServerIdentity, own: ErrorSentences = {}): unknown {
  if (error instanceof BrokenConnection && error.cause instanceof ConnectionError) return error.cause;
  const flood = floodOf(error);
  if (flood !== undefined) return cannotConnect(party, "unreachable", floodText(flood), error);
  const code = codeOf(error);
  if (code === undefined) return error;
  const family = familyOf(code);
  const known = own[code] ?? own[family] ?? sentences[code] ?? sentences[family] ?? otherwise;
  const [reason, happened] = known(party, code);
  return cannotConnect(party, reason, happened, error);
}

/** What the server flooded the client with, where that is why `error` ended a response or a connection. */
export function floodOf(error: unknown): string | undefined {
  if (error instanceof BrokenConnection) return floodOf(error.cause);
  return Object.values<string>(floods).find((flood) => error instanceof Error && error.message === flood);
}

/** The error that a connection to a server failed, for the reason that `happened` states. */
export function cannotConnect(
  { server, proxy }: ServerIdentity,
  reason: ConnectionReason,
  happened: string,
  cause?: unknown,
): ConnectionError {
  return new ConnectionError(cannotConnectText(server, proxy, happened), { reason, cause });
}

/** The error for an http address that leads to a TLS port. */
export function tlsWanted({ server }: ServerIdentity): ConnectionError {
  return new ConnectionError(tlsWantedText(server), { reason: "unreachable" });
}

/** The error for a server that took the request and did not respond in time. */
export function noAnswer(path: string, milliseconds: number, { server, proxy }: ServerIdentity): ConnectionError {
  const message = lateAnswerText(server, proxy, path.replace(/\?.*/, ""), milliseconds / 1000);
  return new ConnectionError(message, { reason: "timeout" });
}

/** The error for a connection that was not accepted in time. */
export function noConnection(milliseconds: number, party: ServerIdentity): ConnectionError {
  return cannotConnect(party, "timeout", lateConnectionText(milliseconds / 1000));
}

/** Sentences by the code of an error, or by the family of that code. */
export type ErrorSentences = Readonly<Record<string, Sentence>>;

type Sentence = (party: ServerIdentity, code: string) => readonly [reason: ConnectionReason, happened: string];

const sentences: ErrorSentences = {
  ECONNREFUSED: () => ["unreachable", connectionRefusedText(false)],
  ENOTFOUND: ({ host }) => ["unreachable", unknownHostText(host)],
  EAI_AGAIN: ({ host }) => ["unreachable", unresolvedHostText(host)],
  ETIMEDOUT: () => ["timeout", silentServerText],
  EHOSTUNREACH: () => ["unreachable", noHostRouteText],
  ENETUNREACH: () => ["unreachable", noNetworkRouteText],
  ECONNRESET: () => ["unreachable", closedByServerText(false)],
  EPIPE: () => ["unreachable", closedByServerText(false)],
  untrusted: (_, code) => ["untrusted", untrustedServerText(code)],
  CERT_HAS_EXPIRED: () => ["untrusted", expiredCertificateText],
  CERT_NOT_YET_VALID: () => ["untrusted", futureCertificateText],
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host, certificateName = host }) => [
    "untrusted",
    wrongServerNameText(certificateName),
  ],
  ERR_TLS_COMMON_NAME_ONLY: () => ["untrusted", commonNameOnlyText],
  INVALID_PURPOSE: () => ["untrusted", wrongPurposeText],
  "TLS alert": (_, code) => ["credentials", clientCertificateRefusedText(code)],
  "HTTP/2": (_, code) => ["unreachable", brokenHttp2Text(code, false)],
  "not TLS": () => ["unreachable", noTlsText],
};

/** Sentences for a server that has responded before. They do not ask whether it is an API server. */
export const messagesAfterFirstAnswer: ErrorSentences = {
  ECONNREFUSED: () => ["unreachable", connectionRefusedText(true)],
  ECONNRESET: () => ["unreachable", closedByServerText(true)],
  EPIPE: () => ["unreachable", closedByServerText(true)],
  "HTTP/2": (_, code) => ["unreachable", brokenHttp2Text(code, true)],
};

const otherwise: Sentence = (_, code) => ["unreachable", otherFailureText(code)];

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
