import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import {
  describeConnectionError,
  type ErrorSentences,
  noConnection,
  type ServerIdentity,
} from "../../errors/connection-faults.ts";
import { ConnectionError } from "../../errors/errors.ts";
import { proxyFor } from "../../proxy/choose-proxy.ts";
import { dialForHttp1 } from "../../proxy/dial.ts";
import { proxyTitle } from "../../proxy/forward-proxy.ts";
import { startDeadline } from "../../socket/deadline.ts";
import type { TlsMaterial } from "../../socket/tls.ts";
import { urlHost, urlPort } from "../../socket/url-host.ts";
import { bodyParts } from "../../transport/channel.ts";
import type { CredentialEnvironment } from "../credential-environment.ts";

/** One request to an issuer of OpenID Connect. */
export interface IssuerQuestion {
  /** An https URL. */
  readonly address: string;
  readonly authorization?: string;
  /** The fields to POST. Absent: the request is a GET. */
  readonly form?: Readonly<Record<string, string>>;
}

/** The response of an issuer. */
export interface IssuerResponse {
  readonly status: number;
  /** Undefined where the body is no JSON, or larger than {@link mostBytes}. */
  readonly body: unknown;
}

const mostBytes = 2 ** 20;

/**
 * Sends a request to an issuer through the proxies of the environment, as Go's transport does. A proxy of the
 * kubeconfig is not used.
 * @param title the name in errors of what is to be renewed.
 * @throws ConnectionError where there is no response in time; InputError where a proxy variable holds no address.
 */
export async function askIssuer(
  question: IssuerQuestion,
  tls: TlsMaterial,
  title: string,
  { env, requestTimeout }: CredentialEnvironment,
): Promise<IssuerResponse> {
  const url = new URL(question.address);
  const host = urlHost(url);
  const proxy = await proxyFor(url, undefined, env);
  const party: ServerIdentity = { server: url.origin, host, ...(proxy !== undefined && { proxy: proxyTitle(proxy) }) };
  const milliseconds = requestTimeout || 30_000;
  const deadline = startDeadline(milliseconds, undefined);
  const { signal } = deadline;
  const to = { host, port: urlPort(url), tls, party, milliseconds, signal };
  try {
    const socket = await dialForHttp1({ ...to, ...(proxy !== undefined && { proxy }) });
    return await answerOver(socket, url, question, signal);
  } catch (error) {
    const fault = deadline.isOver()
      ? noConnection(milliseconds, party)
      : describeConnectionError(error, party, sentences);
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

async function answerOver(
  socket: Socket,
  { host, pathname, search }: URL,
  { authorization, form }: IssuerQuestion,
  signal: AbortSignal,
): Promise<IssuerResponse> {
  const headers = {
    host,
    accept: "application/json",
    ...(authorization !== undefined && { authorization }),
    ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
  };
  const method = form === undefined ? "GET" : "POST";
  const asking = request({ createConnection: () => socket, method, path: pathname + search, headers, signal });
  // An error after the response has begun makes reading it fail, so that it needs no handling here.
  asking.on("error", () => {}).end(form && new URLSearchParams(form).toString());
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  const parts = bodyParts({ limit: mostBytes });
  for await (const chunk of answer) if (!parts.add(chunk)) break;
  return { status: answer.statusCode ?? 0, body: jsonIn(parts.done(answer.complete).body) };
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
