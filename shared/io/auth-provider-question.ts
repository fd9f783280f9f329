import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { bodyParts } from "./channel.ts";
import { deadlineOf } from "./deadline.ts";
import { dial } from "./dial.ts";
import { ConnectionError } from "./errors.ts";
import { faultOf, noConnection, type Party, type Sentences } from "./faults.ts";
import { proxyFor, titleOf } from "./proxy.ts";
import type { Surroundings } from "./surroundings.ts";
import type { TlsMaterial } from "./tls-material.ts";
import { hostOf, portOf } from "./url-ends.ts";

/** One question to an issuer of OpenID Connect. */
export interface IssuerQuestion {
  /** An https URL. */
  readonly address: string;
  readonly authorization?: string;
  /** What is posted; absent: nothing, and it is a GET. */
  readonly form?: Readonly<Record<string, string>>;
}

/** What an issuer said. */
export interface Said {
  readonly status: number;
  /** Undefined where it is no JSON, or larger than {@link mostBytes}. */
  readonly body: unknown;
}

const mostBytes = 2 ** 20;

/**
 * Asks an issuer by the proxies of the environment, as Go's transport does, and never by those of the kubeconfig.
 * @param title what is to be renewed, in words.
 * @throws ConnectionError where there is no answer in time; InputError where a proxy is named by what is no address.
 */
export async function askIssuer(
  question: IssuerQuestion,
  tls: TlsMaterial,
  title: string,
  { env, requestTimeout }: Surroundings,
): Promise<Said> {
  const url = new URL(question.address);
  const host = hostOf(url);
  const proxy = proxyFor(url, undefined, env);
  const party: Party = { server: url.origin, host, ...(proxy !== undefined && { proxy: titleOf(proxy) }) };
  const milliseconds = requestTimeout || 30_000;
  const deadline = deadlineOf(milliseconds, undefined);
  const { signal } = deadline;
  const to = { host, port: portOf(url), tls, protocols: ["http/1.1"], party, milliseconds, signal };
  try {
    const { socket } = await dial({ ...to, ...(proxy !== undefined && { proxy }) });
    return await answerOver(socket, url, question, signal);
  } catch (error) {
    const fault = deadline.isOver() ? noConnection(milliseconds, party) : faultOf(error, party, sentences);
    if (!(fault instanceof ConnectionError)) throw fault;
    throw new ConnectionError(`${title} cannot be renewed: ${fault.message}`, { reason: fault.reason, cause: error });
  } finally {
    deadline.clear();
  }
}

// An issuer is no API server, and is trusted by other words of the kubeconfig.
const sentences: Sentences = {
  untrusted: (_, code) => [
    "untrusted",
    `its certificate is not signed by an authority that this user trusts (${code}); check idp-certificate-authority in the kubeconfig, or whether a proxy stands between`,
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) => [
    "untrusted",
    `its certificate is not for ${host}; use a name that it holds as idp-issuer-url`,
  ],
  ECONNRESET: () => ["unreachable", "it closed the connection without an answer; is it the issuer?"],
};

async function answerOver(
  socket: Socket,
  { host, pathname, search }: URL,
  { authorization, form }: IssuerQuestion,
  signal: AbortSignal,
): Promise<Said> {
  const headers = {
    host,
    accept: "application/json",
    ...(authorization !== undefined && { authorization }),
    ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
  };
  const method = form === undefined ? "GET" : "POST";
  const asking = request({ createConnection: () => socket, method, path: pathname + search, headers, signal });
  // It may also break later: reading the answer fails then.
  asking.on("error", () => {}).end(form && new URLSearchParams(form).toString());
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  const parts = bodyParts(mostBytes);
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
