/** How messages name the auth-provider section of a user entry. */
export function providerSectionTitle(userName: string): string {
  return `auth-provider of user "${userName}"`;
}

/** How messages name the token of an auth-provider. */
export function providerTokenTitle(provider: string, user: string): string {
  return `the ${provider} token of ${user}`;
}

/** The error for an expired token without a refresh-token. */
export function noRefreshTokenText(token: string): string {
  return `${token} has expired, and there is no refresh-token to renew it; log in again`;
}

/** The notice that the issuer replaced the refresh-token of the kubeconfig. */
export function replacedRefreshTokenText(user: string): string {
  return `the issuer returned a new refresh-token for ${user}, which is not written to the file; run kubectl once to store it, or log in again if kubectl is rejected`;
}

/** The error for an `oidc` entry without a field that it needs. */
export function missingProviderFieldText(file: string, path: string, key: string): string {
  return `${file}: ${path} has no ${key}`;
}

/** The error for an unknown auth-provider. */
export function unknownProviderText(file: string, provider: string): string {
  return `${file}: unknown auth-provider ${JSON.stringify(provider)}; log in again`;
}

/** The error for an expired token that kubectl does not renew either. */
export function unrenewableTokenText(token: string, advice: string): string {
  return `${token} has expired, and kubectl 1.26 and later do not renew it; ${advice}`;
}

/**
 * What to do instead of an auth-provider that is gone. It names the successors that kubectl names (client-go,
 * plugin/pkg/client/auth/gcp and azure), and the command that rewrites the entry.
 */
export const successorTexts: Readonly<Record<string, string>> = {
  gcp: 'install "gke-gcloud-auth-plugin" and run "gcloud container clusters get-credentials"',
  azure: 'install https://github.com/Azure/kubelogin and run "kubelogin convert-kubeconfig"',
};
