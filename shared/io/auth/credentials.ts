import { ConnectionError, InputError } from "../errors/errors.ts";
import type { ChosenContext } from "../kubeconfig/choose-context.ts";
import type { UserEntry } from "../kubeconfig/entries.ts";
import { formatTokenAndPassword, formatUserTitle } from "../kubeconfig/entries.ts";
import type { ServerCredentials } from "../socket/server-credentials.ts";
import { loadTlsMaterial } from "../socket/tls.ts";
import { agreedLoginVariable, type CredentialEnvironment } from "./credential-environment.ts";
import { assertSendable, type TokenSource, tokenFileSource } from "./token.ts";

/**
 * The credentials of a context. Without `from` no program is run and no network request is sent. That is for callers
 * that must not let a kubeconfig choose programs or addresses. With `from` a plugin is run before this returns.
 * @throws InputError where a file cannot be read or an exec section is wrong.
 * @throws InputError where a password stands beside a token file.
 * @throws ConnectionError where certificate and key do not match, or a plugin or an issuer gives no credentials.
 * @throws ConnectionError where the entry names no credentials. The server would treat such a request as
 * system:anonymous, and its 403 would mislead.
 */
export async function openCredentials(choice: ChosenContext, from?: CredentialEnvironment): Promise<ServerCredentials> {
  const { user } = choice;
  const isOverTls = choice.server.startsWith("https:");
  if (user?.exec !== undefined) (await import("./exec/exec-credentials.ts")).refuseWrongExec(user, isOverTls);
  const agreed = from?.env[agreedLoginVariable];
  if (agreed !== undefined) (await import("./agreed-login.ts")).refuseOtherLogin(choice, agreed);
  // As in client-go, plain http carries no credentials and runs no plugin.
  if (!isOverTls) return { headers: async () => ({}), forget() {} };
  if (user?.exec !== undefined && !hasOwnProof(user)) {
    if (from === undefined)
      throw rejected(programNotAllowedText(user, `the exec plugin ${JSON.stringify(user.exec["command"] ?? "")}`));
    return (await import("./exec/exec-credentials.ts")).execCredentials(choice, user, from);
  }
  const tls = loadTlsMaterial(choice);
  if (user?.authProvider !== undefined && !hasAuthorization(user)) {
    if (from === undefined)
      throw rejected(
        programNotAllowedText(user, `the auth-provider ${JSON.stringify(user.authProvider["name"] ?? "")}`),
      );
    return { tls, ...(await (await import("./oidc/auth-provider.ts")).authProviderCredentials(user, from)) };
  }
  return { tls, ...proofOf(user, choice, from?.now ?? Date.now) };
}

/** The error for a program where the kubeconfig may choose none. */
function programNotAllowedText(user: UserEntry, program: string): string {
  return `${titleOf(user)} needs ${program}, but programs named by a kubeconfig are not run here; use a context with a client certificate or a token`;
}

// Credentials in the entry itself win, and the plugin is not even run (exec.go, UpdateTransportConfig).
function hasOwnProof(user: UserEntry): boolean {
  return hasAuthorization(user) || user.clientCertificate !== undefined;
}

// An auth-provider only adds a header where there is none, so a certificate is sent besides (oidc.go, RoundTrip).
function hasAuthorization({ token, tokenFile, username }: UserEntry): boolean {
  return (token ?? tokenFile ?? username) !== undefined;
}

function proofOf(
  user: UserEntry | undefined,
  choice: ChosenContext,
  now: () => number,
): Omit<ServerCredentials, "tls"> {
  if (user === undefined) throw anonymous(`context "${choice.contextName}" names no user`);
  const { token, tokenFile, username, password, clientCertificate } = user;
  // HTTPWrappersForConfig of client-go's transport/round_trippers.go, where a password without a name does not count.
  if (tokenFile !== undefined && username !== undefined) {
    throw new InputError(formatTokenAndPassword(titleOf(user)));
  }
  if (tokenFile !== undefined) return bearer(tokenFileSource(tokenFile, token, now));
  if (token !== undefined) return fixed(`Bearer ${assertSendable(token, titleOf(user))}`);
  if (username !== undefined) {
    return fixed(`Basic ${Buffer.from(`${username}:${password ?? ""}`).toString("base64")}`);
  }
  if (clientCertificate !== undefined) return { headers: async () => ({}), forget() {} };
  throw anonymous(`${titleOf(user)} has neither certificate nor token nor password`);
}

/** The error for a context that names no user, or a user without credentials. */
function anonymous(happened: string): ConnectionError {
  return new ConnectionError(happened, { reason: "credentials", advice: "log in, or choose another context or user" });
}

function bearer(source: TokenSource): Omit<ServerCredentials, "tls"> {
  return {
    headers: async () => ({ authorization: `Bearer ${await source.token()}` }),
    forget: () => source.forget(),
  };
}

function fixed(authorization: string): Omit<ServerCredentials, "tls"> {
  return { headers: async () => ({ authorization }), forget() {} };
}

function rejected(message: string): ConnectionError {
  return new ConnectionError(message, { reason: "credentials" });
}

function titleOf({ name, file }: UserEntry): string {
  return formatUserTitle(name, file);
}
