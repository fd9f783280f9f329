import { readFile } from "node:fs/promises";
import { Agent, request } from "node:https";
import { resolve } from "node:path";
import { at } from "../parse/value.ts";
import type { OidcTokens } from "./auth-provider-client.ts";
import { ConnectionError, InputError } from "./errors.ts";
import type { Material } from "./kubeconfig-entries.ts";
import type { Surroundings } from "./surroundings.ts";
import { systemAuthorities } from "./tls-material.ts";

/** Who gave out the tokens of an OpenID Connect log-in, and who we are for it. */
export interface Issuer {
  readonly url: string;
  readonly clientId: string;
  readonly secret?: string;
  /** Absent: what the machine trusts. A relative path counts from the working directory, as in client-go. */
  readonly authority?: Material;
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

async function askerOf(
  { authority }: Issuer,
  title: string,
  { cwd, env, requestTimeout }: Surroundings,
): Promise<(address: string, way?: Way) => Promise<Said>> {
  const agent = new Agent({ ca: (await authorityOf(authority, cwd)) ?? systemAuthorities(), proxyEnv: env });
  return (address, way) => {
    if (URL.parse(address)?.protocol !== "https:") throw refused(title, address, "it is no https address");
    const { promise, resolve: done, reject } = Promise.withResolvers<Said>();
    const milliseconds = requestTimeout || 30_000;
    const headers = { accept: "application/json", ...(way?.authorization && { authorization: way.authorization }) };
    const form = way && new URLSearchParams(way.grant).toString();
    const type = form && { "content-type": "application/x-www-form-urlencoded" };
    const signal = AbortSignal.timeout(milliseconds);
    const asking = request(address, { agent, signal, method: form ? "POST" : "GET", headers: { ...headers, ...type } });
    const fail = (cause: NodeJS.ErrnoException): void => {
      const what = signal.aborted
        ? `no answer within ${milliseconds / 1000} s`
        : (cause.code ?? "the answer broke off");
      reject(refused(title, address, `${what}; check the address, the network and idp-certificate-authority`, cause));
    };
    asking.on("error", fail).on("response", (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > mostBytes) asking.destroy();
        else chunks.push(chunk);
      });
      response.on("error", fail);
      response.on("end", () => {
        done({ status: response.statusCode ?? 0, body: jsonIn(Buffer.concat(chunks)) });
      });
    });
    asking.end(form);
    return promise;
  };
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

async function authorityOf(authority: Material | undefined, cwd: string): Promise<Buffer | undefined> {
  if (authority === undefined || "data" in authority) return authority?.data;
  const path = resolve(cwd, authority.path);
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(`cannot read ${path}, the idp-certificate-authority of the user: ${code}`, { cause: error });
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
