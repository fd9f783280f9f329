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
export const insecureIssuerText = "the issuer is not an https URL";

/** The reason for an issuer whose discovery document names no token endpoint. */
export function noTokenEndpointText(status: number): string {
  return `the response is ${status} without a token_endpoint; is this the issuer?`;
}

/** The reason for an issuer that refuses the refresh-token. `code`: its error code, if it sent one. */
export function refusedRefreshTokenText(status: number, code: string | undefined): string {
  return `the response is ${status}${code === undefined ? "" : ` (${code})`}; log in again`;
}

/** The reason for an issuer that renews a token without an id_token. */
export const noIdTokenText = "the response has no id_token; log in again with the scope openid";

/** The reason for an issuer whose certificate is not trusted. */
export function untrustedIssuerText(code: string): string {
  return `its certificate is signed by an untrusted authority (${code}); check idp-certificate-authority in the kubeconfig, or for a proxy in between`;
}

/** The reason for an issuer whose certificate is for another name. */
export function wrongIssuerNameText(host: string): string {
  return `its certificate is not valid for ${host}; set idp-issuer-url to a name in the certificate`;
}

/** The reason for an issuer that closes the connection. */
export const closedByIssuerText = "the connection was closed without a response; is this the issuer?";
