import { resolve } from "node:path";
import { definedFields } from "../../../model/defined-fields.ts";
import { ConnectionError } from "../../errors/errors.ts";
import { ConfigSection } from "../../kubeconfig/config-section.ts";
import { formatUserTitle, type PemMaterial, type UserEntry } from "../../kubeconfig/entries.ts";
import type { RequestCredentials } from "../../socket/server-credentials.ts";
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
  environment: CredentialEnvironment,
): Promise<RequestCredentials> {
  const provider = new ConfigSection(user.file, `auth-provider of user "${user.name}"`, user.authProvider);
  const name = provider.text("name") ?? "";
  const userTitle = formatUserTitle(user);
  if (name !== "oidc") throw otherProviderError(name, userTitle);
  const tokens = new IdTokens(provider.sectionOrEmpty("config"), userTitle, environment);
  const source = createRenewableCredential({ obtain: () => tokens.obtainAuthorization(), now: environment.now });
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

/** The id-token and the refresh-token of one user, first as the kubeconfig has them, later as the issuer returned them. */
class IdTokens {
  readonly #userTitle: string;
  /** How errors name the token. */
  readonly #title: string;
  readonly #environment: CredentialEnvironment;
  readonly #issuer: TokenIssuer;
  #idToken: string | undefined;
  #refreshToken: string | undefined;
  #wasUsed = false;
  #isWarned = false;

  constructor(config: ConfigSection, userTitle: string, environment: CredentialEnvironment) {
    this.#userTitle = userTitle;
    this.#title = `the oidc token of ${userTitle}`;
    this.#environment = environment;
    this.#issuer = readIssuer(config, userTitle, environment.cwd);
    this.#idToken = config.text("id-token");
    this.#refreshToken = config.text("refresh-token");
  }

  /** @throws ConnectionError where there is no valid token. */
  async obtainAuthorization(): Promise<TimedCredential<Authorization>> {
    const { tokenExpiry } = await import("./client-node.ts");
    // A second call while the token is valid means that the server refused it.
    const isRefused = this.#wasUsed && this.#refreshToken !== undefined;
    this.#wasUsed = true;
    let idToken = this.#idToken;
    if (idToken === undefined || isRefused || this.#environment.now() >= tokenExpiry(idToken))
      idToken = await this.#refresh();
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
    const renewed = await refreshTokens(this.#issuer, refreshToken, this.#title, this.#environment);
    this.#idToken = renewed.idToken;
    this.#refreshToken = renewed.refreshToken ?? refreshToken;
    if (this.#refreshToken !== refreshToken) this.#warnOnce();
    return renewed.idToken;
  }

  #warnOnce(): void {
    if (this.#isWarned) return;
    this.#isWarned = true;
    this.#environment.printMessage(
      `the issuer returned a new refresh-token for ${this.#userTitle}, which is not written to the file; run kubectl once to store it, or log in again if kubectl is rejected\n`,
    );
  }
}

function readIssuer(config: ConfigSection, user: string, cwd: string): TokenIssuer {
  const url = config.requiredText("idp-issuer-url");
  const clientId = config.requiredText("client-id");
  const secret = config.text("client-secret");
  const authority = readAuthority(config, cwd);
  return { url, clientId, user, ...definedFields({ secret, authority }) };
}

function readAuthority(config: ConfigSection, cwd: string): PemMaterial | undefined {
  const data = config.text("idp-certificate-authority-data");
  if (data !== undefined) return { data: Buffer.from(data, "base64") };
  const file = config.text("idp-certificate-authority");
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
