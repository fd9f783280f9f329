import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { at } from "../parse/value.ts";
import { bodyParts } from "./channel.ts";
import { deadlineOf } from "./deadline.ts";
import { dial } from "./dial.ts";
import { ConnectionError } from "./errors.ts";
import { faultOf, noConnection, type Party, type Sentences } from "./faults.ts";
import type { Material } from "./kubeconfig-entries.ts";
import { proxyFor, titleOf } from "./proxy.ts";
import type { Surroundings } from "./surroundings.ts";
import { pemOf, tlsBy } from "./tls-material.ts";

/** The two tokens of a log-in by OpenID Connect. */
export interface OidcTokens {
  readonly idToken: string;
  /** Absent: the one that was used goes on. */
  readonly refreshToken?: string;
}

/** Who gave out the tokens of an OpenID Connect log-in, and who we are for it. */
export interface Issuer {
  readonly url: string;
  readonly clientId: string;
  readonly secret?: string;
  /** Absent: what the machine trusts. */
  readonly authority?: Material;
  /** What messages call the entry: `user "dev" of /home/dev/.kube/config`. */
  readonly user: string;
}

/**
 * A new id-token for `refreshToken`: OpenID Connect discovery, then the refresh grant of RFC 6749, section 6
 * (client-go, plugin/pkg/client/auth/oidc/oidc.go). Only https, and never with a token in an error.
 * @throws InputError where the authority cannot be read; ConnectionError where the issuer gives none.
 */
export async function refreshed(
  issuer: Issuer,
  refreshToken: string,
  title: string,
  from: Surroundings,
): Promise<OidcTokens> {
  const ask = await askerOf(issuer, title, from);
  const metadata = await ask(`${issuer.url.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const endpoint = at(metadata.body, ["token_endpoint"]);
  if (metadata.status !== 200 || typeof endpoint !== "string") {
    throw refused(title, issuer.url, `it says ${metadata.status} and no token_endpoint; is it the issuer?`);
  }
  const grant = { grant_type: "refresh_token", refresh_token: refreshToken };
  const answer = await firstGood(waysOf(issuer), (way) => ask(endpoint, { ...way, grant: { ...grant, ...way.grant } }));
  const [idToken, next] = [at(answer.body, ["id_token"]), at(answer.body, ["refresh_token"])];
  if (answer.status !== 200) {
    throw refused(title, endpoint, `it says ${answer.status}${codeIn(answer.body)}; log in again`);
  }
  if (typeof idToken !== "string") {
    throw refused(title, endpoint, "it gives no id_token when a token is renewed; log in again, with the scope openid");
  }
  return { idToken, ...(typeof next === "string" && next !== "" && { refreshToken: next }) };
}

interface Way {
  readonly authorization?: string;
  readonly grant: Readonly<Record<string, string>>;
}

interface Said {
  readonly status: number;
  readonly body: unknown;
}

// Go's oauth2 tries the header, then the form (AuthStyleAutoDetect); who has no secret has nothing to put into a header.
function waysOf({ clientId, secret }: Issuer): readonly Way[] {
  if (secret === undefined) return [{ grant: { client_id: clientId } }];
  const pair = [clientId, secret].map((each) => new URLSearchParams({ "": each }).toString().slice(1)).join(":");
  const inHeader = { authorization: `Basic ${Buffer.from(pair).toString("base64")}`, grant: {} };
  return [inHeader, { grant: { client_id: clientId, client_secret: secret } }];
}

async function firstGood(ways: readonly Way[], ask: (way: Way) => Promise<Said>): Promise<Said> {
  let said: Said = { status: 0, body: undefined };
  for (const way of ways) {
    said = await ask(way);
    if (said.status === 200) break;
  }
  return said;
}

/** The most that an issuer may say, in bytes. */
const mostBytes = 2 ** 20;

/** By the proxies of the environment, as Go's transport goes, and never by those of the kubeconfig. */
async function askerOf(
  { authority, user }: Issuer,
  title: string,
  { env, requestTimeout }: Surroundings,
): Promise<(address: string, way?: Way) => Promise<Said>> {
  const tls = tlsBy(await pemOf(authority, `idp-certificate-authority of ${user}`));
  const milliseconds = requestTimeout || 30_000;
  return async (address, way) => {
    const url = URL.parse(address);
    if (url?.protocol !== "https:") throw refused(title, address, "it is no https address");
    const proxy = proxyFor(url, undefined, env);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const between = proxy !== undefined && { proxy: titleOf(proxy) };
    const party: Party = { server: url.origin, host, ...between };
    const deadline = deadlineOf(milliseconds, undefined);
    const { signal } = deadline;
    const through = proxy !== undefined && { proxy };
    const protocols = ["http/1.1"];
    try {
      const port = Number(url.port || 443);
      const { socket } = await dial({ host, port, tls, protocols, milliseconds, signal, party, ...through });
      return await answerOver(socket, url, way, signal);
    } catch (error) {
      const fault = deadline.isOver() ? noConnection(milliseconds, party) : faultOf(error, party, sentences);
      if (!(fault instanceof ConnectionError)) throw fault;
      throw new ConnectionError(`${title} cannot be renewed: ${fault.message}`, { reason: fault.reason, cause: error });
    } finally {
      deadline.clear();
    }
  };
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

async function answerOver(socket: Socket, url: URL, way: Way | undefined, signal: AbortSignal): Promise<Said> {
  const form = way && new URLSearchParams(way.grant).toString();
  const headers = {
    host: url.host,
    accept: "application/json",
    ...(way?.authorization && { authorization: way.authorization }),
    ...(form && { "content-type": "application/x-www-form-urlencoded" }),
  };
  const path = url.pathname + url.search;
  const asking = request({ createConnection: () => socket, method: form ? "POST" : "GET", path, headers, signal });
  // It may break later, too: the answer then says so.
  asking.on("error", () => {}).end(form);
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

// An error code of RFC 6749; a description may repeat what we sent.
function codeIn(body: unknown): string {
  const code = at(body, ["error"]);
  return typeof code === "string" && /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : "";
}

function refused(title: string, address: string, happened: string, cause?: Error): ConnectionError {
  const party = URL.parse(address)?.origin ?? "its address";
  return new ConnectionError(`${title} cannot be renewed at ${party}: ${happened}`, { reason: "credentials", cause });
}
