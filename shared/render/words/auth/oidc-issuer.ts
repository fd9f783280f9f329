/** How messages name the authority that signs the certificate of an issuer. */
export function issuerAuthorityTitle(user: string): string {
  return `idp-certificate-authority of ${user}`;
}

/** The error for a token that could not be renewed, for the reason that `happened` states. */
export function unrenewedTokenText(token: string, happened: string): string {
  return `${token} cannot be renewed: ${happened}`;
}

/** The error for a token that the issuer does not renew. `origin` is absent where its address is invalid. */
export function refusedRenewalText(token: string, origin: string | undefined, happened: string): string {
  return `${token} cannot be renewed at ${origin ?? "its address"}: ${happened}`;
}

/** The reason for an issuer whose address is not https. */
export const insecureIssuerText = "it is no https address";

/** The reason for an issuer whose discovery document names no token endpoint. */
export function noTokenEndpointText(status: number): string {
  return `it says ${status} and no token_endpoint; is it the issuer?`;
}

/** The reason for an issuer that refuses the refresh-token. `code`: its error code, if it sent one. */
export function refusedRefreshTokenText(status: number, code: string | undefined): string {
  return `it says ${status}${code === undefined ? "" : ` (${code})`}; log in again`;
}

/** The reason for an issuer that renews a token without an id_token. */
export const noIdTokenText = "it gives no id_token when a token is renewed; log in again, with the scope openid";

/** The reason for an issuer whose certificate is not trusted. */
export function untrustedIssuerText(code: string): string {
  return `its certificate is not signed by an authority that this user trusts (${code}); check idp-certificate-authority in the kubeconfig, or whether a proxy stands between`;
}

/** The reason for an issuer whose certificate is for another name. */
export function wrongIssuerNameText(host: string): string {
  return `its certificate is not for ${host}; use a name that it holds as idp-issuer-url`;
}

/** The reason for an issuer that closes the connection. */
export const closedByIssuerText = "it closed the connection without an answer; is it the issuer?";
