import type { ChosenContext } from "./context.ts";
import { ConnectionError, InputError } from "./errors.ts";
import type { UserEntry } from "./kubeconfig-entries.ts";
import type { Surroundings } from "./surroundings.ts";
import { type TlsMaterial, tlsMaterialOf } from "./tls-material.ts";
import { sendable, type TokenSource, tokenFileSource } from "./token.ts";

/** Who we are for one server, and how it must prove itself. */
export interface Credentials {
  /** Absent for an http server. Another object as soon as the certificate is another: connect anew then. */
  readonly tls?: TlsMaterial;
  /** What every request carries; asked anew for each, so that a token may change. @throws what renewing it does. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /**
   * The server answered 401 to `refused`, an object that {@link headers} gave: what can be renewed is, at the next one,
   * unless that has happened meanwhile.
   */
  forget(refused: Readonly<Record<string, string>>): void;
}

/**
 * The credentials of a context. Without `from` no program is run and nothing is asked of the network: for callers who
 * may not let a kubeconfig choose either. With it a plugin is run before this returns.
 * @throws InputError where a file cannot be read, an exec section is wrong, or a password stands beside the file of a token.
 * @throws ConnectionError where certificate and key do not fit, a plugin or an issuer gives nothing, or the entry
 * names no proof at all: a request without would be answered as system:anonymous, and the 403 would mislead.
 */
export async function credentialsOf(choice: ChosenContext, from?: Surroundings): Promise<Credentials> {
  const { user } = choice;
  const isOverTls = choice.server.startsWith("https:");
  if (user?.exec !== undefined) (await import("./exec-credentials.ts")).refuseWrongExec(user, isOverTls);
  // client-go sends no credentials over plain http, and runs no plugin for it; neither do we.
  if (!isOverTls) return { headers: async () => ({}), forget() {} };
  if (user?.exec !== undefined && !hasOwnProof(user)) {
    if (from === undefined) throw noPrograms(user, `the exec plugin ${JSON.stringify(user.exec["command"] ?? "")}`);
    return (await import("./exec-credentials.ts")).execCredentials(choice, user, from);
  }
  const tls = tlsMaterialOf(choice);
  if (user?.authProvider !== undefined && !hasAuthorization(user)) {
    if (from === undefined)
      throw noPrograms(user, `the auth-provider ${JSON.stringify(user.authProvider["name"] ?? "")}`);
    return { tls, ...(await (await import("./auth-provider.ts")).authProviderCredentials(user, from)) };
  }
  return { tls, ...proofOf(user, choice, from?.now ?? Date.now) };
}

// What stands in the entry itself wins, and the plugin is not even run (exec.go, UpdateTransportConfig).
function hasOwnProof(user: UserEntry): boolean {
  return hasAuthorization(user) || user.clientCertificate !== undefined;
}

// An auth-provider only adds a header where there is none, so that a certificate goes beside it (oidc.go, RoundTrip).
function hasAuthorization({ token, tokenFile, username }: UserEntry): boolean {
  return (token ?? tokenFile ?? username) !== undefined;
}

function proofOf(user: UserEntry | undefined, choice: ChosenContext, now: () => number): Omit<Credentials, "tls"> {
  if (user === undefined) throw anonymous(`context "${choice.contextName}" names no user`);
  const { token, tokenFile, username, password, clientCertificate } = user;
  // HTTPWrappersForConfig of client-go's transport/round_trippers.go, where a password without a name is none.
  if (tokenFile !== undefined && username !== undefined) {
    throw new InputError(`${titleOf(user)} has both a token and a password; kubectl takes only one`);
  }
  if (tokenFile !== undefined) return bearer(tokenFileSource(tokenFile, token, now));
  if (token !== undefined) return fixed(`Bearer ${sendable(token, titleOf(user))}`);
  if (username !== undefined) {
    return fixed(`Basic ${Buffer.from(`${username}:${password ?? ""}`).toString("base64")}`);
  }
  if (clientCertificate !== undefined) return { headers: async () => ({}), forget() {} };
  throw anonymous(`${titleOf(user)} has neither certificate nor token nor password`);
}

function bearer(source: TokenSource): Omit<Credentials, "tls"> {
  return {
    headers: async () => ({ authorization: `Bearer ${await source.token()}` }),
    forget: () => source.forget(),
  };
}

function fixed(authorization: string): Omit<Credentials, "tls"> {
  return { headers: async () => ({ authorization }), forget() {} };
}

function noPrograms(user: UserEntry, way: string): ConnectionError {
  return new ConnectionError(
    `${titleOf(user)} needs ${way}, and nothing that a kubeconfig chooses may be run here; use a context with a client certificate or a token`,
    { reason: "credentials" },
  );
}

function anonymous(why: string): ConnectionError {
  return new ConnectionError(`${why}; log in, or choose another context or user`, { reason: "credentials" });
}

function titleOf({ name, file }: UserEntry): string {
  return `user "${name}" of ${file}`;
}
