import { valueAt } from "../../../parse/json-value.ts";
import { ConnectionError } from "../../errors/errors.ts";
import type { PemMaterial } from "../../kubeconfig/entries.ts";
import { loadPem, tlsBy } from "../../socket/tls.ts";
import type { CredentialEnvironment } from "../credential-environment.ts";
import { askIssuer, type IssuerQuestion, type IssuerResponse } from "./token-request.ts";

/** The two tokens of a login by OpenID Connect. */
export interface OidcTokens {
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
 * @throws InputError where the authority cannot be read; ConnectionError where the issuer returns no token.
 */
export async function refreshTokens(
  issuer: TokenIssuer,
  refreshToken: string,
  title: string,
  from: CredentialEnvironment,
): Promise<OidcTokens> {
  const authorityTitle = issuerAuthorityTitle(issuer.user);
  const tls = tlsBy(loadPem(issuer.authority, authorityTitle), authorityTitle);
  const ask = (question: IssuerQuestion): Promise<IssuerResponse> => {
    if (URL.parse(question.address)?.protocol === "https:") return askIssuer(question, tls, title, from);
    throw refused(title, question.address, "the issuer is not an https URL");
  };
  const metadata = await ask({ address: `${issuer.url.replace(/\/$/, "")}/.well-known/openid-configuration` });
  const endpoint = valueAt(metadata.body, ["token_endpoint"]);
  if (metadata.status !== 200 || typeof endpoint !== "string") {
    throw refused(
      title,
      issuer.url,
      `the response is ${metadata.status} without a token_endpoint; is this the issuer?`,
    );
  }
  const grant = { grant_type: "refresh_token", refresh_token: refreshToken };
  const answer = await firstGood(waysOf(issuer), (way) =>
    ask({ ...way, address: endpoint, form: { ...grant, ...way.form } }),
  );
  const [idToken, next] = [valueAt(answer.body, ["id_token"]), valueAt(answer.body, ["refresh_token"])];
  if (answer.status !== 200) {
    throw refused(title, endpoint, refusedRefreshTokenText(answer.status, codeIn(answer.body)));
  }
  if (typeof idToken !== "string") {
    throw refused(title, endpoint, "the response has no id_token; log in again with the scope openid");
  }
  return { idToken, ...(typeof next === "string" && next !== "" && { refreshToken: next }) };
}

/** How messages name the authority that signs the certificate of an issuer. */
function issuerAuthorityTitle(user: string): string {
  return `idp-certificate-authority of ${user}`;
}

/** The reason for an issuer that refuses the refresh-token. `code`: its error code, if it sent one. */
function refusedRefreshTokenText(status: number, code: string | undefined): string {
  return `the response is ${status}${code === undefined ? "" : ` (${code})`}; log in again`;
}

/** How the client authenticates beside the grant itself. */
type Way = Pick<IssuerQuestion, "authorization" | "form">;

// Go's oauth2 tries the header, then the form (AuthStyleAutoDetect). A client without a secret uses the form only.
function waysOf({ clientId, secret }: TokenIssuer): readonly Way[] {
  if (secret === undefined) return [{ form: { client_id: clientId } }];
  const pair = [clientId, secret].map((each) => new URLSearchParams({ "": each }).toString().slice(1)).join(":");
  const inHeader = { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
  return [inHeader, { form: { client_id: clientId, client_secret: secret } }];
}

async function firstGood(ways: readonly Way[], ask: (way: Way) => Promise<IssuerResponse>): Promise<IssuerResponse> {
  let response: IssuerResponse = { status: 0, body: undefined };
  for (const way of ways) {
    response = await ask(way);
    if (response.status === 200) break;
  }
  return response;
}

// The error code of RFC 6749. The description is omitted, because it may repeat what was sent.
function codeIn(body: unknown): string | undefined {
  const code = valueAt(body, ["error"]);
  return typeof code === "string" && /^[a-z_]{1,40}$/.test(code) ? code : undefined;
}

function refused(title: string, address: string, happened: string): ConnectionError {
  const message = refusedRenewalText(title, URL.parse(address)?.origin, happened);
  return new ConnectionError(message, { reason: "credentials" });
}

/** The error for a token that the issuer does not renew. `origin` is absent where its address is invalid. */
function refusedRenewalText(token: string, origin: string | undefined, happened: string): string {
  return `${token} cannot be renewed at ${origin ?? "its address"}: ${happened}`;
}
