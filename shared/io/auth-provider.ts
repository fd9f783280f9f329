import { resolve } from "node:path";
import type { Issuer } from "./auth-provider-issuer.ts";
import type { Credentials } from "./credentials.ts";
import { ConnectionError, InputError } from "./errors.ts";
import type { UserEntry } from "./kubeconfig-entries.ts";
import { type Lease, renewable } from "./renewable.ts";
import { type Section, sectionAt, sectionOf, textAt } from "./section.ts";
import type { Surroundings } from "./surroundings.ts";
import { sendable } from "./token.ts";

/**
 * Credentials of an `auth-provider`. `oidc` as in client-go's plugin/pkg/client/auth/oidc/oidc.go: the id-token while it
 * holds, then a new one from the issuer by the refresh-token (client-node's own way there fails in 2.0.1, and knows no
 * client-secret). Unlike kubectl we never write to the kubeconfig: where the issuer gives another refresh-token and takes
 * the old one back, the person's log-in ends with us. That is told once, with what to do.
 * Of `gcp` and `azure`, which kubectl 1.26 removed, the access-token is used while it holds; their commands are not run.
 * @throws InputError where the entry lacks something; ConnectionError where no token is to be had.
 */
export async function authProviderCredentials(user: UserEntry, from: Surroundings): Promise<Omit<Credentials, "tls">> {
  const provider = sectionOf(user.file, `auth-provider of user "${user.name}"`, user.authProvider);
  const name = textAt(provider, "name") ?? "";
  const who = `user "${user.name}" of ${user.file}`;
  const title = `the ${name} token of ${who}`;
  const config = sectionAt(provider, "config") ?? sectionOf(provider.file, `${provider.path}.config`, null);
  const obtain = name === "oidc" ? idTokens(config, who, title, from) : accessTokens(name, config, title);
  const source = renewable(async () => proofOf(await obtain(), title), from.now);
  let newest = await source.current();
  return {
    async headers() {
      newest = await source.current();
      return newest;
    },
    forget(refused) {
      if (refused === newest) source.refuse(newest);
    },
  };
}

type Proof = Readonly<Record<"authorization", string>>;

function proofOf({ proof, ...more }: Lease<string>, title: string): Lease<Proof> {
  return { ...more, proof: { authorization: `Bearer ${sendable(proof, title)}` } };
}

function idTokens(config: Section, user: string, title: string, from: Surroundings): () => Promise<Lease<string>> {
  const issuer = issuerOf(config, user, from.cwd);
  let tokens = { idToken: textAt(config, "id-token"), refreshToken: textAt(config, "refresh-token") };
  let isFirst = true;
  let isTold = false;
  return async () => {
    const client = await import("./auth-provider-client.ts");
    // Asked again although it holds: the server refuses it.
    const isHeld = isFirst || tokens.refreshToken === undefined;
    isFirst = false;
    const until = client.endOf(tokens.idToken);
    if (tokens.idToken !== undefined && isHeld && from.now() < until) return { proof: tokens.idToken, until };
    if (tokens.refreshToken === undefined) {
      throw new ConnectionError(`${title} has ended, and there is no refresh-token to renew it with; log in again`, {
        reason: "credentials",
      });
    }
    const { refreshed } = await import("./auth-provider-issuer.ts");
    const { idToken, refreshToken = tokens.refreshToken } = await refreshed(issuer, tokens.refreshToken, title, from);
    if (refreshToken !== tokens.refreshToken && !isTold) {
      isTold = true;
      from.tell(
        `the issuer gave ${user} another refresh-token, and the file keeps the old one, as nothing is written there; run kubectl once, and if it is refused log in again\n`,
      );
    }
    tokens = { idToken, refreshToken };
    return { proof: idToken, until: client.endOf(idToken) };
  };
}

function issuerOf(config: Section, user: string, cwd: string): Issuer {
  const [url, clientId] = ["idp-issuer-url", "client-id"].map((key) => textAt(config, key));
  if (url === undefined || clientId === undefined) {
    throw new InputError(`${config.file}: ${config.path} has no ${url === undefined ? "idp-issuer-url" : "client-id"}`);
  }
  const [secret, file, data] = ["client-secret", "idp-certificate-authority", "idp-certificate-authority-data"].map(
    (key) => textAt(config, key),
  );
  return {
    url,
    clientId,
    user,
    ...(secret !== undefined && { secret }),
    ...(data !== undefined && { authority: { data: Buffer.from(data, "base64") } }),
    // From where we stand, as in client-go, and not from the kubeconfig.
    ...(data === undefined && file !== undefined && { authority: { path: resolve(cwd, file) } }),
  };
}

function accessTokens(name: string, config: Section, title: string): () => Promise<Lease<string>> {
  const advice = successors[name];
  if (advice === undefined) {
    throw new ConnectionError(`${config.file}: there is no auth-provider ${JSON.stringify(name)}; log in again`, {
      reason: "credentials",
    });
  }
  return async () => {
    const { accessToken } = await import("./auth-provider-client.ts");
    const lease = await accessToken(name, config.fields);
    if (lease !== undefined) return lease;
    throw new ConnectionError(`${title} has ended, and kubectl renews none since 1.26; ${advice}`, {
      reason: "credentials",
    });
  };
}

// What kubectl names instead (client-go, plugin/pkg/client/auth/gcp and azure), and the command that rewrites the entry.
const successors: Readonly<Record<string, string>> = {
  gcp: 'install "gke-gcloud-auth-plugin" and run "gcloud container clusters get-credentials"',
  azure: 'install https://github.com/Azure/kubelogin and run "kubelogin convert-kubeconfig"',
};
