import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { definedFields } from "../../../model/defined-fields.ts";
import { parseJson, valueAt } from "../../../parse/json-value.ts";
import {
  connectTimeoutError,
  describeConnectionError,
  type ErrorSentences,
  type ServerIdentity,
} from "../../errors/connection-faults.ts";
import { ConnectionError } from "../../errors/errors.ts";
import type { PemMaterial } from "../../kubeconfig/entries.ts";
import { proxyFor } from "../../proxy/choose-proxy.ts";
import { dialForHttp1 } from "../../proxy/dial.ts";
import { proxyTitle } from "../../proxy/forward-proxy.ts";
import { startDeadline } from "../../socket/deadline.ts";
import { loadPem, type TlsMaterial, tlsTrusting } from "../../socket/tls.ts";
import { urlHost, urlPort } from "../../socket/url-host.ts";
import { createBodyCollector } from "../../transport/response-body.ts";
import type { CredentialEnvironment } from "../credential-environment.ts";

/** The most bytes of a response. Tokens and metadata have some thousand. */
const maxBodyBytes = 2 ** 20;

/** Milliseconds for one request, where the user sets no time-out. */
const usualTimeoutMs = 30_000;

/** The two tokens of a login by OpenID Connect. */
interface OidcTokens {
  readonly idToken: string;
  /** Absent: the refresh-token that was used stays valid. */
  readonly refreshToken?: string;
}

/** The issuer of an OpenID Connect login, and the client id and secret for it. */
export interface TokenIssuer {
  readonly url: string;
  readonly clientId: string;
  readonly secret?: string;
  /** Absent: the authorities that this machine trusts. */
  readonly authority?: PemMaterial;
  /** The name of the user entry in messages: `user "dev" of /home/dev/.kube/config`. */
  readonly user: string;
}

/**
 * A new id-token for `refreshToken`: OpenID Connect discovery, then the refresh grant of RFC 6749, section 6
 * (client-go, plugin/pkg/client/auth/oidc/oidc.go). Only https is used, and errors never contain a token.
 * @param title the name of the id-token in errors: `the oidc token of user "dev" of /home/dev/.kube/config`
 * @throws InputError where the authority cannot be read; ConnectionError where the issuer returns no token.
 */
export async function refreshTokens(
  issuer: TokenIssuer,
  refreshToken: string,
  title: string,
  environment: CredentialEnvironment,
): Promise<OidcTokens> {
  const authorityTitle = `idp-certificate-authority of ${issuer.user}`;
  const tls = tlsTrusting(loadPem(issuer.authority, authorityTitle), authorityTitle);
  const metadataAddress = `${issuer.url.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const metadata = await sendToIssuer({ address: metadataAddress }, tls, title, environment);
  const endpoint = valueAt(metadata.body, "token_endpoint");
  if (metadata.status !== 200 || typeof endpoint !== "string") {
    const happened = `the response is ${metadata.status} without a token_endpoint; is this the issuer?`;
    throw renewalError(title, issuer.url, happened);
  }
  const grant = { grant_type: "refresh_token", refresh_token: refreshToken };
  let response: IssuerResponse = { status: 0, body: undefined };
  for (const { authorization, form } of listClientAuthentications(issuer)) {
    const request = { address: endpoint, form: { ...grant, ...form }, ...definedFields({ authorization }) };
    response = await sendToIssuer(request, tls, title, environment);
    if (response.status === 200) break;
  }
  const idToken = valueAt(response.body, "id_token");
  const nextRefreshToken = valueAt(response.body, "refresh_token");
  if (response.status !== 200) {
    const code = readErrorCode(response.body);
    const codeText = code === undefined ? "" : ` (${code})`;
    throw renewalError(title, endpoint, `the response is ${response.status}${codeText}; log in again`);
  }
  if (typeof idToken !== "string") {
    throw renewalError(title, endpoint, "the response has no id_token; log in again with the scope openid");
  }
  if (typeof nextRefreshToken !== "string" || nextRefreshToken === "") return { idToken };
  return { idToken, refreshToken: nextRefreshToken };
}

/** How the client authenticates beside the grant itself. */
type ClientAuthentication = Pick<IssuerRequest, "authorization" | "form">;

/**
 * How the client may authenticate, in the order in which Go's oauth2 tries it: by the header, then by the form
 * (AuthStyleAutoDetect). A client without a secret uses only the form.
 */
function listClientAuthentications({ clientId, secret }: TokenIssuer): readonly ClientAuthentication[] {
  if (secret === undefined) return [{ form: { client_id: clientId } }];
  const userInfo = `${encodeFormValue(clientId)}:${encodeFormValue(secret)}`;
  const inHeader = { authorization: `Basic ${Buffer.from(userInfo).toString("base64")}` };
  const inForm = { form: { client_id: clientId, client_secret: secret } };
  return [inHeader, inForm];
}

/** `a b` -> `a+b`, as a form encodes a value (RFC 6749, appendix B). */
function encodeFormValue(value: string): string {
  return new URLSearchParams({ "": value }).toString().slice(1);
}

/** The error code of RFC 6749. The description is omitted, because it may repeat what was sent. Undefined without a code. */
function readErrorCode(body: unknown): string | undefined {
  const code = valueAt(body, "error");
  return typeof code === "string" && /^[a-z_]{1,40}$/.test(code) ? code : undefined;
}

function renewalError(title: string, address: string, happened: string): ConnectionError {
  const origin = URL.parse(address)?.origin ?? "its address";
  return new ConnectionError(`${title} cannot be renewed at ${origin}: ${happened}`, { reason: "credentials" });
}

/** One request to an issuer of OpenID Connect. */
interface IssuerRequest {
  readonly address: string;
  readonly authorization?: string;
  /** The fields to POST. Absent: the request is a GET. */
  readonly form?: Readonly<Record<string, string>>;
}

/** The response of an issuer. */
interface IssuerResponse {
  readonly status: number;
  /** Undefined where the body is no JSON, or larger than {@link maxBodyBytes}. */
  readonly body: unknown;
}

/**
 * Sends a request to an issuer through the proxies of the environment, as Go's transport does. A proxy of the
 * kubeconfig is not used.
 * @param title the name in errors of what is to be renewed.
 * @throws ConnectionError where the address is not https, or there is no response in time; InputError where a proxy
 * variable holds no address.
 */
async function sendToIssuer(
  issuerRequest: IssuerRequest,
  tls: TlsMaterial,
  title: string,
  { env, requestTimeout }: CredentialEnvironment,
): Promise<IssuerResponse> {
  const url = URL.parse(issuerRequest.address);
  if (url?.protocol !== "https:") throw renewalError(title, issuerRequest.address, "the issuer is not an https URL");
  const host = urlHost(url);
  const proxy = await proxyFor(url, undefined, env);
  const identity: ServerIdentity = {
    server: url.origin,
    host,
    ...definedFields({ proxy: proxy && proxyTitle(proxy) }),
  };
  const timeoutMs = requestTimeout || usualTimeoutMs;
  const deadline = startDeadline(timeoutMs, undefined);
  const { signal } = deadline;
  const target = { host, port: urlPort(url), tls, identity, timeoutMs, signal };
  try {
    const socket = await dialForHttp1({ ...target, ...definedFields({ proxy }) });
    return await sendOver(socket, url, issuerRequest, signal);
  } catch (error) {
    const fault = deadline.isOver()
      ? connectTimeoutError(timeoutMs, identity)
      : describeConnectionError(error, identity, sentences);
    if (!(fault instanceof ConnectionError)) throw fault;
    throw new ConnectionError(fault.message, {
      reason: fault.reason,
      tried: `${title} cannot be renewed`,
      brief: `${title} cannot be renewed: ${fault.brief}`,
      cause: error,
    });
  } finally {
    deadline.clear();
  }
}

// An issuer is no API server, and other kubeconfig fields decide whether it is trusted.
const sentences: ErrorSentences = {
  untrusted: (_, code) => [
    "untrusted",
    `its certificate is signed by an untrusted authority (${code})`,
    "check idp-certificate-authority in the kubeconfig, or for a proxy in between",
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) => [
    "untrusted",
    `its certificate is not valid for ${host}`,
    "set idp-issuer-url to a name in the certificate",
  ],
  ECONNRESET: () => ["unreachable", "the connection was closed without a response", "is this the issuer?"],
};

async function sendOver(
  socket: Socket,
  { host, pathname, search }: URL,
  { authorization, form }: IssuerRequest,
  signal: AbortSignal,
): Promise<IssuerResponse> {
  const headers = {
    host,
    accept: "application/json",
    ...definedFields({ authorization }),
    ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
  };
  const method = form === undefined ? "GET" : "POST";
  const outgoing = request({ createConnection: () => socket, method, path: pathname + search, headers, signal });
  // An error after the response has begun makes reading it fail, so that it needs no handling here.
  outgoing.on("error", () => {}).end(form && new URLSearchParams(form).toString());
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  const collector = createBodyCollector({ limit: maxBodyBytes });
  for await (const chunk of response) if (!collector.add(chunk)) break;
  const { body } = collector.finish({ isComplete: response.complete });
  return { status: response.statusCode ?? 0, body: parseJson(body.toString()) };
}
