import type { ChosenContext } from "./context.ts";
import { ConnectionError, type ConnectionReason, InputError } from "./errors.ts";
import type { UserEntry } from "./kubeconfig-entries.ts";
import { type TlsMaterial, tlsMaterialOf } from "./tls-material.ts";
import { sendable, type TokenSource, tokenFileSource } from "./token.ts";

/** Who we are for one server, and how it must prove itself. */
export interface Credentials {
  /** Absent for an http server. */
  readonly tls?: TlsMaterial;
  /** What every request carries; asked anew for each, so that a token may change. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /** The server answered 401: what can be renewed is, at the next {@link headers}. */
  forget(): void;
}

/**
 * The credentials of a context; nothing is asked of the network.
 * @throws InputError where a file cannot be read or the entry contradicts itself.
 * @throws ConnectionError where certificate and key do not fit, or the entry asks for a way in that we do not know.
 */
export async function credentialsOf(choice: ChosenContext, now: () => number = Date.now): Promise<Credentials> {
  refuseWhatWeCannotDo(choice);
  // client-go sends no credentials over plain http, and neither do we.
  if (!choice.server.startsWith("https:")) return { headers: async () => ({}), forget() {} };
  const tls = await tlsMaterialOf(choice);
  return { tls, ...proofOf(choice.user, choice, now) };
}

function proofOf(user: UserEntry | undefined, choice: ChosenContext, now: () => number): Omit<Credentials, "tls"> {
  if (user === undefined) throw anonymous(`context "${choice.contextName}" names no user`);
  const { token, tokenFile, username, password, clientCertificate } = user;
  const byPassword = username !== undefined || password !== undefined;
  if (byPassword && (token ?? tokenFile) !== undefined) {
    throw new InputError(`user "${user.name}" of ${user.file} has both a token and a password; kubectl takes only one`);
  }
  if (tokenFile !== undefined) return bearer(tokenFileSource(tokenFile, token, now));
  if (token !== undefined) return fixed(`Bearer ${sendable(token, `user "${user.name}" of ${user.file}`)}`);
  if (byPassword) {
    return fixed(`Basic ${Buffer.from(`${username ?? ""}:${password ?? ""}`).toString("base64")}`);
  }
  if (clientCertificate !== undefined) return { headers: async () => ({}), forget() {} };
  throw anonymous(`user "${user.name}" of ${user.file} has neither certificate nor token nor password`);
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

// A request without the proof that the entry asks for would be answered as system:anonymous, and the 403 would mislead.
function refuseWhatWeCannotDo({ cluster, user, server }: ChosenContext): void {
  if (cluster.proxyUrl !== undefined)
    throw unknownWay(`cluster "${cluster.name}" of ${cluster.file}`, "proxy-url", "unreachable");
  if (user === undefined) return;
  const who = `user "${user.name}" of ${user.file}`;
  const [field] = Object.keys(user.impersonate ?? {});
  if (field !== undefined) throw unknownWay(who, `impersonation (${field})`);
  if (!server.startsWith("https:")) return;
  if (user.exec !== undefined) throw unknownWay(who, `the exec plugin ${JSON.stringify(user.exec["command"] ?? "")}`);
  if (user.authProvider !== undefined) {
    throw unknownWay(who, `the auth-provider ${JSON.stringify(user.authProvider["name"] ?? "")}`);
  }
}

function unknownWay(who: string, way: string, reason: ConnectionReason = "credentials"): ConnectionError {
  return new ConnectionError(
    `${who} needs ${way}, which is not supported yet; use a context with a client certificate or a token`,
    { reason },
  );
}

function anonymous(why: string): ConnectionError {
  return new ConnectionError(`${why}; log in, or choose another context or user`, { reason: "credentials" });
}
