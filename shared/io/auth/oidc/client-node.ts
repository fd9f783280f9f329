import { OpenIDConnectAuth } from "@kubernetes/client-node/dist/oidc_auth.js";

// The only file that loads @kubernetes/client-node. Use import() for this file: that package takes longer to load than
// all other code here.

/** When an id-token expires, in milliseconds since 1970. 0 where it is no JWT. */
export function tokenExpiry(idToken: string): number {
  try {
    const seconds: unknown = OpenIDConnectAuth.expirationFromToken(idToken);
    // Ten seconds allow for clocks that differ (client-go, plugin/pkg/client/auth/oidc/oidc.go: expiryDelta).
    return typeof seconds === "number" && seconds > 0 ? seconds * 1000 - 10_000 : 0;
  } catch {
    return 0;
  }
}
