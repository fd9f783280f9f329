import { resolve } from "node:path";
import { definedFields } from "../../../model/defined-fields.ts";
import { ConnectionError, InputError } from "../../errors/errors.ts";
import { type ConfigSection, readSection, sectionAt, sectionText } from "../../kubeconfig/config-section.ts";
import { formatUserTitle, type PemMaterial, type UserEntry } from "../../kubeconfig/entries.ts";
import type { ServerCredentials } from "../../socket/server-credentials.ts";
import type { CredentialEnvironment } from "../credential-environment.ts";
import { createRenewableCredential, type TimedCredential } from "../renewable-credential.ts";
import { assertSendable } from "../token.ts";
import type { TokenIssuer } from "./issuer.ts";

/**
 * The credentials of an `auth-provider`. `oidc` works as in client-go's plugin/pkg/client/auth/oidc/oidc.go.
 * The id-token is used while it is valid. Then the refresh-token gets a new one from the issuer (client-node's own way
 * there fails in 2.0.1, and knows no client-secret). Unlike kubectl, the plugin never writes to the kubeconfig. The
 * issuer may give another refresh-token and revoke the old one. The login of the user then ends with this process.
 * One warning names the remedy.
 * @throws InputError where the entry lacks a field; ConnectionError where there is no valid token.
 */
export async function authProviderCredentials(
  user: UserEntry,
  from: CredentialEnvironment,
): Promise<Omit<ServerCredentials, "tls">> {
  const provider = readSection(user.file, `auth-provider of user "${user.name}"`, user.authProvider);
  const name = sectionText(provider, "name") ?? "";
  const who = formatUserTitle(user.name, user.file);
  if (name !== "oidc") throw otherProviderError(name, who);
  const title = `the ${name} token of ${who}`;
  const config = sectionAt(provider, "config") ?? readSection(provider.file, `${provider.path}.config`, null);
  const obtain = idTokens(config, who, title, from);
  const source = createRenewableCredential(async () => authorizationOf(await obtain(), title), from.now);
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

type Authorization = Readonly<Record<"authorization", string>>;

function authorizationOf(
  { value, ...validity }: TimedCredential<string>,
  title: string,
): TimedCredential<Authorization> {
  return { ...validity, value: { authorization: `Bearer ${assertSendable(value, title)}` } };
}

function idTokens(
  config: ConfigSection,
  user: string,
  title: string,
  from: CredentialEnvironment,
): () => Promise<TimedCredential<string>> {
  const issuer = issuerOf(config, user, from.cwd);
  let tokens = { idToken: sectionText(config, "id-token"), refreshToken: sectionText(config, "refresh-token") };
  let isFirst = true;
  let isWarned = false;
  return async () => {
    const client = await import("./client-node.ts");
    // A second call while the token is valid means that the server refused it.
    const mayReuse = isFirst || tokens.refreshToken === undefined;
    isFirst = false;
    const validUntilMs = client.tokenExpiry(tokens.idToken);
    if (tokens.idToken !== undefined && mayReuse && from.now() < validUntilMs)
      return { value: tokens.idToken, validUntilMs };
    if (tokens.refreshToken === undefined) {
      throw new ConnectionError(`${title} has expired, and there is no refresh-token to renew it`, {
        reason: "credentials",
        advice: "log in again",
      });
    }
    const { refreshTokens } = await import("./issuer.ts");
    const { idToken, refreshToken = tokens.refreshToken } = await refreshTokens(
      issuer,
      tokens.refreshToken,
      title,
      from,
    );
    if (refreshToken !== tokens.refreshToken && !isWarned) {
      isWarned = true;
      from.printMessage(
        `the issuer returned a new refresh-token for ${user}, which is not written to the file; run kubectl once to store it, or log in again if kubectl is rejected\n`,
      );
    }
    tokens = { idToken, refreshToken };
    return { value: idToken, validUntilMs: client.tokenExpiry(idToken) };
  };
}

function issuerOf(config: ConfigSection, user: string, cwd: string): TokenIssuer {
  const url = requiredText(config, "idp-issuer-url");
  const clientId = requiredText(config, "client-id");
  const secret = sectionText(config, "client-secret");
  const authority = authorityOf(config, cwd);
  return { url, clientId, user, ...definedFields({ secret, authority }) };
}

function requiredText(config: ConfigSection, key: string): string {
  const text = sectionText(config, key);
  if (text !== undefined) return text;
  throw new InputError(`${config.file}: ${config.path} has no ${key}`);
}

function authorityOf(config: ConfigSection, cwd: string): PemMaterial | undefined {
  const data = sectionText(config, "idp-certificate-authority-data");
  if (data !== undefined) return { data: Buffer.from(data, "base64") };
  const file = sectionText(config, "idp-certificate-authority");
  // Relative to the working directory, as in client-go, and not to the kubeconfig.
  return file === undefined ? undefined : { path: resolve(cwd, file) };
}

/**
 * The error for any other auth-provider. kubectl 1.26 removed `gcp` and `azure` (client-go,
 * plugin/pkg/client/auth/gcp/gcp_stub.go and azure/azure_stub.go), and names the same successors.
 */
function otherProviderError(name: string, who: string): ConnectionError {
  const advice = new Map([
    ["gcp", 'install "gke-gcloud-auth-plugin" and run "gcloud container clusters get-credentials"'],
    ["azure", 'install https://github.com/Azure/kubelogin and run "kubelogin convert-kubeconfig"'],
  ]).get(name);
  const happened =
    advice === undefined
      ? `unknown auth-provider ${JSON.stringify(name)} of ${who}`
      : `kubectl 1.26 removed the auth-provider "${name}" of ${who}`;
  return new ConnectionError(happened, { reason: "credentials", advice: advice ?? "log in again" });
}
