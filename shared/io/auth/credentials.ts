import { ConnectionError, InputError } from "../errors/errors.ts";
import type { ChosenContext } from "../kubeconfig/choose-context.ts";
import { formatConflict, formatUserTitle, type UserEntry } from "../kubeconfig/entries.ts";
import type { RequestCredentials, ServerCredentials } from "../socket/server-credentials.ts";
import { loadTlsMaterial } from "../socket/tls.ts";
import { agreedLoginVariable, type CredentialEnvironment } from "./credential-environment.ts";
import { assertSendable, tokenFileCredentials } from "./token.ts";

/** Requests carry no header: the server knows the user by a certificate, or gets no credentials at all. */
const withoutHeaders: RequestCredentials = { headers: async () => ({}), forget() {} };

/**
 * The credentials of a context. As in client-go the first of these counts:
 *
 * 1. over plain http: nothing is sent, and no plugin is run;
 * 2. an exec plugin, unless the entry itself has credentials (exec.go, UpdateTransportConfig);
 * 3. an auth-provider, unless the entry has a token or password. A certificate is presented besides (oidc.go, RoundTrip);
 * 4. token file, token, password, certificate (transport/round_trippers.go, HTTPWrappersForConfig).
 *
 * @param environment What plugins and issuers need. Absent: the kubeconfig may not choose programs or addresses, so no
 * program is run and no network request is sent.
 * @throws InputError where a file cannot be read, an exec section has a wrong field, or a password stands beside a token
 * file.
 * @throws ConnectionError where certificate and key do not match, or a plugin or an issuer gives no credentials.
 * @throws ConnectionError where the entry names no credentials. The server would treat such a request as
 * system:anonymous, and its 403 would mislead.
 */
export async function openCredentials(
  choice: ChosenContext,
  environment?: CredentialEnvironment,
): Promise<ServerCredentials> {
  const { user } = choice;
  const isOverTls = choice.server.startsWith("https:");
  // Refused before anything else, as kubectl does, even where the plugin is not run.
  if (user?.exec !== undefined) (await import("./exec/exec-credentials.ts")).refuseWrongExec(user, isOverTls);
  const agreedLogin = environment?.env[agreedLoginVariable];
  if (agreedLogin !== undefined) (await import("./agreed-login.ts")).refuseOtherLogin(choice, agreedLogin);

  if (!isOverTls) return withoutHeaders;
  if (user?.exec !== undefined && !hasHeader(user) && user.clientCertificate === undefined) {
    const plugin = `the exec plugin ${JSON.stringify(user.exec["command"] ?? "")}`;
    if (environment === undefined) throw programNotAllowedError(user, plugin);
    return (await import("./exec/exec-credentials.ts")).execCredentials(choice, user, environment);
  }
  const tls = loadTlsMaterial(choice);
  if (user?.authProvider !== undefined && !hasHeader(user)) {
    const provider = `the auth-provider ${JSON.stringify(user.authProvider["name"] ?? "")}`;
    if (environment === undefined) throw programNotAllowedError(user, provider);
    const { authProviderCredentials } = await import("./oidc/auth-provider.ts");
    return { tls, ...(await authProviderCredentials(user, environment)) };
  }
  return { tls, ...credentialsOfEntry(user, choice, environment?.now ?? Date.now) };
}

/** Whether the entry itself gives requests a header. */
function hasHeader({ token, tokenFile, username }: UserEntry): boolean {
  return token !== undefined || tokenFile !== undefined || username !== undefined;
}

/** The credentials that the entry itself has, in the order of client-go. A password without a name does not count. */
function credentialsOfEntry(user: UserEntry | undefined, choice: ChosenContext, now: () => number): RequestCredentials {
  if (user === undefined) throw noCredentialsError(`context "${choice.contextName}" names no user`);
  const { token, tokenFile, username, password, clientCertificate } = user;
  const title = formatUserTitle(user);
  if (tokenFile !== undefined && username !== undefined) {
    throw new InputError(formatConflict(title, "a token", "a password"));
  }
  if (tokenFile !== undefined) return tokenFileCredentials(tokenFile, token, now);
  if (token !== undefined) return constantCredentials(`Bearer ${assertSendable(token, title)}`);
  if (username !== undefined) {
    return constantCredentials(`Basic ${Buffer.from(`${username}:${password ?? ""}`).toString("base64")}`);
  }
  if (clientCertificate !== undefined) return withoutHeaders;
  throw noCredentialsError(`${title} has neither certificate nor token nor password`);
}

function constantCredentials(authorization: string): RequestCredentials {
  return { headers: async () => ({ authorization }), forget() {} };
}

function noCredentialsError(happened: string): ConnectionError {
  return new ConnectionError(happened, { reason: "credentials", advice: "log in, or choose another context or user" });
}

function programNotAllowedError(user: UserEntry, program: string): ConnectionError {
  const message = `${formatUserTitle(user)} needs ${program}, but programs named by a kubeconfig are not run here; use a context with a client certificate or a token`;
  return new ConnectionError(message, { reason: "credentials" });
}
