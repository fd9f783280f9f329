import { at } from "../parse/value.ts";
import { askIssuer, type IssuerQuestion, type Said } from "./auth-provider-question.ts";
import { ConnectionError } from "./errors.ts";
import type { Material } from "./kubeconfig-entries.ts";
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
  const tls = tlsBy(pemOf(issuer.authority, `idp-certificate-authority of ${issuer.user}`));
  const ask = (question: IssuerQuestion): Promise<Said> => {
    if (URL.parse(question.address)?.protocol === "https:") return askIssuer(question, tls, title, from);
    throw refused(title, question.address, "it is no https address");
  };
  const metadata = await ask({ address: `${issuer.url.replace(/\/$/, "")}/.well-known/openid-configuration` });
  const endpoint = at(metadata.body, ["token_endpoint"]);
  if (metadata.status !== 200 || typeof endpoint !== "string") {
    throw refused(title, issuer.url, `it says ${metadata.status} and no token_endpoint; is it the issuer?`);
  }
  const grant = { grant_type: "refresh_token", refresh_token: refreshToken };
  const answer = await firstGood(waysOf(issuer), (way) =>
    ask({ ...way, address: endpoint, form: { ...grant, ...way.form } }),
  );
  const [idToken, next] = [at(answer.body, ["id_token"]), at(answer.body, ["refresh_token"])];
  if (answer.status !== 200) {
    throw refused(title, endpoint, `it says ${answer.status}${codeIn(answer.body)}; log in again`);
  }
  if (typeof idToken !== "string") {
    throw refused(title, endpoint, "it gives no id_token when a token is renewed; log in again, with the scope openid");
  }
  return { idToken, ...(typeof next === "string" && next !== "" && { refreshToken: next }) };
}

/** How we prove who we are beside the grant itself. */
type Way = Pick<IssuerQuestion, "authorization" | "form">;

// Go's oauth2 tries the header, then the form (AuthStyleAutoDetect); who has no secret has nothing to put into a header.
function waysOf({ clientId, secret }: Issuer): readonly Way[] {
  if (secret === undefined) return [{ form: { client_id: clientId } }];
  const pair = [clientId, secret].map((each) => new URLSearchParams({ "": each }).toString().slice(1)).join(":");
  const inHeader = { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
  return [inHeader, { form: { client_id: clientId, client_secret: secret } }];
}

async function firstGood(ways: readonly Way[], ask: (way: Way) => Promise<Said>): Promise<Said> {
  let said: Said = { status: 0, body: undefined };
  for (const way of ways) {
    said = await ask(way);
    if (said.status === 200) break;
  }
  return said;
}

// An error code of RFC 6749; a description may repeat what we sent.
function codeIn(body: unknown): string {
  const code = at(body, ["error"]);
  return typeof code === "string" && /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : "";
}

function refused(title: string, address: string, happened: string): ConnectionError {
  const party = URL.parse(address)?.origin ?? "its address";
  return new ConnectionError(`${title} cannot be renewed at ${party}: ${happened}`, { reason: "credentials" });
}
