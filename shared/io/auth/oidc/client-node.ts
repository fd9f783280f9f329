import { AzureAuth } from "@kubernetes/client-node/dist/azure_auth.js";
import { GoogleCloudPlatformAuth } from "@kubernetes/client-node/dist/gcp_auth.js";
import { OpenIDConnectAuth } from "@kubernetes/client-node/dist/oidc_auth.js";
import type { TimedCredential } from "../renewable-credential.ts";

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

/** The access-token of a `gcp` or `azure` entry while it is valid, else undefined. Its `cmd-path` is never run. */
export async function accessToken(
  name: string,
  written: Readonly<Record<string, unknown>>,
): Promise<TimedCredential<string> | undefined> {
  const { "cmd-path": _program, ...config } = written;
  const headers: Record<string, string> = {};
  try {
    const provider = name === "gcp" ? new GoogleCloudPlatformAuth() : new AzureAuth();
    await provider.applyAuthentication(userOf(name, config), { headers });
  } catch {
    return undefined;
  }
  const proof = headers["Authorization"]?.replace(/^Bearer /, "");
  const until = Date.parse(String(config["expiry"])) || Number(config["expires-on"]) * 1000;
  return proof === undefined ? undefined : { proof, ...(until > 0 && { until }) };
}

function userOf(name: string, config: object): { readonly name: string; readonly authProvider: object } {
  return { name: "", authProvider: { name, config } };
}
