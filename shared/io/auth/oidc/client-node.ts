import { OpenIDConnectAuth } from "@kubernetes/client-node/dist/oidc_auth.js";

// The only file that loads @kubernetes/client-node. Use import() for this file: that package takes longer to load than
// all other code here.

/** When an id-token ends, in milliseconds since 1970. 0 where there is no token, or it is no JWT. */
export function tokenExpiry(idToken: string | undefined): number {
  try {
    const seconds: unknown = idToken === undefined ? 0 : OpenIDConnectAuth.expirationFromToken(idToken);
    // Ten seconds allow for clocks that differ (client-go, plugin/pkg/client/auth/oidc/oidc.go: expiryDelta).
    return typeof seconds === "number" && seconds > 0 ? seconds * 1000 - 10_000 : 0;
  } catch {
    return 0;
  }
}
