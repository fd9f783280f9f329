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
  const userTitle = formatUserTitle(user.name, user.file);
  if (name !== "oidc") throw otherProviderError(name, userTitle);
  const config = sectionAt(provider, "config") ?? readSection(provider.file, `${provider.path}.config`, null);
  const tokens = new IdTokens(config, userTitle, from);
  const source = createRenewableCredential(() => tokens.obtainAuthorization(), from.now);
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

/** The tokens of one user: those of the kubeconfig, then those of the issuer. */
class IdTokens {
  readonly #userTitle: string;
  /** How errors name the token. */
  readonly #title: string;
  readonly #from: CredentialEnvironment;
  readonly #issuer: TokenIssuer;
  #idToken: string | undefined;
  #refreshToken: string | undefined;
  #wasUsed = false;
  #isWarned = false;

  constructor(config: ConfigSection, userTitle: string, from: CredentialEnvironment) {
    this.#userTitle = userTitle;
    this.#title = `the oidc token of ${userTitle}`;
    this.#from = from;
    this.#issuer = readIssuer(config, userTitle, from.cwd);
    this.#idToken = sectionText(config, "id-token");
    this.#refreshToken = sectionText(config, "refresh-token");
  }

  /** @throws ConnectionError where there is no valid token. */
  async obtainAuthorization(): Promise<TimedCredential<Authorization>> {
    const { tokenExpiry } = await import("./client-node.ts");
    // A second call while the token is valid means that the server refused it.
    const mayReuse = !this.#wasUsed || this.#refreshToken === undefined;
    this.#wasUsed = true;
    const isValid = this.#from.now() < tokenExpiry(this.#idToken);
    const idToken = this.#idToken !== undefined && mayReuse && isValid ? this.#idToken : await this.#refresh();
    const value = { authorization: `Bearer ${assertSendable(idToken, this.#title)}` };
    return { value, validUntilMs: tokenExpiry(idToken) };
  }

  async #refresh(): Promise<string> {
    const refreshToken = this.#refreshToken;
    if (refreshToken === undefined) {
      throw new ConnectionError(`${this.#title} has expired, and there is no refresh-token to renew it`, {
        reason: "credentials",
        advice: "log in again",
      });
    }
    const { refreshTokens } = await import("./issuer.ts");
    const renewed = await refreshTokens(this.#issuer, refreshToken, this.#title, this.#from);
    this.#idToken = renewed.idToken;
    this.#refreshToken = renewed.refreshToken ?? refreshToken;
    if (this.#refreshToken !== refreshToken) this.#warnOnce();
    return renewed.idToken;
  }

  #warnOnce(): void {
    if (this.#isWarned) return;
    this.#isWarned = true;
    this.#from.printMessage(
      `the issuer returned a new refresh-token for ${this.#userTitle}, which is not written to the file; run kubectl once to store it, or log in again if kubectl is rejected\n`,
    );
  }
}

function readIssuer(config: ConfigSection, user: string, cwd: string): TokenIssuer {
  const url = requiredText(config, "idp-issuer-url");
  const clientId = requiredText(config, "client-id");
  const secret = sectionText(config, "client-secret");
  const authority = readAuthority(config, cwd);
  return { url, clientId, user, ...definedFields({ secret, authority }) };
}

function requiredText(config: ConfigSection, key: string): string {
  const text = sectionText(config, key);
  if (text !== undefined) return text;
  throw new InputError(`${config.file}: ${config.path} has no ${key}`);
}

function readAuthority(config: ConfigSection, cwd: string): PemMaterial | undefined {
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
function otherProviderError(name: string, userTitle: string): ConnectionError {
  const advice = new Map([
    ["gcp", 'install "gke-gcloud-auth-plugin" and run "gcloud container clusters get-credentials"'],
    ["azure", 'install https://github.com/Azure/kubelogin and run "kubelogin convert-kubeconfig"'],
  ]).get(name);
  const happened =
    advice === undefined
      ? `unknown auth-provider ${JSON.stringify(name)} of ${userTitle}`
      : `kubectl 1.26 removed the auth-provider "${name}" of ${userTitle}`;
  return new ConnectionError(happened, { reason: "credentials", advice: advice ?? "log in again" });
}
