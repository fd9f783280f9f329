import { ConnectionError, type ConnectionReason, isCalled } from "./errors.ts";

/** The connection ended before the server had answered; a GET may be asked again over a new one. */
export class BrokenConnection extends Error {
  override readonly name = "BrokenConnection";
  static override [Symbol.hasInstance]: (error: unknown) => boolean = isCalled("BrokenConnection");
}

/** What an error message may say about a server. */
export interface Party {
  /** As in the kubeconfig, without credentials. */
  readonly server: string;
  /** The name that its certificate was checked against. */
  readonly host: string;
  /** The proxy on the way and where it is written, without credentials. */
  readonly proxy?: string;
}

/**
 * Why no connection came about, as one sentence: what was tried, on which server, what happened, what to do. An error
 * that no network makes, ours for instance, comes back as it is. What stands in `own` is said instead of the usual.
 */
export function faultOf(error: unknown, party: Party, own: Sentences = {}): unknown {
  if (error instanceof BrokenConnection && error.cause instanceof ConnectionError) return error.cause;
  const code = codeOf(error);
  if (code === undefined) return error;
  const family = familyOf(code);
  const known = own[code] ?? own[family] ?? sentences[code] ?? sentences[family] ?? otherwise;
  const [reason, happened] = known(party, code);
  return cannotConnect(party, reason, happened, error);
}

/** The sentence for whatever kept us from a server. */
export function cannotConnect(
  party: Party,
  reason: ConnectionReason,
  happened: string,
  cause?: unknown,
): ConnectionError {
  return new ConnectionError(`cannot connect to ${wayTo(party)}: ${happened}`, { reason, cause });
}

/** An http address that leads to a TLS port. */
export function tlsWanted({ server }: Party): ConnectionError {
  return new ConnectionError(`cannot ask ${server}: it wants TLS; its address must begin with https://`, {
    reason: "unreachable",
  });
}

/** The server took the question and gave no answer in time. */
export function noAnswer(path: string, milliseconds: number, party: Party): ConnectionError {
  return new ConnectionError(
    `no answer from ${wayTo(party)} to GET ${path.replace(/\?.*/, "")} within ${milliseconds / 1000} s; is the server overloaded, or the time-out too short?`,
    { reason: "timeout" },
  );
}

/** Nobody took the connection in time. */
export function noConnection(milliseconds: number, party: Party): ConnectionError {
  return cannotConnect(
    party,
    "timeout",
    `no answer within ${milliseconds / 1000} s; check the address, the network and the VPN`,
  );
}

function wayTo({ server, proxy }: Party): string {
  return proxy === undefined ? server : `${server} through the proxy ${proxy}`;
}

/** Sentences by the code of an error or by the family of codes that it belongs to. */
export type Sentences = Readonly<Record<string, Sentence>>;

type Sentence = (party: Party, code: string) => readonly [reason: ConnectionReason, happened: string];

const untrusted: Sentence = (_, code) => [
  "untrusted",
  `its certificate is not signed by an authority that this context trusts (${code}); check certificate-authority in the kubeconfig, or whether a proxy stands between`,
];

const sentences: Sentences = {
  ECONNREFUSED: () => ["unreachable", "connection refused; is the server running, and is this its address?"],
  ENOTFOUND: ({ host }) => ["unreachable", `no such host as ${host}; check the address, the network and the VPN`],
  EAI_AGAIN: ({ host }) => ["unreachable", `the name ${host} cannot be looked up now; check the network and the VPN`],
  ETIMEDOUT: () => ["timeout", "no answer; check the address, the network and the VPN"],
  EHOSTUNREACH: () => ["unreachable", "no route to the host; check the network and the VPN"],
  ENETUNREACH: () => ["unreachable", "no route to its network; check the network and the VPN"],
  ECONNRESET: () => ["unreachable", "it closed the connection without an answer; is it a Kubernetes API server?"],
  EPIPE: () => ["unreachable", "it closed the connection without an answer; is it a Kubernetes API server?"],
  untrusted,
  CERT_HAS_EXPIRED: () => [
    "untrusted",
    "its certificate has expired; renew it on the server, and check this machine's clock",
  ],
  CERT_NOT_YET_VALID: () => ["untrusted", "its certificate is not valid yet; check this machine's clock"],
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) => [
    "untrusted",
    `its certificate is not for ${host}; use a name that it holds as the server, or set tls-server-name`,
  ],
  ERR_TLS_COMMON_NAME_ONLY: () => [
    "untrusted",
    "its certificate has no subjectAltName, and with kubectl too its Common Name does not count; give the server one that names it there",
  ],
  INVALID_PURPOSE: () => [
    "untrusted",
    "its certificate is not made for servers (INVALID_PURPOSE); give the server one whose extendedKeyUsage has serverAuth",
  ],
  "TLS alert": (_, code) => [
    "credentials",
    `it refuses our client certificate in the TLS handshake (${code}); log in again, or renew the certificate`,
  ],
  "HTTP/2": (_, code) => [
    "unreachable",
    `it broke off the HTTP/2 connection (${code}); is it a Kubernetes API server, and does a proxy or a load balancer stand between?`,
  ],
  "not TLS": () => [
    "unreachable",
    "it does not speak TLS; is this its port, and should the address begin with http://?",
  ],
};

/** Of a server that has answered before nobody need ask what it is. */
export const onceAnswered: Sentences = {
  ECONNREFUSED: () => ["unreachable", "connection refused; is the server running?"],
  ECONNRESET: () => ["unreachable", "it closed the connection without an answer"],
  EPIPE: () => ["unreachable", "it closed the connection without an answer"],
  "HTTP/2": (_, code) => [
    "unreachable",
    `it broke off the HTTP/2 connection (${code}); does a proxy or a load balancer stand between?`,
  ],
};

const otherwise: Sentence = (_, code) => ["unreachable", `${code}; check the address and the network`];

function familyOf(code: string): string {
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST|UNKNOWN_PROTOCOL|UNEXPECTED_MESSAGE/.test(code))
    return "not TLS";
  if (/SELF_SIGNED|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)|CERT_(UNTRUSTED|SIGNATURE_FAILURE)/.test(code))
    return "untrusted";
  if (/ALERT.*(CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/.test(code)) return "TLS alert";
  if (code.startsWith("ERR_HTTP2_")) return "HTTP/2";
  return code;
}

// Several addresses of one name fail as one AggregateError; Node's own complaints about arguments are no network faults.
function codeOf(error: unknown): string | undefined {
  if (error instanceof BrokenConnection) return codeOf(error.cause) ?? "ECONNRESET";
  if (!(error instanceof Error)) return undefined;
  const { code, errors } = error as NodeJS.ErrnoException & { readonly errors?: readonly unknown[] };
  if (code === undefined) return codeOf(errors?.[0]);
  return /^ERR_(?!SSL|TLS|HTTP2_|STREAM|SOCKET|OSSL)/.test(code) ? undefined : code;
}
